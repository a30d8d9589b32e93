import Glibc

/// A counting semaphore.
///
/// Dispatch's would be the only use of a library of 300 KB.
@safe final class Semaphore: Sendable {
  // Never moved, and used only by semaphore functions, which are thread-safe.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Increments the count.
  func signal() {
    unsafe sem_post(semaphore)
  }

  /// Waits until the count is positive, and decrements it.
  func wait() {
    while unsafe sem_wait(semaphore) != 0 {}
  }
}
