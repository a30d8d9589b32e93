import PantographBase
import PantographTrajectories

/// An expected trajectory in a file, read sample by sample.
struct ExpectedReader {
  private var lines: FileLines
  /// The tolerances and the events; `nil` if the file has only columns.
  let head: ExpectedHead?
  /// The names of the properties.
  let names: [String]
  private var last: Sample?
  /// Whether it must continue until the animation rests.
  private let isWhole: Bool

  /// What to do with a file that is not complete.
  private static let remedy =
    "delete it, and write it again with `pantograph check --accept` or `replay --format csv`"
  /// The columns before the properties.
  private static let columns = ["time", "phase", "fraction", "velocity"]

  init(_ path: String, isWhole: Bool = true) throws(UnusableFile) {
    self.isWhole = isWhole
    var lines = try FileLines(path)
    guard var line = try lines.next().map({ String(decoding: $0, as: UTF8.self) }) else {
      throw UnusableFile(path, "the file is empty; \(Self.remedy)")
    }
    var reader: HeadReader?
    if line.hasPrefix("#") {
      guard line == ExpectedHead.title else {
        throw UnusableFile(
          path, line: 1, "line 1 must be '\(ExpectedHead.title)'; \(Self.remedy)")
      }
      var head = HeadReader()
      while true {
        guard let next = try lines.next() else {
          throw UnusableFile(
            path, line: lines.number, "the file ends without any columns; \(Self.remedy)")
        }
        line = String(decoding: next, as: UTF8.self)
        do {
          guard line.hasPrefix("#") else {
            try head.checkFindings()
            break
          }
          try head.take(line)
        } catch {
          throw UnusableFile(path, line: lines.number, error.sentence)
        }
      }
      reader = head
    }
    let columns = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard columns.starts(with: Self.columns) else {
      throw UnusableFile(
        path, line: lines.number,
        "expected the columns \(Self.columns.joined(separator: ",")) and the properties")
    }
    names = Array(columns.dropFirst(Self.columns.count))
    guard Set(columns).count == columns.count else {
      throw UnusableFile(path, line: lines.number, "two columns have the same name")
    }
    for channel in reader?.channels ?? [] where !columns.dropFirst().contains(channel) {
      throw UnusableFile(path, "tolerance for '\(channel)', which is not a column")
    }
    head = reader?.head
    self.lines = lines
  }

  /// Returns the next sample, or `nil` at the end.
  mutating func next() throws(UnusableFile) -> Sample? {
    guard let line = try lines.next() else {
      guard let last else { throw mistake("no samples; \(Self.remedy)") }
      guard last.phase == .idle || last.phase == .rest || !isWhole else {
        throw mistake(
          "the samples end before the animation rests: the file was cut off; \(Self.remedy)")
      }
      return nil
    }
    let sample = try sample(line)
    if let last, last.time >= sample.time {
      throw mistake("the sample is not later than the previous one")
    }
    last = sample
    return sample
  }

  private func mistake(_ sentence: String) -> UnusableFile {
    UnusableFile(lines.path, line: lines.number, sentence)
  }

  private func sample(_ line: [UInt8]) throws(UnusableFile) -> Sample {
    let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let count = Self.columns.count + names.count
    guard fields.count == count else { throw mistake("expected \(count) columns") }
    guard let time = WrittenNumber(fields[0])?.microseconds, time >= 0 else {
      throw mistake("expected seconds, such as 0.066667")
    }
    guard let phase = Phase(rawValue: String(decoding: fields[1], as: UTF8.self)) else {
      throw mistake("expected idle, tracking, settling or rest")
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(count - 2)
    for field in fields.dropFirst(2) {
      guard let number = WrittenNumber(field) else {
        throw mistake("\(String(decoding: field, as: UTF8.self)) is not a number")
      }
      numbers.append(number.value)
    }
    return Sample(
      time: Timestamp(microseconds: time), phase: phase, fraction: numbers[0],
      velocity: numbers[1], values: Array(numbers.dropFirst(2)))
  }
}
