import Quantities

/// The places that a movement has come along of late, newest first, and how far they can be trusted.
///
/// They are its ``RecentPositions`` since it last paused or turned round.
///
/// It is there only while ``with(_:upTo:_:)`` runs, in memory of the stack: one is made for every frame. Of
/// an `InlineArray` in it, whoever asks for one place would get a copy of all.
@safe struct Trail: ~Copyable {
  /// 24 places at most: the memory at 300 reports per second.
  static let most = 24
  /// 8 groups of neighbours at most: the median of so many is good to a quarter.
  private static let groups = 8
  /// 0.9: the median of a length in the plane is 1.18 deviations of each part, and 0.67 of the only part
  /// if all scatter is along one line; this is about the middle of both.
  private static let median = 0.9

  /// Where they are: the last one is the newest.
  private let footprints: UnsafeBufferPointer<RecentPositions.Footprint>
  /// The oldest instant of which anything is known.
  private let first: Timestamp
  /// How old each place is, in seconds before the newest one: room for ``most``.
  private let ages: UnsafeMutableBufferPointer<Double>
  /// How many places there are.
  private(set) var count = 0
  /// The mean interval of the reports.
  private(set) var interval = 0.0
  /// The oldest place that the movement up to the newest one is judged by.
  private(set) var oldest = 0
  /// The usual interval of the reports of late.
  private(set) var usualInterval = 0.0
  /// What the places before the newest one tell of their scatter.
  private var earlier = (deviation: 0.0, groups: 0)
  /// By how much reports are late.
  private var lateness = 0.0

  /// Lends the trail of a history in which there is a place, and when it was come to.
  static func with<Result>(
    _ history: MotionHistory, upTo newest: Timestamp, _ body: (borrowing Trail) -> Result
  ) -> Result {
    let first = history.places.first?.time ?? newest
    return unsafe history.footprints.newest.withUnsafeBufferPointer { footprints in
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: most) { ages in
        body(unsafe Trail(footprints, from: first, to: newest, in: ages))
      }
    }
  }

  private init(
    _ footprints: UnsafeBufferPointer<RecentPositions.Footprint>, from first: Timestamp,
    to newest: Timestamp, in ages: UnsafeMutableBufferPointer<Double>
  ) {
    unsafe self.footprints = unsafe footprints
    unsafe self.ages = unsafe ages
    self.first = first
    while count < min(footprints.count, Self.most) {
      let footprint = footprint(count)
      if count > 1 {
        // Late reports that follow a pause at once tell nothing without what was before it.
        let next = self.footprint(count - 1).time
        let silence = next.microseconds &- footprint.until.microseconds
        if silence > Int64(SteadyMotion.pause * 1e6),
          span(0, count - 1) >= SteadyMotion.least,
          next - footprint.until > SteadyMotion.gapInReports * meanInterval
        {
          break
        }
      }
      // Of what was longer ago nothing is known any more.
      unsafe ages.initializeElement(at: count, to: newest - max(footprint.time, first))
      count += 1
      guard footprint.time > first else { break }
    }
    guard count > 1 else { return }
    interval = meanInterval
    // The newest place is judged by those before it.
    earlier = scatter(from: 1)
    forgetBeforeTurn()
    measureIntervals()
  }

  private var meanInterval: Double { span(0, count - 1) / Double(count - 1) }

  private func footprint(_ index: Int) -> RecentPositions.Footprint {
    unsafe footprints[footprints.count &- 1 &- index]
  }

  /// The way to a place.
  subscript(index: Int) -> Vector { footprint(index).way }

  /// How long before the newest report a place was come to.
  func age(_ index: Int) -> Double { unsafe ages[index] }

  /// The time from an older place to a newer one.
  func span(_ newer: Int, _ older: Int) -> Double { age(older) - age(newer) }

  /// The mean velocity from an older place to a newer one.
  func velocity(from older: Int, to newer: Int) -> Vector {
    (self[newer] - self[older]) / span(newer, older)
  }

  /// The newest place that is older by a time, and by some steps; the oldest one if none is.
  func before(_ index: Int, by time: Double, steps: Int) -> Int {
    var older = index
    while older < count - 1,
      older - index < steps || span(index, older) < time - SteadyMotion.clock
    { older += 1 }
    return older
  }

  /// The oldest place that the movement up to a place is judged by.
  func oldest(since newest: Int) -> Int {
    var older = newest
    while older < count - 1,
      older - newest < SteadyMotion.fewest - 1
        || span(newest, older + 1) <= SteadyMotion.memory + SteadyMotion.clock
    { older += 1 }
    return older
  }

  /// Ends the trail where the finger turned round, if it has moved for a while since.
  private mutating func forgetBeforeTurn() {
    for index in stride(from: 2, to: count - 1, by: 1)
    where span(0, index) >= SteadyMotion.least - SteadyMotion.clock {
      let since = self[0] - self[index]
      let step = self[index] - self[index + 1]
      guard since.dot(step) < 0, isTurn(from: step, to: since) else { continue }
      count = index + 1
      earlier = scatter(from: 1)
      return
    }
  }

  /// Whether a finger that goes back does so by more than it scatters, and by more than to a side.
  ///
  /// Not in place: computed ahead, the lengths would take longer than the loop, which seldom needs them.
  @inline(never)
  private func isTurn(from step: Vector, to since: Vector) -> Bool {
    let certain = SteadyMotion.certain * earlier.deviation
    let (length, size) = (since.length, step.length)
    return length > certain && size > certain && since.dot(step) < -length * size / 2
  }

  /// Finds the usual interval, and by how much reports are late.
  ///
  /// Each that is late makes two intervals wrong.
  private mutating func measureIntervals() {
    let recent = oldest(since: 0)
    oldest = recent
    // In whole microseconds, of which many are the same, while differences of ages hardly ever are.
    var intervals = InlineArray<24, Int64>(repeating: 0)
    for index in 0..<recent { intervals.insert(interval(index), intoFirst: index) }
    let double = intervals[recent / 2] &+ intervals[(recent - 1) / 2]
    var differences: UInt64 = 0
    for index in 0..<recent {
      differences &+= min((2 &* intervals[index] &- double).magnitude, double.magnitude)
    }
    usualInterval = Double(double) / 2e6
    lateness = Double(differences) / 2e6 / Double(recent) / 2
  }

  /// The microseconds between a place and the one before it.
  private func interval(_ index: Int) -> Int64 {
    footprint(index).time.microseconds
      &- max(footprint(index + 1).time, first).microseconds
  }

  /// How fast the finger went of late, wherever to.
  func pace(at newest: Int) -> Double {
    let oldest = before(newest, by: SteadyMotion.memory / 2, steps: 1)
    var way = 0.0
    for index in newest..<oldest { way += (self[index] - self[index + 1]).length }
    return way / span(newest, oldest)
  }

  /// How far places are off where the finger really was, along each axis, as far as those from one on tell.
  ///
  /// A cautious doubt is larger by one group of places than there are: few may be close by chance.
  func doubt(from newest: Int, pace: Double, isCautious: Bool) -> Double {
    var (scatter, groups) = newest == 1 ? earlier : scatter(from: newest)
    if isCautious, groups > 0 { scatter *= 1 + 1 / Double(groups) }
    let blur = pace * max(lateness, SteadyMotion.clock)
    return (scatter * scatter + blur * blur).squareRoot()
  }

  /// The deviation of the places, and of how many groups it is the median.
  ///
  /// The finger moves evenly, and scatter does not: it is what is left of four neighbours when a parabola
  /// is taken out of them (``RecentPositions``). The median passes over corners.
  private func scatter(from newest: Int) -> (deviation: Double, groups: Int) {
    let groups = min(count - newest - 3, Self.groups)
    guard groups > 0 else { return (0, 0) }
    // What is missing of eight is beyond the median on both sides, above it first.
    func square(_ group: Int) -> Double {
      group < groups
        ? footprint(newest + group).square : group % 2 == 0 ? -.infinity : .infinity
    }
    let (low, high) = middle(
      square(0), square(1), square(2), square(3), square(4), square(5), square(6), square(7))
    let median = (low.squareRoot() + (groups % 2 == 0 ? high : low).squareRoot()) / 2
    return (median / Self.median, groups)
  }
}

