import PantographBase
package import PantographTouches
import PantographTraces
import PantographTrajectories

/// Opens a page in a browser, and tries what of it moves under a finger.
package struct PageProbe {
  /// 30 frames: half a second, in which the page finishes its start.
  private static let lead = 30
  /// 1.5 s without a finger.
  private static let idle = 90

  private let page: Subject.Page
  private let folder: String
  private let screen: DeviceDescription
  private let timeLimit = Subject(.page(Subject.Page(location: ""))).timeLimit

  /// Prepares the trials of a page.
  ///
  /// - Parameters:
  ///   - page: the page, with its viewport and density.
  ///   - folder: the folder of its subject.
  ///   - screen: the touchscreen on which fingers move, as large as the viewport.
  package init(_ page: Subject.Page, in folder: String, touchedOn screen: DeviceDescription) {
    self.page = page
    self.folder = folder
    self.screen = screen
  }

  /// Returns what is proposed to guard the page.
  ///
  /// - Parameters:
  ///   - target: the selector of the element to take hold of; `nil` for those that promise most.
  ///   - direction: the only direction to try; `nil` for all.
  ///   - progress: called before each trial with the number of trials that may follow.
  package func propose(
    on target: String?, direction: PageDirection?, progress: (Int) -> Void
  ) throws(BrowserFailure) -> PageProposal {
    let (survey, notes) = try survey(on: target)
    var trials = PageTrials(survey, of: page, on: target, direction: direction)
    while let trial = trials.next() {
      progress(trials.remaining)
      do throws(BrowserFailure) {
        try trials.take(shown(in: trial, of: trials))
      } catch {
        // Without a finger, the page itself fails.
        guard trial.target != nil else { throw error }
        trials.leave(because: error.sentence)
      }
    }
    if let proposal = trials.proposal { return proposal }
    let remedy = target == nil ? "name an element with --on" : "name another one"
    throw BrowserFailure(
      sentence: ([trials.failure + ": " + remedy] + trials.failures + notes).joined(separator: "; ")
    )
  }

  /// Returns the elements, and what the page asked for in vain.
  private func survey(
    on target: String?
  ) throws(BrowserFailure) -> (survey: PageSurvey, notes: [String]) {
    try BrowserPool.shared.withBrowser(page.browser, reaching: page.server, .fast) {
      browser throws(BrowserFailure) in
      let files = try browser.show(page, in: folder, running: PageScript.text, within: timeLimit)
      let frames =
        "for (let frame = 0; frame < \(Self.lead); frame++)"
        + " await pantograph.frame(frame * 1000 / 60);"
      let answer = try browser.evaluate(
        "(async () => { \(frames) return \(PageSurvey.question(on: target)); })().catch(String)")
      return (try PageSurvey(answer, of: page, on: target), files.notes)
    }
  }

  /// Returns what the page shows in a trial.
  private func shown(
    in trial: PageTrials.Trial, of trials: PageTrials
  ) throws(BrowserFailure) -> ResultTable {
    let subject = trials.subject(of: trial)
    guard case .page(let page) = subject.kind else { return ResultTable() }
    let steps = try steps(in: trial, of: trials, for: subject, on: page)
    return try BrowserPool.shared.withBrowser(page.browser, reaching: page.server, subject.pace) {
      browser throws(BrowserFailure) in
      subject.pace == .real
        ? try RealPageReplay.run(
          page, steps, in: folder, within: timeLimit, with: browser, mostTries: 1)
        : try PageReplay.run(
          page, steps, frameRate: subject.frameRate, in: folder, within: timeLimit, with: browser)
    }
  }

  private func steps(
    in trial: PageTrials.Trial, of trials: PageTrials, for subject: Subject, on page: Subject.Page
  ) throws(BrowserFailure) -> [PageStep] {
    guard let gesture = trials.gesture(of: trial) else {
      return (0..<Self.idle).map {
        .frame(Timestamp(microseconds: 0).advanced(byMicroseconds: Int64($0) * 1_000_000 / 60))
      }
    }
    do {
      let events = try Sensor().events(of: gesture, on: screen)
      let rows = try GestureRows(
        RecordingStream(events, named: "a trial"), describedBy: screen, for: subject)
      return rows.steps(on: page)
    } catch {
      throw BrowserFailure(sentence: "\(error)")
    }
  }
}
