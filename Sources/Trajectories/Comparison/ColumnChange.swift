import PantographBase
import PantographInteractions
import PantographMotion

/// A column of two tables, and what has changed in the gesture in which they part.
///
/// What follows the finger is compared by the distances from where it was at the landing, so that each hypothesis is one
/// fit: the same distance, a multiple of it, the same a while later, or the same up to a value. After the release, both
/// go to their ends, and the curves between are compared as springs, if they are such.
struct ColumnChange {
  /// What has changed.
  struct Finding {
    var kind: ShownChange.Kind
    /// Without numbers, and with those of this case.
    var words: String
    var details: String
    /// The number by which two cases have the same change.
    var number: Double?
    /// How it ends otherwise, if something else is the first change.
    var consequence: String?
  }

  /// The values at a time, as distances from those at the landing.
  private struct Pair {
    var time: Timestamp
    var expected: Double
    var actual: Double
  }

  let name: String
  /// Its place among the columns.
  let rank: Int
  /// When the two part; `nil` if they never do.
  let first: Timestamp?
  private let expected: ResultTable.Column
  private let actual: ResultTable.Column
  private let slack: Double
  private let finger: FingerTrack
  /// The gesture in which they part, and whether its finger is still down then.
  private let gesture: GestureSpan?
  /// The values while the fingers are down, and from the release on.
  private var drag: [Pair] = []
  private var after: [Pair] = []
  /// The values at the landing and at the end.
  private var starts = (expected: 0.0, actual: 0.0)
  private var ends = (expected: 0.0, actual: 0.0)

  init(
    _ expected: ResultTable.Column, _ actual: ResultTable.Column, _ rank: Int, within slack: Double,
    _ finger: FingerTrack
  ) {
    (name, self.rank) = (expected.name, rank)
    (self.expected, self.actual, self.slack, self.finger) = (expected, actual, slack, finger)
    let first = Self.firstDifference(of: actual, from: expected, within: slack)
    self.first = first
    gesture = finger.gestures.last { gesture in first.map { gesture.landing <= $0 } ?? false }
    guard let gesture else { return }
    starts = (
      expected.nearestValue(at: gesture.landing) ?? 0, actual.nearestValue(at: gesture.landing) ?? 0
    )
    ends = (expected.nearestValue(at: gesture.end) ?? 0, actual.nearestValue(at: gesture.end) ?? 0)
    for time in Self.times(expected, actual) where gesture.landing <= time && time <= gesture.end {
      guard let wanted = expected.value(holdingUntil: time),
        let came = actual.value(holdingUntil: time)
      else { continue }
      let pair = Pair(
        time: time, expected: wanted - starts.expected, actual: came - starts.actual)
      if time < gesture.release { drag.append(pair) } else { after.append(pair) }
    }
  }

  private static func times(_ columns: ResultTable.Column...) -> [Timestamp] {
    Set(columns.flatMap { $0.points.map { $0.time } }).sorted()
  }

  /// Returns when a column differs first by more than a slack, or has no value where the other has one.
  static func firstDifference(
    of actual: ResultTable.Column, from expected: ResultTable.Column, within slack: Double
  ) -> Timestamp? {
    times(expected, actual).first { time in
      let (wanted, came) = (expected.value(holdingUntil: time), actual.value(holdingUntil: time))
      guard let wanted, let came else { return (wanted == nil) != (came == nil) }
      return abs(wanted - came) > slack
    }
  }

  /// Whether it is a position, which a finger may hold.
  var isPosition: Bool { name.hasSuffix(".x") || name.hasSuffix(".y") }

  /// Whether it ends elsewhere.
  var endsOtherwise: Bool { gesture != nil && !endsAlike }

  /// Where it differs first.
  var place: ShownChange.Place {
    let time = first ?? Timestamp(microseconds: 0)
    return ShownChange.Place(
      time: time, expected: expected.value(holdingUntil: time),
      actual: actual.value(holdingUntil: time))
  }

