import Foundation
import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// A recording of a page; each row on a line of its own, from line 4 on.
private func page(
  _ rows: [String], density: String = "10", clockStep: String = "0.1",
  types: String = #"{ "2": "touch", "3": "touch", "7": "pen", "1": "mouse" }"#,
  columns: String = #""phase", "id", "t", "x", "y", "force", "rx", "ry", "tiltX", "tiltY""#,
  wheel: String = "[]"
) -> String {
  """
  { "format": "pointer-recording", "version": 1, "dpr": 2.625, "viewport": [412, 915],
    "clockStepMs": \(clockStep), "cssPxPerMm": \(density), "pointerTypes": \(types), "wheel": \(wheel),
    "columns": [\(columns)], "rows": [
  \(rows.joined(separator: ",\n"))
  ] }
  """
}

/// A finger that moves 8 px upwards in 8 ms.
private let drag = [
  #"["b", 2, 0, 200, 700, 0.4, 6, 9, 0, 0]"#, #"["m", 2, 8, 200, 692, 0.41, 6, 9, 0, 0]"#,
  #"["e", 2, 16, 200, 692, 0, 0.5, 0.5, 0, 0]"#,
]

@Suite struct `A recording of a page` {
  @Test(arguments: [1, 7, 1 << 16])
  func `becomes the events of a touchscreen`(pieces: Int) throws {
    let recording = try Pointers(page(drag), pieces: pieces)
    #expect(recording.format == "pointer-recording")
    // Positions in thousandths of a pixel; forces in millionths; the length and width of the touch are twice
    // its radii.
    #expect(
      recording.texts == [
        "0 3 0x2f 0", "0 3 0x39 0", "0 3 0x35 200000", "0 3 0x36 700000", "0 3 0x3a 400000",
        "0 3 0x30 18000", "0 3 0x31 12000", "0 1 0x14a 1",
        "8000 3 0x2f 0", "8000 3 0x35 200000", "8000 3 0x36 692000", "8000 3 0x3a 410000",
        "8000 3 0x30 18000", "8000 3 0x31 12000",
        "16000 3 0x2f 0", "16000 3 0x39 -1", "16000 1 0x14a 0",
      ])
    #expect(
      recording.lines == Array(repeating: 4, count: 9) + Array(repeating: 5, count: 7)
        + [6, 6, 6, 6])
    let device = recording.device
    #expect(device.name == "Browser touchscreen")
    #expect(
      device.range(of: .absMTPositionY)
        == AxisRange(minimum: 0, maximum: 915_000, resolution: 10_000))
    #expect(device.range(of: .absMTSlot)?.maximum == 0)
    #expect(device.range(of: EventCode(rawValue: 0x30))?.maximum == 18_000)
    #expect(recording.remarks == [])
  }

  @Test func `has lengths in mm`() throws {
    let recording = try Pointers(page(drag))
    let surface = try recording.surface
    #expect(surface.kind == .touchscreen && !surface.isSizeAssumed)
    #expect(surface.size.x == 41.2 && surface.size.y == 91.5)
    #expect(recording.scale == "a millimetre has 10.00 pixels, by cssPxPerMm")
    #expect(try Pointers(page(drag, density: "null")).scale == nil)
    #expect(try recording.frames == ["0 0:20.00,70.00 0.40", "8000 0:20.00,69.20 0.41", "16000"])
  }

  @Test func `assumes 160 pixels per inch if the density is unknown, and says so`() throws {
    let recording = try Pointers(page(drag, density: "null"))
    #expect(recording.device.range(of: .absMTPositionX)?.resolution == 6299)
    // 412 of 160 pixels per inch, and the same scale down the page.
    #expect(try abs(recording.surface.size.x - 412 / 160 * 25.4) < 0.01)
    #expect(try abs(recording.surface.size.y - 915 / 160 * 25.4) < 0.02)
    #expect(
      recording.remarks == [
        "the number of pixels per millimetre is unknown: 6.3 is assumed, as on Android; all lengths"
          + " and velocities in mm are estimates"
      ])
  }

  @Test func `has several fingers in slots, and one frame for each instant`() throws {
    let recording = try Pointers(
      page([
        #"["b", 2, 0, 100, 100, 0.1, 0, 0, 0, 0]"#, #"["b", 3, 4, 200, 100, 0.2, 0, 0, 0, 0]"#,
        #"["m", 2, 8, 100, 110, 0.3, 0, 0, 0, 0]"#, #"["m", 3, 8, 200, 110, 0.4, 0, 0, 0, 0]"#,
        #"["e", 2, 12, 100, 110, 0, 0, 0, 0, 0]"#, #"["b", 9, 16, 300, 100, 0.5, 0, 0, 0, 0]"#,
        #"["c", 3, 20, 200, 110, 0, 0, 0, 0, 0]"#,
      ]))
    #expect(
      try recording.frames == [
        "0 0:10.00,10.00 0.10", "4000 0:10.00,10.00 0.10 1:20.00,10.00 0.20",
        "8000 0:10.00,11.00 0.30 1:20.00,11.00 0.40", "12000 1:20.00,11.00 0.40",
        // The third finger takes the slot of the first.
        "16000 2:30.00,10.00 0.50 1:20.00,11.00 0.40", "20000 2:30.00,10.00 0.50",
      ])
    #expect(recording.device.range(of: .absMTSlot)?.maximum == 1)
    #expect(recording.remarks == ["1 cancelled pointer is read as lifted"])
  }

  @Test func `is sorted by time, and equal stamps are spread over the step of the clock`() throws {
    let rows = [
      #"["b", 2, 0, 1, 0, 0.1]"#, #"["m", 2, 9, 5, 0, 0.5]"#, #"["m", 2, 4, 2, 0, 0.2]"#,
      #"["m", 2, 4, 3, 0, 0.3]"#, #"["m", 2, 4, 4, 0, 0.4]"#, #"["m", 2, 9, 6, 0, 0.6]"#,
      #"["e", 2, 9.5, 6, 0, 0]"#,
    ]
    let columns = #""phase", "id", "t", "x", "y", "force""#
    let recording = try Pointers(page(rows, clockStep: "0.9", columns: columns))
    // Three samples in 0.9 ms, and two in the 0.5 ms up to the next stamp.
    #expect(recording.times == [0, 4000, 4300, 4600, 9000, 9250, 9500])
    #expect(
      recording.events.filter { $0.code == .absMTPositionX && $0.type == .absolute }.map(\.value)
        == [1000, 2000, 3000, 4000, 5000, 6000])
  }

  /// The forces and radii of the rows, and the remark about each.
  @Test(arguments: [
    (["0.5", "0.5"], "the pressure of a touch is always 0.50, so it is left out"),
    (["1", "1"], "the pressure of a touch is always 1.00, so it is left out"),
    (["null", "null"], "the pressure of a touch is not recorded"),
  ])
  func `leaves out a pressure that is constant`(forces: [String], remark: String) throws {
    let recording = try Pointers(
      page([
        #"["b", 2, 0, 1, 0, \#(forces[0]), 6, 6, 0, 0]"#,
        #"["m", 2, 8, 1, 9, \#(forces[1]), 6, 6, 0, 0]"#, #"["e", 2, 9, 1, 9, 0, 6, 6, 0, 0]"#,
      ]))
    #expect(recording.device.range(of: .absMTPressure) == nil)
    #expect(!recording.events.contains { $0.code == .absMTPressure && $0.type == .absolute })
    #expect(recording.remarks == [remark])
  }

  @Test(arguments: ["0, 0", "0.5, 0.5"])
  func `leaves out a size of 0 or 1 pixel`(radii: String) throws {
    let recording = try Pointers(
      page([
        #"["b", 2, 0, 1, 0, 0.1, \#(radii), 0, 0]"#, #"["m", 2, 8, 1, 9, 0.2, \#(radii), 0, 0]"#,
      ]))
    #expect(recording.device.range(of: EventCode(rawValue: 0x30)) == nil)
    #expect(!recording.texts.contains { $0.contains(" 0x30 ") || $0.contains(" 0x31 ") })
  }

  @Test(
    arguments: [
      (8, nil),
      (13, nil),
      (14, "14.0 ms apart, one for each frame: the velocity at the release is less exact"),
      (29, "29.0 ms apart, one for each frame: the velocity at the release is less exact"),
      (30, "30.0 ms apart, too sparse for a velocity: do not rely on the result of a flick"),
    ] as [(Int, String?)])
  func `says how far apart the samples are`(interval: Int, remark: String?) throws {
    // The median, not the mean: the finger rests once.
    let times = [0, interval, 2 * interval, 3 * interval, 3 * interval + 900]
    let rows = times.enumerated().map { index, time in
      #"["\#(index == 0 ? "b" : "m")", 2, \#(time), \#(index), 0, 0.\#(index + 1), 3, 3, 0, 0]"#
    }
    #expect(try Pointers(page(rows)).remarks == (remark.map { ["the samples are " + $0] } ?? []))
  }

  @Test func `has a pen as a device of its own`() throws {
    let text = page([
      #"["b", 7, 0, 100, 200, 0.1, 0, 0, 30, -10]"#, #"["b", 2, 1, 50, 50, 0.6, 0, 0, 0, 0]"#,
      #"["m", 7, 4, 100, 210, 0.2, 0, 0, 31, -11]"#, #"["m", 2, 5, 50, 60, 0.7, 0, 0, 0, 0]"#,
      #"["e", 7, 8, 100, 210, 0, 0, 0, 0, 0]"#, #"["e", 2, 9, 50, 60, 0, 0, 0, 0, 0]"#,
    ])
    let pen = try Pointers(text, choosing: .node("pen"))
    #expect(pen.devices.map(\.node) == ["touch", "pen"])
    #expect(pen.device.name == "Browser pen")
    #expect(try pen.surface.kind == .pen)
    #expect(
      pen.texts == [
        "0 1 0x140 1", "0 3 0x0 100000", "0 3 0x1 200000", "0 3 0x18 100000", "0 3 0x1a 30",
        "0 3 0x1b -10", "0 1 0x14a 1", "4000 3 0x0 100000", "4000 3 0x1 210000",
        "4000 3 0x18 200000", "4000 3 0x1a 31", "4000 3 0x1b -11", "8000 1 0x140 0",
        "8000 1 0x14a 0",
      ])
    #expect(try pen.frames == ["0 0:10.00,20.00 0.10", "4000 0:10.00,21.00 0.20", "8000"])
    let touch = try Pointers(text)
    #expect(try touch.frames == ["1000 0:5.00,5.00 0.60", "5000 0:5.00,6.00 0.70", "9000"])
    // Three ends of frames besides.
    #expect(touch.eventsOfOtherDevices == 14 + 3)
    #expect(try Pointers(text, choosing: .number(3)).events.isEmpty)
  }

  @Test func `reads a mouse as a finger, and leaves out a wheel`() throws {
    let recording = try Pointers(
      page(
        [#"["b", 1, 0, 100, 200, 0.5, 0.5, 0.5, 0, 0]"#, #"["e", 1, 9, 100, 200, 0, 0, 0, 0, 0]"#],
        wheel: "[[5, 1, 1, 0, 12, 0, 0]]"))
    #expect(try recording.frames == ["0 0:10.00,20.00", "9000"])
    #expect(
      recording.remarks == [
        "1 wheel event is left out: a wheel has no contacts", "1 mouse pointer is read as a finger",
      ])
  }

  /// A file, and the error about it.
  static let mistakes: [(String, String)] = [
    (
      page([#"["b", 2, 0, 1, 1, 0, 0, 0, 0]"#]),
      "4:1: rows[0]: expected 10 values, one for each column, not 9"
    ),
    (
      page([drag[0], #"["m", 2, "x", 1, 1, 0, 0, 0, 0, 0]"#]),
      "5:10: rows[1][2]: expected a time in milliseconds, a number from 0 to 9000000000000"
    ),
    (
      page([#"["b", 2, 0, 1e7, 1, 0, 0, 0, 0, 0]"#]),
      "4:13: rows[0][3]: expected a position in CSS pixels from -1000000 to 1000000"
    ),
    (
      page([#"["d", 2, 0, 1, 1, 0, 0, 0, 0, 0]"#]),
      "4:2: rows[0][0]: unknown phase 'd'; did you mean 'b'?"
    ),
    (
      page([#"["b", 2, null, 1, 1, 0, 0, 0, 0, 0]"#]),
      "4:1: rows[0]: expected a time in milliseconds"
    ),
    (page([drag[0]], density: "0"), "2:37: cssPxPerMm: expected CSS pixels per mm from 0.1 to 200"),
    (
      page([#"["b", 2.5, 0, 1, 1, 0, 0, 0, 0, 0]"#]),
      "4:7: rows[0][1]: expected the number of a pointer, a whole number"
    ),
    (page([], columns: #""phase", "id", "t", "x""#), "3:14: columns: missing column 'y'"),
    (page([], columns: #""x", "x""#), "3:20: columns[1]: duplicate column 'x'"),
    (
      page([drag[0]], types: #"{ "2": "tuoch" }"#),
      "2:64: pointerTypes.2: unknown pointer type 'tuoch'; did you mean 'touch'?"
    ),
    (
      page([drag[0]], types: #"{ "+2": "touch" }"#),
      "2:65: pointerTypes.+2: expected a pointer's number as the key"
    ),
    (page([drag[0] + " x"]), "4:40: not valid JSON: expected a comma or a closing bracket"),
    (page([]), "1:1: no pointer touches in it: nothing to replay"),
    (#"{ "format": "pointer-recording", "version": 2 }"#, "1:45: version: expected version 1"),
    (#"{ "format": "pointer-recording" }"#, "1:1: missing key 'version': 1"),
    (
      #"{ "format": "pointer-recording", "version": 1"#,
      "1:46: not valid JSON: expected a comma or a closing brace"
    ),
  ]

  @Test(arguments: mistakes)
  func `reports the location of an error`(text: String, error: String) throws {
    let thrown = #expect(throws: TraceError.self) { try Pointers(text) }
    #expect(thrown?.description == error)
  }

  @Test func `is recognised by its first 64 KiB`() throws {
    let rows = (0..<3000).map { #"["\#($0 == 0 ? "b" : "m")", 2, \#($0), 1, 1, 0, 0, 0, 0, 0]"# }
    let long = page(rows)
    #expect(long.utf8.count > 1 << 16)
    #expect(try Pointers(long, pieces: 4096).times.count == 3000)
    // The format comes after the rows.
    let late = #"{ "rows": [\#(rows.joined(separator: ","))], "format": "pointer-recording" }"#
    let thrown = #expect(throws: TraceError.self) { try Pointers(late) }
    #expect(thrown?.sentence.hasPrefix("unrecognised recording format") == true)
  }

  @Test(arguments: [1, 4096, 1 << 16]) func `begins within 4096 bytes`(pieces: Int) throws {
    func indented(_ count: Int) -> String { String(repeating: "\n", count: count) + page(drag) }
    let recording = try Pointers(indented(4095), pieces: pieces)
    #expect(recording.times == [0, 8000, 16000] && recording.lines.first == 4095 + 4)
    #expect(try Pointers("\u{feff}" + page(drag), pieces: pieces).times.count == 3)
    let thrown = #expect(throws: TraceError.self) { try Pointers(indented(4096), pieces: pieces) }
    #expect(thrown?.sentence.hasPrefix("unrecognised recording format") == true)
  }

  @Test func `is not larger than 64 MiB`() throws {
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(Array(#"{ "format": "pointer-recording","#.utf8).span, into: &events)
    let blanks = [UInt8](repeating: 0x20, count: 1 << 20)
    for _ in 0..<63 { try reader.read(blanks.span, into: &events) }
    let thrown = #expect(throws: TraceError.self) { try reader.read(blanks.span, into: &events) }
    #expect(
      thrown?.description
        == "1:1: a JSON recording of more than 64 MiB: record fewer gestures in one file")
  }

  @Test func `is not what an interaction file is`() throws {
    for name in ["touchpad-flick", "touchscreen-drag"] {
      let file = Repository.recordings.appendingPathComponent("\(name)/interaction.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      let thrown = #expect(throws: TraceError.self) { try Pointers(text) }
      #expect(thrown?.description.hasPrefix("1:1: unrecognised recording format") == true)
    }
  }
}
