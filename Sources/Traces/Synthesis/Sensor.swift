package import PantographBase
package import PantographTouches

/// A simulated sensor: its rate, its accuracy and its losses.
///
/// The same gesture, sensor and device give the same events, on the gesture's own clock. The seed feeds
/// separate random sources for noise, jitter and misses, so that changing one does not change the
/// others.
package struct Sensor: Sendable {
  /// The samples per second.
  package var rate = 125.0
  /// The standard deviation of positions along each axis, in millimetres.
  package var noise = 0.03
  /// The standard deviation of pressures, as a fraction of each.
  package var pressureNoise = 0.03
  /// The standard deviation of report times, in seconds.
  ///
  /// The sensor samples at regular times. A report arrives a little early or late, but never before an
  /// earlier one.
  package var jitter = 0.0
  /// The probability that a frame is lost; frames in which a contact lands or lifts always arrive.
  package var misses = 0.0
  /// A period in seconds in which all frames are lost but those in which a contact lands or lifts.
  package var outage: ClosedRange<Double>?
  /// The seed of the random sources.
  package var seed: UInt64 = 1

  /// Creates a sensor with 125 samples per second and no losses.
  package init() {}

  /// The seconds for which a pen is detected near the surface before it touches and after it lifts.
  ///
  /// Before the touch this is limited by the start of time: ``SyntheticGesture/delayed(by:)`` makes
  /// room.
  package static let hover = 0.04
  /// The tolerance at the end of a contact, as a fraction of a frame.
  private static let roundingError = 1e-6

  /// Why a device that does not report whether it is touched can't report a gesture.
  package static let noTouch = Complaint(
    "the device has no BTN_TOUCH, so it can't report touches")
  /// Why a device without pressure can't report a gesture that presses.
  package static let noPressure = Complaint(
    "the device reports no pressure, so the gesture can't press")

  /// Why a device can't report a gesture with more fingers.
  package static func tooManyFingers(most: Int) -> Complaint {
    Complaint(
      "the device can report \(most == 1 ? "one finger only" : "at most \(most) fingers")")
  }

  /// Returns the events that a device sends for a gesture: only changes, as the kernel does.
  ///
  /// They begin with the first frame in which a finger touches or a pen is near, and end with the frame
  /// in which the last one has left, or before it if the gesture is cut off.
  package func events(
    of gesture: SyntheticGesture, on device: DeviceDescription
  ) throws(Complaint) -> [InputEvent] {
    var encoder = try Encoder(device: device)
    guard gesture.maximumFingerCount <= encoder.maximumFingerCount else {
      throw Self.tooManyFingers(most: encoder.maximumFingerCount)
    }
    guard encoder.hasPressure || !gesture.fingers.contains(where: { $0.presses }) else {
      throw Self.noPressure
    }
    var chance = SeededGenerator(seed: seed)
    var others = SeededGenerator(seed: ~seed)
    var delays = SeededGenerator(seed: others.next())
    var losses = SeededGenerator(seed: others.next())
    let hover = encoder.isPen ? Self.hover : 0
    let grid = SampleGrid(start: Timestamp(microseconds: 0), rate: rate)
    var time = Timestamp(microseconds: -1)
    var before: [Sighting] = []
    var reporter = SightingReporter(gesture)
    var reported = time
    let end =
      gesture.isCutOff
      ? lastSample(until: gesture.lift) : lastSample(until: gesture.lift + hover) + 1
    for sample in 0...end {
      var seen: [Sighting] = []
      for (index, finger) in gesture.fingers.enumerated() {
        guard var sighting = sighting(of: finger, index, at: sample, hover: hover) else { continue }
        let shake = Vector(x: chance.normal(), y: chance.normal()) * noise
        sighting.position = sighting.position + shake
        sighting.pressure *= 1 + pressureNoise * chance.normal()
        seen.append(sighting)
      }
      let delay = jitter > 0 ? (jitter * delays.normal() * 1_000_000).rounded() : 0
      let isUnlucky = misses > 0 && losses.share() < misses
      let isBlind = outage?.contains(Double(sample) / rate) ?? false
      let isChange = !seen.elementsEqual(before) {
        $0.finger == $1.finger && ($0.height == nil) == ($1.height == nil)
      }
      before = seen
      guard isChange || !(isUnlucky || isBlind) else { continue }
      let nominal = grid[Int64(sample)].advanced(byMicroseconds: Int64(delay))
      time = max(nominal, time.advanced(byMicroseconds: 1))
      for report in reporter.feed(seen, at: time) {
        // A report that the profile adds can delay those after it.
        reported = max(report.time, reported.advanced(byMicroseconds: 1))
        encoder.report(report.seen, at: reported)
      }
    }
    for report in reporter.finish() {
      encoder.report(report.seen, at: max(report.time, reported.advanced(byMicroseconds: 1)))
    }
    return encoder.events
  }

  /// Returns the true state of a finger at a sample, if it is detected.
  private func sighting(
    of finger: Finger, _ index: Int, at sample: Int, hover: Double
  ) -> Sighting? {
    let time = Double(sample) / rate
    let position = finger.position(at: time)
    if sample >= firstSample(from: finger.landing), sample <= lastSample(until: finger.lift) {
      return Sighting(finger: index, position: position, pressure: finger.pressure(at: time))
    }
    let away = time < finger.landing ? finger.landing - time : time - finger.lift
    guard hover > 0, away <= hover + Self.roundingError / rate else { return nil }
    return Sighting(finger: index, position: position, pressure: 0, height: min(away / hover, 1))
  }

  /// Returns the index of the first sample at or after a time.
  private func firstSample(from time: Double) -> Int {
    Int((time * rate - Self.roundingError).rounded(.up))
  }

  /// Returns the index of the last sample at or before a time; between samples nothing is detected.
  private func lastSample(until time: Double) -> Int {
    Int((time * rate + Self.roundingError).rounded(.down))
  }
}

