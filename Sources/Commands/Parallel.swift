import Dispatch
import Glibc
import Synchronization

/// Work that is shared among threads, and comes back in the order in which it was given.
enum Parallel {
  /// How many threads this machine runs at once.
  static var processors: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// What becomes of each item; the threads take one item after the other, as they get done.
  ///
  /// - Parameter progress: told how many are done, by one thread at a time.
  static func map<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], jobs: Int, progress: @Sendable (Int) -> Void = { _ in },
    _ transform: @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    let work = Mutex(
      (next: 0, done: 0, outcomes: [Outcome?](repeating: nil, count: items.count)))
    DispatchQueue.concurrentPerform(iterations: min(jobs, items.count)) { _ in
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
    return work.withLock { $0.outcomes.compactMap { $0 } }
  }
}
