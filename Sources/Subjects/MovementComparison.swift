import PantographQuantities
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

  /// 0.08 s: in 12 runs of Chromium, half of them beside four busy processes, the mean velocity of a native
  /// scroll over this time varied by up to 29 %, over 0.03 s by 50 %.
  static let velocityTime = 0.08
  /// 0.4: the velocities may differ by this share of the greater one.
  static let velocityShare = 0.4
  /// 0.25: the shapes may differ by this share of the column's range; in the same runs they did by 0.13.
  static let shapeShare = 0.25
  /// 33 ms: two frames, by which a sample may be early or late.
  private static let slack: Int64 = 33_333
  /// 2 ms: the steps in which the best shift is looked for.
  private static let step: Int64 = 2000

  private let actual: Observation.Column
  private let expected: Observation.Column
  /// How far end values may differ, and how much earlier or later the movement may be.
  private let tolerance: Tolerance
  /// The greatest distance of the two after the best shift, and where it is.
  private(set) var distance: (time: Timestamp, expected: Double, actual: Double)?
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
    guard let end = expected.points.last, let actualEnd = actual.points.last else { return }
    distance = bestDistance()
    note(.end, end.value, actualEnd.value, allowed: tolerance.value, at: end.time)
    for release in releases {
      let velocity = Self.velocity(expected, at: release)
      let near = [-Self.slack, 0, Self.slack].map {
        Self.velocity(actual, at: release.advanced(byMicroseconds: $0))
      }
      let actualVelocity = min(max(velocity, near.min() ?? velocity), near.max() ?? velocity)
      let allowed =
        Self.velocityShare * max(abs(velocity), abs(actualVelocity))
        + tolerance.value / Self.velocityTime
      note(.velocity, velocity, actualVelocity, allowed: allowed, at: release)
    }
    compareRest()
    let values = expected.points.map(\.value)
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    if let distance {
      note(
        .shape, distance.expected, distance.actual,
        allowed: tolerance.value + Self.shapeShare * range, at: distance.time)
    }
  }

  private mutating func compareRest() {
    let start = Timestamp(microseconds: 0)
    let (rest, actualRest) = (
      Self.rest(expected, within: tolerance.value), Self.rest(actual, within: tolerance.value)
    )
    // A last movement that is about as small as the tolerance counts in one run and not in the other.
    let earliest = Self.rest(expected, within: 2 * tolerance.value)
    let latest = Self.rest(expected, within: tolerance.value / 2)
    let nearest = min(max(actualRest, earliest), latest)
    let seconds = Double(tolerance.microseconds) / 1e6
    guard abs(actualRest - nearest) > seconds else { return }
    note(.rest, rest - start, actualRest - start, allowed: seconds, at: rest)
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

  private static func velocity(_ column: Observation.Column, at time: Timestamp) -> Double {
    let before = time.advanced(bySeconds: -velocityTime)
    return (value(of: column, at: time) - value(of: column, at: before)) / velocityTime
  }

  /// Returns the value at a time; before the first and after the last point, that point's value.
  private static func value(of column: Observation.Column, at time: Timestamp) -> Double {
    guard let first = column.points.first, let last = column.points.last else { return 0 }
    return column.value(at: min(max(time, first.time), last.time)) ?? last.value
  }

  /// Returns the value nearest to another one that a column has within two frames of a time.
  private static func value(
    of column: Observation.Column, nearestTo value: Double, at time: Timestamp
  ) -> Double {
    guard let first = column.points.first, let last = column.points.last else { return value }
    let start = min(max(time.advanced(byMicroseconds: -slack), first.time), last.time)
    let end = min(max(time.advanced(byMicroseconds: slack), first.time), last.time)
    return column.range(from: start, to: end)
      .map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
  }

  /// Returns when a column is as near to its end as a value, for good.
  private static func rest(_ column: Observation.Column, within value: Double) -> Timestamp {
    let end = column.points.last?.value ?? 0
    let index = column.points.lastIndex { abs($0.value - end) > value }
    return index.map { column.points[$0].time } ?? Timestamp(microseconds: 0)
  }

  /// Returns the greatest distance at the shift that makes it smallest.
  private func bestDistance() -> (time: Timestamp, expected: Double, actual: Double)? {
    var best: (time: Timestamp, expected: Double, actual: Double)?
    var least = Double.infinity
    // From no shift outwards, so that of equal ones the smallest is taken.
    let most = tolerance.microseconds / Self.step
    let shifts = (0...most).flatMap { count in [count * Self.step, -count * Self.step] }
    for shift in shifts {
      var farthest: (time: Timestamp, expected: Double, actual: Double)?
      var greatest = -1.0
      func take(_ time: Timestamp, _ expected: Double, _ actual: Double) {
        guard abs(actual - expected) > greatest else { return }
        (greatest, farthest) = (abs(actual - expected), (time, expected, actual))
      }
      for point in expected.points where greatest < least {
        let time = point.time.advanced(byMicroseconds: shift)
        take(point.time, point.value, Self.value(of: actual, nearestTo: point.value, at: time))
      }
      for point in actual.points where greatest < least {
        let time = point.time.advanced(byMicroseconds: -shift)
        take(time, Self.value(of: expected, nearestTo: point.value, at: time), point.value)
      }
      guard greatest < least else { continue }
      (least, best) = (greatest, farthest)
    }
    return best
  }
}
