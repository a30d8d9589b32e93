import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph tune --search` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  /// The interaction of the swipes with a preset.
  private func swipes(under preset: String) throws -> String {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
    let start = try #require(text.range(of: "\"rule\": "))
    let end = try #require(text.range(of: ",\n  \"animation\""))
    return text.replacingCharacters(
      in: start.upperBound..<end.lowerBound, with: "{ \"preset\": \"\(preset)\" }")
  }

  private func tune(_ words: [String]) throws -> Program {
    try Program(Program.pantograph, ["tune"] + words + Swipes.quick, in: folder.url)
  }

  /// The number of swipes that niri's rule misclassifies: it finishes if the projected position, the integral of
  /// the decay, is at least half of the distance.
  private func missesOfNiri(_ decay: Double) -> Int {
    Table(text: Swipes.table).rows.count { row in
      let end =
        row.number("fraction")
        + row.number("velocity_niri") / (-1000 * log(decay)) / row.number("distance")
      return (end >= 0.5) != (row.text("label") == "finish")
    }
  }

  // MARK: Keys of a preset

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `finds the deceleration of a preset, and writes out its rule`() throws {
    _ = try folder.file("my.json", swipes(under: "niri"))
    let program = try tune(
      Swipes.folders + [
        "-i", "my.json", "--search", "rule.projection.integral=0.9..0.999", "--json", "--write",
      ])
    #expect(program.status == 0, "\(program.complaints)")
    let json = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
    #expect(json["before"]["wrong"].number == Double(missesOfNiri(0.997)))
    // There are no thresholds besides the deceleration.
    #expect(json["thresholds"].list.isEmpty && json["validations"].list.isEmpty)
    let trials = json["pointsTried"].list
    let tried = trials.compactMap { $0["values"].numbers.first }
    #expect(tried.count > 9 && tried.first == 0.997 && Set(tried).count == tried.count)
    for (trial, decay) in zip(trials, tried) {
      #expect(trial["cost"].number == Double(missesOfNiri(decay)), "\(decay)")
    }
    let found = try #require(json["settings"].list[0]["after"].number)
    let best = try #require(tried.map(missesOfNiri).min())
    #expect(missesOfNiri(found) == best && best < missesOfNiri(0.997))
    #expect(json["after"]["wrong"].number == Double(best))

    let text = try read("my.json")
    #expect(!text.contains("preset") && text.contains("\"projection\": { \"integral\": \(found) }"))
    #expect(program.complaints.contains("  - " + #"  "rule": { "preset": "niri" },"#))
    let again = try tune(
      Swipes.folders + [
        "-i", "my.json", "--search", "rule.projection.integral=\(found)..\(found)", "--json",
      ])
    let kept = try JSONDecoder().decode(JSON.self, from: Data(again.output.utf8))
    #expect(kept["before"]["wrong"].number == Double(best))
  }

  /// Under gtk's rule, no deceleration is better for these gestures.
  @Test func `keeps a preset if nothing is better`() throws {
    let text = try swipes(under: "gtk")
    _ = try folder.file("my.json", text)
    let program = try tune(
      Swipes.folders + ["-i", "my.json", "--search", "rule.projection.friction=4..4", "--write"])
    #expect(program.status == 0 && program.output.contains("\n  1 combination tried\n"))
    #expect(program.complaints == "my.json: has these thresholds already\n")
    #expect(try read("my.json") == text)
    // Nothing was chosen that cross-validation could assess.
    #expect(
      !program.output.contains("held out") && !program.output.contains("thresholds are optimal"))
  }

  @Test(arguments: [
    (
      "niri", "rule.projection.integrl=0.9..1",
      "--search: unknown key 'rule.projection.integrl' in the preset niri; did you mean"
        + " 'rule.projection.integral'?"
    ),
    (
      "libadwaita", "rule.foo=0..1",
      "in the preset libadwaita; it has rule.projection.ontoProgress.decay, "
    ),
    (
      "niri", "rule.projection.integral=0.9..2",
      "rule.projection.integral: expected the share of a velocity kept every millisecond from"
    ),
    (
      "android-viewpager", "rule.clauses[2].when.part.atLeast=0.5..0.7",
      "--search: unknown key 'rule.clauses[2].when.part.atLeast' in the preset android-viewpager;"
        + " it is now 'rule.clauses[2].when.snapIntervalFraction.atLeast'"
    ),
    ("niri", "rule.preset=0..1", "in the preset niri; "),
    ("niri", "gesture.pan.slap.mm=0..1", "my.json:4:23: gesture.pan: unknown key 'slap'; "),
  ])
  func `reports an unknown key`(
    preset: String, key: String, sentence: String
  ) throws {
    _ = try folder.file("my.json", swipes(under: preset))
    let program = try tune([Swipes.folders[0], "-i", "my.json", "--search", key])
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
    #expect(program.complaints.count { $0 == "\n" } == 1)
  }

  @Test func `says what a key of a file is called now`() throws {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8).replacing(
      #""velocity": { "above": 300, "unit": "mm/s" }"#,
      with: #""velocityMagnitude": { "above": 300, "unit": "mm/s" }"#)
    _ = try folder.file("my.json", text)
    let program = try tune(
      [Swipes.folders[0], "-i", "my.json", "--search", "rule.clauses[0].when.pace.above=1..9"])
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(
      program.complaints.contains("unknown key 'pace'; it is now 'velocityMagnitude'"),
      "\(program.complaints)")
  }

  // MARK: Hysteresis

  /// Of three presses of a pen, the second drops briefly to 492 of 4095, 0.12 of the force.
  ///
  /// This is below the release threshold of 0.16, so it counts as two, the first of which was not intended.
  private func trembling() throws {
    let press = Repository.recordings.appendingPathComponent("b3-preview-caught")
    let events = try String(
      contentsOf: press.appendingPathComponent("recording.evemu"), encoding: .utf8)
    let trembling = events.replacing(
      /(E: 0.600001 0003 0018) \d+/, with: { "\($0.1) 492" })
    try #require(trembling != events)
    _ = try folder.file("pen.evemu", trembling)
    let interaction = try String(
      contentsOf: press.appendingPathComponent("interaction.json"), encoding: .utf8)
    _ = try folder.file(
      "my.json",
      interaction.replacing("\"peak\": 0.75", with: "\"peak\": 0.5, \"release\": 0.16"))
    _ = try folder.file(
      "labels.csv",
      "recording,gesture,label\npen.evemu,,finish\npen.evemu,2,nothing\n")
  }

  @Test func `finds the hysteresis that makes an unsteady press one`() throws {
    try trembling()
    let source = ["pen.evemu", "-i", "my.json", "--labels", "labels.csv", "--json"]
    let program = try tune(
      source + [
        "--bounds", "peak=1..1", "--search", "gesture.press.release=0.05..0.2", "--write",
      ])
    #expect(program.status == 0, "\(program.complaints)")
    let json = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
    #expect(json["gestures"].number == 4)
    #expect(json["before"]["falseFinishes"].number == 1 && json["before"]["wrong"].number == 1)
    #expect(json["after"]["wrong"].number == 0)
    // The only question is whether the force falls below the threshold at 492 of 4095.
    for trial in json["pointsTried"].list {
      let release = try #require(trial["values"].numbers.first)
      #expect(trial["cost"].number == (release > 492.0 / 4095 ? 1 : 0), "\(release)")
    }
    let found = try #require(json["settings"].list[0]["after"].number)
    #expect(found <= 492.0 / 4095)
    #expect(try read("my.json").contains("\"release\": \(found) }"))
    // The second press is now one, and the last one is the third.
    let features = try Program(
      Program.pantograph, ["features", "pen.evemu", "-i", "my.json"], in: folder.url)
    #expect(Table(text: features.output).rows.map { $0.text("gesture") } == ["1", "2", "3"])
  }
}
