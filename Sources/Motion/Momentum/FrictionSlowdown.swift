import PantographCMathematics

/// Flutter's on macOS: 0.135 of the velocity remains after a second, and 1400 dp/s² act against it.
struct FrictionSlowdown: Slowdown {
  private static let rate = -log(0.135)
  private static let deceleration = 1400.0

  func duration(from speed: Double) -> Double {
    // v e^(−kt) = at, whose left side falls and whose right side rises: bisected to the last bit.
    var (low, high) = (0.0, speed / Self.deceleration)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if speed * exp(-Self.rate * middle) > Self.deceleration * middle {
        low = middle
      } else {
        high = middle
      }
    }
  }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    (
      -speed / Self.rate * expm1(-Self.rate * seconds) - Self.deceleration / 2 * seconds * seconds,
      speed * exp(-Self.rate * seconds) - Self.deceleration * seconds
    )
  }
}
