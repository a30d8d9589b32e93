import CLinux
import Glibc
import Quantities

/// Somebody who follows what happens, a line for each sample and event.
protocol LiveReader: AnyObject {
  /// Hands on whole lines, without waiting for whoever reads them.
  func publish(_ lines: borrowing Span<UInt8>) throws
  /// Adds what is to be waited for to a list.
  func watch(_ polled: inout [pollfd])
  /// Does what can be done now without waiting.
  func attend() throws
  /// Hands on what is left, as far as that is still wanted.
  ///
  /// - Parameter waits: asked before a descriptor is waited for; when it says no, the rest is left.
  func finish(_ waits: (Int32) -> Bool) throws
}

/// Standard output, whose reader may be slow for a while.
final class StandardOutputReader: LiveReader {
  private let output = OutputFile()
  private let loop: EventLoop
  private var waiting: [UInt8] = []
  /// How much of what waits has been written already.
  private var written = 0

  /// 8 MiB: ten minutes of a hundred samples a second.
  ///
  /// Nobody is to lose a line, and so who falls behind by more is waited for.
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
    // That its reader has gone is reported without being asked for.
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
    // What has been written is thrown away when that takes little moving, and keeps its room.
    if written == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      written = 0
    } else if written > waiting.count / 2 {
      waiting.removeFirst(written)
      written = 0
    }
  }
}
