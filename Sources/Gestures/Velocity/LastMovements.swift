import Quantities

enum LastMovement {
  /// 32 ms: after a longer silence there is no velocity (`BEFORE_LAST_KINEMATICS_DELAY` in use-gesture).
  static let useGesturePause = 0.032
}

/// How much each of the last three movements weighs, oldest first (velocity_tracker.dart of Flutter).
enum WeightedMovements {
  /// `IOSScrollViewFlingVelocityTracker`.
  static let iOS = [0.6, 0.35, 0.05]
  /// `MacOSScrollViewFlingVelocityTracker`.
  static let macOS = [0.15, 0.65, 0.2]
}

extension MotionHistory {
  /// The newest movement through its time; none with one place.
  var lastDifference: Vector {
    places.count < 2 ? .zero : meanVelocity(from: places.count - 2, to: places.count - 1)
  }

  /// The mean velocity of the last movements; one that is missing counts as none.
  func weighted(_ weights: [Double]) -> Vector {
    var sum = Vector.zero
    for (age, weight) in weights.reversed().enumerated() where places.count - age > 1 {
      let end = places.count - 1 - age
      sum += meanVelocity(from: end - 1, to: end) * weight
    }
    return sum
  }
}
