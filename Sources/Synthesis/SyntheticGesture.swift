import Glibc
public import Quantities

/// A movement of fingers over a surface as a hand would make it.
///
/// The hands that people make most are there by name; others are put together of ``Finger``s.
public struct SyntheticGesture: Sendable {
  /// The fingers, in the order in which they land.
  public var fingers: [Finger]

  /// Makes a hand of its fingers.
  public init(_ fingers: [Finger]) {
    self.fingers = fingers
  }

  /// When the last finger leaves the surface, in seconds.
  public var lift: Double { fingers.map(\.lift).max() ?? 0 }

  /// How many fingers touch at once, at most.
  public var mostAtOnce: Int {
    fingers.map { newest in
      fingers.count { $0.landing <= newest.landing && newest.landing <= $0.lift }
    }.max() ?? 0
  }

  /// The hand, doing all of this so many seconds later.
  public func delayed(by seconds: Double) -> SyntheticGesture {
    SyntheticGesture(fingers.map { $0.delayed(by: seconds) })
  }

  /// The hand, and so many seconds after its last lift another one, whose time begins there.
  public func followed(by other: SyntheticGesture, after seconds: Double) -> SyntheticGesture {
    SyntheticGesture(fingers + other.delayed(by: lift + seconds).fingers)
  }

  /// The hand with fingers that land and lift one after the other, so many seconds apart.
  ///
  /// The movement stays as it is: who lands late does so on the way, and the last one lifts at the end.
  public func staggered(by seconds: Double) -> SyntheticGesture {
    var hand = self
    for index in fingers.indices {
      hand.fingers[index].landing += seconds * Double(index)
      hand.fingers[index].lift -= seconds * Double(fingers.count - 1 - index)
    }
    return hand
  }

  // MARK: Side by side

  /// The millimetres between two fingers side by side.
  public static let fingerDistance = 18.0

  /// Places for fingers side by side, across the direction in which they are going to move.
  ///
  /// A hand stands straight: they are below each other for a way that is more to the side, and beside
  /// each other for one that is more up or down.
  public static func places(
    _ count: Int, from first: Point, across way: Vector, spacing: Double = fingerDistance
  ) -> [Point] {
    let isUpright = way.y.magnitude > way.x.magnitude
    let step = isUpright ? Vector(x: spacing, y: 0) : Vector(x: 0, y: spacing)
    return (0..<count).map { first + step * Double($0) }
  }

  /// A swipe that comes to rest, unless it is cut short at a share of its time.
  public static func swipe(
    from places: [Point], by way: Vector, duration: Double, lift: Double = 1, hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      places.map {
        Finger(at: $0).move(by: way, duration: duration, until: lift).hold(hold)
      })
  }

  /// A flick: fingers that lift on the way, perhaps after a rest.
  ///
  /// They lift at `way / duration` times ``MinimumJerk/pace(_:)`` of the share of the time that is over:
  /// half way, at 15/8 of `way / duration`.
  public static func flick(
    from places: [Point], by way: Vector, duration: Double, lift: Double = 0.5, hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      places.map {
        Finger(at: $0).hold(hold).move(by: way, duration: duration, until: lift)
      })
  }

  /// A movement there, and a share of it back in the same time.
  public static func reversal(
    from places: [Point], by way: Vector, duration: Double, back: Double, lift: Double = 1
  ) -> SyntheticGesture {
    SyntheticGesture(
      places.map {
        Finger(at: $0).move(by: way, duration: duration)
          .move(by: way * -back, duration: duration, until: lift)
      })
  }

  /// Fingers that touch and lift.
  public static func tap(at places: [Point], hold: Double) -> SyntheticGesture {
    SyntheticGesture(places.map { Finger(at: $0).hold(hold) })
  }

  /// A press from no pressure at all to a share of the device's, and back, in the same time if no other
  /// is given; in none at all the finger is gone from one look to the next.
  public static func press(
    at places: [Point], to peak: Double, duration: Double, hold: Double, release: Double? = nil
  ) -> SyntheticGesture {
    let release = release ?? duration
    return SyntheticGesture(
      places.map {
        let pressed = Finger(at: $0, pressure: 0).press(to: peak, duration: duration).hold(hold)
        return release > 0 ? pressed.press(to: 0, duration: release) : pressed
      })
  }

  // MARK: About a centre

  /// Places for fingers evenly spread on a circle; the first is at its upper right.
  public static func places(_ count: Int, about centre: Point, radius: Double) -> [Point] {
    (0..<count).map { finger in
      let angle = -Double.pi / 4 + 2 * Double.pi * Double(finger) / Double(count)
      return centre + Vector(x: cos(angle), y: sin(angle)) * radius
    }
  }

  /// Fingers that go toward a centre or away from it, to a multiple of their distance.
  public static func pinch(
    from places: [Point], about centre: Point, scale: Double, duration: Double, lift: Double = 1,
    hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      places.map {
        Finger(at: $0).move(by: ($0 - centre) * (scale - 1), duration: duration, until: lift)
          .hold(hold)
      })
  }

  /// Fingers that turn about a centre by an angle in radians, clockwise.
  public static func rotate(
    from places: [Point], about centre: Point, by angle: Double, duration: Double,
    lift: Double = 1, hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      places.map {
        Finger(at: $0).turn(about: centre, by: angle, duration: duration, until: lift).hold(hold)
      })
  }
}
