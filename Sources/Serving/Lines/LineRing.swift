import Glibc
import Synchronization

/// Numbered lines in memory that is taken once, written by one thread and read by one at a time.
///
/// Who writes never waits for who reads: where there is no room, a line is left out and its number with it,
/// so that the other side knows. Places are counted in bytes from the first that was ever written.
@safe package final class LineRing: @unchecked Sendable {
  /// A line as it lies in memory, behind its number and its length.
  struct Line {
    /// Its number, counted from 1.
    var number: UInt64
    /// Its bytes, without the line feed.
    var count: Int
    /// Where its bytes are.
    var place: Int
    /// Where what comes after it is.
    var end: Int { place + LineRing.padded(count) }
  }

  private struct Writer {
    var head = 0
    var number: UInt64 = 1
  }

  /// The bytes that it holds.
  let capacity: Int
  private let memory: UnsafeMutableRawPointer
  private let writer = Mutex(Writer())
  /// The end of what has been written.
  private let head = Atomic(0)
  /// Up to where nothing is read any more.
  private let tail = Atomic(0)

  /// The number and the length, eight bytes each; lines begin at multiples of it, so that these two are
  /// never taken apart by the end of the memory.
  private static let headerSize = 16

  /// Takes the memory.
  ///
  /// - Parameter capacity: the bytes, a power of two.
  package init(capacity: Int) {
    precondition(capacity >= Self.headerSize && capacity & (capacity - 1) == 0)
    self.capacity = capacity
    unsafe memory = .allocate(byteCount: capacity, alignment: Self.headerSize)
    // Touched now, so that no page of it has to be found while lines come.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit {
    unsafe memory.deallocate()
  }

  // MARK: Writing

  /// Writes lines, each of which ends with a line feed; what comes after the last one counts as a line, too.
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

  // MARK: Reading, by one at a time

  /// The end of what has been written.
  package var end: Int { head.load(ordering: .acquiring) }

  /// The line whose number and length are at a place.
  func line(at place: Int) -> Line {
    let header = unsafe memory + offset(place)
    return Line(
      number: unsafe header.load(as: UInt64.self),
      count: unsafe header.load(fromByteOffset: 8, as: Int.self), place: place + Self.headerSize)
  }

  /// The bytes from a place on, so many or up to the end of the memory, whichever comes first.
  func bytes(at place: Int, count: Int) -> UnsafeRawBufferPointer {
    let start = offset(place)
    return unsafe UnsafeRawBufferPointer(
      start: memory + start, count: min(count, capacity - start))
  }

  /// Gives everything before a place free.
  package func release(upTo place: Int) {
    tail.store(place, ordering: .releasing)
  }

  private func offset(_ place: Int) -> Int { place & (capacity - 1) }

  private static func padded(_ count: Int) -> Int {
    (count + headerSize - 1) / headerSize * headerSize
  }
}
