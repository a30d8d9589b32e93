import PantographBase

enum LastMovement {
  /// 32 ms: after a longer silence the velocity is zero (`BEFORE_LAST_KINEMATICS_DELAY` in use-gesture).
  static let useGesturePause = 0.032
}

/// The weights of the last three movements, oldest first (velocity_tracker.dart of Flutter).
enum WeightedMovements {
  /// `IOSScrollViewFlingVelocityTracker`.
  static let iOS = [0.6, 0.35, 0.05]
  /// `MacOSScrollViewFlingVelocityTracker`.
  static let macOS = [0.15, 0.65, 0.2]
}

extension MotionHistory {
  /// The newest movement divided by its duration; zero with a single sample.
  var lastDifference: Vector {
    samples.count < 2 ? .zero : meanVelocity(from: samples.count - 2, to: samples.count - 1)
  }

  /// Returns the weighted mean velocity of the last movements; a missing movement counts as zero.
  func weighted(_ weights: [Double]) -> Vector {
    var sum = Vector.zero
    for (age, weight) in weights.reversed().enumerated() where samples.count - age > 1 {
      let end = samples.count - 1 - age
      sum += meanVelocity(from: end - 1, to: end) * weight
    }
    return sum
  }
}
