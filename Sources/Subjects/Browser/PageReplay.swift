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
  /// The number of fingers that Chromium accepts.
  private static let mostFingers = 16

  private let browser: Chromium
  private let page: Subject.Page
  /// The seconds that each answer may take.
  private let patience: Double
  private var session = ""
  private var target = ""
  private var context = ""
  /// The browser's number of each finger that is down.
  private var identifiers: [Int: Int] = [:]
  /// The samples that the browser did not pass on to the page.
  private var missingCount = 0

  /// Replays rows into a page.
  static func run(
    _ page: Subject.Page, _ rows: [ContactFeed.Row], frameRate: Double, in folder: String,
    within seconds: Double, with browser: Chromium
  ) throws(Chromium.Failure) -> Observation {
    var replay = PageReplay(browser, page, patience: seconds)
    let files = PageFiles(folder, for: page)
    // The browser keeps the handler of its events until then, and the handler the browser.
    defer { replay.close() }
    try replay.open(files)
    try replay.play(rows, frameRate: frameRate)
    return try replay.result()
  }

  private init(_ browser: Chromium, _ page: Subject.Page, patience: Double) {
    self.browser = browser
    self.page = page
    self.patience = patience
  }

  // MARK: Opening

  private mutating func open(_ files: PageFiles) throws(Chromium.Failure) {
    context = try id("browserContextId", of: "Target.createBrowserContext", [:])
    target = try id(
      "targetId", of: "Target.createTarget",
      ["url": .string("about:blank"), "browserContextId": .string(context)])
    session = try id(
      "sessionId", of: "Target.attachToTarget",
      ["targetId": .string(target), "flatten": .flag(true)])
    let (browser, session, patience) = (browser, session, patience)
    browser.handle = { event throws(Chromium.Failure) in
      let deadline = ChildProcess.now + patience
      if Chromium.text(event["method"]) == "Page.javascriptDialogOpening" {
        try browser.send(
          "Page.handleJavaScriptDialog", ["accept": .flag(true)], in: session, until: deadline)
        return true
      }
      guard Chromium.text(event["method"]) == "Fetch.requestPaused",
        let parameters = event["params"], let number = Chromium.text(parameters["requestId"]),
        let url = Chromium.text(parameters["request"]?["url"])
      else { return false }
      let answer = files.answer(to: url, number)
      try browser.send(answer.method, answer.parameters, in: session, until: deadline)
      return true
    }
    try call("Page.enable")
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(page.width), "height": .integer(page.height),
        "deviceScaleFactor": .integer(1), "mobile": .flag(true),
      ])
    try call(
      "Emulation.setTouchEmulationEnabled",
      ["enabled": .flag(true), "maxTouchPoints": .integer(Self.mostFingers)])
    try call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(PageScript.text)])
    try call("Fetch.enable", ["patterns": .list([["urlPattern": .string("*")]])])
    let navigation = try call("Page.navigate", ["url": .string(page.address)])
    if let reason = Chromium.text(navigation?["errorText"]) {
      throw Chromium.Failure(sentence: "\(page.location) can't be loaded: \(reason)")
    }
    _ = try browser.event("Page.loadEventFired", until: ChildProcess.now + patience)
    let selectors = JSONText.list(page.elements.map { .string($0.selector) }).text
    let shown = JSONText.list(page.shown.map(JSONText.string)).text
    let missing = try evaluate("pantograph.begin(\(selectors), \(shown)).join(', ')")
    guard missing.isEmpty else {
      throw Chromium.Failure(sentence: "no element of \(page.location) matches \(missing)")
    }
  }

  private func close() {
    browser.handle = nil
    browser.forgetEvents()
    let soon = ChildProcess.now + 5
    _ = try? browser.call("Target.closeTarget", ["targetId": .string(target)], until: soon)
    _ = try? browser.call(
      "Target.disposeBrowserContext", ["browserContextId": .string(context)], until: soon)
    browser.forgetEvents()
  }

  // MARK: Playing

  private mutating func play(_ rows: [ContactFeed.Row], frameRate: Double) throws(Chromium.Failure)
  {
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
  }

  private func show(_ time: Double) throws(Chromium.Failure) {
    _ = try evaluate("pantograph.frame(\(milliseconds(time)))")
  }

  private mutating func touch(
    _ rows: ArraySlice<ContactFeed.Row>, at time: Double
  ) throws(Chromium.Failure) {
    let kind = rows[rows.startIndex].kind
    _ = try evaluate("pantograph.sample(\(milliseconds(time)), \(kind == .cancelled))")
    var points: [JSONText] = []
    for contact in rows.compactMap(\.contact) {
      let (from, to) = (page.placement.from, page.placement.to)
      var members: [(key: String, value: JSONText)] = [
        ("x", .number(to.x + (contact.position.x - from.x) * page.pixelsPerMillimetre)),
        ("y", .number(to.y + (contact.position.y - from.y) * page.pixelsPerMillimetre)),
        ("id", .integer(identifier(of: contact))),
      ]
      if let pressure = contact.pressure { members.append(("force", .number(pressure))) }
      points.append(.object(members))
    }
    guard identifiers.count <= Self.mostFingers else {
      throw Chromium.Failure(
        sentence: "more than \(Self.mostFingers) fingers at once, which is all that browsers take")
    }
    let isLast = kind != .cancelled || identifiers.count == rows.count
    if kind == .ended || kind == .cancelled {
      for contact in rows.compactMap(\.contact) { identifiers[contact.id] = nil }
    }
    let type =
      switch kind {
      case .began: "touchStart"
      case .ended: "touchEnd"
      // A cancel is of all fingers; one of several can only be lifted.
      case .cancelled: isLast ? "touchCancel" : "touchEnd"
      case .moved, .frame: "touchMove"
      }
    try call(
      "Input.dispatchTouchEvent",
      ["type": .string(type), "touchPoints": .list(type == "touchCancel" ? [] : points)])
    // The browser's answer does not mean that the page has had the events.
    let missing = try evaluate("pantograph.delivery(\(rows.count)).then(String)")
    missingCount += Int(missing) ?? 0
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

  private func result() throws(Chromium.Failure) -> Observation {
    let text = try evaluate("pantograph.result()")
    guard let node = try? JSONNode(parsing: Array(text.utf8)),
      let rows = try? node["rows"]?.elements(), let events = try? node["events"]?.elements(),
      let notes = try? node["notes"]?.elements()
    else { throw Chromium.Failure(sentence: "the page's result can't be read") }
    let names = page.elements.flatMap { element in page.shown.map { "\(element.name).\($0)" } }
    var shown = Observation()
    shown.notes = notes.compactMap { Chromium.text($0) }
    for row in rows {
      guard let cells = try? row.elements(), let time = self.time(cells.first) else { continue }
      for (name, cell) in zip(names, cells.dropFirst()) {
        guard let value = Chromium.number(cell) else { continue }
        shown.add(value, to: name, at: time)
      }
    }
    for event in events {
      guard let parts = try? event.elements(), parts.count == 2, let time = self.time(parts[0]),
        let words = Chromium.text(parts[1])
      else { continue }
      shown.add(event: words, at: time)
    }
    if !browser.hasSandbox { shown.notes.append("the browser ran without its sandbox") }
    if missingCount > 0 {
      shown.notes.append(
        "the browser kept \(missingCount) samples back, as it does before a touch has moved far enough"
      )
    }
    if let errors = Chromium.number(node["errors"]).flatMap(Int.init(exactly:)), errors > 100 {
      shown.notes.append("\(errors) console errors, of which 100 are listed")
    }
    return shown
  }

  /// Returns the time in a recording of a time of the page; `nil` before the first event.
  private func time(_ node: JSONNode?) -> Timestamp? {
    guard let milliseconds = Chromium.number(node) else { return nil }
    let microseconds = (milliseconds * 1000 - Self.lead * 1e6).rounded()
    return Int64(exactly: microseconds).flatMap { $0 < 0 ? nil : Timestamp(microseconds: $0) }
  }

  // MARK: Calls

  @discardableResult
  private func call(
    _ method: String, _ parameters: JSONText = [:]
  ) throws(Chromium.Failure) -> JSONNode? {
    try browser.call(method, parameters, in: session, until: ChildProcess.now + patience)
  }

  private func id(
    _ name: String, of method: String, _ parameters: JSONText
  ) throws(Chromium.Failure) -> String {
    let result = try browser.call(method, parameters, until: ChildProcess.now + patience)
    guard let id = Chromium.text(result?[name]) else {
      throw Chromium.Failure(sentence: "\(method) returned no \(name)")
    }
    return id
  }

  /// Evaluates an expression in the page, and returns its value as text.
  private func evaluate(_ expression: String) throws(Chromium.Failure) -> String {
    let reply = try call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": .flag(true),
        "returnByValue": .flag(true),
      ])
    if let exception = reply?["exceptionDetails"] {
      let text =
        Chromium.text(exception["exception"]?["description"]) ?? Chromium.text(exception["text"])
      throw Chromium.Failure(
        sentence: "the page failed: \(text?.split(separator: "\n").first ?? "")")
    }
    return Chromium.text(reply?["result"]?["value"]) ?? ""
  }
}
