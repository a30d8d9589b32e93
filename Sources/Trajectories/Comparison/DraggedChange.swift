import PantographBase
import PantographInteractions

/// What has changed while the fingers are down: each explanation is a fit of what a column does now to what it did.
extension ColumnChange {
  func dragged(
    _ gesture: GestureSpan, _ first: Timestamp, beside columns: [ColumnChange]
  ) -> Finding {
    let isAlone = columns.count > 1 && !columns.contains { $0.name != name && $0.first != nil }
    let goesOn = abs(ends.expected - starts.expected) > near
    // What follows from a movement, and differs alone, has another curve, whatever its first few values look like.
    if isAlone, !isPosition, endsAlike, goesOn { return plain(.curve, Self.otherCurve) }
    if let stepped { return stepped }
    if let triggered = triggered(gesture) { return triggered }
    let moved = drag.filter { abs($0.expected) > slack || abs($0.actual) > slack }
    // 3: a straight line fits any two values.
    if moved.count >= 3 {
      let both = moved.filter { abs($0.expected) > slack && abs($0.actual) > slack }
      if both.count >= 3, let turned = otherAxis(of: both) { return turned }
      if let begun = begun(gesture) { return begun }
      if let limit = limit(of: moved) { return limit }
      if let multiple = multiple(of: moved) { return multiple }
    } else if let begun = begun(gesture) {
      return begun
    }
    if isAlone, endsAlike { return plain(.curve, Self.otherCurve) }
    return Finding(
      kind: .path, words: "moves otherwise with the finger",
      details: "moves otherwise with the finger from \(Wording.clock(first)) on")
  }

  private static let otherCurve = "takes another curve between the same ends"

  /// Says that it moves in other steps, such as those of a slider.
  private var stepped: Finding? {
    guard let before = steps.expected, let now = steps.actual,
      abs(now - before) > max(2 * slack, Self.likeness * before)
    else { return nil }
    return Finding(
      kind: .steps, words: "moves in other steps",
      details: "moves in steps of \(brief(now)) instead of \(brief(before))", number: now)
  }

  // MARK: How far

  /// Says that it moves by a multiple of what it did, or by the same from elsewhere: by what leaves less unexplained.
  private func multiple(of moved: [Pair]) -> Finding? {
    let scale = Self.slope(moved.map { ($0.expected, $0.actual) })
    let shift = moved.map { $0.actual - $0.expected }.reduce(0, +) / Double(moved.count)
    let misfits = (
      scale: Self.most(moved) { $0.actual - scale * $0.expected },
      shift: Self.most(moved) { $0.actual - $0.expected - shift }
    )
    if misfits.scale <= min(nearInDrag, misfits.shift) {
      guard scale > 0 else {
        let words = "goes in the opposite direction"
        let isAsFar = abs(scale + 1) < 0.01
        return Finding(
          kind: .direction, words: words,
          details: words + (isAsFar ? "" : ", \(Self.extent(-scale))"))
      }
      return Finding(
        kind: .scale,
        words: scale < 1 ? "moves less far with the finger" : "moves farther with the finger",
        details: "moves \(Self.extent(scale)) with the finger", number: scale)
    }
    guard misfits.shift <= nearInDrag else { return nil }
    let words = shift * (moved.last?.expected ?? 0) > 0 ? "ahead of" : "behind"
    let since = "what it was, from its first movement on"
    return Finding(
      kind: .jump, words: "is \(words) \(since)",
      details: "is \(brief(abs(shift))) \(words) \(since)", number: shift)
  }

  /// Returns the factor between two series, by least squares.
  private static func slope(_ pairs: [(Double, Double)]) -> Double {
    let square = pairs.reduce(0) { $0 + $1.0 * $1.0 }
    return square > 0 ? pairs.reduce(0) { $0 + $1.0 * $1.1 } / square : 0
  }

  /// Returns how far values are from a straight line over those of a column, as a movement may begin after a distance.
  private static func misfit(
    _ pairs: [Pair], _ values: [Double], _ column: ResultTable.Column
  ) -> Double? {
    let path = pairs.compactMap { column.nearestValue(at: $0.time) }
    guard path.count == values.count else { return nil }
    let count = Double(path.count)
    let (meanPath, mean) = (path.reduce(0, +) / count, values.reduce(0, +) / count)
    let centred = zip(path, values).map { ($0 - meanPath, $1 - mean) }
    let slope = slope(centred)
    return centred.map { abs($1 - slope * $0) }.max()
  }

