import Glibc
package import PantographBase

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
