/// An error of a command: one line with the location, the problem and the remedy.
struct CommandError: Error, Hashable {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

/// The exit status of a command.
enum ExitStatus: Int32 {
  /// Success.
  case fine = 0
  /// A check failed.
  case failed = 1
  /// The input or the arguments can't be used.
  case unusable = 2
}
