package import PantographBase
package import PantographTrajectories

extension Tolerances {
  /// Notes about tolerances of columns that none of the observations has, such as one that is misspelled.
  package func notes(about shown: [Observation]) -> [String] {
    columns.keys.filter { name in shown.allSatisfy { $0[name] == nil } }.sorted()
      .map { "a tolerance is given for '\($0)', but there is no such column" }
  }
}

/// Compares what a program showed with what was accepted, column by column and event by event.
///
/// A value is within its tolerance if it lies in the other curve's range within the time allowed, widened
/// by the value allowed. Between two values, a column is a straight line. Values of both sides are checked
/// where both have the column; before its first value and after its last one, a column has none, and the
/// other side may not go on for longer than the time allowed. Where a column says that it has none, the
/// other side must have none, either.
package struct ObservationComparison: Hashable, Sendable {
  /// A difference.
  package enum Difference: Hashable, Sendable {
    /// A column was accepted and is missing.
    case missingColumn(String)
    /// A value differs; `nil` on the side that has none at this time.
    case value(column: String, expected: Double?, actual: Double?, tolerance: Tolerance)
    /// A movement in real time differs.
    case movement(MovementComparison.Difference)
    /// An event differs; `nil` on the side that has none.
    case event(expected: Observation.Event?, actual: Observation.Event?)
  }

  /// The largest difference of a column.
  package struct Gap: Hashable, Sendable {
    package var column: String
    package var time: Timestamp
    /// Negative if the actual value is smaller.
    package var difference: Double
  }

  /// A difference and its time.
  package struct Finding: Hashable, Sendable {
    package var time: Timestamp
    package var difference: Difference
  }

  /// What the program showed.
  package let actual: Observation
  /// What was accepted.
  package let expected: Observation
  /// The first difference; `nil` if everything is within the tolerances.
  package private(set) var first: Finding?
  /// The largest difference of each column that both have, tolerated or not.
  package private(set) var gaps: [Gap] = []
  /// The columns that were not accepted; they do not fail.
  package private(set) var newColumns: [String] = []

  /// Compares two observations.
  ///
  /// - Parameters:
  ///   - actual: what was shown now.
  ///   - expected: what was shown before.
  ///   - tolerances: how far they may differ.
  ///   - releases: when fingers lifted, if both were made in real time: then movements are compared, and not their
  ///     points.
  package init(
    of actual: Observation, expecting expected: Observation, within tolerances: Tolerances,
    releases: [Timestamp]? = nil
  ) {
    self.actual = actual
    self.expected = expected
    newColumns = actual.columns.map(\.name).filter { expected[$0] == nil }
    for column in expected.columns {
      guard let other = actual[column.name] else {
        note(.missingColumn(column.name), at: Timestamp(microseconds: 0))
        continue
      }
      if let releases {
        compare(other, expecting: column, within: tolerances[column.name], releases)
      } else {
        compare(other, expecting: column, within: tolerances[column.name])
      }
    }
    guard releases != nil else {
      compare(actual.events, expecting: expected.events, within: tolerances.events)
      return
    }
    // In real time, two events that are close together may come in either order.
    var kinds: [String] = []
    for event in expected.events + actual.events where !kinds.contains(event.words) {
      kinds.append(event.words)
    }
    for words in kinds {
      compare(
        actual.events.filter { $0.words == words },
        expecting: expected.events.filter { $0.words == words }, within: tolerances.events)
    }
  }

  /// Whether everything is within the tolerances.
  package var isSame: Bool { first == nil }

  /// The column that shows the first difference best: its own, or the one with the greatest gap.
  package var tellingColumn: String? {
    switch first?.difference {
    case .missingColumn(let name), .value(let name, _, _, _): name
    case .movement(let movement): movement.column
    case .event, nil: gaps.max { abs($0.difference) < abs($1.difference) }?.column
    }
  }

  private mutating func note(_ difference: Difference, at time: Timestamp) {
    guard first.map({ time < $0.time }) ?? true else { return }
    first = Finding(time: time, difference: difference)
  }

  private mutating func compare(
    _ actual: Observation.Column, expecting expected: Observation.Column,
    within tolerance: Tolerance
  ) {
    var gap = Gap(column: expected.name, time: Timestamp(microseconds: 0), difference: 0)
    // Each value is then in the other's range at its time.
    guard actual.points != expected.points else { return gaps.append(gap) }
    for (points, other, isExpected) in [
      (expected.points, actual, true), (actual.points, expected, false),
    ] {
      for point in points {
        let window = (
          point.time.advanced(byMicroseconds: -tolerance.microseconds),
          point.time.advanced(byMicroseconds: tolerance.microseconds)
        )
        guard !other.isAbsent(from: window.0, to: window.1) else {
          note(
            .value(
              column: expected.name, expected: isExpected ? point.value : nil,
              actual: isExpected ? nil : point.value, tolerance: tolerance), at: point.time)
          continue
        }
        // Of several values at this time, the nearest.
        let there = other.range(from: point.time, to: point.time).map {
          min(max(point.value, $0.lowerBound), $0.upperBound)
        }
        if let there {
          let difference = isExpected ? there - point.value : point.value - there
          if abs(difference) > abs(gap.difference) {
            gap.time = point.time
            gap.difference = difference
          }
        }
        let range = other.range(from: window.0, to: window.1)
        let near = range.map { min(max(point.value, $0.lowerBound), $0.upperBound) }
        let isWithin =
          range.map {
            $0.lowerBound - tolerance.value <= point.value
              && point.value <= $0.upperBound + tolerance.value
          } ?? false
        guard !isWithin else { continue }
        note(
          .value(
            column: expected.name, expected: isExpected ? point.value : there ?? near,
            actual: isExpected ? there ?? near : point.value, tolerance: tolerance), at: point.time)
      }
    }
    gaps.append(gap)
  }

  private mutating func compare(
    _ actual: Observation.Column, expecting expected: Observation.Column,
    within tolerance: Tolerance, _ releases: [Timestamp]
  ) {
    let (end, actualEnd) = (expected.lastPoint, actual.lastPoint)
    guard (end == nil) == (actualEnd == nil) else {
      let difference = Difference.value(
        column: expected.name, expected: end?.value, actual: actualEnd?.value, tolerance: tolerance)
      return note(difference, at: expected.end ?? actual.end ?? Timestamp(microseconds: 0))
    }
    let comparison = MovementComparison(
      of: actual, expecting: expected, within: tolerance, releases: releases)
    if let distance = comparison.distance {
      gaps.append(
        Gap(
          column: expected.name, time: distance.time,
          difference: distance.value - distance.other))
    }
    if let first = comparison.first { note(.movement(first.difference), at: first.time) }
  }

  private mutating func compare(
    _ actual: [Observation.Event], expecting expected: [Observation.Event], within limit: Int64
  ) {
    for index in 0..<max(actual.count, expected.count) {
      let ours = index < expected.count ? expected[index] : nil
      let theirs = index < actual.count ? actual[index] : nil
      if let ours, let theirs, ours.words == theirs.words,
        abs(ours.time.microseconds - theirs.time.microseconds) <= limit
      {
        continue
      }
      let times = [ours, theirs].compactMap { $0?.time }
      return note(
        .event(expected: ours, actual: theirs), at: times.min() ?? Timestamp(microseconds: 0))
    }
  }
}

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
