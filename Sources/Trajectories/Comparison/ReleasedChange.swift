import PantographBase
import PantographInteractions
import PantographMotion

/// What has changed from the release on: where it goes, when it begins, and by which curve it gets there.
extension ColumnChange {
  func released(_ gesture: GestureSpan, _ first: Timestamp) -> Finding {
    let release = gesture.release
    if let later = later(first, after: release) { return later }
    guard endsAlike else { return ended(gesture) }
    if let wait = wait(after: release) { return wait }
    let before = Settling(of: expected, in: gesture, to: ends.expected, within: slack)
    let now = Settling(of: actual, in: gesture, to: ends.actual, within: slack)
    if let spring = before?.spring, let other = now?.spring,
      let change = change(from: spring, to: other, first)
    {
      return change
    }
    // A spring is no easing of another duration.
    if let before, let now, before.spring == nil, now.spring == nil,
      let pace = pace(from: before, to: now, "after the release")
    {
      return pace
    }
    if before?.spring == nil || now?.spring == nil,
      let usual = expected.velocities(at: release)?.afters.last,
      let velocity = actual.velocities(at: release)?.afters.last,
      abs(velocity) < Self.lost * abs(usual)
    {
      // Without springs, only a velocity that is lost is told from another curve.
      return plain(.velocity, Self.losesVelocity)
    }
    let words = "takes another curve to the same end after the release"
    return Finding(kind: .curve, words: words, details: words + overshoot)
  }

  // MARK: Where it goes

  private func ended(_ gesture: GestureSpan) -> Finding {
    let when = gesture.wasCutOff ? "after the cancelled touch" : "at the release"
    let circumstances = gesture.wasCutOff ? when : finger.whenLifted(in: gesture) ?? when
    let (now, before) = (brief(ends.actual), brief(ends.expected))
    let place = after.first?.actual ?? 0
    if Self.most(after, { $0.actual - place }) <= slack, abs(place) > slack {
      let words = "stays where the finger left it"
      return Finding(
        kind: .outcome, words: words, details: "\(words), at \(now), but went to \(before) before")
    }
    if let turn {
      let words =
        turn.hasPrefix("goes back") ? "goes back instead of on" : "goes on instead of back"
      return Finding(
        kind: .outcome, words: "\(words) \(when)", details: "\(turn) \(circumstances)")
    }
    if (ends.actual - starts.actual) * (ends.expected - starts.expected) < 0 {
      return Finding(
        kind: .outcome, words: "goes in the opposite direction \(when)",
        details: "goes to \(now) instead of \(before) \(circumstances)")
    }
    return Finding(
      kind: .end, words: "ends elsewhere", details: "ends at \(now) instead of \(before)",
      number: ends.actual)
  }

  /// Says that it moves, or stays, long after both had come to rest.
  private func later(_ first: Timestamp, after release: Timestamp) -> Finding? {
    guard first.microseconds - release.microseconds >= Self.rest else { return nil }
    let resting = after.filter {
      $0.time < first && first.microseconds - $0.time.microseconds <= Self.rest
    }
    guard let place = resting.last,
      resting.allSatisfy({ abs($0.expected - place.expected) <= near / 2 })
    else { return nil }
    let clock = Wording.clock(first)
    let movesNow = abs(ends.actual - starts.actual - place.actual) > near / 2
    let words = movesNow ? "moves again after it had come to rest" : "stays where it moved again"
    let (now, before) = (brief(ends.actual), brief(ends.expected))
    return Finding(
      kind: .later, words: words,
      details: movesNow
        ? "moves again at \(clock) after it had come to rest, to \(now)"
        : "stays at \(now), but moved again at \(clock), to \(before), before")
  }

  // MARK: When it begins

  /// 25 ms, 1.5 frames of 60 Hz: what begins within them begins at once.
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

  // MARK: By which curve

  /// 0.15: a velocity is lost if less than this share of it is left.
  private static let lost = 0.15
  private static let losesVelocity = "loses the finger's velocity at the release"

  /// Says whether it follows another spring, or the same from another velocity: what explains its curve better.
  private func change(from spring: Spring, to other: Spring, _ first: Timestamp) -> Finding? {
    /// The distances from an end, since the last ones that are the same.
    func curve(_ column: ResultTable.Column, to end: Double) -> [ResultTable.Point] {
      let next = column.points.firstIndex(from: first)
      guard next > 0, let gesture else { return [] }
      return column.points[(next - 1)...].filter { $0.time <= gesture.end }
        .map { ResultTable.Point(time: $0.time, value: $0.value - end) }
    }
    let now = curve(actual, to: ends.actual)
    guard let usual = spring.velocity(along: curve(expected, to: ends.expected)),
      let velocity = spring.velocity(along: now)
    else { return nil }
    guard
      other.misfit(from: usual, along: now) < spring.misfit(from: velocity, along: now)
    else { return handoff(at: velocity, insteadOf: usual) }
    let words = other.words(besides: spring)
    return Finding(
      kind: .curve, words: Self.followsAnother,
      details: Self.followsAnother + (words.isEmpty ? "" : ": \(words)"), number: other.response)
  }

  private static let followsAnother = "follows another spring after the release"

