public import PantographBase

/// The recent positions of a finger, and a summary of all since it landed.
///
/// Velocity rules are functions of it. Its size does not grow with the length of the gesture.
public struct MotionHistory: Hashable, Sendable {
  /// The position of the finger at an instant.
  package struct Sample: Hashable, Sendable {
    /// The time of the report.
    package var time: Timestamp
    /// The displacement from a common origin, usually the start of the gesture.
    package var translation: Vector

    /// Creates a sample.
    package init(time: Timestamp, translation: Vector) {
      self.time = time
      self.translation = translation
    }
  }

  /// 300 ms: how far back any rule looks (React Native's), counted from the newest sample.
  package static let horizon = 0.300
  /// 302 samples: the horizon at 1000 reports per second, the highest rate of input devices, with both of its
  /// ends and one older sample.
  ///
  /// For a device that reports more often, less than the horizon is kept.
  package static let capacity = 302

  /// The recent samples, oldest first: those within the horizon, and the last one before it.
  package private(set) var samples = SampleQueue()
  /// The first sample: where the finger landed.
  package private(set) var first: Sample?
  /// The number of samples so far.
  package private(set) var count = 0
  /// The distance covered along each axis, in either direction, without the newest movement.
  private var earlierTravel = Vector.zero
  /// The positions that differ from the one before; see ``Trail``.
  private(set) var recentPositions = RecentPositions()

  /// Creates an empty history.
  public init() {}

  /// The distance covered along each axis, in either direction: the sum of all magnitudes.
  package var travel: Vector { earlierTravel + lastMovement.magnitudes }

  /// Removes all samples.
  public mutating func reset() {
    samples.removeAll()
    first = nil
    count = 0
    earlierTravel = .zero
    recentPositions.reset()
  }

  /// Adds the finger's current position; times must not decrease.
  ///
  /// A second position at the same instant replaces the first.
  public mutating func add(_ translation: Vector, at time: Timestamp) {
    let sample = Sample(time: time, translation: translation)
    recentPositions.add(sample)
    if samples.last?.time == time {
      samples[samples.count - 1] = sample
      if count == 1 { first = sample }
      return
    }
    earlierTravel = travel
    if count == 0 {
      first = sample
      samples.reserveCapacity(Self.capacity + 1)
    }
    count += 1
    samples.append(sample)
    // Once the second sample is beyond the horizon, no rule reads an older one.
    var stale = max(samples.count - Self.capacity, 0)
    let horizon = time.microseconds &- SteadyMotion.microseconds(Self.horizon)
    while stale + 1 < samples.count, samples[stale + 1].time.microseconds < horizon { stale += 1 }
    if stale > 0 { samples.removeFirst(stale) }
  }

  /// Removes all samples but the two newest, from which the history goes on as if it had begun with them.
  mutating func restart() {
    let newest = Array(samples.suffix(2))
    reset()
    for sample in newest { add(sample.translation, at: sample.time) }
  }

  /// A copy without spare capacity, for callers that keep many histories and add nothing to them.
  ///
  package var compact: MotionHistory {
    var copy = self
    copy.samples = samples.compact
    copy.recentPositions = recentPositions.compact
    return copy
  }

  /// Shifts every sample by `translation`, which changes no velocity.
  mutating func shift(by translation: Vector) {
    for index in samples.indices { samples[index].translation += translation }
    first?.translation += translation
    recentPositions.shift(by: translation)
  }

  /// The difference between the two newest samples.
  private var lastMovement: Vector {
    samples.count < 2
      ? .zero : samples[samples.count - 1].translation - samples[samples.count - 2].translation
  }
}

extension Vector {
  /// Returns the difference of two vectors.
  static func - (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y)
  }

  /// Whether both components are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The magnitude of each component.
  var magnitudes: Vector { Vector(x: x.magnitude, y: y.magnitude) }
}

extension MotionHistory {
  /// Returns the mean velocity between two recent samples.
  func meanVelocity(from start: Int, to end: Int) -> Vector {
    (samples[end].translation - samples[start].translation)
      / (samples[end].time - samples[start].time)
  }
}