  /// Says that it follows the finger along the other axis, which only a finger that moves along both can show.
  private func otherAxis(of moved: [Pair]) -> Finding? {
    let now = moved.map { $0.actual }
    let before = moved.map { $0.expected }
    for (own, other, axes) in [(finger.x, finger.y, ("y", "x")), (finger.y, finger.x, ("x", "y"))] {
      guard let fitBefore = Self.misfit(moved, before, own),
        let fitNow = Self.misfit(moved, now, other), let still = Self.misfit(moved, now, own)
      else { continue }
      if fitBefore <= nearInDrag, fitNow <= nearInDrag, still > 3 * nearInDrag {
        return plain(.direction, "follows the finger along \(axes.0) instead of \(axes.1)")
      }
    }
    return nil
  }

  // MARK: When it begins

  /// Half a frame of 60 Hz, and 12 of them: the least and the greatest delay, in microseconds.
  private static let delays: ClosedRange<Int64> = 8_000...200_000
  /// 17 ms: what comes a while later is shown in the next frame.
  private static let frame: Int64 = 17_000

  /// Says that it begins to move at another time: because it is late, or after another distance of the finger.
  private func begun(_ gesture: GestureSpan) -> Finding? {
    let before = drag.first { abs($0.expected) > slack }?.time
    let now = drag.first { abs($0.actual) > slack }?.time
    guard before != now else { return nil }
    guard let now else { return plain(.slop, "does not move before the release") }
    guard let before else { return plain(.slop, "moves with the finger, and did not") }
    let late = now.microseconds - before.microseconds
    // After another slop, the difference stays as it is.
    let moving = drag.filter { $0.time >= max(before, now) }.map { $0.actual - $0.expected }
    let spread = (moving.max() ?? 0) - (moving.min() ?? 0)
    if spread > nearInDrag || moving.count < 3, isDelayed(late) {
      let words = "\(late > 0 ? "late" : "early") with the finger"
      let time = NumberText.fixed(abs(Double(late)) / 1000, 0, "ms")
      return Finding(
        kind: .delay, words: "is \(words)", details: "is \(time) \(words)", number: Double(late))
    }
    // 3: fewer values may have the same difference by chance.
    guard spread <= nearInDrag || moving.count < 3 else { return nil }
    guard let distance = finger.distance(at: now, in: gesture),
      let usual = finger.distance(at: before, in: gesture)
    else { return nil }
    let numbers = [distance, usual].map { NumberText.fixed($0, 0) }
    // What begins after the same distance, or goes farther than that at once, is only somewhere else.
    guard numbers[0] != numbers[1],
      jump(by: moving.first ?? 0, in: gesture) <= max(distance, usual)
    else { return nil }
    return Finding(
      kind: .slop,
      words: "begins after a \(late > 0 ? "greater" : "smaller") distance of the finger",
      details: "begins after \(numbers[0]) \(finger.unit) of the finger instead of \(numbers[1])")
  }

  /// Returns how far the finger had to move for a difference.
  private func jump(by difference: Double, in gesture: GestureSpan) -> Double {
    guard let last = drag.last, let reach = finger.distance(at: last.time, in: gesture),
      abs(last.expected) > slack
    else { return 0 }
    return abs(difference) * reach / abs(last.expected)
  }

  /// Returns whether what it does with the finger is what it did that many microseconds before, to a frame.
  private func isDelayed(_ late: Int64) -> Bool {
    guard Self.delays.contains(abs(late)) else { return false }
    let curve = expected.curve
    return drag.allSatisfy { pair in
      let value = pair.actual + starts.expected
      let then = pair.time.advanced(byMicroseconds: -late)
      let nearest = curve.nearest(
        to: value, from: then.advanced(byMicroseconds: -Self.frame),
        to: then.advanced(byMicroseconds: Self.frame), isHeld: true)
      return nearest.map { abs($0 - value) <= nearInDrag } ?? false
    }
  }

  // MARK: What a finger sets off

  /// 100 ms: what has not moved for so long has come to rest.
  static let rest: Int64 = 100_000
  /// 5 px: a finger that moves farther in that time would take along what follows it.
  private static let leastMovement = 5.0

