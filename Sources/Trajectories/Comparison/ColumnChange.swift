import PantographBase
import PantographInteractions

/// A column of two tables, and what has changed in the gesture in which they part.
///
/// What follows the finger is compared by its distances from where it was at the landing, so that each hypothesis is one
/// fit. What happens while the fingers are down is told in `DraggedChange.swift`, what happens from the release on in
/// `ReleasedChange.swift`.
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
  struct Pair {
    var time: Timestamp
    var expected: Double
    var actual: Double
  }

  let name: String
  /// Its place among the columns.
  let rank: Int
  /// When the two part; `nil` if they never do.
  let first: Timestamp?
  let expected: ResultTable.Column
  let actual: ResultTable.Column
  /// The difference that is tolerated.
  let slack: Double
  let finger: FingerTrack
  /// The gesture in which they part.
  let gesture: GestureSpan?
  /// The values while the fingers are down, and from the release on.
  private(set) var drag: [Pair] = []
  private(set) var after: [Pair] = []
  /// The values at the landing and at the end.
  private(set) var starts = (expected: 0.0, actual: 0.0)
  private(set) var ends = (expected: 0.0, actual: 0.0)
  /// The greatest distances from the starts.
  private let most: (expected: Double, actual: Double)
  /// How near two curves are that are the same, and the same while the fingers are down, when it may move only a little.
  let near: Double
  let nearInDrag: Double
  /// The steps in which they move while the fingers are down, if they do.
  let steps: (expected: Double?, actual: Double?)

  /// 0.02: two curves are the same if they are as near as this share of their range, with which pages round, and by which
  /// a frame shifts what has no time of its own.
  static let likeness = 0.02

  init(
    _ expected: ResultTable.Column, _ actual: ResultTable.Column, _ rank: Int, within slack: Double,
    _ finger: FingerTrack
  ) {
    (name, self.rank) = (expected.name, rank)
    (self.expected, self.actual, self.slack, self.finger) = (expected, actual, slack, finger)
    let times = Self.times(expected, actual)
    let first = Self.firstDifference(of: actual, from: expected, within: slack, at: times)
    self.first = first
    gesture = finger.gestures.last { gesture in first.map { gesture.landing <= $0 } ?? false }
    if let gesture {
      func values(at time: Timestamp) -> (expected: Double, actual: Double) {
        (expected.nearestValue(at: time) ?? 0, actual.nearestValue(at: time) ?? 0)
      }
      starts = values(at: gesture.landing)
      ends = (
        expected.lastValue(until: gesture.end) ?? 0, actual.lastValue(until: gesture.end) ?? 0
      )
      for time in times where gesture.landing <= time && time <= gesture.end {
        guard let wanted = expected.value(holdingUntil: time),
          let came = actual.value(holdingUntil: time)
        else { continue }
        let pair = Pair(
          time: time, expected: wanted - starts.expected, actual: came - starts.actual)
        if time < gesture.release { drag.append(pair) } else { after.append(pair) }
      }
    }
    let (inDrag, later) = (Self.most(of: drag), Self.most(of: after))
    most = (max(inDrag.expected, later.expected), max(inDrag.actual, later.actual))
    near = max(2 * slack, Self.likeness * max(most.expected, most.actual))
    steps = (
      Self.step(of: drag.map { $0.expected }, within: slack),
      Self.step(of: drag.map { $0.actual }, within: slack)
    )
    // What moves in steps is nowhere nearer than a step.
    nearInDrag = max(
      2 * slack, Self.likeness * max(inDrag.expected, inDrag.actual),
      min(steps.expected ?? 0, steps.actual ?? 0))
  }

  /// Returns the times of both, in order, each once.
  private static func times(
    _ first: ResultTable.Column, _ second: ResultTable.Column
  ) -> [Timestamp] {
    let (ours, theirs) = (first.points, second.points)
    var times: [Timestamp] = []
    times.reserveCapacity(max(ours.count, theirs.count))
    var (own, other) = (0, 0)
    while own < ours.count || other < theirs.count {
      let isOwn = other == theirs.count || own < ours.count && ours[own].time <= theirs[other].time
      let time = isOwn ? ours[own].time : theirs[other].time
      if isOwn { own += 1 } else { other += 1 }
      if times.last != time { times.append(time) }
    }
    return times
  }

  /// Returns when a column differs first by more than a slack, or has no value where the other has one.
  static func firstDifference(
    of actual: ResultTable.Column, from expected: ResultTable.Column, within slack: Double
  ) -> Timestamp? {
    firstDifference(of: actual, from: expected, within: slack, at: times(expected, actual))
  }

  private static func firstDifference(
    of actual: ResultTable.Column, from expected: ResultTable.Column, within slack: Double,
    at times: [Timestamp]
  ) -> Timestamp? {
    times.first { time in
      let (wanted, came) = (expected.value(holdingUntil: time), actual.value(holdingUntil: time))
      guard let wanted, let came else { return (wanted == nil) != (came == nil) }
      return abs(wanted - came) > slack
    }
  }

  private static func most(of pairs: [Pair]) -> (expected: Double, actual: Double) {
    (most(pairs) { $0.expected }, most(pairs) { $0.actual })
  }

  /// Returns the greatest of some distances.
  static func most(_ pairs: [Pair], _ value: (Pair) -> Double) -> Double {
    pairs.reduce(0) { max($0, abs(value($1))) }
  }

  /// Returns the step of which all changes are a multiple; `nil` if there is none.
  private static func step(of values: [Double], within slack: Double) -> Double? {
    let moves = zip(values.dropFirst(), values).map { abs($0 - $1) }
    let jumps = moves.filter { $0 > slack }
    let first = moves.firstIndex { $0 > slack } ?? moves.count
    let last = moves.lastIndex { $0 > slack } ?? first
    // Six jumps are no multiples of the least by chance, and fewer are none if it stays between them. A single one is a
    // step unless it is the last movement. Smaller ones are those of the touch surface.
    guard let least = jumps.min(), first < last || moves.count - first > 3,
      jumps.count >= 6 || last - first + 1 - jumps.count >= jumps.count - 1,
      least > likeness * values.reduce(0, { max($0, abs($1)) })
    else { return nil }
    let isWhole = jumps.allSatisfy {
      let count = ($0 / least).rounded()
      return abs($0 - count * least) <= max(2 * slack, likeness * least)
    }
    return isWhole ? least : nil
  }

  /// 0.001 of a column's range, or of a pixel if the range is larger than one: less is not visible.
  private static let invisibleShare = 0.001

  /// Returns the largest difference of two columns that is not visible.
  static func largestInvisible(_ expected: ResultTable.Column, _ actual: ResultTable.Column)
    -> Double
  {
    let values = (expected.points + actual.points).map { $0.value }
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    return invisibleShare * min(range, 1)
  }

  /// 0.1 s: what differs from the release on, or from a few frames after it on, is decided there.
  private static let mostAfterRelease: Int64 = 100_000

  /// When what differs is decided: when it differs first, or at the release just before.
  var moment: Timestamp? {
    guard let first, let release = gesture?.release else { return first }
    let isDecidedThere =
      release < first && first.microseconds - release.microseconds <= Self.mostAfterRelease
    return isDecidedThere ? release : first
  }

  /// Whether it moves while the fingers are down.
  var followsFinger: Bool { Self.most(drag) { $0.expected } > slack }

  /// Whether it is a position, which a finger may hold.
  var isPosition: Bool { name.hasSuffix(".x") || name.hasSuffix(".y") }

  /// Where it differs first.
  var place: ShownChange.Place {
    let time = first ?? Timestamp(microseconds: 0)
    return ShownChange.Place(
      time: time, expected: expected.value(holdingUntil: time),
      actual: actual.value(holdingUntil: time))
  }

  private var isStillNow: Bool { most.actual <= slack }
  private var wasStill: Bool { most.expected <= slack }

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
      let words = isGone ? "has no value any more" : "has a value, but had none before"
      return Finding(kind: .presence, words: words, details: "\(words) from \(clock) on")
    }
    guard let gesture else {
      return Finding(
        kind: .start, words: "differs before any finger lands",
        details: "is \(brief(came)) instead of \(brief(wanted)) before any finger lands")
    }
    if startsElsewhere {
      let (now, before) = (brief(starts.actual), brief(starts.expected))
      return Finding(
        kind: .start, words: "starts elsewhere", details: "starts at \(now) instead of \(before)",
        number: starts.actual, consequence: turn)
    }
    if let moved = movement(beside: columns) { return moved }
    guard first < gesture.release else { return released(gesture, first) }
    var finding = dragged(gesture, first, beside: columns)
    finding.consequence = turn
    return finding
  }

  func plain(_ kind: ShownChange.Kind, _ words: String, _ number: Double? = nil) -> Finding {
    Finding(kind: kind, words: words, details: words, number: number)
  }

  /// Returns a number with three significant digits, as far as they are not zero.
  func brief(_ number: Double) -> String {
    abs(number) > slack ? Self.brief(number) : "0"
  }

  /// 1e15: larger numbers have an exponent instead of their digits.
  private static let mostShown = 1e15

  private static func brief(_ number: Double) -> String {
    abs(number) < mostShown ? NumberText.brief(number) : "\(number)"
  }

  /// Returns how far it moves by what it did before, such as `50 % as far as before`.
  static func extent(_ share: Double) -> String {
    let percent = 100 * share
    guard abs(percent) < mostShown else { return "\(share) times as far as before" }
    // Enough decimals that the difference from 100 % is true to a tenth.
    let enough: (Int, Double) -> Bool = { abs(percent - 100) * $1 >= 5 || $0 == 3 }
    let decimals = [(0, 1.0), (1, 10), (2, 100), (3, 1000)].first { enough($0.0, $0.1) }?.0 ?? 3
    return "\(NumberText.fixed(percent, decimals, "%")) as far as before"
  }

  // MARK: Where it starts and ends

  private var startsElsewhere: Bool { abs(starts.expected - starts.actual) > slack }

  /// Whether both end at the same place.
  var endsAlike: Bool { abs(ends.expected - ends.actual) <= near }

  /// Whether it ends otherwise: at another place, unless all of it lies elsewhere.
  var endsOtherwise: Bool {
    guard gesture != nil, !endsAlike else { return false }
    let gap = (ends.actual - starts.actual) - (ends.expected - starts.expected)
    return !(startsElsewhere && abs(gap) <= near)
  }

  /// Says that one goes back and the other does not; `nil` if both go on or back, or end alike.
  var turn: String? {
    guard !endsAlike else { return nil }
    let little = max(slack, 0.1 * abs(ends.expected - ends.actual))
    let isBack = (
      current: abs(ends.actual - starts.actual) <= little,
      former: abs(ends.expected - starts.expected) <= little
    )
    let (now, before) = (brief(ends.actual), brief(ends.expected))
    if isBack.current, !isBack.former { return "goes back to \(now) instead of on to \(before)" }
    if isBack.former, !isBack.current { return "goes on to \(now) instead of back to \(before)" }
    return nil
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
    return Finding(
      kind: .movement, words: "moves, but stood still before",
      details: "moves by \(brief(most.actual)), but stood still before")
  }

  private func isOtherAxis(of column: ColumnChange) -> Bool {
    guard name != column.name, name.dropLast() == column.name.dropLast() else { return false }
    return name.hasSuffix("x") && column.name.hasSuffix("y")
      || name.hasSuffix("y") && column.name.hasSuffix("x")
  }
}
