package import PantographBase

/// How far a column is from another one during a gesture and after it, until the next one.
package struct ColumnDifference: Hashable, Sendable {
  /// The largest difference at the same time, negative if the other column is greater.
  package private(set) var largest = 0.0
  /// The time of the largest difference.
  package private(set) var time: Timestamp
  /// The root of the mean square of the differences over time.
  package let rms: Double
  /// The seconds by which the column is late where it fits best.
  package let shift: Double
  /// The largest difference after that shift.
  package let largestAfterShift: Double

  /// 0.25 s: a longer delay is not taken for the same movement.
  package static let mostShift: Int64 = 250_000

  /// Compares two columns where both have values; `nil` if they have none at the same time.
  package init?(
    of column: Observation.Column, from other: Observation.Column, during gesture: GestureSpan
  ) {
    let (ours, theirs) = (
      column.part(from: gesture.landing, to: gesture.end),
      other.part(from: gesture.landing, to: gesture.end)
    )
    let times = Set((ours.points + theirs.points).map(\.time)).sorted()
    let differences = times.map { time in
      ours.value(holdingUntil: time).flatMap { value in
        theirs.value(holdingUntil: time).map { value - $0 }
      }
    }
    guard let first = differences.firstIndex(where: { $0 != nil }) else { return nil }
    time = times[first]
    var (squares, seconds) = (0.0, 0.0)
    for (index, difference) in differences.enumerated() {
      guard let difference else { continue }
      if abs(difference) > abs(largest) { (largest, time) = (difference, times[index]) }
      guard index > 0, let before = differences[index - 1] else { continue }
      // The integral of the square of a straight line.
      let duration = times[index] - times[index - 1]
      squares +=
        duration * (before * before + before * difference + difference * difference) / 3
      seconds += duration
    }
    rms = seconds > 0 ? (squares / seconds).squareRoot() : abs(largest)
    let best = Self.bestFit(of: ours, to: theirs, shiftedBy: Self.mostShift, slack: 0)
    shift = Double(best?.shift ?? 0) / 1e6
    largestAfterShift = best.map { $0.value - $0.other } ?? largest
  }

  /// Where two columns are farthest from each other once one is shifted, and by how much.
  struct Fit {
    /// The microseconds by which the column is late.
    var shift: Int64
    /// The time in the other column.
    var time: Timestamp
    var value: Double
    var other: Double
  }

  /// 2 ms: the steps in which the best shift is looked for.
  private static let step: Int64 = 2000

  /// Returns the greatest distance at the shift that makes it smallest.
  ///
  /// - Parameters:
  ///   - most: the greatest shift, earlier or later, in microseconds.
  ///   - slack: the microseconds by which each sample may be early or late besides.
  static func bestFit(
    of column: Observation.Column, to other: Observation.Column, shiftedBy most: Int64,
    slack: Int64
  ) -> Fit? {
    var best: Fit?
    var least = Double.infinity
    // From no shift outwards, so that of equal ones the smallest is taken.
    let shifts = (0...most / step).flatMap { count in [count * step, -count * step] }
    for shift in shifts {
      var farthest: Fit?
      var greatest = -1.0
      func take(_ time: Timestamp, _ value: Double, _ other: Double) {
        guard abs(value - other) > greatest else { return }
        greatest = abs(value - other)
        farthest = Fit(shift: shift, time: time, value: value, other: other)
      }
      for point in other.points where greatest < least {
        let time = point.time.advanced(byMicroseconds: shift)
        take(point.time, column.value(nearestTo: point.value, at: time, within: slack), point.value)
      }
      for point in column.points where greatest < least {
        let time = point.time.advanced(byMicroseconds: -shift)
        take(time, point.value, other.value(nearestTo: point.value, at: time, within: slack))
      }
      guard greatest < least else { continue }
      (least, best) = (greatest, farthest)
    }
    return best
  }
}

extension Observation.Column {
  /// Returns the value nearest to another one that a column has at most `slack` microseconds before or after
  /// a time.
  fileprivate func value(
    nearestTo value: Double, at time: Timestamp, within slack: Int64
  ) -> Double {
    guard let first = points.first, let last = points.last else { return value }
    let start = min(max(time.advanced(byMicroseconds: -slack), first.time), last.time)
    let end = min(max(time.advanced(byMicroseconds: slack), first.time), last.time)
    return range(from: start, to: end)
      .map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
  }
}
