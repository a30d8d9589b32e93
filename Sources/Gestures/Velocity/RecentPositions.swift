import Quantities

/// The places that a finger has come to of late, each with how far it scatters.
///
/// A place that is told again is silence, and not a place. What one place tells together with those before
/// it does not change any more, and so is found out once.
struct RecentPositions: Hashable, Sendable {
  /// A place that the finger has come to.
  struct Footprint: Hashable, Sendable {
    /// When it came.
    var time: Timestamp
    /// When it was last told to be there.
    var until: Timestamp
    /// The way to there.
    var way: Vector
    /// The squared scatter of this place and the three before it, once there are as many.
    var square = 0.0
  }

  /// The newest ones, oldest first: ``Trail/most`` of them at least, if there were as many.
  ///
  /// Those before that many are still to be thrown away, and make no difference.
  private(set) var newest: [Footprint] = []
  /// When the finger was last told to be at the newest of them, but for the place that was added last.
  private var stay = Timestamp(microseconds: 0)

  /// The same in as little memory as it takes.
  var compact: RecentPositions {
    var copy = self
    copy.newest = newest.suffix(Trail.most).map(\.self)
    return copy
  }

  static func == (left: RecentPositions, right: RecentPositions) -> Bool {
    left.stay == right.stay
      && left.newest.suffix(Trail.most).elementsEqual(right.newest.suffix(Trail.most))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(stay)
    hasher.combine(newest.suffix(Trail.most))
  }

  mutating func reset() { newest.removeAll(keepingCapacity: true) }

  mutating func shift(by way: Vector) {
    for index in newest.indices { newest[index].way += way }
  }

  /// Adds a place; one at the instant of the last one takes its stead.
  mutating func add(_ place: MotionHistory.Place) {
    if let last = newest.last, last.until == place.time {
      if last.time == place.time {
        newest.removeLast()
      } else {
        newest[newest.count - 1].until = stay
      }
    }
    if let last = newest.last {
      stay = last.until
      if last.way == place.way { return newest[newest.count - 1].until = place.time }
    }
    // Seldom, and then many at once.
    if newest.count == 2 * Trail.most { newest.removeFirst(Trail.most) }
    newest.append(Footprint(time: place.time, until: place.time, way: place.way))
    let last = newest.count - 1
    if last >= 3 { newest[last].square = square(upTo: last) }
  }

  /// How far a place and the three before it are off a parabola, squared.
  ///
  /// That is their divided difference, which irregular times do not disturb, as a share of what the same
  /// scatter of each would make of it.
  private func square(upTo last: Int) -> Double {
    let (a, b, c, d) = (newest[last], newest[last - 1], newest[last - 2], newest[last - 3])
    let unit = 1 / (a.time - d.time)
    let (ab, ac) = ((a.time - b.time) * unit, (a.time - c.time) * unit)
    let bc = ac - ab
    let (bd, cd) = (1 - ab, 1 - ac)
    let weights = (bc * bd * cd, -ac * cd, ab * bd, -ab * ac * bc)
    let left =
      (b.way - a.way) * weights.1 + (c.way - a.way) * weights.2 + (d.way - a.way) * weights.3
    let variance =
      weights.0 * weights.0 + weights.1 * weights.1 + weights.2 * weights.2
      + weights.3 * weights.3
    return left.dot(left) / variance
  }
}
