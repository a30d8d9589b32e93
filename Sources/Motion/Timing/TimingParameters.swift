public import PantographBase

/// The timing of an animation from its start to its end.
public enum TimingParameters: Hashable, Sendable {
  /// A cubic curve over the animation's duration.
  case curve(CubicCurve)
  /// A spring.
  case spring(SpringTimingParameters)
  /// A custom curve over the animation's duration.
  case custom(CustomTiming)

  /// Creates a spring that starts at rest, or at a velocity in distances per second.
  public static func spring(_ spring: Spring, initialVelocity: Double = 0) -> TimingParameters {
    .spring(
      SpringTimingParameters(spring, initialVelocity: Vector(x: initialVelocity, y: 0)))
  }
}

extension TimingParameters: TimingCurveProvider {
  /// The timing itself.
  public var timingParameters: TimingParameters { self }

  /// The curve, unless the timing is a spring.
  var easing: Easing? {
    switch self {
    case .curve(let curve): .cubic(curve)
    case .custom(let timing): .custom(timing)
    case .spring: nil
    }
  }

  /// Returns the seconds that it takes where a duration is asked for.
  package func seconds(in duration: Double) -> Double {
    switch self {
    case .curve, .custom: duration
    case .spring(let parameters): parameters.spring(in: duration).seconds
    }
  }

  /// Returns the timing as a path from 0 to 1 over a duration.
  package func path(seconds: Double, axis: PartAxis) -> AnimationPath {
    switch self {
    case .curve(let curve): return .curve(.cubic(curve))
    case .custom(let timing): return .curve(.custom(timing))
    case .spring(let parameters):
      let (spring, seconds) = parameters.spring(in: seconds)
      let start = Spring.State(offset: -1, velocity: parameters.velocity(axis))
      return .spring(spring, from: start, target: 1, seconds: seconds)
    }
  }
}

extension CubicCurve: TimingCurveProvider {
  /// The curve as a timing.
  public var timingParameters: TimingParameters { .curve(self) }
}

/// A timing along a cubic curve, `UICubicTimingParameters`.
public struct CubicTimingParameters: TimingCurveProvider, Hashable {
  /// The curve, `UICubicTimingParameters.animationCurve`.
  public var animationCurve: CubicCurve

  /// Creates a timing along a curve; by default Core Animation's default curve.
  public init(animationCurve curve: CubicCurve = .systemDefault) {
    animationCurve = curve
  }

  /// Creates a timing along the curve with these control points.
  public init(controlPoint1: Point, controlPoint2: Point) {
    animationCurve = CubicCurve(
      controlPoint1.x, controlPoint1.y, controlPoint2.x, controlPoint2.y)
  }

  /// The first control point: a fraction of the time and the progress there.
  public var controlPoint1: Point { Point(x: animationCurve.x1, y: animationCurve.y1) }
  /// The second control point: a fraction of the time and the progress there.
  public var controlPoint2: Point { Point(x: animationCurve.x2, y: animationCurve.y2) }

  /// The curve as a timing.
  public var timingParameters: TimingParameters { .curve(animationCurve) }
}

/// A spring and its initial velocity, `UISpringTimingParameters`.
///
/// The velocity is given per axis, in distances to the end per second. A property with one axis takes
/// the x. A change in y only takes the y, or the x if the y is 0.
public struct SpringTimingParameters: TimingCurveProvider, Hashable {
  /// How the spring is specified.
  public enum Kind: Hashable, Sendable {
    /// By its damping ratio; its stiffness follows from the animation's duration.
    case dampingRatio(Double)
    /// By its own parameters, which determine the duration.
    case spring(Spring)
  }

  /// How the spring is specified.
  public var kind: Kind
  /// The initial velocity, in distances per second.
  public var initialVelocity: Vector
  /// Whether a spring may be overdamped; UIKit limits the damping to critical.
  public var allowsOverdamping = false

  /// Creates a spring that settles within the animation's duration.
  public init(dampingRatio: Double, initialVelocity: Vector = .zero) {
    kind = .dampingRatio(dampingRatio)
    self.initialVelocity = initialVelocity
  }

  /// Creates a spring from a mass, a stiffness and a damping.
  public init(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Vector = .zero
  ) {
    self.init(
      Spring(mass: mass, stiffness: stiffness, damping: damping),
      initialVelocity: initialVelocity)
  }

  /// Creates a spring from a perceived duration and a bounce above −1 and at most 1.
  public init(duration: Double, bounce: Double, initialVelocity: Vector = .zero) {
    self.init(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
  }

  /// Creates a spring with an initial velocity.
  public init(_ spring: Spring, initialVelocity: Vector = .zero) {
    kind = .spring(spring)
    self.initialVelocity = initialVelocity
  }

  /// Creates UIKit's default spring: mass 3, stiffness 1000, damping 500.
  ///
  /// UIKit documents its damping ratio as 4.56, and runs it as critically damped.
  public init() {
    self.init(mass: 3, stiffness: 1000, damping: 500)
  }

  /// The spring as a timing.
  public var timingParameters: TimingParameters { .spring(self) }

  /// Returns the initial velocity along an axis.
  func velocity(_ axis: PartAxis) -> Double {
    switch axis {
    case .x: initialVelocity.x
    case .y: initialVelocity.y
    case .yAlone: initialVelocity.y != 0 ? initialVelocity.y : initialVelocity.x
    }
  }

  /// Returns the spring for a duration, and the seconds it runs.
  ///
  /// With velocities on both axes, it runs until both have settled, or is stiff enough for both.
  package func spring(in duration: Double) -> (spring: Spring, seconds: Double) {
    switch kind {
    case .dampingRatio(let ratio):
      // Below this the square of the frequency would overflow.
      guard duration >= 1e-100 else { return (Spring(response: 1, dampingRatio: 1), 0) }
      let spring = Spring(
        settlingIn: duration, dampingRatio: ratio, velocity: initialVelocity.x)
      guard initialVelocity.y != 0 else { return (spring, duration) }
      let vertical = Spring(
        settlingIn: duration, dampingRatio: ratio, velocity: initialVelocity.y)
      return (spring.frequency > vertical.frequency ? spring : vertical, duration)
    case .spring(let spring):
      let spring = allowsOverdamping ? spring : spring.clampedToCritical
      let seconds = spring.settlingTime(velocity: initialVelocity.x)
      guard initialVelocity.y != 0 else { return (spring, seconds) }
      return (spring, max(seconds, spring.settlingTime(velocity: initialVelocity.y)))
    }
  }
}
