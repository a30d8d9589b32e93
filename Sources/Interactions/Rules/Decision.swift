/// The result of a release, and the reason for it.
public struct Decision: Hashable, Sendable {
  /// Where the animation settles.
  public enum Outcome: String, Hashable, Sendable {
    /// At its end.
    case finish
    /// At its start.
    case cancel
    /// At a snap point between them.
    case snap
  }

  /// What the outcome is based on.
  public enum Reason: Hashable, Sendable {
    /// The judgement of a rule.
    case judged(Judgement)
    /// A cancelled gesture, which leaves nothing to judge.
    case gestureCancelled
  }

  /// Where the animation settles.
  public var outcome: Outcome
  /// The progress at which it comes to rest.
  public var target: Double
  /// The reason.
  public var reason: Reason

  /// Creates a decision from an outcome, its progress and its reason.
  public init(outcome: Outcome, target: Double, reason: Reason) {
    self.outcome = outcome
    self.target = target
    self.reason = reason
  }

  /// The judgement of the rule; `nil` if the gesture was cancelled.
  public var judgement: Judgement? {
    if case .judged(let judgement) = reason { judgement } else { nil }
  }

  /// The margin of the condition, if the rule has exactly one: see ``Finding/margin``.
  public var margin: Double? {
    guard let findings = judgement?.findings, findings.count == 1, findings[0].count == 1 else {
      return nil
    }
    return findings[0][0].margin
  }
}

/// What a rule found about a release.
public struct Judgement: Hashable, Sendable {
  /// The index of the deciding clause, from 0; `nil` if none held.
  public var clause: Int?
  /// The verdict on the release.
  public var verdict: ReleaseRule.Verdict
  /// The progress that was compared with the snap points, for a verdict that does so.
  ///
  /// It is the progress at the release, or the projected one.
  public var progress: Double?
  /// The findings on every condition of every clause, including the clauses after the deciding one.
  public var findings: [[Finding]]

  /// Creates a judgement from its parts.
  package init(
    clause: Int?, verdict: ReleaseRule.Verdict, progress: Double? = nil, findings: [[Finding]]
  ) {
    self.clause = clause
    self.verdict = verdict
    self.progress = progress
    self.findings = findings
  }

  /// Whether the deciding clause asks for a velocity beyond a threshold.
  package var isFlick: Bool {
    deciding.contains { finding in
      let condition = finding.condition
      guard condition.quantity.dimension == .velocity else { return false }
      return switch condition.comparison {
      case .above, .atLeast: condition.threshold >= 0
      case .below, .atMost: condition.threshold < 0
      }
    }
  }

  /// The findings of the deciding clause; empty if none held.
  public var deciding: [Finding] {
    clause.flatMap { findings.indices.contains($0) ? findings[$0] : nil } ?? []
  }
}

/// A condition, and the value that a release has for it.
public struct Finding: Hashable, Sendable {
  /// The condition.
  public var condition: ReleaseRule.Condition
  /// The release's value, in the condition's unit.
  public var value: Double
  /// Whether the condition holds.
  public var holds: Bool

  /// Creates a finding from its parts.
  package init(condition: ReleaseRule.Condition, value: Double, holds: Bool) {
    self.condition = condition
    self.value = value
    self.holds = holds
  }

  /// The distance of the value from the threshold, in the condition's unit: positive on the side where the condition
  /// holds, negative on the other.
  public var margin: Double {
    switch condition.comparison {
    case .above, .atLeast: value - condition.threshold
    case .below, .atMost: condition.threshold - value
    }
  }

  /// The margin without its sign, for sentences that name the side.
  package var distance: Double { abs(margin) }
}
