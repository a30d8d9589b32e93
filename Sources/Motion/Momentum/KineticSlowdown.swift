import PantographCMathematics

/// GTK's friction of 4 per second, which stops with the first frame that moves less than a pixel.
struct KineticSlowdown: Slowdown {
  private static let friction = 4.0
  private static let frame = 1.0 / 60

  func duration(from speed: Double) -> Double {
    // A frame that ends at t moves by v/4 · e^(−4t) · (e^(4 · frame) − 1); the first one may move less than a pixel.
    let firstStep = speed / Self.friction * expm1(Self.friction * Self.frame)
    let byStep = max((log(firstStep) / Self.friction / Self.frame).rounded(.up), 2)
    // GTK also stops below one pixel per second.
    let bySpeed = max((log(speed) / Self.friction / Self.frame).rounded(.up), 1)
    return min(byStep, bySpeed) * Self.frame
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let reach = speed / Self.friction
    return (-reach * expm1(-Self.friction * seconds), speed * exp(-Self.friction * seconds))
  }
}
