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
  ///   - progress: called before each trial with the number of trials that usually follow.
  package func propose(
    on target: String?, direction: PageDirection?, progress: (Int) -> Void
  ) throws(BrowserFailure) -> PageProposal {
    let (survey, notes) = try survey(on: target)
    var trials = PageTrials(survey, of: page, on: target, direction: direction)
    while let trial = trials.next() {
      progress(trials.remaining + Self.usualTurnTrials)
      do throws(BrowserFailure) {
        try trials.take(shown(trials.gesture(of: trial), in: trials.subject(of: trial)))
      } catch {
        // Without a finger, the page itself fails.
        guard trial.target != nil else { throw error }
        trials.leave(because: error.sentence)
      }
    }
    if var proposal = trials.proposal() {
      do throws(BrowserFailure) {
        try findTurns(of: &proposal, from: trials, progress)
      } catch {
        proposal.failures.append(error.sentence)
      }
      return proposal
    }
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

  // MARK: Where the outcome turns

  /// 6 and 4: between the ends of each range they leave 3 % and 18 %.
  private static let halvings = (distance: 6, speed: 4)
  /// 2 %, or 6 % where the browser scrolls by itself and does something else each time.
  private static let gaps = (exact: 0.02, real: 0.06)
  /// 1.2: the room for a finger that goes beyond the turn, as a multiple of its distance.
  private static let enoughRoom = 1.2
  /// 2: the trials from another place, if shorter movements do.
  private static let trialsElsewhere = 2
  /// The trials that usually follow when something moves.
  private static var usualTurnTrials: Int {
    usualTrials(halvings.distance) + trialsElsewhere + usualTrials(halvings.speed)
  }

  private static func usualTrials(_ halvings: Int) -> Int {
    TurnSearch<ResultOutcome>(halvings: halvings, gap: gaps.exact) { _, _ in true }.usualTrials
  }

  /// Finds the distance and the velocity of the finger at which the outcome turns.
  private func findTurns(
    of proposal: inout PageProposal, from trials: PageTrials, _ progress: (Int) -> Void
  ) throws(BrowserFailure) {
    var subject = proposal.subject
    let isExact = subject.pace == .fast
    let tolerances = proposal.tolerances
    func search(_ halvings: Int) -> TurnSearch<ResultOutcome> {
      TurnSearch(halvings: halvings, gap: isExact ? Self.gaps.exact : Self.gaps.real) {
        $0.isSame(as: $1, within: tolerances)
      }
    }
    let speedTrials = isExact ? Self.usualTrials(Self.halvings.speed) : 0
    var rest = Self.usualTrials(Self.halvings.distance) + Self.trialsElsewhere + speedTrials
    func outcome(_ gesture: SyntheticGesture) throws(BrowserFailure) -> ResultOutcome {
      rest = max(rest - 1, 0)
      progress(rest)
      return ResultOutcome(of: try shown(gesture, in: subject), inRealTime: !isExact)
    }
    let resting = proposal.gestures
    proposal.gestures.distanceTurn = try search(Self.halvings.distance).turn(
      in: resting.distances
    ) { pixels throws(BrowserFailure) in try outcome(resting.resting(after: pixels)) }
    rest = Self.trialsElsewhere + speedTrials
    // The longest movements need a start at the edge. If shorter ones do, others fit in from nearer to the middle.
    if let turn = proposal.gestures.distanceTurn,
      var other = trials.proposal(
        reaching: Self.enoughRoom * turn.above, over: proposal.gestures.travel),
      other.subject != subject
    {
      subject = other.subject
      let gestures = other.gestures
      if try !outcome(gestures.resting(after: turn.below)).isSame(
        as: outcome(gestures.resting(after: turn.above)), within: tolerances)
      {
        other.gestures.distanceTurn = turn
        proposal = other
      }
      subject = proposal.subject
    }
    // The browser decides by itself what a velocity does to what it scrolls.
    guard isExact else { return }
    rest = speedTrials
    let flicks = proposal.gestures
    proposal.gestures.speedTurn = try search(Self.halvings.speed).turn(
      in: flicks.speeds
    ) { speed throws(BrowserFailure) in try outcome(flicks.lifting(at: speed)) }
  }

  // MARK: What the page shows

  /// Returns what the page shows for a gesture, or without one.
  private func shown(
    _ gesture: SyntheticGesture?, in subject: Subject
  ) throws(BrowserFailure) -> ResultTable {
    guard case .page(let page) = subject.kind else { return ResultTable() }
    let steps = try steps(for: gesture, in: subject, on: page)
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
    for gesture: SyntheticGesture?, in subject: Subject, on page: Subject.Page
  ) throws(BrowserFailure) -> [PageStep] {
    guard let gesture else {
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
