package import PantographBase
package import PantographInteractions
package import PantographMotion

/// Compares the events of two results in order, up to the first difference.
struct EventComparison {
  private var expected: [Milestone] = []
  private var actual: [Milestone] = []
  private var compared = 0
  private(set) var difference: EventDifference?

  mutating func receive(
    _ milestone: Milestone, on side: Differ.Side, within tolerances: Tolerances
  ) {
    guard difference == nil else { return }
    switch side {
    case .expected: expected.append(milestone)
    case .actual: actual.append(milestone)
    }
    while difference == nil, compared < min(expected.count, actual.count) {
      let (wanted, came) = (expected[compared], actual[compared])
      difference = Self.aspect(of: came, from: wanted, within: tolerances).map {
        EventDifference(expected: wanted, actual: came, aspect: $0)
      }
      compared += 1
    }
    guard compared >= 256 else { return }
    expected.removeFirst(compared)
    actual.removeFirst(compared)
    compared = 0
  }

  /// An extra event on one side is a difference, too.
  mutating func finish() {
    guard difference == nil, expected.count != actual.count else { return }
    difference = EventDifference(
      expected: expected.count > compared ? expected[compared] : nil,
      actual: actual.count > compared ? actual[compared] : nil, aspect: .kind)
  }

  private static func aspect(
    of actual: Milestone, from expected: Milestone, within tolerances: Tolerances
  ) -> EventDifference.Aspect? {
    guard expected.name == actual.name else { return .kind }
    let shift = actual.time.microseconds &- expected.time.microseconds
    guard shift.magnitude <= tolerances.events.magnitude else { return .time }
    switch (expected.kind, actual.kind) {
    case (.decided(let wanted), .decided(let came)):
      guard wanted.outcome == came.outcome,
        abs(wanted.target - came.target) <= tolerances["fraction"].value
      else { return .outcome }
      guard came.rests(onSameRuleAs: wanted, exactly: tolerances.areThoseOfPrinting) else {
        return .rule
      }
    case (.completed(let wanted), .completed(let came)):
      guard wanted == came else { return .outcome }
    case (.started(let wanted), .started(let came)):
      guard wanted == came else { return .outcome }
    default: break
    }
    let allowed = (fraction: tolerances["fraction"], velocity: tolerances["velocity"])
    // The time tolerance, as a change of progress at the current velocity.
    let seconds = Double(allowed.fraction.microseconds) / 1_000_000
    let allowance = max(abs(expected.velocity), abs(actual.velocity)) * seconds
    guard abs(actual.fraction - expected.fraction) <= allowed.fraction.value + allowance else {
      return .progress
    }
    // The change of the velocity is not known here; the samples nearby are compared instead.
    guard
      allowed.velocity.microseconds > 0
        || abs(actual.velocity - expected.velocity) <= allowed.velocity.value
    else { return .velocity }
    return nil
  }
}

extension Decision {
  /// Returns whether both decisions have the same conditions and the same deciding clause.
  ///
  /// The values found are compared only for exact tolerances: they have units of all kinds, for which
  /// there are no tolerances. Nothing else would reveal another estimator.
  fileprivate func rests(onSameRuleAs other: Decision, exactly isExact: Bool) -> Bool {
    guard let judgement, let others = other.judgement else {
      return judgement == nil && other.judgement == nil
    }
    return judgement.clause == others.clause && judgement.verdict == others.verdict
      && judgement.findings.map { $0.count } == others.findings.map { $0.count }
      && zip(judgement.findings.joined(), others.findings.joined()).allSatisfy { finding, other in
        finding.condition.isSame(as: other.condition)
          && (!isExact || finding.isSame(as: other))
      }
  }
}

extension Finding {
  /// Returns whether two findings are the same in all printed digits.
  fileprivate func isSame(as other: Finding) -> Bool {
    let digits = Tolerance.printed.value * max(1, abs(value))
    return holds == other.holds && abs(value - other.value) <= digits
  }
}

extension ReleaseRule.Condition {
  /// Returns whether two conditions are the same in all printed digits.
  func isSame(as other: ReleaseRule.Condition) -> Bool {
    quantity == other.quantity && comparison == other.comparison && unit == other.unit
      && abs(threshold - other.threshold) <= Tolerance.printed.value
  }
}

/// An event of a trajectory other than a movement.
///
/// Unlike the event of a release with its context, it fits into a line of text and can be read again.
package struct Milestone: Hashable, Sendable {
  /// The kinds of milestones.
  package enum Kind: Hashable, Sendable {
    /// The gesture began.
    case began
    /// The fingers were released.
    case ended
    /// The gesture was cancelled.
    case cancelled
    /// The release was judged.
    case decided(Decision)
    /// The animation continued by itself.
    case handoff
    /// The animation came to an end.
    case completed(AnimatingPosition)
    /// Landing fingers hold the running animation, before there is a gesture.
    case held
    /// An animation started without a release.
    case started(TrajectoryEvent.Run)
    /// Something happened, in the words of another program.
    case words(String)
  }

  /// How the words begin with which a page has an error.
  package static let consoleError = "console error: "

  /// The time since the start of the trajectory.
  package var time: Timestamp
  /// What happened.
  package var kind: Kind
  /// The progress at that time.
  package var fraction: Double
  /// The change of the progress per second.
  package var velocity: Double

  /// Creates a milestone from its parts.
  package init(time: Timestamp, kind: Kind, fraction: Double = 0, velocity: Double = 0) {
    self.time = time
    self.kind = kind
    self.fraction = fraction
    self.velocity = velocity
  }

  /// Creates a milestone from an event; `nil` for a movement.
  package init?(_ event: TrajectoryEvent) {
    switch event.kind {
    case .changed: return nil
    case .began: kind = .began
    case .ended: kind = .ended
    case .cancelled: kind = .cancelled
    case .decided(let decision): kind = .decided(decision)
    case .handoff: kind = .handoff
    case .completed(let position): kind = .completed(position)
    case .held: kind = .held
    case .started(let run): kind = .started(run)
    }
    time = event.time
    fraction = event.fraction
    velocity = event.velocity
  }

  /// The decision; `nil` for other kinds.
  package var decision: Decision? {
    if case .decided(let decision) = kind { decision } else { nil }
  }

  /// The name of the kind in reports.
  package var name: String {
    switch kind {
    case .began: "began"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .decided: "decided"
    case .handoff: "handoff"
    case .completed: "completed"
    case .held: "held"
    case .started: "started"
    case .words(let words): words
    }
  }
}
