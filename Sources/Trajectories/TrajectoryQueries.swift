import PantographBase
public import PantographInteractions

/// Queries on a whole trajectory.
extension Trajectory {
  /// The decisions, in order of time.
  public var decisions: [Decision] { milestones.compactMap { $0.decision } }

  /// The outcomes of the releases, in order of time.
  public var outcomes: [Decision.Outcome] { decisions.map { $0.outcome } }

  /// All events except movements, in order of time.
  package var milestones: [Milestone] { events.compactMap { Milestone($0) } }

  /// The largest progress of all samples; a spring may carry it beyond 1.
  public var peak: Double { samples.reduce(0) { max($0, $1.fraction) } }

  /// The seconds until the animation last came to an end; `nil` if it never did.
  public var restTime: Double? {
    let last = milestones.last { if case .completed = $0.kind { true } else { false } }
    return last.map { $0.time - Timestamp(microseconds: 0) }
  }

  /// Returns the sample at a time in seconds, or the last one before it.
  public func sample(after seconds: Double) -> Sample? {
    samples.last { $0.time - Timestamp(microseconds: 0) <= seconds }
  }
}
