import PantographBase
import PantographInteractions
import PantographTouches
import PantographTrajectories

/// What a replay asks of a browser at a time: an input, and a script that the page runs meanwhile.
struct PageExchange {
  /// The input, and the page's time of it in milliseconds; `nil` if the script runs alone.
  var input: (input: PageInput, time: Double)?
  /// The number of the input, from 1.
  fileprivate(set) var number = 0
  fileprivate var script: String
  fileprivate var isQuestion = false
  /// A picture to be taken now, with nothing to be evaluated and no answer.
  fileprivate(set) var shot: PageFilm.Shot?

  /// The expression to evaluate, for the number of events of the input's kind that the page will receive.
  ///
  /// Its value is what ``PageReplay/take(_:)`` expects.
  func expression(for count: Int) -> String {
    guard let input = input?.input else {
      return isQuestion ? "(async () => String(\(script)))().catch(String)" : Self.run(script)
    }
    // That the browser has sent an input does not mean that the page has had its events.
    return Self.run(
      "await pantograph.delivery(\(number), \(count), \"\(input.eventKind)\");\(script)")
  }

  /// What is evaluated when the browser has sent the input.
  var confirmation: String { "pantograph.confirm(\(number))" }

  private static func run(_ script: String) -> String {
    "(async () => { \(script) })().then(() => '', String)"
  }
}

/// Replays a recording into a page whose clock stands still between its events and frames.
///
/// The inputs are the browser's own (trusted). Each one is delivered before time goes on, so two replays
/// are the same to the last bit, whatever else the machine does. A replay only says what to do next; those who have
/// a browser do it, and give it the answers.
struct PageReplay {
  /// 0.5 s of frames before the first event, in which the page finishes its start.
  static let lead = 0.5
  /// The frames that are shown in one call: 1 s.
  private static let mostCalls = 60

  private enum Stage {
    case lead, aim, steps, result, over
  }

  private let page: Subject.Page
  private let frameRate: Double
  /// The page's time, in whole milliseconds, at which the lead begins.
  private let base: Double
  private var stage = Stage.lead
  private var frameCount = 0
  /// The steps; after the lead where the element is.
  private(set) var steps: [PageStep]
  private var nextStep = 0
  /// The pictures that are still to be taken, in order of time.
  private var shots: ArraySlice<PageFilm.Shot>
  /// The calls of the page's script since the last input.
  private var calls: [String] = []
  /// The last input, and the page's time of it, until it is sent together with these calls.
  private var unsent: (input: PageInput, time: Double, instant: Timestamp)?
  private var inputCount = 0
  /// The last input that was sent, and its time since the first event of the recording.
  private(set) var lastInput: (input: PageInput, time: Timestamp)?
  /// What the page has shown, when the replay is over.
  private(set) var shown = ResultTable()

  /// Creates a replay of steps into a page.
  ///
  /// - Parameters:
  ///   - base: the page's time, in whole milliseconds.
  ///   - shots: the pictures to be taken, in order of time.
  init(
    _ steps: [PageStep], into page: Subject.Page, frameRate: Double, from base: Double = 0,
    taking shots: [PageFilm.Shot] = []
  ) {
    self.shots = shots[...]
    self.page = page
    self.steps = steps
    self.frameRate = frameRate
    self.base = base
  }

  /// Returns what to do next; `nil` when the replay is over.
  mutating func next() -> PageExchange? {
    switch stage {
    case .lead:
      let count = Int((Self.lead * frameRate).rounded())
      while frameCount < count {
        calls.append(frame(Double(frameCount) / frameRate - Self.lead))
        frameCount += 1
        if calls.count == Self.mostCalls { return exchange() }
      }
      guard page.placement.on != nil else {
        stage = .steps
        return next()
      }
      stage = .aim
      return calls.isEmpty ? next() : exchange()
    case .aim: return page.placement.question.map { PageExchange(script: $0, isQuestion: true) }
    case .steps:
      while nextStep < steps.count {
        let step = steps[nextStep]
        if let shot = shots.first, shot.time < step.time { return exchange(taking: shot) }
        nextStep += 1
        let time = step.time - Timestamp(microseconds: 0)
        switch step {
        case .frame:
          calls.append(frame(time))
          if calls.count == Self.mostCalls { return exchange() }
        case .input(let input, let instant):
          let time = milliseconds(time)
          calls.append("pantograph.sample(\(time), \(input.isCancelled), \(input.isMerged))")
          let before = exchange()
          unsent = (input, time, instant)
          return before
        }
      }
      if let shot = shots.first { return exchange(taking: shot) }
      stage = .result
      return calls.isEmpty && unsent == nil ? next() : exchange()
    case .result: return PageExchange(script: "await pantograph.result()", isQuestion: true)
    case .over: return nil
    }
  }

