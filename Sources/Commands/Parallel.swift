import Glibc
import Synchronization
import Tuning

/// Work that is shared among threads, and comes back in the order in which it was given.
enum Parallel {
  /// How many threads this machine runs at once.
  static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// What becomes of each item; the threads take one item after the other, as they get done.
  ///
  /// The caller's own is one of them: where no other is to be had, it does all of the work.
  ///
  /// - Parameter progress: told how many are done, by one thread at a time.
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

  /// What becomes of each item, with how far it has come on the terminal meanwhile.
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

  /// What becomes of each item, handed out in the order of the items as it comes; of any number of items
  /// only a few are held at once.
  ///
  /// - Parameters:
  ///   - items: asked for the next item until there is none.
  ///   - transform: runs on so many threads at once.
  ///   - receive: takes what became of the next item, on the thread of the caller.
  static func stream<Item: Sendable, Outcome: Sendable>(
    _ items: () throws -> Item?, jobs: Int,
    _ transform: @escaping @Sendable (Item) -> Outcome, receive: (Outcome) throws -> Void
  ) throws {
    // 16 for each thread, so that the others go on for a while beside one that takes long.
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
    var (given, received, isOver) = (0, 0, false)
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

/// Where threads take items from, and put what became of them.
private final class Exchange<Item: Sendable, Outcome: Sendable>: Sendable {
  private struct State {
    var items: [(number: Int, item: Item)] = []
    var outcomes: [Int: Outcome] = [:]
  }

  private let state = Mutex(State())
  /// Counts the items, and at the end one for each thread.
  private let given = Semaphore()
  private let done = Semaphore()

  func give(_ item: Item, _ number: Int) {
    state.withLock { $0.items.append((number, item)) }
    given.signal()
  }

  /// The next item, or nothing when there will be no more.
  func take() -> (number: Int, item: Item)? {
    given.wait()
    return state.withLock { $0.items.isEmpty ? nil : $0.items.removeFirst() }
  }

  func put(_ outcome: Outcome, _ number: Int) {
    state.withLock { $0.outcomes[number] = outcome }
    done.signal()
  }

  /// What became of an item, as soon as it is known.
  func outcome(_ number: Int) -> Outcome {
    while true {
      if let outcome = state.withLock({ $0.outcomes.removeValue(forKey: number) }) {
        return outcome
      }
      done.wait()
    }
  }

  /// Ends the threads, each as soon as it is done with what it has.
  func close(for threads: Int) {
    state.withLock { $0.items.removeAll() }
    for _ in 0..<threads { given.signal() }
  }
}

/// Pieces of work that are shared among threads, and of which a terminal shows how many are done.
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
