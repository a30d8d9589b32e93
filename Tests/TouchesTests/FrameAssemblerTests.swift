import Evdev
import Quantities
import Testing
import TouchScripts
import Touches

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

  /// The same as a touchpad: on a screen nothing is a jump, since a flick goes as far.
  private static let pad: DeviceDescription = {
    var pad = device
    pad.properties = [DeviceDescription.pointer]
    return pad
  }()

  /// Events as a text: `slot=0 id=1 x=500 y=150 p=110 syn` and so on; all at 8 ms a frame.
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

  @Test func `have places in millimetres and pressures from 0 to 1`() throws {
    let surface = try Surface(Self.device)
    #expect(surface.size == Vector(x: 100, y: 100))
    #expect(!surface.isSizeAssumed)
    #expect(
      try contacts("slot=0 id=7 x=500 y=150 p=110 syn")
        == [[Contact(id: 0, position: Point(x: 20, y: 20), pressure: 0.5)]])
  }

  @Test func `begin in slot 0 when no slot is named`() throws {
    #expect(try contacts("id=7 x=500 y=150 syn")[0].count == 1)
  }

  @Test func `keep what was not said again, even from one contact to the next`() throws {
    let frames = try contacts(
      "id=7 x=500 y=150 p=110 syn x=520 syn id=-1 syn id=8 y=160 syn")
    #expect(frames[1] == [Contact(id: 0, position: Point(x: 21, y: 20), pressure: 0.5)])
    #expect(frames[2].isEmpty)
    #expect(frames[3] == [Contact(id: 1, position: Point(x: 21, y: 21), pressure: 0.5)])
  }

  @Test func `have a new contact for a new id without a lift`() throws {
    let frames = try contacts("id=7 x=500 y=150 syn id=8 x=900 syn")
    #expect(frames.map { $0.map(\.id) } == [[0], [1]])
  }

  @Test func `have a new contact when one lifts and lands within a frame`() throws {
    let frames = try contacts("id=7 x=500 y=150 syn id=-1 id=7 syn")
    #expect(frames.map { $0.map(\.id) } == [[0], [1]])
  }

  @Test func `take a value that was not sent for 0 if the device is followed from its start`()
    throws
  {
    // The axes begin at 100 and −50, so that 0 is a place 5 mm outside and one 5 mm inside.
    let frames = try contacts("id=7 x=500 syn y=150 syn", startsAtZero: true)
    #expect(frames.map { $0.map(\.position) } == [[Point(x: 20, y: 5)], [Point(x: 20, y: 20)]])
  }

  @Test func `leave out slots that the device has not announced`() throws {
    #expect(try contacts("slot=9 id=7 x=500 y=150 syn slot=-4 id=8 x=1 y=1 syn")[1].isEmpty)
  }

  @Test func `keep fingers apart by their slots`() throws {
    let frames = try contacts(
      "id=1 x=500 y=150 slot=1 id=2 x=900 y=150 syn x=920 syn slot=0 id=-1 syn")
    #expect(frames[1].map(\.position.x) == [20, 41])
    #expect(frames[2].map(\.id) == [1])
  }

  @Test func `go on at their pace when the clock jumps back`() throws {
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

  @Test func `lie on a surface of 69 by 50 mm where the driver gives no resolution`() throws {
    var device = Self.device
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 1000))
    let surface = try Surface(device)
    #expect(surface.isSizeAssumed)
    #expect(surface.size == Vector(x: 69, y: 50))
  }

  @Test func `can't be read of a device without touch`() {
    #expect(throws: Surface.Problem.noPositions) { _ = try Surface(DeviceDescription()) }
    // A joystick has two axes, too.
    var joystick = DeviceDescription()
    joystick.add(axis: .absX, AxisRange(minimum: -128, maximum: 127))
    joystick.add(axis: .absY, AxisRange(minimum: -128, maximum: 127))
    let description = joystick
    #expect(throws: Surface.Problem.noPositions) { _ = try Surface(description) }
  }

  // MARK: Before the recording, and lost

  @Test func `have a contact whose landing nobody has seen`() throws {
    let frames = try contacts("x=500 syn y=150 syn id=-1 syn x=600 syn id=4 syn")
    // Before its other coordinate is told, it is nowhere.
    #expect(frames.map(\.count) == [0, 1, 0, 0, 1])
    #expect(frames[1][0].remarks.contains(.unseenLanding) && frames[1][0].id == 0)
    #expect(frames[4][0].remarks == [] && frames[4][0].id == 1)
  }

  @Test func `take an id that comes late for the contact that is there`() throws {
    let frames = try contacts("x=500 y=150 syn id=4 x=510 syn id=-1 syn")
    #expect(frames.map { $0.map(\.id) } == [[0], [0], []])
  }

  private func event(_ type: EventType, _ code: EventCode, _ value: Int32, _ ms: Int64)
    -> InputEvent
  {
    InputEvent(time: Timestamp(microseconds: ms * 1000), type: type, code: code, value: value)
  }

  @Test func `tell those that vanished because events were lost from those that lifted`() throws {
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

  @Test func `say how many fingers there are where the device can't tell all apart`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    for event in [
      event(.absolute, .absMTTrackingID, 1, 0), event(.key, .btnToolTripleTap, 1, 0),
      event(.synchronization, .synReport, 0, 0),
    ] { _ = assembler.feed(event) }
    #expect(assembler.frame.contacts.count == 1 && assembler.frame.fingerCount == 3)
  }

  /// What was so before a device was opened is told a microsecond before its first event.
  @Test(arguments: [(999, false), (1000, true)] as [(Int64, Bool)])
  func `do not jump within less than any device's report`(microseconds: Int64, isJump: Bool) throws
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

  @Test func `mark what the device takes for a palm, and where the sensor jumps`() throws {
    var assembler = FrameAssembler(try Surface(Self.pad), startsAtZero: true)
    func frame(_ x: Int32, _ ms: Int64) -> Contact.Remarks? {
      _ = assembler.feed(event(.absolute, .absMTPositionX, x, ms))
      _ = assembler.feed(event(.synchronization, .synReport, 0, ms))
      return assembler.frame.contacts.first?.remarks
    }
    _ = assembler.feed(event(.absolute, .absMTTrackingID, 1, 0))
    // 20 values make a millimetre.
    #expect(frame(500, 0) == [])
    #expect(frame(620, 12) == [])
    #expect(frame(740, 24) == [])
    // 14 mm in 12 ms after 6 mm.
    #expect(frame(1020, 36) == .jump)
    #expect(frame(1300, 48) == [])
    // After a pause nothing is known.
    #expect(frame(1900, 100) == [])
    _ = assembler.feed(event(.absolute, .absMTToolType, 2, 108))
    #expect(frame(1900, 108) == .palm)
  }

  /// Moves of one contact, in millimetres and milliseconds, and whether the last is a jump.
  @Test(
    arguments: [
      // More than 20 mm in 12 ms is one however fast it was before, and 20 mm are none.
      ([(14.0, 12), (20, 12)], false), ([(14, 12), (20.1, 12)], true),
      // 7 mm more than before, and 7.1.
      ([(3, 12), (10, 12)], false), ([(3, 12), (10.1, 12)], true),
      // It is counted for 12 ms: 5 mm in 6 ms are 10.
      ([(3, 12), (5, 6)], false), ([(3, 12), (5.1, 6)], true),
      // After 30 ms it still counts, after 31 nothing is known.
      ([(1, 12), (40, 30)], true), ([(1, 12), (41, 31)], false),
    ] as [([(Double, Int64)], Bool)])
  func `mark jumps by libinput's limits`(moves: [(Double, Int64)], isJump: Bool) throws {
    var device = Self.pad
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 10_000, resolution: 100))
    var assembler = FrameAssembler(try Surface(device), startsAtZero: true)
    var place = 10.0
    var time: Int64 = 0
    func frame() {
      _ = assembler.feed(event(.absolute, .absMTPositionX, Int32((place * 100).rounded()), time))
      _ = assembler.feed(event(.synchronization, .synReport, 0, time))
    }
    _ = assembler.feed(event(.absolute, .absMTTrackingID, 1, time))
    frame()
    for (length, elapsed) in moves {
      place += length
      time += elapsed
      frame()
    }
    #expect(assembler.frame.contacts[0].remarks.contains(.jump) == isJump)
  }

  @Test func `of a screen do not jump, however far a flick goes`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    _ = assembler.feed(event(.absolute, .absMTTrackingID, 1, 0))
    for (x, time) in [(200, 0), (220, 16), (700, 32)] as [(Int32, Int64)] {
      _ = assembler.feed(event(.absolute, .absMTPositionX, x, time))
      _ = assembler.feed(event(.synchronization, .synReport, 0, time))
    }
    #expect(assembler.frame.contacts.first?.remarks == [])
  }

  @Test func `tell by how much the clock has jumped back`() throws {
    var assembler = FrameAssembler(try Surface(Self.device), startsAtZero: true)
    var steps: [Double] = []
    for ms in [5, 13, 3, 11] as [Int64] {
      _ = assembler.feed(event(.synchronization, .synReport, 0, ms))
      steps.append(assembler.frame.clockStep)
    }
    #expect(steps == [0, 0, 0.01, 0])
  }

  @Test func `tell that the clock stands still while the contacts don't`() throws {
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
    // The clock that jumped back is told of by its step; frames after a loss have one instant by right.
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

  /// Frames of contacts as a text: `10,20 30,40 | | 12,20` in millimetres, a frame between bars.
  private func ids(_ script: String, names: [[Int32]] = []) throws -> [[Int]] {
    var assembler = FrameAssembler(try Surface(Self.screen))
    return script.split(separator: "|", omittingEmptySubsequences: false).enumerated().map {
      number, frame in
      let time = Timestamp(microseconds: Int64(number) * 8000)
      func feed(_ type: EventType, _ code: EventCode, _ value: Int32) {
        _ = assembler.feed(InputEvent(time: time, type: type, code: code, value: value))
      }
      let places = frame.split(separator: " ").map {
        $0.split(separator: ",").map { Int32($0) ?? 0 }
      }
      for (index, place) in places.enumerated() {
        if names.indices.contains(number) {
          feed(.absolute, .absMTTrackingID, names[number][index])
        }
        feed(.absolute, .absMTPositionX, place[0] * 10)
        feed(.absolute, .absMTPositionY, place[1] * 10)
        feed(.synchronization, .synMTReport, 0)
      }
      if places.isEmpty { feed(.synchronization, .synMTReport, 0) }
      feed(.synchronization, .synReport, 0)
      return assembler.frame.contacts.map(\.id)
    }
  }

  @Test func `follow each place to the nearest one, whatever their order`() throws {
    #expect(try ids("10,10 50,50|51,50 12,10|14,10 52,51") == [[0, 1], [1, 0], [0, 1]])
  }

  @Test func `lift where nothing is listed, and land anew`() throws {
    #expect(try ids("10,10||10,10") == [[0], [], [1]])
  }

  @Test func `don't take what is too far away for the same`() throws {
    #expect(try ids("10,10|90,90") == [[0], [1]])
    #expect(try ids("10,10|50,10") == [[0], [0]])
    #expect(try ids("10,10|51,10") == [[0], [1]])
  }

  @Test func `keep the one that stays when another one joins or leaves nearby`() throws {
    #expect(try ids("50,50|50,50 58,50|51,50 59,50|59,50") == [[0], [0, 1], [0, 1], [1]])
  }

  @Test func `go by the device's numbers where they differ, not where they are all the same`()
    throws
  {
    // They cross: by their places they would be exchanged.
    #expect(
      try ids("10,10 14,10|14,10 10,10", names: [[5, 6], [5, 6]]) == [[0, 1], [0, 1]])
    #expect(
      try ids("10,10 14,10|14,10 10,10", names: [[0, 0], [0, 0]]) == [[0, 1], [1, 0]])
  }

  @Test func `are not ended by a key, but by the end of all touch`() throws {
    var assembler = FrameAssembler(try Surface(Self.screen))
    func frame(_ events: [(EventType, EventCode, Int32)]) -> Int {
      for (type, code, value) in events + [(.synchronization, .synReport, 0)] {
        _ = assembler.feed(
          InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
      }
      return assembler.frame.contacts.count
    }
    let place: [(EventType, EventCode, Int32)] = [
      (.absolute, .absMTPositionX, 10), (.absolute, .absMTPositionY, 10),
      (.synchronization, .synMTReport, 0),
    ]
    #expect(frame(place) == 1)
    #expect(frame([(.key, EventCode(rawValue: 114), 1)]) == 1)
    #expect(frame([(.key, .btnTouch, 0)]) == 0)
    #expect(frame(place) == 1)
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

  @Test func `tell a pen that hovers from one that touches`() throws {
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

  @Test func `follow an old touchscreen's finger`() throws {
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
