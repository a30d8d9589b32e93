import PantographBase
import PantographTrajectories

/// Compares two movements of a column that ran in real time, where no two runs have the same frames.
///
/// What must agree is what a user sees: where it ends, how fast it goes when a finger lifts, when it comes to
/// rest, and the shape of the curve once the two are shifted onto each other.
package struct MovementComparison {
  /// What differs, in the order in which it is looked for.
  package enum Quantity: String, Hashable, Sendable {
    case end, velocity, rest, shape
  }

  /// A quantity that differs.
  package struct Difference: Hashable, Sendable {
    package var column: String
    package var quantity: Quantity
    /// The value, velocity or seconds that were accepted; for the shape, a value.
    package var expected: Double
    package var actual: Double
    /// How far they may differ.
    package var allowed: Double
  }

  /// 0.4: the velocities may differ by this share of the greater one.
  static let velocityShare = 0.4
  /// 0.25: the shapes may differ by this share of the column's range; in the same runs they did by 0.13.
  static let shapeShare = 0.25
  /// 33 ms: two frames, by which a sample may be early or late.
  private static let slack: Int64 = 33_333

  private let actual: Observation.Column
  private let expected: Observation.Column
  /// How far end values may differ, and how much earlier or later the movement may be.
  private let tolerance: Tolerance
  /// The greatest distance of the two after the best shift, and where it is.
  let distance: ColumnDifference.Fit?
  /// The first quantity that differs, and its time.
  private(set) var first: (time: Timestamp, difference: Difference)?

  /// Compares two columns.
  ///
  /// - Parameter releases: when fingers lifted.
  init(
    of actual: Observation.Column, expecting expected: Observation.Column,
    within tolerance: Tolerance, releases: [Timestamp]
  ) {
    (self.actual, self.expected, self.tolerance) = (actual, expected, tolerance)
    guard let end = expected.points.last, let actualEnd = actual.points.last else {
      distance = nil
      return
    }
    distance = ColumnDifference.bestFit(
      of: actual, to: expected, shiftedBy: tolerance.microseconds, slack: Self.slack)
    note(.end, end.value, actualEnd.value, allowed: tolerance.value, at: end.time)
    for release in releases {
      let velocity = ColumnMeasures.velocity(of: expected, at: release) ?? 0
      let near = [-Self.slack, 0, Self.slack].compactMap {
        ColumnMeasures.velocity(of: actual, at: release.advanced(byMicroseconds: $0))
      }
      let actualVelocity = min(max(velocity, near.min() ?? velocity), near.max() ?? velocity)
      let allowed =
        Self.velocityShare * max(abs(velocity), abs(actualVelocity))
        + tolerance.value / ColumnMeasures.velocityTime
      note(.velocity, velocity, actualVelocity, allowed: allowed, at: release)
    }
    compareRest()
    let values = expected.points.map(\.value)
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    if let distance {
      note(
        .shape, distance.other, distance.value,
        allowed: tolerance.value + Self.shapeShare * range, at: distance.time)
    }
  }

  private mutating func compareRest() {
    let start = Timestamp(microseconds: 0)
    func rest(_ column: Observation.Column, _ value: Double) -> Timestamp {
      ColumnMeasures.rest(of: column, within: value) ?? start
    }
    let (expectedRest, actualRest) = (
      rest(expected, tolerance.value), rest(actual, tolerance.value)
    )
    // A last movement that is about as small as the tolerance counts in one run and not in the other.
    let earliest = rest(expected, 2 * tolerance.value)
    let latest = rest(expected, tolerance.value / 2)
    let nearest = min(max(actualRest, earliest), latest)
    let seconds = Double(tolerance.microseconds) / 1e6
    guard abs(actualRest - nearest) > seconds else { return }
    note(.rest, expectedRest - start, actualRest - start, allowed: seconds, at: expectedRest)
  }

  private mutating func note(
    _ quantity: Quantity, _ expected: Double, _ actual: Double, allowed: Double,
    at time: Timestamp
  ) {
    guard first == nil, abs(expected - actual) > allowed else { return }
    let difference = Difference(
      column: self.expected.name, quantity: quantity, expected: expected, actual: actual,
      allowed: allowed)
    first = (time, difference)
  }
}
