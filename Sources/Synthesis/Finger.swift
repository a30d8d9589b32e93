import Glibc
public import Quantities

/// One finger over time: where it is, how fast it moves and how hard it presses, in closed form.
///
/// It lands at a place, and what it does is said bit by bit:
///
///     Finger(at: Point(x: 20, y: 30)).hold(0.2).move(by: Vector(x: 40, y: 0), duration: 0.3)
///
/// Every movement and every press follows ``MinimumJerk``.
public struct Finger: Sendable {
  /// When it touches the surface, in seconds.
  public var landing: Double
  /// When it leaves the surface: at the end of what it does, as long as nothing else is said.
  public var lift: Double

  private let start: Point
  private let pressure: Double
  private var begin: Double
  private var bits: [Bit] = []

  /// A stretch of time in which one thing happens.
  private struct Bit {
    var begin: Double
    var end: Double
    /// How long it would take if it were not cut short.
    var duration: Double
    var path: Path
    var origin: Point
    var pressure: Ramp
  }

  /// The pressure that a stretch begins with, and the one that it goes to.
  private struct Ramp {
    var from: Double
    var to: Double
  }

  private enum Path {
    case line(Vector)
    case arc(centre: Point, angle: Double)
  }

  /// The share of the device's pressure that a finger makes while it does not press.
  public static let restingPressure = 0.3
  /// What the last digits of sums of seconds may differ by.
  private static let instant = 1e-9
  /// The seconds in which a finger is flattened against the surface, and has its whole pressure.
  private static let flattening = 0.024
  /// The seconds of these that are over when a sensor notices it.
  private static let unnoticed = 0.008

  /// Makes a finger that lands at a place, at a time in seconds, with a share of the device's pressure.
  public init(
    at start: Point, landing: Double = 0, pressure: Double = Finger.restingPressure
  ) {
    self.start = start
    self.landing = landing
    self.pressure = pressure
    begin = landing
    lift = landing
  }

  // MARK: What it does

  /// The finger, moving on by a way in millimetres.
  ///
  /// - Parameters:
  ///   - way: how far it would go.
  ///   - duration: the seconds in which it would get there.
  ///   - share: the share of the time at which the movement is cut short. If the finger lifts there, it
  ///     does so at `way / duration` times ``MinimumJerk/pace(_:)`` of that share; if it does something
  ///     else, it has stopped dead.
  public func move(by way: Vector, duration: Double, until share: Double = 1) -> Finger {
    adding(.line(way), duration: duration, until: share)
  }

  /// The finger, moving on along a circle by an angle in radians, clockwise.
  public func turn(
    about centre: Point, by angle: Double, duration: Double, until share: Double = 1
  ) -> Finger {
    adding(.arc(centre: centre, angle: angle), duration: duration, until: share)
  }

  /// The finger, resting for so many seconds.
  public func hold(_ seconds: Double) -> Finger {
    adding(.line(.zero), duration: seconds)
  }

  /// The finger, resting while its pressure goes to another share of the device's.
  public func press(to pressure: Double, duration: Double) -> Finger {
    adding(.line(.zero), duration: duration, pressure: pressure)
  }

  /// The finger, doing all of this so many seconds later.
  public func delayed(by seconds: Double) -> Finger {
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
    let last = bits.last?.end ?? 0
    let now = bits.last?.pressure.to ?? self.pressure
    let share = min(max(share, 0), 1)
    finger.bits.append(
      Bit(
        begin: last, end: last + duration * share, duration: duration, path: path,
        origin: bits.last.map { place(in: $0, at: $0.end) } ?? start,
        pressure: Ramp(from: now, to: pressure ?? now)))
    finger.lift = begin + last + duration * share
    return finger
  }

  // MARK: What becomes of it

  /// Whether its pressure is part of what it does.
  public var presses: Bool { bits.contains { $0.pressure.from != $0.pressure.to } }

  /// Where it is at a time in seconds; before and after what it does it is where that begins and ends.
  public func position(at time: Double) -> Point {
    bit(at: time - begin).map { place(in: $0, at: time - begin) } ?? start
  }

  /// How fast it moves at a time, in millimetres per second; at the time of its lift, how it lifts.
  public func velocity(at time: Double) -> Vector {
    let time = time - begin
    guard time >= 0, let bit = bit(at: time), time <= bit.end + Self.instant, bit.duration > 0
    else {
      return .zero
    }
    let pace = MinimumJerk.pace((time - bit.begin) / bit.duration) / bit.duration
    switch bit.path {
    case .line(let way): return way * pace
    case .arc(let centre, let angle):
      let radius = place(in: bit, at: time) - centre
      return Vector(x: -radius.y, y: radius.x) * (angle * pace)
    }
  }

  /// How hard it presses at a time, as a share of what the device can tell.
  ///
  /// What it lands with is there after 16 ms, and a third of it at once.
  public func pressure(at time: Double) -> Double {
    let landed = min(1, (max(time - landing, 0) + Self.unnoticed) / Self.flattening)
    guard let bit = bit(at: time - begin) else { return pressure * landed }
    let done = bit.pressure.from == bit.pressure.to ? 1 : progress(of: bit, at: time - begin)
    let change = (bit.pressure.from - pressure) + (bit.pressure.to - bit.pressure.from) * done
    return pressure * landed + change
  }

  /// The stretch that a time falls into; at the edge of two it is the earlier one.
  private func bit(at time: Double) -> Bit? {
    bits.first { time <= $0.end + Self.instant } ?? bits.last
  }

  private func progress(of bit: Bit, at time: Double) -> Double {
    guard bit.duration > 0 else { return 1 }
    return MinimumJerk.progress((min(time, bit.end) - bit.begin) / bit.duration)
  }

  private func place(in bit: Bit, at time: Double) -> Point {
    let done = progress(of: bit, at: time)
    switch bit.path {
    case .line(let way): return bit.origin + way * done
    case .arc(let centre, let angle):
      let radius = bit.origin - centre
      let (sine, cosine) = (sin(angle * done), cos(angle * done))
      return centre
        + Vector(
          x: radius.x * cosine - radius.y * sine, y: radius.x * sine + radius.y * cosine)
    }
  }
}
