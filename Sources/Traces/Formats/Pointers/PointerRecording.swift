import PantographBase
import PantographTouches

/// What a browser or a toolkit has recorded of its pointers, in its own units.
package struct PointerRecording {
  /// A kind of pointer.
  enum Kind: String, CaseIterable {
    case touch, pen, mouse
  }

  /// What a pointer does.
  enum Phase {
    case began, moved, ended, cancelled
  }

  /// The state of a pointer at an instant.
  struct Sample {
    var milliseconds: Double
    var pointer: Int
    var phase: Phase
    var position: (x: Double, y: Double)
    /// The force, from 0 to 1.
    var force: Double?
    /// Half the width and height of the touched area.
    var radii: (x: Double, y: Double)?
    /// The tilt of a pen to the right and downwards, in degrees.
    var tilt: (x: Double, y: Double)?
    /// The line of the file.
    var line: Int

    /// Whether the pointer touches the surface.
    var isDown: Bool { phase == .began || phase == .moved }
  }

  /// The name of what recorded them.
  var source: String
  /// All samples, in the order of the file.
  var samples: [Sample] = []
  /// The kinds of the pointers; those that are missing are touches.
  var kinds: [Int: Kind] = [:]
  /// The width and height of the surface, in pixels; `nil` if unknown.
  var size: (width: Double, height: Double)?
  /// The number of pixels per millimetre; `nil` if unknown.
  var pixelsPerMillimetre: Double?
  /// The step of the clock, in milliseconds: stamps that are equal may be this far apart.
  var clockStep = 0.0
  /// Whether it is known to contain only some of the positions.
  var isThinned = false
  /// Whether the surface is a touchpad, and not a screen.
  var isTouchpad = false
  /// What the recording lacks, each as a sentence.
  var remarks: [String] = []

  /// The pressure of a touchpad that is the force 1, as most of their drivers report it.
  ///
  /// libinput's thresholds for palms are in these units, too.
  static let padPressure = 255.0

  func kind(of sample: Sample) -> Kind { kinds[sample.pointer] ?? .touch }
}

// MARK: What it lacks

extension PointerRecording {
  /// The median interval from which on samples are taken to be one for each frame of a display with 60 Hz.
  private static let frameInterval = 14.0
  /// The median interval from which on the velocity at the release is no longer that of the finger.
  private static let sparseInterval = 30.0

  /// 6.3 pixels per millimetre are assumed for screens: 160 per inch, which Android calls `mdpi`.
  static let usualDensity = 160 / 25.4

  /// Sorts the samples by time, removes values that no sensor has measured, and adds a remark for everything
  /// that is missing.
  mutating func clean() {
    samples = Self.sorted(samples)
    if pixelsPerMillimetre == nil {
      remarks.append(
        "\(Remarks.unknownDensity):"
          + (isTouchpad ? "" : " 6.3 is assumed, as on Android;")
          + " all lengths and velocities in mm are estimates")
    }
    cleanForces()
    cleanRadii()
    if isThinned {
      remarks.append(
        "\(Remarks.thinned),"
          + " too sparse for a velocity: do not rely on the result of a flick")
    } else if let interval = medianInterval, interval >= Self.frameInterval {
      let isSparse = interval >= Self.sparseInterval
      remarks.append(
        "\(Remarks.interval) \(String(fixed: interval, decimals: 1)) ms apart, "
          + (isSparse
            ? "too sparse for a velocity: do not rely on the result of a flick"
            : "one for each frame: the velocity at the release is less exact"))
    }
    let cancelled = samples.count { $0.phase == .cancelled }
    if cancelled > 0 {
      remarks.append("\(Self.count(cancelled, "cancelled pointer")) read as lifted")
    }
    let mice = Set(samples.filter { kind(of: $0) == .mouse }.map { $0.pointer }).count
    if mice > 0 { remarks.append("\(Self.count(mice, "mouse pointer")) read as a finger") }
  }

  /// Returns samples by time; those with equal stamps stay in the order of the file.
  static func sorted(_ samples: [Sample]) -> [Sample] {
    samples.enumerated().sorted {
      ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }.map { $0.element }
  }

  /// The largest number of pointers that are down at once.
  var mostAtOnce: Int {
    var down: Set<Int> = []
    var most = 0
    for sample in samples {
      if sample.isDown { down.insert(sample.pointer) } else { down.remove(sample.pointer) }
      most = max(most, down.count)
    }
    return most
  }

  /// Returns a number of things with the verb that follows.
  static func count(_ number: Int, _ thing: String) -> String {
    number == 1 ? "1 \(thing) is" : "\(number) \(thing)s are"
  }

