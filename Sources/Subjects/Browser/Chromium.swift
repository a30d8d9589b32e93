import Glibc
import PantographBase

/// A Chromium, driven by the DevTools protocol through two pipes.
///
/// No port is open. When this process ends, the pipes close and the browser ends, too.
final class Chromium: Browser, @unchecked Sendable {
  /// The programs that are tried, in this order.
  static let programs = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]

  private let process: BrowserProcess
  private let channel: BrowserChannel
  private let hasSandbox: Bool

  // The tab, which pages share one after the other:
  private var context = ""
  private var target = ""
  private var session = ""
  /// The script that runs before those of a page, and its identifier.
  private var installed = (script: "", identifier: "")

  // The page:
  private var patience = Browsers.startTime
  private var isOpen = false
  /// Whether the next page can't notice what this one has done to the tab.
  private var leavesNoTrace = false
  private var hasOpenedWindow = false
  private var input = ChromiumInput()
  /// Inputs whose answers are not waited for before the next ones.
  private var posted: [BrowserChannel.Call] = []
  /// The time of day, in seconds, that is the page's time 0.
  private var zero = 0.0

  /// Starts a browser; without its sandbox only where the system has none.
  static func start(
    _ program: String, reaching server: WebOrigin?, _ pace: Subject.Pace
  ) throws(BrowserFailure) -> Chromium {
    // Chromium refuses to run as root with its sandbox.
    let canHaveSandbox = geteuid() != 0
    if canHaveSandbox {
      let browser = try Chromium(program, hasSandbox: true, server, pace)
      do {
        try browser.awaitStart()
        return browser
      } catch {
        // A browser that finds no sandbox ends by itself.
        guard browser.process.process.hasEnded else { throw error }
      }
    }
    let browser = try Chromium(program, hasSandbox: false, server, pace)
    try browser.awaitStart()
    return browser
  }

  private func awaitStart() throws(BrowserFailure) {
    try channel.call("Browser.getVersion", until: ChildProcess.now + Browsers.startTime)
  }

  private init(
    _ program: String, hasSandbox: Bool, _ server: WebOrigin?, _ pace: Subject.Pace
  ) throws(BrowserFailure) {
    self.hasSandbox = hasSandbox
    process = try BrowserProcess(program, hasTemporaryFiles: true, [.input(3), .output(4)]) {
      profile in
      [
        "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(profile)",
        "--no-first-run", "--disable-background-networking", "--disable-sync", "--disable-gpu",
        "--disable-back-forward-cache",
        // Workers, too, reach no other host, and of the page's host no other port.
        "--host-resolver-rules=MAP * ~NOTFOUND" + (server.map { ", EXCLUDE \($0.name)" } ?? ""),
        "--proxy-server=http://127.0.0.1:9",
        "--proxy-bypass-list=<-loopback>" + (server.map { ";\($0.authority)" } ?? ""),
        "--block-new-web-contents", "--disable-component-update",
        // What a page sends by WebRTC goes through the proxy, too, and no multicast asks for names. Which
        // of the two names of the policy counts depends on the version.
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-features=WebRtcHideLocalIpsWithMdns", "--hide-scrollbars",
        "--force-color-profile=srgb", "--mute-audio",
        // A touch is sent with a frame of the browser.
      ] + (pace == .fast ? ["--disable-frame-rate-limit"] : [])
        + (hasSandbox ? [] : ["--no-sandbox"]) + ["about:blank"]
    }
    let ends = process.process.ends
    channel = BrowserChannel(MessagePipe(DescriptorPair(output: ends[0], input: ends[1])))
  }

  // MARK: The page

  var notes: [String] {
    (hasSandbox ? [] : ["the browser ran without its sandbox"])
      + (hasOpenedWindow ? [.windowWasClosed] : [])
  }

  func open(
    _ page: Subject.Page, _ files: PageFiles, running script: String, within seconds: Double
  ) throws(BrowserFailure) {
    patience = seconds
    zero = ChildProcess.timeOfDay
    input = ChromiumInput()
    posted = []
    hasOpenedWindow = false
    if target.isEmpty { try openTab() }
    isOpen = true
    leavesNoTrace = page.server == nil
    answer { address in files.answer(to: address) }
    var calls = [
      try begin(
        "Emulation.setDeviceMetricsOverride",
        [
          "width": .integer(page.width), "height": .integer(page.height),
          "screenWidth": .integer(page.width), "screenHeight": .integer(page.height),
          "deviceScaleFactor": .integer(1),
          // A mobile browser zooms out, at a time of its own, when the content gets wider.
          "mobile": .flag(false),
        ])
    ]
    if script != installed.script {
      if !installed.script.isEmpty {
        let old = JSONText.string(installed.identifier)
        calls.append(try begin("Page.removeScriptToEvaluateOnNewDocument", ["identifier": old]))
      }
      let added = try call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
      installed = (script, added?["identifier"]?.anyText ?? "")
    }
    for call in calls { try channel.result(of: call, until: ChildProcess.now + patience) }
    try load(page.address, named: page.location)
    // A swipe to the right would go back to the tab's empty page.
    try call("Page.resetNavigationHistory")
  }

  private func openTab() throws(BrowserFailure) {
    context = try text("browserContextId", of: "Target.createBrowserContext")
    target = try text(
      "targetId", of: "Target.createTarget",
      ["url": .string("about:blank"), "browserContextId": .string(context)])
    session = try text(
      "sessionId", of: "Target.attachToTarget",
      ["targetId": .string(target), "flatten": .flag(true)])
    installed = ("", "")
    try channel.call(
      "Target.setDiscoverTargets",
      ["discover": .flag(true), "filter": .list([["type": .string("page")]])],
      until: ChildProcess.now + patience)
    let fingers = JSONText.integer(ChromiumInput.mostFingers)
    let calls = [
      try begin("Page.enable"),
      try begin("Page.setLifecycleEventsEnabled", ["enabled": .flag(true)]),
      try begin(
        "Emulation.setTouchEmulationEnabled",
        ["enabled": .flag(true), "maxTouchPoints": fingers]),
      try begin("Fetch.enable", ["patterns": .list([["urlPattern": .string("*")]])]),
    ]
    for call in calls { try channel.result(of: call, until: ChildProcess.now + patience) }
  }

  private func load(_ address: String, named name: String) throws(BrowserFailure) {
    // A tab that was just opened may still be loading its empty page.
    let frame = try call("Page.getFrameTree")?["frameTree"]?["frame"]
    channel.forgetEvents()
    let navigation = try call("Page.navigate", ["url": .string(address)])
    if let reason = navigation?["errorText"]?.anyText {
      throw BrowserFailure(sentence: "\(name) can't be loaded: \(reason)")
    }
    var event: JSONNode?
    repeat {
      event = try channel.event("Page.lifecycleEvent", until: ChildProcess.now + patience)["params"]
    } while event?["name"]?.anyText != "load"
      || event?["frameId"]?.anyText != frame?["id"]?.anyText
      || event?["loaderId"]?.anyText == frame?["loaderId"]?.anyText
  }

  /// Answers the page's requests from now on.
  private func answer(_ answer: @escaping (String) -> PageFiles.Answer) {
    channel.handle = { [unowned self] event throws(BrowserFailure) in
      try handle(event, by: answer)
    }
  }

  /// Answers a request or a dialog of the page, or closes a window, and returns whether the event was one.
  private func handle(
    _ event: JSONNode, by answer: (String) -> PageFiles.Answer
  ) throws(BrowserFailure) -> Bool {
    let deadline = ChildProcess.now + patience
    switch event["method"]?.anyText {
    case "Page.javascriptDialogOpening":
      // As a user who presses Enter: a question has its own answer.
      let answer = event["params"]?["defaultPrompt"]?.anyText ?? ""
      try channel.send(
        "Page.handleJavaScriptDialog",
        ["accept": .flag(true), "promptText": .string(answer)], in: session, until: deadline)
      return true
    case "Target.targetCreated":
      try closeWindow(event["params"]?["targetInfo"], until: deadline)
      return true
    case "Target.targetCrashed":
      if event["params"]?["targetId"]?.anyText == target { throw BrowserFailure.pageHasCrashed }
      return true
    default: break
    }
    guard event["method"]?.anyText == "Fetch.requestPaused", let parameters = event["params"],
      let request = parameters["requestId"]?.anyText,
      let address = parameters["request"]?["url"]?.anyText
    else { return false }
    let id = ("requestId", JSONText.string(request))
    let (method, members): (String, [(String, JSONText)]) =
      switch answer(address) {
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
            ), ("body", .string(String(base64: body))),
          ]
        )
      }
    try channel.send(
      method, .object(([id] + members).map { (key: $0.0, value: $0.1) }), in: session,
      until: deadline)
    return true
  }

  /// Closes a new window if the page has opened it: it would hide the page.
  private func closeWindow(
    _ window: JSONNode?, until deadline: Double
  ) throws(BrowserFailure) {
    guard let id = window?["targetId"]?.anyText, id != target,
      window?["browserContextId"]?.anyText == context
    else { return }
    hasOpenedWindow = true
    leavesNoTrace = false
    try channel.send("Target.closeTarget", ["targetId": .string(id)], until: deadline)
  }

  func evaluate(_ expression: String) throws(BrowserFailure) -> String {
    try value(of: beginEvaluation(expression))
  }

  private func beginEvaluation(
    _ expression: String
  ) throws(BrowserFailure) -> BrowserChannel.Call {
    try begin(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": .flag(true),
        "returnByValue": .flag(true),
      ])
  }

  private func value(of evaluation: BrowserChannel.Call) throws(BrowserFailure) -> String {
    let reply: JSONNode?
    do throws(BrowserFailure) {
      reply = try channel.result(of: evaluation, until: ChildProcess.now + patience)
    } catch {
      let signs = ["Inspected target navigated", "xecution context", "Cannot find context"]
      throw signs.contains(where: error.sentence.includes) ? BrowserFailure.pageHasLeft : error
    }
    if let exception = reply?["exceptionDetails"] {
      let text = (exception["exception"]?["description"] ?? exception["text"])?.anyText
      throw BrowserFailure.ofPage(text ?? "")
    }
    return reply?["result"]?["value"]?.anyText ?? ""
  }

  func send(
    _ input: PageInput, at time: Double, evaluating expression: (Int) -> String,
    confirming confirmation: String
  ) throws(BrowserFailure) -> String {
    let deadline = ChildProcess.now + patience
    if case .touches = input {} else { leavesNoTrace = false }
    let needed = try self.input.calls(for: input, at: zero + time / 1000)
    let calls = try needed.map { call throws(BrowserFailure) in try begin(call) }
    // It goes on its way before the input's answer, which takes as long as a frame.
    let evaluation = try beginEvaluation(expression(needed.first?.eventCount ?? 0))
    for call in calls { try channel.result(of: call, until: deadline) }
    try channel.send(
      "Runtime.evaluate", ["expression": .string(confirmation)], in: session, until: deadline)
    return try value(of: evaluation)
  }

  func post(_ input: PageInput, at time: Double) throws(BrowserFailure) {
    if case .touches = input {} else { leavesNoTrace = false }
    guard let call = try self.input.call(for: input, at: time / 1000) else { return }
    posted.append(try begin(call))
  }

  private func begin(_ call: ChromiumInput.Call) throws(BrowserFailure) -> BrowserChannel.Call {
    try begin(call.method, call.parameters)
  }

  private func begin(
    _ method: String, _ parameters: JSONText = [:]
  ) throws(BrowserFailure) -> BrowserChannel.Call {
    try channel.begin(method, parameters, in: session, until: ChildProcess.now + patience)
  }

  func finishPosts() throws(BrowserFailure) {
    for call in posted { try channel.result(of: call, until: ChildProcess.now + patience) }
    posted = []
  }

  func wait(until time: Double) throws(BrowserFailure) {
    try channel.wait(until: time, patience: patience)
  }

  func picture() throws(BrowserFailure) -> String {
    let picture = try call(
      "Page.captureScreenshot", ["format": .string("webp"), "quality": .integer(60)])
    return "data:image/webp;base64," + (picture?["data"]?.anyText ?? "")
  }

  func closePage() {
    guard isOpen else { return }
    isOpen = false
    if leavesNoTrace, (try? clear()) != nil { return }
    closeTab()
  }

  /// Leaves the page, and forgets what it stored.
  private func clear() throws(BrowserFailure) {
    patience = min(patience, 5)
    answer { _ in .blank }
    try load(PageFiles.origin, named: "an empty page")
    let calls = [
      try begin(
        "Storage.clearDataForOrigin",
        ["origin": .string(PageFiles.origin), "storageTypes": .string("all")]),
      try begin("Runtime.evaluate", ["expression": .string("sessionStorage.clear(); name = ''")]),
      try begin("Page.resetNavigationHistory"), try begin("Emulation.resetPageScaleFactor"),
    ]
    for call in calls { try channel.result(of: call, until: ChildProcess.now + patience) }
  }

  private func closeTab() {
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
