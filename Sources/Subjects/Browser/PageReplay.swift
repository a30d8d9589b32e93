import PantographBase
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTrajectories
import Synchronization

/// Replays a recording into a page whose clock stands still between its events and frames.
///
/// The inputs are the browser's own (trusted). Each one is delivered before time goes on, so two replays
/// are the same to the last bit, whatever else the machine does.
struct PageReplay {
  /// 0.5 s of frames before the first event, in which the page finishes its start.
  private static let lead = 0.5
  /// The frames that are shown in one call: 1 s.
  private static let mostCalls = 60

  private let browser: any Browser
  private let page: Subject.Page
  /// The calls of the page's script since the last input.
  private var calls: [String] = []
  /// The last input, and the page's time of it, until it is sent together with these calls.
  private var unsent: (input: PageInput, time: Double)?
  private var inputCount = 0
  /// The last input that was sent, and its time since the first event of the recording.
  private var lastInput: (input: PageInput, time: Timestamp)?

  /// Replays steps into a page.
  static func run(
    _ page: Subject.Page, _ steps: [PageStep], frameRate: Double, in folder: String,
    within seconds: Double, with browser: any Browser
  ) throws(BrowserFailure) -> ResultTable {
    let files = try browser.show(page, in: folder, running: PageScript.text, within: seconds)
    var replay = PageReplay(browser, page)
    do throws(BrowserFailure) {
      try replay.play(steps, frameRate: frameRate)
      var shown = try replay.result()
      shown.notes += files.notes
      return shown
    } catch {
      let since = replay.lastInput.map {
        ", since the \($0.input.word) at \(Wording.clock($0.time))"
      }
      throw error.named(
        "\(page.location) has not answered for \(ProgramRun.End.seconds(seconds))\(since ?? ""): it may hang"
      )
    }
  }

  private init(_ browser: any Browser, _ page: Subject.Page) {
    self.browser = browser
    self.page = page
  }

  private mutating func play(_ steps: [PageStep], frameRate: Double) throws(BrowserFailure) {
    let before = Int((Self.lead * frameRate).rounded())
    for frame in 0..<before { try show(Double(frame) / frameRate - Self.lead) }
    for step in steps {
      let time = step.time - Timestamp(microseconds: 0)
      switch step {
      case .frame: try show(time)
      case .input(let input, let instant):
        try send(input, at: milliseconds(time))
        lastInput = (input, instant)
      }
    }
    try runCalls()
  }

  private mutating func show(_ time: Double) throws(BrowserFailure) {
    calls.append("pantograph.frame(\(milliseconds(time)))")
    if calls.count == Self.mostCalls { try runCalls() }
  }

  private mutating func send(_ input: PageInput, at time: Double) throws(BrowserFailure) {
    calls.append("pantograph.sample(\(time), \(input.isCancelled), \(input.isMerged))")
    try runCalls()
    unsent = (input, time)
  }

  /// Sends the last input and runs the page's script up to now, in one call: each one takes some time.
  private mutating func runCalls() throws(BrowserFailure) {
    let script = calls.map { " await \($0);" }.joined()
    calls = []
    let failure: String
    if let (input, time) = unsent {
      unsent = nil
      inputCount += 1
      let number = inputCount
      // That the browser has sent an input does not mean that the page has had its events.
      failure = try browser.send(
        input, at: time,
        evaluating: { count in
          Self.run(
            "await pantograph.delivery(\(number), \(count), \"\(input.eventKind)\");\(script)")
        }, confirming: "pantograph.confirm(\(number))")
    } else {
      failure = try browser.evaluate(Self.run(script))
    }
    guard failure.isEmpty else { throw BrowserFailure.ofPage(failure) }
  }

  private static func run(_ script: String) -> String {
    "(async () => { \(script) })().then(() => '', String)"
  }

