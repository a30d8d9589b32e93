import PantographBase
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `Frames` {
  private static let device: DeviceDescription = {
    var device = DeviceDescription()
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 1))
    device.add(axis: .absMTPositionX, AxisRange(minimum: 100, maximum: 2100, resolution: 20))
    device.add(axis: .absMTPositionY, AxisRange(minimum: -50, maximum: 950, resolution: 10))
    device.add(axis: .absMTPressure, AxisRange(minimum: 10, maximum: 210))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    return device
  }()

  /// The same device as a touchpad; touchscreens have no jumps, because a flick moves as far.
  private static let pad: DeviceDescription = {
    var pad = device
    pad.properties = [DeviceDescription.pointer]
    return pad
  }()

  /// Returns the contacts of frames from text: `slot=0 id=1 x=500 y=150 p=110 syn` and so on, with 8 ms per
  /// frame.
  private func contacts(
    _ script: String, startsAtZero: Bool = false
  ) throws -> [[Contact]] {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: startsAtZero)
    var frames: [[Contact]] = []
    var time: Int64 = 0
    for word in script.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=")
      let value = parts.count > 1 ? Int32(parts[1]) ?? 0 : 0
      let codes: [Substring: EventCode] = [
        "slot": .absMTSlot, "id": .absMTTrackingID, "x": .absMTPositionX, "y": .absMTPositionY,
        "p": .absMTPressure,
      ]
      let isEnd = word == "syn"
      let event = InputEvent(
        time: Timestamp(microseconds: time), type: isEnd ? .synchronization : .absolute,
        code: isEnd ? .synReport : try #require(codes[parts[0]]), value: value)
      if assembler.feed(event) { frames.append(assembler.frame.contacts) }
      if isEnd { time += 8000 }
    }
    return frames
  }

  @Test func `have positions in millimetres and pressures from 0 to 1`() throws {
    let surface = try Surface(Self.device)
    #expect(surface.size == Vector(x: 100, y: 100))
    #expect(!surface.isSizeAssumed)
    #expect(
      try contacts("slot=0 id=7 x=500 y=150 p=110 syn")
        == [[Contact(id: 0, position: Point(x: 20, y: 20), pressure: 0.5)]])
  }

  @Test func `begin in slot 0 if no slot is selected`() throws {
    #expect(try contacts("id=7 x=500 y=150 syn")[0].count == 1)
  }

  @Test func `keep values until they change, even from one contact to the next`() throws {
    let frames = try contacts(
      "id=7 x=500 y=150 p=110 syn x=520 syn id=-1 syn id=8 y=160 syn")
    #expect(frames[1] == [Contact(id: 0, position: Point(x: 21, y: 20), pressure: 0.5)])
    #expect(frames[2].isEmpty)
    #expect(frames[3] == [Contact(id: 1, position: Point(x: 21, y: 21), pressure: 0.5)])
  }

  @Test func `have a new contact for a new tracking ID without a lift`() throws {
    let frames = try contacts("id=7 x=500 y=150 syn id=8 x=900 syn")
    #expect(frames.map { $0.map(\.id) } == [[0], [1]])
  }

  @Test func `have a new contact if one lifts and lands within a frame`() throws {
    let frames = try contacts("id=7 x=500 y=150 syn id=-1 id=7 syn")
    #expect(frames.map { $0.map(\.id) } == [[0], [1]])
  }

  @Test func `use 0 for a value that was not sent if the device is read from its start`()
    throws
  {
    // The axes begin at 100 and −50, so 0 is 5 mm outside and 5 mm inside.
    let frames = try contacts("id=7 x=500 syn y=150 syn", startsAtZero: true)
    #expect(frames.map { $0.map(\.position) } == [[Point(x: 20, y: 5)], [Point(x: 20, y: 20)]])
  }

  @Test func `ignore slots that the device has not announced`() throws {
    #expect(try contacts("slot=9 id=7 x=500 y=150 syn slot=-4 id=8 x=1 y=1 syn")[1].isEmpty)
  }

  @Test func `separate fingers by their slots`() throws {
    let frames = try contacts(
      "id=1 x=500 y=150 slot=1 id=2 x=900 y=150 syn x=920 syn slot=0 id=-1 syn")
    #expect(frames[1].map(\.position.x) == [20, 41])
    #expect(frames[2].map(\.id) == [1])
  }

  @Test func `continue in time when the clock jumps back`() throws {
    var assembler = FrameAssembler(try Surface(Self.device))
    var times: [Int64] = []
    for time in [5000, 13_000, 3000, 11_000, 10_000, 20_000] as [Int64] {
      _ = assembler.feed(
        InputEvent(
          time: Timestamp(microseconds: time), type: .synchronization, code: .synReport, value: 0))
      times.append(assembler.frame.time.microseconds)
    }
    #expect(times == [5000, 13_000, 13_000, 21_000, 21_000, 31_000])
  }

  @Test func `assume a surface of 69 by 50 mm if the driver reports no resolution`() throws {
    var device = Self.device
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 1000))
    let surface = try Surface(device)
    #expect(surface.isSizeAssumed)
    #expect(surface.size == Vector(x: 69, y: 50))
  }

  @Test func `can't be read from a device without touch`() {
    #expect(throws: Surface.noPositions) { _ = try Surface(DeviceDescription()) }
    // A joystick has two axes, too.
    var joystick = DeviceDescription()
    joystick.add(axis: .absX, AxisRange(minimum: -128, maximum: 127))
    joystick.add(axis: .absY, AxisRange(minimum: -128, maximum: 127))
    let description = joystick
    #expect(throws: Surface.noPositions) { _ = try Surface(description) }
  }

  // MARK: Unseen landings and lost events

  @Test func `have a contact whose landing was not seen`() throws {
    let frames = try contacts("x=500 syn y=150 syn id=-1 syn x=600 syn id=4 syn")
    // Until its other coordinate is sent, it has no position.
    #expect(frames.map(\.count) == [0, 1, 0, 0, 1])
    #expect(frames[1][0].remarks.contains(.unseenLanding) && frames[1][0].id == 0)
    #expect(frames[4][0].remarks == [] && frames[4][0].id == 1)
  }

  @Test func `assign a late tracking ID to the contact that is there`() throws {
    let frames = try contacts("x=500 y=150 syn id=4 x=510 syn id=-1 syn")
    #expect(frames.map { $0.map(\.id) } == [[0], [0], []])
  }

  private func event(_ type: EventType, _ code: EventCode, _ value: Int32, _ ms: Int64)
    -> InputEvent
  {
    InputEvent(time: Timestamp(microseconds: ms * 1000), type: type, code: code, value: value)
  }

  @Test func `distinguish contacts that vanished in lost events from those that lifted`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    func feed(_ events: [InputEvent]) { for event in events { _ = assembler.feed(event) } }
    feed([
      event(.absolute, .absMTTrackingID, 1, 0), event(.absolute, .absMTSlot, 1, 0),
      event(.absolute, .absMTTrackingID, 2, 0), event(.synchronization, .synReport, 0, 0),
    ])
    #expect(assembler.frame.contacts.map(\.id) == [0, 1])
    feed([
      event(.synchronization, .synDropped, 0, 8), event(.absolute, .absMTTrackingID, -1, 8),
      event(.synchronization, .synReport, 0, 8),
    ])
    #expect(assembler.frame.contacts.map(\.id) == [0] && assembler.frame.vanished == [1])
    feed([
      event(.absolute, .absMTSlot, 0, 16), event(.absolute, .absMTTrackingID, -1, 16),
      event(.synchronization, .synReport, 0, 16),
    ])
    #expect(assembler.frame.contacts.isEmpty && assembler.frame.vanished.isEmpty)
  }

  @Test func `have the number of fingers even if the device can't locate all of them`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    for event in [
      event(.absolute, .absMTTrackingID, 1, 0), event(.key, .btnToolTripleTap, 1, 0),
      event(.synchronization, .synReport, 0, 0),
    ] { _ = assembler.feed(event) }
    #expect(assembler.frame.contacts.count == 1 && assembler.frame.fingerCount == 3)
  }

  /// The state before a device was opened is sent a microsecond before its first event.
  @Test(arguments: [(999, false), (1000, true)] as [(Int64, Bool)])
  func `do not jump within less than a report of any device`(microseconds: Int64, isJump: Bool)
    throws
  {
    var assembler = FrameAssembler(try Surface(Self.pad), startsAtZero: true)
    func feed(_ type: EventType, _ code: EventCode, _ value: Int32, _ time: Int64) {
      let time = Timestamp(microseconds: time)
      _ = assembler.feed(InputEvent(time: time, type: type, code: code, value: value))
    }
    feed(.absolute, .absMTTrackingID, 1, 0)
    feed(.absolute, .absMTPositionX, 500, 0)
    feed(.synchronization, .synReport, 0, 0)
    // 5 mm, which would be 60 mm in 12 ms.
    feed(.absolute, .absMTPositionX, 600, microseconds)
    feed(.synchronization, .synReport, 0, microseconds)
    #expect(assembler.frame.contacts.first?.remarks == (isJump ? .jump : []))
  }

  @Test func `mark palms that the device reports, and jumps of the sensor`() throws {
    var assembler = FrameAssembler(try Surface(Self.pad), startsAtZero: true)
    func frame(_ x: Int32, _ ms: Int64) -> Contact.Remarks? {
      _ = assembler.feed(event(.absolute, .absMTPositionX, x, ms))
      _ = assembler.feed(event(.synchronization, .synReport, 0, ms))
      return assembler.frame.contacts.first?.remarks
    }
    _ = assembler.feed(event(.absolute, .absMTTrackingID, 1, 0))
    // There are 20 units per millimetre.
    #expect(frame(500, 0) == [])
    #expect(frame(620, 12) == [])
    #expect(frame(740, 24) == [])
    // 14 mm in 12 ms after 6 mm.
    #expect(frame(1020, 36) == .jump)
    #expect(frame(1300, 48) == [])
    // There is no jump after a pause.
    #expect(frame(1900, 100) == [])
    _ = assembler.feed(event(.absolute, .absMTToolType, 2, 108))
    #expect(frame(1900, 108) == .palm)
  }

  /// Moves of one contact, in millimetres and milliseconds, and whether the last is a jump.
  @Test(
    arguments: [
      // More than 20 mm in 12 ms is a jump, whatever the speed before; 20 mm is not.
      ([(14.0, 12), (20, 12)], false), ([(14, 12), (20.1, 12)], true),
      // 7 mm more than before is not a jump, and 7.1 mm is.
      ([(3, 12), (10, 12)], false), ([(3, 12), (10.1, 12)], true),
      // Distances are scaled to 12 ms: 5 mm in 6 ms is 10 mm.
      ([(3, 12), (5, 6)], false), ([(3, 12), (5.1, 6)], true),
      // The rule applies for 30 ms, and not for 31.
      ([(1, 12), (40, 30)], true), ([(1, 12), (41, 31)], false),
    ] as [([(Double, Int64)], Bool)])
  func `mark jumps by libinput's limits`(moves: [(Double, Int64)], isJump: Bool) throws {
    var device = Self.pad
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 10_000, resolution: 100))
    var assembler = FrameAssembler(try Surface(device), startsAtZero: true)
    var position = 10.0
    var time: Int64 = 0
    func frame() {
      _ = assembler.feed(event(.absolute, .absMTPositionX, Int32((position * 100).rounded()), time))
      _ = assembler.feed(event(.synchronization, .synReport, 0, time))
    }
    _ = assembler.feed(event(.absolute, .absMTTrackingID, 1, time))
    frame()
    for (length, elapsed) in moves {
      position += length
      time += elapsed
      frame()
    }
    #expect(assembler.frame.contacts[0].remarks.contains(.jump) == isJump)
  }

  @Test func `of a touchscreen do not jump, however far a flick moves`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    _ = assembler.feed(event(.absolute, .absMTTrackingID, 1, 0))
    for (x, time) in [(200, 0), (220, 16), (700, 32)] as [(Int32, Int64)] {
      _ = assembler.feed(event(.absolute, .absMTPositionX, x, time))
      _ = assembler.feed(event(.synchronization, .synReport, 0, time))
    }
    #expect(assembler.frame.contacts.first?.remarks == [])
  }

  @Test func `report by how much the clock has jumped back`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    var steps: [Double] = []
    for ms in [5, 13, 3, 11] as [Int64] {
      _ = assembler.feed(event(.synchronization, .synReport, 0, ms))
      steps.append(assembler.frame.clockStep)
    }
    #expect(steps == [0, 0, 0.01, 0])
  }

  @Test func `report a clock that stands still while contacts move`() throws {
    let script = """
      0   id=1 x=500 y=150
      8   x=520
      8   x=540
      8
      8   x=560
      16  x=580
      4   x=600
      12  lost=0 x=700
      12  x=710
      12  x=720
      """
    let all = frames(
      events(script), by: FrameAssembler(try Surface(Self.device), startsAtZero: true))
    // A clock that jumps back has a step; frames after lost events legitimately share one instant.
    #expect(
      all.map(\.isClockFrozen)
        == [false, false, true, false, true, false, false, false, false, true])
    #expect(all.map(\.clockStep) == [0, 0, 0, 0, 0, 0, 0.012, 0, 0, 0])
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
  }
}

