import PantographJSON
import PantographLibc
import PantographReports

/// A Chromium, driven by the DevTools protocol through two pipes.
///
/// No port is open. When this process ends, the pipes close and the browser ends, too.
final class Chromium: Browser, @unchecked Sendable {
  /// The programs that are tried, in this order.
  static let programs = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]

  private let process: BrowserProcess
  private let channel: BrowserChannel
  let notes: [String]

  // The page:
  private var patience = Browsers.startTime
  private var context = ""
  private var target = ""
  private var session = ""
  private var input = ChromiumInput()
  /// Inputs whose answers are not waited for before the next ones.
  private var posted: [BrowserChannel.Call] = []
  /// The time of day, in seconds, that is the page's time 0.
  private var zero = 0.0

  /// Starts a browser; without its sandbox only where the system has none.
  static func start(
    _ program: String, reaching host: String?, _ pace: Subject.Pace
  ) throws(BrowserFailure) -> Chromium {
    // Chromium refuses to run as root with its sandbox.
    let canHaveSandbox = geteuid() != 0
    if canHaveSandbox {
      let browser = try Chromium(program, hasSandbox: true, host, pace)
      do {
        try browser.awaitStart()
        return browser
      } catch {
        // A browser that finds no sandbox ends by itself.
        guard browser.process.process.hasEnded else { throw error }
      }
    }
    let browser = try Chromium(program, hasSandbox: false, host, pace)
    try browser.awaitStart()
    return browser
  }

  private func awaitStart() throws(BrowserFailure) {
    try channel.call("Browser.getVersion", until: ChildProcess.now + Browsers.startTime)
  }

  private init(
    _ program: String, hasSandbox: Bool, _ host: String?, _ pace: Subject.Pace
  ) throws(BrowserFailure) {
    notes = hasSandbox ? [] : ["the browser ran without its sandbox"]
    process = try BrowserProcess(program, hasTemporaryFiles: true, [.input(3), .output(4)]) {
      profile in
      [
        "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(profile)",
        "--no-first-run", "--disable-background-networking", "--disable-sync", "--disable-gpu",
        "--host-resolver-rules=MAP * ~NOTFOUND" + (host.map { ", EXCLUDE \($0)" } ?? ""),
        "--block-new-web-contents", "--disable-component-update",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--hide-scrollbars",
        "--force-color-profile=srgb", "--mute-audio",
        // A touch is sent with a frame of the browser.
      ] + (pace == .fast ? ["--disable-frame-rate-limit"] : [])
        + (hasSandbox ? [] : ["--no-sandbox"]) + ["about:blank"]
    }
    let ends = process.process.ends
    channel = BrowserChannel(MessagePipe(DescriptorPair(output: ends[0], input: ends[1])))
  }

  // MARK: The page

  func open(
    _ page: Subject.Page, _ files: PageFiles, running script: String, within seconds: Double
  ) throws(BrowserFailure) {
    patience = seconds
    zero = ChildProcess.timeOfDay
    (input, posted) = (ChromiumInput(), [])
    context = try text("browserContextId", of: "Target.createBrowserContext")
    target = try text(
      "targetId", of: "Target.createTarget",
      ["url": .string("about:blank"), "browserContextId": .string(context)])
    session = try text(
      "sessionId", of: "Target.attachToTarget",
      ["targetId": .string(target), "flatten": .flag(true)])
    let (channel, session) = (channel, session)
    channel.handle = { [unowned channel] event throws(BrowserFailure) in
      try Self.answer(event, from: files, in: session, through: channel, within: seconds)
    }
    try call("Page.enable")
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(page.width), "height": .integer(page.height),
        "screenWidth": .integer(page.width), "screenHeight": .integer(page.height),
        "deviceScaleFactor": .integer(1),
        // A mobile browser zooms out, at a time of its own, when the content gets wider.
        "mobile": .flag(false),
      ])
    try call(
      "Emulation.setTouchEmulationEnabled",
      ["enabled": .flag(true), "maxTouchPoints": .integer(ChromiumInput.mostFingers)])
    try call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    try call("Fetch.enable", ["patterns": .list([["urlPattern": .string("*")]])])
    let navigation = try call("Page.navigate", ["url": .string(page.address)])
    if let reason = navigation?["errorText"]?.anyText {
      throw BrowserFailure(sentence: "\(page.location) can't be loaded: \(reason)")
    }
    _ = try channel.event("Page.loadEventFired", until: ChildProcess.now + patience)
  }

  /// Answers a request or a dialog of the page, and returns whether the event was one.
  private static func answer(
    _ event: JSONNode, from files: PageFiles, in session: String, through channel: BrowserChannel,
    within seconds: Double
  ) throws(BrowserFailure) -> Bool {
    let deadline = ChildProcess.now + seconds
    if event["method"]?.anyText == "Page.javascriptDialogOpening" {
      try channel.send(
        "Page.handleJavaScriptDialog", ["accept": .flag(true)], in: session, until: deadline)
      return true
    }
    guard event["method"]?.anyText == "Fetch.requestPaused", let parameters = event["params"],
      let request = parameters["requestId"]?.anyText,
      let address = parameters["request"]?["url"]?.anyText
    else { return false }
    let id = ("requestId", JSONText.string(request))
    let (method, members): (String, [(String, JSONText)]) =
      switch files.answer(to: address) {
      case .goesOn: ("Fetch.continueRequest", [])
      case .isRefused: ("Fetch.failRequest", [("errorReason", .string("BlockedByClient"))])
      case .response(let status, let headers, let body):
        (
          "Fetch.fulfillRequest",
          [
            ("responseCode", .integer(status)),
            (
              "responseHeaders",
              .list(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
            ), ("body", .string(PageFiles.base64(body))),
          ]
        )
      }
    try channel.send(
      method, .object(([id] + members).map { (key: $0.0, value: $0.1) }), in: session,
      until: deadline)
    return true
  }

  func evaluate(_ expression: String) throws(BrowserFailure) -> String {
    let reply = try call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": .flag(true),
        "returnByValue": .flag(true),
      ])
    if let exception = reply?["exceptionDetails"] {
      let text = (exception["exception"]?["description"] ?? exception["text"])?.anyText
      throw BrowserFailure(
        sentence: "the page failed: \(text?.split(separator: "\n").first ?? "")")
    }
    return reply?["result"]?["value"]?.anyText ?? ""
  }

  func send(_ input: PageInput, at time: Double) throws(BrowserFailure) -> Int {
    let deadline = ChildProcess.now + patience
    let call = try self.input.call(for: input, at: zero + time / 1000)
    var calls = try call.map { call throws(BrowserFailure) in [try begin(call)] } ?? []
    if case .touches(let touches) = input, touches.areMerged {
      // The page waits for this key before it takes up the moves of several fingers; its script hides it.
      let key = try channel.begin(
        "Input.dispatchKeyEvent", ["type": .string("keyUp")], in: session, until: deadline)
      calls.append(key)
    }
    for call in calls { try channel.result(of: call, until: deadline) }
    return call?.eventCount ?? 0
  }

  func post(_ input: PageInput, at time: Double) throws(BrowserFailure) {
    guard let call = try self.input.call(for: input, at: time / 1000) else { return }
    posted.append(try begin(call))
  }

  private func begin(_ call: ChromiumInput.Call) throws(BrowserFailure) -> BrowserChannel.Call {
    try channel.begin(
      call.method, call.parameters, in: session, until: ChildProcess.now + patience)
  }

  func finishPosts() throws(BrowserFailure) {
    for call in posted { try channel.result(of: call, until: ChildProcess.now + patience) }
    posted = []
  }

  func wait(until time: Double) throws(BrowserFailure) {
    try channel.wait(until: time, patience: patience)
  }

  func closePage() {
    guard !target.isEmpty else { return }
    channel.handle = nil
    channel.forgetEvents()
    let soon = ChildProcess.now + 5
    _ = try? channel.call("Target.closeTarget", ["targetId": .string(target)], until: soon)
    _ = try? channel.call(
      "Target.disposeBrowserContext", ["browserContextId": .string(context)], until: soon)
    channel.forgetEvents()
    target = ""
  }

  @discardableResult
  private func call(
    _ method: String, _ parameters: JSONText = [:]
  ) throws(BrowserFailure) -> JSONNode? {
    try channel.call(method, parameters, in: session, until: ChildProcess.now + patience)
  }

  private func text(
    _ name: String, of method: String, _ parameters: JSONText = [:]
  ) throws(BrowserFailure) -> String {
    try channel.text(name, of: method, parameters, until: ChildProcess.now + patience)
  }
}
