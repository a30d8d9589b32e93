import Glibc
import PantographBase
import PantographTraces
import PantographServing

/// A Firefox, driven by the protocol WebDriver BiDi through a WebSocket.
final class Firefox: Browser, @unchecked Sendable {
  /// The programs that are tried if there is no Chromium, in this order.
  static let programs = ["firefox", "firefox-esr"]

  private let process: BrowserProcess
  private let channel: BrowserChannel
  private let pace: Subject.Pace
  private let isSubstitute: Bool
  /// Inputs whose answers are not waited for before the next ones.
  private var posted: [BrowserChannel.Call] = []

  // The page:
  private var patience = Browsers.startTime
  private var userContext = ""
  private var context = ""
  private var input = FirefoxInput()
  private var hasOpenedWindow = false

  /// Starts a browser, which may be the substitute of a Chromium that was not found.
  init(
    _ program: String, reaching server: WebOrigin?, _ pace: Subject.Pace, isSubstitute: Bool
  ) throws(BrowserFailure) {
    self.pace = pace
    self.isSubstitute = isSubstitute
    let settings = Self.settings(reaching: server, pace)
    process = try BrowserProcess(program, settings: settings, []) { profile in
      [
        "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0",
        "about:blank",
      ]
    }
    let deadline = ChildProcess.now + Browsers.startTime
    let port = try Self.port(of: process, until: deadline)
    channel = BrowserChannel(try WebSocket(port: port, path: "/session", until: deadline))
    // Dialogs are accepted.
    try channel.call(
      "session.new",
      [
        "capabilities": [
          "alwaysMatch": ["unhandledPromptBehavior": ["default": .string("accept")]]
        ]
      ], until: deadline)
    try channel.call(
      "session.subscribe",
      [
        "events": .list([
          .string("network.beforeRequestSent"), .string("browsingContext.contextCreated"),
        ])
      ], until: deadline)
    try channel.call(
      "network.addIntercept", ["phases": .list([.string("beforeRequestSent")])], until: deadline)
  }

  /// The preferences of the profile.
  private static func settings(reaching server: WebOrigin?, _ pace: Subject.Pace) -> String {
    let preferences: [(name: String, value: JSONText)] = [
      // Everything goes to a proxy that does not exist, and nothing around it.
      ("network.proxy.type", .integer(1)),
      ("network.proxy.http", .string("127.0.0.1")), ("network.proxy.http_port", .integer(9)),
      ("network.proxy.ssl", .string("127.0.0.1")), ("network.proxy.ssl_port", .integer(9)),
      ("network.proxy.allow_hijacking_localhost", .flag(true)),
      ("network.proxy.failover_direct", .flag(false)),
      ("network.proxy.allow_bypass", .flag(false)),
      ("network.proxy.no_proxies_on", .string(server?.authority ?? "")),
      ("network.dns.disablePrefetch", .flag(true)), ("network.http.http3.enable", .flag(false)),
      ("media.peerconnection.enabled", .flag(false)),
      ("network.webtransport.enabled", .flag(false)),
      // Frames follow each other as fast as they are done, or as a screen shows them.
      ("layout.frame_rate", .integer(pace == .fast ? 0 : 60)),
      // A touchscreen, as on a phone.
      ("dom.w3c_touch_events.enabled", .integer(1)),
      ("dom.w3c_touch_events.legacy_apis.enabled", .flag(true)),
      ("ui.primaryPointerCapabilities", .integer(1)),
      ("ui.allPointerCapabilities", .integer(1)), ("ui.useOverlayScrollbars", .integer(1)),
      // How long a tap may take, in milliseconds: on a busy machine longer than in the recording, which the
      // page's script judges.
      ("apz.max_tap_time", .integer(pace == .fast ? 600_000 : 300)),
      // A page that does not handle a pinch is not zoomed, as in Chromium.
      ("mousewheel.with_control.action", .integer(0)),
      ("ui.prefersReducedMotion", .integer(0)), ("media.volume_scale", .string("0.0")),
      // Nothing that the browser does for itself.
      ("remote.prefs.recommended", .flag(true)), ("app.normandy.enabled", .flag(false)),
      ("app.update.disabledForTesting", .flag(true)), ("extensions.update.enabled", .flag(false)),
      ("browser.aboutwelcome.enabled", .flag(false)), ("browser.startup.page", .integer(0)),
      ("browser.shell.checkDefaultBrowser", .flag(false)),
      ("datareporting.healthreport.uploadEnabled", .flag(false)),
      ("datareporting.policy.dataSubmissionEnabled", .flag(false)),
      ("network.captive-portal-service.enabled", .flag(false)),
      ("network.connectivity-service.enabled", .flag(false)),
      ("services.settings.server", .string("data:,")),
    ]
    return preferences.map { "user_pref(\"\($0.name)\", \($0.value.text));\n" }.joined()
  }

