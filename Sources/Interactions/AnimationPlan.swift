public import PantographMotion

/// The animated properties, and the timing that applies when no fingers drive the animation.
public struct AnimationPlan: Hashable, Sendable {
  /// A number that the animation moves from one value to another.
  public struct Property: Hashable, Sendable {
    /// The component of the fingers' translation that drives a property.
    public enum Axis: String, CaseIterable, Sendable {
      /// The component toward progress.
      case along
      /// The component across it.
      case across
    }

    /// A value that the property reaches during a share of its time.
    public struct Keyframe: Hashable, Sendable {
      /// The share of the time at which the segment starts.
      public var start: Double
      /// The share of the time that the segment takes.
      public var duration: Double
      /// The value at the end of the segment.
      public var to: Double

      /// Creates a keyframe.
      public init(start: Double, duration: Double, to: Double) {
        self.start = start
        self.duration = duration
        self.to = to
      }
    }

    /// The property's name, which heads its column.
    public var name: String
    /// The value at the start; `nil` to continue from where an earlier animation left it.
    public var from: Double?
    /// The value at the end, if there are no keyframes.
    public var to: Double
    /// The keyframes in order of time; none starts before the previous one ends.
    public var keyframes: [Keyframe] = []
    /// The share of the animation's time that passes before the property starts.
    public var delayFactor = 0.0
    /// The component of the fingers' translation that drives the property.
    public var axis = Axis.along
    /// Whether its change is added to that of an earlier property with the same name.
    public var isAdditive = false

    /// Creates a property from its name and its values at the start and the end.
    public init(name: String, from: Double?, to: Double) {
      self.name = name
      self.from = from
      self.to = to
    }

    /// Returns the property's value at a progress.
    ///
    /// - Parameters:
    ///   - progress: the progress of the property's own time; a spring may carry it beyond both ends.
    ///   - origin: the value at the start, for a property without one of its own.
    package func value(at progress: Double, from origin: Double = 0) -> Double {
      var value = from ?? origin
      if keyframes.isEmpty { return Self.value(at: progress, from: value, to: to) }
      for keyframe in keyframes {
        guard progress > keyframe.start else { return value }
        // A keyframe that would end after the animation ends with it.
        let end = min(keyframe.start + keyframe.duration, 1)
        guard progress >= end else {
          return value + (keyframe.to - value) * (progress - keyframe.start)
            / (end - keyframe.start)
        }
        value = keyframe.to
      }
      return value
    }

    /// Returns the value on the straight line from one value to another.
    @inlinable
    package static func value(at progress: Double, from start: Double, to end: Double) -> Double {
      start + (end - start) * progress
    }
  }

  /// The duration in seconds when no fingers drive the animation.
  public var duration: Double
  /// The timing curve or spring when no fingers drive the animation.
  public var timing: TimingParameters
  /// Whether a driven fraction is a fraction of the distance rather than of the time.
  public var scrubsLinearly = true
  /// The animated properties.
  public var properties: [Property]

  /// The actual duration in seconds; a spring with its own constants determines its own.
  package var seconds: Double { AnimatorMachine(duration: duration, timing: timing).duration }

  /// Creates a plan; the duration is in seconds.
  public init(duration: Double, timing: TimingParameters, properties: [Property]) {
    self.duration = duration
    self.timing = timing
    self.properties = properties
  }
}