  /// The greatest distance of either from its start.
  private var range: Double {
    max(Self.most(drag + after, { $0.expected }), Self.most(drag + after, { $0.actual }))
  }

  private static func most(_ pairs: [Pair], _ value: (Pair) -> Double) -> Double {
    pairs.map { abs(value($0)) }.max() ?? 0
  }

  /// 0.02: two curves are the same if they are as near as this share of their range, with which pages round, and by which
  /// a frame shifts what has no time of its own.
  private static let likeness = 0.02

  private var near: Double { max(2 * slack, Self.likeness * range) }
  /// The same while the fingers are down, when it may go a small part of its way.
  private var nearInDrag: Double {
    let range = max(Self.most(drag) { $0.expected }, Self.most(drag) { $0.actual })
    return max(2 * slack, Self.likeness * range)
  }

  private var isStillNow: Bool { Self.most(drag + after, { $0.actual }) <= slack }
  private var wasStill: Bool { Self.most(drag + after, { $0.expected }) <= slack }

  // MARK: What has changed

  /// Returns what has changed; it must differ.
  ///
  /// - Parameter columns: all columns, of which another one may show the movement that this one lacks.
  func finding(beside columns: [ColumnChange]) -> Finding {
    guard let first else { return plain(.path, "is the same") }
    let clock = Wording.clock(first)
    guard let wanted = expected.value(holdingUntil: first),
      let came = actual.value(holdingUntil: first)
    else {
      let isGone = actual.value(holdingUntil: first) == nil
      let words = isGone ? "has no value any more" : "has a value, and had none"
      return Finding(kind: .presence, words: words, details: "\(words) from \(clock) on")
    }
    guard let gesture else {
      return Finding(
        kind: .start, words: "differs before any finger lands",
        details: "is \(brief(came)) instead of \(brief(wanted)) before any finger lands")
    }
    if abs(starts.expected - starts.actual) > slack {
      let (now, before) = (brief(starts.actual), brief(starts.expected))
      return Finding(
        kind: .start, words: "starts elsewhere", details: "starts at \(now) instead of \(before)",
        number: starts.actual, consequence: consequence)
    }
    if let moved = movement(beside: columns) { return moved }
    guard first < gesture.release else { return released(gesture, first) }
    var finding = dragged(gesture, first, beside: columns)
    finding.consequence = consequence
    return finding
  }

  private func plain(_ kind: ShownChange.Kind, _ words: String, _ number: Double? = nil) -> Finding
  {
    Finding(kind: kind, words: words, details: words, number: number)
  }

  /// Returns a number with three significant digits, as far as they are not zero.
  private func brief(_ number: Double) -> String {
    guard abs(number) > slack else { return "0" }
    return NumberText.brief(number)
  }

  /// Says that only one of both moves, or another axis instead.
  private func movement(beside columns: [ColumnChange]) -> Finding? {
    guard isStillNow != wasStill else { return nil }
    let other = columns.first { $0.isOtherAxis(of: self) }
    if let other,
      isStillNow ? other.wasStill && !other.isStillNow : !other.wasStill && other.isStillNow
    {
      let axes = [self, other].map { $0.name.suffix(1) }
      let (now, before) = isStillNow ? (axes[1], axes[0]) : (axes[0], axes[1])
      return plain(.direction, "moves along \(now) instead of \(before)")
    }
    if isStillNow { return plain(.movement, "does not move any more") }
    let most = brief(Self.most(drag + after, { $0.actual }))
    return Finding(
      kind: .movement, words: "moves, and stood still",
      details: "moves by \(most), and stood still")
  }

  private func isOtherAxis(of column: ColumnChange) -> Bool {
    guard name != column.name, name.dropLast() == column.name.dropLast() else { return false }
    return name.hasSuffix("x") && column.name.hasSuffix("y")
      || name.hasSuffix("y") && column.name.hasSuffix("x")
  }

