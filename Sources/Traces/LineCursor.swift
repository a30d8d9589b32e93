/// A place in a line of text that is being read, byte by byte.
///
/// It holds only an offset; the line is handed to each call.
struct LineCursor {
  /// The number of the line, from 1, for errors.
  var line: Int
  /// The offset of the next byte.
  var offset = 0

  /// An error at the next byte.
  func error(_ reason: TraceError.Reason) -> TraceError {
    TraceError(reason, line: line, column: offset + 1)
  }

  /// Whether nothing is left.
  func isAtEnd(of text: Span<UInt8>) -> Bool { offset >= text.count }

  /// The next byte, if there is one.
  func peek(_ text: Span<UInt8>) -> UInt8? { offset < text.count ? text[offset] : nil }

  /// Whether a blank or a tab comes next.
  func isAtBlank(_ text: Span<UInt8>) -> Bool { peek(text) == 0x20 || peek(text) == 0x09 }

  /// Passes blanks and tabs.
  mutating func skipBlanks(_ text: Span<UInt8>) {
    while offset < text.count, text[offset] == 0x20 || text[offset] == 0x09 { offset += 1 }
  }

  /// Passes a byte if it is the next one, and tells whether it was.
  mutating func skip(_ byte: Character, _ text: Span<UInt8>) -> Bool {
    guard let ascii = byte.asciiValue, peek(text) == ascii else { return false }
    offset += 1
    return true
  }

  /// Passes a word if it comes next, and tells whether it did.
  mutating func skip(_ word: StaticString, _ text: Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard offset + count <= text.count else { return false }
    for index in 0..<count where unsafe text[offset + index] != word.utf8Start[index] {
      return false
    }
    offset += count
    return true
  }

  /// Passes a byte as often as it comes, and tells how often that was.
  mutating func skipRun(of byte: UInt8, _ text: Span<UInt8>) -> Int {
    let start = offset
    while offset < text.count, text[offset] == byte { offset += 1 }
    return offset - start
  }

  /// Refuses anything but blanks up to the end of the line.
  mutating func checkEnd(_ text: Span<UInt8>) throws(TraceError) {
    // Old Android's shell ends its lines with two carriage returns.
    while let next = peek(text), next == 0x20 || next == 0x09 || next == 0x0d { offset += 1 }
    guard isAtEnd(of: text) else { throw error(.expected("the end of the line")) }
  }

  /// Reads an unsigned number of the given base that is at most `limit`.
  mutating func unsigned(
    _ text: Span<UInt8>, base: UInt64 = 10, upTo limit: UInt64, _ what: String
  ) throws(TraceError) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    while offset < text.count, let digit = Self.digit(text[offset]), digit < base {
      let (product, high) = number.multipliedReportingOverflow(by: base)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !high, !carry, sum <= limit else {
        offset = start
        throw error(.outOfRange(what))
      }
      number = sum
      offset += 1
    }
    guard offset > start else { throw error(.expected(what)) }
    return number
  }

  /// Reads a decimal number that may have a sign and fits 32 bits.
  mutating func signed(_ text: Span<UInt8>, _ what: String) throws(TraceError) -> Int32 {
    let start = offset
    let isNegative = skip("-", text)
    let limit = UInt64(Int32.max) + (isNegative ? 1 : 0)
    do {
      let magnitude = Int64(try unsigned(text, upTo: limit, what))
      return Int32(isNegative ? -magnitude : magnitude)
    } catch {
      var error = error
      error.column = start + 1
      throw error
    }
  }

  /// Reads 32 bits in hex; `ffffffff` is −1.
  mutating func bits(_ text: Span<UInt8>, _ what: String) throws(TraceError) -> Int32 {
    let number = try unsigned(text, base: 16, upTo: UInt64(UInt32.max), what)
    return Int32(bitPattern: UInt32(number))
  }

  /// Reads a number of 16 bits in the given base.
  mutating func short(
    _ text: Span<UInt8>, base: UInt64, _ what: String
  ) throws(TraceError) -> UInt16 {
    UInt16(try unsigned(text, base: base, upTo: UInt64(UInt16.max), what))
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x41...0x46: UInt64(byte - 0x41 + 10)
    case 0x61...0x66: UInt64(byte - 0x61 + 10)
    default: nil
    }
  }
}

extension String {
  /// The text of a range of bytes; what is not UTF-8 is shown as a replacement mark.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(text[index]) }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
