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

/// A type that provides the timing of an animation, as `UITimingCurveProvider` does.
///
/// The timings of this module are providers. A type of your own can return one of them, or conform to
/// ``TimingCurve`` and calculate the progress itself.
public protocol TimingCurveProvider: Sendable {
  /// The timing of the animation.
  var timingParameters: TimingParameters { get }
}

/// A custom timing: the progress at a fraction of the time.
///
///     struct Steps: TimingCurve {
///       var count: Double
///
///       func progress(at fraction: Double) -> Double { (fraction * count).rounded(.down) / count }
///     }
///
/// An animation always starts at 0 and ends at 1. A progress that is not a number counts as the
/// fraction.
public protocol TimingCurve: TimingCurveProvider, Hashable {
  /// Returns the progress at a fraction of the time between 0 and 1.
  func progress(at fraction: Double) -> Double
}

extension TimingCurve {
  /// The curve itself.
  public var timingParameters: TimingParameters { .custom(CustomTiming(self)) }
}

/// A custom timing curve of any type.
public struct CustomTiming: Hashable, Sendable {
  /// The progress at a fraction of the time between 0 and 1.
  package let progress: @Sendable (_ fraction: Double) -> Double
  #if !hasFeature(Embedded)
    private let curve: any TimingCurve
  #endif

  /// Wraps a curve.
  package init(_ curve: some TimingCurve) {
    progress = { curve.progress(at: $0) }
    #if !hasFeature(Embedded)
      self.curve = curve
    #endif
  }

  /// Returns whether both have the same type and are equal.
  ///
  /// Without a runtime, types can't be told apart, and no curve is known to equal another one.
  public static func == (left: CustomTiming, right: CustomTiming) -> Bool {
    #if hasFeature(Embedded)
      false
    #else
      AnyHashable(left.curve) == AnyHashable(right.curve)
    #endif
  }

  /// Hashes the curve.
  public func hash(into hasher: inout Hasher) {
    #if !hasFeature(Embedded)
      hasher.combine(AnyHashable(curve))
    #endif
  }
}

/// The kind of a timing; the raw values are those of `UITimingCurveType`.
///
/// UIKit's 3, `composed`, is a cubic curve that a spring modifies when an animation continues on it.
/// How it does so is not documented, and it does not occur here.
public enum TimingCurveType: Int, Hashable, Sendable, CaseIterable {
  /// A named curve, such as `easeIn`.
  case builtin = 0
  /// A cubic curve with its own control points.
  case cubic = 1
  /// A spring.
  case spring = 2
  /// A ``TimingCurve`` of your own, which UIKit does not have.
  case custom = 4
}

extension TimingCurveProvider {
  /// The kind of the timing, `UITimingCurveProvider.timingCurveType`.
  ///
  /// A curve with the control points of a named curve counts as built in.
  public var timingCurveType: TimingCurveType {
    switch timingParameters {
    case .curve(let curve): curve.name == nil ? .cubic : .builtin
    case .spring: .spring
    case .custom: .custom
    }
  }

  /// The cubic curve, if it is one, `UITimingCurveProvider.cubicTimingParameters`.
  public var cubicTimingParameters: CubicTimingParameters? {
    guard case .curve(let curve) = timingParameters else { return nil }
    return CubicTimingParameters(animationCurve: curve)
  }

  /// The spring, if it is one, `UITimingCurveProvider.springTimingParameters`.
  public var springTimingParameters: SpringTimingParameters? {
    guard case .spring(let spring) = timingParameters else { return nil }
    return spring
  }
}
