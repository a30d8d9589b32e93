import Glibc
import Synchronization

/// A ring of numbered lines in preallocated memory, for one writer and one reader at a time.
///
/// The writer never waits for the reader. If there is no room, a line is omitted and its number skipped, so the
/// reader notices the gap. Positions are byte offsets from the first byte ever written.
@safe package final class LineRing: @unchecked Sendable {
  /// A line; in memory, its number and its length precede it.
  struct Line {
    /// The number, counted from 1.
    var number: UInt64
    /// The number of bytes, without the line feed.
    var count: Int
    /// The position of the bytes.
    var position: Int
    /// The position of the next line.
    var end: Int { position + LineRing.padded(count) }
  }

  private struct Writer {
    var head = 0
    var number: UInt64 = 1
  }

  /// The capacity in bytes.
  let capacity: Int
  private let memory: UnsafeMutableRawPointer
  private let writer = Mutex(Writer())
  /// The end of the written lines.
  private let head = Atomic(0)
  /// The start of the lines that are still needed.
  private let tail = Atomic(0)

  /// The size of a header: number and length, eight bytes each.
  ///
  /// Headers begin at multiples of it, so a header is never split at the end of the memory.
  private static let headerSize = 16

  /// Allocates the ring.
  ///
  /// - Parameter capacity: the capacity in bytes, a power of two.
  package init(capacity: Int) {
    precondition(capacity >= Self.headerSize && capacity & (capacity - 1) == 0)
    self.capacity = capacity
    unsafe memory = .allocate(byteCount: capacity, alignment: Self.headerSize)
    // Initialized now, so that no page faults occur while writing.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit {
    unsafe memory.deallocate()
  }

  // MARK: Writing

  /// Writes lines separated by line feeds; text after the last line feed counts as a line.
  package func write(_ lines: Span<UInt8>) {
    writer.withLock { writer in
      unsafe lines.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress else { return }
        var start = 0
        while start < bytes.count {
          let rest = bytes.count - start
          let lineFeed = unsafe memchr(first + start, 10, rest)
          let count = unsafe lineFeed.map { unsafe UnsafeRawPointer($0) - (first + start) } ?? rest
          unsafe write(UnsafeRawBufferPointer(start: first + start, count: count), &writer)
          start += count + 1
        }
      }
    }
  }

  private func write(_ line: UnsafeRawBufferPointer, _ writer: inout Writer) {
    let number = writer.number
    writer.number += 1
    let size = Self.headerSize + Self.padded(line.count)
    guard writer.head + size - tail.load(ordering: .acquiring) <= capacity else { return }
    let header = unsafe memory + offset(writer.head)
    unsafe header.storeBytes(of: number, as: UInt64.self)
    unsafe header.storeBytes(of: line.count, toByteOffset: 8, as: Int.self)
    let start = offset(writer.head + Self.headerSize)
    let first = min(line.count, capacity - start)
    if let source = line.baseAddress {
      unsafe memcpy(memory + start, source, first)
      unsafe memcpy(memory, source + first, line.count - first)
    }
    writer.head += size
    head.store(writer.head, ordering: .releasing)
  }

  /// The number that the next line will have.
  package var nextNumber: UInt64 { writer.withLock { $0.number } }

  // MARK: Reading, by one thread at a time

  /// The end of the written lines.
  package var end: Int { head.load(ordering: .acquiring) }

  /// Returns the line whose header is at a position.
  func line(at position: Int) -> Line {
    let header = unsafe memory + offset(position)
    return Line(
      number: unsafe header.load(as: UInt64.self),
      count: unsafe header.load(fromByteOffset: 8, as: Int.self),
      position: position + Self.headerSize)
  }

  /// Returns `count` bytes from a position on, or fewer if the memory ends before.
  func bytes(at position: Int, count: Int) -> UnsafeRawBufferPointer {
    let start = offset(position)
    return unsafe UnsafeRawBufferPointer(
      start: memory + start, count: min(count, capacity - start))
  }

  /// Releases everything before a position.
  package func release(upTo position: Int) {
    tail.store(position, ordering: .releasing)
  }

  private func offset(_ position: Int) -> Int { position & (capacity - 1) }

  private static func padded(_ count: Int) -> Int {
    (count + headerSize - 1) / headerSize * headerSize
  }
}

/// The latest lines, available to all readers: half of a ring, whose other half receives new lines.
///
/// Only the thread that sends to the readers may use it.
struct History {
  /// The ring that contains the lines.
  let ring: LineRing
  /// The position of the oldest available line.
  private(set) var start = 0
  /// The position of the next line.
  private(set) var end = 0
  /// The number of the next line.
  private(set) var nextNumber: UInt64 = 1
  private var newestSample: Int?

  init(_ ring: LineRing) {
    self.ring = ring
  }

  /// Adds newly written lines and releases the oldest ones.
  mutating func update() {
    let written = ring.end
    while end < written {
      let line = ring.line(at: end)
      // Lines were omitted; no reader may start before the gap.
      if line.number != nextNumber { start = end }
      if isSample(line) { newestSample = end }
      nextNumber = line.number + 1
      end = line.end
    }
    while end - start > ring.capacity / 2 { start = ring.line(at: start).end }
    ring.release(upTo: start)
  }

  /// The start position for a new reader: the newest sample or, if there is none, the next line.
  var present: Int {
    guard let newestSample, newestSample >= start else { return end }
    return newestSample
  }

  /// Returns the number of the line at a position, which may be the end.
  func number(at position: Int) -> UInt64 {
    position < end ? ring.line(at: position).number : nextNumber
  }

  /// Returns the position after a line, or `nil` if the following lines are no longer available; 0 means all that
  /// are.
  func position(after number: UInt64) -> Int? {
    guard number < nextNumber else { return nil }
    guard number > 0 else { return start }
    var position = start
    while position < end {
      let line = ring.line(at: position)
      if line.number > number { return line.number == number + 1 ? position : nil }
      position = line.end
    }
    return end
  }

  /// Returns whether a line is a sample and not an event: its second member is the phase.
  private func isSample(_ line: LineRing.Line) -> Bool {
    let mark: StaticString = ",\"phase\":"
    var position = line.position
    let end = line.position + line.count
    while position < end, byte(at: position) != UInt8(ascii: ",") { position += 1 }
    guard end - position >= mark.utf8CodeUnitCount else { return false }
    return (0..<mark.utf8CodeUnitCount).allSatisfy { index in
      unsafe byte(at: position + index) == mark.utf8Start[index]
    }
  }

  private func byte(at position: Int) -> UInt8 { unsafe ring.bytes(at: position, count: 1)[0] }
}

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
