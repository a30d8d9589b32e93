import Foundation
import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// Gestures that are written as recordings of a device, and read again.
@Suite struct `A synthetic gesture is read back` {
  static let kinds = [
    "swipe", "flick", "hold-flick", "reversal", "pinch", "rotate", "tap", "press", "stagger",
  ]

  /// A gesture on a surface of any size.
  static func gesture(_ kind: String, _ fingers: Int, on surface: Surface) -> SyntheticGesture {
    let (width, height) = (surface.size.x, surface.size.y)
    let translation = Vector(x: width * 0.5, y: 0)
    let row = SyntheticGesture.positions(
      fingers, from: Point(x: width * 0.2, y: height * 0.05), across: translation,
      spacing: min(18, height * 0.9 / Double(fingers)))
    let centre = Point(x: width / 2, y: height / 2)
    let ring = SyntheticGesture.positions(fingers, about: centre, radius: min(width, height) * 0.25)
    switch kind {
    case "flick": return .flick(from: row, by: translation, duration: 0.4)
    case "hold-flick": return .flick(from: row, by: translation, duration: 0.4, hold: 0.1)
    case "reversal":
      return .reversal(from: row, by: translation, duration: 0.3, back: 0.5, lift: 0.6)
    case "pinch": return .pinch(from: ring, about: centre, scale: 1.5, duration: 0.3)
    case "rotate": return .rotate(from: ring, about: centre, by: 1.5, duration: 0.4)
    case "tap": return .tap(at: row, hold: 0.08)
    case "press": return .press(at: row, to: 0.9, duration: 0.2, hold: 0.1)
    case "stagger":
      return SyntheticGesture.swipe(from: row, by: translation, duration: 0.4, hold: 0.05)
        .staggered(
          by: 0.024)
    default: return .swipe(from: row, by: translation, duration: 0.4)
    }
  }

  /// The resolution of a device's axes.
  struct Grain {
    var x: Double
    var y: Double
    var pressure: Double

    init(_ device: DeviceDescription, _ surface: Surface) {
      // Half a value, and on noisy axes what the kernel's filter may add: less than the noise.
      func share(_ code: EventCode) -> Double {
        guard let range = device.range(of: code), range.maximum > range.minimum else { return 1 }
        let extent = Double(range.maximum) - Double(range.minimum)
        return (0.5 + Double(range.fuzz)) / extent + 1e-9
      }
      let isSingle = surface.reporting == .single
      x = share(isSingle ? .absX : .absMTPositionX) * surface.size.x
      y = share(isSingle ? .absY : .absMTPositionY) * surface.size.y
      pressure = share(isSingle ? .absPressure : .absMTPressure)
    }
  }

  static func check(_ device: DeviceDescription, _ surface: Surface, _ name: String) throws {
    let grain = Grain(device, surface)
    for (kind, fingers) in kinds.flatMap({ kind in (1...5).map { (kind, $0) } }) {
      var sensor = Sensor()
      sensor.noise = 0
      sensor.pressureNoise = 0
      let gesture = gesture(kind, fingers, on: surface).delayed(by: surface.kind == .pen ? 0.04 : 0)
      let events: [InputEvent]
      do throws(Complaint) {
        events = try sensor.events(of: gesture, on: device)
      } catch {
        let pressureAxis = device.range(
          of: surface.reporting == .single ? .absPressure : .absMTPressure)
        if error == Sensor.noPressure {
          #expect(kind == "press" && pressureAxis.map { $0.maximum > $0.minimum } != true)
        } else {
          let isOfFewer = (1..<fingers).contains { error == Sensor.tooManyFingers(most: $0) }
          #expect(isOfFewer, "\(name): \(kind): \(error)")
        }
        continue
      }
      // Each format in its turn: what they do to events has tests of its own.
      let format = RecordingFormat.writable[fingers % RecordingFormat.writable.count]
      let read = try written(events, of: device, as: format)
      #expect(read.device.axes.elementsEqual(device.axes, by: ==))
      let wrong = compare(
        frames(read.events, on: surface), with: gesture, on: device, surface, grain)
      #expect(wrong == [], "\(name): \(kind) of \(fingers), \(format)")
    }
  }

