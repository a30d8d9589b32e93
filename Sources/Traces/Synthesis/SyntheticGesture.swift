import Glibc
package import PantographBase

/// A gesture of one or more fingers, with the movements that people make.
///
/// Common gestures have their own functions; others are composed of ``Finger``s.
package struct SyntheticGesture: Sendable {
  /// The fingers, in the order in which they land.
  package var fingers: [Finger]

  /// Creates a gesture from its fingers.
  package init(_ fingers: [Finger]) {
    self.fingers = fingers
  }

  /// The time at which the last finger leaves the surface, in seconds.
  package var lift: Double { fingers.map(\.lift).max() ?? 0 }

  /// The greatest number of fingers that touch at the same time.
  package var maximumFingerCount: Int {
    fingers.map { newest in
      fingers.count { $0.landing <= newest.landing && newest.landing <= $0.lift }
    }.max() ?? 0
  }

  /// Returns the gesture with all times delayed, in seconds.
  package func delayed(by seconds: Double) -> SyntheticGesture {
    SyntheticGesture(fingers.map { $0.delayed(by: seconds) })
  }

  /// Returns the gesture followed by another one, a number of seconds after its last lift.
  package func followed(by other: SyntheticGesture, after seconds: Double) -> SyntheticGesture {
    SyntheticGesture(fingers + other.delayed(by: lift + seconds).fingers)
  }

  /// Returns the gesture with fingers that land and lift one after the other, `seconds` apart.
  ///
  /// The movement does not change: a finger that lands late joins it, and the last one lifts at its
  /// end.
  package func staggered(by seconds: Double) -> SyntheticGesture {
    var gesture = self
    for index in fingers.indices {
      gesture.fingers[index].landing += seconds * Double(index)
      gesture.fingers[index].lift -= seconds * Double(fingers.count - 1 - index)
    }
    return gesture
  }

  // MARK: Side by side

  /// The distance between two adjacent fingers, in millimetres.
  package static let fingerDistance = 18.0

  /// Returns positions for adjacent fingers, in a row across the direction of their movement.
  ///
  /// The row is vertical for a mostly horizontal translation, and horizontal for a mostly vertical one.
  package static func positions(
    _ count: Int, from first: Point, across translation: Vector, spacing: Double = fingerDistance
  ) -> [Point] {
    let isUpright = translation.y.magnitude > translation.x.magnitude
    let step = isUpright ? Vector(x: spacing, y: 0) : Vector(x: 0, y: spacing)
    return (0..<count).map { first + step * Double($0) }
  }

  /// Returns a swipe that comes to rest, unless it is cut short at a fraction of its time.
  package static func swipe(
    from positions: [Point], by translation: Vector, duration: Double, lift: Double = 1,
    hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      positions.map {
        Finger(at: $0).move(by: translation, duration: duration, until: lift).hold(hold)
      })
  }

  /// Returns a flick: fingers that lift while they move, perhaps after a rest.
  ///
  /// Their release velocity is `translation / duration` times ``MinimumJerk/speed(_:)`` of the fraction
  /// of the time: half way, 15/8 of `translation / duration`.
  package static func flick(
    from positions: [Point], by translation: Vector, duration: Double, lift: Double = 0.5,
    hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      positions.map {
        Finger(at: $0).hold(hold).move(by: translation, duration: duration, until: lift)
      })
  }

  /// Returns a movement by a translation, and a fraction of it back in the same time.
  package static func reversal(
    from positions: [Point], by translation: Vector, duration: Double, back: Double,
    lift: Double = 1
  ) -> SyntheticGesture {
    SyntheticGesture(
      positions.map {
        Finger(at: $0).move(by: translation, duration: duration)
          .move(by: translation * -back, duration: duration, until: lift)
      })
  }

  /// Returns a tap.
  package static func tap(at positions: [Point], hold: Double) -> SyntheticGesture {
    SyntheticGesture(positions.map { Finger(at: $0).hold(hold) })
  }

  /// Returns a press from no pressure to a fraction of the device's range, and back.
  ///
  /// By default the release takes as long as the press. With a release of 0 s the finger is gone from
  /// one sample to the next.
  package static func press(
    at positions: [Point], to peak: Double, duration: Double, hold: Double, release: Double? = nil
  ) -> SyntheticGesture {
    let release = release ?? duration
    return SyntheticGesture(
      positions.map {
        let pressed = Finger(at: $0, pressure: 0).press(to: peak, duration: duration).hold(hold)
        return release > 0 ? pressed.press(to: 0, duration: release) : pressed
      })
  }

  // MARK: About a centre

  /// Returns positions for fingers evenly spread on a circle; the first is at its upper right.
  package static func positions(_ count: Int, about centre: Point, radius: Double) -> [Point] {
    (0..<count).map { finger in
      let angle = -Double.pi / 4 + 2 * Double.pi * Double(finger) / Double(count)
      return centre + Vector(x: cos(angle), y: sin(angle)) * radius
    }
  }

  /// Returns a pinch: fingers that move toward or away from a centre, to a multiple of their distance.
  package static func pinch(
    from positions: [Point], about centre: Point, scale: Double, duration: Double, lift: Double = 1,
    hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      positions.map {
        Finger(at: $0).move(by: ($0 - centre) * (scale - 1), duration: duration, until: lift)
          .hold(hold)
      })
  }

  /// Returns a rotation about a centre by an angle in radians, clockwise.
  package static func rotate(
    from positions: [Point], about centre: Point, by angle: Double, duration: Double,
    lift: Double = 1, hold: Double = 0
  ) -> SyntheticGesture {
    SyntheticGesture(
      positions.map {
        Finger(at: $0).turn(about: centre, by: angle, duration: duration, until: lift).hold(hold)
      })
  }
}
