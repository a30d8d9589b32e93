import Glibc

/// The position of one reader in the stream; bytes are formatted on demand.
struct StreamCursor {
  /// The format of the stream.
  enum Format: String {
    /// Server-Sent Events with numbers, which browsers can resume.
    case events
    /// Plain lines.
    case ndjson
    /// Events, with the notes for pages: lines that begin with ``note``.
    case page

    /// Whether lines are sent as events.
    var hasEvents: Bool { self != .ndjson }
  }

  /// The beginning of a note, which is no part of the trajectory.
  static let note: StaticString = "{\"note\":"

  /// The result of filling a buffer.
  enum Outcome {
    /// The given number of bytes was written.
    case written(Int)
    /// There is nothing new.
    case nothing
    /// The next line is no longer available.
    case fallenBehind
    /// Everything has been sent.
    case over
  }

  let format: Format
  /// Text between lines (the opening, a comment or the end), and how much of it has been written.
  private var control: [UInt8]
  private var controlWritten = 0
  /// The position and number of the current line, and how many bytes of it have been written.
  private var position: Int
  private var number: UInt64
  private var written = 0
  private var hasEnded = false

  /// Creates a cursor at a position of a history; only event streams have an opening.
  init(_ format: Format, from position: Int, of history: History, opening: [UInt8]) {
    self.format = format
    self.position = position
    number = history.number(at: position)
    control = format.hasEvents ? opening : []
  }

  /// Returns the opening of an event stream: the reconnection time in milliseconds, and the description.
  static func opening(about: [UInt8]) -> [UInt8] {
    // A line feed would end the event's data; in JSON it occurs only between tokens.
    let about = about.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 }
    return Array("retry: 1000\nevent: about\ndata: ".utf8) + about + Array("\n\n".utf8)
  }

  private static let comment = Array(":\n\n".utf8)
  private static let end = Array("event: end\ndata: {}\n\n".utf8)

  /// Returns whether there is something to send.
  func hasMore(_ history: History) -> Bool {
    controlWritten < control.count || position < history.end
  }

  /// Returns whether the next line is no longer available.
  func hasFallenBehind(_ history: History) -> Bool { position < history.start }

  /// Adds an SSE comment, which detects closed connections; returns `false` for a stream of plain lines.
  mutating func addComment() -> Bool {
    guard format.hasEvents else { return false }
    if controlWritten == control.count { (control, controlWritten) = (Self.comment, 0) }
    return true
  }

  /// Fills a buffer with the next bytes.
  ///
  /// - Parameter isLast: whether no more lines will be published.
  mutating func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from history: History, isLast: Bool
  ) -> Outcome {
    guard !hasFallenBehind(history) else { return .fallenBehind }
    var filled = 0
    while filled < buffer.count {
      if written == 0, controlWritten < control.count {
        unsafe control.withUnsafeBytes { bytes in
          controlWritten += unsafe Self.copy(bytes, from: controlWritten, to: buffer, &filled)
        }
      } else if position < history.end {
        let line = history.ring.line(at: position)
        // Lines were omitted before this one.
        guard line.number == number else { return filled > 0 ? .written(filled) : .fallenBehind }
        let isSent = format == .page || !Self.isNote(line, of: history.ring)
        guard unsafe !isSent || writeLine(line, of: history.ring, to: buffer, &filled) else {
          break
        }
        position = line.end
        number += 1
        written = 0
      } else if isLast, !hasEnded {
        hasEnded = true
        if format.hasEvents { (control, controlWritten) = (Self.end, 0) }
      } else {
        break
      }
    }
    if filled > 0 { return .written(filled) }
    return isLast && hasEnded ? .over : .nothing
  }

  /// Returns whether a line is a note.
  private static func isNote(_ line: LineRing.Line, of ring: LineRing) -> Bool {
    line.count >= note.utf8CodeUnitCount
      && (0..<note.utf8CodeUnitCount).allSatisfy { index in
        unsafe ring.bytes(at: line.position + index, count: 1)[0] == note.utf8Start[index]
      }
  }

  /// Writes the rest of a line; returns `false` if the buffer is full before its end.
  private mutating func writeLine(
    _ line: LineRing.Line, of ring: LineRing, to buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Bool {
    var start = 0
    if format.hasEvents {
      // "id: ", twenty digits at most, a line feed and "data: ".
      let isWhole = unsafe withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { head in
        let head = unsafe Self.writeHead(line.number, to: head)
        return unsafe writePart(head, &start, to: buffer, &filled)
      }
      guard isWhole else { return false }
    }
    let first = unsafe ring.bytes(at: line.position, count: line.count)
    let second = unsafe ring.bytes(at: line.position + first.count, count: line.count - first.count)
    guard unsafe writePart(first, &start, to: buffer, &filled),
      unsafe writePart(second, &start, to: buffer, &filled)
    else { return false }
    let tail: StaticString = format.hasEvents ? "\n\n" : "\n"
    return unsafe writePart(
      UnsafeRawBufferPointer(start: tail.utf8Start, count: tail.utf8CodeUnitCount), &start,
      to: buffer, &filled)
  }

  /// Writes the rest of a part of a line, which begins `start` bytes after the beginning of the line.
  private mutating func writePart(
    _ part: UnsafeRawBufferPointer, _ start: inout Int, to buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Bool {
    if written - start < part.count {
      written += unsafe Self.copy(part, from: written - start, to: buffer, &filled)
    }
    start += part.count
    return written >= start
  }

  private static func copy(
    _ source: UnsafeRawBufferPointer, from offset: Int, to buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Int {
    let count = min(source.count - offset, buffer.count - filled)
    if count > 0, let from = source.baseAddress, let to = buffer.baseAddress {
      unsafe memcpy(to + filled, from + offset, count)
    }
    filled += count
    return count
  }

  private static func writeHead(
    _ number: UInt64, to buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    var count = 0
    func append(_ text: StaticString) {
      for index in 0..<text.utf8CodeUnitCount {
        unsafe buffer[count] = unsafe text.utf8Start[index]
        count += 1
      }
    }
    append("id: ")
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      unsafe buffer[count] = UInt8(ascii: "0") + UInt8(number / unit % 10)
      count += 1
      unit /= 10
    }
    append("\ndata: ")
    return unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }
}