/// The two in the middle of eight numbers.
///
/// Batcher's network: chance decides which is smaller, and a processor that has to guess it goes the wrong
/// way half of the time.
@inline(__always)
private func middle(
  _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double,
  _ h: Double
) -> (Double, Double) {
  var (a, b, c, d, e, f, g, h) = (a, b, c, d, e, f, g, h)
  func order(_ low: inout Double, _ high: inout Double) {
    (low, high) = (high < low ? high : low, high < low ? low : high)
  }
  // Pairs, then fours, then all.
  order(&a, &b)
  order(&c, &d)
  order(&e, &f)
  order(&g, &h)
  order(&a, &c)
  order(&b, &d)
  order(&e, &g)
  order(&f, &h)
  order(&b, &c)
  order(&f, &g)
  order(&a, &e)
  order(&b, &f)
  order(&c, &g)
  order(&d, &h)
  order(&c, &e)
  order(&d, &f)
  order(&b, &c)
  order(&d, &e)
  order(&f, &g)
  return (d, e)
}

extension InlineArray where Element == Int64 {
  /// Puts a number among so many that are in order: there are too few for anything faster with many.
  fileprivate mutating func insert(_ number: Int64, intoFirst count: Int) {
    precondition(count < Self.count)
    var numbers = mutableSpan
    var place = count
    while place > 0 {
      let before = unsafe numbers[unchecked: place - 1]
      guard before > number else { break }
      unsafe numbers[unchecked: place] = before
      place -= 1
    }
    unsafe numbers[unchecked: place] = number
  }
}

extension Vector {
  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
}