  // MARK: While the fingers are down

  private func dragged(
    _ gesture: GestureSpan, _ first: Timestamp, beside columns: [ColumnChange]
  ) -> Finding {
    // What moves alone and gets to the same end has another curve, whatever its first few values look like.
    let isAlone = columns.count > 1 && !columns.contains { $0.name != name && $0.first != nil }
    let goesOn = abs(ends.expected - starts.expected) > near
    if isAlone, endsAlike, goesOn { return plain(.curve, Self.otherWay) }
    let moved = drag.filter { abs($0.expected) > slack || abs($0.actual) > slack }
    // 3: a straight line fits any two values.
    if moved.count >= 3 {
      let both = moved.filter { abs($0.expected) > slack && abs($0.actual) > slack }
      if both.count >= 3, let turned = otherAxis(of: both) { return turned }
      if let begun = begun(gesture) { return begun }
      if let multiple = multiple(of: moved) { return multiple }
    } else if let begun = begun(gesture) {
      return begun
    }
    if isAlone, endsAlike { return plain(.curve, Self.otherWay) }
    return Finding(
      kind: .path, words: "moves otherwise with the finger",
      details: "moves otherwise with the finger from \(Wording.clock(first)) on")
  }

  private static let otherWay = "takes another way between the same ends"

  /// Says that it goes a multiple of the way, the same way from elsewhere, or another way beyond a value.
  private func multiple(of moved: [Pair]) -> Finding? {
    if let limit = limit(of: moved) { return limit }
    // Of two explanations, the one that leaves less.
    let scale = Self.slope(moved.map { ($0.expected, $0.actual) })
    let shift = moved.map { $0.actual - $0.expected }.reduce(0, +) / Double(moved.count)
    let misfits = (
      scale: Self.most(moved) { $0.actual - scale * $0.expected },
      shift: Self.most(moved) { $0.actual - $0.expected - shift }
    )
    if misfits.scale <= min(nearInDrag, misfits.shift) {
      let times = "\(NumberText.fixed(abs(scale), 2)) times as far"
      guard scale > 0 else {
        return Finding(
          kind: .direction, words: "goes the other way",
          details: "goes the other way" + (abs(scale + 1) < 0.01 ? "" : ", \(times)"))
      }
      return Finding(
        kind: .scale,
        words: scale < 1 ? "moves less far with the finger" : "moves farther with the finger",
        details: "moves \(times) with the finger", number: scale)
    }
    guard misfits.shift <= nearInDrag else { return nil }
    let words = shift * (moved.last?.expected ?? 0) > 0 ? "ahead of" : "behind"
    let since = "what it was, from its first movement on"
    return Finding(
      kind: .jump, words: "is \(words) \(since)",
      details: "is \(brief(abs(shift))) \(words) \(since)", number: shift)
  }

  /// Returns the factor between two series.
  private static func slope(_ pairs: [(Double, Double)]) -> Double {
    let square = pairs.reduce(0) { $0 + $1.0 * $1.0 }
    return square > 0 ? pairs.reduce(0) { $0 + $1.0 * $1.1 } / square : 0
  }

  /// Says that it follows the finger along the other axis, which only a finger that goes both ways can show.
  private func otherAxis(of moved: [Pair]) -> Finding? {
    func misfit(_ values: [Double], _ column: ResultTable.Column) -> Double? {
      let path = moved.compactMap { column.nearestValue(at: $0.time) }
      guard path.count == values.count else { return nil }
      // A straight line through both, as a movement may begin after a distance.
      let count = Double(path.count)
      let (meanPath, mean) = (path.reduce(0, +) / count, values.reduce(0, +) / count)
      let centred = zip(path, values).map { ($0 - meanPath, $1 - mean) }
      let slope = Self.slope(centred)
      return centred.map { abs($1 - slope * $0) }.max()
    }
    let now = moved.map { $0.actual }
    let before = moved.map { $0.expected }
    for (own, other, axes) in [(finger.x, finger.y, ("y", "x")), (finger.y, finger.x, ("x", "y"))] {
      guard let fitBefore = misfit(before, own), let fitNow = misfit(now, other),
        let still = misfit(now, own)
      else { continue }
      if fitBefore <= nearInDrag, fitNow <= nearInDrag, still > 3 * nearInDrag {
        return plain(.direction, "follows the finger along \(axes.0) instead of \(axes.1)")
      }
    }
    return nil
  }

