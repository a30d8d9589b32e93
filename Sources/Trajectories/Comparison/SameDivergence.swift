public import Quantities

extension TrajectoryComparison.Result {
  /// Whether two trajectories part first as two others do, of which one is the same.
  ///
  /// That is for the same cause, at the same expected event, or in the same channel and at the same instant within
  /// the time that it is allowed.
  ///
  /// - Parameters:
  ///   - other: how those part.
  ///   - tolerances: those of both comparisons.
  public func partsFirst(as other: Self, within tolerances: Tolerances) -> Bool {
    guard let first, let others = other.first, parting == other.parting else { return false }
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
  /// That of a channel, by its name.
  fileprivate func of(_ channel: String) -> Tolerance {
    switch channel {
    case "fraction": fraction
    case "velocity": velocity
    default: properties[channel] ?? everyProperty
    }
  }
}

extension Divergence {
  /// The instant by which it can be seen: that at which an event came that was expected before.
  public var isSeenBy: Timestamp {
    guard case .event(let difference) = kind else { return time }
    return max(time, difference.actual?.time ?? time)
  }
}
