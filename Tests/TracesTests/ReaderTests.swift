import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// The state of a reader at the end.
struct Reading {
  let format: RecordingFormat?
  let devices: [RecordedDevice]
  let device: DeviceDescription
  let node: String
  let eventsOfOtherDevices: Int
  let eventLines: [Int]
  let remarks: [String]
}

/// Reads a whole text in pieces of a given size.
func read(
  _ text: String, pieces: Int = 1 << 16, choosing choice: DeviceChoice = .automatic
) throws -> (Reading, [InputEvent]) {
  try read(Array(text.utf8), pieces: pieces, choosing: choice)
}

/// Reads all bytes in pieces of a given size.
func read(
  _ bytes: [UInt8], pieces: Int = 1 << 16, choosing choice: DeviceChoice = .automatic
) throws -> (Reading, [InputEvent]) {
  var reader = RecordingReader(choosing: choice)
  reader.keepsLines = true
  var events: [InputEvent] = []
  for start in stride(from: 0, to: bytes.count, by: pieces) {
    let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
    try reader.read(piece.span, into: &events)
  }
  try reader.finish(into: &events)
  let reading = Reading(
    format: reader.format, devices: reader.devices, device: reader.device,
    node: reader.chosenDevice?.node ?? "",
    eventsOfOtherDevices: reader.eventsOfOtherDevices, eventLines: reader.eventLines,
    remarks: reader.remarks)
  return (reading, events)
}

private let evemu = """
  # EVEMU 1.3
  # Kernel: 6.13.3
  N: A pad # of "some" kind
  I: 001d 06cb 0000 00ff
  P: 05 00 00 00 00 00 00 00
  B: 00 0b 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 01 00 00 01 00 00 00 00 00
  B: 01 20 04 00 00 00 00 00 00
  B: 03 00 00 00 00 00 80 60 02
  A: 2f 0 4 0 0 0
  A: 35 -10 1940 1 2 20
  A: 36 0 1297 0 0
  ################################
  #      Waiting for events      #
  ################################
  E: 0.000001 0003 0039 0017\t# EV_ABS / ABS_MT_TRACKING_ID   17
  E: 0.000001 0003 0035 -001
  chatter between events
  E: 1400000000.999999 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
  """

private let libinput = """
  # libinput record
  version: 1
  ndevices: 1
  libinput:
    version: "1.22.1"
  system:
  os: "debian:12"
  devices:
  - node: /dev/input/event1
    evdev:
      # Name: A pad
      name: "A \\"pad\\" [x]"
      id: [29, 1739, 0, 255]
      codes:
        0: [0, 1, 2]
        1: [272, 325, 330] # EV_KEY
        3: [47, 53,
            54, 57]
      absinfo:
        47: [0, 4, 0, 0, 0]
        53: [-10, 1940, 1, 2, 20]
      properties: [0, 2]
    hid: [5, 1,
      9, 2]
    udev:
      properties:
      - ID_INPUT=1
    quirks:
    events:
    # Current time is 12:00:00
    - evdev:
      - [  0,      0,   3,  57,      17] # EV_ABS / ABS_MT_TRACKING_ID  17
      - [  0,      0,   3,  53,      -1]
      - [  0,      0,   0,   0,       0] # ---- SYN_REPORT (0) ---- +0ms
      libinput:
      - {time: 0.0, type: POINTER_MOTION, delta: [1.0, 2.0]}
    - libinput:
      - {time: 0.1, type: POINTER_MOTION, delta: [1.0, 2.0]}
    - evdev:
      - [1400000000, 999999,   0,   0,       0]
  """

