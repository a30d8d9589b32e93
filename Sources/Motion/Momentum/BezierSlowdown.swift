/// A Bézier curve over the distance and the time of a constant deceleration, which begins at the speed of the release.
struct BezierSlowdown: Slowdown {
  // Chromium, physics_based_fling_curve.cc.
  /// px/s²: 2.7559e-5 inches per ms², at 96 px per inch.
  private static let deceleration = 2.7559e-5 * 1e6 * 96
  /// px/s per second of duration, and the longest duration in seconds.
  private static let speedPerSecond = 2300.0
  private static let longest = 2.0
  /// The control points' times; the second one's progress is 1.
  private static let (first, second) = (0.2, 0.55)

  func duration(from speed: Double) -> Double { min(speed / Self.speedPerSecond, Self.longest) }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    let duration = duration(from: speed)
    let distance = speed * speed / (2 * Self.deceleration)
    // The slope at the beginning, so that the movement goes on at its speed.
    let slope = speed * duration / distance
    let x = min(Self.first, 1 / slope)
    let (share, rate) = CubicCurve(x, x * slope, Self.second, 1)
      .valueAndSlope(at: seconds / duration)
    return (share * distance, rate * distance / duration)
  }
}
