import Foundation
import PantographTestSupport
import Testing

/// Pages as users create them and as a browser shows them, checked by Tests/Oracles/page_browser.py.
@Suite struct `A page` {
  private static let script = Repository.script("page_browser.py")
  static let hasBrowser = OtherProgram.pythonRuns(script.path)
  static let absence = OtherProgram.absence("Chromium and Python's playwright")

  private let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private func part(_ name: String) -> String { flick.appendingPathComponent(name).path }

  private func run(_ arguments: [String], status: Int32 = 0) throws -> Program {
    let program = try Program(Program.pantograph, arguments)
    try #require(program.status == status, "\(arguments): \(program.complaints)")
    return program
  }

  private func replay(_ name: String, _ more: String...) throws -> Program {
    let example = try #require(Repository.cases.first { $0.name == name })
    return try run(["replay", example.recording.path, "-i", example.interaction.path] + more)
  }

  @Test func `is written beside the normal output, and alone`() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.file("a.html").path, folder.file("b.html").path)
    let beside = try replay("touchpad-flick", "--html", first)
    #expect(try beside.output == replay("touchpad-flick").output)
    #expect(try replay("touchpad-flick", "-o", second).output.isEmpty)
    let page = try String(contentsOfFile: first, encoding: .utf8)
    #expect(try page == String(contentsOfFile: second, encoding: .utf8))
    #expect(try page == replay("touchpad-flick", "--format", "html").output)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
  }

  @Test(arguments: ["replay", "compare", "diff", "check"])
  func `does not replace its inputs`(command: String) throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("flick")
    try FileManager.default.copyItem(at: flick, to: copy)
    // The format of a recording is detected by its content.
    let recording = copy.appendingPathComponent("recording.html").path
    try FileManager.default.moveItem(
      atPath: copy.appendingPathComponent("recording.yml").path, toPath: recording)
    let interaction = copy.appendingPathComponent("interaction.json").path
    let before = try Data(contentsOf: URL(fileURLWithPath: recording))
    let given =
      switch command {
      case "check": [copy.path]
      case "diff": [copy.path, "--rules", "gnome-shell,kwin"]
      default: [recording, "-i", interaction]
      }
    let program = try run([command] + given + ["--html", recording], status: 2)
    #expect(program.complaints.contains("would replace its input"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: recording)) == before)
  }

  @Test func `can't be the same file as the other result`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a").path
    for (command, option) in [("replay", "--output"), ("compare", "--output")] {
      let program = try run(
        [
          command, part("recording.yml"), "-i", part("interaction.json"), option, path, "--html",
          path,
        ],
        status: 2)
      #expect(program.complaints.contains("can't be the same file"))
    }
    let program = try run(["check", flick.path, "--junit", path, "--html", path], status: 2)
    #expect(program.complaints.contains("can't be the same file"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `has the command that compares toolkits on its recording`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("it's a flick.yml").path
    try FileManager.default.copyItem(atPath: part("recording.yml"), toPath: path)
    let words = ["replay", path, "-i", part("interaction.json"), "--format", "html"]
    let page = try run(words).output
    let command = try #require(page.firstMatch(of: #/<code>(pantograph.*?)<\/code>/#)).1
      .replacing(#/<[^>]*>/#, with: "")
      .replacing("&#39;", with: "'").replacing("&apos;", with: "'").replacing("&amp;", with: "&")
    let shell = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "pantograph() { \(Program.pantograph.path) \"$@\"; }; \(command)"], in: folder.url)
    #expect(shell.status == 0, "\(command): \(shell.complaints)")
    let rules = try String(contentsOf: folder.file("rules.html"), encoding: .utf8)
    #expect(rules.contains("Playback of each rule") && rules.contains("libadwaita"))
    // With other options, the comparison might be of something else.
    #expect(try !run(words + ["--lenient"]).output.contains("pantograph compare"))
  }

  // MARK: The stage

  private func stage(_ page: String) throws -> (box: Substring, ends: [Substring]) {
    let box = try #require(page.firstMatch(of: #/class="stage"[^>]*viewBox="([^"]*)"/#)).1
    let ends = page.matches(
      of: #/<g transform="translate\(([-0-9.]+) [^"]*" aria-hidden="true"><rect class="ghost"/#)
    return (box, ends.map(\.1))
  }

  @Test func `has the same scale and ends for every recording of an interaction`() throws {
    let names = ["touchpad-flick", "touchpad-pan-cancel", "touchpad-pan-finish"]
    let stages = try names.map { name in
      let recording = try #require(Repository.cases.first { $0.name == name }).recording.path
      return try stage(
        run(["replay", recording, "-i", part("interaction.json"), "--format", "html"]).output)
    }
    #expect(Set(stages.map(\.box)).count == 1)
    // The offset of the interaction goes from 0 to 320 points.
    for stage in stages { #expect(stage.ends == ["0.000000", "320.000000"]) }
  }

  @Test func `shows a picture, HTML or a video of the user as its layer`() throws {
    let folder = try TemporaryFolder()
    let svg = try folder.file("card.svg", #"<svg xmlns="http://www.w3.org/2000/svg"/>"#).path
    let page = try replay("touchpad-flick", "--stage", svg, "--format", "html").output
    // base64 of the file, from coreutils.
    let text = try Program(URL(fileURLWithPath: "/usr/bin/base64"), ["-w0", svg]).output
    #expect(page.contains(#"href="data:image/svg+xml;base64,\#(text)""#))
    #expect(!page.contains("media-src"))
    let html = try folder.file("card.html", "<p>\"Card\" & more</p>").path
    #expect(
      try replay("touchpad-flick", "--stage", html, "--format", "html").output
        .contains(#"<iframe srcdoc="&lt;p&gt;&quot;Card&quot; &amp; more&lt;/p&gt;" sandbox="""#))
    let video = try folder.file("card.webm", "video").path
    #expect(
      try replay("touchpad-flick", "--stage", video, "--format", "html").output
        .contains("media-src data:;"))
    let wrong = try run(
      ["replay", flick.path, "--stage", part("recording.yml"), "--format", "html"], status: 2)
    #expect(wrong.complaints.contains("--stage takes a file that ends in one of .png, .jpg"))
  }

  // MARK: In a browser

  /// A page, the texts that it must contain, and the columns that its layers must follow.
  private struct Plan: Encodable {
    struct Run: Encodable {
      var csv: String
      /// The events between samples as JSON lines.
      var events: String?
      var layer: [String: String]
    }
    var page: String
    var figures: [String]
    var runs: [Run]
    var plays = false
    var gestures: Int?
    /// The releases, as `explain --json` prints them.
    var releases: String?
    /// The decisions that the page's table of rules must have, as `compare --json` prints them.
    var decisions: String?
  }

  @Test(.enabled(if: hasBrowser, absence))
  func `shows and plays the trajectory in a browser, without network access`()
    throws
  {
    let folder = try TemporaryFolder()
    func file(_ name: String) -> String { folder.file(name).path }
    func replayed(
      _ name: String, _ figures: [String], _ layer: [String: String], plays: Bool = false
    ) throws -> Plan {
      _ = try replay(name, "-o", file("\(name).csv"), "--html", file("\(name).html"))
      _ = try replay(name, "-o", file("\(name).ndjson"))
      return Plan(
        page: file("\(name).html"), figures: figures,
        runs: [.init(csv: file("\(name).csv"), events: file("\(name).ndjson"), layer: layer)],
        plays: plays)
    }
    var plans = [
      // Scenario E1: 0.73 of the distance, 0.23 above the threshold; and the settling time of the spring from
      // ReplayTests.
      try replayed(
        "touchpad-flick",
        [
          "0.73", "0.23", "finish", "0.289 s", "Fraction over time", "handoff at 0.219 s",
          "above 0.5",
        ],
        ["offset": "x", "alpha": "opacity"], plays: true),
      try replayed(
        "b7-spring-to-centre", ["294 mm"], ["centerX": "x", "centerY": "y"]),
      try replayed(
        "b5-interactive-keyframes", ["in radians"],
        ["blur": "blur", "scale": "scale", "rotation": "turn"]),
      try replayed("e6-swipes-ann", ["12 contacts"], [:]),
      try replayed("b8-scrub-by-place", [], ["scale": "scale", "green": "green", "blue": "blue"]),
    ]

    // A press, whose disc grows, and properties that change the box of the layer and what is behind it.
    plans.append(try replayed("b2-press-preview", [], ["fraction": "press"]))
    let text = try String(contentsOfFile: part("interaction.json"), encoding: .utf8)
    let boxed = try folder.file(
      "boxed.json",
      text.replacing(
        #""name": "offset", "from": 0, "to": 320"#, with: #""name": "width", "from": 90, "to": 200"#
      )
      .replacing(
        #"{ "name": "alpha", "from": 1, "to": 0.4 }"#,
        with: #"""
          { "name": "height", "from": 120, "to": 60 }, { "name": "cornerRadius", "from": 4, "to": 20 },
          { "name": "dimming", "from": 0, "to": 0.5 }
          """#)
    ).path
    _ = try run(
      [
        "replay", part("recording.yml"), "-i", boxed, "-o", file("boxed.csv"), "--html",
        file("boxed.html"),
      ])
    _ = try run(["replay", part("recording.yml"), "-i", boxed, "-o", file("boxed.ndjson")])
    plans.append(
      Plan(
        page: file("boxed.html"), figures: [],
        runs: [
          .init(
            csv: file("boxed.csv"), events: file("boxed.ndjson"),
            layer: [
              "width": "width", "height": "height", "cornerRadius": "radius", "dimming": "dimming",
            ])
        ]))

    // 160 gestures: pauses of seconds, in which a sample holds, and curves with several samples for a pixel.
    var gestures: [String] = []
    for number in 0..<160 {
      if number > 0 { gestures.append("then") }
      let distance = number.isMultiple(of: 2) ? "40,0" : "-30,0"
      gestures += ["swipe", "--by", distance, "--duration", "0.\(1 + number % 5)"]
      if number > 0 { gestures += ["--wait", "\(1 + number % 7)"] }
    }
    _ = try run(["synth"] + gestures.prefix(1) + ["-o", file("day.yml")] + gestures.dropFirst())
    _ = try run(
      [
        "replay", file("day.yml"), "-i", part("interaction.json"), "-o", file("day.csv"), "--html",
        file("day.html"),
      ])
    _ = try run(
      ["replay", file("day.yml"), "-i", part("interaction.json"), "-o", file("day.ndjson")])
    _ = try run(
      [
        "explain", file("day.yml"), "-i", part("interaction.json"), "--json", "-o",
        file("day.json"),
      ])
    plans.append(
      Plan(
        page: file("day.html"), figures: ["160 contacts"],
        runs: [
          .init(
            csv: file("day.csv"), events: file("day.ndjson"),
            layer: ["offset": "x", "alpha": "opacity"])
        ],
        gestures: 160, releases: file("day.json")))

    let soft = try folder.file(
      "soft.json",
      text.replacing(
        #""response": 0.4, "dampingRatio": 0.7"#, with: #""response": 0.6, "dampingRatio": 0.4"#)
    ).path
    _ = try run(["replay", part("recording.yml"), "-i", soft, "-o", file("soft.csv")])
    _ = try run(
      [
        "diff", part("recording.yml"), "-i", soft, "--against", part("interaction.json"), "--html",
        file("diff.html"),
      ], status: 1)
    let layer = ["offset": "x", "alpha": "opacity"]
    plans.append(
      Plan(
        page: file("diff.html"), figures: ["0.225 s", "second − first"],
        runs: [
          .init(csv: file("touchpad-flick.csv"), layer: layer),
          .init(csv: file("soft.csv"), layer: layer),
        ]))

    let cancel = try #require(Repository.cases.first { $0.name == "touchpad-pan-cancel" })
    _ = try run(
      [
        "compare", cancel.recording.path, "-i", cancel.interaction.path, "--html",
        file("compare.html"),
      ])
    plans.append(Plan(page: file("compare.html"), figures: ["gnome-shell", "0.37"], runs: []))

    // A few rules are drawn over each other for all gestures.
    _ = try run(
      [
        "compare", file("day.yml"), "-i", part("interaction.json"), "--rules", "kwin,libadwaita",
        "-o",
        file("rules.json"), "--html", file("rules.html"),
      ])
    plans.append(
      Plan(
        page: file("rules.html"), figures: ["of 160", "libadwaita"], runs: [],
        decisions: file("rules.json")))

    let failing = folder.file("failing")
    try FileManager.default.copyItem(at: flick, to: failing)
    try text.replacing(#""fractionAbove": 0.5"#, with: #""fractionAbove": 0.9"#)
      .write(
        to: failing.appendingPathComponent("interaction.json"), atomically: true, encoding: .utf8)
    _ = try run(["check", failing.path, flick.path, "--html", file("check.html")], status: 1)
    plans.append(
      Plan(
        page: file("check.html"),
        figures: ["1 of 2 cases fail", "Fraction 0.73 is not above 0.90", "as expected"], runs: []))

    let plan = folder.file("plan.json")
    try JSONEncoder().encode(plans).write(to: plan)
    let shots = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []
    let program = try Program(
      try #require(OtherProgram.python), [Self.script.path, plan.path] + shots)
    #expect(program.status == 0, "\(program.complaints.suffix(2000))")
    let said = program.output.split(separator: "\n").map(String.init)
    #expect(said.first?.hasPrefix("12 pages looked at") ?? false)
    #expect(said.dropFirst().isEmpty, "\(said.dropFirst().joined(separator: "\n"))")
  }
}
