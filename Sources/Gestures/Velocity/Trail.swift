import PantographQuantities

/// The recent positions of a movement, newest first, and their uncertainty.
///
/// They are its ``RecentPositions`` since it last paused or reversed.
///
/// A trail exists only while ``with(_:upTo:_:)`` runs, in stack memory, because one is made for every frame.
/// An `InlineArray` member would be copied whole on each access.
@safe struct Trail: ~Copyable {
  /// 24 positions at most: the memory at 300 reports per second.
  static let most = 24
  /// 8 groups of neighbours at most: their median is accurate to a quarter.
  private static let groups = 8
  /// 0.9: a compromise between two cases.
  ///
  /// The median of a length in the plane is 1.18 deviations of each component; if all scatter is along one
  /// line, it is 0.67 of the only component.
  private static let median = 0.9

  /// The positions, oldest first.
  private let positions: UnsafeBufferPointer<RecentPositions.Position>
  /// The time of the oldest sample that is kept.
  private let first: Timestamp
  /// The age of each position, in seconds before the newest report; room for ``most``.
  private let ages: UnsafeMutableBufferPointer<Double>
  /// The number of positions.
  private(set) var count = 0
  /// The mean interval between positions, in seconds.
  private(set) var interval = 0.0
  /// The oldest position that the newest movement is judged by.
  private(set) var oldest = 0
  /// The median of the recent intervals, in seconds.
  private(set) var usualInterval = 0.0
  /// The scatter of the positions before the newest one.
  private var earlier = (deviation: 0.0, groups: 0)
  /// The typical lateness of a report, in seconds.
  private var lateness = 0.0

