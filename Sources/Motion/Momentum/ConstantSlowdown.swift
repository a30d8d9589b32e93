/// The velocity falls by the same amount in equal times.
struct ConstantSlowdown: Slowdown {
  /// The loss of speed per second.
  let deceleration: Double

  func duration(from speed: Double) -> Double { speed / deceleration }

  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double) {
    (speed * seconds - deceleration / 2 * seconds * seconds, speed - deceleration * seconds)
  }
}
