import Gestures
public import Interactions
public import Quantities
public import Trajectories

/// Every gesture of a trajectory that came to its end, and nothing else of it.
public struct ReleaseLog: TrajectorySink, Sendable {
  /// How a gesture came to its end.
  public enum Entry: Sendable {
    /// The fingers let go.
    case release(ReleaseContext)
    /// It was cut off at an instant, with the animation at a fraction: there was nothing to judge.
    case cutOff(at: Timestamp, fraction: Double)
  }

  /// The gestures, in the order of time.
  public private(set) var entries: [Entry] = []

  /// Makes a log of nothing yet.
  public init() {}

  /// Passes over a sample.
  public mutating func receive(_ sample: Sample) throws(Never) {}

  /// Keeps the end of a gesture.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .ended(var hand):
      hand.history = hand.history.compact
      entries.append(.release(hand))
    case .cancelled: entries.append(.cutOff(at: event.time, fraction: event.fraction))
    case .began, .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }
}
