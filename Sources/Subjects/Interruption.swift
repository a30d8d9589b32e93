import Glibc
import PantographCLinux
import Synchronization

/// What is cleaned up if this program is interrupted: process groups are killed, and sockets removed.
enum Interruption {
  /// As many as can be at once: one a thread, and no machine has more of them.
  private static let most = 1024
  /// The size of a path, with the zero at its end.
  private static let pathSize = 108

  /// What runs now; allocated once, because a signal handler reads it.
  @unsafe private struct Current {
    /// The groups, 0 where there is none.
    let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: most)
    /// The paths of the sockets, empty where there is none.
    let sockets = UnsafeMutablePointer<CChar>.allocate(capacity: most * pathSize)

    init() {
      unsafe groups.initialize(repeating: 0, count: most)
      unsafe sockets.initialize(repeating: 0, count: most * pathSize)
    }

    func socket(_ index: Int) -> UnsafeMutablePointer<CChar> {
      unsafe sockets + index * pathSize
    }
  }

  nonisolated(unsafe) private static let current = unsafe Current()
  /// Installs the handlers once, after what they read has been allocated.
  private static let handlers: Void = {
    _ = unsafe current
    _ = starts.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
  }()
  private static let lock = Mutex(())

  /// How many threads create something now that is cleaned up.
  private static let starts = Atomic(0)

  /// Runs `body`, which creates something and adds what cleans it up, with the signals held back that do so.
  ///
  /// They come before or after it: this thread blocks them, and on another one the handler waits.
  static func withoutSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    handlers
    var (signals, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    starts.add(1, ordering: .sequentiallyConsistent)
    defer {
      starts.subtract(1, ordering: .sequentiallyConsistent)
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  static func add(group: pid_t) {
    handlers
    lock.withLock { _ in
      for index in 0..<most where unsafe current.groups[index] == 0 {
        unsafe current.groups[index] = group
        return
      }
    }
  }

  static func remove(group: pid_t) {
    lock.withLock { _ in
      for index in 0..<most where unsafe current.groups[index] == group {
        unsafe current.groups[index] = 0
      }
    }
  }

  /// Adds the path of a socket in a folder of its own, and returns its index.
  static func add(socket path: String) -> Int? {
    handlers
    return lock.withLock { _ in
      for index in 0..<most where unsafe current.socket(index)[0] == 0 {
        unsafe strncpy(current.socket(index), path, pathSize - 1)
        return index
      }
      return nil
    }
  }

  static func remove(socket index: Int) {
    lock.withLock { _ in unsafe current.socket(index)[0] = 0 }
  }

  /// Cleans up before a signal ends this program; a signal that is ignored stays so.
  private static func handle(_ number: Int32) {
    let before = signal(number) { number in
      // Not for ever: the thread that creates something may wait for this one.
      var turns = 0
      while turns < 100_000_000, Interruption.starts.load(ordering: .sequentiallyConsistent) > 0 {
        turns += 1
      }
      // These functions are async-signal-safe.
      for index in 0..<Interruption.most where unsafe Interruption.current.groups[index] != 0 {
        kill(unsafe -Interruption.current.groups[index], SIGKILL)
      }
      for index in 0..<Interruption.most {
        unsafe TableSocket.remove(Interruption.current.socket(index))
      }
      _ = signal(number, SIG_DFL)
      raise(number)
    }
    let isIgnored = unsafe unsafeBitCast(before, to: Int.self) == 1
    if isIgnored {
      _ = signal(number, SIG_IGN)
    }
  }
}
