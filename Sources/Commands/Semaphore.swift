import Glibc

/// Counts what there is to take, and lets threads wait for it.
///
/// Dispatch has one, too, which would be all that is used of a library of 300 KB.
@safe final class Semaphore: Sendable {
  // Never moved, and used by the calls of semaphores alone, which any thread may make.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// One more is there.
  func signal() {
    unsafe sem_post(semaphore)
  }

  /// Waits until one is there, and takes it.
  func wait() {
    while unsafe sem_wait(semaphore) != 0 {}
  }
}
