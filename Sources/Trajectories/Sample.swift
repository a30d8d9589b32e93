public import PantographBase
public import PantographInteractions
public import PantographMotion
public import PantographTouches

/// What an animation is doing.
public enum Phase: String, Hashable, Sendable {
  /// Nothing has happened yet.
  case idle
  /// The fingers drive it.
  case tracking
  /// It runs by itself.
  case settling
  /// It has come to an end.
  case rest
}

/// The state of an animation at a time.
public struct Sample: Hashable, Sendable {
  /// The time since the start of the trajectory.
  public var time: Timestamp
  /// What the animation is doing.
  public var phase: Phase
  /// The progress toward its end; a spring may overshoot it.
  public var fraction: Double
  /// The change of the fraction per second.
  public var velocity: Double
  /// The values of the animated properties, in the interaction's order.
  public var values: [Double]

  /// Creates a sample from its parts.
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

/// An event between samples.
public struct TrajectoryEvent: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: Hashable, Sendable {
    /// The gesture began, and grabbed the animation.
    case began
    /// The fingers moved.
    case changed
    /// The fingers were released.
    indirect case ended(ReleaseContext)
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
    case started(Run)
  }

  /// An animation that starts without a release.
  public enum Run: String, Hashable, Sendable {
    /// The animation, to its end.
    case forward
    /// The animation, back to its start.
    case back
    /// The second animation.
    case then
    /// The dismissal, back to the start.
    case dismissal
  }

  /// The time since the start of the trajectory.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind
  /// The progress at that time.
  public var fraction: Double
  /// The change of the progress per second: the fingers' until the release, then the animation's.
  public var velocity: Double

  /// Creates an event from its parts.
  public init(time: Timestamp, kind: Kind, fraction: Double, velocity: Double) {
    self.time = time
    self.kind = kind
    self.fraction = fraction
    self.velocity = velocity
  }
}

/// Receives a trajectory piece by piece, in order of time.
///
/// A sink that can't take any more throws an error, which stops the driver.
public protocol TrajectorySink<Failure> {
  /// The error of a sink that can't take any more; `Never` for one that always can.
  associatedtype Failure: Error

  /// Receives the next sample.
  mutating func receive(_ sample: Sample) throws(Failure)
  /// Receives the next event.
  mutating func receive(_ event: TrajectoryEvent) throws(Failure)
  /// Receives the next touch frame, before the events that follow from it.
  mutating func receive(_ frame: TouchFrame) throws(Failure)
}

extension TrajectorySink {
  /// Ignores a frame: most sinks only need samples and events.
  public mutating func receive(_ frame: TouchFrame) throws(Failure) {}
}

/// A whole trajectory in memory.
public struct Trajectory: TrajectorySink, Sendable {
  /// The samples, in order of time.
  public private(set) var samples: [Sample] = []
  /// The events, in order of time.
  public private(set) var events: [TrajectoryEvent] = []

  /// Creates an empty trajectory.
  public init() {}

  /// Appends the next sample.
  public mutating func receive(_ sample: Sample) throws(Never) { samples.append(sample) }
  /// Appends the next event.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) { events.append(event) }
}