  /// Half a frame of 60 Hz, and 12 of them: the least and the greatest delay.
  private static let delays: ClosedRange<Int64> = 8_000...200_000
  /// 17 ms: what comes a while later is shown in the next frame.
  private static let frame: Int64 = 17_000

  /// Says that it begins to move at another time: because it is late, or after another way of the finger.
  private func begun(_ gesture: GestureSpan) -> Finding? {
    let before = drag.first { abs($0.expected) > slack }?.time
    let now = drag.first { abs($0.actual) > slack }?.time
    guard before != now else { return nil }
    guard let now else { return plain(.slop, "does not move before the release") }
    guard let before else { return plain(.slop, "moves with the finger, and did not") }
    let late = now.microseconds - before.microseconds
    // After another slop, it keeps a distance, or none.
    let moving = drag.filter { $0.time >= max(before, now) }.map { $0.actual - $0.expected }
    let spread = (moving.max() ?? 0) - (moving.min() ?? 0)
    if spread > nearInDrag || moving.count < 3, isDelayed(late) {
      let words = "\(late > 0 ? "late" : "early") with the finger"
      let time = NumberText.fixed(abs(Double(late)) / 1000, 0, "ms")
      return Finding(
        kind: .delay, words: "is \(words)", details: "is \(time) \(words)", number: Double(late))
    }
    // 3: fewer values may keep a distance by chance.
    guard spread <= nearInDrag || moving.count < 3 else { return nil }
    guard let way = finger.distance(at: now, in: gesture),
      let usual = finger.distance(at: before, in: gesture)
    else { return nil }
    let numbers = [way, usual].map { NumberText.fixed($0, 0) }
    return Finding(
      kind: .slop,
      words: "begins after a \(late > 0 ? "longer" : "shorter") way of the finger",
      details: "begins after \(numbers[0]) \(finger.unit) of the finger instead of \(numbers[1])")
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

  /// Says that it differs only beyond a value.
  private func limit(of moved: [Pair]) -> Finding? {
    let same = moved.filter { abs($0.expected - $0.actual) <= slack }
    let other = moved.filter { abs($0.expected - $0.actual) > slack }
    guard same.count >= 3, let sign = other.first.map({ $0.expected < 0 ? -1.0 : 1 }) else {
      return nil
    }
    let last = same.map { $0.expected * sign }.max() ?? 0
    guard last > Self.likeness * range,
      other.allSatisfy({ max($0.expected * sign, $0.actual * sign) >= last })
    else { return nil }
    let most = (
      came: other.map { $0.actual * sign }.max() ?? 0,
      before: other.map { $0.expected * sign }.max() ?? 0
    )
    let spread = (
      came: most.came - (other.map { $0.actual * sign }.min() ?? 0),
      before: most.before - (other.map { $0.expected * sign }.min() ?? 0)
    )
    if spread.came <= slack, spread.before > slack {
      let place = starts.actual + sign * most.came
      return Finding(
        kind: .limit, words: "stops, and went on",
        details: "stops at \(brief(place)), and went on",
        number: place)
    }
    if spread.before <= slack, spread.came > slack {
      let place = starts.expected + sign * most.before
      return Finding(
        kind: .limit, words: "goes on beyond where it stopped",
        details: "goes on beyond \(brief(place)), where it stopped", number: place)
    }
    let scale = Self.slope(other.map { ($0.expected * sign - last, $0.actual * sign - last) })
    let place = starts.expected + sign * last
    return Finding(
      kind: .limit,
      words: scale < 1 ? "resists more beyond a value" : "resists less beyond a value",
      details: "moves \(NumberText.fixed(scale, 2)) times as far beyond \(brief(place))",
      number: scale)
  }

  // MARK: From the release on

  /// Whether both end at the same place.
  private var endsAlike: Bool { abs(ends.expected - ends.actual) <= near }

  /// How it ends, if one of both goes back.
  private var consequence: String? {
    guard !endsAlike, let turn = turn else { return nil }
    return turn
  }

  /// Says that one goes back and the other does not; `nil` if both go on or back.
  private var turn: String? {
    let gap = abs(ends.expected - ends.actual)
    let back = (
      came: abs(ends.actual - starts.actual) <= max(slack, 0.1 * gap),
      before: abs(ends.expected - starts.expected) <= max(slack, 0.1 * gap)
    )
    let (now, before) = (brief(ends.actual), brief(ends.expected))
    if back.came, !back.before { return "goes back to \(now) instead of on to \(before)" }
    if back.before, !back.came { return "goes on to \(now) instead of back to \(before)" }
    return nil
  }

  private func released(_ gesture: GestureSpan, _ first: Timestamp) -> Finding {
    let release = gesture.release
    if let later = later(first, after: release) { return later }
    guard endsAlike else { return ended(gesture) }
    if let wait = wait(after: release) { return wait }
    let curves = (
      before: settling(expected, from: release, ends.expected),
      came: settling(actual, from: release, ends.actual)
    )
    if let before = curves.before?.spring, let now = curves.came?.spring {
      guard before.isLike(now) else {
        return Finding(
          kind: .curve, words: "follows another spring after the release",
          details: "follows another spring after the release: \(now.words(besides: before))",
          number: now.response)
      }
      if let handoff = handoff(by: before, first) { return handoff }
    } else if let before = expected.velocities(at: release)?.afters.last,
      let now = actual.velocities(at: release)?.afters.last, abs(now) < Self.lost * abs(before)
    {
      // Without springs, only a velocity that is lost is told from another curve.
      return plain(.velocity, "loses the finger's velocity at the release")
    }
    // A spring is no easing of another duration.
    if curves.before?.spring == nil, curves.came?.spring == nil, let pace = pace(from: release) {
      return pace
    }
    let words = "takes another curve to the same end after the release"
    return Finding(kind: .curve, words: words, details: words + overshoot)
  }

  /// 0.15: a velocity is lost if less than this share of it is left.
  private static let lost = 0.15

  /// Says that the same spring begins with another velocity.
  private func handoff(by spring: Spring, _ first: Timestamp) -> Finding? {
    func velocity(_ column: ResultTable.Column, _ end: Double) -> Double? {
      let next = column.points.firstIndex(from: first)
      guard next > 0, next < column.points.count else { return nil }
      let (start, point) = (column.points[next - 1], column.points[next])
      return spring.velocity(
        from: start.value - end, to: point.value - end, in: point.time - start.time)
    }
    guard let before = velocity(expected, ends.expected), let now = velocity(actual, ends.actual)
    else { return nil }
    let isLost = abs(now) < Self.lost * abs(before)
    let words =
      isLost
      ? "loses the finger's velocity at the release" : "leaves the finger at another velocity"
    // What is left of a lost one is the rounding of the values.
    let left = abs(now) < 0.01 * abs(before) ? 0 : now
    return Finding(
      kind: .velocity, words: words,
      details: "\(words): \(brief(left)) a second instead of \(brief(before))")
  }

  /// Says that it moves, or stays, long after both had come to rest.
  private func later(_ first: Timestamp, after release: Timestamp) -> Finding? {
    let rest: Int64 = 100_000
    guard first.microseconds - release.microseconds >= rest else { return nil }
    let before = after.filter {
      $0.time < first && first.microseconds - $0.time.microseconds <= rest
    }
    guard let place = before.last,
      before.allSatisfy({ abs($0.expected - place.expected) <= near / 2 })
    else { return nil }
    let clock = Wording.clock(first)
    let isNow = abs(ends.actual - starts.actual - place.actual) > near / 2
    return isNow
      ? Finding(
        kind: .later, words: "moves again after it had come to rest",
        details: "moves again at \(clock) after it had come to rest, to \(brief(ends.actual))")
      : Finding(
        kind: .later, words: "stays where it moved again",
        details:
          "stays at \(brief(ends.actual)), and moved again at \(clock), to \(brief(ends.expected))"
      )
  }

  private func ended(_ gesture: GestureSpan) -> Finding {
    let when = gesture.wasCutOff ? "after the cancelled touch" : "at the release"
    let (now, before) = (brief(ends.actual), brief(ends.expected))
    let place = after.first?.actual ?? 0
    let finger = gesture.wasCutOff ? "" : finger.words(for: gesture)
    if Self.most(after, { $0.actual - place }) <= slack, abs(place) > slack {
      return Finding(
        kind: .outcome, words: "stays where the finger left it",
        details: "stays where the finger left it, at \(now), and went to \(before)")
    }
    if let turn {
      let words =
        turn.hasPrefix("goes back") ? "goes back instead of on" : "goes on instead of back"
      return Finding(kind: .outcome, words: "\(words) \(when)", details: "\(turn) \(when)\(finger)")
    }
    let isOpposite = (ends.actual - starts.actual) * (ends.expected - starts.expected) < 0
    if isOpposite {
      return Finding(
        kind: .outcome, words: "goes the other way \(when)",
        details: "goes to \(now) instead of \(before) \(when)\(finger)")
    }
    return Finding(
      kind: .end, words: "ends elsewhere", details: "ends at \(now) instead of \(before)",
      number: ends.actual)
  }

  /// 1.5 frames of 60 Hz: what begins within them begins at once.
  private static let leastWait: Int64 = 25_000

  /// Says that the animation begins later or earlier, and is the same then.
  private func wait(after release: Timestamp) -> Finding? {
    func begin(_ value: (Pair) -> Double) -> Timestamp? {
      guard let place = after.first.map(value) else { return nil }
      return after.first { abs(value($0) - place) > slack }?.time
    }
    guard let now = begin({ $0.actual }), let before = begin({ $0.expected }) else { return nil }
    let late = now.microseconds - before.microseconds
    guard abs(late) >= Self.leastWait else { return nil }
    let misfit = after.filter { $0.time >= now }.map { pair in
      let then = expected.nearestValue(at: pair.time.advanced(byMicroseconds: -late)) ?? 0
      return abs(pair.actual - (then - starts.expected))
    }.max()
    guard let misfit, misfit <= near else { return nil }
    let times = [now, before].map {
      NumberText.fixed(Double($0.microseconds - release.microseconds) / 1000, 0)
    }
    return Finding(
      kind: .wait,
      words: late > 0 ? "waits after the release" : "no longer waits after the release",
      details: "begins \(times[0]) ms after the release instead of \(times[1]) ms",
      number: Double(late))
  }

  /// The course of a column from a release to its end.
  private struct Settling {
    var spring: Spring?
    /// The seconds at which a quarter, half and three quarters of the way are done.
    var quarters: [Double]
  }

  private func settling(
    _ column: ResultTable.Column, from release: Timestamp, _ end: Double
  ) -> Settling? {
    guard let gesture, let last = column.points.last?.time, release < last else { return nil }
    let points = column.points.filter { release < $0.time && $0.time <= gesture.end }
    guard points.count > 1, let start = column.nearestValue(at: release) else { return nil }
    let way = end - start
    var quarters: [Double] = []
    for share in [0.25, 0.5, 0.75] {
      let index = points.firstIndex { way == 0 ? false : ($0.value - start) / way >= share }
      guard let index else { continue }
      let point = points[index]
      let before = index > 0 ? points[index - 1] : ResultTable.Point(time: release, value: start)
      let part = (start + share * way - before.value) / (point.value - before.value)
      quarters.append(before.time - release + part * (point.time - before.time))
    }
    // Equal steps, as far as the values are well above their rounding.
    let step = points[1].time.microseconds - points[0].time.microseconds
    let least = max(10 * slack, Self.likeness * abs(way))
    var distances: [Double] = []
    for (index, point) in points.enumerated() {
      let isNext =
        index == 0 || abs(point.time.microseconds - points[index - 1].time.microseconds - step) <= 2
      guard isNext else { break }
      distances.append(point.value - end)
    }
    let far = distances.lastIndex { abs($0) > least } ?? 0
    return Settling(
      spring: Spring(through: Array(distances.prefix(far + 1)), every: Double(step) / 1e6),
      quarters: quarters)
  }

  /// Says that it takes a multiple of the time, with the same curve.
  private func pace(from release: Timestamp) -> Finding? {
    guard let before = settling(expected, from: release, ends.expected)?.quarters,
      let now = settling(actual, from: release, ends.actual)?.quarters, before.count == 3,
      now.count == 3, before[2] > before[0]
    else { return nil }
    let times = (now[2] - now[0]) / (before[2] - before[0])
    let halves = [now, before].map { ($0[1] - $0[0]) / ($0[2] - $0[0]) }
    guard abs(times - 1) > 0.05, abs(halves[0] - halves[1]) <= 0.05 else { return nil }
    return Finding(
      kind: .pace, words: times > 1 ? "is slower after the release" : "is faster after the release",
      details: "takes \(NumberText.fixed(times, 2)) times as long after the release", number: times)
  }

  /// By how much it overshoots, if that differs.
  private var overshoot: String {
    func beyond(_ value: (Pair) -> Double, _ end: Double) -> Double {
      guard let start = after.first.map(value) else { return 0 }
      return after.map { (value($0) - end) * (end < start ? -1 : 1) }.max() ?? 0
    }
    let now = max(beyond({ $0.actual }, ends.actual - starts.actual), 0)
    let before = max(beyond({ $0.expected }, ends.expected - starts.expected), 0)
    guard abs(now - before) > near else { return "" }
    return ", and overshoots by \(brief(now)) instead of \(brief(before))"
  }
}

extension Spring {
  /// 0.05: fits of the same spring from two releases differ by less.
  private static let likeness = 0.05

