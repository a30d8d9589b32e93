public import PantographBase
public import PantographTouches

/// A state machine that recognises one kind of gesture.
///
/// It is a value without a clock: time passes with the frames. Where a gesture depends on a time without
/// frames, the recogniser has a ``deadline``. The caller then calls ``advance(to:into:)``; a later frame has
/// the same effect.
///
/// Each gesture that has begun ends or is cancelled exactly once.
public protocol GestureRecognizer: Sendable {
  /// The properties that this kind of gesture reports.
  associatedtype Value: Hashable & Sendable

  /// The state of the recogniser.
  var state: RecognizerState { get }

  /// The time at which something may happen without a frame, if any.
  var deadline: Timestamp? { get }

  /// Processes the next frame and appends the resulting events.
  mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>])

  /// Advances the time without a frame and appends the resulting events.
  mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>])

  /// Cancels the gesture, because its input has stopped or another recogniser has won.
  ///
  /// Fingers on the surface are ignored from then on: nothing begins before all have lifted.
  mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>])
}

// Only a few gestures depend on a time without frames.
extension GestureRecognizer {
  /// None: only frames change it.
  public var deadline: Timestamp? { nil }

  /// Does nothing: time alone does not change it.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {}
}

/// The state of a recogniser.
public enum RecognizerState: Hashable, Sendable {
  /// No contact can become the gesture.
  case idle
  /// The gesture may still begin.
  case possible
  /// The gesture is active.
  case active
  /// The gesture can't begin before all fingers have lifted.
  case failed
}

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
