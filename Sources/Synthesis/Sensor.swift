public import Evdev
import Quantities
public import Touches

/// What looks at a hand: how often, how well, and what of it gets lost.
///
/// The same hand, sensor and device give the same events, in the time of the hand. The seed feeds three
/// sources of chance, for noise, jitter and misses, so that none of them changes with another.
public struct Sensor: Sendable {
  /// How often it looks, per second.
  public var rate = 125.0
  /// The standard deviation of places, along each axis, in millimetres.
  public var noise = 0.03
  /// The standard deviation of pressures, as a share of each.
  public var pressureNoise = 0.03
  /// The standard deviation of the times of reports, in seconds.
  ///
  /// The sensor looks at regular times; what it saw arrives a little early or late, and never before
  /// what it saw earlier.
  public var jitter = 0.0
  /// The chance that it misses a frame; those in which a contact lands or lifts always arrive.
  public var misses = 0.0
  /// A time from which to which it misses every frame but those.
  public var blindness: ClosedRange<Double>?
  /// What chance depends on.
  public var seed: UInt64 = 1

  /// Makes a sensor that looks 125 times a second and misses nothing.
  public init() {}

  /// The seconds for which a pen is seen near the surface before it touches and after it lifts.
  ///
  /// Before it touches it is only seen as far as time has begun: ``SyntheticGesture/delayed(by:)`` makes room.
  public static let hover = 0.04
  /// The shares of a frame by which the end of a contact may be off and still be seen.
  private static let roundingError = 1e-6

  /// Why a device can't tell of a hand.
  public enum Problem: Error, Hashable, Sendable {
    /// It has no touch positions at all.
    case noPositions(Surface.Problem)
    /// It can't say whether it is touched.
    case noTouch
    /// It has no pressure, and the hand presses.
    case noPressure
    /// It can tell at most so many fingers.
    case tooManyFingers(most: Int)
  }

  /// The events that a device sends: only what changes, as the kernel has it.
  ///
  /// They begin with the first frame in which a finger touches, or a pen is near, and end with the
  /// frame in which the last one is gone.
  public func events(
    of hand: SyntheticGesture, on device: DeviceDescription
  ) throws(Problem) -> [InputEvent] {
    var encoder = try Encoder(device: device)
    guard hand.mostAtOnce <= encoder.mostFingers else {
      throw .tooManyFingers(most: encoder.mostFingers)
    }
    guard encoder.hasPressure || !hand.fingers.contains(where: \.presses) else {
      throw .noPressure
    }
    var chance = SeededGenerator(seed: seed)
    var others = SeededGenerator(seed: ~seed)
    var delays = SeededGenerator(seed: others.next())
    var losses = SeededGenerator(seed: others.next())
    let hover = encoder.isPen ? Self.hover : 0
    let grid = SampleGrid(start: Timestamp(microseconds: 0), rate: rate)
    var time = Timestamp(microseconds: -1)
    var before: [Sighting] = []
    for look in 0...lastLook(until: hand.lift + hover) + 1 {
      var seen: [Sighting] = []
      for (index, finger) in hand.fingers.enumerated() {
        guard var sighting = sighting(of: finger, index, at: look, hover: hover) else { continue }
        let shake = Vector(x: chance.normal(), y: chance.normal()) * noise
        sighting.position = sighting.position + shake
        sighting.pressure *= 1 + pressureNoise * chance.normal()
        seen.append(sighting)
      }
      let delay = jitter > 0 ? (jitter * delays.normal() * 1_000_000).rounded() : 0
      let isUnlucky = misses > 0 && losses.share() < misses
      let isBlind = blindness?.contains(Double(look) / rate) ?? false
      let isChange = !seen.elementsEqual(before) {
        $0.finger == $1.finger && ($0.height == nil) == ($1.height == nil)
      }
      before = seen
      guard isChange || !(isUnlucky || isBlind) else { continue }
      let nominal = grid[Int64(look)].advanced(byMicroseconds: Int64(delay))
      time = max(nominal, time.advanced(byMicroseconds: 1))
      encoder.report(seen, at: time)
    }
    return encoder.events
  }

  /// What a finger is like at a look, as it really is.
  private func sighting(
    of finger: Finger, _ index: Int, at look: Int, hover: Double
  ) -> Sighting? {
    let time = Double(look) / rate
    let place = finger.position(at: time)
    if look >= firstLook(from: finger.landing), look <= lastLook(until: finger.lift) {
      return Sighting(finger: index, position: place, pressure: finger.pressure(at: time))
    }
    let away = time < finger.landing ? finger.landing - time : time - finger.lift
    guard hover > 0, away <= hover + Self.roundingError / rate else { return nil }
    return Sighting(finger: index, position: place, pressure: 0, height: min(away / hover, 1))
  }

  /// The number of the first look at or after a time.
  private func firstLook(from time: Double) -> Int {
    Int((time * rate - Self.roundingError).rounded(.up))
  }

  /// The number of the last look at or before a time; what falls between two looks is not seen.
  private func lastLook(until time: Double) -> Int {
    Int((time * rate + Self.roundingError).rounded(.down))
  }
}

/// One finger or pen, as it was seen at one instant.
struct Sighting {
  /// Which finger of the hand it is.
  var finger: Int
  var position: Point
  /// A share of what the device can tell.
  var pressure: Double
  /// How far it is above the surface, as a share of how far it is seen; nothing when it touches.
  var height: Double?
}

extension Sensor.Problem: CustomStringConvertible {
  /// One sentence that says what the device lacks.
  public var description: String {
    switch self {
    case .noPositions(let problem): problem.description
    case .noTouch: "the device has no BTN_TOUCH: it can't tell when it is touched"
    case .noPressure: "the device has no pressure: nothing can be pressed on it"
    case .tooManyFingers(1): "the device can tell of one finger only"
    case .tooManyFingers(let most): "the device can tell of \(most) fingers at most"
    }
  }
}