  /// Returns the port that the browser has chosen, which it writes into its profile.
  private static func port(
    of browser: BrowserProcess, until deadline: Double
  ) throws(BrowserFailure) -> UInt16 {
    let file = "\(browser.profile)/WebDriverBiDiServer.json"
    while ChildProcess.now < deadline {
      if let bytes = try? WholeFile.bytes(of: file, limit: 1 << 16, ""),
        let port = (try? JSONNode(parsing: bytes))?["ws_port"]?.anyNumber
      {
        return UInt16(clamping: Int(port))
      }
      guard !browser.process.hasEnded else {
        throw BrowserFailure(sentence: "the browser has ended")
      }
      Descriptors.rest(seconds: 0.01)
    }
    throw BrowserFailure(sentence: "the time limit is over, while waiting for the browser's start")
  }

  // MARK: The page

  var notes: [String] {
    let scrolling =
      "Firefox does not scroll by touches, and gives events the times of their arrival"
    return (isSubstitute ? ["no Chromium was found, and Firefox used"] : [])
      + (pace == .fast ? [] : [scrolling]) + (hasOpenedWindow ? [.windowWasClosed] : [])
  }

  func open(
    _ page: Subject.Page, _ files: PageFiles, running script: String, within seconds: Double
  ) throws(BrowserFailure) {
    patience = seconds
    input = FirefoxInput()
    hasOpenedWindow = false
    userContext = try text("userContext", of: "browser.createUserContext")
    context = try text(
      "context", of: "browsingContext.create",
      ["type": .string("tab"), "userContext": .string(userContext)])
    channel.handle = { [unowned self] event throws(BrowserFailure) in
      if event["method"]?.anyText == "browsingContext.contextCreated" {
        try closeWindow(event["params"])
        return true
      }
      return try Self.answer(event, from: files, through: channel, within: seconds)
    }
    try call(
      "browsingContext.setViewport",
      [
        "viewport": ["width": .integer(page.width), "height": .integer(page.height)],
        "devicePixelRatio": .integer(1),
      ])
    try channel.call(
      "script.addPreloadScript",
      [
        "functionDeclaration": .string("() => {\(script)}"),
        "contexts": .list([.string(context)]),
      ], until: ChildProcess.now + patience)
    do throws(BrowserFailure) {
      try call(
        "browsingContext.navigate",
        ["url": .string(page.address), "wait": .string("complete")])
    } catch {
      guard error.sentence.hasPrefix("browsingContext.navigate: ") else { throw error }
      throw BrowserFailure(sentence: "\(page.location) can't be loaded: \(error.sentence)")
    }
  }

  /// Closes a new window if the page has opened it: it would hide the page.
  private func closeWindow(_ window: JSONNode?) throws(BrowserFailure) {
    guard let id = window?["context"]?.anyText, id != context,
      window?["userContext"]?.anyText == userContext, window?["parent"]?.anyText == nil
    else { return }
    hasOpenedWindow = true
    try channel.send(
      "browsingContext.close", ["context": .string(id)], until: ChildProcess.now + patience)
  }

