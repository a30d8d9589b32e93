import PantographBase
import PantographTouches
import PantographTraces
import Testing

/// The events of devices of each kind.
///
/// The sequences are those of the kernel's multi-touch-protocol.rst, event-codes.rst and input.c.
@Suite struct `A device` {
  private let still = Point(x: 10, y: 20)

  /// A square of 100 mm with a given number of values per millimetre.
  private func device(
    _ codes: [EventCode], keys: [EventCode] = [], resolution: Int32 = 1, fuzz: Int32 = 0,
    slots: Int32 = 4, ids: Int32 = 65535
  ) -> DeviceDescription {
    var device = DeviceDescription()
    for code in codes {
      let range: AxisRange
      switch code {
      case .absMTSlot: range = AxisRange(minimum: 0, maximum: slots - 1)
      case .absMTTrackingID: range = AxisRange(minimum: 0, maximum: ids)
      case .absMTPressure, .absPressure: range = AxisRange(minimum: 0, maximum: 100)
      default:
        range = AxisRange(
          minimum: 0, maximum: 100 * resolution, fuzz: fuzz, resolution: resolution)
      }
      device.add(axis: code, range)
    }
    for key in keys { device.add(.key, key) }
    return device
  }

  private static let slotted: [EventCode] = [
    .absMTSlot, .absMTPositionX, .absMTPositionY, .absMTTrackingID,
  ]

  /// The events of a gesture without noise, a frame a line, by short names.
  private func story(
    _ gesture: SyntheticGesture, _ device: DeviceDescription, rate: Double = 10
  ) throws -> [String] {
    let names: [EventType: [EventCode: String]] = [
      .absolute: [
        .absX: "x", .absY: "y", .absPressure: "p", .absMTSlot: "slot", .absMTPositionX: "X",
        .absMTPositionY: "Y", .absMTTrackingID: "id", .absMTPressure: "P",
        EventCode(rawValue: 0x19): "distance", .absTiltX: "tilt", .absTiltY: "tilt'",
      ],
      .key: [
        .btnTouch: "touch", .btnToolFinger: "one", .btnToolDoubleTap: "two",
        .btnToolTripleTap: "three", .btnToolPen: "pen",
      ],
    ]
    var sensor = Sensor()
    sensor.noise = 0
    sensor.pressureNoise = 0
    sensor.rate = rate
    var frames = [""]
    for event in try sensor.events(of: gesture, on: device) {
      if event.endsFrame {
        frames.append("")
      } else if event.type == .synchronization {
        frames[frames.count - 1] += event.code == .synMTReport ? "; " : "dropped "
      } else {
        frames[frames.count - 1] += "\(names[event.type]?[event.code] ?? "?")=\(event.value) "
      }
    }
    #expect(frames.last == "")
    return frames.dropLast().map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// Two fingers 10 mm apart, the second one 0.1 s later and longer.
  private var two: SyntheticGesture {
    SyntheticGesture([
      Finger(at: still).hold(0.2),
      Finger(at: still + Vector(x: 10, y: 0), landing: 0.1).hold(0.2),
    ])
  }

  @Test func `with slots reports only changes`() throws {
    let keys: [EventCode] = [.btnTouch, .btnToolFinger, .btnToolDoubleTap]
    #expect(
      try story(two, device(Self.slotted + [.absX, .absY], keys: keys)) == [
        "id=0 X=10 Y=20 x=10 y=20 touch=1 one=1",
        "slot=1 id=1 X=20 Y=20 one=0 two=1",
        "slot=0 id=-1 x=20 one=1 two=0",
        "slot=1 id=-1 touch=0 one=0",
      ])
  }

