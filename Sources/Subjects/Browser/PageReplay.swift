import PantographJSON
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
  /// The browser's number of each finger that is down.
  private var identifiers: [Int: Int] = [:]
  /// The calls of the page's script that come before the next touch.
  private var steps: [String] = []

  /// Replays rows into a page.
  static func run(
    _ page: Subject.Page, _ rows: [ContactFeed.Row], frameRate: Double, in folder: String,
    within seconds: Double, with browser: any Browser
  ) throws(BrowserFailure) -> Observation {
    var replay = PageReplay(browser, page)
    // Closing takes as long as some frames, and the last page ends with its browser.
    browser.closePage()
    try replay.open(PageFiles(folder, for: page), within: seconds)
    try replay.play(rows, frameRate: frameRate)
    return try replay.result()
  }

  private init(_ browser: any Browser, _ page: Subject.Page) {
    self.browser = browser
    self.page = page
  }

  private func open(_ files: PageFiles, within seconds: Double) throws(BrowserFailure) {
    if case .response(404, _, _) = files.answer(to: page.address) {
      throw BrowserFailure(sentence: "\(page.location) can't be loaded: no such file")
    }
    try browser.open(page, files, running: PageScript.text, within: seconds)
    let selectors = JSONText.list(page.elements.map { .string($0.selector) }).text
    let shown = JSONText.list(page.shown.map(JSONText.string)).text
    let missing = try browser.evaluate("pantograph.begin(\(selectors), \(shown)).join(', ')")
    guard missing.isEmpty else {
      throw BrowserFailure(sentence: "no element of \(page.location) matches \(missing)")
    }
  }

  // MARK: Playing

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
      // Contacts of one instant that do the same come together, as from a device.
      let end = rows[index...].firstIndex { $0.time != row.time || $0.kind != row.kind }
      try touch(rows[index..<(end ?? rows.count)], at: time)
      index = end ?? rows.count
    }
    try runSteps()
  }

  private mutating func show(_ time: Double) throws(BrowserFailure) {
    steps.append("pantograph.frame(\(milliseconds(time)))")
    if steps.count == Self.mostSteps { try runSteps() }
  }

  private mutating func touch(
    _ rows: ArraySlice<ContactFeed.Row>, at time: Double
  ) throws(BrowserFailure) {
    let kind = rows[rows.startIndex].kind
    let areAll = kind != .cancelled || identifiers.count == rows.count
    var fingers: [PageTouches.Finger] = []
    for contact in rows.compactMap(\.contact) {
      let (from, to) = (page.placement.from, page.placement.to)
      fingers.append(
        PageTouches.Finger(
          number: identifier(of: contact),
          position: (
            to.x + (contact.position.x - from.x) * page.pixelsPerMillimetre,
            to.y + (contact.position.y - from.y) * page.pixelsPerMillimetre
          ), pressure: contact.pressure))
    }
    if kind == .ended || kind == .cancelled {
      for contact in rows.compactMap(\.contact) { identifiers[contact.id] = nil }
    }
    let touches = PageTouches(
      kind: kind, time: milliseconds(time), fingers: fingers, areAll: areAll)
    steps.append(
      "pantograph.sample(\(touches.time), \(kind == .cancelled), \(touches.areMerged))")
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

  /// Returns the smallest number that no other finger on the page has.
  private mutating func identifier(of contact: Contact) -> Int {
    if let known = identifiers[contact.id] { return known }
    let free = (0...).first { number in !identifiers.values.contains(number) } ?? 0
    identifiers[contact.id] = free
    return free
  }

  /// The page's time: it starts at 0, and the recording follows after the lead.
  private func milliseconds(_ seconds: Double) -> Double {
    ((seconds + Self.lead) * 1e6).rounded() / 1000
  }

  // MARK: Results

  private func result() throws(BrowserFailure) -> Observation {
    let text = try browser.evaluate("pantograph.result()")
    guard let node = try? JSONNode(parsing: Array(text.utf8)),
      let rows = try? node["rows"]?.elements(), let events = try? node["events"]?.elements(),
      let notes = try? node["notes"]?.elements()
    else { throw BrowserFailure(sentence: "the page's result can't be read") }
    let names = page.elements.flatMap { element in page.shown.map { "\(element.name).\($0)" } }
    var shown = Observation()
    shown.notes = notes.compactMap(\.anyText)
    for row in rows {
      guard let cells = try? row.elements(), let time = self.time(cells.first) else { continue }
      for (name, cell) in zip(names, cells.dropFirst()) {
        // An element that is not there has no value.
        shown.add(cell.anyNumber, to: name, at: time)
      }
    }
    for event in events {
      guard let parts = try? event.elements(), parts.count == 2, let time = self.time(parts[0]),
        let words = parts[1].anyText
      else { continue }
      shown.add(event: words, at: time)
    }
    shown.notes += browser.notes
    if let withheld = node["withheld"]?.anyNumber.flatMap(Int.init(exactly:)), withheld > 0 {
      shown.notes.append("the browser withheld \(withheld) moves")
    }
    if let errors = node["errors"]?.anyNumber.flatMap(Int.init(exactly:)), errors > 100 {
      shown.notes.append("\(errors) console errors, of which 100 are listed")
    }
    return shown
  }

  /// Returns the time in a recording of a time of the page; `nil` before the first event.
  private func time(_ node: JSONNode?) -> Timestamp? {
    guard let milliseconds = node?.anyNumber else { return nil }
    let microseconds = (milliseconds * 1000 - Self.lead * 1e6).rounded()
    return Int64(exactly: microseconds).flatMap { $0 < 0 ? nil : Timestamp(microseconds: $0) }
  }
}
