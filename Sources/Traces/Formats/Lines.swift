import PantographBase
import PantographCMathematics

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

/// Splits a stream of bytes, in pieces of any size, into lines.
///
/// A line within one piece is passed on in place; only lines that straddle two pieces are copied.
package struct LineSplitter {
  /// The number of the next line, from 1.
  private(set) var number: Int
  private var partial: [UInt8] = []

  /// Creates a splitter whose first line has this number.
  init(from number: Int = 1) { self.number = number }

  /// Whether there is text after the last line end.
  var isInsideLine: Bool { !partial.isEmpty }

  /// Passes every complete line, without its line end, to the closure, with its number.
  ///
  /// Inlined, so that the closure is not called through a pointer for each line.
  @inline(__always)
  mutating func split(
    _ piece: Span<UInt8>,
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    try split(piece) { _, _ in
      (0, 0)
    } others: { (text, line) throws(TraceError) in
      try body(text, line)
    }
  }

  /// Passes every complete line to a closure.
  ///
  /// - Parameters:
  ///   - piece: The next bytes.
  ///   - readUsual: Reads complete lines at the start of the text, of which the first has this number, and returns
  ///     their number and size. Lines that it does not read go to the other closure.
  ///   - body: Receives a line without its line end, and its number.
  @inline(__always)
  mutating func split(
    _ piece: Span<UInt8>,
    usual readUsual: (Span<UInt8>, Int) -> (count: Int, size: Int),
    others body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    var start = 0
    if !partial.isEmpty {
      guard let index = Self.lineEnd(in: piece, from: 0) else {
        return try keep(piece, 0..<piece.count)
      }
      try keep(piece, 0..<index)
      try passPartial(body)
      start = index &+ 1
    }
    while true {
      let usual = readUsual(piece.extracting(start..<piece.count), number)
      number &+= usual.count
      start &+= usual.size
      guard let index = Self.lineEnd(in: piece, from: start) else { break }
      try pass(piece, start..<index, body)
      start = index &+ 1
    }
    try keep(piece, start..<piece.count)
  }

  /// Returns the position of the next line feed.
  @inline(__always)
  static func lineEnd(in piece: Span<UInt8>, from start: Int) -> Int? {
    unsafe piece.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  private mutating func keep(_ piece: Span<UInt8>, _ range: Range<Int>) throws(TraceError) {
    guard partial.count + range.count <= LineLimit.longest else {
      throw TraceError(
        .unsupported(LineLimit.sentence("a recording")), line: number, column: LineLimit.longest)
    }
    for index in range { partial.append(piece[index]) }
  }

  private mutating func passPartial(
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    let line = partial
    partial.removeAll(keepingCapacity: true)
    try pass(line.span, 0..<line.count, body)
  }

  @inline(__always)
  private mutating func pass(
    _ text: Span<UInt8>, _ line: Range<Int>,
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    var end = line.upperBound
    if end > line.lowerBound, text[end &- 1] == 0x0d { end &-= 1 }
    let current = number
    number &+= 1
    try body(text.extracting(line.lowerBound..<end), current)
  }
}

/// Eight characters of text in a 64-bit integer, processed at once.
///
/// The first character is in the lowest byte.
struct EightBytes: Equatable {
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  private var bytes: UInt64 = 0

  /// Creates eight ASCII characters.
  init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 8)
    for index in 0..<8 { unsafe bytes |= UInt64(text.utf8Start[index]) << UInt64(8 * index) }
  }

  /// Loads eight characters from an offset.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, from position: Int) {
    unsafe bytes = UInt64(
      littleEndian: text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Combines four characters of one text with four of another.
  @inline(__always)
  init(four first: EightBytes, from position: Int, andFour second: EightBytes, from other: Int) {
    let low = first.bytes &>> UInt64(8 &* position) & 0xffff_ffff
    let high = (second.bytes &>> UInt64(8 &* other)) &<< 32
    bytes = low | high
  }

  /// Returns whether the character at a position equals another.
  @inline(__always)
  func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
    bytes &>> UInt64(8 &* position) & 0xff == UInt64(character.value)
  }

  /// Returns a copy with all but the last `count` characters replaced by zeros; `count` is at least one.
  @inline(__always)
  func keeping(last count: Int) -> EightBytes {
    var kept = self
    let mask = UInt64.max &<< UInt64(8 &* (8 &- count))
    kept.bytes = bytes & mask | Self.zeros & ~mask
    return kept
  }

  /// Returns a copy with the first `count` characters at the end, and zeros before them; `count` is one to seven.
  @inline(__always)
  func keeping(first count: Int) -> EightBytes {
    var kept = self
    kept.bytes = bytes &<< UInt64(8 &* (8 &- count)) | Self.zeros &>> UInt64(8 &* count)
    return kept
  }

  /// The number of characters before the first line feed; `nil` if there is none.
  @inline(__always)
  var countBeforeLineFeed: Int? {
    let other = bytes ^ 0x0a0a_0a0a_0a0a_0a0a
    // The lowest of these bits belongs to the first line feed; any above it may be due to a borrow.
    let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
    return found == 0 ? nil : found.trailingZeroBitCount &>> 3
  }

  /// A copy shifted right by one character, without the last.
  @inline(__always)
  var shifted: EightBytes {
    var shifted = self
    shifted.bytes = bytes &<< 8
    return shifted
  }

  /// The value of eight decimal digits; `nil` if they are not.
  @inline(__always)
  var decimal: UInt64? {
    var digits = bytes ^ Self.zeros
    // For digits above 9, adding 6 sets the upper half of the byte.
    let upper = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
    guard upper == 0 else { return nil }
    digits = (digits &* 10 &+ digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_ffff_0000_ffff
    return (digits &* 10_000 &+ digits &>> 32) & 0xffff_ffff
  }

  /// The two values of four hexadecimal digits each, with lower-case letters; `nil` if they are not.
  @inline(__always)
  var twoHexadecimals: (UInt16, UInt16)? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let letters = bytes &>> 6 & ones
    var digits = (bytes & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    // Only a valid digit is the same when it is formatted again: `a` is 0x27 after the character that follows
    // `9`.
    let above = (digits &+ 0x0606_0606_0606_0606) &>> 4 & ones
    guard digits & 0xf0f0_f0f0_f0f0_f0f0 == 0, digits &+ Self.zeros &+ above &* 0x27 == bytes
    else { return nil }
    digits = (digits &<< 4 | digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = digits &<< 8 | digits &>> 16
    return (UInt16(truncatingIfNeeded: digits), UInt16(truncatingIfNeeded: digits &>> 32))
  }
}