  /// Says what has changed in a movement that a finger sets off and does not lead, such as that of a list in which
  /// another row is held; `nil` if it is not one.
  private func triggered(_ gesture: GestureSpan) -> Finding? {
    guard let before = Course(of: expected, in: gesture, within: slack),
      let now = Course(of: actual, in: gesture, within: slack), before.rest < gesture.release
    else { return nil }
    let later = before.rest.advanced(byMicroseconds: Self.rest)
    let path = [finger.x, finger.y].map { axis in
      [before.begin, before.rest, later].map { axis.nearestValue(at: $0) ?? 0 }
    }
    guard path.contains(where: { abs($0[2] - $0[1]) >= Self.leastMovement }),
      !follows(finger.x, in: before), !follows(finger.y, in: before)
    else { return nil }
    if before.begin != now.begin {
      guard let distance = finger.distance(at: now.begin, in: gesture),
        let usual = finger.distance(at: before.begin, in: gesture)
      else { return nil }
      let words = now.begin > before.begin ? "later" : "earlier"
      let time = abs(Double(now.begin.microseconds - before.begin.microseconds)) / 1000
      let numbers = [distance, usual].map { NumberText.fixed($0, 0) }
      return Finding(
        kind: .slop, words: "begins \(words), after another distance of the finger",
        details: "begins \(NumberText.fixed(time, 0)) ms \(words),"
          + " after \(numbers[0]) \(finger.unit) of the finger instead of \(numbers[1])")
    }
    guard abs(before.end - now.end) <= near else { return nil }
    if let pace = pace(from: before.settling, to: now.settling, "while the finger moves") {
      return pace
    }
    return plain(.curve, "takes another curve to the same place while the finger moves")
  }

  /// Returns whether a movement is that of a finger along an axis, on a straight line through both.
  private func follows(_ axis: ResultTable.Column, in course: Course) -> Bool {
    let moved = drag.filter { course.begin <= $0.time && $0.time <= course.rest }
    guard let misfit = Self.misfit(moved, moved.map { $0.expected }, axis) else { return false }
    return misfit <= max(nearInDrag, 5 * Self.likeness * Self.most(moved) { $0.expected })
  }

  // MARK: Limits

  /// Says that it differs only beyond a value.
  private func limit(of moved: [Pair]) -> Finding? {
    let same = moved.filter { abs($0.expected - $0.actual) <= slack }
    let other = moved.filter { abs($0.expected - $0.actual) > slack }
    // 3: fewer values may agree by chance.
    guard same.count >= 3, let sign = other.first.map({ $0.expected < 0 ? -1.0 : 1 }) else {
      return nil
    }
    let last = same.map { $0.expected * sign }.max() ?? 0
    let (now, before) = (other.map { $0.actual * sign }, other.map { $0.expected * sign })
    guard last > max(near, nearInDrag), zip(now, before).allSatisfy({ max($0, $1) >= last }),
      let farthest = now.max(), let usual = before.max()
    else { return nil }
    let spread = (
      current: farthest - (now.min() ?? farthest), former: usual - (before.min() ?? usual)
    )
    if spread.current <= slack, spread.former > slack {
      let place = starts.actual + sign * farthest
      return Finding(
        kind: .limit, words: "stops, but went on before",
        details: "stops at \(brief(place)), but went on before", number: place)
    }
    if spread.former <= slack, spread.current > slack {
      let place = starts.expected + sign * usual
      return Finding(
        kind: .limit, words: "goes on beyond where it stopped",
        details: "goes on beyond \(brief(place)), where it stopped", number: place)
    }
    let scale = Self.slope(zip(before, now).map { ($0 - last, $1 - last) })
    let place = starts.expected + sign * last
    return Finding(
      kind: .limit,
      words: scale < 1 ? "resists more beyond a value" : "resists less beyond a value",
      details: "moves \(Self.extent(scale)) beyond \(brief(place))", number: scale)
  }
}

/// The first movement of a column in a gesture that comes to rest.
private struct Course {
  var begin: Timestamp
  var rest: Timestamp
  /// The value at rest.
  var end: Double
  var settling: Settling

  /// Finds it; `nil` if there is none that rests for long enough.
  init?(of column: ResultTable.Column, in gesture: GestureSpan, within slack: Double) {
    let points = column.points.filter { gesture.landing <= $0.time && $0.time <= gesture.end }
    guard let start = points.first?.value,
      let first = points.firstIndex(where: { abs($0.value - start) > slack })
    else { return nil }
    var still = first
    for index in first..<points.count {
      if abs(points[index].value - points[still].value) > slack { still = index }
      let age = points[index].time.microseconds - points[still].time.microseconds
      guard age >= ColumnChange.rest else { continue }
      (begin, rest, end) = (points[first - 1].time, points[still].time, points[still].value)
      var span = gesture
      (span.release, span.end) = (begin, points[index].time)
      guard let settling = Settling(of: column, in: span, to: end, within: slack) else {
        return nil
      }
      self.settling = settling
      return
    }
    return nil
  }
}
