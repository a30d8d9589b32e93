import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// What people paste into notes, reports of bugs and mails.
@Suite struct `A recording of libinput in a note` {
  private static let recording = """
    version: 1
    ndevices: 1
    devices:
    - node: /dev/input/event4
      evdev:
        name: "A pad"
        id: [29, 1739, 0, 255]
        codes:
          1: [330] # EV_KEY
          3: [47, 53,
              54, 57]
        absinfo:
          53: [0, 1940, 0, 0, 20]
      properties: [0]
      events:
      - evdev:
        - [  0,      1,   3,  57,      17] # EV_ABS / ABS_MT_TRACKING_ID  17
        - [  0,      1,   3,  53,      -1] # EV_ABS / ABS_MT_POSITION_X   -1
        - [  0,      1,   0,   0,       0] # ---- SYN_REPORT (0) ---- +0ms
      - libinput:
        - {time: 0.1, type: POINTER_MOTION, delta: [1.0, 2.0]}
      - evdev:
        - [  0,   8001,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID  -1
        - [  0,   8001,   0,   0,       0] # ---- SYN_REPORT (0) ---- +8ms
    """
  private static let events = [
    event(1, 3, 57, 17), event(1, 3, 53, -1), event(1, 0, 0, 0), event(8001, 3, 57, -1),
    event(8001, 0, 0, 0),
  ]

  private static func inset(_ prefix: String, _ text: String = recording) -> String {
    text.split(separator: "\n").map { prefix + $0 }.joined(separator: "\n")
  }

  private func expectWhole(
    _ text: String, name: String = "A pad", lines: [Int], remarks: [String] = []
  ) throws {
    for pieces in [1 << 16, 1, 7] {
      let (reader, events) = try read(text, pieces: pieces)
      #expect(reader.format == .libinput && events == Self.events && reader.eventLines == lines)
      #expect(reader.node == "/dev/input/event4" && reader.device.name == name)
      #expect(reader.device.range(of: .absMTPositionX)?.resolution == 20)
      #expect(reader.device.codes(of: .absolute).map(\.rawValue) == [47, 53, 54, 57])
      #expect(reader.remarks == remarks)
    }
  }

  @Test(arguments: ["> ", ">> ", "> > ", "    ", "\t", ">"])
  func `is read where it is quoted or indented`(prefix: String) throws {
    try expectWhole(Self.inset(prefix) + "\n", lines: [17, 18, 19, 23, 24])
    try expectWhole(Self.inset(prefix), lines: [17, 18, 19, 23, 24])
  }

  @Test(arguments: ["", "> ", "    "])
  func `is read with text before and after it`(prefix: String) throws {
    let before = "On Monday a user wrote:\n- [ ] try it again\n\n```\n"
    let after = "\n```\nThis is what I see. To do:\n- [ ] a list\n- [x] of things\nBye - [4] me"
    for end in ["", "\n"] {
      try expectWhole(
        before + Self.inset(prefix) + after + end, lines: [21, 22, 23, 27, 28])
    }
  }

  @Test(arguments: ["> ", "    "])
  func `is read where a mail has wrapped its lines`(prefix: String) throws {
    let wrapped = Self.inset(prefix)
      .replacing("# EV_ABS / ABS_MT_TRACKING_ID ", with: "# EV_ABS /\n\(prefix)ABS_MT_TRACKING_ID ")
      .replacing(",      -1] # EV", with: ",\n-1] # EV")
    try expectWhole(wrapped + "\n", lines: [17, 20, 21, 26, 28])
  }

  @Test(arguments: [
    ("name: \"A pad\"", "name: \"A p…", ""), ("name: \"A pad\"", "[...]", ""),
    ("    id: [29, 1739, 0, 255]", "    id: [...]", "A pad"), ("properties: [0]", "...", "A pad"),
  ])
  func `has a remark where a part of the description is left out`(
    whole: String, omitted: String, name: String
  ) throws {
    let text = Self.inset("> ", Self.recording.replacing(whole, with: omitted))
    try expectWhole(
      text, name: name, lines: [17, 18, 19, 23, 24],
      remarks: ["parts of the device's description are left out"])
  }

  /// A name that is written so has nothing left out.
  @Test func `may have dots in a name`() throws {
    let text = Self.recording.replacing("A pad", with: "A pad...")
    try expectWhole(Self.inset("> ", text), name: "A pad...", lines: [17, 18, 19, 23, 24])
  }

  @Test(arguments: ["...", "[…]", "<snip>"])
  func `is refused where events are left out`(omission: String) throws {
    var lines = Self.inset("> ").split(separator: "\n").map(String.init)
    lines[19] = "> " + omission
    let text = Array(lines.joined(separator: "\n").utf8)
    var reader = RecordingReader()
    var events: [InputEvent] = []
    #expect(
      throws: TraceError(.expected("the events that are left out here"), line: 20, column: 3)
    ) {
      try reader.read(text.span, into: &events)
      try reader.finish(into: &events)
    }
    #expect(events == Array(Self.events.prefix(3)))
  }

  @Test(
    arguments: [
      (",  53,      -1]", ",  53,      x]", .expected("a value"), 18, 38),
      (",  53,      -1]", ",  70000,      -1]", .outOfRange("an event code"), 18, 29),
      ("id: [29", "id: [x", .expected("a number"), 7, 12),
      ("       0] # ---- SYN_REPORT (0) ---- +8ms", "", .expected("the rest of the line"), 24, 1),
    ] as [(String, String, TraceError.Reason, Int, Int)])
  func `reports the line and the column of damage`(
    whole: String, damaged: String, reason: TraceError.Reason, line: Int, column: Int
  ) {
    let text = Self.inset("> ", Self.recording.replacing(whole, with: damaged))
    #expect(throws: TraceError(reason, line: line, column: column)) { try read(text) }
  }
}
