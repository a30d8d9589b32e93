import PantographCMathematics

/// The part of one fixed curve that begins where its slope is the speed: p(t) = α e^(−γt) − βt − α.
struct FlingCurveSlowdown: Slowdown {
  // Chromium, fling_curve.cc: px, px/s and 1/s.
  private static let alpha = -5707.62
  private static let beta = 172.0
  private static let gamma = 3.7

  /// The slope at the beginning of the curve: 20 946.2 px/s.
  static let fastest = -alpha * gamma - beta

  /// Where the curve's slope has fallen to a speed, in seconds.
  private static func time(of speed: Double) -> Double {
    max(-log((speed + beta) / (-alpha * gamma)) / gamma, 0)
  }

  func duration(from speed: Double) -> Double { Self.time(of: 0) - Self.time(of: speed) }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let kept = exp(-Self.gamma * Self.time(of: speed))
    let later = exp(-Self.gamma * seconds)
    return (
      Self.alpha * kept * (later - 1) - Self.beta * seconds,
      -Self.alpha * Self.gamma * kept * later - Self.beta
    )
  }
}