  /// Answers a request of a page, and returns whether the event was one.
  private static func answer(
    _ event: JSONNode, from files: PageFiles, through channel: BrowserChannel,
    within seconds: Double
  ) throws(BrowserFailure) -> Bool {
    guard event["method"]?.anyText == "network.beforeRequestSent", let parameters = event["params"],
      (try? parameters["isBlocked"]?.flag()) == true,
      let request = parameters["request"]?["request"]?.anyText,
      let address = parameters["request"]?["url"]?.anyText
    else { return false }
    let id = (key: "request", value: JSONText.string(request))
    let (method, members): (String, [(key: String, value: JSONText)]) =
      switch files.answer(to: address) {
      case .goesOn: ("network.continueRequest", [])
      case .isRefused: ("network.failRequest", [])
      case .response(let status, let headers, let body):
        (
          "network.provideResponse",
          [
            ("statusCode", .integer(status)),
            ("reasonPhrase", .string(status == 200 ? "OK" : "Not Found")),
            (
              "headers",
              .list(headers.map { ["name": .string($0.name), "value": bytes("string", $0.value)] })
            ), ("body", bytes("base64", String(base64: body))),
          ]
        )
      }
    try channel.send(method, .object([id] + members), until: ChildProcess.now + seconds)
    return true
  }

  private static func bytes(_ type: String, _ value: String) -> JSONText {
    ["type": .string(type), "value": .string(value)]
  }

  func evaluate(_ expression: String) throws(BrowserFailure) -> String {
    let reply: JSONNode?
    do throws(BrowserFailure) {
      reply = try evaluateOnce(expression)
    } catch {
      if let exception = Self.exceptionWithoutStack(in: error) {
        throw BrowserFailure.ofPage(exception)
      }
      throw hasCrashed(error) ? BrowserFailure.pageHasCrashed : error
    }
    if let exception = reply?["exceptionDetails"] {
      throw BrowserFailure.ofPage(exception["text"]?.anyText ?? "")
    }
    return reply?["result"]?["value"]?.anyText ?? ""
  }

  /// Returns what a script has thrown with no function of it left on the stack, as after an `await`: Firefox calls
  /// that a failure of its own.
  private static func exceptionWithoutStack(in failure: BrowserFailure) -> String? {
    let (sign, middle) = ("script.evaluate: Error: Missing stack", "exception: ")
    let text = failure.sentence
    guard text.hasPrefix(sign) else { return nil }
    let start = text.indices.first { text[$0...].hasPrefix(middle) }
    return start.map { String(text[$0...].dropFirst(middle.count)) } ?? ""
  }

  private func evaluateOnce(_ expression: String) throws(BrowserFailure) -> JSONNode? {
    try channel.call(
      "script.evaluate", evaluation(of: expression), until: ChildProcess.now + patience)
  }

  private func evaluation(of expression: String) -> JSONText {
    [
      "expression": .string(expression), "target": ["context": .string(context)],
      "awaitPromise": .flag(true),
    ]
  }

  /// Whether the page has crashed, after something failed: its tab then shows a page of the browser itself.
  private func hasCrashed(_ failure: BrowserFailure) -> Bool {
    let sign = "parent process browsing contexts"
    if failure.isOverdue { return false }
    do {
      _ = try evaluateOnce("0")
      return false
    } catch {
      return error.sentence.includes(sign)
    }
  }

  func send(
    _ input: PageInput, at time: Double, evaluating expression: (Int) -> String,
    confirming confirmation: String
  ) throws(BrowserFailure) -> String {
    if case .wheel(let wheel) = input, !wheel.isTrusted {
      return try evaluate("\(wheel.script), \(confirmation), \(expression(0))")
    }
    let actions = try self.input.actions(for: input)
    if let actions { try call("input.performActions", ["actions": actions.sources]) }
    return try evaluate("\(confirmation), \(expression(actions?.eventCount ?? 0))")
  }

