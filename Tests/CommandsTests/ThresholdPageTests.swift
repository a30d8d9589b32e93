import Foundation
import PantographTestSupport
import Testing

/// The thresholds of pages in a browser, checked by Tests/Oracles/page_thresholds.py.
@Suite struct `Thresholds in a page` {
  private static let script = Repository.script("page_thresholds.py")
  private static let hasBrowser = OtherProgram.pythonRuns(script.path)

  private let recordings = Repository.recordings
  private func recording(_ path: String) -> String { recordings.appendingPathComponent(path).path }

  private func run(_ arguments: String...) throws -> String {
    let program = try Program(Program.pantograph, arguments)
    try #require(program.status == 0, "\(arguments): \(program.complaints)")
    return program.output
  }

  @Test(.enabled(if: hasBrowser, OtherProgram.absence("Chromium and Python's playwright")))
  func `judge all gestures again, as the program does with the changed rule`() throws {
    let folder = try TemporaryFolder()
    func file(_ name: String) -> String { folder.file(name).path }
    let interaction = recording("touchpad-flick/interaction.json")

    // One flick, and the same with the threshold above its fraction of 0.73.
    let flick = recording("touchpad-flick/recording.yml")
    _ = try run("replay", flick, "-i", interaction, "--html", file("flick.html"), "-o", "/dev/null")
    _ = try run("compare", flick, "-i", interaction, "--html", file("compare.html"))
    let text = try String(contentsOfFile: interaction, encoding: .utf8)
    #expect(text.contains(#"{ "fractionAbove": 0.5 }"#))
    let changed = try folder.file(
      "changed.json",
      text.replacing(#"{ "fractionAbove": 0.5 }"#, with: #"{ "fractionAbove": 0.8 }"#))
    _ = try run("replay", flick, "-i", changed.path, "-o", file("changed.csv"))

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

    // The same with a rule of two clauses, whose nearest condition follows the thresholds, too.
    let clauses = try String(
      contentsOfFile: recording("e6-swipes-ann/interaction.json"), encoding: .utf8)
    let rule = try folder.file("either-rule.json", clauses).path
    _ = try folder.file(
      "either.json", run("explain", file("day.yml"), "-i", rule, "--json"))
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
