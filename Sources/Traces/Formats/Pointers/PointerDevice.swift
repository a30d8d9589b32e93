import PantographBase
import PantographTouches

/// Turns the samples of pointers into the events of the device that a kernel would have.
///
/// Positions and sizes are in thousandths of a pixel: browsers print four decimals at most, and the number of
/// units per millimetre, an integer, is exact to 0.02 % from 3 pixels per millimetre on. Forces are in
/// millionths, or on a touchpad from 0 to 255; tilts are in degrees.
struct PointerDevice {
  private static let unitsPerPixel = 1000.0
  /// The keys by which a touchpad counts its fingers.
  private static let fingerKeys: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]

  // The kernel's input-event-codes.h.
  private static let touchMajor = EventCode(rawValue: 0x30)
  private static let touchMinor = EventCode(rawValue: 0x31)

  /// The device.
  let device: RecordedDevice
  /// Its events, each with the line of its sample.
  private(set) var events: [(event: InputEvent, line: Int)] = []

  private let isPen: Bool
  private let isTouchpad: Bool
  private let unitsOfForce: Double
  /// The slot of each pointer that is down.
  private var slots: [Int: Int] = [:]
  private var trackingID: Int32 = 0

  /// Creates the events of all touches, or of all pens; `nil` if there are none.
  init?(pens isPen: Bool, of recording: PointerRecording) {
    let samples = recording.samples.filter { (recording.kind(of: $0) == .pen) == isPen }
    guard !samples.isEmpty else { return nil }
    self.isPen = isPen
    isTouchpad = recording.isTouchpad && !isPen
    unitsOfForce = isTouchpad ? PointerRecording.padPressure : 1_000_000
    device = RecordedDevice(
      node: isPen ? "pen" : "touch",
      description: Self.description(
        isPen: isPen, samples, of: recording, unitsOfForce: unitsOfForce))
    for instant in recording.instants() {
      let own = instant.samples.filter { (recording.kind(of: $0) == .pen) == isPen }
      append(own, at: Timestamp(microseconds: instant.microseconds))
    }
  }

  // MARK: Description

  private static func description(
    isPen: Bool, _ samples: [PointerRecording.Sample], of recording: PointerRecording,
    unitsOfForce: Double
  ) -> DeviceDescription {
    var device = DeviceDescription()
    let isTouchpad = recording.isTouchpad && !isPen
    device.name = recording.source + (isPen ? " pen" : isTouchpad ? " touchpad" : " touchscreen")
    // The kernel's BUS_VIRTUAL.
    device.identity.bus = 0x06
    device.properties = [isTouchpad ? DeviceDescription.pointer : DeviceDescription.directTouch]
    if isTouchpad { for key in fingerKeys { device.add(.key, key) } }
    device.add(.key, .btnTouch)
    // A touchpad's size is assumed where touches are made of its events.
    let density = recording.pixelsPerMillimetre ?? (isTouchpad ? 0 : PointerRecording.usualDensity)
    let resolution = (density * unitsPerPixel).rounded()
    let width = recording.size?.width ?? samples.map(\.position.x).max() ?? 0
    let height = recording.size?.height ?? samples.map(\.position.y).max() ?? 0
    func position(_ pixels: Double) -> AxisRange {
      AxisRange(
        minimum: 0, maximum: max(units(pixels.rounded(.up)), 1), resolution: Int32(resolution))
    }
    device.add(axis: isPen ? .absX : .absMTPositionX, position(width))
    device.add(axis: isPen ? .absY : .absMTPositionY, position(height))
    if samples.contains(where: { $0.force != nil }) {
      device.add(
        axis: isPen ? .absPressure : .absMTPressure,
        AxisRange(minimum: 0, maximum: Int32(unitsOfForce)))
    }
    if isPen {
      device.add(.key, .btnToolPen)
      if samples.contains(where: { $0.tilt != nil }) {
        for axis in [EventCode.absTiltX, .absTiltY] {
          device.add(axis: axis, AxisRange(minimum: -90, maximum: 90))
        }
      }
      return device
    }
    let slotCount = max(recording.mostAtOnce, 1)
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: Int32(slotCount) - 1))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    if let longest = samples.compactMap({ $0.radii.map { max($0.x, $0.y) } }).max() {
      for axis in [touchMajor, touchMinor] {
        device.add(axis: axis, AxisRange(minimum: 0, maximum: max(units(2 * longest), 1)))
      }
    }
    return device
  }

  /// Returns a length in device units; readers ensure that it fits.
  private static func units(_ pixels: Double) -> Int32 { Int32((pixels * unitsPerPixel).rounded()) }

  // MARK: Events

  /// Appends a frame.
  private mutating func append(_ samples: [PointerRecording.Sample], at time: Timestamp) {
    let (count, fingersBefore) = (events.count, slots.count)
    // Who lifts makes room for who lands at the same instant.
    let lifts = samples.filter { !$0.isDown && slots[$0.pointer] != nil }
    for sample in lifts { lift(sample, at: time) }
    for sample in samples where sample.isDown { move(sample, at: time) }
    guard events.count > count, let line = samples.last?.line else { return }
    if slots.isEmpty != (fingersBefore == 0) {
      add(.key, .btnTouch, slots.isEmpty ? 0 : 1, time, line)
    }
    if isTouchpad, slots.count != fingersBefore {
      for (fingers, value) in [(fingersBefore, Int32(0)), (slots.count, 1)] where fingers > 0 {
        let key = Self.fingerKeys[min(fingers, Self.fingerKeys.count) - 1]
        add(.key, key, value, time, line)
      }
    }
    add(.synchronization, .synReport, 0, time, line)
  }

  private mutating func lift(_ sample: PointerRecording.Sample, at time: Timestamp) {
    guard let slot = slots.removeValue(forKey: sample.pointer) else { return }
    if isPen {
      add(.key, .btnToolPen, 0, time, sample.line)
    } else {
      add(.absolute, .absMTSlot, Int32(slot), time, sample.line)
      add(.absolute, .absMTTrackingID, -1, time, sample.line)
    }
  }

  private mutating func move(_ sample: PointerRecording.Sample, at time: Timestamp) {
    let line = sample.line
    let known = slots[sample.pointer]
    // A device has one pen at a time; a second one would be the same contact.
    if isPen, known == nil, !slots.isEmpty { return }
    let slot = known ?? (0...).first { !slots.values.contains($0) } ?? 0
    slots[sample.pointer] = slot
    if isPen {
      if known == nil { add(.key, .btnToolPen, 1, time, line) }
    } else {
      add(.absolute, .absMTSlot, Int32(slot), time, line)
      if known == nil || sample.phase == .began {
        add(.absolute, .absMTTrackingID, trackingID, time, line)
        trackingID = (trackingID + 1) & 0xffff
      }
    }
    let (x, y) = (Self.units(sample.position.x), Self.units(sample.position.y))
    add(.absolute, isPen ? .absX : .absMTPositionX, x, time, line)
    add(.absolute, isPen ? .absY : .absMTPositionY, y, time, line)
    if let force = sample.force {
      let units = Int32((force * unitsOfForce).rounded())
      add(.absolute, isPen ? .absPressure : .absMTPressure, units, time, line)
    }
    if isPen, let tilt = sample.tilt {
      add(.absolute, .absTiltX, Int32(tilt.x.rounded()), time, line)
      add(.absolute, .absTiltY, Int32(tilt.y.rounded()), time, line)
    }
    if !isPen, let radii = sample.radii {
      add(.absolute, Self.touchMajor, Self.units(2 * max(radii.x, radii.y)), time, line)
      add(.absolute, Self.touchMinor, Self.units(2 * min(radii.x, radii.y)), time, line)
    }
  }

  private mutating func add(
    _ type: EventType, _ code: EventCode, _ value: Int32, _ time: Timestamp, _ line: Int
  ) {
    events.append((InputEvent(time: time, type: type, code: code, value: value), line))
  }
}
