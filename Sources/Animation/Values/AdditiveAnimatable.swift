public import PantographQuantities

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
}

extension Point: AdditiveAnimatable {
  /// The origin.
  public static var neutral: Point { .zero }
}

extension Vector: AdditiveAnimatable {
  /// The zero vector.
  public static var neutral: Vector { .zero }
}

extension Size: AdditiveAnimatable {
  /// The empty size.
  public static var neutral: Size { .zero }
}

extension Rect: AdditiveAnimatable {
  /// The empty rectangle at the origin.
  public static var neutral: Rect { .zero }
}

extension Color: AdditiveAnimatable {
  /// Transparent black, with all components 0.
  public static var neutral: Color { .clear }
}

extension AffineTransform: AdditiveAnimatable {
  /// The identity; translations, angles and the excess of scales over 1 add up.
  public static var neutral: AffineTransform { .identity }
}
