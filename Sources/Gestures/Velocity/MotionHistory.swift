public import Quantities

/// Where a finger has been since it landed: the places of late, and a summary of all.
///
/// The rules that tell a velocity are functions of it. It is as large after an hour as after a second.
public struct MotionHistory: Hashable, Sendable {
  /// Where the finger was at an instant.
  public struct Place: Hashable, Sendable {
    /// The instant.
    public var time: Timestamp
    /// The way to there, from wherever ways are counted.
    public var way: Vector

    /// Makes a place.
    public init(time: Timestamp, way: Vector) {
      self.time = time
      self.way = way
    }
  }

  /// 300 ms: how far back any rule looks (React Native's), counted from the newest place.
  public static let horizon = 0.300
  /// 302 places: the horizon at 1000 reports per second, as often as input devices report, with both of
  /// its ends and an older place.
  ///
  /// Of a device that reports more often, less than the horizon is kept.
  public static let capacity = 302

  /// The places of late, oldest first: those within the horizon, and the last one before it.
  public private(set) var places: [Place] = []
  /// The place where the finger landed.
  public private(set) var first: Place?
  /// How many places there were in all.
  public private(set) var count = 0
  /// The way along each axis, however often it turned, but for the newest movement.
  private var earlierTravel = Vector.zero
  /// Where the finger has come to, which a place that is told again is not; see ``Trail``.
  private(set) var footprints = RecentPositions()

  /// Makes the history of a finger that nobody has seen.
  public init() {}

  /// The sizes of all movements along each axis, added up.
  public var travel: Vector { earlierTravel + lastMovement.magnitudes }

  /// Forgets every place.
  public mutating func reset() {
    places.removeAll(keepingCapacity: true)
    first = nil
    count = 0
    earlierTravel = .zero
    footprints.reset()
  }

  /// Adds the place where the finger is now; times must not go back.
  ///
  /// A second place at the same instant takes the first one's stead.
  public mutating func add(_ way: Vector, at time: Timestamp) {
    let place = Place(time: time, way: way)
    footprints.add(place)
    if places.last?.time == time {
      places[places.count - 1] = place
      if count == 1 { first = place }
      return
    }
    earlierTravel = travel
    if count == 0 {
      first = place
      places.reserveCapacity(Self.capacity + 1)
    }
    count += 1
    places.append(place)
    // What is older than the second place has no say in any rule once that one is beyond the horizon.
    var stale = max(places.count - Self.capacity, 0)
    while stale + 1 < places.count, time - places[stale + 1].time > Self.horizon { stale += 1 }
    if stale > 0 { places.removeFirst(stale) }
  }

  /// The same history in as little memory as it takes, for who keeps many and adds nothing to them.
  ///
  /// One that is added to has room for ``capacity`` places from the first one on.
  public var compact: MotionHistory {
    var copy = self
    copy.places = places.map(\.self)
    copy.footprints = footprints.compact
    return copy
  }

  /// Moves every place by the same way, which changes no velocity.
  mutating func shift(by way: Vector) {
    for index in places.indices { places[index].way += way }
    first?.way += way
    footprints.shift(by: way)
  }

  /// The newest movement, from one place to the next.
  private var lastMovement: Vector {
    places.count < 2 ? .zero : places[places.count - 1].way - places[places.count - 2].way
  }
}

extension Vector {
  /// From the right way's end to the left one's.
  static func - (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y)
  }

  /// The size of each part.
  var magnitudes: Vector { Vector(x: x.magnitude, y: y.magnitude) }
}

extension MotionHistory {
  /// How fast the finger went from one of the places of late to a later one.
  func meanVelocity(from start: Int, to end: Int) -> Vector {
    (places[end].way - places[start].way) / (places[end].time - places[start].time)
  }
}