  /// Removes forces that are all equal: a browser without a sensor reports a constant.
  private mutating func cleanForces() {
    for kind in Kind.allCases {
      let indices = samples.indices.filter { self.kind(of: samples[$0]) == kind }
      let forces = indices.compactMap { samples[$0].isDown ? samples[$0].force : nil }
      guard !indices.isEmpty, Set(forces).count < 2 else { continue }
      for index in indices { samples[index].force = nil }
      guard kind != .mouse else { continue }
      let force = forces.first.map { String(fixed: $0, decimals: 2) }
      let words = force.map { "always \($0), so it is left out" } ?? "not recorded"
      remarks.append("the pressure of a \(kind.rawValue) is \(words)")
    }
  }

  /// Removes sizes of 0 and of 1 pixel: a browser reports them if it knows none.
  private mutating func cleanRadii() {
    for index in samples.indices {
      guard let radii = samples[index].radii, radii.x == radii.y, radii.x == 0 || radii.x == 0.5
      else { continue }
      samples[index].radii = nil
    }
  }

  /// The median time between two samples of a pointer that touches, in milliseconds.
  private var medianInterval: Double? {
    var last: [Int: Double] = [:]
    var intervals: [Double] = []
    for sample in samples {
      if sample.phase == .moved, let before = last[sample.pointer] {
        intervals.append(sample.milliseconds - before)
      }
      last[sample.pointer] = sample.isDown ? sample.milliseconds : nil
    }
    intervals.sort()
    guard let upper = intervals.isEmpty ? nil : intervals[intervals.count / 2] else { return nil }
    return (intervals[(intervals.count - 1) / 2] + upper) / 2
  }

  // MARK: Time

  /// Gives samples of a pointer with equal stamps different times; they must be sorted.
  ///
  /// A clock with a coarse step rounds stamps down, so equal ones are spread over its step, in their order;
  /// but not beyond the next stamp.
  ///
  /// - Returns: the samples of each instant, with its time in microseconds.
  func instants() -> [(microseconds: Int64, samples: [Sample])] {
    var instants: [(microseconds: Int64, samples: [Sample])] = []
    var start = 0
    while start < samples.count {
      let stamp = samples[start].milliseconds
      let end = samples[start...].firstIndex { $0.milliseconds > stamp } ?? samples.count
      let next = end < samples.count ? samples[end].milliseconds - stamp : .infinity
      let rounds = Self.rounds(samples[start..<end])
      let step = min(clockStep, next) / Double(rounds.count)
      for (index, round) in rounds.enumerated() {
        let microseconds = (stamp + Double(index) * step) * 1000
        instants.append((Int64(microseconds.rounded()), round))
      }
      start = end
    }
    return instants
  }

  /// Returns the first sample of each pointer, then the second of each, and so on.
  private static func rounds(_ samples: ArraySlice<Sample>) -> [[Sample]] {
    var rounds: [[Sample]] = []
    var counts: [Int: Int] = [:]
    for sample in samples {
      let round = counts[sample.pointer, default: 0]
      counts[sample.pointer] = round + 1
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(sample)
    }
    return rounds
  }
}

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
    let width = recording.size?.width ?? samples.map { $0.position.x }.max() ?? 0
    let height = recording.size?.height ?? samples.map { $0.position.y }.max() ?? 0
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
    let count = events.count
    let fingersBefore = slots.count
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

/// The devices of a recording of pointers: a touchscreen or touchpad, a pen, or both.
struct PointerDevices {
  private let choice: DeviceChoice
  private let parts: [PointerDevice]
  /// What the recording lacks.
  let remarks: [String]

  /// Creates the devices of a recording.
  init(of recording: PointerRecording, choosing choice: DeviceChoice) throws(TraceError) {
    var recording = recording
    recording.clean()
    let most = recording.mostAtOnce
    guard 1...PointerLimits.pointers ~= most else {
      let sentence =
        most == 0
        ? "no pointer touches in it: nothing to replay"
        : "\(most) pointers are down at once: their ends are missing"
      throw TraceError(.invalid(sentence), line: 1, column: 1)
    }
    self.choice = choice
    remarks = recording.remarks
    parts = [false, true].compactMap { PointerDevice(pens: $0, of: recording) }
  }

  /// All of them.
  var all: [RecordedDevice] { parts.map { $0.device } }

  /// The index of the device whose events are read, if there is one.
  private var chosenIndex: Int? {
    switch choice {
    case .automatic, .every: parts.isEmpty ? nil : 0
    case .number, .node: parts.indices.first { choice.selects(parts[$0].device, at: $0) }
    }
  }

  /// The device whose events are read, if there is one.
  var chosen: RecordedDevice? { chosenIndex.map { parts[$0].device } }

  /// The number of events that are left out because they belong to other devices.
  var eventsOfOthers: Int {
    guard choice != .every else { return 0 }
    return parts.indices.reduce(0) { $0 + ($1 == chosenIndex ? 0 : parts[$1].events.count) }
  }

  /// Passes on each event that is read, with its line and the index of its device.
  func forEachEvent(_ receive: (InputEvent, _ line: Int, _ device: Int) -> Void) {
    for (index, part) in parts.enumerated() where choice == .every || index == chosenIndex {
      for (event, line) in part.events { receive(event, line, index) }
    }
  }
}
