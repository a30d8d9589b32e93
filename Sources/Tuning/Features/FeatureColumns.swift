import PantographGestures
package import PantographInteractions

/// The columns of a table of features, in order.
///
/// Their names need no quotes in pandas, R and SQL, where `end` is a word of the language.
package enum FeatureColumns {
  static let ending = "ending"
  /// The columns that identify a gesture and its end.
  package static let head = ["recording", "gesture", "time", ending, "label", "person", "device"]
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
    let name = String(estimator.rawValue.map { $0 == "-" ? "_" : $0 })
    return ["velocity_\(name)", "cross_velocity_\(name)"]
  }

  /// The current names of columns that had other names before version 1.0, and are read under both.
  static let current: [String: String] = {
    var names = ["end": ending]
    for estimator in VelocityEstimator.allCases where estimator.rawValue.contains("-") {
      let velocities = velocities(estimator)
      names["velocity_\(estimator.rawValue)"] = velocities[0]
      names["cross_velocity_\(estimator.rawValue)"] = velocities[1]
    }
    return names
  }()

  static let velocities = VelocityEstimator.allCases.flatMap(velocities)

  /// Returns the column of a condition's margin; clauses and conditions count from 1.
  static func margin(_ clause: Int, _ condition: Int) -> String { "margin_\(clause)_\(condition)" }

  /// The columns about the instant after the landing that the features are of, if it is not the end.
  static let instant = ["landed", "elapsed", "state"]

  /// All columns except the margins.
  static let all = head + release + judged + [peakPressure] + velocities

  /// The columns without which a gesture can't be named, or its nearest flip found.
  static let identifying = ["recording", "gesture", ending, "label", "fraction", "distance"]

  /// Returns the columns that judging by a rule requires, besides those of every table.
  package static func needed(by rule: ReleaseRule) -> Set<String> {
    let velocities = velocities(rule.estimator)
    var needed = Set(identifying)
    for clause in rule.clauses {
      for condition in clause.conditions {
        needed.formUnion(columns(of: condition.quantity, velocities))
      }
    }
    for verdict in rule.clauses.map(\.verdict) + [rule.otherwise] {
      switch verdict {
      case .finish, .cancel, .nearest, .next, .previous: break
      case .projected, .coast: needed.formUnion(columns(of: .projected, velocities))
      case .carried:
        needed.formUnion(columns(of: .projected, velocities) + ["start_fraction"])
      }
    }
    return needed
  }

  private static func columns(
    of quantity: ReleaseRule.Quantity, _ velocities: [String]
  ) -> [String] {
    switch quantity {
    case .fraction, .snapIntervalFraction: []
    case .progressSinceGrab: ["start_fraction"]
    case .peak: ["peak"]
    case .projected, .velocity, .speed: [velocities[0]]
    case .travel, .travelSize: ["travel"]
    case .distanceFromLanding: ["travel", "earlier_travel"]
    case .straightDistance, .travelAxisExcess: ["travel", "cross_travel"]
    case .lastMovement: ["last_movement"]
    case .velocityMagnitude, .speedAxisExcess: velocities
    case .duration: ["duration"]
    case .restTime: ["rest_time"]
    }
  }
}