  /// Takes the value of the last exchange's expression.
  mutating func take(_ answer: String) throws(BrowserFailure) {
    switch stage {
    case .lead, .steps: guard answer.isEmpty else { throw BrowserFailure.ofPage(answer) }
    case .aim:
      // The frames before the question have no value.
      if answer.isEmpty { return }
      steps = try steps.landing(on: page, answer)
      stage = .steps
    case .result:
      // What follows the steps has no value, either.
      if answer.isEmpty { return }
      let result = try PageResult(of: page, answer)
      shown = try result.table(from: milliseconds(0))
      let withheld = result.count("withheld")
      if withheld > 0 { shown.notes.append("the browser withheld \(withheld) moves") }
      if page.placement.on != nil, let outside = steps.landing(outside: page) {
        shown.add(landing: outside)
      }
      stage = .over
    case .over: break
    }
  }

  private func frame(_ time: Double) -> String { "pantograph.frame(\(milliseconds(time)))" }

  /// Returns the last input with the page's script up to now, in one: each call takes some time.
  private mutating func exchange() -> PageExchange {
    var exchange = PageExchange(script: calls.map { " await \($0);" }.joined())
    calls = []
    guard let (input, time, instant) = unsent else { return exchange }
    unsent = nil
    inputCount += 1
    lastInput = (input, instant)
    exchange.input = (input, time)
    exchange.number = inputCount
    return exchange
  }

  /// Returns what comes before a picture, or the picture.
  private mutating func exchange(taking shot: PageFilm.Shot) -> PageExchange {
    guard calls.isEmpty, unsent == nil else { return exchange() }
    shots.removeFirst()
    var exchange = PageExchange(script: "")
    exchange.shot = shot
    return exchange
  }

  /// The page's time: the recording follows after the lead.
  private func milliseconds(_ seconds: Double) -> Double {
    base + ((seconds + Self.lead) * 1e6).rounded() / 1000
  }
}

/// How late inputs and frames were in a replay in real time.
struct RealTimeDelay {
  /// 0.05 s, three frames: with a longer delay, the machine is busy, and the replay says little about the page.
  private static let most = 0.05
  /// 1/60 s.
  private static let frame = 1.0 / 60

  /// The greatest delay, in seconds.
  private(set) var seconds = 0.0

  var isTooLong: Bool { seconds > Self.most }

  /// Takes note of an input that was sent late.
  mutating func add(_ lateness: Double) { seconds = max(seconds, lateness) }

  /// Takes note of the longest time between two frames of what a page has shown.
  mutating func addFrames(of shown: ResultTable) {
    let points = shown.columns.first?.points ?? []
    for (point, next) in zip(points, points.dropFirst()) {
      add(next.time - point.time - Self.frame)
    }
  }

  /// Says it of a replay, or of the best one of several.
  func note(bestOf tries: Int = 1) -> String {
    "inputs or frames were \(Int(seconds * 1000)) ms late"
      + (tries > 1 ? " in the best of \(tries) replays" : "")
      + ": the machine was busy, or the page is slow"
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

  /// What about it is not the same in real time, where no script in the page takes part.
  var noteInRealTime: String? {
    switch self {
    case .touches(let touches) where touches.kind == .cancelled && !touches.areAll:
      "a cancelled finger was lifted, because others were down"
    case .pointer(let pointer) where pointer.action == .cancelled: "a cancelled pen was lifted"
    default: nil
    }
  }

  fileprivate var isMerged: Bool {
    if case .touches(let touches) = self { touches.areMerged } else { false }
  }
}

extension Subject.Placement {
  /// The expression that says where its part of the element is on the page.
  var question: String? {
    on.map { selector in
      "pantograph.place(\(JSONText.string(selector).text), \(part.x), \(part.y))"
    }
  }
}

extension ResultTable {
  /// Takes note that something lands outside of the viewport.
  mutating func add(landing sentence: String) {
    notes.append(sentence)
    silences.append("a finger lands outside of the viewport")
  }
}

extension [PageStep] {
  /// 1e9 pixels: browsers lay out nothing that is as far away (Chromium up to 2²⁵).
  private static var farthest: Double { 1e9 }

