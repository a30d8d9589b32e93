import Gestures

/// The columns of a table of features, in their order.
enum FeatureColumns {
  /// What a gesture is, and how it came to its end.
  static let head = ["recording", "gesture", "time", "end", "label", "person", "device"]
  /// What a rule sees of the hand when it lets go, but for velocities.
  static let release = [
    "duration", "rest_time", "fraction", "start_fraction", "peak", "distance", "travel",
    "cross_travel", "last_movement",
  ]
  /// What the interaction's rule makes of it; nobody reads that back.
  static let judged = ["projected", "outcome"]
  static let peakPressure = "peak_pressure"

  /// The velocities along and across by an estimator.
  static func velocities(_ estimator: VelocityEstimator) -> [String] {
    ["velocity_\(estimator.rawValue)", "cross_velocity_\(estimator.rawValue)"]
  }

  static let velocities = VelocityEstimator.allCases.flatMap(velocities)

  /// How far a condition of a clause, both counted from 1, was from turning.
  static func margin(_ clause: Int, _ condition: Int) -> String { "margin_\(clause)_\(condition)" }

  /// All columns but for the margins.
  static let all = head + release + judged + [peakPressure] + velocities
}
