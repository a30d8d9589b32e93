import Glibc
import PantographCLinux
import Synchronization

/// The state shared by the server's thread and other threads.
final class ServerState: Sendable {
  /// The published lines.
  let ring: LineRing
  /// Whether no more lines will be published.
  let isClosing = Atomic(false)
  /// The number of disconnected slow readers.
  let dropped = Atomic(0)
  /// The number of readers.
  let readers = Atomic(0)
  /// An eventfd that wakes the thread.
  let wakeDescriptor: Int32

  init?(capacity: Int) {
    wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard wakeDescriptor >= 0 else { return nil }
    ring = LineRing(capacity: capacity)
  }

  deinit {
    close(wakeDescriptor)
  }

  /// Wakes the thread without blocking.
  func wake() {
    _ = eventfd_write(wakeDescriptor, 1)
  }

  /// Resets the eventfd.
  func clearWake() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(wakeDescriptor, &count)
  }
}