  /// Says where the first input lands that is outside of the viewport of a page; `nil` if none does.
  func landing(outside page: Subject.Page) -> String? {
    lazy.compactMap { $0.landing(outside: page) }.first
  }

  /// Returns the steps moved so that the first finger lands where a page has answered that the element is.
  func landing(on page: Subject.Page, _ answer: String) throws(BrowserFailure) -> Self {
    guard answer != "nowhere" else {
      throw BrowserFailure(
        sentence: "no element of \(page.location) matches \(page.placement.on ?? "")")
    }
    // A page may have replaced what the script calls, so that anything comes.
    let numbers = answer.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(String($0)) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1],
      abs(x) <= Self.farthest, abs(y) <= Self.farthest
    else { throw BrowserFailure.ofPage(answer) }
    let target = Point(x: x, y: y)
    guard let first = lazy.compactMap({ $0.landing }).first else { return self }
    let way = target - first
    return map { $0.moved(by: way) }
  }
}

extension PageStep {
  /// Where a finger lands with this step, a pen, or the mouse pointer before it scrolls.
  fileprivate var landing: Point? {
    switch self {
    case .input(.touches(let touches), _) where touches.kind == .began:
      touches.fingers.first?.position
    case .input(.pointer(let pointer), _)
    where pointer.action == .pressed || pointer.device == .mouse:
      pointer.position
    default: nil
    }
  }

  fileprivate func moved(by way: Vector) -> PageStep {
    switch self {
    case .frame: return self
    case .input(.touches(var touches), let time):
      for index in touches.fingers.indices {
        touches.fingers[index].position = touches.fingers[index].position + way
      }
      return .input(.touches(touches), time)
    case .input(.pointer(var pointer), let time):
      pointer.position = pointer.position + way
      return .input(.pointer(pointer), time)
    case .input(.wheel(var wheel), let time):
      wheel.position = wheel.position + way
      return .input(.wheel(wheel), time)
    }
  }
}

/// What a browser did not do; what takes too long gets a remedy from those who know what they wait for.
package struct BrowserFailure: Error {
  package var sentence: String
  /// Whether it has not answered for too long.
  var isOverdue = false

  static let pageHasCrashed = BrowserFailure(sentence: "the page has crashed")
  static let pageHasLeft = BrowserFailure(
    sentence: "the page failed: Error: it went to another page")

  /// What a page did, from the first line of the error that the script in it has ended with.
  ///
  /// The script's own errors are of the class `Error`, and the page's errors are events. What is left comes of a
  /// page that is no longer there, or has replaced what the script calls.
  static func ofPage(_ message: String) -> BrowserFailure {
    let message = String(message.prefix { $0 != "\n" })
    if message.hasPrefix("Error: ") {
      return BrowserFailure(sentence: "the page failed: \(message)")
    }
    if message.includes("pantograph is not defined") { return pageHasLeft }
    let sentence =
      "the page has replaced a function of the browser that Pantograph's script in it calls"
    // A page can throw what has no words.
    let hasWords = message.contains { !$0.isWhitespace }
    let remedy = "; let it keep the browser's own"
    return BrowserFailure(sentence: sentence + (hasWords ? ": \(message)" : "") + remedy)
  }

  /// Says what has taken too long, if something has.
  func named(_ sentence: String) -> BrowserFailure {
    isOverdue
      ? BrowserFailure(sentence: "\(sentence); timeLimit in subject.json allows more") : self
  }
}
