/// How a release is judged: whether the animation finishes or goes back.
public struct ReleaseRule: Hashable, Sendable {
  /// The progress that has to be exceeded.
  public var fractionAbove: Double

  /// Makes a rule: a release above this progress finishes.
  public init(fractionAbove: Double) {
    self.fractionAbove = fractionAbove
  }

  /// Judges a release at a progress.
  public func decide(fraction: Double) -> Decision {
    Decision(
      outcome: fraction > fractionAbove ? .finish : .cancel,
      reason: .fraction(fraction, threshold: fractionAbove))
  }
}

/// What became of a release, and why.
public struct Decision: Hashable, Sendable {
  /// Where the animation goes.
  public enum Outcome: String, Hashable, Sendable {
    /// To its end.
    case finish
    /// Back to its start.
    case cancel
  }

  /// What the outcome rests on.
  public enum Reason: Hashable, Sendable {
    /// The progress at the release, against the one that had to be exceeded.
    case fraction(Double, threshold: Double)
    /// The gesture was cancelled: there was nothing to judge.
    case gestureCancelled
  }

  /// Where the animation goes.
  public var outcome: Outcome
  /// Why.
  public var reason: Reason

  /// Makes a decision from an outcome and what it rests on.
  public init(outcome: Outcome, reason: Reason) {
    self.outcome = outcome
    self.reason = reason
  }

  /// How far the release was from the other outcome, in progress; nothing where none was possible.
  public var margin: Double? {
    if case .fraction(let fraction, let threshold) = reason {
      abs(fraction - threshold)
    } else {
      nil
    }
  }
}
