import PantographBase

extension MotionHistory {
  /// Returns the velocity by Hammer.js's rule: the whole displacement divided by the whole duration.
  func meanOfAll(at now: Timestamp) -> Vector {
    guard let first, let newest = samples.last, now > first.time else { return .zero }
    return (newest.translation - first.translation) / (now - first.time)
  }
}
