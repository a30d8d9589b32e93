public import Quantities

/// What a recogniser reports about a gesture.
public struct GestureEvent: Hashable, Sendable {
  /// The stages of a continuous gesture, as UIKit has them.
  public enum Phase: String, Hashable, Sendable {
    /// The fingers have moved enough: the gesture is on.
    case began
    /// The fingers have moved on.
    case changed
    /// All fingers have lifted.
    case ended
    /// Something else than the fingers put an end to it.
    case cancelled
  }

  /// When it happened.
  public var time: Timestamp
  /// The stage that the gesture is in.
  public var phase: Phase
  /// The way since the gesture was recognised, in millimetres.
  public var translation: Vector
  /// How fast the fingers move, in millimetres per second.
  public var velocity: Vector

  /// Makes an event from its parts.
  public init(time: Timestamp, phase: Phase, translation: Vector, velocity: Vector) {
    self.time = time
    self.phase = phase
    self.translation = translation
    self.velocity = velocity
  }
}
