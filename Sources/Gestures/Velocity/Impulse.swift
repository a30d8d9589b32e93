import PantographBase

extension MotionHistory {
  /// Returns the velocity, along each axis, of a unit mass that the movements have pushed.
  ///
  /// Each movement changes the finger's velocity and does work on the mass: the change times the velocity.
  /// The first movement finds the mass at rest, and only half of its work becomes motion.
  func impulseVelocity() -> Vector {
    let recent = recentSamples()
    guard recent.count > 1 else { return .zero }
    guard recent.count > 2 else {
      return meanVelocity(from: samples.count - 2, to: samples.count - 1)
    }
    return Vector(x: impulse(recent) { $0.x }, y: impulse(recent) { $0.y })
  }

  private func impulse(
    _ recent: Slice<SampleQueue>, _ axis: (Vector) -> Double
  ) -> Double {
    // Twice the energy of a mass of one.
    var energy = 0.0
    for index in recent.indices.dropFirst() {
      let velocity = axis(meanVelocity(from: index - 1, to: index))
      let before = energy.magnitude.squareRoot() * (energy < 0 ? -1 : 1)
      let work = (velocity - before) * velocity.magnitude
      energy += index == recent.startIndex + 1 ? work : 2 * work
    }
    return energy.magnitude.squareRoot() * (energy < 0 ? -1 : 1)
  }
}
