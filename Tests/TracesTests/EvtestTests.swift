import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// A recording by evtest with a full header and the harmless defects that occur in practice.
let evtest = """
  user@host:~$ sudo evtest | tee pad.txt
  No device specified, trying to scan all of /dev/input/event*
  Available devices:
  /dev/input/event0:\tLid Switch
  /dev/input/event4:\tA "pad" (x)
  Select the device event number [0-4]: 4
  Input driver version is 1.0.1
  Input device ID: bus 0x1d vendor 0x6cb product 0x0 version 0xff
  Input device name: "A "pad" (x)"
  Supported events:
    Event type 0 (EV_SYN)
    Event type 1 (EV_KEY)
      Event code 272 (BTN_LEFT)
      Event code 325 (BTN_TOOL_FINGER) state 1
      Event code 328 (?)
        State 0
      Event code 330 (BTN_TOUCH)
    Event type 3 (EV_ABS)
      Event code 47 (ABS_MT_SLOT)
        Value      0
        Min        0
        Max        4
      Event code 53 (ABS_MT_POSITION_X)
        Value    812
        Min      -10
        Max     1940
        Fuzz       1
        Flat       2
        Resolution      20 Event code 54 (ABS_MT_POSITION_Y)
        Value      0
        Min        0
        Max     1297
      Event code 57 (ABS_MT_TRACKING_ID)
        Value      0
        Min        0
        Max    65535
    Event type 17 (EV_LED)
      Event code 0 (LED_NUML)
        State 1
  Key repeat handling:
    Repeat type 20 (EV_REP)
      Repeat code 0 (REP_DELAY)
        Value    250
      Repeat code 1 (REP_PERIOD)
        Value     33
  Properties:
    Property type 0 (INPUT_PROP_POINTER)
    Property type 2 (INPUT_PROP_BUTTONPAD)
  Testing ... (interrupt to exit)
  If the display isn't showing, this command may help:
  Event: time 0.000001, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 17
  Event: time 0.000001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value -1
  ***********************************************
    This device is grabbed by another process.
  Event: time 1400000000.999999, -------------- SYN_REPORT ------------
  """

