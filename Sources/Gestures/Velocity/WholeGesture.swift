import Quantities

extension MotionHistory {
  /// Hammer's: the whole way through the whole time.
  func meanOfAll(at now: Timestamp) -> Vector {
    guard let first, let newest = places.last, now > first.time else { return .zero }
    return (newest.way - first.way) / (now - first.time)
  }
}
