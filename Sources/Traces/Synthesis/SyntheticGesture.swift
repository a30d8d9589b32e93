package import PantographBase
import PantographCMathematics

/// A gesture of one or more fingers, with the movements that people make.
///
/// Common gestures have their own functions; others are composed of ``Finger``s.
package struct SyntheticGesture: Sendable {
  /// The fingers, in the order in which they land.
  package var fingers: [Finger]
  /// Whether nobody sees the last finger lift: a recording of it ends while it is down, and programs see a cancel.
  package var isCutOff = false

  /// Creates a gesture from its fingers.
  package init(_ fingers: [Finger]) {
    self.fingers = fingers
  }

  /// The time at which the last finger leaves the surface, in seconds.
  package var lift: Double { fingers.map { $0.lift }.max() ?? 0 }

  /// The greatest number of fingers that touch at the same time.
  package var maximumFingerCount: Int {
    fingers.map { newest in
      fingers.count { $0.landing <= newest.landing && newest.landing <= $0.lift }
    }.max() ?? 0
  }

  /// Returns the gesture with all times delayed, in seconds.
  package func delayed(by seconds: Double) -> SyntheticGesture {
    var gesture = self
    gesture.fingers = fingers.map { $0.delayed(by: seconds) }
    return gesture
  }

  /// Returns the gesture followed by another one, a number of seconds after its last lift.
  package func followed(by other: SyntheticGesture, after seconds: Double) -> SyntheticGesture {
    var gesture = other.delayed(by: lift + seconds)
    gesture.fingers = fingers + gesture.fingers
    return gesture
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

  /// Returns the gesture with strokes and lifts that are reported by a profile.
  package func lifting(by profile: LiftProfile?) -> SyntheticGesture {
    var gesture = self
    for index in fingers.indices { gesture.fingers[index].liftProfile = profile }
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

/// One finger over time: its position, velocity and pressure in closed form.
///
/// It lands at a position, and its movements are added one after the other:
///
///     Finger(at: Point(x: 20, y: 30)).hold(0.2).move(by: Vector(x: 40, y: 0), duration: 0.3)
///
/// Every movement and every change of pressure follows ``MinimumJerk``.
package struct Finger: Sendable {
  /// The time at which it touches the surface, in seconds.
  package var landing: Double
  /// The time at which it leaves the surface, in seconds; by default the end of its movements.
  package var lift: Double
  /// How a device reports its strokes and lifts; of fingers that touch together, the first one's counts.
  package var liftProfile: LiftProfile?

  private let start: Point
  private let pressure: Double
  private var begin: Double
  private var segments: [Segment] = []

  /// A period of time with one movement.
  private struct Segment {
    var begin: Double
    var end: Double
    /// The seconds it would take if it were not cut short.
    var duration: Double
    var path: Path
    var origin: Point
    var pressure: Ramp
  }

  /// The pressure at the beginning and at the end of a segment.
  private struct Ramp {
    var from: Double
    var to: Double
  }

  private enum Path {
    case line(Vector)
    case arc(centre: Point, angle: Double)
  }

  /// The pressure of a touch that does not press, as a fraction of the device's range.
  package static let restingPressure = 0.3
  /// The tolerance for rounding errors in sums of seconds.
  private static let instant = 1e-9
  /// The seconds from the first contact to full pressure.
  private static let flattening = 0.024
  /// The part of these seconds that has passed when a sensor first detects the contact.
  private static let unnoticed = 0.008

  /// Creates a finger that lands at a position and a time, with a fraction of the device's pressure.
  package init(
    at start: Point, landing: Double = 0, pressure: Double = Finger.restingPressure
  ) {
    self.start = start
    self.landing = landing
    self.pressure = pressure
    begin = landing
    lift = landing
  }

  // MARK: Movements

  /// Returns the finger with a movement by a translation in millimetres.
  ///
  /// - Parameters:
  ///   - translation: the translation of the whole movement.
  ///   - duration: the seconds of the whole movement.
  ///   - share: the fraction of the time at which the movement is cut short. A finger that lifts there
  ///     has `translation / duration` times ``MinimumJerk/speed(_:)`` of that fraction as its velocity.
  ///     If another movement follows, it stops abruptly.
  package func move(by translation: Vector, duration: Double, until share: Double = 1) -> Finger {
    adding(.line(translation), duration: duration, until: share)
  }

  /// Returns the finger with a movement on a circle by an angle in radians, clockwise.
  package func turn(
    about centre: Point, by angle: Double, duration: Double, until share: Double = 1
  ) -> Finger {
    adding(.arc(centre: centre, angle: angle), duration: duration, until: share)
  }

  /// Returns the finger with a rest, in seconds.
  package func hold(_ seconds: Double) -> Finger {
    adding(.line(.zero), duration: seconds)
  }

  /// Returns the finger with a change of pressure, to a fraction of the device's range.
  package func press(to pressure: Double, duration: Double) -> Finger {
    adding(.line(.zero), duration: duration, pressure: pressure)
  }

  /// Returns the finger with all times delayed, in seconds.
  package func delayed(by seconds: Double) -> Finger {
    var finger = self
    finger.begin += seconds
    finger.landing += seconds
    finger.lift += seconds
    return finger
  }

  private func adding(
    _ path: Path, duration: Double, until share: Double = 1, pressure: Double? = nil
  ) -> Finger {
    var finger = self
    let last = segments.last?.end ?? 0
    let now = segments.last?.pressure.to ?? self.pressure
    let share = min(max(share, 0), 1)
    finger.segments.append(
      Segment(
        begin: last, end: last + duration * share, duration: duration, path: path,
        origin: segments.last.map { position(in: $0, at: $0.end) } ?? start,
        pressure: Ramp(from: now, to: pressure ?? now)))
    finger.lift = begin + last + duration * share
    return finger
  }

  // MARK: State

  /// Whether its movements change the pressure.
  package var presses: Bool { segments.contains { $0.pressure.from != $0.pressure.to } }

  /// Returns the position at a time in seconds; outside of its movements that of the nearer end.
  package func position(at time: Double) -> Point {
    segment(at: time - begin).map { position(in: $0, at: time - begin) } ?? start
  }

  /// Returns the velocity at a time, in millimetres per second; at its lift, the release velocity.
  package func velocity(at time: Double) -> Vector {
    let time = time - begin
    guard time >= 0, let segment = segment(at: time), time <= segment.end + Self.instant,
      segment.duration > 0
    else {
      return .zero
    }
    let speed = MinimumJerk.speed((time - segment.begin) / segment.duration) / segment.duration
    switch segment.path {
    case .line(let translation): return translation * speed
    case .arc(let centre, let angle):
      let radius = position(in: segment, at: time) - centre
      return Vector(x: -radius.y, y: radius.x) * (angle * speed)
    }
  }

  /// Returns the pressure at a time, as a fraction of the device's range.
  ///
  /// The landing pressure is reached after 16 ms, and a third of it at once.
  package func pressure(at time: Double) -> Double {
    let landed = min(1, (max(time - landing, 0) + Self.unnoticed) / Self.flattening)
    guard let segment = segment(at: time - begin) else { return pressure * landed }
    let done =
      segment.pressure.from == segment.pressure.to ? 1 : progress(of: segment, at: time - begin)
    let change =
      (segment.pressure.from - pressure) + (segment.pressure.to - segment.pressure.from) * done
    return pressure * landed + change
  }

  /// Returns the segment at a time; at the edge of two the earlier one.
  private func segment(at time: Double) -> Segment? {
    segments.first { time <= $0.end + Self.instant } ?? segments.last
  }

  private func progress(of segment: Segment, at time: Double) -> Double {
    guard segment.duration > 0 else { return 1 }
    return MinimumJerk.progress((min(time, segment.end) - segment.begin) / segment.duration)
  }

  private func position(in segment: Segment, at time: Double) -> Point {
    let done = progress(of: segment, at: time)
    switch segment.path {
    case .line(let translation): return segment.origin + translation * done
    case .arc(let centre, let angle):
      let radius = segment.origin - centre
      let (sine, cosine) = (sin(angle * done), cos(angle * done))
      return centre
        + Vector(
          x: radius.x * cosine - radius.y * sine, y: radius.x * sine + radius.y * cosine)
    }
  }
}

/// The profile of human reaching movements (Flash and Hogan, 1985), from 0 to 1 in a time of 1.
///
/// It begins and ends at rest and without acceleration. Its greatest speed, half way, is 15/8 of the
/// mean.
package enum MinimumJerk {
  /// Returns the fraction of the distance at a fraction of the time: 10 τ³ − 15 τ⁴ + 6 τ⁵.
  package static func progress(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    return t * t * t * (10 + t * (6 * t - 15))
  }

  /// Returns the speed at a fraction of the time, as a multiple of the mean: 30 τ² (1 − τ)².
  package static func speed(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    return 30 * t * t * (1 - t) * (1 - t)
  }
}
