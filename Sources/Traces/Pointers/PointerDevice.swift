import PantographEvdev
import PantographQuantities

/// Turns the samples of pointers into the events of the device that a kernel would have.
///
/// Positions and sizes are in thousandths of a pixel: browsers print four decimals at most, and the number of
/// units per millimetre, an integer, is exact to 0.02 % from 3 pixels per millimetre on. Forces are in
/// millionths, tilts in degrees.
struct PointerDevice {
  private static let unitsPerPixel = 1000.0
  private static let unitsOfForce = 1_000_000.0

  // The kernel's input-event-codes.h.
  private static let touchMajor = EventCode(rawValue: 0x30)
  private static let touchMinor = EventCode(rawValue: 0x31)

  /// The device.
  let device: RecordedDevice
  /// Its events, each with the line of its sample.
  private(set) var events: [(event: InputEvent, line: Int)] = []

  private let isPen: Bool
  /// The slot of each pointer that is down.
  private var slots: [Int: Int] = [:]
  private var trackingID: Int32 = 0

  /// Creates the events of all touches, or of all pens; `nil` if there are none.
  init?(pens isPen: Bool, of recording: PointerRecording) {
    let samples = recording.samples.filter { (recording.kind(of: $0) == .pen) == isPen }
    guard !samples.isEmpty else { return nil }
    self.isPen = isPen
    device = RecordedDevice(
      node: isPen ? "pen" : "touch",
      description: Self.description(isPen: isPen, samples, of: recording))
    for instant in recording.instants() {
      let own = instant.samples.filter { (recording.kind(of: $0) == .pen) == isPen }
      append(own, at: Timestamp(microseconds: instant.microseconds))
    }
  }

  // MARK: Description

  private static func description(
    isPen: Bool, _ samples: [PointerRecording.Sample], of recording: PointerRecording
  ) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = "\(recording.source) \(isPen ? "pen" : "touchscreen")"
    // The kernel's BUS_VIRTUAL.
    device.identity.bus = 0x06
    device.properties = [DeviceDescription.directTouch]
    device.add(.key, .btnTouch)
    let resolution = recording.pixelsPerMillimetre.map { ($0 * unitsPerPixel).rounded() } ?? 0
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
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: Int32(most(samples)) - 1))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    if let longest = samples.compactMap({ $0.radii.map { max($0.x, $0.y) } }).max() {
      for axis in [touchMajor, touchMinor] {
        device.add(axis: axis, AxisRange(minimum: 0, maximum: max(units(2 * longest), 1)))
      }
    }
    return device
  }

  /// Returns the largest number of pointers that are down at once, at least 1.
  private static func most(_ samples: [PointerRecording.Sample]) -> Int {
    var down: Set<Int> = []
    var most = 1
    for sample in samples {
      if sample.isDown { down.insert(sample.pointer) } else { down.remove(sample.pointer) }
      most = max(most, down.count)
    }
    return most
  }

  /// Returns a length in device units; readers ensure that it fits.
  private static func units(_ pixels: Double) -> Int32 { Int32((pixels * unitsPerPixel).rounded()) }

  // MARK: Events

  /// Appends a frame.
  private mutating func append(_ samples: [PointerRecording.Sample], at time: Timestamp) {
    let (count, wasDown) = (events.count, !slots.isEmpty)
    // Who lifts makes room for who lands at the same instant.
    let lifts = samples.filter { !$0.isDown && slots[$0.pointer] != nil }
    for sample in lifts { lift(sample, at: time) }
    for sample in samples where sample.isDown { move(sample, at: time) }
    guard events.count > count, let line = samples.last?.line else { return }
    if slots.isEmpty == wasDown { add(.key, .btnTouch, wasDown ? 0 : 1, time, line) }
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
      let units = Int32((force * Self.unitsOfForce).rounded())
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