  /// Says that the same spring begins with another velocity.
  private func handoff(at now: Double, insteadOf before: Double) -> Finding {
    let isLost = abs(now) < Self.lost * abs(before)
    let words = isLost ? Self.losesVelocity : "leaves the finger at another velocity"
    // What is left of a lost one is the rounding of the values.
    let left = brief(abs(now) < 0.01 * abs(before) ? 0 : now)
    let usual = brief(before)
    return Finding(
      kind: .velocity, words: words,
      details: words + (left == usual ? "" : ": \(left) a second instead of \(usual)"))
  }

  /// 0.05: the same curve, shown in frames that begin elsewhere in it, differs by less of its time.
  private static let paceLikeness = 0.05

  /// Says that it takes a multiple of the time, by the same curve.
  func pace(from before: Settling, to now: Settling, _ when: String) -> Finding? {
    func course(_ times: [Double]) -> (middle: Double, shares: [Double])? {
      guard times.count == Settling.shares.count, times[2] > times[0] else { return nil }
      let middle = times[2] - times[0]
      return (middle, times.map { ($0 - times[0]) / middle })
    }
    guard let usual = course(before.times), let own = course(now.times) else { return nil }
    let times = own.middle / usual.middle
    // Another easing takes longer for its middle, and not for its end.
    guard abs(times - 1) > Self.paceLikeness,
      zip(own.shares, usual.shares).allSatisfy({
        abs($0 - $1) <= Self.paceLikeness * max(1, $1)
      })
    else { return nil }
    return Finding(
      kind: .pace, words: "is \(times > 1 ? "slower" : "faster") \(when)",
      details: "takes \(NumberText.fixed(times, 2)) times as long \(when)", number: times)
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

/// How a column gets to its end, from a release on.
struct Settling {
  /// The spring that it follows, if it does.
  var spring: Spring?
  /// The seconds at which each of ``shares`` of the distance is done.
  var times: [Double] = []

  /// A quarter, half and three quarters of the distance, and nearly all of it.
  static let shares = [0.25, 0.5, 0.75, 0.95]

  /// Finds the course to an end in the gesture; `nil` if there is hardly any.
  init?(
    of column: ResultTable.Column, in gesture: GestureSpan, to end: Double, within slack: Double
  ) {
    let release = gesture.release
    let points = column.points.filter { release < $0.time && $0.time <= gesture.end }
    guard points.count > 1, let start = column.nearestValue(at: release) else { return nil }
    let distance = end - start
    for share in Self.shares where distance != 0 {
      let index = points.firstIndex { ($0.value - start) / distance >= share }
      guard let index else { continue }
      let point = points[index]
      let before = index > 0 ? points[index - 1] : ResultTable.Point(time: release, value: start)
      let part = (start + share * distance - before.value) / (point.value - before.value)
      times.append(before.time - release + part * (point.time - before.time))
    }
    // Equal steps, as far as the values are well above their rounding.
    let step = points[1].time.microseconds - points[0].time.microseconds
    let least = max(10 * slack, ColumnChange.likeness * abs(distance))
    var distances: [Double] = []
    for (index, point) in points.enumerated() {
      let isNext =
        index == 0 || abs(point.time.microseconds - points[index - 1].time.microseconds - step) <= 2
      guard isNext else { break }
      distances.append(point.value - end)
    }
    let far = distances.lastIndex { abs($0) > least } ?? 0
    spring = Spring(through: Array(distances.prefix(far + 1)), every: Double(step) / 1e6)
  }
}

extension Spring {
  /// 0.05: two numbers that differ by less have a third decimal.
  private static let little = 0.05

  /// Says what differs from another spring; empty if nothing that three decimals show.
  fileprivate func words(besides other: Spring) -> String {
    var words: [String] = []
    var others: [String] = []
    func add(_ name: String, _ number: Double, _ before: Double, _ unit: String = "") {
      func text(_ decimals: Int) -> (own: String, other: String) {
        (NumberText.fixed(number, decimals, unit), NumberText.fixed(before, decimals, unit))
      }
      let usual = text(2)
      let isLittle = abs(number - before) < Self.little * before || usual.own == usual.other
      let shown = isLittle ? text(3) : usual
      guard shown.own != shown.other else { return }
      words.append("\(name) \(shown.own)")
      others.append(shown.other)
    }
    add("response", response, other.response, "s")
    add("damping ratio", dampingRatio, other.dampingRatio)
    guard !words.isEmpty else { return "" }
    return "\(words.joined(separator: " and ")) instead of \(others.joined(separator: " and "))"
  }

  /// Returns the velocity with which it moves from the first of some distances from rest to the second.
  fileprivate func velocity(along curve: [ResultTable.Point]) -> Double? {
    guard curve.count > 1 else { return nil }
    let time = curve[1].time - curve[0].time
    let still = state(after: time, from: State(offset: 1, velocity: 0)).offset
    let moving = state(after: time, from: State(offset: 0, velocity: 1)).offset
    return moving != 0 ? (curve[1].value - still * curve[0].value) / moving : nil
  }

  /// Returns the sum of the squares by which it misses distances from rest, from the first with a velocity.
  fileprivate func misfit(from velocity: Double, along curve: [ResultTable.Point]) -> Double {
    guard let start = curve.first else { return 0 }
    let state = State(offset: start.value, velocity: velocity)
    return curve.reduce(0) { sum, point in
      let gap = self.state(after: point.time - start.time, from: state).offset - point.value
      return sum + gap * gap
    }
  }
}
