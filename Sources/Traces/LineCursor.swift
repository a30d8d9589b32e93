/// A place in a line of text that is being read, byte by byte.
///
/// It holds only an offset; the line is handed to each call. What each event needs is inlined: with the
/// base and the words known, half of it is gone.
package struct LineCursor {
  /// The number of the line, from 1, for errors.
  package var line: Int
  /// The offset of the next byte.
  package var offset = 0

  /// Begins at the first byte of a line.
  package init(line: Int) { self.line = line }

  /// An error at the next byte.
  package func error(_ reason: TraceError.Reason) -> TraceError {
    TraceError(reason, line: line, column: offset + 1)
  }

  /// Whether nothing is left.
  @inline(__always)
  package func isAtEnd(of text: Span<UInt8>) -> Bool { offset >= text.count }

  /// The next byte, if there is one.
  @inline(__always)
  package func peek(_ text: Span<UInt8>) -> UInt8? { offset < text.count ? text[offset] : nil }

  /// Whether a blank or a tab comes next.
  @inline(__always)
  package func isAtBlank(_ text: Span<UInt8>) -> Bool { peek(text) == 0x20 || peek(text) == 0x09 }

  /// Passes blanks and tabs.
  @inline(__always)
  package mutating func skipBlanks(_ text: Span<UInt8>) {
    var index = offset
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index &+= 1 }
    offset = index
  }

  /// Passes a byte if it is the next one, and tells whether it was.
  @inline(__always)
  package mutating func skip(_ byte: Character, _ text: Span<UInt8>) -> Bool {
    guard let ascii = byte.asciiValue, peek(text) == ascii else { return false }
    offset += 1
    return true
  }

  /// Passes a word if it comes next, and tells whether it did.
  @inline(__always)
  package mutating func skip(_ word: StaticString, _ text: Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard offset + count <= text.count else { return false }
    for index in 0..<count where unsafe text[offset + index] != word.utf8Start[index] {
      return false
    }
    offset += count
    return true
  }

  /// Whether a line is empty or a comment, be it moved in or not.
  package static func isComment(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    cursor.skipBlanks(text)
    return cursor.peek(text).map { $0 == UInt8(ascii: "#") } ?? true
  }

  /// Passes a byte as often as it comes, and tells how often that was.
  package mutating func skipRun(of byte: UInt8, _ text: Span<UInt8>) -> Int {
    let start = offset
    while offset < text.count, text[offset] == byte { offset += 1 }
    return offset - start
  }

  /// Refuses anything but blanks up to the end of the line.
  package mutating func checkEnd(_ text: Span<UInt8>) throws(TraceError) {
    // Old Android's shell ends its lines with two carriage returns.
    while let next = peek(text), next == 0x20 || next == 0x09 || next == 0x0d { offset += 1 }
    guard isAtEnd(of: text) else { throw error(.expected("the end of the line")) }
  }

  /// Reads an unsigned number of the given base that is at most `limit`.
  @inline(__always)
  package mutating func unsigned(
    _ text: Span<UInt8>, base: UInt64 = 10, upTo limit: UInt64, _ what: String
  ) throws(TraceError) -> UInt64 {
    // What is within the limit has room for one more digit, so that no overflow passes unseen.
    let limit = min(limit, UInt64.max >> 8)
    var number: UInt64 = 0
    var index = offset
    while index < text.count, let digit = Self.digit(text[index], base) {
      number = number &* base &+ digit
      guard number <= limit else { throw error(.outOfRange(what)) }
      index &+= 1
    }
    guard index > offset else { throw error(.expected(what)) }
    offset = index
    return number
  }

  /// Reads a decimal number that may have a sign and fits 32 bits.
  @inline(__always)
  package mutating func signed(_ text: Span<UInt8>, _ what: String) throws(TraceError) -> Int32 {
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
  package mutating func bits(_ text: Span<UInt8>, _ what: String) throws(TraceError) -> Int32 {
    let number = try unsigned(text, base: 16, upTo: UInt64(UInt32.max), what)
    return Int32(bitPattern: UInt32(number))
  }

  /// Reads a number of 16 bits in the given base.
  @inline(__always)
  package mutating func short(
    _ text: Span<UInt8>, base: UInt64, _ what: String
  ) throws(TraceError) -> UInt16 {
    UInt16(try unsigned(text, base: base, upTo: UInt64(UInt16.max), what))
  }

  @inline(__always)
  private static func digit(_ byte: UInt8, _ base: UInt64) -> UInt64? {
    let decimal = UInt64(byte &- UInt8(ascii: "0"))
    if decimal < 10 { return decimal }
    // In ASCII, one bit tells capitals from small letters.
    let letter = UInt64((byte | 0x20) &- UInt8(ascii: "a"))
    return base == 16 && letter < 6 ? 10 + letter : nil
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
