import PantographTraces

/// The errors of recordings that are read in sequence; an error that all of them share is printed once.
struct SharedMistake {
  private let worklist: Worklist
  /// The recordings that have been read, by their index in the list.
  private var read: Range<Int>
  /// The error shared by all recordings so far; without a path if it concerns the recording itself.
  private var shared: UnusableFile?
  private let isLenient: Bool

  /// Starts with the recording at an index.
  init(in worklist: Worklist, from number: Int, isLenient: Bool) {
    self.worklist = worklist
    self.isLenient = isLenient
    read = number..<number
  }

  /// Adds the error of the next recording, and returns the lines to print now.
  mutating func lines(of mistake: UnusableFile?, in recording: String) throws -> [String] {
    var nameless = mistake
    if nameless?.path == recording { nameless?.path = "" }
    let number = read.upperBound
    read = read.lowerBound..<number + 1
    if number == read.lowerBound {
      shared = nameless
    } else if let shared {
      if nameless == shared { return [] }
      // The first error was printed; the others are printed now, because this one differs.
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
    return "the same error in \(others) other recording\(others == 1 ? "" : "s")"
  }

  private func line(_ mistake: UnusableFile) -> String {
    if isLenient, mistake.reason == .damaged { return "\(mistake)" }
    return CommandError(mistake).sentence
  }
}
