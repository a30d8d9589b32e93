public import Quantities
public import Touches

/// A machine that finds one kind of gesture in what fingers do.
///
/// It is a value that knows no clock: time passes with the frames, and where a gesture depends on a time
/// that passes without any, the recogniser tells its ``deadline``. Whoever drives it calls
/// ``advance(to:into:)`` by then; a later frame does the same.
///
/// Each gesture that has begun ends or is cancelled exactly once.
public protocol GestureRecognizer: Sendable {
  /// What the fingers do, as far as this kind of gesture has a use for it.
  associatedtype Value: Hashable & Sendable

  /// How far the recogniser has come.
  var state: RecognizerState { get }

  /// The instant at which something may happen though no frame comes, if there is one.
  var deadline: Timestamp? { get }

  /// Takes the next frame and appends what follows from it.
  mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>])

  /// Lets time pass without a frame and appends what follows from that.
  mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>])

  /// Ends what is on, because its input will not go on or somebody else has won it.
  ///
  /// Fingers that are on the surface have lost their say: nothing begins before all have lifted.
  mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>])
}

/// How far a recogniser has come with what is on the surface.
public enum RecognizerState: String, Hashable, Sendable {
  /// Nothing on the surface can become the gesture.
  case idle
  /// The gesture may still begin.
  case possible
  /// The gesture is on.
  case active
  /// The gesture can't begin any more before all fingers have lifted.
  case failed
}
