public import Quantities

/// What a recogniser reports about a gesture.
///
/// What is special to a kind of gesture is its ``value``, and can be read as if it were the event's
/// own: `event.translation` of a pan.
@dynamicMemberLookup
public struct GestureEvent<Value: Hashable & Sendable>: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// The stage that the gesture is in.
  public var phase: GesturePhase
  /// What the fingers do.
  public var value: Value

  /// Makes an event from its parts.
  public init(time: Timestamp, phase: GesturePhase, value: Value) {
    self.time = time
    self.phase = phase
    self.value = value
  }

  /// A part of the value.
  public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
    value[keyPath: part]
  }
}

/// The stages of a gesture, as UIKit has them.
///
/// A gesture that goes on for a while begins, changes, and ends or is cancelled. One that happens at
/// an instant, such as a tap, only ends.
public enum GesturePhase: String, Hashable, Sendable {
  /// The fingers have done enough: the gesture is on.
  case began
  /// The fingers have moved on.
  case changed
  /// The gesture is over, as it should be.
  case ended
  /// Something else than the fingers put an end to it.
  case cancelled
}
