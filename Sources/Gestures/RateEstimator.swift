import Quantities

/// Tells how fast a number changes, by the rule that tells how fast fingers move.
struct RateEstimator {
  private var history = MotionHistory()

  mutating func reset() {
    history.reset()
  }

  mutating func add(_ value: Double, at time: Timestamp) {
    history.add(Vector(x: value, y: 0), at: time)
  }

  /// Counts all values so far in another unit, so that what comes after them goes on smoothly.
  mutating func convert(_ conversion: (Double) -> Double) {
    let places = history.places
    history.reset()
    for place in places { add(conversion(place.way.x), at: place.time) }
  }

  /// The change per second.
  func rate(at time: Timestamp) -> Double {
    VelocityEstimator.pantograph.velocity(of: history, at: time)?.x ?? 0
  }
}
