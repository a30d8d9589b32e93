import PantographLibc
import Synchronization

/// The process groups that run now, which are killed if this program is interrupted.
enum RunningGroups {
  /// As many as can run at once: one a thread, and no machine has more of them.
  private static let most = 1024
  /// The groups, 0 where there is none; allocated once, because a signal handler reads it.
  nonisolated(unsafe) private static let groups: UnsafeMutablePointer<pid_t> = {
    let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: most)
    unsafe groups.initialize(repeating: 0, count: most)
    for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
    return unsafe groups
  }()
  private static let lock = Mutex(())

  static func add(_ group: pid_t) {
    lock.withLock { _ in
      for index in 0..<most where unsafe groups[index] == 0 {
        unsafe groups[index] = group
        return
      }
    }
  }

  static func remove(_ group: pid_t) {
    lock.withLock { _ in
      for index in 0..<most where unsafe groups[index] == group { unsafe groups[index] = 0 }
    }
  }

  /// Kills the groups before a signal ends this program; a signal that is ignored stays so.
  private static func handle(_ number: Int32) {
    let before = signal(number) { number in
      // These functions are async-signal-safe.
      for index in 0..<RunningGroups.most where unsafe RunningGroups.groups[index] != 0 {
        kill(unsafe -RunningGroups.groups[index], SIGKILL)
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
