import Synchronization

/// The browsers that run now: cases share them, one at a time each.
package final class BrowserPool: Sendable {
  /// The browsers of this process.
  package static let shared = BrowserPool()

  private let idle = Mutex<[(program: String?, host: String?, browser: any Browser)]>([])

  private init() {}

  /// Calls `body` with an idle browser, or with a new one; one that failed is not used again.
  func withBrowser<Result>(
    _ program: String?, reaching host: String?,
    _ body: (any Browser) throws(BrowserFailure) -> Result
  ) throws(BrowserFailure) -> Result {
    let browser: any Browser
    if let waiting = takeIdle(program, host) {
      browser = waiting
    } else {
      browser = try ChildProcess.withoutBrokenPipes { () throws(BrowserFailure) in
        try Browsers.start(program, reaching: host)
      }
    }
    let result = try ChildProcess.withoutBrokenPipes { () throws(BrowserFailure) in
      try body(browser)
    }
    idle.withLock { $0.append((program, host, browser)) }
    return result
  }

  private func takeIdle(_ program: String?, _ host: String?) -> (any Browser)? {
    idle.withLock { idle in
      idle.firstIndex { $0.program == program && $0.host == host }.map {
        idle.remove(at: $0).browser
      }
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
