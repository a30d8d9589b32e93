import PantographGestures

/// The columns of a table of features, in order.
package enum FeatureColumns {
  /// The columns that identify a gesture and its end.
  package static let head = ["recording", "gesture", "time", "end", "label", "person", "device"]
  /// The columns of the release, without velocities.
  static let release = [
    "duration", "rest_time", "fraction", "start_fraction", "peak", "distance", "travel",
    "cross_travel", "earlier_travel", "last_movement",
  ]
  /// The results of the interaction's rule, which are not read back.
  static let judged = ["projected", "outcome"]
  package static let peakPressure = "peak_pressure"

  /// Returns the columns of an estimator's velocities along and across.
  static func velocities(_ estimator: VelocityEstimator) -> [String] {
    ["velocity_\(estimator.rawValue)", "cross_velocity_\(estimator.rawValue)"]
  }

  static let velocities = VelocityEstimator.allCases.flatMap(velocities)

  /// Returns the column of a condition's margin; clauses and conditions count from 1.
  static func margin(_ clause: Int, _ condition: Int) -> String { "margin_\(clause)_\(condition)" }

  /// All columns except the margins.
  static let all = head + release + judged + [peakPressure] + velocities
}
