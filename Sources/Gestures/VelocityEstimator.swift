public import Quantities

/// Tells how fast a finger moves, from where it has been.
///
/// A parabola is fitted by least squares to the last tenth of a second; the velocity is its slope at
/// the newest place. This is the rule of Android's and Flutter's velocity trackers, with their
/// numbers.
public struct VelocityEstimator: Sendable {
  private struct Place {
    var time: Timestamp
    var way: Vector
  }

  private var places: [Place] = []

  /// 100 ms: how old a place may be that still counts.
  public static let horizon = 0.100
  /// 40 ms: a finger that has been silent for longer stands still.
  public static let longestPause = 0.040
  /// 20 places at most.
  public static let longestHistory = 20

  /// Makes an estimator that has seen nothing.
  public init() {
    places.reserveCapacity(Self.longestHistory)
  }

  /// Forgets every place.
  public mutating func reset() {
    places.removeAll(keepingCapacity: true)
  }

  /// Moves every place so far by the same way, which changes no velocity.
  mutating func shift(by way: Vector) {
    for index in places.indices { places[index].way += way }
  }

  /// Adds the place where the finger is now; times must not go back.
  ///
  /// A second place at the same instant takes the first one's stead.
  public mutating func add(_ way: Vector, at time: Timestamp) {
    if let last = places.last {
      if last.time == time { places.removeLast() }
      if time - last.time > Self.longestPause { places.removeAll(keepingCapacity: true) }
    }
    let stale = places.prefix { time - $0.time > Self.horizon }.count
    places.removeFirst(max(stale, places.count - Self.longestHistory + 1))
    places.append(Place(time: time, way: way))
  }

  /// How fast the finger moves at an instant that is not before the newest place.
  public func velocity(at now: Timestamp) -> Vector {
    guard let newest = places.last, now - newest.time <= Self.longestPause else { return .zero }
    guard places.count > 2 else {
      guard let oldest = places.first, places.count == 2 else { return .zero }
      return (newest.way + oldest.way * -1) / (newest.time - oldest.time)
    }
    // For y = a + b t + c t² with t counted from the mean time, the normal equations give b and c;
    // the slope at the newest place is b + 2 c t.
    var meanTime = 0.0
    var meanWay = Vector.zero
    for place in places {
      meanTime += place.time - newest.time
      meanWay += place.way
    }
    let count = Double(places.count)
    meanTime /= count
    meanWay = meanWay / count
    var t2 = 0.0
    var t3 = 0.0
    var t4 = 0.0
    var ty = Vector.zero
    var t2y = Vector.zero
    for place in places {
      let t = place.time - newest.time - meanTime
      let y = place.way + meanWay * -1
      t2 += t * t
      t3 += t * t * t
      t4 += t * t * t * t
      ty += y * t
      t2y += y * (t * t)
    }
    let determinant = t2 * (t4 - t2 * t2 / count) - t3 * t3
    let b = (ty * (t4 - t2 * t2 / count) + t2y * -t3) / determinant
    let c = (t2y * t2 + ty * -t3) / determinant
    return b + c * (2 * -meanTime)
  }
}
