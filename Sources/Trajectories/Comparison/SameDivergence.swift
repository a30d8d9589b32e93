package import PantographBase

extension TrajectoryComparison.Result {
  /// Returns whether two trajectories first diverge in the same way as two others that include one of them.
  ///
  /// That is for the same cause, and at the same expected event, or in the same channel and at the same time
  /// within its tolerance.
  ///
  /// - Parameters:
  ///   - other: the result for the other two.
  ///   - tolerances: the tolerances of both comparisons.
  package func hasSameDivergence(as other: Self, within tolerances: Tolerances) -> Bool {
    guard let first, let others = other.first, signature == other.signature else { return false }
    let apart = (first.time.microseconds &- others.time.microseconds).magnitude
    switch (first.kind, others.kind) {
    case (.event(let event), .event(let same)): return event.expected == same.expected
    case (.value(let channel, _, _, _), .value(let same, _, _, _)):
      return channel == same && apart <= tolerances.of(channel).microseconds.magnitude
    default: return first.kind == others.kind && apart <= tolerances.phase.magnitude
    }
  }
}

extension Tolerances {
  /// Returns the tolerance of a channel.
  fileprivate func of(_ channel: String) -> Tolerance {
    switch channel {
    case "fraction": fraction
    case "velocity": velocity
    default: properties[channel] ?? everyProperty
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
