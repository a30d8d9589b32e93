import Interactions
import Quantities

/// Holds the milestones of two trajectories against each other, in their order, up to the first that
/// is not the same.
struct EventComparison {
  private var expected: [Milestone] = []
  private var actual: [Milestone] = []
  private var compared = 0
  private(set) var difference: EventDifference?

  mutating func receive(
    _ milestone: Milestone, on side: TrajectoryComparison.Side, within tolerances: Tolerances
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

  /// What one side has too many is a difference, too.
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
    guard shift.magnitude <= tolerances.phase.magnitude else { return .time }
    switch (expected.kind, actual.kind) {
    case (.decided(let wanted), .decided(let came)):
      guard wanted.outcome == came.outcome,
        abs(wanted.target - came.target) <= tolerances.fraction.value
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
    // What is allowed in time is a way at the velocity that there is.
    let seconds = Double(tolerances.fraction.microseconds) / 1_000_000
    let way = max(abs(expected.velocity), abs(actual.velocity)) * seconds
    guard abs(actual.fraction - expected.fraction) <= tolerances.fraction.value + way else {
      return .place
    }
    // How fast that changes is not known here; the samples around it are held against each other.
    guard
      tolerances.velocity.microseconds > 0
        || abs(actual.velocity - expected.velocity) <= tolerances.velocity.value
    else { return .velocity }
    return nil
  }
}

extension Decision {
  /// Whether the same conditions were asked, and the same one decided.
  ///
  /// What a release has of each counts only where nothing is allowed to differ: it is in units of all
  /// kinds, for which there are no tolerances. Another estimator shows in nothing else.
  fileprivate func rests(onSameRuleAs other: Decision, exactly isExact: Bool) -> Bool {
    guard let judgement, let others = other.judgement else {
      return judgement == nil && other.judgement == nil
    }
    return judgement.clause == others.clause && judgement.verdict == others.verdict
      && judgement.findings.map(\.count) == others.findings.map(\.count)
      && zip(judgement.findings.joined(), others.findings.joined()).allSatisfy { finding, other in
        finding.condition.isSame(as: other.condition)
          && (!isExact || finding.isSame(as: other))
      }
  }
}

extension Finding {
  /// Whether the same was found, but for digits that are not written down.
  fileprivate func isSame(as other: Finding) -> Bool {
    let digits = Tolerance.printed.value * max(1, abs(value))
    return holds == other.holds && abs(value - other.value) <= digits
  }
}

extension ReleaseRule.Condition {
  /// Whether it asks for the same, but for digits that are not written down.
  func isSame(as other: ReleaseRule.Condition) -> Bool {
    quantity == other.quantity && comparison == other.comparison && unit == other.unit
      && abs(threshold - other.threshold) <= Tolerance.printed.value
  }
}
