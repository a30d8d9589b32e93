import CLinux
import Glibc

/// Threads that all do the same work, as many as are to be had.
///
/// Dispatch's own would wait for ever where there is no memory for one more, and trap where no descriptor
/// is left.
struct WorkerThreads {
  private var handles: [pthread_t] = []

  /// What a thread does, on its way to it.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts threads.
  ///
  /// - Parameters:
  ///   - most: how many are wanted; there may be fewer, and none.
  ///   - run: what each does, until its end.
  init(atMost most: Int, _ run: @escaping @Sendable () -> Void) {
    // Signals are for the thread that waits for them.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Work(run)
    for _ in 0..<max(most, 0) {
      var handle = pthread_t()
      let context = unsafe Unmanaged.passRetained(work)
      let status = unsafe pthread_create(
        &handle, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
          }
          return nil
        }, context.toOpaque())
      guard status == 0 else {
        unsafe context.release()
        return
      }
      handles.append(handle)
    }
  }

  /// How many there are.
  var count: Int { handles.count }

  /// Waits until all have come to their end; to be asked once.
  func join() {
    for handle in handles { pthread_join(handle, nil) }
  }
}
