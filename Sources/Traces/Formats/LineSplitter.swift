import Glibc

/// Splits a stream of bytes, in pieces of any size, into lines.
///
/// A line within one piece is passed on in place; only lines that straddle two pieces are copied.
package struct LineSplitter {
  /// The number of the next line, from 1.
  private(set) var number = 1
  private var partial: [UInt8] = []

  /// The maximum length of a line; the longest in any format, a HID descriptor, is about 20 KB.
  static let longestLine = 1 << 20

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

  /// Passes on the text after the last line end, and returns whether there was any.
  mutating func finish(
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) -> Bool {
    guard !partial.isEmpty else { return false }
    try passPartial(body)
    return true
  }

  private mutating func keep(_ piece: Span<UInt8>, _ range: Range<Int>) throws(TraceError) {
    guard partial.count + range.count <= Self.longestLine else {
      throw TraceError(
        .unsupported("a line of more than 1 MiB: this is not a recording"), line: number,
        column: Self.longestLine)
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
