public import PantographBase

/// The recent positions of a finger, and a summary of all since it landed.
///
/// Velocity rules are functions of it. Its size does not grow with the length of the gesture.
public struct MotionHistory: Hashable, Sendable {
  /// The position of the finger at an instant.
  package struct Sample: Hashable, Sendable {
    /// The time of the report.
    package var time: Timestamp
    /// The displacement from a common origin, usually the start of the gesture.
    package var translation: Vector

    /// Creates a sample.
    package init(time: Timestamp, translation: Vector) {
      self.time = time
      self.translation = translation
    }
  }

  /// 300 ms: how far back any rule looks (React Native's), counted from the newest sample.
  package static let horizon = 0.300
  /// 302 samples: the horizon at 1000 reports per second, the highest rate of input devices, with both of its
  /// ends and one older sample.
  ///
  /// For a device that reports more often, less than the horizon is kept.
  package static let capacity = 302

  /// The recent samples, oldest first: those within the horizon, and the last one before it.
  package private(set) var samples = SampleQueue()
  /// The first sample: where the finger landed.
  package private(set) var first: Sample?
  /// The number of samples so far.
  package private(set) var count = 0
  /// The distance covered along each axis, in either direction, without the newest movement.
  private var earlierTravel = Vector.zero
  /// The positions that differ from the one before; see ``Trail``.
  private(set) var recentPositions = RecentPositions()

  /// Creates an empty history.
  public init() {}

  /// The distance covered along each axis, in either direction: the sum of all magnitudes.
  package var travel: Vector { earlierTravel + lastMovement.magnitudes }

  /// Removes all samples.
  public mutating func reset() {
    samples.removeAll()
    first = nil
    count = 0
    earlierTravel = .zero
    recentPositions.reset()
  }

  /// Adds the finger's current position; times must not decrease.
  ///
  /// A second position at the same instant replaces the first.
  public mutating func add(_ translation: Vector, at time: Timestamp) {
    let sample = Sample(time: time, translation: translation)
    recentPositions.add(sample)
    if samples.last?.time == time {
      samples[samples.count - 1] = sample
      if count == 1 { first = sample }
      return
    }
    earlierTravel = travel
    if count == 0 {
      first = sample
      samples.reserveCapacity(Self.capacity + 1)
    }
    count += 1
    samples.append(sample)
    // Once the second sample is beyond the horizon, no rule reads an older one.
    var stale = max(samples.count - Self.capacity, 0)
    let horizon = time.microseconds &- SteadyMotion.microseconds(Self.horizon)
    while stale + 1 < samples.count, samples[stale + 1].time.microseconds < horizon { stale += 1 }
    if stale > 0 { samples.removeFirst(stale) }
  }

  /// Removes all samples but the two newest, from which the history goes on as if it had begun with them.
  mutating func restart() {
    let newest = Array(samples.suffix(2))
    reset()
    for sample in newest { add(sample.translation, at: sample.time) }
  }

  /// A copy without spare capacity, for callers that keep many histories and add nothing to them.
  ///
  package var compact: MotionHistory {
    var copy = self
    copy.samples = samples.compact
    copy.recentPositions = recentPositions.compact
    return copy
  }

  /// Shifts every sample by `translation`, which changes no velocity.
  mutating func shift(by translation: Vector) {
    for index in samples.indices { samples[index].translation += translation }
    first?.translation += translation
    recentPositions.shift(by: translation)
  }

  /// The difference between the two newest samples.
  private var lastMovement: Vector {
    samples.count < 2
      ? .zero : samples[samples.count - 1].translation - samples[samples.count - 2].translation
  }
}

extension Vector {
  /// Returns the difference of two vectors.
  static func - (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y)
  }

  /// Whether both components are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The magnitude of each component.
  var magnitudes: Vector { Vector(x: x.magnitude, y: y.magnitude) }
}

extension MotionHistory {
  /// Returns the mean velocity between two recent samples.
  func meanVelocity(from start: Int, to end: Int) -> Vector {
    (samples[end].translation - samples[start].translation)
      / (samples[end].time - samples[start].time)
  }
}

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
    /// The shares of the acceleration that is left after the interval, and of its variance that is new; computed once,
    /// as a filter passes a position many times.
    var kept = 1.0
    var fresh = 0.0
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
    position.kept = SteadyMotion.impulse / (SteadyMotion.impulse + position.interval)
    position.fresh = 1 - position.kept * position.kept
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

/// Samples that join at the end and leave at the beginning.
///
/// Nearly every report makes one leave, so those that leave are only removed once there are many.
package struct SampleQueue: RandomAccessCollection, Hashable, Sendable {
  /// 64 samples leave before they are removed: seldom enough, for half a second at 125 reports per second.
  private static let mostLeft = 64

  private var kept: [MotionHistory.Sample] = []
  /// The number of samples at the beginning of ``kept`` that have left.
  private var left = 0

  package var startIndex: Int { 0 }
  package var endIndex: Int { kept.count &- left }

  package subscript(index: Int) -> MotionHistory.Sample {
    _read { yield kept[left &+ index] }
    _modify { yield &kept[left &+ index] }
  }

  package var last: MotionHistory.Sample? { isEmpty ? nil : kept.last }

  /// How many samples there is room for.
  package var capacity: Int { kept.capacity }

  /// A copy without spare capacity.
  var compact: SampleQueue {
    var copy = SampleQueue()
    copy.kept = map { $0 }
    return copy
  }

  package static func == (left: SampleQueue, right: SampleQueue) -> Bool {
    left.elementsEqual(right)
  }

  package func hash(into hasher: inout Hasher) {
    for sample in self { hasher.combine(sample) }
  }

  /// Makes room for `count` samples.
  mutating func reserveCapacity(_ count: Int) {
    kept.reserveCapacity(count + Self.mostLeft)
  }

  mutating func append(_ sample: MotionHistory.Sample) { kept.append(sample) }

  mutating func removeFirst(_ count: Int) {
    left += count
    guard left >= Self.mostLeft else { return }
    kept.removeFirst(left)
    left = 0
  }

  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    left = 0
  }
}