@Suite struct `Frames of a device without slots` {
  private static let screen: DeviceDescription = {
    var device = DeviceDescription()
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    return device
  }()

  /// Returns the IDs in frames from text: `10,20 30,40 | | 12,20` in millimetres, with frames between bars.
  private func ids(_ script: String, trackingIDs: [[Int32]] = []) throws -> [[Int]] {
    var assembler = FrameAssembler(try Surface(Self.screen))
    return script.split(separator: "|", omittingEmptySubsequences: false).enumerated().map {
      number, frame in
      let time = Timestamp(microseconds: Int64(number) * 8000)
      func feed(_ type: EventType, _ code: EventCode, _ value: Int32) {
        _ = assembler.feed(InputEvent(time: time, type: type, code: code, value: value))
      }
      let positions = frame.split(separator: " ").map {
        $0.split(separator: ",").map { Int32($0) ?? 0 }
      }
      for (index, position) in positions.enumerated() {
        if trackingIDs.indices.contains(number) {
          feed(.absolute, .absMTTrackingID, trackingIDs[number][index])
        }
        feed(.absolute, .absMTPositionX, position[0] * 10)
        feed(.absolute, .absMTPositionY, position[1] * 10)
        feed(.synchronization, .synMTReport, 0)
      }
      if positions.isEmpty { feed(.synchronization, .synMTReport, 0) }
      feed(.synchronization, .synReport, 0)
      return assembler.frame.contacts.map(\.id)
    }
  }

