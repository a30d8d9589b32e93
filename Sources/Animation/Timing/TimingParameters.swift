public import Motion
public import Quantities

/// How an animation gets from its start to its end.
public enum TimingParameters: Hashable, Sendable {
  /// Along a curve, in the time it is given.
  case curve(CubicCurve)
  /// On a spring.
  case spring(SpringTimingParameters)
  /// Along a curve of the caller's own, in the time it is given.
  case custom(CustomTiming)

  /// On a spring that starts at rest, or at a velocity in whole distances per second.
  public static func spring(_ spring: Spring, initialVelocity: Double = 0) -> TimingParameters {
    .spring(
      SpringTimingParameters(spring, initialVelocity: Vector(x: initialVelocity, y: 0)))
  }
}

extension TimingParameters: TimingCurveProvider {
  /// The timing itself.
  public var timingParameters: TimingParameters { self }

  /// The curve, unless it is a spring.
  var easing: Easing? {
    switch self {
    case .curve(let curve): .cubic(curve)
    case .custom(let timing): .custom(timing)
    case .spring: nil
    }
  }

  /// The timing as a path all the way from 0 to 1, when it is given this time.
  func path(seconds: Double, axis: Axis) -> AnimationPath {
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
  /// Along the curve.
  public var timingParameters: TimingParameters { .curve(self) }
}

/// A timing along a cubic curve, as `UICubicTimingParameters` names it.
public struct CubicTimingParameters: TimingCurveProvider, Hashable {
  /// The curve.
  public var curve: CubicCurve

  /// Makes a timing along a curve; Core Animation's default where none is given.
  public init(animationCurve curve: CubicCurve = .systemDefault) {
    self.curve = curve
  }

  /// Makes a timing along the curve with these control points.
  public init(controlPoint1: Point, controlPoint2: Point) {
    curve = CubicCurve(controlPoint1.x, controlPoint1.y, controlPoint2.x, controlPoint2.y)
  }

  /// Along the curve.
  public var timingParameters: TimingParameters { .curve(curve) }
}

/// A spring and the velocity at which it is thrown, as `UISpringTimingParameters` has them.
///
/// The velocity counts in whole distances per second toward the end, for each axis by itself. What
/// has only one axis takes the one of x, and so does what moves on y alone if y has none.
public struct SpringTimingParameters: TimingCurveProvider, Hashable {
  /// What the spring is made of.
  public enum Kind: Hashable, Sendable {
    /// As stiff as it has to be to settle in the time that the animation is given.
    case dampingRatio(Double)
    /// What it is; the time that the animation is given does not count.
    case spring(Spring)
  }

  /// What the spring is made of.
  public var kind: Kind
  /// The velocity at the start, in whole distances per second.
  public var initialVelocity: Vector
  /// Whether a damping above the critical one is taken as it is; UIKit takes it as critical.
  public var allowsOverdamping = false

  /// Makes a spring that settles in the time that the animation is given.
  public init(dampingRatio: Double, initialVelocity: Vector = .zero) {
    kind = .dampingRatio(dampingRatio)
    self.initialVelocity = initialVelocity
  }

  /// Makes a spring of a mass, a stiffness and a damping.
  public init(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Vector = .zero
  ) {
    self.init(
      Spring(mass: mass, stiffness: stiffness, damping: damping),
      initialVelocity: initialVelocity)
  }

  /// Makes a spring of the duration it seems to have and its bounce, above −1 and at most 1.
  public init(duration: Double, bounce: Double, initialVelocity: Vector = .zero) {
    self.init(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
  }

  /// Makes a spring that is thrown.
  public init(_ spring: Spring, initialVelocity: Vector = .zero) {
    kind = .spring(spring)
    self.initialVelocity = initialVelocity
  }

  /// The system's own spring for transitions: mass 3, stiffness 1000, damping 500.
  ///
  /// UIKit documents its damping ratio as 4.56, and runs it as critical.
  public init() {
    self.init(mass: 3, stiffness: 1000, damping: 500)
  }

  /// On this spring.
  public var timingParameters: TimingParameters { .spring(self) }

  /// The initial velocity along an axis.
  func velocity(_ axis: Axis) -> Double {
    switch axis {
    case .x: initialVelocity.x
    case .y: initialVelocity.y
    case .yAlone: initialVelocity.y != 0 ? initialVelocity.y : initialVelocity.x
    }
  }

  /// The spring and how long it runs, when it is given this time.
  ///
  /// Where the velocity has a y, too, it runs until both axes have settled, or is stiff enough for it.
  func spring(in duration: Double) -> (spring: Spring, seconds: Double) {
    switch kind {
    case .dampingRatio(let ratio):
      // For less time there is no spring whose frequency, squared, is a number.
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
