import PantographBase

/// The recent positions of a movement, newest first, and their uncertainty.
///
/// They are its ``RecentPositions`` since it last paused or reversed.
///
/// A trail exists only while ``with(_:upTo:_:)`` runs, and reads the positions in place.
@safe struct Trail: ~Copyable {
  /// 24 positions at most: the memory at 300 reports per second.
  static let most = 24
  /// 8 groups of neighbours at most: their median is accurate to a quarter.
  static let groups = 8
  /// 0.9: a compromise between two cases.
  ///
  /// The median of a length in the plane is 1.18 deviations of each component; if all scatter is along one
  /// line, it is 0.67 of the only component.
  private static let median = 0.9

  /// The positions, oldest first.
  private let positions: UnsafeBufferPointer<RecentPositions.Position>
  /// The time of the oldest sample that is kept.
  private let first: Timestamp
  /// The time of the newest report.
  let newest: Timestamp
  /// The number of positions.
  private(set) var count: Int
  /// The mean interval between positions, in seconds.
  private(set) var meanInterval = 0.0
  /// The oldest position that the newest movement is judged by.
  private(set) var oldest = 0
  /// The median of the recent intervals, in seconds.
  private(set) var usualInterval = 0.0
  /// The scatter of the positions before the newest one.
  private var earlier = (deviation: 0.0, groups: 0)
  /// The typical lateness of a report, in seconds.
  private var lateness = 0.0

  /// Calls `body` with the trail of a history whose newest report was at `newest`.
  static func with<Result>(
    _ history: MotionHistory, upTo newest: Timestamp, _ body: (borrowing Trail) -> Result
  ) -> Result {
    let recent = history.recentPositions
    let first = history.samples.first?.time ?? newest
    return unsafe recent.newest.withUnsafeBufferPointer { positions in
      body(
        unsafe Trail(
          positions, sincePause: recent.sincePause, sinceTurn: recent.sinceTurn, from: first,
          to: newest))
    }
  }

  private init(
    _ positions: UnsafeBufferPointer<RecentPositions.Position>, sincePause: Int, sinceTurn: Int,
    from first: Timestamp, to newest: Timestamp
  ) {
    unsafe self.positions = unsafe positions
    self.first = first
    self.newest = newest
    count = min(positions.count, Self.most)
    // Older samples are no longer kept.
    while count > 1, position(count - 2).time <= first { count -= 1 }
    if sincePause < count { forgetBeforePause() }
    guard count > 1 else { return }
    meanInterval = span(0, count - 1) / Double(count - 1)
    // The newest position is judged by those before it.
    earlier = scatter(from: 1)
    if sinceTurn < count { forgetBeforeTurn() }
    measureIntervals()
  }

  @inline(__always)
  private func position(_ index: Int) -> RecentPositions.Position {
    unsafe positions[positions.count &- 1 &- index]
  }

  /// The displacement of a position.
  subscript(index: Int) -> Vector { position(index).translation }

  /// Returns the displacement of a position from the one before it.
  func step(_ index: Int) -> Vector { position(index).step }

  /// Returns the time from the position before to this one, in seconds; not for the two oldest ones.
  func interval(_ index: Int) -> Double { position(index).interval }

  /// Returns the share of the acceleration that is left after this time.
  func kept(_ index: Int) -> Double { position(index).kept }

  /// Returns the share of the acceleration's variance that is new after this time.
  func fresh(_ index: Int) -> Double { position(index).fresh }

  /// Returns when a position was reached; only the oldest one can be older than the samples.
  @inline(__always)
  private func arrival(_ index: Int) -> Timestamp { max(position(index).time, first) }

  /// Returns how long before the newest report a position was reached, in seconds.
  @inline(__always)
  func age(_ index: Int) -> Double { newest - arrival(index) }

  /// Returns the time from an older position to a newer one, in seconds.
  @inline(__always)
  func span(_ newer: Int, _ older: Int) -> Double { arrival(newer) - arrival(older) }

  /// Returns the mean velocity from an older position to a newer one.
  @inline(__always)
  func velocity(from older: Int, to newer: Int) -> Vector {
    (self[newer] - self[older]) / span(newer, older)
  }

  /// Returns the newest position that is at least `time` and `steps` older; the oldest if there is none.
  ///
  /// Inlined, so that the time is converted by the compiler.
  @inline(__always)
  func before(_ index: Int, by time: Double, steps: Int) -> Int {
    let latest = position(index).time.microseconds &- SteadyMotion.microseconds(time) &+ 1
    var older = min(index &+ steps, count &- 1)
    while older < count &- 1, position(older).time.microseconds > latest { older &+= 1 }
    return older
  }

  /// Returns the oldest position that the movement up to `newest` is judged by.
  func oldest(since newest: Int) -> Int {
    let memory = SteadyMotion.microseconds(SteadyMotion.memory)
    let earliest = position(newest).time.microseconds &- memory &- 1
    var older = min(newest &+ SteadyMotion.fewest &- 1, count &- 1)
    while older < count &- 1, arrival(older &+ 1).microseconds >= earliest { older &+= 1 }
    return older
  }

  /// Ends the trail at a pause: reports that follow closely after it are useless without those before.
  private mutating func forgetBeforePause() {
    for index in stride(from: 2, to: count, by: 1) {
      let silence = position(index - 1).time - position(index).until
      guard silence > SteadyMotion.pause else { continue }
      let span = span(0, index - 1)
      if span >= SteadyMotion.least,
        silence > SteadyMotion.gapInReports * (span / Double(index - 1))
      {
        return count = index
      }
    }
  }

  /// Ends the trail where the finger reversed, if it has moved for a while since.
  private mutating func forgetBeforeTurn() {
    guard count > 3 else { return }
    let newest = self[0]
    for index in 2..<count - 1 {
      let (since, step) = (newest - self[index], step(index))
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
    var intervals = InlineArray<24, Double>(repeating: 0)
    // The oldest one can begin before the samples, and is the first to be sorted.
    intervals[0] = span(recent - 1, recent)
    for index in 1..<recent { intervals.insert(interval(index - 1), intoFirst: index) }
    let usual = (intervals[recent / 2] + intervals[(recent - 1) / 2]) / 2
    var differences = 0.0
    for index in 0..<recent { differences += min((intervals[index] - usual).magnitude, usual) }
    usualInterval = usual
    lateness = differences / Double(recent) / 2
  }

  /// Returns the recent speed along the path.
  func speed(at newest: Int) -> Double {
    let oldest = before(newest, by: SteadyMotion.memory / 2, steps: 1)
    var distance = 0.0
    for index in newest..<oldest { distance += step(index).length }
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
    let scatter =
      groups == Self.groups
      ? position(newest).scatter
      : Self.scatter(ofGroups: groups) { position(newest + $0).square }
    return (scatter, groups)
  }

  /// Returns the scatter of groups of neighbours, of which there is at least one.
  @inline(__always)
  static func scatter(ofGroups count: Int, _ square: (Int) -> Double) -> Double {
    // Groups missing from eight go to either end of the order, above the median first.
    func known(_ group: Int) -> Double {
      group < count ? square(group) : group % 2 == 0 ? -.infinity : .infinity
    }
    let (low, high) = middle(
      known(0), known(1), known(2), known(3), known(4), known(5), known(6), known(7))
    return (low.squareRoot() + (count % 2 == 0 ? high : low).squareRoot()) / 2 / median
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

extension InlineArray where Element == Double {
  /// Inserts a number into the first `count`, which are sorted; for so few, insertion is fastest.
  fileprivate mutating func insert(_ number: Double, intoFirst count: Int) {
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
