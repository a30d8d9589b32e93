public import Interactions
public import Quantities

/// Where two trajectories part.
public struct Divergence: Hashable, Sendable {
  /// What is not the same.
  public enum Kind: Hashable, Sendable {
    /// They do not animate the same properties.
    case columns(expected: [String], actual: [String])
    /// An event.
    case event(EventDifference)
    /// What the animation is doing.
    case phase(expected: Phase, actual: Phase)
    /// A number, by the name of its channel: `fraction`, `velocity`, or a property's.
    case value(channel: String, expected: Double, actual: Double, tolerance: Tolerance)
  }

  /// When, counted from the start of the trajectories.
  public var time: Timestamp
  /// What is not the same then.
  public var kind: Kind
}

/// The first event that two trajectories do not have in common.
public struct EventDifference: Hashable, Sendable {
  /// In what the two differ.
  public enum Aspect: String, Hashable, Sendable {
    /// One of them does not have it, or has another one in its place.
    case kind
    /// It happens earlier or later.
    case time
    /// It leads elsewhere.
    case outcome
    /// It leads where it should, and was judged by other conditions or by another one of them.
    case rule
    /// It happens at another progress.
    case place
    /// It happens at another velocity.
    case velocity
  }

  /// The event that is expected; nothing where the other is one too many.
  public var expected: Milestone?
  /// The event that came; nothing where none did.
  public var actual: Milestone?
  /// In what they differ.
  public var aspect: Aspect

  /// The earlier of the two instants.
  public var time: Timestamp {
    let times = [expected, actual].compactMap { $0?.time }
    return times.min() ?? Timestamp(microseconds: 0)
  }

  /// Whether the event is the same but for where it happens, or how fast.
  var isOfNumbers: Bool { aspect == .place || aspect == .velocity }

  /// The condition that changed sides where a release was judged otherwise, as both sides found it.
  ///
  /// It is the first that holds on one side only. There is none where the rules have other conditions,
  /// or where the same conditions hold and lead elsewhere.
  public var flip: (expected: Finding, actual: Finding)? {
    guard let ours = expected?.decision?.judgement, let theirs = actual?.decision?.judgement else {
      return nil
    }
    return zip(ours.findings.joined(), theirs.findings.joined()).first { expected, actual in
      expected.holds != actual.holds
        && expected.condition.quantity == actual.condition.quantity
        && expected.condition.comparison == actual.condition.comparison
    }
  }

  /// The first condition that is another one, as both sides found it.
  public var changedCondition: (expected: Finding, actual: Finding)? {
    guard let ours = expected?.decision?.judgement, let theirs = actual?.decision?.judgement else {
      return nil
    }
    return zip(ours.findings.joined(), theirs.findings.joined()).first { expected, actual in
      !expected.condition.isSame(as: actual.condition)
    }
  }
}

/// Why two trajectories part where they do.
public enum DivergenceCause: Hashable, Sendable {
  /// They do not animate the same properties.
  case columns
  /// They are looked at in other instants: the rate is another.
  case sampling
  /// An event happened otherwise, or not on both sides.
  case event(EventDifference)
  /// Up to here the same has happened, and still the animation goes another way while it does this.
  case path(Phase)

  /// The word for it, the same in every report.
  public var name: String {
    switch self {
    case .columns: "columns"
    case .sampling: "sampling"
    case .path(.settling), .path(.rest): "timing"
    case .path: "path"
    case .event(let difference):
      switch (difference.expected ?? difference.actual)?.kind {
      // It was recognised all the same, and leads elsewhere from the start.
      case .began, .held, .started: difference.isOfNumbers ? "path" : "recognition"
      case .ended, .cancelled, nil: difference.isOfNumbers ? "handoff" : "release"
      case .decided: "rule"
      case .handoff: "handoff"
      case .completed: "timing"
      }
    }
  }
}
