import Foundation
import PantographTestSupport
import Testing

/// The workbench of pages in a browser, checked by Tests/Oracles/page_workbench.py.
@Suite struct `The workbench of a page` {
  private static let script = Repository.script("page_workbench.py")
  private static let canBeChanged =
    Program.hasPageEngine && OtherProgram.pythonRuns(script.path)

  private let recordings = Repository.recordings
  private func recording(_ path: String) -> String { recordings.appendingPathComponent(path).path }

  private func run(_ arguments: String...) throws -> String {
    let program = try Program(Program.pantograph, arguments)
    try #require(program.status == 0, "\(arguments): \(program.complaints)")
    return program.output
  }

  /// Writes texts of changed interactions, and the table that the program prints for each.
  private func write(
    changesOf path: String, replaying recording: String, to folder: borrowing TemporaryFolder
  ) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let rule = #"{ "fractionAbove": 0.5 }"#
    let spring = #"{ "spring": { "response": 0.4, "dampingRatio": 0.7 } }"#
    let distance = #"{ "mm": 45 }"#
    let changes = [
      "a threshold": (rule, #"{ "fractionAbove": 0.8 }"#),
      "a preset": (rule, #"{ "preset": "android-viewpager" }"#),
      "a momentum": (
        rule, #"{ "projection": { "momentum": "gtk" }, "clauses": [], "otherwise": "projected" }"#
      ),
      "a distance": (distance, #"{ "mm": 70 }"#),
      "a slop": (#"{ "mm": 1.6 }"#, #"{ "mm": 6 }"#),
      "a recogniser": (#""fingers": 1"#, #""as": "libinput", "fingers": 1"#),
      "an estimator": (#""fingers": 1"#, #""fingers": 1, "estimator": "android""#),
      "a spring": (spring, #"{ "spring": { "response": 1.2, "dampingRatio": 0.3 } }"#),
      "a curve": (spring, #"{ "curve": "easeOut", "durationFactor": 0.7 }"#),
      "a rate": (#""rate": 120"#, #""rate": 90"#),
      "a comment": (rule, #"{ "fractionAbove": 0.5 } /* as it was */"#),
      "no gesture": (#""fingers": 1"#, #""fingers": 3"#),
    ]
    var found: [String: [String]] = [:]
    for (name, (old, new)) in changes {
      let changed = text.replacing(old, with: new)
      #expect(changed != text, "\(name)")
      let file = try folder.file("\(name).json", changed)
      let program = try Program(
        Program.pantograph, ["replay", recording, "-i", file.path, "--format", "csv"])
      try #require(program.status == 0, "\(name): \(program.complaints)")
      found[name] = [changed, program.output]
    }
    try JSONEncoder().encode(found).write(to: folder.file("changes.json"))
  }

  @Test(
    .enabled(
      if: canBeChanged,
      OtherProgram.absence("Chromium, Python's playwright and the engine for pages")))
  func `drives the touches again, as the program does with the changed interaction`() throws {
    let folder = try TemporaryFolder()
    func file(_ name: String) -> String { folder.file(name).path }
    let interaction = recording("touchpad-flick/interaction.json")

    // One flick, and what it does with other interactions.
    let flick = recording("touchpad-flick/recording.yml")
    _ = try run("replay", flick, "-i", interaction, "--html", file("flick.html"), "-o", "/dev/null")
    _ = try run("compare", flick, "-i", interaction, "--html", file("compare.html"))
    try write(changesOf: interaction, replaying: flick, to: folder)

    // Gestures that finish and that cancel, on their own explained by the program.
    var gestures = ["synth", "-o", file("day.yml")]
    for number in 0..<40 {
      if number > 0 { gestures.append("then") }
      gestures += ["swipe", "--by", "\(20 + number),0", "--duration", "0.\(1 + number % 5)"]
      if number > 0 { gestures += ["--wait", "2"] }
    }
    let synth = try Program(Program.pantograph, gestures)
    try #require(synth.status == 0, "\(synth.complaints)")
    let day = ["replay", file("day.yml"), "-i", interaction, "--html", file("day.html")]
    _ = try Program(Program.pantograph, day + ["-o", "/dev/null"])
    let explained = try run("explain", file("day.yml"), "-i", interaction, "--json")
    _ = try folder.file("explained.json", explained)
    let text = try String(contentsOfFile: interaction, encoding: .utf8)
    for threshold in ["0.75", "0.6", "0.3"] {
      let rule = try folder.file(
        "above-\(threshold).json",
        text.replacing("Above\": 0.5", with: "Above\": \(threshold)"))
      _ = try folder.file(
        "explained-\(threshold).json",
        run("explain", file("day.yml"), "-i", rule.path, "--json"))
    }

    // The same with a rule of two clauses, whose nearest condition follows the thresholds, too.
    let clauses = try String(
      contentsOfFile: recording("e6-swipes-ann/interaction.json"), encoding: .utf8)
    let rule = try folder.file("either-rule.json", clauses).path
    _ = try folder.file(
      "either.json", run("explain", file("day.yml"), "-i", rule, "--json"))
    let lower = clauses.replacing(#""above": 300"#, with: #""above": 200"#)
      .replacing(#""above": 0.5"#, with: #""above": 0.8"#)
    let changed = try folder.file("either-lower.json", lower).path
    _ = try folder.file(
      "either-changed.json", run("explain", file("day.yml"), "-i", changed, "--json"))
    _ = try Program(
      Program.pantograph,
      ["replay", file("day.yml"), "-i", file("either-rule.json"), "-o", file("either.html")])

    let swipes = ["ann", "bob", "eve"].map { recording("e6-swipes-\($0)") }
    let tuned = try run(
      "tune", swipes[0], swipes[1], swipes[2], "-i", swipes[0] + "/interaction.json", "--json",
      "--html", file("tune.html"))
    _ = try folder.file("tuned.json", tuned)

    let program = try Program(
      #require(OtherProgram.python),
      [Self.script.path, folder.file("flick.html").deletingLastPathComponent().path])
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output.isEmpty, "\(program.output)")
  }
}
