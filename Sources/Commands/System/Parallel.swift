import Glibc
import PantographServing
import PantographTuning
import Synchronization

/// Runs work on several threads, and returns the results in order.
enum Parallel {
  /// The number of online processors.
  static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// Transforms all items on several threads.
  ///
  /// The calling thread takes part. If no other thread can be created, it does all of the work.
  ///
  /// - Parameter progress: called with the number of finished items, by one thread at a time.
  static func map<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], jobs: Int, progress: @Sendable (Int) -> Void = { _ in },
    _ transform: @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    let work = Mutex(
      (next: 0, done: 0, outcomes: [Outcome?](repeating: nil, count: items.count)))
    @Sendable func takePart() {
      while true {
        let index = work.withLock { work in
          defer { work.next += 1 }
          return work.next
        }
        guard index < items.count else { return }
        let outcome = transform(items[index])
        work.withLock { work in
          work.outcomes[index] = outcome
          work.done += 1
          progress(work.done)
        }
      }
    }
    withoutActuallyEscaping(takePart) { takePart in
      let others = WorkerThreads(atMost: min(jobs, items.count) - 1, takePart)
      takePart()
      others.join()
    }
    return work.withLock { $0.outcomes.compactMap { $0 } }
  }

  /// Transforms all items on several threads, with a progress line on the terminal.
  static func mapShowingProgress<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    let line = Mutex(ProgressLine(of: items.count, after: 0))
    let outcomes = map(items, jobs: jobs) { done in
      line.withLock { $0.show(done) }
    } _: {
      transform($0)
    }
    line.withLock { $0.clear() }
    return outcomes
  }

  /// Transforms a stream of items on several threads, holding only a few of them at once.
  ///
  /// - Parameters:
  ///   - items: returns the next item, or `nil` at the end.
  ///   - transform: runs on `jobs` threads.
  ///   - receive: receives the results in the order of the items, on the calling thread.
  static func stream<Item: Sendable, Outcome: Sendable>(
    _ items: () throws -> Item?, jobs: Int,
    _ transform: @escaping @Sendable (Item) -> Outcome, receive: (Outcome) throws -> Void
  ) throws {
    // 16 items per thread, so that the others can continue beside a slow one.
    let window = jobs * 16
    let exchange = Exchange<Item, Outcome>()
    let threads = WorkerThreads(atMost: jobs) {
      while let (number, item) = exchange.take() { exchange.put(transform(item), number) }
    }
    guard threads.count > 0 else {
      while let item = try items() { try receive(transform(item)) }
      return
    }
    defer {
      exchange.close(for: threads.count)
      threads.join()
    }
    var given = 0
    var received = 0
    var isOver = false
    while true {
      while !isOver, given - received < window {
        if let item = try items() {
          exchange.give(item, given)
          given += 1
        } else {
          isOver = true
        }
      }
      guard received < given else { return }
      try receive(exchange.outcome(received))
      received += 1
    }
  }
}

/// The queue of items and results between the caller and the threads.
private final class Exchange<Item: Sendable, Outcome: Sendable>: Sendable {
  private struct State {
    var items: [(number: Int, item: Item)] = []
    var outcomes: [Int: Outcome] = [:]
  }

  private let state = Mutex(State())
  /// Counts the items, and at the end one more for each thread.
  private let given = Semaphore()
  private let done = Semaphore()

  func give(_ item: Item, _ number: Int) {
    state.withLock { $0.items.append((number, item)) }
    given.signal()
  }

  /// Waits for the next item; returns `nil` when the queue is closed.
  func take() -> (number: Int, item: Item)? {
    given.wait()
    return state.withLock { $0.items.isEmpty ? nil : $0.items.removeFirst() }
  }

  func put(_ outcome: Outcome, _ number: Int) {
    state.withLock { $0.outcomes[number] = outcome }
    done.signal()
  }

  /// Waits for the result of an item.
  func outcome(_ number: Int) -> Outcome {
    while true {
      if let outcome = state.withLock({ $0.outcomes.removeValue(forKey: number) }) {
        return outcome
      }
      done.wait()
    }
  }

  /// Ends each thread after its current item.
  func close(for threads: Int) {
    state.withLock { $0.items.removeAll() }
    for _ in 0..<threads { given.signal() }
  }
}

/// Workers on several threads, with a progress line on the terminal.
struct ThreadedWorkers: Workers {
  let jobs: Int

  func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome] {
    let line = Mutex(ProgressLine(of: count, naming: "searches"))
    defer { line.withLock { $0.clear() } }
    return Parallel.map(Array(0..<count), jobs: jobs) { done in
      line.withLock { $0.show(done) }
    } _: {
      piece($0)
    }
  }
}

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
