package import PantographBase
import PantographGestures
package import PantographInteractions

/// Writes features of gestures as a table, one row each.
///
/// The documentation of `Tuning` describes the columns.
package struct FeatureWriter: Sendable {
  package typealias Format = TableWriter.Format

  /// The number of conditions in each clause of a rule, which determines the columns of margins.
  package struct Margins: Hashable, Sendable {
    private(set) var counts: [Int] = []

    /// No margins.
    package init() {}

    /// Makes room for the margins of a rule.
    package mutating func add(_ rule: ReleaseRule) {
      for (index, clause) in rule.clauses.enumerated() {
        if index == counts.count { counts.append(0) }
        counts[index] = max(counts[index], clause.conditions.count)
      }
    }

    var names: [String] {
      counts.enumerated().flatMap { clause, count in
        (0..<count).map { FeatureColumns.margin(clause + 1, $0 + 1) }
      }
    }
  }

  private var table: TableWriter
  private let margins: Margins
  /// Whether the features are those of an instant after the landing.
  private let hasInstants: Bool

  /// Creates a writer that has written nothing, not even the head.
  ///
  /// - Parameters:
  ///   - format: the format of the table.
  ///   - margins: the columns of margins.
  ///   - hasInstants: whether the features are those of an instant after the landing, about which there are columns.
  package init(_ format: Format, _ margins: Margins, hasInstants: Bool = false) {
    self.margins = margins
    self.hasInstants = hasInstants
    let instant = hasInstants ? FeatureColumns.instant : []
    table = TableWriter(format, FeatureColumns.all + margins.names + instant)
  }

  /// The output that has not been taken yet.
  package var bytes: [UInt8] {
    get { table.bytes }
    set { table.bytes = newValue }
  }

  /// Writes the names of the columns, if the format has them.
  package mutating func writeHead() { table.writeHead() }

  /// Writes a gesture with the results of its interaction's rule.
  package mutating func write(_ gesture: GestureFeatures, by rule: ReleaseRule) {
    var values = gesture.head
    values += releaseValues(gesture, by: rule)
    values.append(.number(gesture.peakPressure))
    if gesture.velocities.isEmpty {
      values += repeatElement(.nothing, count: FeatureColumns.velocities.count)
    }
    for velocity in gesture.velocities {
      values += [.number(velocity.along), .number(velocity.across)]
    }
    values += marginValues(gesture, by: rule)
    if hasInstants { values += gesture.instantValues }
    table.write(values)
  }

  private func releaseValues(_ gesture: GestureFeatures, by rule: ReleaseRule) -> [TableWriter
    .Value]
  {
    let outcome = gesture.outcome(by: rule).map { TableWriter.Value.text($0.rawValue) } ?? .nothing
    guard let release = gesture.release(for: rule) else {
      return Array(repeating: .nothing, count: FeatureColumns.release.count + 1) + [outcome]
    }
    return [
      release.duration, release.restTime, release.fraction, release.startFraction, release.peak,
      release.distance, release.travel, release.crossTravel,
      release.earlierTravel, release.lastMovement,
      rule.projectedEnd(of: release),
    ].map { .number($0) } + [outcome]
  }

  private func marginValues(_ gesture: GestureFeatures, by rule: ReleaseRule) -> [TableWriter.Value]
  {
    let findings =
      gesture.release(for: rule).flatMap { rule.decide($0).judgement?.findings } ?? []
    return margins.counts.enumerated().flatMap { clause, count in
      (0..<count).map { condition in
        guard clause < findings.count, condition < findings[clause].count else { return .nothing }
        return .number(findings[clause][condition].margin)
      }
    }
  }
}

extension GestureFeatures {
  /// The values of ``FeatureColumns/head``.
  package var head: [TableWriter.Value] {
    [
      .text(recording), .written("\(number)"),
      .written(Self.seconds(time)),
      .text(end.rawValue), .text(label?.meaning.word), .text(label?.person), .text(device),
    ]
  }

  /// The values of ``FeatureColumns/instant``.
  fileprivate var instantValues: [TableWriter.Value] {
    guard let instant else {
      return Array(repeating: .nothing, count: FeatureColumns.instant.count)
    }
    return [
      .written(Self.seconds(instant.landed)), .number(instant.elapsed),
      .text(instant.state.rawValue),
    ]
  }

  private static func seconds(_ time: Timestamp) -> String {
    String(fixed: Double(time.microseconds) / 1_000_000, decimals: 6)
  }
}

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