  func post(_ input: PageInput, at time: Double) throws(BrowserFailure) {
    if case .wheel(let wheel) = input, !wheel.isTrusted {
      posted.append(
        try channel.begin(
          "script.evaluate", evaluation(of: wheel.script), until: ChildProcess.now + patience))
      return
    }
    guard let actions = try self.input.actions(for: input) else { return }
    posted.append(
      try channel.begin(
        "input.performActions", ["context": .string(context), "actions": actions.sources],
        until: ChildProcess.now + patience))
  }

  func finishPosts() throws(BrowserFailure) {
    for call in posted { try channel.result(of: call, until: ChildProcess.now + patience) }
    posted = []
  }

  func wait(until time: Double) throws(BrowserFailure) {
    try channel.wait(until: time, patience: patience)
  }

  func closePage() {
    guard !context.isEmpty else { return }
    channel.handle = nil
    channel.forgetEvents()
    let soon = ChildProcess.now + 5
    _ = try? channel.call(
      "browsingContext.close", ["context": .string(context)], until: soon)
    _ = try? channel.call(
      "browser.removeUserContext", ["userContext": .string(userContext)], until: soon)
    channel.forgetEvents()
    context = ""
  }

  func picture() throws(BrowserFailure) -> String {
    let picture = try call(
      "browsingContext.captureScreenshot",
      ["format": ["type": .string("image/jpeg"), "quality": .number(0.6)]])
    return "data:image/jpeg;base64," + (picture?["data"]?.anyText ?? "")
  }

  /// Calls a method of the page.
  @discardableResult
  private func call(
    _ method: String, _ parameters: KeyValuePairs<String, JSONText>
  ) throws(BrowserFailure) -> JSONNode? {
    do throws(BrowserFailure) {
      return try channel.call(
        method, .object([("context", .string(context))] + parameters.map { ($0.key, $0.value) }),
        until: ChildProcess.now + patience)
    } catch {
      throw hasCrashed(error) ? BrowserFailure.pageHasCrashed : error
    }
  }

  private func text(
    _ name: String, of method: String, _ parameters: JSONText = [:]
  ) throws(BrowserFailure) -> String {
    try channel.text(name, of: method, parameters, until: ChildProcess.now + patience)
  }
}

/// Turns inputs into the actions of WebDriver BiDi.
struct FirefoxInput {
  /// Actions, and the number of events of their own kind that the page receives.
  struct Actions {
    var sources: JSONText
    var eventCount: Int
  }

  /// The key Ctrl (WebDriver, 17.4.2).
  private static let control = JSONText.string("\u{E009}")
  private static let pause: JSONText = ["type": .string("pause")]

  /// The fingers that are down, by their numbers.
  private var fingers: [Int: PageTouches.Finger] = [:]
  /// The mouse pointer's position in whole pixels.
  private var mouse: [Int]?
  /// What the page lacks of the wheel's movement, because it is sent in whole pixels.
  private var remainder = Vector.zero

  /// Returns the actions for an input; `nil` if nothing of it is new.
  mutating func actions(for input: PageInput) throws(BrowserFailure) -> Actions? {
    switch input {
    case .touches(let touches): return actions(for: touches)
    case .wheel(let wheel): return actions(for: wheel)
    case .pointer(let pointer):
      guard pointer.device == .mouse else {
        throw BrowserFailure(
          sentence: "Firefox can't be driven with a pen: use Chromium, or \"input\": \"touch\"")
      }
      remainder = .zero
      let pixels = Self.pixels(pointer.position)
      if pixels == mouse { return nil }
      mouse = pixels
      return Actions(sources: .list([Self.pointer("mouse", [Self.move(pixels)])]), eventCount: 1)
    }
  }

  // MARK: Wheels

