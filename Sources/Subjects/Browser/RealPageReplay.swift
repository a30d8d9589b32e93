import PantographQuantities
import PantographTouches
import Synchronization

/// Replays a recording into a page in real time: with the browser's own scrolling, frames and clock.
///
/// Touches are sent at their times, and nothing is waited for. Each has the time of the recording, also if the
/// browser delivers it later.
struct RealPageReplay {
  /// 0.5 s before the first event, in which the page finishes its start.
  private static let lead = 0.5
  /// 0.05 s, three frames: touches that are sent later than this are noted.
  private static let mostLateness = 0.05
  /// Replays in real time come one after another: they would disturb each other.
  private static let turn = Mutex(())

  /// Replays rows into a page.
  static func run(
    _ page: Subject.Page, _ rows: [ContactFeed.Row], in folder: String, within seconds: Double,
    with browser: any Browser
  ) throws(BrowserFailure) -> Observation {
    try turn.withLock { _ throws(BrowserFailure) in
      try browser.show(page, in: folder, running: PageRecord.script, within: seconds)
      // The page goes on as long as it is open.
      defer { browser.closePage() }
      return try play(rows, into: page, with: browser)
    }
  }

  private static func play(
    _ rows: [ContactFeed.Row], into page: Subject.Page, with browser: any Browser
  ) throws(BrowserFailure) -> Observation {
    let start = ChildProcess.now + lead
    // Milliseconds since 1970, as a page counts them.
    let zero = (ChildProcess.timeOfDay + lead) * 1000
    var fingers = PageFingers(page)
    var notes: [String] = []
    var lateness = 0.0
    var index = 0
    while index < rows.count {
      let time = rows[index].time - Timestamp(microseconds: 0)
      guard rows[index].kind != .frame else {
        index += 1
        continue
      }
      try browser.wait(until: start + time)
      lateness = max(lateness, ChildProcess.now - start - time)
      let end = rows.end(ofRowsLike: index)
      let touches = fingers.touches(rows[index..<end], at: zero + time * 1000)
      if touches.kind == .cancelled, !touches.areAll {
        notes.append("a cancelled finger was lifted, because others were down")
      }
      try browser.post(touches)
      index = end
    }
    let last = (rows.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
    try browser.wait(until: start + last)
    try browser.finishPosts()
    let result = try PageResult(of: page, in: browser)
    var shown = try result.observation(from: zero - result.origin())
    if lateness > mostLateness {
      notes.append("touches were up to \(Int(lateness * 1000)) ms late: the machine was busy")
    }
    shown.notes += notes + browser.notes
    return shown
  }
}
