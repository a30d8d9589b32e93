package import PantographBase
package import PantographInteractions
package import PantographMotion

/// An event of a trajectory other than a movement.
///
/// Unlike the event of a release with its context, it fits into a line of text and can be read again.
package struct Milestone: Hashable, Sendable {
  /// The kinds of milestones.
  package enum Kind: Hashable, Sendable {
    /// The gesture began.
    case began
    /// The fingers were released.
    case ended
    /// The gesture was cancelled.
    case cancelled
    /// The release was judged.
    case decided(Decision)
    /// The animation continued by itself.
    case handoff
    /// The animation came to an end.
    case completed(AnimatingPosition)
    /// Landing fingers hold the running animation, before there is a gesture.
    case held
    /// An animation started without a release.
    case started(TrajectoryEvent.Run)
  }

  /// The time since the start of the trajectory.
  package var time: Timestamp
  /// What happened.
  package var kind: Kind
  /// The progress at that time.
  package var fraction: Double
  /// The change of the progress per second.
  package var velocity: Double

  /// Creates a milestone from its parts.
  package init(time: Timestamp, kind: Kind, fraction: Double, velocity: Double) {
    self.time = time
    self.kind = kind
    self.fraction = fraction
    self.velocity = velocity
  }

  /// Creates a milestone from an event; `nil` for a movement.
  package init?(_ event: TrajectoryEvent) {
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

  /// The decision; `nil` for other kinds.
  package var decision: Decision? {
    if case .decided(let decision) = kind { decision } else { nil }
  }

  /// The name of the kind in reports.
  package var name: String {
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
