public import Pantograph

/// A model of the client: it has a width, and is independent of touches.
public struct Drawer: Hashable, Sendable {
  /// The width in points; 60 when it is closed.
  public internal(set) var width = 60.0
  /// Whether it rests at its full width.
  public internal(set) var isOpen = false

  /// Creates a closed drawer.
  public init() {}
}

/// The trajectory arrives as samples, at the interaction's rate, and as events between them.
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
