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
    of column: ResultTable.Column, from other: ResultTable.Column, during gesture: GestureSpan
  ) {
    let ours = column.part(from: gesture.landing, to: gesture.end)
    let theirs = other.part(from: gesture.landing, to: gesture.end)
    let times = Set((ours.points + theirs.points).map { $0.time }).sorted()
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
    of column: ResultTable.Column, to other: ResultTable.Column, shiftedBy most: Int64,
    slack: Int64
  ) -> Fit? {
    let curves = (ours: column.curve, theirs: other.curve)
    func value(_ curve: Curve, nearestTo value: Double, at time: Timestamp) -> Double {
      curve.nearest(
        to: value, from: time.advanced(byMicroseconds: -slack),
        to: time.advanced(byMicroseconds: slack), isHeld: true) ?? value
    }
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
        take(point.time, value(curves.ours, nearestTo: point.value, at: time), point.value)
      }
      for point in column.points where greatest < least {
        let time = point.time.advanced(byMicroseconds: -shift)
        take(time, point.value, value(curves.theirs, nearestTo: point.value, at: time))
      }
      guard greatest < least else { continue }
      (least, best) = (greatest, farthest)
    }
    return best
  }
}

/// A gesture of a recording: from the landing of its first contact until all have lifted.
package struct GestureSpan: Hashable, Sendable {
  /// The time at which the first contact lands.
  package var landing: Timestamp
  /// The time at which the last contact lifts.
  package var release: Timestamp
  /// The landing of the next gesture, or the end of what is known.
  package var end: Timestamp
  /// Whether the last contact was cancelled.
  package var wasCutOff = false
  /// The largest number of contacts at once.
  package var contactCount = 1
  /// The greatest pressure of any contact, from 0 to 1; `nil` if the device reports none.
  package var peakPressure: Double?

  /// Creates a gesture of one contact.
  package init(landing: Timestamp, release: Timestamp, end: Timestamp) {
    self.landing = landing
    self.release = release
    self.end = end
  }

  /// The seconds from the landing to the release.
  package var duration: Double { release - landing }
}

/// The movement of a column during a gesture and after it, until the next one: in a few numbers.
///
/// What the column does not show is `nil`.
package struct ColumnMeasures: Hashable, Sendable {
  /// The value when the first contact lands, or the first one after it.
  package let start: Double?
  /// The value when the last contact lifts.
  package let release: Double?
  /// The mean velocity before the release, per second.
  package let velocity: Double?
  /// The value that is farthest from the first one.
  package let peak: Double?
  /// The last value before the next gesture.
  package let end: Double?
  /// The time from which it stays near its last value; `nil` if it may still be moving.
  package let rest: Timestamp?
  /// The seconds from the release until it rests.
  package let settle: Double?

  /// 0.08 s: in 12 runs of Chromium, half of them beside four busy processes, the mean velocity of a native
  /// scroll over this time varied by up to 29 %, over 0.03 s by 50 %.
  static let velocityTime = 0.08
  /// 0.25 s without movement are a rest: of a movement that fades out exponentially and is cut off, the time
  /// of rest is then at most a tenth too early.
  static let leastRest = 0.25

  /// Measures a column.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - gesture: the gesture, from its landing until the next one.
  ///   - tolerance: how far a value at rest may be from the last one, if that is more than a hundredth of the
  ///     range of the values.
  package init(
    of column: ResultTable.Column, during gesture: GestureSpan, within tolerance: Double = 0
  ) {
    var part = column.part(from: gesture.landing, to: gesture.end)
    // The next row shows what the next gesture's finger does.
    let last = column.value(holdingUntil: gesture.end).flatMap { _ in
      column.lastValue(until: gesture.end)
    }
    if let last, part.points.last?.time == gesture.end {
      part.points[part.points.count - 1].value = last
    }
    let first = part.points.first
    start = first?.value
    release = column.value(holdingUntil: gesture.release)
    end = last
    peak = first.flatMap { first in
      part.points.max { abs($0.value - first.value) < abs($1.value - first.value) }?.value
    }
    velocity =
      release == nil
      ? nil
      : Self.velocity(
        of: column, at: gesture.release, since: max(gesture.landing, first?.time ?? gesture.release)
      )
    let values = part.points.map { $0.value }
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    let isKnown = end != nil && range.isFinite
    let rest = isKnown ? Self.rest(of: part, within: max(tolerance, Measures.band * range)) : nil
    self.rest = rest.flatMap { gesture.end - $0 >= Self.leastRest ? $0 : nil }
    settle = self.rest.map { max($0 - gesture.release, 0) }
  }

  /// Returns the mean velocity of a column over ``velocityTime``, or over the shorter time since an earlier
  /// one.
  ///
  /// Outside of its points, it keeps the value of the nearest one.
  static func velocity(
    of column: ResultTable.Column, at time: Timestamp, since earliest: Timestamp? = nil
  ) -> Double? {
    let usual = time.advanced(byMicroseconds: -Int64(velocityTime * 1e6))
    let start = earliest.map { max($0, usual) } ?? usual
    guard start < time, let before = column.nearestValue(at: start),
      let now = column.nearestValue(at: time)
    else { return nil }
    return (now - before) / (time - start)
  }

  /// Returns when a column comes near to its last value, for good, with straight lines between its points.
  static func rest(of column: ResultTable.Column, within distance: Double) -> Timestamp? {
    guard let first = column.points.first, let last = column.points.last else { return nil }
    let index = column.points.lastIndex { abs($0.value - last.value) > distance }
    guard let index else { return first.time }
    let (before, after) = (column.points[index], column.points[index + 1])
    let limit = last.value + (before.value > last.value ? distance : -distance)
    let share = (before.value - limit) / (before.value - after.value)
    return before.time.advanced(bySeconds: share * (after.time - before.time))
  }
}

extension ResultTable.Column {
  /// Returns the value at a time; before the first and after the last point, that point's value.
  func nearestValue(at time: Timestamp) -> Double? {
    guard let first = points.first, let last = points.last else { return nil }
    return value(at: min(max(time, first.time), last.time))
  }

  /// Returns the last value until a time; before the first point, its value.
  func lastValue(until time: Timestamp) -> Double? {
    points.last { $0.time <= time }?.value ?? points.first?.value
  }

  /// Returns the column within a time span, with points at both ends where it has a value there.
  func part(from start: Timestamp, to end: Timestamp) -> ResultTable.Column {
    var part = ResultTable.Column(name: name)
    part.points = Array(
      points[
        points.firstIndex(
          from: start)..<points.firstIndex(
            from: end.advanced(byMicroseconds: 1))])
    part.absences = absences.filter { start <= $0 && $0 <= end }
    if part.points.first?.time != start, let value = value(holdingUntil: start) {
      part.points.insert(ResultTable.Point(time: start, value: value), at: 0)
    }
    if part.points.last?.time != end, let value = value(holdingUntil: end) {
      part.points.append(ResultTable.Point(time: end, value: value))
    }
    return part
  }
}
