import Evdev
import Quantities
import Testing
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

  /// Events as a text: `slot=0 id=1 x=500 y=150 p=110 syn` and so on; all at 8 ms a frame.
  private func contacts(_ script: String) throws -> [[Contact]] {
    var assembler = FrameAssembler(try Surface(Self.device))
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

  @Test func `take a value that was never sent for 0, as the kernel does`() throws {
    // The axes begin at 100 and −50, so that 0 is a place 5 mm outside and one 5 mm inside.
    let frames = try contacts("id=7 x=500 syn y=150 syn")
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

  @Test func `can't be read of a device without slots or without touch`() {
    #expect(throws: Surface.Problem.noPositions) { _ = try Surface(DeviceDescription()) }
    var typeA = DeviceDescription()
    typeA.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 1000))
    typeA.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1000))
    let description = typeA
    #expect(throws: Surface.Problem.noSlots) { _ = try Surface(description) }
  }
}
