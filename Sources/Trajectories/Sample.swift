public import Animation
public import Interactions
public import Quantities
public import Touches

/// What an animation is doing.
public enum Phase: String, Hashable, Sendable {
  /// Nothing has happened yet.
  case idle
  /// It follows the fingers.
  case tracking
  /// It runs on to an end by itself.
  case settling
  /// It has come to an end.
  case rest
}

/// The state of an animation at one instant.
public struct Sample: Hashable, Sendable {
  /// When, counted from the start of the trajectory.
  public var time: Timestamp
  /// What the animation is doing.
  public var phase: Phase
  /// The progress toward its end; a spring may overshoot it.
  public var fraction: Double
  /// The change of the fraction per second.
  public var velocity: Double
  /// The values of the animated properties, in the interaction's order.
  public var values: [Double]

  /// Makes a sample from its parts.
  public init(
    time: Timestamp, phase: Phase, fraction: Double, velocity: Double, values: [Double]
  ) {
    self.time = time
    self.phase = phase
    self.fraction = fraction
    self.velocity = velocity
    self.values = values
  }
}

/// Something that happened between samples.
public struct TrajectoryEvent: Hashable, Sendable {
  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The gesture began, and took hold of the animation.
    case began
    /// The fingers moved.
    case changed
    /// The fingers let go.
    case ended(ReleaseContext)
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
    case started(Run)
  }

  /// What runs though no fingers have let go of it.
  public enum Run: String, Hashable, Sendable {
    /// The animation, on to its end.
    case forward
    /// The animation, back to its start.
    case back
    /// The animation that comes after it.
    case then
    /// Everything, back to its start.
    case dismissal
  }

  /// When, counted from the start of the trajectory.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind
  /// The progress at that instant.
  public var fraction: Double
  /// The change of the progress per second: the fingers' until they let go, then the animation's.
  public var velocity: Double

  /// Makes an event from its parts.
  public init(time: Timestamp, kind: Kind, fraction: Double, velocity: Double) {
    self.time = time
    self.kind = kind
    self.fraction = fraction
    self.velocity = velocity
  }
}

/// Takes a trajectory in, piece by piece, in the order of time.
///
/// A sink that can't take any more throws, which ends the driving of it.
public protocol TrajectorySink<Failure> {
  /// Why the sink can't take any more; `Never` for one that always can.
  associatedtype Failure: Error

  /// Takes the next sample.
  mutating func receive(_ sample: Sample) throws(Failure)
  /// Takes the next event.
  mutating func receive(_ event: TrajectoryEvent) throws(Failure)
  /// Takes the next frame of the hand, ahead of the events that follow from it.
  mutating func receive(_ frame: TouchFrame) throws(Failure)
}

extension TrajectorySink {
  /// Passes over a frame: most sinks take in only what becomes of the hand.
  public mutating func receive(_ frame: TouchFrame) throws(Failure) {}
}

/// A whole trajectory, kept.
public struct Trajectory: TrajectorySink, Sendable {
  /// The samples, in the order of time.
  public private(set) var samples: [Sample] = []
  /// The events, in the order of time.
  public private(set) var events: [TrajectoryEvent] = []

  /// Makes a trajectory of nothing yet.
  public init() {}

  /// Keeps the next sample.
  public mutating func receive(_ sample: Sample) throws(Never) { samples.append(sample) }
  /// Keeps the next event.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) { events.append(event) }
}
