import PantographBase

/// The rate of change of a number, by the rule that estimates the velocity of fingers.
struct RateEstimator {
  private var history = MotionHistory()

  mutating func reset() {
    history.reset()
  }

  mutating func add(_ value: Double, at time: Timestamp) {
    history.add(Vector(x: value, y: 0), at: time)
  }

  /// Converts all values so far to another unit, so that the rate stays continuous.
  mutating func convert(_ conversion: (Double) -> Double) {
    let samples = history.samples
    history.reset()
    for sample in samples { add(conversion(sample.translation.x), at: sample.time) }
  }

  /// Returns the change per second.
  func rate(at time: Timestamp) -> Double {
    VelocityEstimator.pantograph.velocity(of: history, at: time)?.x ?? 0
  }
}
