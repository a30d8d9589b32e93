import PantographQuantities
import PantographReports
import PantographTouches

/// Replays a recording into a page whose clock stands still between its events and frames.
///
/// The touches are the browser's own (trusted). Each one is delivered before time goes on, so two replays
/// are the same to the last bit, whatever else the machine does.
struct PageReplay {
  /// 0.5 s of frames before the first event, in which the page finishes its start.
  private static let lead = 0.5
  /// The frames that are shown in one call: 1 s.
  private static let mostSteps = 60

  private let browser: any Browser
  private let page: Subject.Page
  private var fingers: PageFingers
  /// The calls of the page's script that come before the next touch.
  private var steps: [String] = []

  /// Replays rows into a page.
  static func run(
    _ page: Subject.Page, _ rows: [ContactFeed.Row], frameRate: Double, in folder: String,
    within seconds: Double, with browser: any Browser
  ) throws(BrowserFailure) -> Observation {
    try browser.show(page, in: folder, running: PageScript.text, within: seconds)
    var replay = PageReplay(browser, page)
    try replay.play(rows, frameRate: frameRate)
    return try replay.result()
  }

  private init(_ browser: any Browser, _ page: Subject.Page) {
    self.browser = browser
    self.page = page
    fingers = PageFingers(page)
  }

  private mutating func play(_ rows: [ContactFeed.Row], frameRate: Double) throws(BrowserFailure) {
    let before = Int((Self.lead * frameRate).rounded())
    for frame in 0..<before { try show(Double(frame) / frameRate - Self.lead) }
    var index = 0
    while index < rows.count {
      let row = rows[index]
      let time = row.time - Timestamp(microseconds: 0)
      guard row.kind != .frame else {
        try show(time)
        index += 1
        continue
      }
      let end = rows.end(ofRowsLike: index)
      try send(fingers.touches(rows[index..<end], at: milliseconds(time)))
      index = end
    }
    try runSteps()
  }

  private mutating func show(_ time: Double) throws(BrowserFailure) {
    steps.append("pantograph.frame(\(milliseconds(time)))")
    if steps.count == Self.mostSteps { try runSteps() }
  }

  private mutating func send(_ touches: PageTouches) throws(BrowserFailure) {
    let isCancelled = touches.kind == .cancelled
    steps.append("pantograph.sample(\(touches.time), \(isCancelled), \(touches.areMerged))")
    try runSteps()
    let count = try browser.send(touches)
    // The browser's answer does not mean that the page has had the events.
    steps.append("pantograph.delivery(\(count))")
  }

  /// Runs the page's script up to now, in one call: each one takes the browser some time.
  private mutating func runSteps() throws(BrowserFailure) {
    guard !steps.isEmpty else { return }
    let calls = steps.map { "await \($0);" }.joined(separator: " ")
    steps = []
    let failure = try browser.evaluate("(async () => { \(calls) })().then(() => '', String)")
    guard failure.isEmpty else { throw BrowserFailure(sentence: "the page failed: \(failure)") }
  }

  private func result() throws(BrowserFailure) -> Observation {
    let result = try PageResult(of: page, in: browser)
    var shown = try result.observation(from: milliseconds(0))
    shown.notes += browser.notes
    let withheld = result.count("withheld")
    if withheld > 0 { shown.notes.append("the browser withheld \(withheld) moves") }
    return shown
  }

  /// The page's time: it starts at 0, and the recording follows after the lead.
  private func milliseconds(_ seconds: Double) -> Double {
    ((seconds + Self.lead) * 1e6).rounded() / 1000
  }
}
