import PantographBase

/// The positions that a finger has reached recently, each with its scatter.
///
/// Repeated positions are ignored. The scatter of a position depends only on earlier ones, so it is computed
/// once.
struct RecentPositions: Hashable, Sendable {
  /// A position that the finger has reached.
  struct Position: Hashable, Sendable {
    /// When it was first reported.
    var time: Timestamp
    /// When it was last reported.
    var until: Timestamp
    /// The displacement from the origin of the history.
    var translation: Vector
    /// The squared scatter of this position and the three before it, once there are that many.
    var square = 0.0
    /// The displacement from the position before, if there is one.
    var step = Vector.zero
    /// The seconds since the position before, if there is one.
    var interval = 0.0
    /// The scatter of the last ``Trail/groups`` groups of neighbours, once there are that many.
    var scatter = 0.0
  }

  /// The newest positions, oldest first: at least ``Trail/most`` of them, if there were that many.
  ///
  /// Any before those are due for removal and have no effect.
  private(set) var newest: [Position] = []
  /// The number of the newest positions that certainly have no pause between them.
  private(set) var sincePause = 0
  /// The number of the newest positions that certainly have no turn between them.
  private(set) var sinceTurn = 0
  /// The heading of the newest step.
  private var heading = Heading.right
  /// When the newest position was last reported, not counting the sample that was added last.
  private var stay = Timestamp(microseconds: 0)

  /// A copy without spare capacity.
  var compact: RecentPositions {
    var copy = self
    copy.newest = newest.suffix(Trail.most).map { $0 }
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

  mutating func reset() {
    newest.removeAll(keepingCapacity: true)
    (sincePause, sinceTurn) = (0, 0)
  }

  mutating func shift(by translation: Vector) {
    for index in newest.indices { newest[index].translation += translation }
  }

  /// Adds a sample; it replaces an earlier one of the same time.
  mutating func add(_ sample: MotionHistory.Sample) {
    if let last = newest.last, last.until == sample.time {
      if last.time == sample.time {
        newest.removeLast()
        (sincePause, sinceTurn) = (max(sincePause - 1, 0), max(sinceTurn - 1, 0))
      } else {
        newest[newest.count - 1].until = stay
      }
    }
    if let last = newest.last {
      stay = last.until
      if last.translation == sample.translation {
        return newest[newest.count - 1].until = sample.time
      }
    }
    // Rarely, and then many at once.
    if newest.count == 2 * Trail.most { newest.removeFirst(Trail.most) }
    newest.append(position(after: newest.last, for: sample))
  }

  /// Returns the next position.
  private mutating func position(
    after last: Position?, for sample: MotionHistory.Sample
  ) -> Position {
    var position = Position(
      time: sample.time, until: sample.time, translation: sample.translation)
    sincePause += 1
    sinceTurn += 1
    guard let last else { return position }
    position.step = sample.translation - last.translation
    position.interval = sample.time - last.time
    // Steps with the same heading are at most a right angle apart: their sum points against none of them.
    let heading = position.step.heading
    if heading != self.heading { sinceTurn = 2 }
    if sample.time - last.until > SteadyMotion.pause { sincePause = 1 }
    self.heading = heading
    let count = newest.count
    guard count >= 3 else { return position }
    position.square = Self.square(
      position, newest[count - 1], newest[count - 2], newest[count - 3])
    guard count >= Trail.groups + 2 else { return position }
    position.scatter = Trail.scatter(ofGroups: Trail.groups) { group in
      group == 0 ? position.square : newest[count - group].square
    }
    return position
  }

  /// Returns the squared deviation of four neighbouring positions from a parabola.
  ///
  /// It is their divided difference, which is independent of irregular times, normalised by the value that
  /// unit scatter of each position would give.
  private static func square(
    _ a: Position, _ b: Position, _ c: Position, _ d: Position
  ) -> Double {
    let unit = 1 / (a.time - d.time)
    let (ab, ac) = ((a.time - b.time) * unit, (a.time - c.time) * unit)
    let bc = ac - ab
    let (bd, cd) = (1 - ab, 1 - ac)
    let weights = (bc * bd * cd, -ac * cd, ab * bd, -ab * ac * bc)
    let left =
      (b.translation - a.translation) * weights.1 + (c.translation - a.translation) * weights.2
      + (d.translation - a.translation) * weights.3
    let variance =
      weights.0 * weights.0 + weights.1 * weights.1 + weights.2 * weights.2
      + weights.3 * weights.3
    return left.dot(left) / variance
  }
}

/// The quarter of the plane, around half an axis, that a vector lies in.
private enum Heading {
  case right, left, down, up
}

extension Vector {
  fileprivate var heading: Heading {
    if x.magnitude >= y.magnitude { return x > 0 ? .right : .left }
    return y > 0 ? .down : .up
  }
}
