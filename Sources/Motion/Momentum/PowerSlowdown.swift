import PantographCMathematics

/// The distance that is left is a power of the time that is left: Flutter's approximation of Android's curve.
struct PowerSlowdown: Slowdown {
  /// The exponent: the decrease of Android's speed, ln 0.78 / ln 0.9.
  static let exponent = log(0.78) / log(0.9)
  /// Android's share of the speed at the bend of its curve.
  static let inflexion = 0.35
  /// Android's friction, 0.015, times its deceleration: 9.80665 m/s² · 39.37 in/m · 160 dp/in · 0.84.
  static let resistance = 0.015 * 9.80665 * 39.37 * 160 * 0.84

  func duration(from speed: Double) -> Double {
    let reference = Self.resistance / Self.inflexion
    return Self.exponent * Self.inflexion * pow(speed / reference, 1 / (Self.exponent - 1))
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let duration = duration(from: speed)
    let left = max(1 - seconds / duration, 0)
    let kept = pow(left, Self.exponent - 1)
    return (speed * duration / Self.exponent * (1 - kept * left), speed * kept)
  }
}
