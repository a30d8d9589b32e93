public import Evdev
public import Quantities
public import Touches

/// A movement of fingers over a surface as a hand would make it.
///
/// The way follows the minimum-jerk profile that human reaching movements have (Flash and Hogan,
/// 1985): 10 τ³ − 15 τ⁴ + 6 τ⁵ of the way at the share τ of the time. A finger that lifts on the way
/// makes a flick: at its fastest, half way, it moves at 1.875 times its mean speed.
public struct Swipe: Sendable {
  /// Where the first finger lands.
  public var start: Point
  /// The way it would go if it didn't lift.
  public var way: Vector
  /// The seconds it would take.
  public var duration: Double
  /// The share of the time at which the fingers lift: 1 for a movement that comes to rest.
  public var lift = 1.0
  /// The seconds for which the fingers rest before they lift.
  public var hold = 0.0
  /// How many fingers, side by side.
  public var fingers = 1
  /// The standard deviation of the sensor's noise, in millimetres.
  public var noise = 0.03
  /// How often the sensor looks, per second.
  public var rate = 125.0
  /// What the noise depends on.
  public var seed: UInt64 = 1

  /// Makes a swipe of one finger from a place by a way, in seconds.
  public init(from start: Point, by way: Vector, duration: Double) {
    self.start = start
    self.way = way
    self.duration = duration
  }

  /// The millimetres between two fingers side by side.
  private static let fingerDistance = 18.0
  /// The seconds in which the pressure of a finger rises to its full value.
  private static let landing = 0.024
  /// The share of the device's pressure that a finger makes, about the middle.
  private static let fullPressure = 0.3

  /// The share of the way that is done at a share of the time.
  public static func minimumJerk(_ t: Double) -> Double {
    let t = min(max(t, 0), 1)
    return t * t * t * (10 + t * (6 * t - 15))
  }

  /// The events that a device sends: only what changes, as the kernel has it.
  ///
  /// They begin when the fingers land, at time 0, and end with the frame in which they lift.
  public func events(on device: DeviceDescription) throws(Surface.Problem) -> [InputEvent] {
    var encoder = try Encoder(device: device)
    var chance = SeededGenerator(seed: seed)
    let moving = duration * min(max(lift, 0), 1)
    // The sensor looks at whole frames; what falls between two looks is not seen.
    let frames = Int(((moving + hold) * rate + 1e-6).rounded(.down))
    for frame in 0...frames {
      let elapsed = Double(frame) / rate
      let done = Self.minimumJerk(min(elapsed, moving) / duration)
      let pressure = Self.fullPressure * min(1, (elapsed + 1 / rate) / Self.landing)
      for finger in 0..<fingers {
        let side = Vector(x: 0, y: Self.fingerDistance * Double(finger))
        let shake = Vector(x: chance.normal(), y: chance.normal()) * noise
        encoder.place(
          finger: finger, at: start + way * done + side + shake,
          pressure: pressure * (1 + 0.03 * chance.normal()))
      }
      encoder.endFrame(at: time(of: frame))
    }
    encoder.liftAll()
    encoder.endFrame(at: time(of: frames + 1))
    return encoder.events
  }

  private func time(of frame: Int) -> Timestamp {
    SampleGrid(start: Timestamp(microseconds: 0), rate: rate)[Int64(frame)]
  }
}
