import PantographBase
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTrajectories
import Synchronization

extension PageReplay {
  /// Replays steps into a page in a browser.
  static func run(
    _ page: Subject.Page, _ steps: [PageStep], frameRate: Double, in folder: String,
    within seconds: Double, with browser: any Browser
  ) throws(BrowserFailure) -> ResultTable {
    var film = PageFilm()
    return try run(
      page, steps, frameRate: frameRate, in: folder, within: seconds, with: browser, taking: [],
      for: &film)
  }

  /// Replays steps into a page in a browser, and takes pictures of it.
  static func run(
    _ page: Subject.Page, _ steps: [PageStep], frameRate: Double, in folder: String,
    within seconds: Double, with browser: any Browser, taking shots: [PageFilm.Shot],
    for film: inout PageFilm
  ) throws(BrowserFailure) -> ResultTable {
    let files = try browser.show(page, in: folder, running: PageScript.text, within: seconds)
    var replay = PageReplay(steps, into: page, frameRate: frameRate, taking: shots)
    do throws(BrowserFailure) {
      while let exchange = replay.next() {
        if let shot = exchange.shot {
          try film.frames.append(browser.frame(of: shot))
        } else {
          try replay.take(browser.answer(exchange))
        }
      }
      var shown = replay.shown
      shown.notes += browser.notes + files.notes
      return shown
    } catch {
      let since = replay.lastInput.map {
        ", since the \($0.input.word) at \(Wording.clock($0.time))"
      }
      throw error.explained(by: replay.steps, on: page).named(
        "\(page.location) has not answered for \(ProgramRun.End.seconds(seconds))\(since ?? ""): it may hang"
      )
    }
  }
}

extension BrowserFailure {
  /// Says where a finger is if a browser refuses it for that.
  fileprivate func explained(by steps: [PageStep], on page: Subject.Page) -> BrowserFailure {
    guard sentence.includes("out of bounds of viewport"),
      let outside = steps.landing(outside: page)
        ?? steps.lazy.compactMap({ $0.movement(outside: page) }).first
    else { return self }
    return BrowserFailure(sentence: outside)
  }
}

extension Browser {
  /// Takes two pictures: of the page as it is, and as it was.
  fileprivate func frame(of shot: PageFilm.Shot) throws(BrowserFailure) -> PageFilm.Frame {
    let now = try picture()
    _ = try evaluate("(\(shot.posing), '')")
    let before = try picture()
    _ = try evaluate("(\(shot.unposing), '')")
    return PageFilm.Frame(time: shot.time, words: shot.words, now: now, before: before)
  }

  /// Does what a replay asks, and returns the value of its expression.
  fileprivate func answer(_ exchange: PageExchange) throws(BrowserFailure) -> String {
    guard let (input, time) = exchange.input else {
      return try evaluate(exchange.expression(for: 0))
    }
    return try send(
      input, at: time, evaluating: exchange.expression(for:), confirming: exchange.confirmation)
  }
}

/// Replays a recording into a page in real time: with the browser's own scrolling, frames and clock.
///
/// Inputs are sent at their times, and nothing is waited for. Each has the time of the recording, also if the
/// browser delivers it later.
struct RealPageReplay {
  /// 3 replays: one that a busy machine delays says little about the page, and is done again.
  private static let mostTries = 3
  /// Replays in real time come one after another: they would disturb each other.
  private static let turn = Mutex(())

  /// Replays steps into a page; its frames are the browser's.
  ///
  /// - Parameter mostTries: how often it is replayed until it is not late.
  static func run(
    _ page: Subject.Page, _ steps: [PageStep], in folder: String, within seconds: Double,
    with browser: any Browser, mostTries: Int = RealPageReplay.mostTries
  ) throws(BrowserFailure) -> ResultTable {
    try turn.withLock { _ throws(BrowserFailure) in
      var best: Try?
      for _ in 1...mostTries {
        let one = try playOnce(page, steps, in: folder, within: seconds, with: browser)
        if !one.delay.isTooLong { return one.shown }
        if one.delay.seconds < best?.delay.seconds ?? .infinity { best = one }
      }
      guard var best else { throw BrowserFailure(sentence: "no replay was done") }
      best.shown.notes.append(best.delay.note(bestOf: mostTries))
      return best.shown
    }
  }

  /// A replay, and the greatest delay of an input or a frame.
  private struct Try {
    var shown: ResultTable
    var delay: RealTimeDelay
  }

  private static func playOnce(
    _ page: Subject.Page, _ steps: [PageStep], in folder: String, within seconds: Double,
    with browser: any Browser
  ) throws(BrowserFailure) -> Try {
    let files = try browser.show(page, in: folder, running: PageRecord.script, within: seconds)
    // The page goes on as long as it is open.
    defer { browser.closePage() }
    var one: Try
    var steps = steps
    do throws(BrowserFailure) {
      if let question = page.placement.question {
        steps = try steps.landing(on: page, browser.evaluate("String(\(question))"))
      }
      one = try play(steps, into: page, with: browser)
      if page.placement.on != nil, let outside = steps.landing(outside: page) {
        one.shown.add(landing: outside)
      }
    } catch {
      throw error.explained(by: steps, on: page).named(
        "\(page.location) has not answered for \(ProgramRun.End.seconds(seconds)): it may hang")
    }
    one.shown.notes += files.notes
    return one
  }

  private static func play(
    _ steps: [PageStep], into page: Subject.Page, with browser: any Browser
  ) throws(BrowserFailure) -> Try {
    let start = ChildProcess.now + PageReplay.lead
    // Milliseconds since 1970, as a page counts them.
    let zero = (ChildProcess.timeOfDay + PageReplay.lead) * 1000
    var notes: [String] = []
    var delay = RealTimeDelay()
    for step in steps {
      guard case .input(let input, let instant) = step else { continue }
      let time = instant - Timestamp(microseconds: 0)
      try browser.wait(until: start + time)
      delay.add(ChildProcess.now - start - time)
      if let note = input.noteInRealTime { notes.append(note) }
      try browser.post(input, at: zero + time * 1000)
    }
    let last = (steps.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
    try browser.wait(until: start + last)
    try browser.finishPosts()
    let result = try PageResult(of: page, browser.evaluate("pantograph.result()"))
    var shown = try result.table(from: zero - result.origin())
    shown.notes += notes + browser.notes
    delay.addFrames(of: shown)
    return Try(shown: shown, delay: delay)
  }
}