  @Test func `match each position to the nearest one, in any order`() throws {
    #expect(try ids("10,10 50,50|51,50 12,10|14,10 52,51") == [[0, 1], [1, 0], [0, 1]])
  }

  @Test func `lift if no contact is listed, and land again`() throws {
    #expect(try ids("10,10||10,10") == [[0], [], [1]])
  }

  @Test func `don't match positions that are too far apart`() throws {
    #expect(try ids("10,10|90,90") == [[0], [1]])
    #expect(try ids("10,10|50,10") == [[0], [0]])
    #expect(try ids("10,10|51,10") == [[0], [1]])
  }

  @Test func `keep the contact that stays when another joins or leaves nearby`() throws {
    #expect(try ids("50,50|50,50 58,50|51,50 59,50|59,50") == [[0], [0, 1], [0, 1], [1]])
  }

  @Test func `use the device's IDs if they differ, and ignore them if they are all the same`()
    throws
  {
    // The fingers cross: by their positions they would be exchanged.
    #expect(
      try ids("10,10 14,10|14,10 10,10", trackingIDs: [[5, 6], [5, 6]]) == [[0, 1], [0, 1]])
    #expect(
      try ids("10,10 14,10|14,10 10,10", trackingIDs: [[0, 0], [0, 0]]) == [[0, 1], [1, 0]])
  }

  @Test func `keep their contacts after a key, unless it is the end of all touch`() throws {
    var assembler = FrameAssembler(try Surface(Self.screen))
    func frame(_ events: [(EventType, EventCode, Int32)]) -> Int {
      for (type, code, value) in events + [(.synchronization, .synReport, 0)] {
        _ = assembler.feed(
          InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
      }
      return assembler.frame.contacts.count
    }
    let contact: [(EventType, EventCode, Int32)] = [
      (.absolute, .absMTPositionX, 10), (.absolute, .absMTPositionY, 10),
      (.synchronization, .synMTReport, 0),
    ]
    #expect(frame(contact) == 1)
    #expect(frame([(.key, EventCode(rawValue: 114), 1)]) == 1)
    #expect(frame([(.key, .btnTouch, 0)]) == 0)
    #expect(frame(contact) == 1)
    #expect(frame([]) == 0)
  }
}

