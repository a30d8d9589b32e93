import PantographBase
public import PantographMotion

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
