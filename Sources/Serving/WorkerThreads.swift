import Glibc

/// A group of threads that run the same function.
///
/// Dispatch would wait forever if there is no memory for a thread, and trap if no descriptor is left.
package struct WorkerThreads: Sendable {
  private var handles: [pthread_t] = []

  /// The function, boxed for the new thread.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts threads.
  ///
  /// - Parameters:
  ///   - most: the requested number; fewer or none may be created.
  ///   - run: the function that each thread runs.
  package init(atMost most: Int, _ run: @escaping @Sendable () -> Void) {
    // Only the main thread receives signals.
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

  /// The number of threads.
  package var count: Int { handles.count }

  /// Waits until all threads have ended; must be called once.
  package func join() {
    for handle in handles { pthread_join(handle, nil) }
  }
}
