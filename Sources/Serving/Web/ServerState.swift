import CLinux
import Glibc
import Synchronization

/// What the thread of a server shares with everybody else.
final class ServerState: Sendable {
  /// The lines on their way.
  let ring: LineRing
  /// Whether no more lines will come.
  let isClosing = Atomic(false)
  /// How many readers were dropped.
  let dropped = Atomic(0)
  /// How many read.
  let readers = Atomic(0)
  /// Readable when there is something to look at.
  let bell: Int32

  init?(capacity: Int) {
    bell = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard bell >= 0 else { return nil }
    ring = LineRing(capacity: capacity)
  }

  deinit {
    close(bell)
  }

  /// Wakes the thread; never waits.
  func ringBell() {
    _ = eventfd_write(bell, 1)
  }

  /// Makes the bell still.
  func stillBell() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(bell, &count)
  }
}