  /// Calls `body` with the trail of a history that has a position, first reported at `newest`.
  static func with<Result>(
    _ history: MotionHistory, upTo newest: Timestamp, _ body: (borrowing Trail) -> Result
  ) -> Result {
    let first = history.samples.first?.time ?? newest
    return unsafe history.recentPositions.newest.withUnsafeBufferPointer { positions in
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: most) { ages in
        body(unsafe Trail(positions, from: first, to: newest, in: ages))
      }
    }
  }

  private init(
    _ positions: UnsafeBufferPointer<RecentPositions.Position>, from first: Timestamp,
    to newest: Timestamp, in ages: UnsafeMutableBufferPointer<Double>
  ) {
    unsafe self.positions = unsafe positions
    unsafe self.ages = unsafe ages
    self.first = first
    let most = min(positions.count, Self.most)
    while count < most {
      let position = position(count)
      if count > 1 {
        // Reports that follow closely after a pause are useless without those before it.
        let next = self.position(count - 1).time
        let silence = next.microseconds &- position.until.microseconds
        if silence > Int64(SteadyMotion.pause * 1e6),
          span(0, count - 1) >= SteadyMotion.least,
          next - position.until > SteadyMotion.gapInReports * meanInterval
        {
          break
        }
      }
      // Older samples are no longer kept.
      unsafe ages.initializeElement(at: count, to: newest - max(position.time, first))
      count += 1
      guard position.time > first else { break }
    }
    guard count > 1 else { return }
    interval = meanInterval
    // The newest position is judged by those before it.
    earlier = scatter(from: 1)
    forgetBeforeTurn()
    measureIntervals()
  }

  private var meanInterval: Double { span(0, count - 1) / Double(count - 1) }

  private func position(_ index: Int) -> RecentPositions.Position {
    unsafe positions[positions.count &- 1 &- index]
  }

  /// The displacement of a position.
  subscript(index: Int) -> Vector { position(index).translation }

  /// Returns how long before the newest report a position was reached, in seconds.
  func age(_ index: Int) -> Double { unsafe ages[index] }

  /// Returns the time from an older position to a newer one, in seconds.
  func span(_ newer: Int, _ older: Int) -> Double { age(older) - age(newer) }

  /// Returns the mean velocity from an older position to a newer one.
  func velocity(from older: Int, to newer: Int) -> Vector {
    (self[newer] - self[older]) / span(newer, older)
  }

  /// Returns the newest position that is at least `time` and `steps` older; the oldest if there is none.
  func before(_ index: Int, by time: Double, steps: Int) -> Int {
    var older = index
    while older < count - 1,
      older - index < steps || span(index, older) < time - SteadyMotion.clock
    { older += 1 }
    return older
  }

  /// Returns the oldest position that the movement up to `newest` is judged by.
  func oldest(since newest: Int) -> Int {
    var older = newest
    while older < count - 1,
      older - newest < SteadyMotion.fewest - 1
        || span(newest, older + 1) <= SteadyMotion.memory + SteadyMotion.clock
    { older += 1 }
    return older
  }

  /// Ends the trail where the finger reversed, if it has moved for a while since.
  private mutating func forgetBeforeTurn() {
    guard count > 3 else { return }
    let newest = self[0]
    var newer = self[2]
    for index in 2..<count - 1 {
      let older = self[index + 1]
      let (since, step) = (newest - newer, newer - older)
      newer = older
      // Nearly always the first condition is false.
      guard since.dot(step) < 0, span(0, index) >= SteadyMotion.least - SteadyMotion.clock,
        isTurn(from: step, to: since)
      else { continue }
      count = index + 1
      earlier = scatter(from: 1)
      return
    }
  }

  /// Returns whether a reversal exceeds the scatter and points mostly backward, not sideways.
  ///
  /// Not inlined: the lengths would be computed ahead of the loop, take longer than it, and rarely be needed.
  @inline(never)
  private func isTurn(from step: Vector, to since: Vector) -> Bool {
    let certain = SteadyMotion.certain * earlier.deviation
    let (length, size) = (since.length, step.length)
    return length > certain && size > certain && since.dot(step) < -length * size / 2
  }

  /// Computes the median interval, and the lateness of reports.
  ///
  /// A late report changes two intervals.
  private mutating func measureIntervals() {
    let recent = oldest(since: 0)
    oldest = recent
    // In whole microseconds: intervals are often equal, while differences of ages almost never are.
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

  /// Returns the microseconds between a position and the one before it.
  private func interval(_ index: Int) -> Int64 {
    position(index).time.microseconds
      &- max(position(index + 1).time, first).microseconds
  }

  /// Returns the recent speed along the path.
  func speed(at newest: Int) -> Double {
    let oldest = before(newest, by: SteadyMotion.memory / 2, steps: 1)
    var distance = 0.0
    for index in newest..<oldest { distance += (self[index] - self[index + 1]).length }
    return distance / span(newest, oldest)
  }

  /// Returns the standard error of a position along each axis, judged by the positions from `newest` on.
  ///
  /// A cautious estimate grows with fewer groups of neighbours, because a few may agree by chance.
  func uncertainty(from newest: Int, speed: Double, isCautious: Bool) -> Double {
    var (scatter, groups) = newest == 1 ? earlier : scatter(from: newest)
    if isCautious, groups > 0 { scatter *= 1 + 1 / Double(groups) }
    let blur = speed * max(lateness, SteadyMotion.clock)
    return (scatter * scatter + blur * blur).squareRoot()
  }

  /// Returns the standard deviation of the positions, and the number of groups of which it is the median.
  ///
  /// Movement is smooth and scatter is not: scatter is what remains of four neighbours after a parabola is
  /// removed (``RecentPositions``). The median ignores corners.
  private func scatter(from newest: Int) -> (deviation: Double, groups: Int) {
    let groups = min(count - newest - 3, Self.groups)
    guard groups > 0 else { return (0, 0) }
    // Groups missing from eight go to either end of the order, above the median first.
    func square(_ group: Int) -> Double {
      group < groups
        ? position(newest + group).square : group % 2 == 0 ? -.infinity : .infinity
    }
    let (low, high) = middle(
      square(0), square(1), square(2), square(3), square(4), square(5), square(6), square(7))
    let median = (low.squareRoot() + (groups % 2 == 0 ? high : low).squareRoot()) / 2
    return (median / Self.median, groups)
  }
}

/// Returns the two middle values of eight.
///
/// Batcher's sorting network, which has no branches: random comparisons would be mispredicted half of the
/// time.
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
  /// Inserts a number into the first `count`, which are sorted; for so few, insertion is fastest.
  fileprivate mutating func insert(_ number: Int64, intoFirst count: Int) {
    precondition(count < Self.count)
    var numbers = mutableSpan
    var index = count
    while index > 0 {
      let before = unsafe numbers[unchecked: index - 1]
      guard before > number else { break }
      unsafe numbers[unchecked: index] = before
      index -= 1
    }
    unsafe numbers[unchecked: index] = number
  }
}

extension Vector {
  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
}
