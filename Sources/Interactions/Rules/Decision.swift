/// What became of a release, and why.
public struct Decision: Hashable, Sendable {
  /// Where the animation goes.
  public enum Outcome: String, Hashable, Sendable {
    /// To its end.
    case finish
    /// Back to its start.
    case cancel
    /// To a snap point in between.
    case snap
  }

  /// What the outcome rests on.
  public enum Reason: Hashable, Sendable {
    /// A rule has judged.
    case judged(Judgement)
    /// The gesture was cancelled: there was nothing to judge.
    case gestureCancelled
  }

  /// Where the animation goes.
  public var outcome: Outcome
  /// The progress at which it comes to rest.
  public var target: Double
  /// Why.
  public var reason: Reason

  /// Makes a decision from an outcome, where that is, and what it rests on.
  public init(outcome: Outcome, target: Double, reason: Reason) {
    self.outcome = outcome
    self.target = target
    self.reason = reason
  }

  /// What a rule found; nothing where none was asked.
  public var judgement: Judgement? {
    if case .judged(let judgement) = reason { judgement } else { nil }
  }

  /// How far the release was from the threshold, in its unit, where the rule has only one.
  public var margin: Double? {
    guard let findings = judgement?.findings, findings.count == 1, findings[0].count == 1 else {
      return nil
    }
    return findings[0][0].margin
  }
}

/// What a rule found about a release.
public struct Judgement: Hashable, Sendable {
  /// The number of the clause that decided, from 0; nothing where none held.
  public var clause: Int?
  /// What it says about the release.
  public var verdict: ReleaseRule.Verdict
  /// The progress that was held against the snap points, where the verdict asks for one.
  ///
  /// It is the place at the release, or where that leads.
  public var place: Double?
  /// Every condition of every clause, whether its clause was reached or not.
  public var findings: [[Finding]]

  /// Makes a judgement from its parts.
  public init(
    clause: Int?, verdict: ReleaseRule.Verdict, place: Double? = nil, findings: [[Finding]]
  ) {
    self.clause = clause
    self.verdict = verdict
    self.place = place
    self.findings = findings
  }

  /// The conditions of the clause that decided; none where none held.
  public var deciding: [Finding] {
    clause.flatMap { findings.indices.contains($0) ? findings[$0] : nil } ?? []
  }
}

/// A condition and what a release was by it.
public struct Finding: Hashable, Sendable {
  /// The condition.
  public var condition: ReleaseRule.Condition
  /// What the release has, in the condition's unit.
  public var value: Double
  /// Whether the condition holds.
  public var holds: Bool

  /// Makes a finding from its parts.
  public init(condition: ReleaseRule.Condition, value: Double, holds: Bool) {
    self.condition = condition
    self.value = value
    self.holds = holds
  }

  /// How far the value is from the threshold, in the condition's unit.
  public var margin: Double { abs(value - condition.threshold) }

  /// How far the value is on the side of the threshold on which the condition holds, in the condition's
  /// unit; less than nothing on the other.
  public var lead: Double {
    switch condition.comparison {
    case .above, .atLeast: value - condition.threshold
    case .below, .atMost: condition.threshold - value
    }
  }
}