  /// Returns whether another spring has nearly the same response and damping.
  fileprivate func isLike(_ other: Spring) -> Bool {
    abs(response - other.response) <= Self.likeness * response
      && abs(dampingRatio - other.dampingRatio) <= max(Self.likeness * dampingRatio, 0.02)
  }

  /// Says what differs from another spring.
  fileprivate func words(besides other: Spring) -> String {
    var words: [String] = []
    var others: [String] = []
    func add(_ name: String, _ number: Double, _ before: Double, _ unit: String = "") {
      let (now, then) = (NumberText.fixed(number, 2, unit), NumberText.fixed(before, 2, unit))
      guard now != then else { return }
      words.append("\(name) \(now)")
      others.append(then)
    }
    add("response", response, other.response, "s")
    add("damping ratio", dampingRatio, other.dampingRatio)
    return "\(words.joined(separator: " and ")) instead of \(others.joined(separator: " and "))"
  }

  /// Returns the velocity at the first of two distances from rest, between which this time passes.
  fileprivate func velocity(from start: Double, to end: Double, in time: Double) -> Double? {
    let still = state(after: time, from: State(offset: 1, velocity: 0)).offset
    let moving = state(after: time, from: State(offset: 0, velocity: 1)).offset
    return moving != 0 ? (end - still * start) / moving : nil
  }
}
