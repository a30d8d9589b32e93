/// A value that can be animated: the difference between two values is a change, and changes add up.
///
/// A change is a SIMD vector, so that it can be scaled and added. A type of your own needs two
/// functions:
///
///     struct Dial: Animatable {
///       var angle: Double
///       var glow: Double
///
///       func change(to target: Dial) -> SIMD2<Double> {
///         [target.angle - angle, target.glow - glow]
///       }
///       func advanced(by change: SIMD2<Double>) -> Dial {
///         Dial(angle: angle + change.x, glow: glow + change.y)
///       }
///     }
public protocol Animatable: Sendable {
  /// The difference between two values.
  associatedtype Change: SIMD & Sendable where Change.Scalar == Double

  /// Returns the change from this value to another.
  func change(to target: Self) -> Change

  /// Returns this value plus a change.
  func advanced(by change: Change) -> Self

  /// Returns the change from this value back to an older one, which an additive animation reduces to
  /// zero.
  ///
  /// It is ``change(to:)`` unless there are several such changes and another one is preferred.
  func additiveChange(backTo old: Self) -> Change

  /// The axes of a change, for springs with two velocities; see ``Axes``.
  static var axes: Axes { get }
}

/// How the scalars of a change follow a spring's velocities.
public enum Axes: Hashable, Sendable {
  /// All scalars follow the x of a spring's velocity.
  case one
  /// The scalars alternate between x and y, and each follows its own velocity.
  case two
}

extension Animatable {
  /// All scalars of a change move together.
  public static var axes: Axes { .one }

  /// Returns the change to the older value.
  public func additiveChange(backTo old: Self) -> Change { change(to: old) }

  /// Returns the value at a fraction of the change to another.
  package func interpolated(to target: Self, at share: Double) -> Self {
    advanced(by: change(to: target) * share)
  }
}

/// A value that can be added to another, because its type has a neutral value.
///
/// What is added is the change from ``neutral`` to the value.
public protocol AdditiveAnimatable: Animatable {
  /// The value that adds nothing.
  static var neutral: Self { get }
}

extension AdditiveAnimatable {
  /// Returns the sum with a multiple of another value.
  func adding(_ other: Self, times count: Double = 1) -> Self {
    advanced(by: Self.neutral.change(to: other) * count)
  }
}

extension Double: AdditiveAnimatable {
  /// Zero.
  public static var neutral: Double { 0 }

  /// Returns the difference to another number.
  public func change(to target: Double) -> SIMD2<Double> { [target - self, 0] }

  /// Returns the sum with a difference.
  public func advanced(by change: SIMD2<Double>) -> Double { self + change.x }
}
