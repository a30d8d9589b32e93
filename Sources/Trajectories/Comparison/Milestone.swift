public import Animation
public import Interactions
public import Quantities

/// An event that a trajectory turns at, without what only led to it: all events but the movements.
///
/// It can be written down in a line and read again, which a whole hand that lets go can't.
public struct Milestone: Hashable, Sendable {
  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The gesture began.
    case began
    /// The fingers let go.
    case ended
    /// The gesture was cut off.
    case cancelled
    /// The release was judged.
    case decided(Decision)
    /// The animation went on by itself.
    case handoff
    /// The animation came to an end.
    case completed(AnimatingPosition)
    /// Fingers that landed hold the animation as it runs, though it is no gesture yet.
    case held
    /// Something runs that no fingers have let go.
    case started(TrajectoryEvent.Run)
  }

  /// When, counted from the start of the trajectory.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind
  /// The progress at that instant.
  public var fraction: Double
  /// The change of the progress per second.
  public var velocity: Double

  /// Makes a milestone from its parts.
  public init(time: Timestamp, kind: Kind, fraction: Double, velocity: Double) {
    self.time = time
    self.kind = kind
    self.fraction = fraction
    self.velocity = velocity
  }

  /// What an event comes to; nothing for a mere movement.
  public init?(_ event: TrajectoryEvent) {
    switch event.kind {
    case .changed: return nil
    case .began: kind = .began
    case .ended: kind = .ended
    case .cancelled: kind = .cancelled
    case .decided(let decision): kind = .decided(decision)
    case .handoff: kind = .handoff
    case .completed(let position): kind = .completed(position)
    case .held: kind = .held
    case .started(let run): kind = .started(run)
    }
    time = event.time
    fraction = event.fraction
    velocity = event.velocity
  }

  /// What it decided; nothing for other kinds.
  public var decision: Decision? {
    if case .decided(let decision) = kind { decision } else { nil }
  }

  /// The word for its kind, as reports have it.
  public var name: String {
    switch kind {
    case .began: "began"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .decided: "decided"
    case .handoff: "handoff"
    case .completed: "completed"
    case .held: "held"
    case .started: "started"
    }
  }
}
