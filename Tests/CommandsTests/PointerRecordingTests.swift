import Foundation
import PantographTestSupport
import Testing

/// A finger that moves 20 mm upwards in 40 ms at 5 px/mm, in a page of 80 × 160 mm.
private let page = """
  { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 5,
    "columns": ["phase", "id", "t", "x", "y"],
    "rows": [["b", 1, 0, 200, 700], ["m", 1, 20, 200, 650], ["m", 1, 40, 200, 600],
             ["e", 1, 60, 200, 600]] }
  """

@Suite struct `A recording of pointers` {
  private func run(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, arguments)
  }

  @Test func `is described with what it lacks`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("page.json", page).path
    let info = try run("info", "--contacts", "--ascii", "--color", "never", file)
    #expect(info.status == 0 && info.complaints == "", "\(info.complaints)")
    #expect(
      info.output.split(separator: "\n").dropFirst().map(String.init) == [
        "  Browser touchscreen, touchscreen, 80 x 160 mm",
        "  pointer-recording recording of 18 events in 4 frames, 0.060 s",
        "  1 contact, at most 1 at once", "  50.0 reports per second, 0.00 ms jitter",
        "    contact 1: 0.000 s to 0.060 s, travelled 20.0 mm", "  no defects",
        "  note: a millimetre has 5.00 pixels, by cssPxPerMm",
        "  note: the pressure of a touch is not recorded",
        "  note: the samples are 20.0 ms apart, one for each frame: the velocity at the release is"
          + " less exact",
      ])
    let json = try run("info", "--json", file)
    let info2 = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((info2["remarks"] as? [String])?.count == 3)
    // Recordings of the kernel's events lack nothing.
    let other = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    #expect(!(try run("info", "--json", other).output.contains("remarks")))
  }

  /// Of these, the scale and the interval make the result of a replay less exact.
  @Test func `keeps what it lacks when it is converted`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "page.json", page.replacingOccurrences(of: "\"cssPxPerMm\": 5", with: "\"cssPxPerMm\": null"))
    func notes(_ program: Program) -> [String] {
      (program.output + program.complaints).split(separator: "\n")
        .compactMap { $0.firstMatch(of: #/note: (.*)/#).map { String($0.1) } }
    }
    let scale =
      "the number of pixels per millimetre is unknown: 6.3 is assumed, as on Android;"
      + " all lengths and velocities in mm are estimates"
    let interval =
      "the samples are 20.0 ms apart, one for each frame: the velocity at the release is less exact"
    let all = [scale, "the pressure of a touch is not recorded", interval]
    let interaction = try folder.file("interaction.json", Self.interaction).path
    var path = file.path
    for name in ["page.yml", "page.evemu", "again.yml"] {
      let converted = folder.file(name).path
      #expect(notes(try run("convert", path, "-o", converted)) == all)
      #expect(notes(try run("info", "--color", "never", converted)) == all)
      #expect(
        notes(try run("replay", converted, "-i", interaction, "--format", "csv"))
          == [scale, interval])
      path = converted
    }
    // Also the smallest recording that is cancelled.
    let small = folder.file("small.yml").path
    _ = try run("shrink", path, "-i", interaction, "--while", "outcome=cancel", "-o", small)
    #expect(notes(try run("info", "--color", "never", small)) == all)
    try FileManager.default.createDirectory(
      at: folder.file("case"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: path, toPath: folder.file("case/recording.yml").path)
    _ = try folder.file("case/interaction.json", Self.interaction)
    let check = try run("check", folder.file("case").path)
    #expect(check.status == 1 && notes(check) == [scale, interval], "\(check)")
    let json = try run("check", "--json", folder.file("case").path)
    let cases = try JSONDecoder().decode(JSON.self, from: Data(json.output.utf8))["cases"]
    #expect(cases.list[0]["notes"].list.map(\.text) == [scale, interval], "\(json)")
    _ = try run("check", "--accept", folder.file("case").path)
    #expect(notes(try run("check", "--verbose", folder.file("case").path)) == [scale, interval])
    #expect(notes(try run("check", folder.file("case").path)) == [])
  }

  /// A pan that scrubs 40 mm.
  private static let interaction = """
    { "version": 1, "gesture": { "pan": { "direction": "vertical" } },
      "progress": { "of": "translation", "toward": "up", "distance": { "mm": 40 } },
      "animation": { "duration": 0.3, "properties": [{ "name": "y", "from": 0, "to": 1 }] } }
    """

  @Test func `is converted and replayed like any other`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("page.json", page).path
    let converted = folder.file("page.yml").path
    #expect(try run("convert", file, "--output", converted).status == 0)
    let interaction = try folder.file("interaction.json", Self.interaction).path
    let replays = try [file, converted].map { path in
      try run("replay", path, "--interaction", interaction, "--format", "csv")
    }
    #expect(replays[0].status == 0, "\(replays[0].complaints)")
    #expect(replays[0].output == replays[1].output && replays[0].output.contains("tracking"))
  }

  @Test func `reports a mistake with file, line and column`() throws {
    let folder = try TemporaryFolder()
    let text = page.replacingOccurrences(of: "650", with: "\"a\"")
    let file = try folder.file("page.json", text).path
    let info = try run("info", file)
    #expect(info.status == 2 && info.output == "")
    #expect(
      info.complaints == "\(file):3:53: rows[1][4]: expected a position in CSS pixels,"
        + " a number from -1000000 to 1000000\n")
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3-jsonschema")))
  func `matches the schema that is printed`() throws {
    let schema = try run("interaction", "--recording-schema")
    #expect(schema.status == 0)
    let folder = try TemporaryFolder()
    let file = try folder.file("schema.json", schema.output).path
    guard SchemaValidator.isReady(for: file) else {
      Issue.record("the schema is invalid, or python3-jsonschema is missing")
      return
    }
    let texts = [
      page, page.replacingOccurrences(of: "\"y\"", with: "\"z\""),
      page.replacingOccurrences(of: "\"cssPxPerMm\": 5", with: "\"cssPxPerMm\": 0"),
      page.replacingOccurrences(of: "\"version\": 1", with: "\"version\": 2"),
    ]
    let areTaken = try SchemaValidator.verdicts(on: texts, by: file).map { $0 == "yes" }
    #expect(areTaken == [true, false, false, false])
  }
}

