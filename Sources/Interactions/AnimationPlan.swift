public import Animation

/// What an animation moves, and how when nobody holds it.
public struct AnimationPlan: Hashable, Sendable {
  /// A number that the animation moves from one value to another.
  public struct Property: Hashable, Sendable {
    /// Which part of the fingers' way leads it.
    public enum Axis: String, CaseIterable, Sendable {
      /// The part toward progress.
      case along
      /// The part across.
      case across
    }

    /// A value that is come to over a share of the property's time.
    public struct Keyframe: Hashable, Sendable {
      /// The share of the time at which it is set out for.
      public var start: Double
      /// The share of the time that the way there takes.
      public var duration: Double
      /// The value.
      public var to: Double

      /// Makes a keyframe.
      public init(start: Double, duration: Double, to: Double) {
        self.start = start
        self.duration = duration
        self.to = to
      }
    }

    /// Its name, the head of its column.
    public var name: String
    /// Its value at the start; nothing where it goes on from where an earlier animation has led it.
    public var from: Double?
    /// Its value at the end, where there are no keyframes.
    public var to: Double
    /// The values that it passes, in the order of time and none before the one before it has ended.
    public var keyframes: [Keyframe] = []
    /// The share of the animation's time that passes before it begins.
    public var delayFactor = 0.0
    /// Which part of the fingers' way leads it.
    public var axis = Axis.along
    /// Whether its change adds up with that of an earlier property of its name.
    public var isAdditive = false

    /// Makes a property from its name and its values at the start and the end.
    public init(name: String, from: Double?, to: Double) {
      self.name = name
      self.from = from
      self.to = to
    }

    /// Its value at a progress.
    ///
    /// - Parameters:
    ///   - progress: the progress of its own time, which a spring may carry beyond both ends.
    ///   - origin: its value at the start, where it has none of its own.
    public func value(at progress: Double, from origin: Double = 0) -> Double {
      var value = from ?? origin
      if keyframes.isEmpty { return Self.value(at: progress, from: value, to: to) }
      for keyframe in keyframes {
        guard progress > keyframe.start else { return value }
        // What would end after the animation ends with it.
        let end = min(keyframe.start + keyframe.duration, 1)
        guard progress >= end else {
          return value + (keyframe.to - value) * (progress - keyframe.start)
            / (end - keyframe.start)
        }
        value = keyframe.to
      }
      return value
    }

    /// The value of what goes straight from one to another.
    @inlinable
    public static func value(at progress: Double, from start: Double, to end: Double) -> Double {
      start + (end - start) * progress
    }
  }

  /// The seconds that it takes when nobody holds it.
  public var duration: Double
  /// How it gets to its end then.
  public var timing: TimingParameters
  /// Whether a fraction that a hand leads it to is one of the way, not of the time.
  public var scrubsLinearly = true
  /// What it moves.
  public var properties: [Property]

  /// The seconds that it takes indeed: a spring that says itself what it is made of takes its own.
  public var seconds: Double { AnimatorMachine(duration: duration, timing: timing).duration }

  /// Makes a plan; the duration is in seconds.
  public init(duration: Double, timing: TimingParameters, properties: [Property]) {
    self.duration = duration
    self.timing = timing
    self.properties = properties
  }
}
