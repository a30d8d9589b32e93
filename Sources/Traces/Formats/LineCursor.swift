/// A position in a line of text, for parsing byte by byte.
///
/// It holds only an offset; the line is passed to each call. The functions used for each event are inlined:
/// with a known base and known words, half of their work is optimised away.
package struct LineCursor {
  /// The line number, from 1, for errors.
  package var line: Int
  /// The offset of the next byte.
  package var offset = 0

  /// Creates a cursor at the first byte of a line.
  package init(line: Int) { self.line = line }

  /// Returns an error at the next byte.
  package func error(_ reason: TraceError.Reason) -> TraceError {
    TraceError(reason, line: line, column: offset + 1)
  }

  /// Returns whether the end of the line is reached.
  @inline(__always)
  package func isAtEnd(of text: Span<UInt8>) -> Bool { offset >= text.count }

  /// Returns the next byte, if there is one.
  @inline(__always)
  package func peek(_ text: Span<UInt8>) -> UInt8? { offset < text.count ? text[offset] : nil }

  /// Returns whether a blank or a tab comes next.
  @inline(__always)
  package func isAtBlank(_ text: Span<UInt8>) -> Bool { peek(text) == 0x20 || peek(text) == 0x09 }

  /// Skips blanks and tabs.
  @inline(__always)
  package mutating func skipBlanks(_ text: Span<UInt8>) {
    var index = offset
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index &+= 1 }
    offset = index
  }

  /// Skips a byte if it comes next, and returns whether it did.
  @inline(__always)
  package mutating func skip(_ byte: Character, _ text: Span<UInt8>) -> Bool {
    guard let ascii = byte.asciiValue, peek(text) == ascii else { return false }
    offset += 1
    return true
  }

  /// Skips a word if it comes next, and returns whether it did.
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

  /// Returns whether a line is empty or a comment, possibly indented.
  package static func isComment(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    cursor.skipBlanks(text)
    return cursor.peek(text).map { $0 == UInt8(ascii: "#") } ?? true
  }

  /// Skips a byte as often as it comes, and returns the number of times.
  package mutating func skipRun(of byte: UInt8, _ text: Span<UInt8>) -> Int {
    let start = offset
    while offset < text.count, text[offset] == byte { offset += 1 }
    return offset - start
  }

  /// Throws unless only blanks are left in the line.
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
    // A number within the limit leaves room for one more digit, so that no overflow goes unnoticed.
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

  /// Reads a signed decimal 32-bit number.
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

  /// Reads a 32-bit pattern in hex; `ffffffff` is −1.
  package mutating func bits(_ text: Span<UInt8>, _ what: String) throws(TraceError) -> Int32 {
    let number = try unsigned(text, base: 16, upTo: UInt64(UInt32.max), what)
    return Int32(bitPattern: UInt32(number))
  }

  /// Reads a 16-bit number in the given base.
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
    // In ASCII, one bit distinguishes capitals from lower case.
    let letter = UInt64((byte | 0x20) &- UInt8(ascii: "a"))
    return base == 16 && letter < 6 ? 10 + letter : nil
  }
}

extension String {
  /// Decodes a range of bytes; invalid UTF-8 becomes a replacement character.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(text[index]) }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
