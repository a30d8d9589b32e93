import PantographQuantities
import PantographTouches

/// Replays a recording into a page in real time: with the browser's own scrolling, frames and clock.
///
/// Touches are sent at their times, and nothing is waited for. Each has the time of the recording, also if the
/// browser delivers it later.
struct RealPageReplay {
  /// 0.5 s before the first event, in which the page finishes its start.
  private static let lead = 0.5

  /// Replays rows into a page.
  static func run(
    _ page: Subject.Page, _ rows: [ContactFeed.Row], in folder: String, within seconds: Double,
    with browser: any Browser
  ) throws(BrowserFailure) -> Observation {
    try browser.show(page, in: folder, running: PageRecord.script, within: seconds)
    let start = ChildProcess.now + lead
    // Milliseconds since 1970, as a page counts them.
    let zero = (ChildProcess.timeOfDay + lead) * 1000
    var fingers = PageFingers(page)
    var index = 0
    while index < rows.count {
      let time = rows[index].time - Timestamp(microseconds: 0)
      guard rows[index].kind != .frame else {
        index += 1
        continue
      }
      try browser.wait(until: start + time)
      let end = rows.end(ofRowsLike: index)
      try browser.post(fingers.touches(rows[index..<end], at: zero + time * 1000))
      index = end
    }
    let last = (rows.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
    try browser.wait(until: start + last)
    let result = try PageResult(of: page, in: browser)
    var shown = try result.observation(from: zero - result.number("origin"))
    shown.notes += browser.notes
    return shown
  }
}
