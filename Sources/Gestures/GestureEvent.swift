public import PantographBase

/// An event of a gesture.
///
/// The properties of its ``value``, which depend on the kind of gesture, can be read from the event itself:
/// `event.translation` of a pan.
#if !hasFeature(Embedded)
  @dynamicMemberLookup
#endif
public struct GestureEvent<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The time of the event.
  public var time: Timestamp
  /// The phase of the gesture.
  public var phase: GesturePhase
  /// What the fingers do.
  public var value: Value

  /// Creates an event from its parts.
  public init(time: Timestamp, phase: GesturePhase, value: Value) {
    self.time = time
    self.phase = phase
    self.value = value
  }

  #if !hasFeature(Embedded)
    /// A property of the value.
    public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
      value[keyPath: part]
    }
  #endif
}

/// The phases of a gesture, as in UIKit.
///
/// A continuous gesture begins, changes, and ends or is cancelled. One that happens at an instant, such as a
/// tap, only ends.
public enum GesturePhase: Hashable, Sendable {
  /// The gesture was recognised.
  case began
  /// The fingers have moved.
  case changed
  /// The gesture has ended normally.
  case ended
  /// The gesture was interrupted.
  case cancelled
}
