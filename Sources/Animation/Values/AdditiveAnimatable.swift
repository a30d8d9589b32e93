public import Quantities

/// A value that can be added to another, since one of its kind is known that adds nothing.
///
/// What it adds is the change that leads to it from ``neutral``.
public protocol AdditiveAnimatable: Animatable {
  /// The value that adds nothing.
  static var neutral: Self { get }
}

extension AdditiveAnimatable {
  /// The sum with another value, so many times.
  func adding(_ other: Self, times count: Double = 1) -> Self {
    advanced(by: Self.neutral.change(to: other) * count)
  }
}

extension Double: AdditiveAnimatable {
  /// Zero.
  public static var neutral: Double { 0 }
}

extension Point: AdditiveAnimatable {
  /// The origin.
  public static var neutral: Point { .zero }
}

extension Vector: AdditiveAnimatable {
  /// No way at all.
  public static var neutral: Vector { .zero }
}

extension Size: AdditiveAnimatable {
  /// No extent at all.
  public static var neutral: Size { .zero }
}

extension Rect: AdditiveAnimatable {
  /// The rectangle without extent at the origin.
  public static var neutral: Rect { .zero }
}

extension Color: AdditiveAnimatable {
  /// Black that lets all through, whose parts are all 0.
  public static var neutral: Color { .clear }
}

extension AffineTransform: AdditiveAnimatable {
  /// The identity; ways, angles and what scales have beyond 1 add up.
  public static var neutral: AffineTransform { .identity }
}
