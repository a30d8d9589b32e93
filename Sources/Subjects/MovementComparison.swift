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
      let there = Self.velocity(expected, at: release)
      let near = [-Self.slack, 0, Self.slack].map {
        Self.velocity(actual, at: release.advanced(byMicroseconds: $0))
      }
      let here = min(max(there, near.min() ?? there), near.max() ?? there)
      let allowed =
        Self.velocityShare * max(abs(there), abs(here)) + tolerance.value / Self.velocityTime
      note(.velocity, there, here, allowed: allowed, at: release)
    }
    let (rest, actualRest) = (self.rest(expected), self.rest(actual))
    let start = Timestamp(microseconds: 0)
    note(
      .rest, rest - start, actualRest - start, allowed: Double(tolerance.microseconds) / 1e6,
      at: rest)
    let values = expected.points.map(\.value)
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    if let distance {
      note(
        .shape, distance.expected, distance.actual,
        allowed: tolerance.value + Self.shapeShare * range, at: distance.time)
    }
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

  /// Returns when the column is at its end, within the tolerance, for good.
  private func rest(_ column: Observation.Column) -> Timestamp {
    let end = column.points.last?.value ?? 0
    let index = column.points.lastIndex { abs($0.value - end) > tolerance.value }
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
      for point in expected.points {
        let time = point.time.advanced(byMicroseconds: shift)
        let there = Self.value(of: actual, nearestTo: point.value, at: time)
        guard abs(there - point.value) > greatest else { continue }
        greatest = abs(there - point.value)
        farthest = (point.time, point.value, there)
        if greatest >= least { break }
      }
      guard greatest < least else { continue }
      (least, best) = (greatest, farthest)
    }
    return best
  }
}
