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
