public import Cases

/// A drawer that is somebody's own: it has a width, and knows nothing of fingers.
public struct Drawer: Hashable, Sendable {
  /// How wide it is, in points: 60 when it is closed.
  public internal(set) var width = 60.0
  /// Whether it has come to rest at its whole width.
  public internal(set) var isOpen = false

  /// Makes a closed drawer.
  public init() {}
}

/// What becomes of the hand comes as samples, at the interaction's rate, and as events between them.
extension Drawer: TrajectorySink {
  /// Follows the animation.
  public mutating func receive(_ sample: Sample) throws(Never) {
    width = 60 + 240 * sample.fraction
  }

  /// The drawer is open when the animation has reached its end.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: isOpen = false
    case .completed(let position): isOpen = position == .end
    default: break
    }
  }
}