/// A finger or pen as it was sampled.
struct Sighting {
  /// The index of the finger in its gesture.
  var finger: Int
  var position: Point
  /// The pressure as a fraction of the device's range.
  var pressure: Double
  /// The height above the surface as a fraction of the hover range; `nil` for a touch.
  var height: Double?
}

/// Reports the sightings of a gesture as a device with the profile of each stroke does.
private struct SightingReporter {
  private let fingers: [Finger]
  private var device: LiftOff?
  /// The frames that the device has reported; the IDs of contacts are the indices of fingers.
  private var frames: [TouchFrame] = []

  init(_ gesture: SyntheticGesture) {
    fingers = gesture.fingers
  }

  /// Takes the sightings of an instant, and returns those that are reported by then.
  mutating func feed(
    _ seen: [Sighting], at time: Timestamp
  ) -> [(seen: [Sighting], time: Timestamp)] {
    let touching = seen.filter { $0.height == nil }
    // Between two gestures nothing touches.
    if device == nil, let first = touching.first {
      device = fingers[first.finger].liftProfile.map { LiftOff($0) }
    }
    guard device != nil else { return [(seen, time)] }
    let contacts = touching.map {
      Contact(id: $0.finger, position: $0.position, pressure: $0.pressure)
    }
    device?.feed(TouchFrame(time: time, contacts: contacts), into: &frames)
    if touching.isEmpty { device = nil }
    let reports = take()
    // The last report is that of the lift, perhaps with a pen near the surface.
    guard touching.isEmpty, let lift = reports.last else { return reports }
    return reports.dropLast() + [(seen, lift.time)]
  }

  /// Returns the sightings that are not reported yet.
  mutating func finish() -> [(seen: [Sighting], time: Timestamp)] {
    device?.finish(into: &frames)
    return take()
  }

  private mutating func take() -> [(seen: [Sighting], time: Timestamp)] {
    let reports = frames.map { frame in
      let seen = frame.contacts.map {
        Sighting(finger: $0.id, position: $0.position, pressure: $0.pressure ?? 0)
      }
      return (seen: seen, time: frame.time)
    }
    frames.removeAll(keepingCapacity: true)
    return reports
  }
}

