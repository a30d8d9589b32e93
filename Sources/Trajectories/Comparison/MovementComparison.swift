import PantographBase

/// How a movement of a column in real time differs from the expected one.
package struct MovementDifference: Hashable, Sendable {
  /// What differs, in the order in which it is looked for.
  package enum Quantity: String, Hashable, Sendable {
    case end, velocity, rest, shape
  }

  package var column: String
  package var quantity: Quantity
  /// The value, velocity or seconds that were accepted; for the shape, a value.
  package var expected: Double
  package var actual: Double
  /// How far they may differ.
  package var allowed: Double
}

/// Compares two movements of a column that ran in real time, where no two runs have the same frames.
///
/// What must agree is what a user sees: where it ends, how fast it goes when a finger lifts, when it comes to
/// rest, and the shape of the curve once the two are shifted onto each other.
struct MovementComparison {
  /// 0.4: the velocities may differ by this share of the greater one.
  static let velocityShare = 0.4
  /// 0.25: the shapes may differ by this share of the column's range; in the same runs they did by 0.13.
  static let shapeShare = 0.25
  /// 33 ms: two frames, by which a sample may be early or late.
  private static let slack: Int64 = 33_333

  private let actual: ResultTable.Column
  private let expected: ResultTable.Column
  /// How far end values may differ, and how much earlier or later the movement may be.
  private let tolerance: Tolerance
  /// The greatest distance of the two after the best shift, and where it is.
  let distance: ColumnDifference.Fit?
  /// The first quantity that differs, and its time.
  private(set) var first: (time: Timestamp, difference: MovementDifference)?

  /// Compares two columns.
  ///
  /// - Parameter releases: when fingers lifted.
  init(
    of actual: ResultTable.Column, expecting expected: ResultTable.Column,
    within tolerance: Tolerance, releases: [Timestamp]
  ) {
    self.actual = actual
    self.expected = expected
    self.tolerance = tolerance
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
    let values = expected.points.map { $0.value }
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    if let distance {
      note(
        .shape, distance.other, distance.value,
        allowed: tolerance.value + Self.shapeShare * range, at: distance.time)
    }
  }

  private mutating func compareRest() {
    let start = Timestamp(microseconds: 0)
    func rest(_ column: ResultTable.Column, _ value: Double) -> Timestamp {
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
    _ quantity: MovementDifference.Quantity, _ expected: Double, _ actual: Double, allowed: Double,
    at time: Timestamp
  ) {
    guard first == nil, abs(expected - actual) > allowed else { return }
    let difference = MovementDifference(
      column: self.expected.name, quantity: quantity, expected: expected, actual: actual,
      allowed: allowed)
    first = (time, difference)
  }
}

extension MovementComparison {
  /// Compares two tables that were made in real time, column by column and event by event.
  ///
  /// Two events that are close together may come in either order.
  ///
  /// - Parameter releases: when fingers lifted.
  static func compare(
    _ actual: ResultTable, to expected: ResultTable, within tolerances: Tolerances,
    _ releases: [Timestamp]
  ) -> Differ.Result {
    var result = Differ.Result()
    result.newColumns = actual.columns.map { $0.name }.filter { expected[$0] == nil }
    var found: [Divergence] = []
    for column in expected.columns {
      guard let other = actual[column.name] else {
        result.missingColumns.append(column.name)
        continue
      }
      let tolerance = tolerances[column.name]
      let (end, actualEnd) = (column.lastPoint, other.lastPoint)
      guard (end == nil) == (actualEnd == nil) else {
        found.append(
          Divergence(
            time: column.end ?? other.end ?? Timestamp(microseconds: 0),
            kind: .value(
              column: column.name, expected: end?.value, actual: actualEnd?.value,
              tolerance: tolerance)))
        continue
      }
      let movement = MovementComparison(
        of: other, expecting: column, within: tolerance, releases: releases)
      if let distance = movement.distance {
        result.gaps.append(
          Differ.Gap(
            column: column.name, difference: distance.value - distance.other, time: distance.time))
      }
      if let first = movement.first {
        found.append(Divergence(time: first.time, kind: .movement(first.difference)))
      }
    }
    var words: [String] = []
    for event in expected.events + actual.events where !words.contains(event.words) {
      words.append(event.words)
    }
    for words in words {
      var events = EventComparison()
      for (side, table) in [(Differ.Side.expected, expected), (.actual, actual)] {
        for event in table.events where event.words == words {
          events.receive(
            Milestone(time: event.time, kind: .words(words)), on: side, within: tolerances)
        }
      }
      events.finish()
      guard let difference = events.difference else { continue }
      found.append(Divergence(time: difference.time, kind: .event(difference)))
    }
    // Of several at the same time, the first one.
    result.first = found.min { $0.time < $1.time }
    return result
  }
}
