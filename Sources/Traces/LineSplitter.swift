import Glibc

/// Cuts a stream of bytes, given in pieces of any size, into lines.
///
/// A line that lies within one piece is handed on where it is; only lines that straddle two pieces
/// are copied.
package struct LineSplitter {
  /// The number of the line that comes next, from 1.
  private(set) var number = 1
  private var partial: [UInt8] = []

  /// The longest line that any format has a use for, a HID descriptor, is about 20 KB.
  static let longestLine = 1 << 20

  /// Hands every complete line to the closure, without its line end, with its number.
  mutating func split(
    _ piece: Span<UInt8>,
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    var start = 0
    while let index = Self.lineEnd(in: piece, from: start) {
      if partial.isEmpty {
        try hand(on: piece.extracting(start..<index), body)
      } else {
        try keep(piece, start..<index)
        try handOnPartial(body)
      }
      start = index + 1
    }
    try keep(piece, start..<piece.count)
  }

  /// Where the next line feed is.
  @inline(__always)
  static func lineEnd(in piece: Span<UInt8>, from start: Int) -> Int? {
    unsafe piece.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Hands on what follows the last line end, if anything does, and tells whether something did.
  mutating func finish(
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) -> Bool {
    guard !partial.isEmpty else { return false }
    try handOnPartial(body)
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

  private mutating func handOnPartial(
    _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    let line = partial
    partial.removeAll(keepingCapacity: true)
    try hand(on: line.span, body)
  }

  private mutating func hand(
    on line: Span<UInt8>, _ body: (Span<UInt8>, Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    let end = line.count > 0 && line[line.count - 1] == 0x0d ? line.count - 1 : line.count
    let current = number
    number += 1
    try body(line.extracting(0..<end), current)
  }
}