  private func result() throws(BrowserFailure) -> ResultTable {
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

extension PageInput {
  /// The kind of events that the page's script counts.
  fileprivate var eventKind: String {
    if case .wheel = self { "wheel" } else { "pointer" }
  }

  /// What it is called in a sentence.
  var word: String {
    switch self {
    case .touches: "touch"
    case .pointer(let pointer):
      pointer.device == .pen ? "movement of the pen" : "movement of the pointer"
    case .wheel: "wheel event"
    }
  }

  fileprivate var isCancelled: Bool {
    switch self {
    case .touches(let touches): touches.kind == .cancelled
    case .pointer(let pointer): pointer.action == .cancelled
    case .wheel: false
    }
  }

  fileprivate var isMerged: Bool {
    if case .touches(let touches) = self { touches.areMerged } else { false }
  }
}

/// Replays a recording into a page in real time: with the browser's own scrolling, frames and clock.
///
/// Inputs are sent at their times, and nothing is waited for. Each has the time of the recording, also if the
/// browser delivers it later.
struct RealPageReplay {
  /// 0.5 s before the first event, in which the page finishes its start.
  private static let lead = 0.5
  /// 0.05 s, three frames: if an input is sent later than this, or a frame of the page takes this much longer, the
  /// machine is busy.
  private static let mostDelay = 0.05
  /// 3 replays: one that a busy machine delays says little about the page, and is done again.
  private static let mostTries = 3
  /// 1/60 s.
  private static let frame = 1.0 / 60
  /// Replays in real time come one after another: they would disturb each other.
  private static let turn = Mutex(())

  /// Replays steps into a page; its frames are the browser's.
  static func run(
    _ page: Subject.Page, _ steps: [PageStep], in folder: String, within seconds: Double,
    with browser: any Browser
  ) throws(BrowserFailure) -> ResultTable {
    try turn.withLock { _ throws(BrowserFailure) in
      var best: Try?
      for _ in 1...mostTries {
        let one = try playOnce(page, steps, in: folder, within: seconds, with: browser)
        if one.delay <= mostDelay { return one.shown }
        if one.delay < best?.delay ?? .infinity { best = one }
      }
      guard var best else { throw BrowserFailure(sentence: "no replay was done") }
      best.shown.notes.append(
        "inputs or frames were \(Int(best.delay * 1000)) ms late in the best of \(mostTries) replays:"
          + " the machine was busy, or the page is slow")
      return best.shown
    }
  }

  /// A replay, and the greatest delay of an input or a frame in seconds.
  private struct Try {
    var shown: ResultTable
    var delay: Double
  }

  private static func playOnce(
    _ page: Subject.Page, _ steps: [PageStep], in folder: String, within seconds: Double,
    with browser: any Browser
  ) throws(BrowserFailure) -> Try {
    let files = try browser.show(page, in: folder, running: PageRecord.script, within: seconds)
    // The page goes on as long as it is open.
    defer { browser.closePage() }
    var one: Try
    do throws(BrowserFailure) {
      one = try play(steps, into: page, with: browser)
    } catch {
      throw error.named(
        "\(page.location) has not answered for \(ProgramRun.End.seconds(seconds)): it may hang")
    }
    one.shown.notes += files.notes
    return one
  }

  private static func play(
    _ steps: [PageStep], into page: Subject.Page, with browser: any Browser
  ) throws(BrowserFailure) -> Try {
    let start = ChildProcess.now + lead
    // Milliseconds since 1970, as a page counts them.
    let zero = (ChildProcess.timeOfDay + lead) * 1000
    var notes: [String] = []
    var lateness = 0.0
    for step in steps {
      guard case .input(let input, let instant) = step else { continue }
      let time = instant - Timestamp(microseconds: 0)
      try browser.wait(until: start + time)
      lateness = max(lateness, ChildProcess.now - start - time)
      if case .touches(let touches) = input, touches.kind == .cancelled, !touches.areAll {
        notes.append("a cancelled finger was lifted, because others were down")
      }
      if case .pointer(let pointer) = input, pointer.action == .cancelled {
        notes.append("a cancelled pen was lifted")
      }
      try browser.post(input, at: zero + time * 1000)
    }
    let last = (steps.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
    try browser.wait(until: start + last)
    try browser.finishPosts()
    let result = try PageResult(of: page, in: browser)
    var shown = try result.observation(from: zero - result.origin())
    shown.notes += notes + browser.notes
    return Try(shown: shown, delay: max(lateness, shown.longestFrame - frame))
  }
}

extension ResultTable {
  /// The longest time between two frames in seconds.
  fileprivate var longestFrame: Double {
    let times = columns.first?.points.map(\.time) ?? []
    return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
  }
}
