import PantographBase
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `Pressure` {
  private static func pad(
    _ pressure: AxisRange, properties: [UInt16] = [0]
  ) -> DeviceDescription {
    var device = Palms.pad(properties: properties)
    device.add(axis: .absMTPressure, pressure)
    return device
  }

  /// Returns the contacts of each frame, with hovering ones in brackets: `0|0 (1)`.
  private func story(
    _ script: String, _ pressure: AxisRange, _ threshold: PressureThreshold? = .libinput,
    properties: [UInt16] = [0]
  ) throws -> String {
    let surface = try Surface(Self.pad(pressure, properties: properties))
    let assembler = FrameAssembler(surface, TouchSettings(pressureThreshold: threshold))
    return frames(events(script), by: assembler).map { frame in
      (frame.contacts.map { "\($0.id)" } + frame.hovering.map { "(\($0.id))" })
        .joined(separator: " ")
    }.joined(separator: "|")
  }

  private static let press = """
    0  id=1 x=500 y=250 p=219
    8  p=220
    16 p=200
    24 p=199
    32 p=219
    40 p=220
    48 id=-1
    """

  @Test func `lands a finger at 12 % and lifts it below 10 %, as libinput does`() throws {
    let range = AxisRange(minimum: 100, maximum: 1100)
    #expect(try story(Self.press, range) == "(0)|0|0|(1)|(1)|1|")
  }

  @Test func `is truncated to whole units, as in libinput`() throws {
    // 12 % of 255 is 30.6, 10 % is 25.5.
    let script = "0 id=1 x=500 y=250 p=29\n8 p=30\n16 p=25\n24 p=24"
    #expect(try story(script, AxisRange(minimum: 0, maximum: 255)) == "(0)|0|0|(1)")
  }

  @Test func `lands every finger without a threshold, on touchscreens and in grams`()
    throws
  {
    let range = AxisRange(minimum: 100, maximum: 1100)
    #expect(TouchSettings().pressureThreshold == nil)
    #expect(try story(Self.press, range, nil) == "0|0|0|0|0|0|")
    #expect(try story(Self.press, range, properties: [1]) == "0|0|0|0|0|0|")
    let grams = AxisRange(minimum: 100, maximum: 1100, resolution: 2)
    #expect(try story(Self.press, grams) == "0|0|0|0|0|0|")
    let own = PressureThreshold(down: 0.119, up: 0.119)
    #expect(try story(Self.press, range, own) == "0|0|(1)|(1)|1|1|")
  }

  @Test func `lifts no finger while there are more fingers than slots`() throws {
    // Three fingers on a pad with two corners have one pressure.
    var device = Self.pad(AxisRange(minimum: 0, maximum: 1000))
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 1))
    let assembler = FrameAssembler(
      try Surface(device), TouchSettings(pressureThreshold: .libinput))
    let script = """
      0  id=1 x=500 y=250 p=500 slot=1 id=2 x=600 y=250 p=500 three=1
      8  p=50
      16 three=0 two=1
      24 slot=0 id=-1 two=0 one=1
      """
    let all = frames(events(script), by: assembler)
    #expect(all.map { $0.contacts.map(\.id) } == [[0, 1], [0, 1], [0], []])
    #expect(all.map(\.fingerCount) == [3, 3, 1, 0])
  }

  @Test func `is reported in grams if the device does`() throws {
    let range = AxisRange(minimum: 0, maximum: 1000, resolution: 4)
    let assembler = FrameAssembler(try Surface(Self.pad(range)))
    let contact = frames(events("0 id=1 x=500 y=250 p=250"), by: assembler)[0].contacts[0]
    #expect(contact.grams == 62.5 && contact.pressure == 0.25)
    let bare = FrameAssembler(try Surface(Self.pad(AxisRange(minimum: 0, maximum: 1000))))
    #expect(frames(events("0 id=1 x=5 y=5 p=9"), by: bare)[0].contacts[0].grams == nil)
  }
}
