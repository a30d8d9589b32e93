package import PantographBase
package import PantographInteractions

/// A point at which two trajectories or tables diverge.
package struct Divergence: Hashable, Sendable {
  /// The kind of difference.
  package enum Kind: Hashable, Sendable {
    /// The trajectories do not animate the same properties.
    case columns(expected: [String], actual: [String])
    /// A column was expected and is missing.
    case missingColumn(String)
    /// An event.
    case event(EventDifference)
    /// The phase of the animation.
    case phase(expected: Phase, actual: Phase)
    /// The value of a column; `nil` on the side that has none at this time.
    case value(column: String, expected: Double?, actual: Double?, tolerance: Tolerance)
    /// A movement in real time.
    case movement(MovementDifference)
  }

  /// The time since the start.
  package var time: Timestamp
  /// The difference.
  package var kind: Kind
}

/// The first event that two results do not have in common.
package struct EventDifference: Hashable, Sendable {
  /// The aspect in which two events differ.
  package enum Aspect: String, Hashable, Sendable {
    /// One trajectory lacks the event, or has a different one instead.
    case kind
    /// It happens earlier or later.
    case time
    /// It leads to another outcome.
    case outcome
    /// It leads to the same outcome by other conditions, or by another one of them.
    case rule
    /// It happens at another progress.
    case progress
    /// It happens at another velocity.
    case velocity
  }

  /// The expected event; `nil` if the actual one is extra.
  package var expected: Milestone?
  /// The actual event; `nil` if it is missing.
  package var actual: Milestone?
  /// The aspect in which they differ.
  package var aspect: Aspect

  /// The earlier of the two times.
  package var time: Timestamp {
    let times = [expected, actual].compactMap { $0?.time }
    return times.min() ?? Timestamp(microseconds: 0)
  }

  /// Whether the events differ only in progress or velocity.
  var isOfNumbers: Bool { aspect == .progress || aspect == .velocity }

  /// The condition that changed sides in a decision, as found on both sides.
  ///
  /// It is the first that holds on one side only; `nil` if the rules have different conditions, or if
  /// the same conditions lead elsewhere.
  package var flip: (expected: Finding, actual: Finding)? {
    firstFindings { expected, actual in
      expected.holds != actual.holds
        && expected.condition.quantity == actual.condition.quantity
        && expected.condition.comparison == actual.condition.comparison
    }
  }

  /// The first condition that differs, as found on both sides.
  package var changedCondition: (expected: Finding, actual: Finding)? {
    firstFindings { !$0.condition.isSame(as: $1.condition) }
  }

  /// Says that a condition is the same but for its threshold, with both numbers; `nil` if it is another one.
  var changedThreshold: String? {
    guard let (wanted, came) = changedCondition, wanted.condition.unit == came.condition.unit,
      wanted.condition.quantity == came.condition.quantity,
      wanted.condition.comparison == came.condition.comparison
    else { return nil }
    let now = Wording.demand(came.condition, NumberText.exact(came.condition.threshold))
    let before = NumberText.exact(wanted.condition.threshold)
    return "the same condition with another number: \(Wording.name(of: came.condition.quantity))"
      + " \(now) instead of \(before)"
  }

  /// Whether a decision has the same outcome by the same clause of its rule, which is another one, or has found other
  /// numbers.
  var isDecidedAlike: Bool {
    guard aspect == .rule, let ours = expected?.decision?.judgement,
      let theirs = actual?.decision?.judgement
    else { return false }
    return ours.clause == theirs.clause && ours.verdict == theirs.verdict
  }

  private func firstFindings(
    where differ: (Finding, Finding) -> Bool
  ) -> (expected: Finding, actual: Finding)? {
    guard let ours = expected?.decision?.judgement, let theirs = actual?.decision?.judgement else {
      return nil
    }
    return zip(ours.findings.joined(), theirs.findings.joined()).first { differ($0, $1) }
  }
}

/// The reason why two trajectories diverge.
package enum DivergenceCause: Hashable, Sendable {
  /// They do not animate the same properties.
  case columns
  /// They have samples at different times: the rate differs.
  case sampling
  /// An event differs, or is on one side only.
  case event(EventDifference)
  /// All events so far are the same, but the animation moves differently in this phase.
  case path(Phase)

  /// The name of the cause in reports.
  package var name: String {
    switch self {
    case .columns: "columns"
    case .sampling: "sampling"
    case .path(.settling), .path(.rest): "timing"
    case .path: "path"
    case .event(let difference):
      switch (difference.expected ?? difference.actual)?.kind {
      // The gesture was recognised on both sides, and moves differently from the start.
      case .began, .held, .started: difference.isOfNumbers ? "path" : "recognition"
      case .ended, .cancelled, nil: difference.isOfNumbers ? "handoff" : "release"
      case .decided: "rule"
      case .handoff: "handoff"
      case .completed: "timing"
      case .words: "event"
      }
    }
  }
}

extension Differ.Result {
  /// The way in which two trajectories diverge, without the time and the amount: the name of the cause; and if that is
  /// an event, the aspect, and the names and the outcomes of both.
  ///
  /// Two pairs of trajectories with the same signature show the same mistake. It is empty without a cause.
  package var signature: [String] {
    guard let cause else { return [] }
    guard case .event(let event) = cause else { return [cause.name] }
    let sides = [event.expected, event.actual]
    return [cause.name, event.aspect.rawValue] + sides.map { $0?.name ?? "" }
      + sides.map { $0?.decision?.outcome.rawValue ?? "" }
  }

  /// Returns whether two results first diverge in the same way as two others that include one of them.
  ///
  /// That is for the same cause, and at the same expected event, or in the same column and at the same time within its
  /// tolerance.
  ///
  /// - Parameters:
  ///   - other: the result for the other two.
  ///   - tolerances: the tolerances of both comparisons; `nil` for any time.
  package func hasSameDivergence(as other: Self, within tolerances: Tolerances?) -> Bool {
    guard let first, let others = other.first, signature == other.signature else { return false }
    let apart = (first.time.microseconds &- others.time.microseconds).magnitude
    func isAllowed(_ microseconds: Int64?) -> Bool {
      microseconds.map { apart <= $0.magnitude } ?? true
    }
    switch (first.kind, others.kind) {
    case (.event(let event), .event(let same)):
      guard case .words? = (event.expected ?? event.actual)?.kind else {
        return event.expected == same.expected
      }
      return event.expected?.name == same.expected?.name
        && event.actual?.name == same.actual?.name && isAllowed(tolerances.map { _ in 0 })
    case (.value(let column, _, _, _), .value(let same, _, _, _)):
      return column == same && isAllowed(tolerances?[column].microseconds)
    case (.movement(let movement), .movement(let same)):
      return movement.column == same.column && movement.quantity == same.quantity
    default: return first.kind == others.kind && isAllowed(tolerances?.events)
    }
  }

  /// The column that shows the first divergence best: its own, or the one with the greatest gap.
  package var tellingColumn: String? {
    switch first?.kind {
    case .missingColumn(let name), .value(let name, _, _, _): name
    case .movement(let movement): movement.column
    case .event, .phase, .columns, nil:
      gaps.max { abs($0.difference) < abs($1.difference) }?.column
    }
  }
}

extension Divergence {
  /// The time by which the divergence is visible: for a late event, the time when it came.
  package var visibleTime: Timestamp {
    guard case .event(let difference) = kind else { return time }
    return max(time, difference.actual?.time ?? time)
  }
}
