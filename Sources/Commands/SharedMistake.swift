import Cases

/// What is wrong with recordings that are read one after the other; what is wrong with all of them is
/// printed once.
struct SharedMistake {
  private let worklist: Worklist
  /// The recordings that have been read, by their numbers in the list.
  private var read: Range<Int>
  /// What is wrong with every recording so far; where it is about the recording itself, without its path.
  private var shared: UnusableFile?
  private let isLenient: Bool

  /// Begins with the recording of a number.
  init(in worklist: Worklist, from number: Int, isLenient: Bool) {
    self.worklist = worklist
    self.isLenient = isLenient
    read = number..<number
  }

  /// Takes what is wrong with the next recording, and returns the lines to print now.
  mutating func lines(of mistake: UnusableFile?, in recording: String) throws -> [String] {
    var nameless = mistake
    if nameless?.path == recording { nameless?.path = "" }
    let number = read.upperBound
    read = read.lowerBound..<number + 1
    if number == read.lowerBound {
      shared = nameless
    } else if let shared {
      if nameless == shared { return [] }
      // The first has been printed; the others had waited for one that is not like them.
      self.shared = nil
      var waiting = try worklist.entries(in: read.lowerBound + 1..<number)
      var lines: [String] = []
      while let entry = try waiting.next() {
        var mistake = shared
        if mistake.path.isEmpty { mistake.path = entry.recording }
        lines.append(line(mistake))
      }
      return lines + (mistake.map { [line($0)] } ?? [])
    }
    return mistake.map { [line($0)] } ?? []
  }

  /// The line to print after the last recording.
  var lastLine: String? {
    guard shared != nil, read.count > 1 else { return nil }
    let others = read.count - 1
    return "the same is wrong with the other \(others == 1 ? "recording" : "\(others) recordings")"
  }

  private func line(_ mistake: UnusableFile) -> String {
    if isLenient, mistake.reason == .damaged { return "\(mistake)" }
    return Complaint(mistake).sentence
  }
}
