import PantographBase

/// The constants of Firefox's velocity, as measured in Firefox 153.
private enum LastVelocities {
  /// The mean is that of the last five velocities.
  static let count = 5
  /// 5 ms: a shorter movement counts with the next one.
  static let shortest = 0.005
  /// 100 ms: a movement that ended so long ago, or longer, does not count.
  static let oldest = 0.100
}

extension MotionHistory {
  /// Returns the mean of the velocities of the last movements, each by its own duration; zero if there is none.
  func meanOfLastVelocities(at now: Timestamp) -> Vector {
    guard var start = samples.first else { return .zero }
    var velocities: [(end: Timestamp, velocity: Vector)] = []
    for sample in samples.dropFirst() where sample.time - start.time >= LastVelocities.shortest {
      let duration = sample.time - start.time
      velocities.append((sample.time, (sample.translation - start.translation) / duration))
      start = sample
    }
    let recent = velocities.suffix(LastVelocities.count)
      .filter { now - $0.end < LastVelocities.oldest }
    guard !recent.isEmpty else { return .zero }
    return recent.reduce(.zero) { $0 + $1.velocity } / Double(recent.count)
  }
}
