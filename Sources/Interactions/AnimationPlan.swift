import PantographBase
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

/// How an animation settles after the release.
public struct Settle: Hashable, Sendable {
  /// The timing of the settling.
  public enum Timing: Hashable, Sendable {
    /// The animation's own timing for the time left, backwards toward the start.
    case own
    /// A curve.
    case curve(CubicCurve)
    /// A spring.
    case spring(SpringTimingParameters.Kind)
  }

  /// The duration, for a timing that does not determine its own.
  public enum Pace: Hashable, Sendable {
    /// A multiple of the animation's duration; 0 for the time left.
    case factor(Double)
    /// The fraction of the duration that had passed at the release.
    case done
    /// The time for the rest of the distance at a multiple of the usual speed.
    case speed(Double)
    /// The time for the rest of the distance, if all of it takes this many seconds.
    case secondsPerDistance(Double)
    /// The time for the rest of the distance at a mean speed, in millimetres per second.
    case meanSpeed(Double)
    /// This many seconds.
    case seconds(Double)
  }

  /// The initial velocity of a spring.
  public enum SpringVelocity: Hashable, Sendable {
    /// The fingers' velocity.
    case carried
    /// The given number of remaining distances per second.
    case perDistance(Double)
    /// The fingers' points per second toward larger x or y, divided by this number, as distances per
    /// second.
    case pointsOver(Double)
    /// The number of the fingers' velocity in this unit, as full distances per second: libadwaita's.
    ///
    /// The velocity toward progress comes from the rule's estimator.
    case inUnit(MeasureUnit)
  }

  /// The timing.
  public var timing: Timing
  /// The duration.
  public var pace = Pace.factor(0)
  /// The initial velocity of a spring.
  public var velocity = SpringVelocity.carried
  /// Whether a spring may be overdamped; UIKit limits the damping to critical.
  public var allowsOverdamping = false
  /// Whether the whole curve runs from the current progress, rather than the part after it.
  public var runsFullCurve = false
  /// Whether the animation jumps to its target at once.
  public var jumps = false

  /// Creates a settling with a timing.
  public init(_ timing: Timing) {
    self.timing = timing
  }

  /// Continues on the animation's own timing for the time left, backwards toward the start.
  public static let unchanged = Settle(.own)

  /// Follows a curve for a multiple of the animation's duration; 0 for the time left.
  public static func curve(_ curve: CubicCurve, durationFactor: Double) -> Settle {
    var settle = Settle(.curve(curve))
    settle.pace = .factor(durationFactor)
    return settle
  }

  /// Follows a spring that starts at the fingers' velocity.
  public static func spring(_ spring: Spring) -> Settle { Settle(.spring(.spring(spring))) }

  /// The spring, if its constants are known without a duration.
  package var knownSpring: Spring? {
    guard !jumps, case .spring(.spring(let spring)) = timing else { return nil }
    return allowsOverdamping ? spring : spring.clampedToCritical
  }

  /// Whether the animation keeps the fingers' velocity even if no distance is left.
  ///
  /// A spring that is fitted to a duration does not.
  package var keepsVelocity: Bool {
    guard case .spring(let kind) = timing, case .spring = kind else { return false }
    switch velocity {
    case .carried, .inUnit: return true
    case .perDistance, .pointsOver: return false
    }
  }

  /// Returns the animator's timing parameters to settle at the end or at the start; `nil` to keep its own.
  ///
  /// A reversed animator runs its curve from the end. `easeOut` should end softly in both directions,
  /// so a reversed curve is mirrored.
  ///
  /// - Parameters:
  ///   - isBackwards: whether the animator runs its curve backwards.
  ///   - velocity: a spring's initial velocity, in remaining distances per second.
  package func parameters(backwards isBackwards: Bool, velocity: Double) -> TimingParameters? {
    switch timing {
    case .own: return nil
    case .curve(let curve): return .curve(isBackwards ? curve.mirrored : curve)
    case .spring(let kind):
      var spring = SpringTimingParameters(dampingRatio: 1)
      spring.kind = kind
      spring.allowsOverdamping = allowsOverdamping
      spring.initialVelocity.x = velocity
      return .spring(spring)
    }
  }
}
