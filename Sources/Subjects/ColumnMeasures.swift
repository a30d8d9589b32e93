package import PantographBase
import PantographTrajectories

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
    of column: Observation.Column, during gesture: GestureSpan, within tolerance: Double = 0
  ) {
    let part = column.part(from: gesture.landing, to: gesture.end)
    let first = part.points.first
    start = first?.value
    release = column.value(holdingUntil: gesture.release)
    end = column.value(holdingUntil: gesture.end)
    peak = first.flatMap { first in
      part.points.max { abs($0.value - first.value) < abs($1.value - first.value) }?.value
    }
    velocity =
      release == nil
      ? nil
      : Self.velocity(
        of: column, at: gesture.release, since: max(gesture.landing, first?.time ?? gesture.release)
      )
    let values = part.points.map(\.value)
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
    of column: Observation.Column, at time: Timestamp, since earliest: Timestamp? = nil
  ) -> Double? {
    let usual = time.advanced(byMicroseconds: -Int64(velocityTime * 1e6))
    let start = earliest.map { max($0, usual) } ?? usual
    guard start < time, let before = column.nearestValue(at: start),
      let now = column.nearestValue(at: time)
    else { return nil }
    return (now - before) / (time - start)
  }

  /// Returns when a column comes near to its last value, for good, with straight lines between its points.
  static func rest(of column: Observation.Column, within distance: Double) -> Timestamp? {
    guard let first = column.points.first, let last = column.points.last else { return nil }
    let index = column.points.lastIndex { abs($0.value - last.value) > distance }
    guard let index else { return first.time }
    let (before, after) = (column.points[index], column.points[index + 1])
    let limit = last.value + (before.value > last.value ? distance : -distance)
    let share = (before.value - limit) / (before.value - after.value)
    return before.time.advanced(bySeconds: share * (after.time - before.time))
  }
}

extension Observation.Column {
  /// Returns the value at a time, which the last point keeps until it is said to have none.
  func value(holdingUntil time: Timestamp) -> Double? {
    guard !isAbsent(from: time, to: time) else { return nil }
    return value(at: time) ?? points.last.flatMap { $0.time < time ? $0.value : nil }
  }

  /// Returns the value at a time; before the first and after the last point, that point's value.
  func nearestValue(at time: Timestamp) -> Double? {
    guard let first = points.first, let last = points.last else { return nil }
    return value(at: min(max(time, first.time), last.time))
  }

  /// Returns the column within a time span, with points at both ends where it has a value there.
  func part(from start: Timestamp, to end: Timestamp) -> Observation.Column {
    var part = Observation.Column(name: name)
    part.points = Array(
      points[firstIndex(from: start)..<firstIndex(from: end.advanced(byMicroseconds: 1))])
    part.absences = absences.filter { start <= $0 && $0 <= end }
    if part.points.first?.time != start, let value = value(holdingUntil: start) {
      part.points.insert(Observation.Point(time: start, value: value), at: 0)
    }
    if part.points.last?.time != end, let value = value(holdingUntil: end) {
      part.points.append(Observation.Point(time: end, value: value))
    }
    return part
  }
}