@Suite struct `The output of evtest` {
  @Test func `has a description and events`() throws {
    let (reader, events) = try read(evtest)
    #expect(reader.format == .evtest)
    let device = reader.device
    #expect(device.name == "A \"pad\" (x)")
    #expect(device.identity == .init(bus: 0x1d, vendor: 0x6cb, product: 0, version: 0xff))
    #expect(device.properties == [0, 2])
    #expect(device.codes(of: .key).map(\.rawValue) == [272, 325, 328, 330])
    #expect(device.codes(of: EventType(rawValue: 17)).map(\.rawValue) == [0])
    #expect(device.codes(of: .repeat).map(\.rawValue) == [0, 1])
    #expect(device.axes.map(\.code.rawValue) == [47, 53, 54, 57])
    #expect(
      device.range(of: .absMTPositionX)
        == AxisRange(minimum: -10, maximum: 1940, fuzz: 1, flat: 2, resolution: 20))
    #expect(device.range(of: .absMTPositionY) == AxisRange(minimum: 0, maximum: 1297))
    #expect(device.range(of: .absMTTrackingID) == AxisRange(minimum: 0, maximum: 65535))
    #expect(
      events == [
        event(1, 3, 57, 17), event(1, 3, 53, -1), event(1_400_000_000_999_999, 0, 0, 0),
      ])
  }

  /// A line and its event, alone in its recording: recordings without a header are common.
  @Test(arguments: [
    ("-------------- SYN_REPORT ------------", event(2_000_003, 0, 0, 0)),
    ("-------------- EV_SYN ------------", event(2_000_003, 0, 0, 0)),
    ("-------------- Report Sync ------------", event(2_000_003, 0, 0, 0)),
    ("-------------- ? ------------", event(2_000_003, 0, 0, 0)),
    ("-------------- SYN_CONFIG ------------", event(2_000_003, 0, 1, 0)),
    ("-------------- Config Sync ------------", event(2_000_003, 0, 1, 0)),
    ("++++++++++++++ SYN_MT_REPORT ++++++++++++", event(2_000_003, 0, 2, 0)),
    ("++++++++++++++ EV_REL ++++++++++++", event(2_000_003, 0, 2, 0)),
    ("++++++++++++++++++++ EV_SYN +++++++++++++++", event(2_000_003, 0, 0, 0)),
    (">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<", event(2_000_003, 0, 3, 0)),
    ("type 4 (EV_MSC), code 4 (MSC_SCAN), value d0042", event(2_000_003, 4, 4, 0xd0042)),
    ("type 4 (EV_MSC), code 3 (MSC_RAW), value 10", event(2_000_003, 4, 3, 0x10)),
    ("type 4 (EV_MSC), code 4 (MSC_SCAN), value ffffffff", event(2_000_003, 4, 4, -1)),
    ("type 4 (EV_MSC), code 5 (MSC_TIMESTAMP), value 10", event(2_000_003, 4, 5, 10)),
    ("type 1 (EV_KEY), code 328 (?), value 1", event(2_000_003, 1, 328, 1)),
    ("type 1 (Key), code 333 (Tool Doubletap), value 1  \t", event(2_000_003, 1, 333, 1)),
    ("type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1\r", event(2_000_003, 3, 57, -1)),
    ("type 3 (EV_ABS), code 53 (?), value -001", event(2_000_003, 3, 53, -1)),
  ])
  func `is parsed by numbers and marks, not by words`(line: String, expected: InputEvent) throws {
    for head in ["", "SYNC: ", "a", "^C"] {
      let (reader, events) = try read("\(head)Event: time 2.000003, \(line)\n")
      #expect(reader.format == .evtest)
      #expect(events == [expected])
    }
  }

  @Test func `may come from libevdev's own program`() throws {
    let (reader, events) = try read(
      """
      Input device ID: bus 0x1d vendor 0x6cb product 0
      Evdev version: 10001
      Input device name: "pad"
      Phys location: isa0060/serio1/input0
      Uniq identifier: (null)
      Supported events:
        Event type 0 (EV_SYN)
        Event type 3 (EV_ABS)
          Event code 0 (ABS_X)
      \tValue\t   812
      \tMin\t  1024
      \tMax\t  5112
      \tResolution\t    42
      Properties:
        Property type 1 (INPUT_PROP_DIRECT)
      Event: time 1.5, type 4 (EV_MSC), code 4 (MSC_SCAN), value 458756
      Event: time 1.5, ++++++++++++++++++++ EV_SYN +++++++++++++++
      ::::::::::::::::::::: dropped ::::::::::::::::::::::
      SYNC: Event: time 1.6, type 3 (EV_ABS), code 0 (ABS_X), value 2
      SYNC: Event: time 1.6, ++++++++++++++++++++ EV_SYN +++++++++++++++
      ::::::::::::::::::::: re-synced ::::::::::::::::::::::

      """)
    #expect(reader.device.identity == .init(bus: 0x1d, vendor: 0x6cb, product: 0, version: 0))
    #expect(reader.device.properties == [1])
    #expect(
      reader.device.range(of: .absX) == AxisRange(minimum: 1024, maximum: 5112, resolution: 42))
    #expect(
      events == [
        event(1_000_005, 4, 4, 458756), event(1_000_005, 0, 0, 0), event(1_000_006, 3, 0, 2),
        event(1_000_006, 0, 0, 0),
      ])
  }

  static let damagedEvents: [(String, TraceError.Reason, Int)] = [
    ("Event:", .expected("a time"), 7),
    ("Event: tame 1.0, type", .expected("a time"), 7),
    ("Event: time x.0, type", .expected("a time in seconds"), 13),
    ("Event: time 1, type", .expected("a point after the seconds"), 14),
    ("Event: time 1.1234567, type", .outOfRange("microseconds, six digits"), 15),
    ("Event: time 9223372037.0, type", .outOfRange("a time in seconds"), 13),
    ("Event: time 9999999999999999.0, type", .outOfRange("a time in seconds"), 13),
    ("Event: time 1.0 type", .expected("a comma after the time"), 16),
    (
      "Event: time 1.0, tpye 3", .expected("a type, or a mark such as ---- SYN_REPORT ----"), 18
    ),
    ("Event: time 1.0, type x", .expected("an event type"), 23),
    ("Event: time 1.0, type 65536 (", .outOfRange("an event type"), 23),
    ("Event: time 1.0, type 3, code", .expected("a name in parentheses"), 24),
    ("Event: time 1.0, type 3 (EV_ABS, code 5 (A),", .expected("a closing parenthesis"), 32),
    ("Event: time 1.0, type 3 (EV_ABS) code", .expected("a comma after the name"), 33),
    ("Event: time 1.0, type 3 (EV_ABS), cod 3", .expected("a code"), 35),
    ("Event: time 1.0, type 3 (E), code 99999 (?)", .outOfRange("an event code"), 35),
    ("Event: time 1.0, type 3 (E), code 5 (?), vlaue 5", .expected("a value"), 42),
    ("Event: time 1.0, type 3 (E), code 5 (?), value x", .expected("a value"), 48),
    ("Event: time 1.0, type 3 (E), code 5 (?), value 1.5", .expected("the end of the line"), 49),
    ("Event: time 1.0, type 3 (E), code 5 (?), value 2147483648", .outOfRange("a value"), 48),
    ("Event: time 1.0, type 4 (E), code 4 (?), value g", .expected("a value in hex"), 48),
    (
      "Event: time 1.0, type 4 (E), code 4 (?), value 100000000", .outOfRange("a value in hex"), 48
    ),
    ("Event: time 1.0, -------------- SYN_REP", .expected("dashes after the name"), 40),
    ("Event: time 1.0, ++++++ SYN_MT_REPORT", .expected("plus signs after the name"), 38),
    ("Event: time 1.0, >>>> SYN_DROPPED >>>>", .expected("angle brackets after the name"), 39),
    ("Event: time 1.0, ---- SYN_REPORT ---- x", .expected("the end of the line"), 39),
    (
      "SYNC: Event: time 1.0, type", .expected("a type, or a mark such as ---- SYN_REPORT ----"), 24
    ),
  ]

  @Test(arguments: damagedEvents)
  func `reports the location of an error in an event`(
    line: String, reason: TraceError.Reason, column: Int
  ) throws {
    #expect(throws: TraceError(reason, line: 2, column: column)) {
      _ = try read("Supported events:\n\(line)\n")
    }
  }

  static let damagedHeader: [(String, TraceError.Reason, Int)] = [
    ("Input device ID: bus 0x1d vendor", .expected("a vendor in hex"), 33),
    ("Input device ID: bos 0x1d", .expected("a bus in hex"), 18),
    ("Input device ID: bus 0x1d000", .outOfRange("a bus in hex"), 24),
    ("Input device ID: bus 0x1 vendor 0 product 0 x", .expected("a version in hex"), 45),
    ("Input device name: pad", .expected("a name in quotes"), 20),
    ("Input device name: \"pad", .expected("a closing quote"), 24),
    ("  Event type x", .expected("an event type"), 14),
    ("    Event code 5", .expected("an event type before the first of its codes"), 16),
    ("  Property type 70000 (?)", .outOfRange("a property"), 17),
  ]

  @Test(arguments: damagedHeader)
  func `reports the location of an error in a header`(
    line: String, reason: TraceError.Reason, column: Int
  ) throws {
    #expect(throws: TraceError(reason, line: 2, column: column)) {
      _ = try read("Supported events:\n\(line)\n")
    }
  }

  @Test(arguments: [
    ("      Min  x", TraceError.Reason.expected("the smallest value"), 12),
    ("      Max  9999999999", .outOfRange("the largest value"), 12),
    ("      Fuzz", .expected("the fuzz"), 11),
    ("      Flat 1.5", .expected("the flat zone"), 13),
    ("      Resolution 12x", .expected("the resolution"), 20),
  ])
  func `reports the location of an error in an axis`(
    line: String, reason: TraceError.Reason, column: Int
  ) throws {
    let head = "Supported events:\n  Event type 3 (EV_ABS)\n    Event code 0 (ABS_X)\n"
    #expect(throws: TraceError(reason, line: 4, column: column)) {
      _ = try read("\(head)\(line)\n")
    }
  }

  private static let frame =
    "Event: time 1.0, type 3 (E), code 53 (?), value 5\n"
    + "Event: time 1.0, -------------- SYN_REPORT ------------\n"

  @Test(arguments: [
    ("Event: time 1.5, type 3 (E), code 53 (?), value 81", "the rest of the line"),
    ("Event: time 1.5, type 3 (E), co", "a code"),
    ("Event: time 1.5, -------------- SYN_REPORT", "dashes after the name"),
    ("Eve", "the rest of the line"),
  ])
  func `rejects a truncated last line`(end: String, expected: String) {
    let error = #expect(throws: TraceError.self) { _ = try read(Self.frame + end) }
    #expect(error?.line == 3)
    #expect(error?.reason == .expected(expected))
  }

  @Test(arguments: [
    "Event: time 2.0, -------------- SYN_REPORT ------------", "user@host:~$ ", "^C", "E: x", "",
  ])
  func `may end without a newline`(end: String) throws {
    #expect(try read(Self.frame + end).1.count >= 2)
  }

  @Test func `is not confused with other text about events`() throws {
    let (reader, _) = try read(
      "grep \"Event: time \" x\n/dev/input/event0: Lid\n[ 1.5] usb 1-1: face\n# EVEMU 1.3\n")
    #expect(reader.format == .evemu)
  }

  @Test func `may have several entries on one line`() throws {
    let range = String(repeating: "Max 7 ", count: 100_000)
    let (reader, _) = try read(
      "Supported events:\n  Event type 3 (EV_ABS)\n    Event code 0 (ABS_X)\n  \(range)\n")
    #expect(reader.device.range(of: .absX)?.maximum == 7)
  }
}
