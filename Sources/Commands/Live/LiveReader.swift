import Glibc
import PantographBase
import PantographCLinux

/// A destination for the lines of samples and events.
protocol LiveReader: AnyObject {
  /// Sends whole lines without blocking.
  func publish(_ lines: borrowing Span<UInt8>) throws
  /// Adds the descriptors to poll.
  func watch(_ polled: inout [pollfd])
  /// Does the pending work that does not block.
  func attend() throws
  /// Sends the remaining lines.
  ///
  /// - Parameter waits: called before waiting for a descriptor; if it returns `false`, the rest is discarded.
  func finish(_ waits: (Int32) -> Bool) throws
}

/// Standard output, buffered for a reader that is temporarily slow.
final class StandardOutputReader: LiveReader {
  private let output = OutputFile()
  private let loop: EventLoop
  private var waiting: [UInt8] = []
  /// The number of bytes of `waiting` that have been written.
  private var written = 0

  /// The size of the buffer: 8 MiB, ten minutes of a hundred samples per second.
  ///
  /// If a reader falls further behind, writing blocks, so that no line is lost.
  private static let most = 8 << 20

  init(_ loop: EventLoop) { self.loop = loop }

  func publish(_ lines: borrowing Span<UInt8>) throws {
    unsafe lines.withUnsafeBufferPointer { unsafe waiting.append(contentsOf: $0) }
    try attend()
    while waiting.count - written > Self.most, loop.waitToWrite(to: output.descriptor) {
      try attend()
    }
  }

  func watch(_ polled: inout [pollfd]) {
    // POLLERR reports a closed reader even without requested events.
    let events = written < waiting.count ? POLLOUT : 0
    polled.append(pollfd(fd: output.descriptor, events: Int16(events), revents: 0))
  }

  func attend() throws {
    guard written == waiting.count else { return try write { EventLoop.takes($0) } }
    var polled = pollfd(fd: output.descriptor, events: 0, revents: 0)
    if unsafe poll(&polled, 1, 0) > 0 { throw OutputFile.ReaderClosed() }
  }

  func finish(_ waits: (Int32) -> Bool) throws { try write(waits) }

  private func write(_ ready: (Int32) -> Bool) throws {
    while written < waiting.count, ready(output.descriptor) {
      written += try output.writePiece(of: waiting, from: written)
    }
    // Removes the written bytes when that moves few others, and keeps the capacity.
    if written == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      written = 0
    } else if written > waiting.count / 2 {
      waiting.removeFirst(written)
      written = 0
    }
  }
}
