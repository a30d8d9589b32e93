import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// The output of `getevent -lt` on old Android through its shell, without a description.
let getevent = """
  shell@phone:/ $ getevent -lt /dev/input/event2\r
  [    1194.802069] EV_KEY       BTN_TOUCH            DOWN                \r
  [    1194.802069] EV_ABS       ABS_MT_TRACKING_ID   0000002a            \r
  [    1194.802069] EV_ABS       ABS_MT_POSITION_X    00000168            \r
  [    1194.802070] EV_SYN       SYN_REPORT           00000000             rate 60\r
  [    1194.819908] EV_ABS       ABS_MT_TRACKING_ID   ffffffff            \r
  [    1194.819908] EV_SYN       SYN_REPORT           00000000            
  """

/// The output of `getevent -ip` and then `getevent -t` for several devices.
let describedGetevent = """
  could not get driver version for /dev/input/mouse0, Not a typewriter
  add device 1: /dev/input/event0
    bus:      0019
    vendor    0001
    product   0001
    version   0100
    name:     "gpio-keys"
    location: "gpio-keys/input0"
    id:       ""
    version:  1.0.1
    events:
      KEY (0001): 0066  0072* 0073  0074  008b  008c  008d  008e 
                  008f
    input props:
      <none>
  add device 2: /dev/input/event2
    bus:      0018
    vendor    06cb
    product   0000
    version   00ff
    name:     "touch "screen""
    events:
      KEY (0001): 014a
      ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                  0035  : value 812, min -10, max 1079, fuzz 1, flat 2 resolution 20
                  0036  : value 0, min 0, max 1919, fuzz 0, flat 0
    input props:
      INPUT_PROP_DIRECT
    HID descriptor: none
  remove device 3: /dev/input/event7
  [    1194.700000] /dev/input/event0: 0001 0074 00000001
  [    1194.700000] /dev/input/event0: 0000 0000 00000000
  [    1194.802069] /dev/input/event2: 0001 014a 00000001
  [    1194.802069] /dev/input/event2: 0003 0035 00000168
  [    1194.802069] /dev/input/event0: 0001 0074 00000000
  [    1194.802069] /dev/input/event2: 0000 0000 00000000
  """

