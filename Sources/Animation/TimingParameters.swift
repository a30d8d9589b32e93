public import Motion
public import Quantities

/// How an animation gets from its start to its end.
public enum TimingParameters: Hashable, Sendable {
  /// Along a curve, in the time it is given.
  case curve(CubicCurve)
  /// On a spring.
  case spring(SpringTimingParameters)

  /// On a spring that starts at rest, or at a velocity in whole distances per second.
  public static func spring(_ spring: Spring, initialVelocity: Double = 0) -> TimingParameters {
    .spring(
      SpringTimingParameters(spring, initialVelocity: Vector(x: initialVelocity, y: 0)))
  }
}

/// A spring and the velocity at which it is thrown, as `UISpringTimingParameters` has them.
///
/// The velocity counts in whole distances per second toward the end, for each axis by itself; what
/// has only one axis takes the one of x.
public struct SpringTimingParameters: Hashable, Sendable {
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

  /// Makes a spring of the duration it seems to have and its bounce, from −1 to 1.
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

  /// The spring and how long it runs, when it is given this time.
  func spring(in duration: Double) -> (spring: Spring, seconds: Double) {
    switch kind {
    case .dampingRatio(let ratio):
      guard duration > 0 else { return (Spring(response: 1, dampingRatio: 1), 0) }
      let spring = Spring(
        settlingIn: duration, dampingRatio: ratio, velocity: initialVelocity.x)
      return (spring, duration)
    case .spring(let spring):
      let spring = allowsOverdamping ? spring : spring.clampedToCritical
      return (spring, spring.settlingTime(velocity: initialVelocity.x))
    }
  }
}
