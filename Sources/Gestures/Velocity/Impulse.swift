import Quantities

extension MotionHistory {
  /// The velocity, along each axis, of a mass that the movements have pushed.
  ///
  /// Each movement changes the velocity of the finger, and does work on the mass: the change times the
  /// way per time. The first one finds the mass at rest, and only half of its work becomes motion.
  func impulseVelocity() -> Vector {
    let recent = recentPlaces()
    guard recent.count > 1 else { return .zero }
    guard recent.count > 2 else {
      return meanVelocity(from: places.count - 2, to: places.count - 1)
    }
    return Vector(x: impulse(recent, \.x), y: impulse(recent, \.y))
  }

  private func impulse(
    _ recent: ArraySlice<Place>, _ axis: KeyPath<Vector, Double>
  ) -> Double {
    // Twice the energy of a mass of one.
    var energy = 0.0
    for index in recent.indices.dropFirst() {
      let pace = meanVelocity(from: index - 1, to: index)[keyPath: axis]
      let before = energy.magnitude.squareRoot() * (energy < 0 ? -1 : 1)
      let work = (pace - before) * pace.magnitude
      energy += index == recent.startIndex + 1 ? work : 2 * work
    }
    return energy.magnitude.squareRoot() * (energy < 0 ? -1 : 1)
  }
}