  /// A recording of events, and what is read from it.
  static func written(
    _ events: [InputEvent], of device: DeviceDescription, as format: RecordingFormat
  ) throws -> (device: DeviceDescription, events: [InputEvent]) {
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(node: "synthetic", description: device), to: &bytes)
    for frame in events.split(whereSeparator: \.endsFrame) {
      let index = frame.endIndex
      writer.write(Array(frame) + [events[index]], to: &bytes)
    }
    var reader = RecordingReader()
    var read: [InputEvent] = []
    try reader.read(bytes.span, into: &read)
    try reader.finish(into: &read)
    return (reader.device, read)
  }

  static func frames(_ events: [InputEvent], on surface: Surface) -> [TouchFrame] {
    var assembler = FrameAssembler(surface)
    var frames: [TouchFrame] = []
    for event in events where assembler.feed(event) { frames.append(assembler.frame) }
    return frames
  }

  /// The differences from the gesture, at each of the sensor's samples.
  static func compare(
    _ frames: [TouchFrame], with gesture: SyntheticGesture, on device: DeviceDescription,
    _ surface: Surface,
    _ grain: Grain
  ) -> [String] {
    guard let first = frames.first, let last = frames.last else { return ["no frames"] }
    var wrong: [String] = []
    if !last.contacts.isEmpty || !last.hovering.isEmpty { wrong.append("stuck at the end") }
    let counts: [EventCode] = [
      .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
    ]
    let keys = device.codes(of: .key)
    let isPen = surface.kind == .pen && surface.reporting == .single
    let room = surface.reporting == .single ? 1 : surface.slotCount
    var next = 0
    var before = 0
    for sample in 0...Int(gesture.lift * 125) {
      let time = Double(sample) / 125
      // Values that are not reported again are unchanged.
      while next + 1 < frames.count, frames[next + 1].time - first.time <= time + 1e-6 { next += 1 }
      let frame = frames[next]
      let down = gesture.fingers.filter { $0.landing - 1e-9 <= time && time <= $0.lift + 1e-9 }
      var truth = down.map { ($0.position(at: time), $0.pressure(at: time)) }
      if surface.isSemiMultitouch, surface.reporting == .slots, truth.count > 1 {
        let (xs, ys) = (truth.map(\.0.x), truth.map(\.0.y))
        truth = [
          (Point(x: xs.min() ?? 0, y: ys.min() ?? 0), truth[0].1),
          (Point(x: xs.max() ?? 0, y: ys.max() ?? 0), truth[0].1),
        ]
      }
      // A slot that a finger leaves is empty for a frame before another one takes it.
      let isReassigned =
        surface.reporting == .slots && !surface.isSemiMultitouch && before > down.count
        && before > room
      before = down.count
      let contacts = min(truth.count, room) - (isReassigned ? 1 : 0)
      if frame.contacts.count != contacts {
        wrong.append("\(time): \(frame.contacts.count) contacts, not \(contacts)")
      }
      let isReported =
        !isPen && (1...5).contains(down.count) && keys.contains(counts[down.count - 1])
      if frame.fingerCount != (isReported ? down.count : frame.contacts.count) {
        wrong.append("\(time): \(frame.fingerCount) fingers, not \(down.count)")
      }
      if isPen, down.isEmpty, frame.hovering.count != 1 { wrong.append("\(time): not near") }
      // More fingers than slots take turns: the slots determine which finger is reported.
      guard gesture.fingers.count <= room || surface.isSemiMultitouch else { continue }
      for (contact, (position, pressure)) in zip(frame.contacts, truth) {
        let off = contact.position - position
        if off.x.magnitude > grain.x || off.y.magnitude > grain.y {
          wrong.append("\(time): off by \(off)")
        }
        if let reported = contact.pressure, (reported - pressure).magnitude > grain.pressure {
          wrong.append("\(time): a pressure of \(reported), not \(pressure)")
        }
      }
    }
    return wrong
  }

  @Test(arguments: ModelDevice.allCases) func `from the model devices`(model: ModelDevice) throws {
    try Self.check(model.description, Surface(model.description), model.rawValue)
  }

  /// The descriptions of devices with a surface, each once.
  static let described: [(name: String, device: DeviceDescription)] = {
    let folder = Repository.corpus.appendingPathComponent("devices")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var devices: [(name: String, device: DeviceDescription)] = []
    for name in names.sorted() where !name.hasSuffix(".csv") {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      var reader = RecordingReader()
      var events: [InputEvent] = []
      do {
        try reader.read([UInt8](data).span, into: &events)
        try reader.finish(into: &events)
      } catch {
        continue
      }
      let device = reader.device
      guard (try? Surface(device)) != nil, !devices.contains(where: { $0.device == device })
      else { continue }
      devices.append((name, device))
    }
    return devices
  }()

  @Test(
    .enabled(if: Repository.hasCorpus, Repository.absence), arguments: described.map(\.name))
  func `from real devices`(name: String) throws {
    let device = try #require(Self.described.first { $0.name == name }?.device)
    try Self.check(device, Surface(device), name)
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `from devices of every kind`() throws {
    let surfaces = try Self.described.map { try Surface($0.device) }
    #expect(surfaces.count > 40)
    for reporting in [Surface.Reporting.slots, .anonymous, .single] {
      #expect(surfaces.contains { $0.reporting == reporting }, "\(reporting)")
    }
    #expect(surfaces.contains { $0.isSemiMultitouch } && surfaces.contains { $0.kind == .pen })
  }
}
