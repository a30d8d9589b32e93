/// A text file, read line by line.
struct LineReader {
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line read, from 1.
  private(set) var number = 0

  /// Whether a last line without a line break is accepted: people write those, programs do not.
  private let takesEndlessLine: Bool

  init(_ path: String, takesEndlessLine: Bool = false) throws(UnusableFile) {
    file = try OpenFile(path)
    self.takesEndlessLine = takesEndlessLine
  }

  var path: String { file.path }

  /// Returns the next line without its line break, or `nil` at the end.
  mutating func next() throws(UnusableFile) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<end]
        start = end + 1
        number += 1
        // Git may convert line breaks to those of Windows; the text is still the same.
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      guard !isAtEnd else {
        guard start == buffer.count else {
          if takesEndlessLine {
            defer { start = buffer.count }
            number += 1
            return Array(buffer[start...])
          }
          throw UnusableFile(
            path, line: number + 1, "the last line has no end: the file was cut off")
        }
        return nil
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      var piece: [UInt8] = []
      try file.read(into: &piece)
      isAtEnd = piece.isEmpty
      buffer += piece
      guard buffer.count <= 1 << 20 else {
        throw UnusableFile(path, line: number + 1, "a line of more than 1 MiB")
      }
    }
  }
}

/// A number as written, such as `-12.345`: its digits without the point, and the number of decimals.
struct WrittenNumber {
  private var digits: Int64 = 0
  private var decimals = 0
  /// The number, if it has too many digits to keep exactly.
  private var large: Double?

  /// Reads a number that takes up all of the bytes; `nil` for anything else.
  init?(_ bytes: some Collection<UInt8>) {
    var isNegative = false
    var (count, hasPoint) = (0, false)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where count > 0 && !hasPoint: hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        if count <= 18 { digits = digits * 10 + Int64(byte - UInt8(ascii: "0")) }
        if hasPoint { decimals += 1 }
      default: return nil
      }
    }
    guard count > 0, !hasPoint || decimals > 0 else { return nil }
    if isNegative { digits = -digits }
    guard count > 18 else { return }
    guard let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
      return nil
    }
    large = number
  }

  /// The number, rounded once.
  var value: Double { large ?? Double(digits) / Self.powers[decimals] }

  /// The time in microseconds of a number of seconds; `nil` if it is finer than that.
  var microseconds: Int64? {
    guard decimals <= 6, large == nil else { return nil }
    let (product, isTooLarge) = digits.multipliedReportingOverflow(
      by: Int64(Self.powers[6 - decimals]))
    return isTooLarge ? nil : product
  }

  private static let powers: [Double] = (0...18).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }
}
