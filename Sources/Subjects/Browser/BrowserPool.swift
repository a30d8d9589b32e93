import Synchronization

/// The browsers that run now: cases share them, one at a time each.
package final class BrowserPool: Sendable {
  /// The browsers of this process.
  package static let shared = BrowserPool()

  private struct Key: Equatable {
    var program: String?
    var server: WebOrigin?
    var pace: Subject.Pace
  }

  private let idle = Mutex<[(key: Key, browser: any Browser)]>([])

  private let chosen = Mutex<String?>(nil)

  private init() {}

  /// Shows all pages in this browser, whatever their subjects say.
  package func choose(_ program: String?) { chosen.withLock { $0 = program } }

  /// Calls `body` with an idle browser, or with a new one; one that failed is not used again.
  func withBrowser<Result>(
    _ program: String?, reaching server: WebOrigin?, _ pace: Subject.Pace,
    _ body: (any Browser) throws(BrowserFailure) -> Result
  ) throws(BrowserFailure) -> Result {
    let program = chosen.withLock { $0 } ?? program
    let key = Key(program: program, server: server, pace: pace)
    let browser: any Browser
    if let waiting = takeIdle(key) {
      browser = waiting
    } else {
      browser = try ChildProcess.withoutBrokenPipes { () throws(BrowserFailure) in
        try Browsers.start(program, reaching: server, pace)
      }
    }
    let result = try ChildProcess.withoutBrokenPipes { () throws(BrowserFailure) in
      try body(browser)
    }
    idle.withLock { $0.append((key, browser)) }
    return result
  }

  private func takeIdle(_ key: Key) -> (any Browser)? {
    idle.withLock { idle in
      idle.firstIndex { $0.key == key }.map { idle.remove(at: $0).browser }
    }
  }

  /// Ends the idle browsers, and removes their profiles.
  package func end() {
    // Outside of the lock, since each takes a moment.
    _ = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
  }
}
