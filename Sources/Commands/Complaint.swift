/// Why a command could not do its work, in one line for a person: the place, and what helps.
struct Complaint: Error, Hashable {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

/// The exit status of a command.
enum ExitStatus: Int32 {
  /// All is well.
  case fine = 0
  /// Something is missing that was looked for, or is not as it should be.
  case failed = 1
  /// The input or the arguments can't be used.
  case unusable = 2
}