@Suite struct `pantograph convert --to w3c` {
  private func convert(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["convert"] + arguments)
  }

  /// Two fingers at 5 px/mm, with times between the milliseconds.
  private static let pinch = """
    { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 5,
      "columns": ["phase", "id", "t", "x", "y", "force"],
      "rows": [["b", 1, 0, 200, 300, 0.25], ["b", 2, 3.4, 200.5, 500, 0.5],
               ["m", 1, 8.4, 200, 290, 0.5], ["m", 2, 8.4, 200.5, 510, 0.25],
               ["m", 1, 16.8, 200, 280.25, 0.75], ["m", 2, 16.8, 200.5, 520, 0.5],
               ["e", 2, 20.2, 200.5, 520, 0], ["m", 1, 25.2, 200, 270, 0.25],
               ["e", 1, 33.6, 200, 270, 0]] }
    """

  @Test func `writes what is read with the same fingers`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("pinch.json", Self.pinch).path
    let actions = folder.file("actions.json").path
    let written = try convert(file, "--to", "w3c", "--density", "5", "--output", actions)
    #expect(written.status == 0 && written.complaints == "", "\(written.complaints)")
    // The events of both, with times in whole milliseconds and without resolutions.
    func events(_ path: String) throws -> [String] {
      let evemu = try convert(path, "--format", "evemu", "--output", "-").output
      return evemu.split(separator: "\n").filter { $0.hasPrefix("E: ") }.map(String.init)
    }
    let (before, after) = (try events(file), try events(actions))
    let values = { (line: String) in line.split(separator: " ").suffix(3).joined(separator: " ") }
    // Only fingers that have changed are moved, so that each event is one of before.
    #expect(before.map(values) == after.map(values))
    let times = { (lines: [String]) in
      lines.filter { $0.hasSuffix("0000 0000 0") }.map { $0.split(separator: " ")[1] }
    }
    #expect(
      times(before) == [
        "0.000001", "0.003401", "0.008401", "0.016801", "0.020201", "0.025201", "0.033601",
      ])
    #expect(
      times(after) == [
        "0.000001", "0.003001", "0.008001", "0.017001", "0.020001", "0.025001", "0.034001",
      ])
  }

  private static let driver = OtherProgram.find("chromedriver")
  private static let browser = OtherProgram.find("chromium")

  /// The page receives each contact as it was recorded; the driver rounds to whole pixels, and waits longer.
  @Test(
    .enabled(
      if: driver != nil && browser != nil && OtherProgram.python != nil,
      OtherProgram.absence("chromium-driver")))
  func `is performed by a WebDriver`() throws {
    guard let driver = Self.driver, let browser = Self.browser, let python = OtherProgram.python
    else { return }
    let folder = try TemporaryFolder()
    let file = try folder.file("pinch.json", Self.pinch).path
    let actions = folder.file("actions.json").path
    _ = try convert(file, "--to", "w3c", "--density", "5", "--output", actions)
    let script = Repository.script("webdriver_actions.py")
    let performed = try Program(python, [script.path, driver.path, browser.path, actions])
    #expect(performed.status == 0, "\(performed.complaints)")
    let events = try JSONDecoder().decode(JSON.self, from: Data(performed.output.utf8)).list
    #expect(Self.fingers(events) == Self.pinched)
    // 33.6 ms were recorded.
    #expect((events.last?.numbers.last ?? 0) >= 33)
  }

  private static let firefox = OtherProgram.find("firefox-esr")
  private static let bidi = Repository.script("bidi_actions.py").path

  /// When the second finger lands, Firefox has a move of the first one, too, which stays where it is.
  @Test(
    .enabled(
      if: firefox != nil && OtherProgram.pythonHas("websockets"),
      OtherProgram.absence("Firefox, and Python's websockets")))
  func `is performed by Firefox`() throws {
    guard let firefox = Self.firefox, let python = OtherProgram.python else { return }
    let folder = try TemporaryFolder()
    let file = try folder.file("pinch.json", Self.pinch).path
    let actions = folder.file("actions.json").path
    _ = try convert(file, "--to", "w3c", "--density", "5", "--output", actions)
    let performed = try Program(python, [Self.bidi, firefox.path, actions])
    #expect(performed.status == 0, "\(performed.complaints)")
    let events = try JSONDecoder().decode(JSON.self, from: Data(performed.output.utf8)).list
    var pinched = Self.pinched
    pinched[0].insert("pointermove 300.0 0.5", at: 1)
    #expect(Self.fingers(events) == pinched)
  }

  /// The events of both fingers, of which the first stays in the upper half.
  private static func fingers(_ events: [JSON]) -> [[String]] {
    [true, false].map { isUpper in
      events.map { ($0.list[0].text, $0.list.dropFirst().compactMap(\.number)) }
        .filter { ($0.1[1] < 400) == isUpper }.map { "\($0) \($1[1]) \($1[2])" }
    }
  }

  private static let pinched = [
    [
      "pointerdown 300.0 0.25", "pointermove 290.0 0.5", "pointermove 280.0 0.75",
      "pointermove 270.0 0.25", "pointerup 270.0 0.0",
    ],
    [
      "pointerdown 500.0 0.5", "pointermove 510.0 0.25", "pointermove 520.0 0.5",
      "pointerup 520.0 0.0",
    ],
  ]

  @Test func `requires a density, and one recording`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("pinch.json", Self.pinch).path
    let json = folder.file("actions.json").path
    let yaml = folder.file("actions.yml").path
    let script = ["--to", "w3c", "--density", "5"]
    let wrongName = "a recording is written as libinput YAML or evemu; --to w3c writes JSON"
    let mistakes: [([String], String)] = [
      (
        ["--to", "w3c", "--output", json],
        "pantograph convert: --to requires --density: CSS pixels per millimetre, such as 6.3"
      ),
      (["--density", "5", "--output", "-"], "pantograph convert: --density requires --to"),
      (
        script + ["--format", "evemu", "--output", "-"],
        "pantograph convert: --format and --to exclude each other"
      ),
      (
        script + ["--output", "-", file],
        "pantograph convert: --to writes the touches of one recording; convert each by itself"
      ),
      (["--output", json], "\(json): \(wrongName)"),
      (script + ["--output", yaml], "\(yaml): \(wrongName)"),
    ]
    for (options, complaint) in mistakes {
      let run = try Program(Program.pantograph, ["convert", file] + options)
      #expect(run.status == 2 && run.complaints == complaint + "\n", "\(run.complaints)")
    }
  }

  @Test func `says that pixels are assumed if the size is`() throws {
    let folder = try TemporaryFolder()
    // The axes of a touchpad without their resolution, the last number of the line.
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    let known = try convert(flick, "--format", "evemu", "--output", "-").output
    let text = known.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("A: ")
        ? line.split(separator: " ").dropLast().joined(separator: " ") : String(line)
    }.joined(separator: "\n")
    let file = try folder.file("flick.evemu", text).path
    let run = try convert(file, "--to", "w3c", "--density", "5", "--output", "-")
    #expect(run.status == 0 && run.output.hasPrefix("{\"actions\":["))
    #expect(
      run.complaints
        == "\(file): the size of the surface is assumed, and so are all positions in pixels\n")
  }
}