@Suite struct `A reader` {
  @Test func `reads evemu's text format`() throws {
    let (reader, events) = try read(evemu)
    #expect(reader.format == .evemu)
    #expect(reader.device.name == "A pad # of \"some\" kind")
    #expect(reader.device.identity == .init(bus: 0x1d, vendor: 0x6cb, product: 0, version: 0xff))
    #expect(reader.device.properties == [0, 2])
    #expect(reader.device.codes(of: .key).map(\.rawValue) == [272, 325, 330])
    #expect(reader.device.codes(of: .absolute).map(\.rawValue) == [47, 53, 54, 57])
    #expect(
      reader.device.range(of: .absMTPositionX)
        == AxisRange(minimum: -10, maximum: 1940, fuzz: 1, flat: 2, resolution: 20))
    #expect(reader.device.range(of: .absMTPositionY) == AxisRange(minimum: 0, maximum: 1297))
    #expect(
      events == [
        event(1, 3, 57, 17), event(1, 3, 53, -1), event(1_400_000_000_999_999, 0, 0, 0),
      ])
  }

  @Test func `reads libinput's YAML`() throws {
    let (reader, events) = try read(libinput)
    #expect(reader.format == .libinput)
    #expect(reader.device.name == "A \"pad\" [x]")
    #expect(reader.device.identity == .init(bus: 29, vendor: 1739, product: 0, version: 255))
    #expect(reader.device.properties == [0, 2])
    #expect(reader.device.codes(of: .key).map(\.rawValue) == [272, 325, 330])
    #expect(reader.device.codes(of: .absolute).map(\.rawValue) == [47, 53, 54, 57])
    #expect(
      reader.device.range(of: .absMTPositionX)
        == AxisRange(minimum: -10, maximum: 1940, fuzz: 1, flat: 2, resolution: 20))
    #expect(
      events == [
        event(0, 3, 57, 17), event(0, 3, 53, -1), event(0, 0, 0, 0),
        event(1_400_000_000_999_999, 0, 0, 0),
      ])
  }

  /// YAML has three forms of strings, of which libinput uses one.
  @Test(
    arguments: [
      (#""a \"b\" \\ \t\x41\u00fc\U0001f600""#, "a \"b\" \\ \tAü😀"),
      ("'it''s # \"so\"' # why", "it's # \"so\""),
      ("bare#1 # comment", "bare#1"), ("\"\"", ""), ("''", ""),
    ])
  func `reads a name in any form of YAML`(written: String, name: String) throws {
    let text = "version: 1\ndevices:\n- node: /dev/x # first\n  evdev:\n    name: \(written)\n"
    let (reader, _) = try read(text)
    #expect(reader.device.name == name)
    #expect(reader.devices.map(\.node) == ["/dev/x"])
  }

  @Test(arguments: 1...10)
  func `tells times apart that differ in one digit`(digits: Int) throws {
    let ones = String(repeating: "1", count: digits)
    let seconds = (0..<digits).flatMap { index in
      [ones, ones.prefix(index) + "2" + ones.dropFirst(index + 1)]
    }
    let lines = seconds.map { "E: \($0).000001 0003 0035 8\n" }
    let (_, events) = try read("# EVEMU 1.3\n" + lines.joined())
    #expect(events.map { "\($0.time.microseconds)" } == seconds.map { $0 + "000001" })
  }

  @Test func `ignores a word that begins like an event`() throws {
    let text = "# EVEMU 1.3\nE: 0.000001 0000 0000 0\nEnd of it\nE: 1.000000 0000 0000 0\n"
    #expect(try read(text).1.count == 2)
  }

  @Test(
    arguments: [evemu, libinput, evtest, getevent, describedGetevent], [1, 2, 3, 7, 64, 1000])
  func `reads the same in pieces of any size`(text: String, pieces: Int) throws {
    let (whole, events) = try read(text)
    let (pieced, same) = try read(text, pieces: pieces)
    #expect(same == events)
    #expect(pieced.device == whole.device)
    let (_, dos) = try read(text.replacing("\n", with: "\r\n"), pieces: pieces)
    #expect(dos == events)
  }

  /// The formats in which programs print numbers, implemented independently.
  private static let printers: [@Sendable (InputEvent) -> String] = [
    { event in
      let (type, code) = (fourHex(event.type.rawValue), fourHex(event.code.rawValue))
      return "E: \(event.seconds) \(type) \(code) \(event.value)\n"
    },
    { event in
      let type = String(event.type.rawValue, radix: 16)
      return
        "E: \(event.seconds) \(type) \(String(event.code.rawValue, radix: 16)) \(event.value)\n"
    },
    { event in
      if event.endsFrame { return "Event: time \(event.seconds), ------ SYN_REPORT ------\n" }
      return "Event: time \(event.seconds), type \(event.type.rawValue) (?), "
        + "code \(event.code.rawValue) (?), value \(event.value)\n"
    },
    { event in
      "[  \(event.seconds)] /dev/input/event2: \(event.numbers) \(event.bits)  \r\n"
    },
    { event in
      let time = event.time.microseconds
      return "\(time / 1_000_000)-\(time % 1_000_000): \(event.numbers) \(event.bits)\n"
    },
  ]

  @Test(arguments: 0..<printers.count)
  func `reads all numbers correctly`(printer: Int) throws {
    var chance = TestRandom(seed: 3)
    var time: Int64 = 0
    let events = (0..<5000).map { index in
      time += Int64.random(in: 0...9_999_999, using: &chance)
      if index % 8 == 7 { return event(time, 0, 0, 0) }
      let extremes: [Int32] = [.min, .max, -1, 0, 1]
      let value =
        Bool.random(using: &chance)
        ? Int32.random(in: .min ... .max, using: &chance) : extremes[index % 5]
      return event(
        time, [1, 2, 3, 5, 0x1f].randomElement(using: &chance) ?? 1,
        UInt16.random(in: 0...0xffff, using: &chance), value)
    }
    let (_, same) = try read(events.map(Self.printers[printer]).joined())
    #expect(same == events)
  }

  /// As evemu prints types and codes: `%04x`.
  private static func fourHex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A comment does not change an event, in any notation.
  @Test(arguments: [
    "E: 0.000001 0003 0035 8", "E: 0.000001 0003 0035 -8", "E: 0.000001 0003 0035 999999999",
    "E: 0.000001 0003 0035 -999999999", "E: 0.000001 0003 0035 1000000000",
    "E: 0.000001 0003 0035 2147483647", "E: 0.000001 0003 0035 -2147483648",
    "E: 0.000001 0003 0035 007", "E: 0.000001 0003 003A 1", "E: 0.000001 ffff fffa 1",
    "E: 12.999999 0003 0035 1", "E: 9223372035.000000 0003 0035 1",
    "E: 9223372036.000000 0003 0035 1", "E: 0.1 0003 0035 1", "E:  0.000001  0003 0035 1",
    "E: 0.000001\t0003 0035 1", "E: 0.000001 3 35 1", "E: 0.000001 0003 0035 1 ",
  ])
  func `reads an evemu event the same with a comment`(line: String) throws {
    let (alone, commented) = try (read(line + "\n").1, read(line + " # of what\n").1)
    #expect(alone.count == 1 && alone == commented)
    let numbers = line.dropFirst(2).split { " \t".contains($0) }
    #expect(Int64(numbers[3]) == Int64(alone[0].value))
    #expect(UInt16(numbers[2], radix: 16) == alone[0].code.rawValue)
    #expect(UInt16(numbers[1], radix: 16) == alone[0].type.rawValue)
    let time = numbers[0].split(separator: ".").compactMap { Int64($0) }
    #expect(time[0] * 1_000_000 + time[1] == alone[0].time.microseconds)
  }

  /// Compares any byte at any position with the same line and an extra blank, which the general parser reads.
  ///
  /// The fast parser leaves the last lines of a piece to the general one, so a comment follows.
  @Test(arguments: [
    "E: 12.345678 0003 003a -1234567", "E: 0.000001 abcd ef09 7", "E: 12345678.000001 0003 0035 12",
  ])
  func `reads evemu events the same in the fast and the general parser`(line: String) throws {
    var misread: [String] = []
    for position in 3..<line.utf8.count {
      for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: "\n") {
        let comment = String(repeating: "#", count: 40)
        var bytes = Array("# EVEMU 1.3\n\(line)\n\(comment)\n".utf8)
        bytes[12 + position] = byte
        let usual = try? read(bytes)
        bytes.insert(UInt8(ascii: " "), at: 15)
        let careful = try? read(bytes)
        if usual?.1 != careful?.1 { misread.append("\(byte) at position \(position)") }
      }
    }
    #expect(misread.isEmpty)
  }

  /// The fast parser reads several lines at once, but not those around a comment and at the end.
  @Test func `numbers the lines of evemu events`() throws {
    let event = "E: 0.000001 0003 0035 8\n"
    let comment = "# \(String(repeating: "-", count: 40))\n"
    let text = "# EVEMU 1.3\n\(event)\(event)\(event)\(comment)\(event)\(event)\(comment)\(event)"
    #expect(try read(text).0.eventLines == [2, 3, 4, 6, 7, 9])
  }

  /// Lines that look like evemu events, with one letter too many or too few.
  @Test(arguments: [
    "E: 0.000001 0003 0035 ", "E: 0.000001 0003 0035 -", "E: 0.00000x 0003 0035 1",
    "E: x.000001 0003 0035 1", "E: 0.000001 000g 0035 1", "E: 0.000001 0003 003g 1",
    "E: 0.000001 0003 0035 1x", "E: 0.000001x0003 0035 1", "E: 0.000001 0003x0035 1",
    "E: 0.000001 0003 0035x1", "E: 0,000001 0003 0035 1", "E: 0.000001 0003 0035 --1",
    "E: .00000001 0003 0035 1", "E: 9000000000001.000000 0003 0035 1",
  ])
  func `rejects lines that are nearly evemu events`(line: String) {
    #expect(throws: TraceError.self) { try read("# EVEMU 1.3\n\(line)\n") }
  }

  /// A line, the column of its error, and the reason.
  static let damaged: [(String, TraceError.Reason, Int)] = [
    ("E: 1.000000 0003 00g5 812", .expected("an event code in hex"), 20),
    ("E: 1.000000 0003 00035 812", .outOfRange("an event code in hex"), 0),
    ("E: 1.000000 0003 35 8x2", .expected("a value"), 22),
    ("E: 1.000000 0003 35 9999999999", .outOfRange("a value"), 21),
    ("E: 1.000000 0003 35 -2147483649", .outOfRange("a value"), 21),
    ("E: 1.000000 0003 35", .expected("a value"), 20),
    ("E: 1.000000 fffff 35 1", .outOfRange("an event type in hex"), 13),
    ("E: 1.0000000 0003 35 1", .outOfRange("microseconds, six digits"), 0),
    ("E: 1.1234567 0003 35 1", .outOfRange("microseconds, six digits"), 6),
    // Linux's ktime.h: 2⁶³ ns are 9,223,372,036 s.
    ("E: 9223372037.0 3 35 1", .outOfRange("a time in seconds"), 4),
    ("E: 9999999999999999.0 3 35 1", .outOfRange("a time in seconds"), 4),
    ("E: \(String(repeating: "9", count: 400)).0 3 35 1", .outOfRange("a time in seconds"), 4),
    ("E: 1 0003 0035 812", .expected("a point after the seconds"), 5),
    ("E: .5 0003 0035 812", .expected("a time in seconds"), 4),
    ("E 1.0 0003 0035 812", .expected("a colon"), 2),
    ("A: 35 0 1940 0", .expected("the flat zone"), 15),
    ("A: xx 0 1940 0 0 0", .expected("an axis in hex"), 4),
    ("B: 03 00 00 00", .expected("eight bytes in hex"), 15),
    ("B: 03 00 100 00 00 00 00 00 00", .outOfRange("eight bytes in hex"), 10),
    ("I: 001d 06cb", .expected("a product in hex"), 13),
    ("Q: 1", .expected("a line that begins with #, N:, I:, P:, B:, A:, L:, S: or E:"), 1),
  ]

  @Test(arguments: damaged)
  func `reports the location of an error in an evemu line`(
    line: String, reason: TraceError.Reason, column: Int
  ) throws {
    // Extra digits are valid if the number fits.
    guard column > 0 else {
      #expect(throws: Never.self) { _ = try read("# EVEMU 1.3\n\(line)\n") }
      return
    }
    #expect(throws: TraceError(reason, line: 2, column: column)) {
      _ = try read("# EVEMU 1.3\n\(line)\n")
    }
  }

  @Test(arguments: [
    ("    - [0, 0, 3, 53", TraceError.Reason.expected("a comma after an event code"), 19),
    ("    - [0, 0, 3, 53, 1", .expected("a closing bracket"), 22),
    ("    - [0, 1000000, 3, 53, 1]", .outOfRange("microseconds"), 11),
    ("    - [0, 0, 70000, 53, 1]", .outOfRange("an event type"), 14),
    ("    - [0, 0, 3, 53, x]", .expected("a value"), 21),
    ("    - []", .expected("a time in seconds"), 8),
  ])
  func `reports the location of an error in a libinput line`(
    line: String, reason: TraceError.Reason, column: Int
  ) {
    let head = "version: 1\ndevices:\n- node: x\n  events:\n  - evdev:\n"
    #expect(throws: TraceError(reason, line: 6, column: column)) { _ = try read(head + line) }
  }

  private static let unrecognised =
    "unrecognised recording format; supported are evemu, libinput, evtest, getevent,"
    + " umockdev, revent, pointer-recording, w3c, flutter, rrweb, libgestures, libinput-debug-events and perfetto"

  @Test(arguments: [
    ("", "the file is empty"),
    (
      "\n\n# nothing\n",
      unrecognised
    ),
    ("{}", unrecognised), ("[{}]", unrecognised), ("{", unrecognised), ("[", unrecognised),
    (
      "\u{0}\u{1}\u{2}",
      unrecognised
    ),
    (
      String(repeating: "#\n", count: 1001),
      unrecognised
    ),
    ("version: 2\n", "only version 1 of libinput recordings is supported"),
  ])
  func `reports what it can't read`(text: String, sentence: String) throws {
    do {
      _ = try read(text)
      Issue.record("read")
    } catch let error as TraceError {
      #expect(error.reason == .unsupported(sentence))
    }
  }

  @Test(arguments: [
    (
      "version: 1\nndevices: 2\ndevices:\n- node: a\n  events:\n",
      "2 devices as in ndevices, found 1"
    ),
    (
      "version: 1\ndevices:\n- node: a\n  events:\n  - evdev:\n    - [0, 0, 0, 0, 0] x\n",
      "the end of the line"
    ),
    (
      "version: 1\ndevices:\n- node: a\n  evdev:\n    name: \"\\u00g1\"\n",
      "4 digits in hex"
    ),
  ])
  func `reports what is missing in libinput's layout`(text: String, sentence: String) throws {
    let error = #expect(throws: TraceError.self) { try read(text) }
    #expect(error?.reason == .expected(sentence))
  }

  @Test(arguments: [
    ("  - evdev:\n", "the events of a frame"),
    ("  - evdev:\n    - [0, 0, 0, 0, 0]\n  - ev", "the rest of the line"),
    ("  - evdev:\n    - [0, 0, 0, 0, 0", "a closing bracket"),
  ])
  func `rejects an incomplete end`(end: String, expected: String) {
    let head = "version: 1\ndevices:\n- node: x\n  events:\n"
    let error = #expect(throws: TraceError.self) { _ = try read(head + end) }
    #expect(error?.reason == .expected(expected))
    #expect(throws: Never.self) { _ = try read(head + "  - evdev:\n    - [0, 0, 0, 0, 0]") }
  }

  /// A description is complete without a newline at its end, and so is text after the last frame.
  @Test(arguments: [
    "N: Pad\nA: 35 0 1940 0 0 20", "# EVEMU 1.3\nN: Pad\nB: 03 00 00 00 00 00 00 20 00",
    "Input device name: \"Pad\"\n  Event type 3 (EV_ABS)\n    Event code 53 (?)\n      Max     1940",
    "add device 1: /dev/input/event2\n  events:\n    ABS (0003): 0035  : value 0, min 0, max 1940, fuzz 0, flat 0, resolution 20",
    "version: 1\ndevices:\n- node: x\n  evdev:\n    absinfo:\n      53: [0, 1940, 0, 0, 20]",
  ])
  func `may end without a newline in a description`(text: String) throws {
    let (reading, events) = try read(text)
    #expect(reading.device.codes(of: .absolute) == [.absMTPositionX] && events.isEmpty)
    let range = reading.device.range(of: .absMTPositionX)
    #expect(range == nil || range?.maximum == 1940)
  }

  @Test func `may end without a newline in a comment`() throws {
    #expect(try read("# EVEMU 1.3\nE: 0.1 0000 0000 0\n# Closing after 2").1.count == 1)
    #expect(throws: TraceError.self) { _ = try read("# EVEMU 1.3\nE: 0.1 0003 0035 81") }
  }

  @Test func `reads the kind of device in a list of axes`() throws {
    let axes = "A: 35 0 1940 0 0 20\nA: 36 0 1062 0 0 20\n"
    #expect(try read(axes).0.device.listsOnlyAxes)
    for (kind, key) in [("touchpad", EventCode.btnToolFinger), ("pen", .btnToolPen)] {
      for text in ["kind \(kind)\n\(axes)", "\(axes)kind \(kind)\n"] {
        let device = try read(text).0.device
        #expect(!device.listsOnlyAxes && device.codes(of: .key) == [key])
        #expect(device.axes.count == 2)
      }
    }
    #expect(try read("kind touchscreen\n\(axes)").0.device.properties == [1])
    let expected = "kind touchpad or kind touchscreen or kind pen"
    #expect(throws: TraceError(.expected(expected), line: 1, column: 1)) {
      _ = try read("kind tuchpad\n\(axes)")
    }
  }

  /// The first lines of files that resemble evemu's, as their programs write them.
  @Test(arguments: [
    (
      "P: /devices/platform/i8042/serio1/input/input5\nN: input/event5\nE: ID_INPUT=1\n", 1,
      "umockdev"
    ),
    ("@DEV /dev/input/event5\nEVIOCGVERSION 0 65537\n", 1, "umockdev"),
    ("# a comment\nD: 0\nR: 83 05 0d 09 04\nN: Pen\nP: usb-1\nI: 3 056a 00e6\n", 3, "HID reports"),
    ("N: Pen\nR: 83 05 0d 09 04\nI: 3 056a 00e6\n", 2, "HID reports"),
  ])
  func `identifies files of other programs`(text: String, line: Int, name: String) throws {
    let error = #expect(throws: TraceError.self) { _ = try read(text) }
    #expect(error?.line == line)
    guard case .unsupported(let sentence) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains(name), "\(sentence)")
  }

  @Test func `keeps the events before the damage`() throws {
    var reader = RecordingReader()
    var events: [InputEvent] = []
    let bytes = Array("# EVEMU 1.3\nE: 0.1 3 35 7\nE: 0.2 3 35 oops\n".utf8)
    #expect(throws: TraceError.self) { try reader.read(bytes.span, into: &events) }
    #expect(events == [event(1, 3, 53, 7)])
  }

  @Test func `gives up on an endless line in time`() throws {
    let endless = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 16)
    var reader = RecordingReader()
    var events: [InputEvent] = []
    let error = #expect(throws: TraceError.self) {
      for _ in 0..<20 { try reader.read(endless.span, into: &events) }
    }
    #expect(error?.line == 1)
  }

  @Test(arguments: [evemu, libinput, evtest, getevent, describedGetevent])
  func `never traps on mutated recordings`(text: String) {
    var chance = TestRandom(seed: 7)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0...Int.random(in: 0...3, using: &chance) {
        let offset = Int.random(in: 0..<bytes.count, using: &chance)
        // Digits, signs and brackets reach further into a reader than other bytes.
        let byte =
          Array("0123456789abcdef-.:[](), \n\r/_EA".utf8).randomElement(using: &chance) ?? 0
        switch Int.random(in: 0...3, using: &chance) {
        case 0: bytes[offset] = byte
        case 1: bytes.insert(byte, at: offset)
        case 2: bytes[offset] = UInt8.random(in: 0...255, using: &chance)
        default: bytes.removeSubrange(offset..<min(offset + 3, bytes.count - 1))
        }
      }
      readWhatever(bytes)
    }
  }

  @Test(arguments: [
    "", "# EVEMU 1.3\n", "version: 1\n", "Supported events:\n", "add device 1: /dev/input/event0\n",
  ])
  func `never traps on random bytes`(head: String) {
    var chance = TestRandom(seed: 11)
    for _ in 0..<500 {
      var bytes = Array(head.utf8)
      for _ in 0..<Int.random(in: 0...200, using: &chance) {
        bytes.append(UInt8.random(in: 0...255, using: &chance))
      }
      readWhatever(bytes)
    }
  }

  /// Reads bytes that may be wrong anywhere; errors have a location.
  private func readWhatever(_ bytes: [UInt8]) {
    var reader = RecordingReader()
    var events: [InputEvent] = []
    do {
      try reader.read(bytes.span, into: &events)
      try reader.finish(into: &events)
    } catch {
      #expect(error.line >= 1 && error.column >= 1)
    }
  }
}

func event(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
  InputEvent(
    time: Timestamp(microseconds: time), type: EventType(rawValue: type),
    code: EventCode(rawValue: code), value: value)
}

extension InputEvent {
  /// The time with six decimals.
  fileprivate var seconds: String {
    let rest = String(time.microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - rest.count)
    return "\(time.microseconds / 1_000_000).\(zeros)\(rest)"
  }
  /// Type and code in four digits of hex each.
  fileprivate var numbers: String {
    [type.rawValue, code.rawValue].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined(separator: " ")
  }
  /// The value in eight digits of hex.
  fileprivate var bits: String {
    let digits = String(UInt32(bitPattern: value), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
