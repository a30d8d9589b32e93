/// A value that can be animated: the way from one to another is a change, and changes add up.
///
/// A change is a SIMD vector, so that it can be scaled and added without further ado; a type of your
/// own needs two functions:
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
  /// What leads from one value to another.
  associatedtype Change: SIMD & Sendable where Change.Scalar == Double

  /// The change that leads from this value to another.
  func change(to target: Self) -> Change

  /// The value to which a change leads from this one.
  func advanced(by change: Change) -> Self

  /// The change from this value back to an older one, of which an additive animation adds what is left.
  ///
  /// It is ``change(to:)`` unless several changes lead there and that one is not wanted.
  func additiveChange(backTo old: Self) -> Change

  /// Which parts of a change a spring with two velocities moves at its y; see ``Axes``.
  static var axes: Axes { get }
}

/// Whether the parts of a change are one after the other x and y, or all move together.
public enum Axes: Hashable, Sendable {
  /// All parts move together, at the x of a spring's velocity.
  case one
  /// The parts are x and y by turns, and each moves at its own velocity.
  case two
}

extension Animatable {
  /// All parts of a change move together.
  public static var axes: Axes { .one }

  /// The change to the older value.
  public func additiveChange(backTo old: Self) -> Change { change(to: old) }

  /// The value at a share of the way to another.
  public func interpolated(to target: Self, at share: Double) -> Self {
    advanced(by: change(to: target) * share)
  }
}

extension Double: Animatable {
  /// The difference to another number.
  public func change(to target: Double) -> SIMD2<Double> { [target - self, 0] }

  /// The sum with a difference.
  public func advanced(by change: SIMD2<Double>) -> Double { self + change.x }
}