  @Test func `without slots reports everything every time, and the end of the last contact`() throws
  {
    let axes: [EventCode] = [.absMTPositionX, .absMTPositionY]
    #expect(
      try story(two, device(axes)) == [
        "X=10 Y=20 ;", "X=10 Y=20 ; X=20 Y=20 ;", "X=10 Y=20 ; X=20 Y=20 ;", "X=20 Y=20 ;", ";",
      ])
  }

  @Test func `with one position follows the finger that landed first`() throws {
    let keys: [EventCode] = [.btnTouch, .btnToolFinger, .btnToolDoubleTap]
    #expect(
      try story(two, device([.absX, .absY], keys: keys)) == [
        "x=10 y=20 touch=1 one=1", "one=0 two=1", "x=20 one=1 two=0", "touch=0 one=0",
      ])
  }

  @Test func `with the corners of a box reports the fingers by a button`() throws {
    var device = device(
      Self.slotted, keys: [.btnTouch, .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap],
      slots: 2)
    device.properties = [DeviceDescription.semiMultitouch]
    // Upper right, lower left, and one in the middle.
    let gesture = SyntheticGesture([
      Finger(at: Point(x: 50, y: 10)).hold(0.3),
      Finger(at: Point(x: 30, y: 40), landing: 0.1).hold(0.2),
      Finger(at: Point(x: 40, y: 20), landing: 0.2).hold(0),
    ])
    #expect(
      try story(gesture, device) == [
        "id=0 X=50 Y=10 touch=1 one=1",
        "X=30 slot=1 id=1 X=50 Y=40 one=0 two=1",
        "two=0 three=1",
        "two=1 three=0",
        "slot=0 id=-1 slot=1 id=-1 touch=0 two=0",
      ])
  }

  @Test func `with fewer slots than fingers reports the rest by a button`() throws {
    let device = device(
      Self.slotted, keys: [.btnTouch, .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap],
      slots: 2)
    let row = SyntheticGesture.positions(3, from: still, across: Vector(x: 1, y: 0))
    #expect(
      try story(SyntheticGesture.tap(at: row, hold: 0.1), device) == [
        "id=0 X=10 Y=20 slot=1 id=1 X=10 Y=38 touch=1 three=1",
        "slot=0 id=-1 slot=1 id=-1 touch=0 three=0",
      ])
    #expect(throws: Sensor.tooManyFingers(most: 3)) {
      try Sensor().events(
        of: .tap(at: Array(repeating: still, count: 4), hold: 0.1), on: device)
    }
  }

  @Test func `with a pen reports it near before it touches and after`() throws {
    let axes: [EventCode] = [
      .absX, .absY, .absPressure, EventCode(rawValue: 0x19), .absTiltX, .absTiltY,
    ]
    // 1 value per millimetre or radian: 30° are 0.52, 20° 0.35.
    let device = device(axes, keys: [.btnToolPen, .btnTouch])
    let gesture = SyntheticGesture.tap(at: [still], hold: 0.02).delayed(by: 0.04)
    #expect(
      try story(gesture, device, rate: 50) == [
        "x=10 y=20 distance=100 tilt=1 pen=1",
        "distance=50",
        "p=10 distance=0 touch=1",
        "p=30",
        "p=0 distance=50 touch=0",
        "distance=100",
        "pen=0",
      ])
  }

  @Test func `with noisy axes is filtered as by the kernel`() throws {
    // input_defuzz_abs_event: nothing below half the fuzz, a quarter below it, half below twice of it.
    for (step, expected) in [
      (3.0, nil), (4, 51), (6, 51), (8, 54), (12, 56), (16, 66), (-4, 49), (-6, 48), (-12, 44),
    ] {
      let finger = Finger(at: Point(x: 50, y: 20)).hold(0.1)
        .move(by: Vector(x: step, y: 0), duration: 0.05).hold(0.1)
      let frames = try story(SyntheticGesture([finger]), device(Self.slotted, fuzz: 8))
      #expect(frames.count == (expected == nil ? 2 : 3), "\(step)")
      if let expected { #expect(frames[1] == "X=\(expected)", "\(step)") }
    }
  }

  @Test func `with few tracking IDs begins again with the first`() throws {
    let fingers = (0..<6).map { number in
      Finger(at: still + Vector(x: 5 * Double(number), y: 0), landing: 0.1 * Double(number))
        .hold(0.1)
    }
    let reported = try story(SyntheticGesture(fingers), device(Self.slotted, ids: 2)).joined(
      separator: " ")
    let ids = reported.split(separator: " ").filter { $0.hasPrefix("id=") && $0 != "id=-1" }
    #expect(ids == ["id=0", "id=1", "id=2", "id=0", "id=1", "id=2"])
  }

  @Test func `sends no frame without a change`() throws {
    // One value for every 10 mm: a distance of 40 mm is four changes of x, and the landing and the lift.
    var device = device([.absMTSlot, .absMTTrackingID])
    let axis = AxisRange(minimum: 0, maximum: 1000, resolution: 1)
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 40, resolution: 1))
    device.add(axis: .absMTPositionY, axis)
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 0, y: 20)], by: Vector(x: 4, y: 0), duration: 0.4, hold: 1)
    let frames = try story(gesture, device, rate: 125)
    // The first position is sent though x is 0 then, because a reader would not know it.
    #expect(frames == ["id=0 X=0 Y=20", "X=1", "X=2", "X=3", "X=4", "id=-1"])
  }

  @Test func `follows the closed form, rounded to its resolution`() throws {
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 20, y: 30)], by: Vector(x: 40, y: -10), duration: 0.4)
    var sensor = Sensor()
    sensor.noise = 0
    sensor.rate = 100
    let events = try sensor.events(of: gesture, on: ModelDevice.touchpad.description)
    // 20 values per millimetre: from 400 by 800, a hundred samples a second, forty of them and the lift.
    let expected = (0...40).map { frame in
      Int32((400 + 800 * MinimumJerk.progress(Double(frame) / 40)).rounded())
    }
    let seen = events.filter { $0.code == .absX && $0.type == .absolute }.map(\.value)
    #expect(seen == zip(expected, [-1] + expected).filter { $0 != $1 }.map(\.0))
    #expect(events.last?.time.microseconds == 410_000)
  }

  @Test func `keeps a gesture on its surface`() throws {
    let gesture = SyntheticGesture.swipe(from: [still], by: Vector(x: 500, y: -500), duration: 0.4)
    let events = try Sensor().events(of: gesture, on: ModelDevice.touchpad.description)
    #expect(events.allSatisfy { $0.type != .absolute || $0.value >= -1 && $0.value <= 2000 })
  }

  @Test func `without a resolution has the assumed size`() throws {
    // 500 values over libinput's 69 mm for a pad of unknown size: 40 mm are 290 of them.
    var device = device(Self.slotted)
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 500))
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 20, y: 30)], by: Vector(x: 40, y: 0), duration: 0.4)
    let frames = try story(gesture, device)
    #expect(frames.first?.hasPrefix("id=0 X=145 ") == true && frames.contains("X=435"))
  }

  @Test func `that can't report a gesture gives the reason`() throws {
    let tap = SyntheticGesture.tap(at: [still], hold: 0.1)
    let press = SyntheticGesture.press(at: [still], to: 1, duration: 0.1, hold: 0)
    let cases: [(DeviceDescription, SyntheticGesture, Complaint, String)] = [
      (device([]), tap, Surface.noPositions, "no touch positions"),
      (device([.absX, .absY], keys: [.btnToolFinger]), tap, Sensor.noTouch, "BTN_TOUCH"),
      (device(Self.slotted), press, Sensor.noPressure, "no pressure"),
      (
        device([.absX, .absY], keys: [.btnTouch, .btnToolPen]), two, Sensor.tooManyFingers(most: 1),
        "one finger only"
      ),
    ]
    for (device, gesture, problem, words) in cases {
      #expect(throws: problem) { try Sensor().events(of: gesture, on: device) }
      #expect(problem.description.contains(words))
    }
  }

  @Test func `that is a model has the kernel's own properties`() throws {
    // INPUT_PROP_POINTER is 0, INPUT_PROP_DIRECT 1, INPUT_PROP_BUTTONPAD 2.
    #expect(ModelDevice.touchpad.description.properties == [0, 2])
    #expect(ModelDevice.touchscreen.description.properties == [1])
  }

  // MARK: Lost events

  @Test func `whose events are lost has its real state after them`() throws {
    let keys: [EventCode] = [.btnTouch, .btnToolFinger, .btnToolDoubleTap]
    let devices = [
      device(Self.slotted + [.absX, .absY], keys: keys),
      device([.absMTPositionX, .absMTPositionY], keys: keys),
      device([.absX, .absY], keys: keys),
    ]
    for device in devices {
      let surface = try Surface(device)
      let events = try Sensor().events(of: two, on: device)
      func contacts(_ events: [InputEvent]) -> [Point] {
        var assembler = FrameAssembler(surface)
        for event in events { _ = assembler.feed(event) }
        return assembler.frame.contacts.map(\.position)
      }
      for start in stride(from: 0, to: 0.3, by: 0.02) {
        let lossy = LossyStream.losing(from: start, to: start + 0.11, of: events)
        let lost = events.filter { (start..<start + 0.11).contains($0.time.seconds) }
        let drop = try #require(lossy.firstIndex { $0.isDrop })
        #expect(lossy.count(where: \.isDrop) == 1 && !lost.isEmpty)
        #expect(drop == events.firstIndex { $0.time.seconds >= start })
        #expect(contacts(lossy).isEmpty)
        // A contact that is there after the loss was there before the next event as well.
        let end = events.lastIndex { $0.time.seconds < start + 0.11 } ?? 0
        let rest = events.count - end - 1
        guard surface.reporting != .anonymous else { continue }
        #expect(
          contacts(Array(lossy.dropLast(rest))) == contacts(Array(events[...end])), "\(start)")
      }
      #expect(LossyStream.losing(from: 9, to: 10, of: events) == events)
    }
  }
}

extension InputEvent {
  fileprivate var isDrop: Bool { type == .synchronization && code == .synDropped }
}

extension Timestamp {
  fileprivate var seconds: Double { self - Timestamp(microseconds: 0) }
}