@Suite struct `The output of getevent` {
  @Test func `has events`() throws {
    let (reader, events) = try read(getevent)
    #expect(reader.format == .getevent)
    #expect(reader.device == DeviceDescription())
    #expect(reader.node.isEmpty && reader.eventsOfOtherDevices == 0)
    #expect(
      events == [
        event(1_194_802_069, 1, 330, 1), event(1_194_802_069, 3, 57, 42),
        event(1_194_802_069, 3, 53, 0x168), event(1_194_802_070, 0, 0, 0),
        event(1_194_819_908, 3, 57, -1), event(1_194_819_908, 0, 0, 0),
      ])
  }

  @Test func `may have a description, and the events of one device are read`() throws {
    let (reader, events) = try read(describedGetevent)
    #expect(reader.format == .getevent)
    #expect(reader.node == "/dev/input/event2")
    #expect(reader.eventsOfOtherDevices == 3)
    let device = reader.device
    #expect(device.name == "touch \"screen\"")
    #expect(device.identity == .init(bus: 0x18, vendor: 0x6cb, product: 0, version: 0xff))
    #expect(device.properties == [1])
    #expect(device.codes(of: .key).map(\.rawValue) == [330])
    #expect(device.axes.map(\.code.rawValue) == [47, 53, 54])
    #expect(
      device.range(of: .absMTPositionX)
        == AxisRange(minimum: -10, maximum: 1079, fuzz: 1, flat: 2, resolution: 20))
    #expect(device.range(of: .absMTPositionY) == AxisRange(minimum: 0, maximum: 1919))
    #expect(
      events == [
        event(1_194_802_069, 1, 330, 1), event(1_194_802_069, 3, 53, 0x168),
        event(1_194_802_069, 0, 0, 0),
      ])
  }

  @Test func `may be only a description, of which the touched device is meant`() throws {
    let lines = describedGetevent.split(separator: "\n").filter { !$0.hasPrefix("[") }
    let text = lines.joined(separator: "\n") + "\n"
    let (reader, events) = try read(text)
    #expect(events.isEmpty && reader.devices.count == 2)
    #expect(reader.node == "/dev/input/event2")
    #expect(reader.device.range(of: .absMTPositionX)?.maximum == 1079)
    #expect(try read(text, choosing: .node("/dev/input/event9")).0.node.isEmpty)
  }

  @Test func `may have a description with labels`() throws {
    let (reader, events) = try read(
      """
      add device 1: /dev/input/event1
        name:     "pen"
        events:
          KEY (0001): KEY_POWER            BTN_DIGI*            KEY_NOTIFICATION_CEN 02f0 
          ABS (0003): ABS_X                 : value 0, min 0, max 9, fuzz 0, flat 0, resolution 3
                      ABS_MT_POSITION_X     : value 0, min 0, max 8, fuzz 0, flat 0, resolution 3
        input props:
          INPUT_PROP_POINTER
          0002

      """)
    #expect(events.isEmpty)
    #expect(reader.device.name == "pen")
    #expect(reader.device.properties == [0, 2])
    #expect(reader.device.codes(of: .key).map(\.rawValue) == [116, 0x140, 0x1bc, 0x2f0])
    #expect(reader.device.axes.map(\.range.maximum) == [9, 8])
  }

  /// A line and its event, alone in its recording.
  @Test(
    arguments: [
      ("[       1.000002] EV_ABS       ABS_MT_POSITION_X    000001ad            ", 3, 53, 429),
      ("[       1.000002] 0003 0035 000001ad", 3, 53, 429),
      ("[       1.000002] 0003 0039 ffffffff", 3, 57, -1),
      ("[       1.000002] EV_ABS       ABS_MT_TRACKING_ID   ffffffff            ", 3, 57, -1),
      ("[       1.000002] EV_ABS       ABS_MT_SLOT          80000000", 3, 47, .min),
      ("[       1.000002] EV_KEY       BTN_TOUCH            UP                  ", 1, 330, 0),
      ("[       1.000002] EV_KEY       BTN_TOUCH            DOWN", 1, 330, 1),
      ("[       1.000002] EV_KEY       KEY_A                REPEAT              ", 1, 30, 2),
      ("[       1.000002] EV_KEY       KEY_A                00000003            ", 1, 30, 3),
      ("[       1.000002] EV_KEY       BTN_DIGI             DOWN                ", 1, 0x140, 1),
      ("[       1.000002] EV_KEY       BTN_MOUSE            DOWN                ", 1, 0x110, 1),
      ("[       1.000002] EV_KEY       KEY_NOTIFICATION_CEN DOWN                ", 1, 0x1bc, 1),
      ("[       1.000002] EV_SW        SW_JACK_PHYSICAL_INS 00000001            ", 5, 7, 1),
      ("[       1.000002] EV_KEY       0148                 DOWN                ", 1, 328, 1),
      ("[       1.000002] 001e         0001                 00000002            ", 0x1e, 1, 2),
      ("[       1.000002] EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_FINGER      ", 3, 55, 0),
      ("[       1.000002] EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM        ", 3, 55, 2),
      ("[       1.000002] EV_ABS       ABS_MT_TOOL_TYPE     00000007            ", 3, 55, 7),
      ("[       1.000002] EV_SYN       SYN_MT_REPORT        00000000            ", 0, 2, 0),
      (
        "[       1.000002] EV_SYN       SYN_REPORT           00000000             rate 125", 0, 0, 0
      ),
      ("[       1.000002] 0000 0000 00000000 rate 9", 0, 0, 0),
      ("[       1.000002] /dev/input/event12: EV_SYN       SYN_DROPPED          00000000", 0, 3, 0),
      ("1-2: /dev/input/event2: 0003 0035 000001c5", 3, 53, 0x1c5),
      ("1-2: 0003 0035 000001c5\r", 3, 53, 0x1c5),
      ("1-000002: EV_ABS       ABS_X                00000001            ", 3, 0, 1),
    ] as [(String, UInt16, UInt16, Int32)])
  func `has many layouts`(line: String, type: UInt16, code: UInt16, value: Int32) throws {
    let (reader, events) = try read("\(line)\n")
    #expect(reader.format == .getevent)
    #expect(events == [event(1_000_002, type, code, value)])
  }

  @Test(arguments: [
    "/dev/input/event2: 0003 0035 000001c5", "0003 0035 000001c5",
    "EV_ABS       ABS_MT_POSITION_X    000001c5            ",
    "/dev/input/event2: EV_ABS       ABS_MT_POSITION_X    000001c5            ",
  ])
  func `may have no times`(line: String) throws {
    let (reader, events) = try read("* daemon started successfully\n\(line)\n")
    #expect(reader.format == .getevent)
    #expect(events == [event(0, 3, 53, 0x1c5)])
  }

  @Test func `keeps all events if no device moves an axis`() throws {
    let key = "/dev/input/event1: 0001 0074 00000001\n"
    let mouse = "/dev/input/event0: 0002 0000 00000001\n"
    let (few, events) = try read(key + mouse + key)
    #expect(few.node == "/dev/input/event1" && few.eventsOfOtherDevices == 1)
    #expect(events == [event(0, 1, 116, 1), event(0, 1, 116, 1)])
    // The number of kept events is limited.
    let many = String(repeating: key + mouse, count: 20_000)
    let (reader, all) = try read(many + "/dev/input/event0: 0003 0000 00000001\n" + key)
    #expect(reader.node == "/dev/input/event1" && reader.eventsOfOtherDevices == 20_001)
    #expect(all.count == 20_001)
  }

  static let damaged: [(String, TraceError.Reason, Int)] = [
    ("[ 1.x] EV_ABS ABS_X 0", .expected("microseconds"), 5),
    ("[ x.0] EV_ABS ABS_X 0", .expected("a time in seconds"), 3),
    ("[ 1] EV_ABS ABS_X 0", .expected("a point after the seconds"), 4),
    ("[ 1.1000000] EV_ABS", .outOfRange("microseconds"), 5),
    ("[ 9223372037.0] EV_ABS", .outOfRange("a time in seconds"), 3),
    ("[ 9999999999999999.0] EV_ABS", .outOfRange("a time in seconds"), 3),
    ("[ 1.0 EV_ABS ABS_X 0", .expected("a closing bracket"), 6),
    ("1-x: 0003", .expected("microseconds"), 3),
    ("1-2 0003", .expected("a colon after the time"), 4),
    ("/dev/input/event2 0003 0035 0", .expected("a colon after the device"), 18),
    ("[ 1.0] ", .expected("an event type in hex"), 8),
    ("[ 1.0] EV_APS ABS_X 0", .expected("the name of an event type"), 8),
    ("[ 1.0] 10000 0035 0", .outOfRange("an event type in hex"), 8),
    ("[ 1.0] 0003,0035 0", .expected("an event type in hex"), 12),
    ("[ 1.0] EV_ABS ABS_Q 0", .expected("the name of one code of its type"), 15),
    ("[ 1.0] EV_ABS BTN_TOUCH 0", .expected("the name of one code of its type"), 15),
    (
      "[ 1.0] EV_KEY KEY_KBDINPUTASSIST_N DOWN", .expected("the name of one code of its type"), 15
    ),
    (
      "[ 1.0] EV_KEY KEY_KBDINPUTASSIST_ACCEPT_OR_SO DOWN",
      .expected("the name of one code of its type"), 15
    ),
    ("[ 1.0] EV_ABS 0g 0", .expected("an event code in hex"), 16),
    ("[ 1.0] EV_ABS", .expected("an event code in hex"), 14),
    ("[ 1.0] EV_ABS ABS_X", .expected("a value in hex"), 20),
    ("[ 1.0] EV_ABS ABS_X DOWN", .expected("the name of a value, or a value in hex"), 21),
    ("[ 1.0] EV_ABS ABS_X 100000000", .outOfRange("a value in hex"), 21),
    ("[ 1.0] EV_ABS ABS_X 0000001g", .expected("the end of the line"), 28),
    ("[ 1.0] EV_KEY KEY_A DOWNER", .expected("the end of the line"), 25),
    ("[ 1.0] EV_KEY KEY_A LEFT", .expected("a value in hex"), 21),
    ("[ 1.0] EV_SYN SYN_REPORT 0 rate x", .expected("a rate"), 33),
    ("[ 1.0] EV_SYN SYN_REPORT 0 rat", .expected("the end of the line"), 28),
    ("0003 00g5 00000000", .expected("an event code in hex"), 8),
    ("add device x", .expected("the number of a device"), 12),
    ("add device 1 /dev", .expected("a colon after the device's number"), 13),
    ("  bus:      x", .expected("a bus in hex"), 13),
    ("  vendor    10000", .outOfRange("a vendor in hex"), 13),
    ("  name:     pad", .expected("a name in quotes"), 13),
    ("  name:     \"pad", .expected("a closing quote"), 17),
  ]

  @Test(arguments: damaged)
  func `reports the location of an error`(line: String, reason: TraceError.Reason, column: Int)
    throws
  {
    #expect(throws: TraceError(reason, line: 2, column: column)) {
      _ = try read("add device 1: /dev/input/event0\n\(line)\n")
    }
  }

  @Test(arguments: [
    ("    0035", TraceError.Reason.expected("a type such as ABS (0003):"), 5),
    ("    ABS (00x3): 0035", .expected("a closing parenthesis"), 12),
    ("    ABS (x): 0035", .expected("an event type in hex"), 10),
    ("    KEY (0001): 0066 x", .expected("an event code in hex"), 22),
    ("    KEY (0001): KEY_QQQ", .expected("the name of one code of its type"), 17),
    ("    ABS (0003): 0035 : vlaue", .expected("the value"), 24),
    ("    ABS (0003): 0035 : value 0, min 0, mox", .expected("the largest value"), 40),
    ("    ABS (0003): 0035 : value 0, min x", .expected("the smallest value"), 37),
    (
      "    ABS (0003): 0035 : value 0, min 0, max 9, fuzz 0, flat 0 x",
      .expected("the end of the line"), 62
    ),
  ])
  func `reports the location of an error in a list of codes`(
    line: String, reason: TraceError.Reason, column: Int
  ) throws {
    #expect(throws: TraceError(reason, line: 3, column: column)) {
      _ = try read("add device 1: /dev/input/event0\n  events:\n\(line)\n")
    }
  }

  @Test func `may have numbers in capitals`() throws {
    for line in ["EV_ABS ABS_MT_TRACKING_ID FFFFFFFF", "0003 0039 FFFFFFFF", "0003 0039 ffffffff"] {
      let events = try read("[ 1.0] \(line)\n").1
      #expect(events.map(\.value) == [-1])
    }
    #expect(try read("[ 1.0] EV_ABS ABS_MT_POSITION_X DEADBEEF\n").1[0].value == -559_038_737)
    #expect(throws: TraceError.self) { _ = try read("[ 1.0] EV_ABS ABS_X FFFFFFFG\n") }
  }

  private static let frame = "[ 1.0] 0003 0035 00000001\n[ 1.0] 0000 0000 00000000\n"

  @Test(arguments: [
    ("[ 1.5] 0003 0035 0000002", "the rest of the line"),
    ("[ 1.5] 0003 0035 ", "a value in hex"),
    ("[ 1.", "microseconds"), ("000", "the rest of the line"), ("EV", "the rest of the line"),
    ("/dev/inp", "the rest of the line"), ("0003 ", "the rest of the line"),
  ])
  func `rejects a truncated last line`(end: String, expected: String) {
    let error = #expect(throws: TraceError.self) { _ = try read(Self.frame + end) }
    #expect(error?.line == 3)
    #expect(error?.reason == .expected(expected))
  }

  @Test(arguments: ["[ 2.0] 0000 0000 00000000", "130|shell@phone:/ $ ", "^C", "", "root@x:/ # "])
  func `may end without a newline`(end: String) throws {
    #expect(try read(Self.frame + end).1.count >= 2)
  }

  @Test func `rejects more devices than the kernel supports`() {
    let lines = (0..<2000).map { "/dev/input/event\($0): 0001 0074 00000001\n" }
    let error = #expect(throws: TraceError.self) { _ = try read(lines.joined()) }
    #expect(error?.reason == .unsupported("more devices than a machine can have"))
  }
}
