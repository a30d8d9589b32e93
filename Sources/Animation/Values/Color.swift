/// A colour with components from 0 to 1, not premultiplied.
///
/// Components outside of 0…1 are kept: a spring may overshoot.
public struct Color: Hashable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity, from 0 for transparent to 1.
  public var alpha: Double

  /// Creates a colour from its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Pure red.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// Pure green.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// Pure blue.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// Red and green.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// Red and half of green.
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
  /// Half of each component.
  public static let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
}

extension Color: AdditiveAnimatable {
  /// Transparent black, with all components 0.
  public static var neutral: Color { .clear }

  /// Returns the difference of each component including opacity, as measured on Core Animation.
  public func change(to target: Color) -> SIMD4<Double> {
    [target.red - red, target.green - green, target.blue - blue, target.alpha - alpha]
  }

  /// Returns the sum of each component with its difference.
  public func advanced(by change: SIMD4<Double>) -> Color {
    Color(
      red: red + change.x, green: green + change.y, blue: blue + change.z,
      alpha: alpha + change.w)
  }
}
