/// A colour of four parts from 0 to 1, not premultiplied.
///
/// Parts outside of 0…1 are kept; a spring may carry a colour there for a while.
public struct Color: Hashable, Sendable {
  /// The share of red.
  public var red: Double
  /// The share of green.
  public var green: Double
  /// The share of blue.
  public var blue: Double
  /// The opacity, from 0, which lets all through, to 1.
  public var alpha: Double

  /// Makes a colour from its parts.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Black that lets all through.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// No light.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// All light.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Nothing but red.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// Nothing but green.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// Nothing but blue.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// Red and green.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// Red and half of green.
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
  /// Half of all light.
  public static let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
}

extension Color: Animatable {
  /// The difference of each part, the opacity like any other, as measured on Core Animation.
  public func change(to target: Color) -> SIMD4<Double> {
    [target.red - red, target.green - green, target.blue - blue, target.alpha - alpha]
  }

  /// The sum of each part with its difference.
  public func advanced(by change: SIMD4<Double>) -> Color {
    Color(
      red: red + change.x, green: green + change.y, blue: blue + change.z,
      alpha: alpha + change.w)
  }
}