@Suite struct `Frames of a device with one contact` {
  private static func device(_ keys: [EventCode]) -> DeviceDescription {
    var device = DeviceDescription()
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    device.add(axis: .absY, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    device.add(axis: .absPressure, AxisRange(minimum: 0, maximum: 100))
    device.add(axis: .absTiltX, AxisRange(minimum: -60, maximum: 60))
    device.add(axis: .absTiltY, AxisRange(minimum: -60, maximum: 60, resolution: 57))
    for key in keys { device.add(.key, key) }
    return device
  }

  @Test func `distinguish a pen that hovers from one that touches`() throws {
    let surface = try Surface(Self.device([.btnTouch, .btnToolPen]))
    #expect(surface.kind == .pen && surface.reporting == .single)
    var assembler = FrameAssembler(surface, startsAtZero: true)
    func frame(_ events: [(EventType, EventCode, Int32)]) -> TouchFrame {
      for (type, code, value) in events + [(.synchronization, .synReport, 0)] {
        _ = assembler.feed(
          InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
      }
      return assembler.frame
    }
    let near = frame([
      (.key, .btnToolPen, 1), (.absolute, .absX, 200), (.absolute, .absTiltX, 30),
      (.absolute, .absTiltY, 57),
    ])
    #expect(near.contacts.isEmpty && near.hovering.map(\.position.x) == [20])
    #expect(
      near.hovering[0].tilt.map { $0.x == 30 && abs($0.y - 57.29577951308232) < 1e-9 } == true)
    // The pressure comes before the touch.
    #expect(frame([(.absolute, .absPressure, 40)]).contacts.isEmpty)
    let down = frame([(.key, .btnTouch, 1)])
    #expect(down.contacts.map(\.pressure) == [0.4] && down.hovering.isEmpty)
    #expect(frame([(.key, .btnTouch, 0)]).hovering.count == 1)
    #expect(frame([(.key, .btnToolPen, 0)]).hovering.isEmpty)
    #expect(frame([(.key, .btnToolPen, 1), (.key, .btnTouch, 1)]).contacts.map(\.id) == [1])
  }

  @Test func `track the finger on an old touchscreen`() throws {
    let surface = try Surface(Self.device([.btnTouch]))
    #expect(surface.kind == .touchscreen)
    var assembler = FrameAssembler(surface, startsAtZero: true)
    var ids: [[Int]] = []
    for value in [1, 1, 0, 1] as [Int32] {
      for (type, code, value) in [
        (EventType.key, EventCode.btnTouch, value), (.synchronization, .synReport, 0),
      ] {
        _ = assembler.feed(
          InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
      }
      ids.append(assembler.frame.contacts.map(\.id))
    }
    #expect(ids == [[0], [0], [], [1]])
  }
}
