import Quantities

/// The places that a movement has come along of late, newest first, and how far they can be trusted.
///
/// They are its ``Footprints`` since it last paused or turned round.
///
/// It is there only while ``with(_:_:)`` runs, in memory of the stack: one is made for every frame. Of
/// an `InlineArray` in it, whoever asks for one place would get a copy of all.
@safe struct Trail: ~Copyable {
  /// 24 places at most: the memory at 300 reports per second.
  static let most = 24
  /// 8 groups of neighbours at most: the median of so many is good to a quarter.
  private static let groups = 8
  /// 0.9: the median of a length in the plane is 1.18 deviations of each part, and 0.67 of the only part
  /// if all scatter is along one line; this is about the middle of both.
  private static let median = 0.9

  private struct Place {
    /// How old it is, in seconds before the newest one.
    var age: Double
    var way: Vector
    /// The squared scatter of this place and the three before it.
    var square: Double
  }

  /// Room for ``most`` places, of which ``count`` are there.
  private let places: UnsafeMutableBufferPointer<Place>
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

  /// Lends the trail of a history.
  static func with<Result>(
    _ history: MotionHistory, _ body: (borrowing Trail) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Place.self, capacity: most) { memory in
      body(unsafe Trail(of: history, in: memory))
    }
  }

  private init(of history: MotionHistory, in memory: UnsafeMutableBufferPointer<Place>) {
    unsafe places = memory
    guard let newest = history.places.last?.time, let first = history.places.first?.time else {
      return
    }
    let footprints = history.footprints.newest.span
    for index in stride(from: footprints.count - 1, through: 0, by: -1) {
      let footprint = footprints[index]
      // Of what was longer ago nothing is known any more.
      let age = newest - max(footprint.time, first)
      if count > 1 {
        // Late reports that follow a pause at once tell nothing without what was before it.
        let gap = footprints[index + 1].time - footprint.until
        if gap > SteadyMotion.pause, span(0, count - 1) >= SteadyMotion.least,
          gap > SteadyMotion.gapInReports * meanInterval
        {
          break
        }
      }
      unsafe places.initializeElement(
        at: count, to: Place(age: age, way: footprint.way, square: footprint.square))
      count += 1
      guard count < Self.most, footprint.time > first else { break }
    }
    guard count > 1 else { return }
    interval = meanInterval
    // The newest place is judged by those before it.
    earlier = scatter(from: 1)
    forgetBeforeTurn()
    measureIntervals()
  }

  private var meanInterval: Double { span(0, count - 1) / Double(count - 1) }

  /// The way to a place.
  subscript(index: Int) -> Vector { unsafe places[index].way }

  /// How long before the newest report a place was come to.
  func age(_ index: Int) -> Double { unsafe places[index].age }

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
    let certain = SteadyMotion.certain * earlier.deviation
    for index in stride(from: 2, to: count - 1, by: 1)
    where span(0, index) >= SteadyMotion.least - SteadyMotion.clock {
      let since = self[0] - self[index]
      let step = self[index] - self[index + 1]
      let along = since.dot(step)
      guard along < 0 else { continue }
      let (length, size) = (since.length, step.length)
      // Back by more than to a side.
      if length > certain, size > certain, along < -length * size / 2 {
        count = index + 1
        earlier = scatter(from: 1)
        return
      }
    }
  }

  /// Finds the usual interval, and by how much reports are late.
  ///
  /// Each that is late makes two intervals wrong.
  private mutating func measureIntervals() {
    let recent = oldest(since: 0)
    oldest = recent
    var intervals = InlineArray<24, Double>(repeating: 0)
    for index in 0..<recent { intervals.insert(span(index, index + 1), intoFirst: index) }
    usualInterval = (intervals[recent / 2] + intervals[(recent - 1) / 2]) / 2
    var differences = 0.0
    for index in 0..<recent {
      differences += min((span(index, index + 1) - usualInterval).magnitude, usualInterval)
    }
    lateness = differences / Double(recent) / 2
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
  /// is taken out of them (``Footprints``). The median passes over corners.
  private func scatter(from newest: Int) -> (deviation: Double, groups: Int) {
    let groups = min(count - newest - 3, Self.groups)
    guard groups > 0 else { return (0, 0) }
    var sorted = InlineArray<8, Double>(repeating: 0)
    for group in 0..<groups {
      sorted.insert(unsafe places[newest + group].square, intoFirst: group)
    }
    let median = (sorted[groups / 2].squareRoot() + sorted[(groups - 1) / 2].squareRoot()) / 2
    return (median / Self.median, groups)
  }
}

extension InlineArray where Element == Double {
  /// Puts a number among so many that are in order: there are too few for anything faster with many.
  fileprivate mutating func insert(_ number: Double, intoFirst count: Int) {
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
