import Glibc
import PantographCLinux
import Synchronization

/// Answers requests that take long, one after another, on a thread of its own.
///
/// Reading a large recording takes half a second, during which streams go on.
final class WorkQueue: Sendable {
  /// What answers a request.
  typealias Work = @Sendable () -> Reply

  private struct State {
    var added = 0
    /// The numbers of the requests whose clients wait for a reply.
    var wanted: Set<Int> = []
    var waiting: [(number: Int, work: Work)] = []
    var replies: [Int: Reply] = [:]
    var thread: WorkerThreads?
    var isClosed = false
  }

  private let state = Mutex(State())
  /// An eventfd that counts the requests that wait, and the end.
  private let count = eventfd(0, Int32(EFD_SEMAPHORE) | Int32(EFD_CLOEXEC))
  private let notify: @Sendable () -> Void

  /// Creates a queue, which calls a function on its thread when there is a reply.
  init(notify: @escaping @Sendable () -> Void) {
    self.notify = notify
    _ = mallopt(M_TRIM_THRESHOLD, Self.mostFreeMemory)
  }

  deinit {
    if count >= 0 { Glibc.close(count) }
  }

  /// 4 recordings of 4 MiB: more are refused, so that senders wait and not the memory grows.
  private static let mostWaiting = 4

  /// 1 MiB: how much free memory the C library keeps at the end of each of its heaps.
  ///
  /// By default that grows to 64 MiB once large blocks have been freed, and `malloc_trim` leaves it alone in the heaps of all threads
  /// but the first.
  private static let mostFreeMemory: Int32 = 1 << 20

  /// Adds a request, and returns the number of its reply; `nil` if too many wait.
  func add(_ work: @escaping Work) -> Int? {
    let number: Int? = state.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return nil }
      state.added += 1
      state.wanted.insert(state.added)
      state.waiting.append((state.added, work))
      if state.thread == nil, count >= 0 {
        let thread = WorkerThreads(atMost: 1) { self.run() }
        if thread.count == 1 { state.thread = thread }
      }
      return state.added
    }
    guard let number else { return nil }
    let hasThread = state.withLock { $0.thread != nil }
    if hasThread { _ = eventfd_write(count, 1) } else { answerNext() }
    return number
  }

  /// Returns the reply with a number once, when there is one.
  func reply(of number: Int) -> Reply? {
    state.withLock { $0.replies.removeValue(forKey: number) }
  }

  /// Discards a request or its reply, because the client has gone; one that is being answered is carried out.
  func cancel(_ number: Int) {
    state.withLock { state in
      state.wanted.remove(number)
      state.waiting.removeAll { $0.number == number }
      state.replies[number] = nil
    }
  }

  /// Waits until the request that is being answered has been; the others are discarded.
  func close() {
    let thread = state.withLock { state in
      state.isClosed = true
      return state.thread.take()
    }
    guard let thread else { return }
    _ = eventfd_write(count, 1)
    thread.join()
  }

  private func run() {
    var isOver = false
    while !isOver {
      var one: eventfd_t = 0
      _ = unsafe eventfd_read(count, &one)
      isOver = state.withLock { $0.isClosed }
      if !isOver { answerNext() }
    }
  }

  /// Gives the system the memory that was freed.
  ///
  /// A recording takes 60 times its size while it is read, in pieces that the C library would keep.
  private func giveMemoryBack() { _ = malloc_trim(0) }

  private func answerNext() {
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let next else { return }
    let reply = next.work()
    let isLast = state.withLock { state in
      if state.wanted.remove(next.number) != nil { state.replies[next.number] = reply }
      return state.waiting.isEmpty
    }
    notify()
    if isLast { giveMemoryBack() }
  }
}

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
