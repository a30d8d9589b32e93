public import Interactions
import Quantities

/// What one asks a trajectory that is kept whole.
extension Trajectory {
  /// What was decided, in the order of time.
  public var decisions: [Decision] { milestones.compactMap(\.decision) }

  /// Where each release led, in the order of time.
  public var outcomes: [Decision.Outcome] { decisions.map(\.outcome) }

  /// Every event but for mere movements, in the order of time.
  public var milestones: [Milestone] { events.compactMap { Milestone($0) } }

  /// The largest progress of all samples; a spring may carry it beyond 1.
  public var peak: Double { samples.reduce(0) { max($0, $1.fraction) } }

  /// The seconds until the animation came to an end for the last time; nothing where it never did.
  public var restTime: Double? {
    let last = milestones.last { if case .completed = $0.kind { true } else { false } }
    return last.map { $0.time - Timestamp(microseconds: 0) }
  }

  /// What was seen after so many seconds: the sample then, or the last one before.
  public func sample(after seconds: Double) -> Sample? {
    samples.last { $0.time - Timestamp(microseconds: 0) <= seconds }
  }
}