/// Virtual devices with the properties of real ones.
package enum ModelDevice: String, CaseIterable, Sendable {
  /// A clickpad of 100 mm × 65 mm with five slots.
  case touchpad
  /// A screen of 294 mm × 166 mm, 13.3 inches across, with ten slots.
  case touchscreen
  /// A phone's screen of 65.4 mm × 145.2 mm, on which 412 × 915 CSS pixels are 6.3 per millimetre.
  case phone
  /// The touchscreen with an old driver, which lists all contacts in every frame (type A).
  case listingTouchscreen = "touchscreen-a"
  /// A tablet of 152 mm × 95 mm with a pen that reports pressure and proximity.
  case pen

  /// The description that the device would have.
  package var description: DeviceDescription {
    var device = DeviceDescription()
    // Bus 0x06 is the kernel's BUS_VIRTUAL.
    device.identity.bus = 0x06
    device.add(.key, .btnTouch)
    switch self {
    case .touchpad:
      device.name = "Pantograph Touchpad"
      device.properties = [DeviceDescription.pointer, Self.buttonPad]
      device.add(.key, .btnLeft)
      device.add(.key, .btnToolFinger)
      device.add(.key, .btnToolDoubleTap)
      Self.addSurface(width: 2000, height: 1300, unitsPerMillimetre: 20, pressure: 255, to: &device)
      Self.addContacts(slots: 5, to: &device)
    case .phone: return Self.screen(Self.phoneSize, named: "Pantograph Phone")
    case .touchscreen, .listingTouchscreen:
      device.name = "Pantograph Touchscreen"
      device.properties = [DeviceDescription.directTouch]
      Self.addSurface(width: 4116, height: 2324, unitsPerMillimetre: 14, pressure: 255, to: &device)
      Self.addContacts(slots: self == .touchscreen ? 10 : nil, to: &device)
    case .pen:
      device.name = "Pantograph Tablet"
      device.add(.key, .btnToolPen)
      Self.addSurface(
        width: 15200, height: 9500, unitsPerMillimetre: 100, pressure: 4095, to: &device)
      device.add(axis: Self.distance, AxisRange(minimum: 0, maximum: 63))
    }
    return device
  }

  /// Returns the description of a touchscreen of a size in millimetres, with ten slots.
  package static func screen(_ size: Vector, named name: String) -> DeviceDescription {
    var device = DeviceDescription()
    device.identity.bus = 0x06
    device.name = name
    device.properties = [DeviceDescription.directTouch]
    device.add(.key, .btnTouch)
    // 20 units: a third of a CSS pixel of a phone.
    let units = 20.0
    addSurface(
      width: Int32((size.x * units).rounded()), height: Int32((size.y * units).rounded()),
      unitsPerMillimetre: Int32(units), pressure: 255, to: &device)
    addContacts(slots: 10, to: &device)
    return device
  }

  /// CSS pixels per millimetre: 160 an inch, as Android defines them.
  package static let pixelsPerMillimetre = 160 / 25.4

  /// The size in CSS pixels that the pages of subjects have by default.
  package static let pagePixels = Vector(x: 412, y: 915)

  private static let phoneSize = pagePixels * (1 / pixelsPerMillimetre)

  /// Adds the axes of every touch device: position and pressure.
  private static func addSurface(
    width: Int32, height: Int32, unitsPerMillimetre: Int32, pressure: Int32,
    to device: inout DeviceDescription
  ) {
    let resolution = unitsPerMillimetre
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: width, resolution: resolution))
    device.add(axis: .absY, AxisRange(minimum: 0, maximum: height, resolution: resolution))
    device.add(axis: .absPressure, AxisRange(minimum: 0, maximum: pressure))
  }

  /// Adds multi-touch axes, with slots or as a list, with the same ranges.
  private static func addContacts(slots: Int32?, to device: inout DeviceDescription) {
    let axes: [(EventCode, EventCode)] = [
      (.absMTPositionX, .absX), (.absMTPositionY, .absY), (.absMTPressure, .absPressure),
    ]
    for (axis, single) in axes {
      if let range = device.range(of: single) { device.add(axis: axis, range) }
    }
    guard let slots else { return }
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: slots - 1))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
  }

  /// The distance of a pen from the surface; the kernel's `ABS_DISTANCE`.
  private static let distance = EventCode(rawValue: 0x19)
  /// A pad that is one button; the kernel's `INPUT_PROP_BUTTONPAD`.
  private static let buttonPad: UInt16 = 0x02
}