  private mutating func actions(for wheel: PageWheel) -> Actions? {
    let delta = wheel.delta + remainder
    let whole = Vector(x: delta.x.rounded(), y: delta.y.rounded())
    remainder = Vector(x: delta.x - whole.x, y: delta.y - whole.y)
    guard whole != .zero else { return nil }
    let pixels = Self.pixels(wheel.position)
    let scroll: JSONText = [
      "type": .string("scroll"), "x": .integer(pixels[0]), "y": .integer(pixels[1]),
      "deltaX": .integer(Int(whole.x)), "deltaY": .integer(Int(whole.y)), "duration": .integer(0),
    ]
    func source(_ type: String, _ actions: [JSONText]) -> JSONText {
      ["type": .string(type), "id": .string(type), "actions": .list(actions)]
    }
    let key: [JSONText] = [
      ["type": .string("keyDown"), "value": Self.control], Self.pause,
      ["type": .string("keyUp"), "value": Self.control],
    ]
    let sources =
      wheel.isPinch
      ? [source("key", key), source("wheel", [Self.pause, scroll, Self.pause])]
      : [source("wheel", [scroll])]
    return Actions(sources: .list(sources), eventCount: 1)
  }

  // MARK: Fingers

  /// All fingers that are down are listed, at whole CSS pixels, as the browser takes them.
  ///
  /// The browser repeats the fingers that did nothing without their pressure. A finger that stays on its
  /// pixel has no event of its own.
  private mutating func actions(for touches: PageTouches) -> Actions? {
    let before = fingers
    var actions: [Int: [JSONText]] = [:]
    var eventCount = touches.fingers.count
    switch touches.kind {
    case .began:
      for finger in touches.fingers { fingers[finger.number] = finger }
      actions = fingers.mapValues { [Self.move($0), Self.pause] }
      for finger in touches.fingers {
        actions[finger.number] = [Self.move(finger), Self.press(finger)]
      }
    case .moved, .frame:
      for finger in touches.fingers { fingers[finger.number] = finger }
      let moved = touches.fingers.filter { finger in
        before[finger.number].map { Self.pixels($0.position) != Self.pixels(finger.position) }
          ?? true
      }
      guard !moved.isEmpty else { return nil }
      eventCount = moved.count
      actions = fingers.mapValues { [Self.move($0)] }
    case .ended, .cancelled:
      for finger in touches.fingers {
        fingers[finger.number] = nil
        actions[finger.number] = [["type": .string("pointerUp"), "button": .integer(0)]]
      }
    }
    let sources = actions.sorted { $0.key < $1.key }.map { number, steps in
      Self.pointer("touch", id: "finger \(number)", steps)
    }
    return Actions(sources: .list(sources), eventCount: eventCount)
  }

  private static func pointer(
    _ type: String, id: String? = nil, _ actions: [JSONText]
  ) -> JSONText {
    [
      "type": .string("pointer"), "id": .string(id ?? type),
      "parameters": ["pointerType": .string(type)], "actions": .list(actions),
    ]
  }

  private static func move(_ finger: PageTouches.Finger) -> JSONText {
    move(pixels(finger.position), finger.pressure)
  }

  private static func move(_ pixels: [Int], _ pressure: Double? = nil) -> JSONText {
    .object(
      [
        ("type", .string("pointerMove")), ("x", .integer(pixels[0])), ("y", .integer(pixels[1])),
        ("duration", .integer(0)),
      ] + member(pressure))
  }

  private static func press(_ finger: PageTouches.Finger) -> JSONText {
    .object([("type", .string("pointerDown")), ("button", .integer(0))] + member(finger.pressure))
  }

  private static func member(_ pressure: Double?) -> [(key: String, value: JSONText)] {
    pressure.map { [("pressure", .number(min(max($0, 0), 1)))] } ?? []
  }

  private static func pixels(_ position: Point) -> [Int] {
    [position.x, position.y].map { Int($0.rounded()) }
  }
}
