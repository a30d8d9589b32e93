import Foundation
import PantographGestures
import PantographInteractions
import PantographTestSupport
import Testing

/// A minimum-jerk movement (Flash and Hogan, 1985) of 40 mm to the right in 0.4 s that lifts at 0.6 of the time:
/// after 27.30 mm, of which 1.6 mm are the slop, at 172.8 mm/s.
private struct KnownGesture {
  static let travel = 40 * progress(0.6) - 1.6
  static let velocity = 40 / 0.4 * slope(0.6)

  static func progress(_ time: Double) -> Double {
    time * time * time * (10 - 15 * time + 6 * time * time)
  }
  static func slope(_ time: Double) -> Double {
    30 * time * time * (1 - time) * (1 - time)
  }

  let folder: TemporaryFolder
  let recording: String
  let interaction: String

  init(rule: String = #"{ "fractionAbove": 0.5 }"#) throws {
    folder = try TemporaryFolder()
    recording = folder.file("swipe.yml").path
    let made = try Program(
      Program.pantograph,
      ["synth", "--by", "40,0", "--duration", "0.4", "--lift", "0.6", "--rate", "125"]
        + ["--noise", "0", "--pressure-noise", "0", "--output", recording])
    #expect(made.status == 0, "\(made.complaints)")
    interaction = try folder.file(
      "interaction.json",
      """
      { "version": 1, "rule": \(rule), "animation": { "duration": 1 },
        "progress": { "toward": "right", "distance": { "mm": 45 } } }
      """
    ).path
  }

  func run(_ command: String, _ options: String...) throws -> Program {
    try Program(
      Program.pantograph, [command, recording, "--interaction", interaction] + options)
  }

  func json(_ command: String, _ options: String...) throws -> JSON {
    let program = try Program(
      Program.pantograph, [command, recording, "--interaction", interaction, "--json"] + options)
    #expect(program.status == 0 && program.output.hasSuffix("}\n"), "\(program.complaints)")
    return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }
}

@Suite struct `pantograph explain` {
  @Test(arguments: ["explain", "compare"])
  func `reports a press in fractions, and not in millimetres`(command: String) throws {
    let folder = Repository.recordings.appendingPathComponent("b3-preview-cancel").path
    let words = [command, "\(folder)/recording.evemu", "-i", "\(folder)/interaction.json"]
    // The finger lifts at half of the force; a press starts at 0.2 and peaks at 0.75.
    let text = try Program(Program.pantograph, words).output
    let release = try #require(
      text.firstMatch(of: /at fraction 0\.(\d\d), 0\.(\d\d) of the press, after/))
    #expect(release.1 == release.2 && release.1.hasPrefix("5"))
    #expect(!text.split(separator: "\n").dropFirst(2).joined().contains(" mm"), "\(text)")
    let json = try Program(Program.pantograph, words + ["--json"]).output
    #expect(
      json.contains(#""unit":"press/s""#) || json.contains(#""unit":"press""#)
        || json.contains("press/s"))
    #expect(!json.contains(#"mm/s"#))
  }

  @Test func `shows the deciding condition, its margin and the nearest flip`() throws {
    let report = try KnownGesture().json("explain")
    let release = try #require(report["releases"].list.first)
    let fraction = KnownGesture.travel / 45
    // One unit of the touchpad is 0.05 mm.
    #expect(abs(try #require(release["release"]["travel"].number) - KnownGesture.travel) < 0.05)
    #expect(release["outcome"].text == "finish" && release["clause"].number == 1)
    let condition = try #require(release["clauses"].list.first?["conditions"].list.first)
    #expect(condition["quantity"].text == "fraction" && condition["threshold"].number == 0.5)
    #expect(abs(try #require(condition["margin"].number) - (fraction - 0.5)) < 0.002)
    let flips = release["flips"].list
    #expect(flips.map { $0["input"].text } == ["position"])
    #expect(flips[0]["outcome"].text == "cancel" && flips[0]["condition"].text == "fraction")
    #expect(abs(try #require(flips[0]["change"].number) - 45 * (0.5 - fraction)) < 0.06)
    #expect(abs(try #require(flips[0]["changeInRuleUnit"].number) - (0.5 - fraction)) < 0.002)
  }

  /// A comparison, its threshold, and which way the value has to be from it.
  @Test(arguments: [("above", 0.5, 1.0), ("above", 0.8, 1), ("below", 0.8, -1), ("below", 0.5, -1)])
  func `has margins with the same sign as everything else that shows them`(
    comparison: String, threshold: Double, side: Double
  ) throws {
    let gesture = try KnownGesture(
      rule: """
        { "clauses": [{ "when": { "fraction": { "\(comparison)": \(threshold) } }, "then": "finish" }],
          "otherwise": "cancel" }
        """)
    let wanted = side * (KnownGesture.travel / 45 - threshold)
    func expect(_ margin: Double?, in place: String) throws {
      #expect(abs(try #require(margin, "\(place)") - wanted) < 0.002, "\(place): \(margin ?? 0)")
    }
    func line(_ text: String, of program: Program) throws -> JSON {
      let line = try #require(program.output.split(separator: "\n").first { $0.contains(text) })
      return try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
    }
    let explained = try gesture.json("explain")["releases"].list.first?["clauses"].list.first
    let condition = explained?["conditions"].list.first
    try expect(condition?["margin"].number, in: "explain --json")
    guard case .flag(wanted > 0)? = condition?["holds"] else {
      Issue.record("\(explained ?? .nothing)")
      return
    }
    let stream = try gesture.run("replay", "--format", "ndjson")
    try expect(line("decided", of: stream)["margin"].number, in: "replay --format ndjson")
    let features = try gesture.run("features", "--format", "ndjson")
    try expect(line("margin", of: features)["margin_1_1"].number, in: "features")
    let diff = try gesture.run("diff", "--against", gesture.interaction, "--json")
    #expect(diff.status == 0)
    let other = try gesture.folder.file(
      "other.json",
      String(contentsOfFile: gesture.interaction, encoding: .utf8)
        .replacing(#""otherwise": "cancel""#, with: #""otherwise": "finish""#)
        .replacing(#""then": "finish""#, with: #""then": "cancel""#)
    ).path
    let flipped = try gesture.run("diff", "--against", other, "--json")
    let event = try JSONDecoder().decode(JSON.self, from: Data(flipped.output.utf8))["difference"][
      "event"]
    try expect(event["expected"]["margin"].number, in: "diff --json, before")
    try expect(event["actual"]["margin"].number, in: "diff --json, after")
    // Pages have the minus sign of texts, and sentences name the side.
    let page = try gesture.run("replay", "--format", "html").output
    let tile = try #require(page.firstMatch(of: #/<dt>margin</dt>\s*<dd[^>]*>(−?)([0-9.]+)/#))
    try expect(Double("\(tile.1.isEmpty ? "" : "-")\(tile.2)"), in: "a page's tile")
    let row = try #require(
      page.firstMatch(of: #/<td[^>]*>(?:above|below) [^<]*</td>\s*<td[^>]*>(−?)([0-9.]+)/#))
    try expect(Double("\(row.1.isEmpty ? "" : "-")\(row.2)"), in: "a page's table")
    #expect(try !gesture.run("explain").output.contains("by −"))
  }

  @Test func `applies another rule if requested, in that rule's units`() throws {
    let report = try KnownGesture().json("explain", "--rule", "android-anchored-draggable")
    let release = try #require(report["releases"].list.first)
    let velocity = try #require(release["clauses"].list.first?["conditions"].list.first)
    #expect(velocity["unit"].text == "dp/s" && velocity["threshold"].number == 125)
    let inMillimetres = try #require(release["release"]["velocity"].number)
    let inUnit = try #require(velocity["value"].number)
    #expect(abs(inUnit - inMillimetres * 160 / 25.4) < 1e-4)
    #expect(abs(try #require(velocity["margin"].number) - (inUnit - 125)) < 1e-5)
  }

  @Test func `prints the same as text`() throws {
    let text = try KnownGesture().run("explain").output
    for part in [
      "0.248 s  finish: at fraction 0.57, 25.7 mm along and 0 mm across",
      "1  finish if         fraction  0.571  above 0.500  yes, by 0.071  ← decided",
      "position  −3.20 mm (−0.0711 of the distance)  cancel  ← nearest",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `says where a moving animation was grabbed`() throws {
    let folder = Repository.recordings.appendingPathComponent("b9-pan-interrupt").path
    let text = try Program.pantograph("explain", folder).output
    let places = text.matches(
      of: #/fraction ([0-9.]+)(?: \(grabbed at ([0-9.]+)\))?, (−?)([0-9.]+) mm along/#
    ).map { match in
      (
        end: Double(match.1) ?? .nan, start: match.2.map { Double($0) ?? .nan },
        travel: (Double(match.4) ?? .nan) * (match.3.isEmpty ? 1 : -1)
      )
    }
    #expect(places.map { $0.start == nil } == [true, false, false], "\(text)")
    // The first, from 0, says how far a millimetre leads.
    let perMillimetre = try #require(places.first).end / places[0].travel
    for place in places.dropFirst() {
      let start = try #require(place.start)
      #expect(abs(place.end - start - place.travel * perMillimetre) < 0.015, "\(place)")
    }
  }

  @Test func `reports that there was no release`() throws {
    let folder = try TemporaryFolder()
    let gesture = try KnownGesture()
    let text = try String(contentsOfFile: gesture.recording, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = folder.file("cut.yml")
    let frame = try #require(lines.lastIndex { $0.contains("- evdev:") })
    try lines[..<frame].joined(separator: "\n").appending("\n").write(
      to: cut, atomically: true, encoding: .utf8)
    let report = try Program.pantograph(
      "explain", cut.path, "--interaction", gesture.interaction)
    #expect(report.status == 0, "\(report.complaints)")
    #expect(report.output.contains("cancel: cut off at fraction 0.5"), "\(report.output)")
    let tap = folder.file("tap.yml").path
    #expect(try Program.pantograph("synth", "tap", "--output", tap).status == 0)
    let nothing = try Program.pantograph("explain", tap, "--interaction", gesture.interaction)
    #expect(nothing.status == 0 && nothing.output.contains("no gesture"))
  }

  @Test func `suggests the right name`() throws {
    let program = try KnownGesture().run("explain", "--rule", "libadwaitha")
    #expect(program.status == 2 && program.complaints.contains("did you mean 'libadwaita'?"))
  }
}

@Suite struct `pantograph compare` {
  @Test func `applies every rule and every estimator`() throws {
    let report = try KnownGesture().json("compare")
    let release = try #require(report["releases"].list.first)
    #expect(
      release["rules"].list.map { $0["rule"].text }
        == ["interaction"] + ReleasePreset.all.map(\.name))
    let estimators = release["estimators"].list
    #expect(
      estimators.map { $0["estimator"].text } == VelocityEstimator.allCases.map(\.rawValue))
    // Our estimator is within a tenth of the known velocity, in spite of position noise.
    let ours = try #require(estimators[0]["along"].number)
    #expect(abs(ours - KnownGesture.velocity) < 0.1 * KnownGesture.velocity)
    // 27.3 mm in 0.24 s: Hammer measures from the landing to the lift, 8 ms later.
    let hammer = try #require(estimators.first { $0["estimator"].text == "hammer" })
    #expect(abs(try #require(hammer["along"].number) - 27.30 / 0.248) < 0.5)
  }

  @Test func `can be limited to given names`() throws {
    let report = try KnownGesture().json(
      "compare", "--rules", "kwin,hammer", "--estimators", "none")
    let release = try #require(report["releases"].list.first)
    // KWin requires the full distance, Hammer 0.3 px/ms: 79.4 mm/s at 96 px per inch.
    #expect(release["rules"].list.map { $0["outcome"].text } == ["finish", "cancel", "finish"])
    #expect(release["estimators"].list.isEmpty)
    let text = try KnownGesture().run("compare", "--rules", "none", "--estimators", "hammer").output
    #expect(text.contains("hammer") && !text.contains("kwin"))
    let wrong = try KnownGesture().run("compare", "--estimators", "hamer")
    #expect(wrong.status == 2 && wrong.complaints.contains("did you mean 'hammer'?"))
  }

  @Test(arguments: ["compare", "explain"])
  func `can be limited to one gesture`(_ command: String) throws {
    let folder = Repository.recordings.appendingPathComponent("d5-reveal-cancel-and-again").path
    func releases(_ words: String...) throws -> [JSON] {
      let program = try Program(Program.pantograph, [command, folder, "--json"] + words)
      return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))["releases"].list
    }
    let all = try releases()
    let second = try releases("--gesture", "2")
    #expect(all.count == 2 && second.map { $0["time"].number } == [all[1]["time"].number])
    let text = try Program.pantograph(command, folder, "--gesture", "2").output
    let clocks = try all.map { String(format: "%.3f s", try #require($0["time"].number)) }
    #expect(text.contains(clocks[1]) && !text.contains(clocks[0]))
    let missing = try Program.pantograph(command, folder, "--gesture", "3")
    #expect(missing.status == 2)
    let words = "pantograph \(command): --gesture 3: there are 2 gestures in"
    #expect(missing.complaints.hasPrefix(words), "\(missing.complaints)")
  }
}

@Suite struct `pantograph rules` {
  @Test func `prints every rule in the form of an interaction file`() throws {
    let list = try Program.pantograph("rules")
    #expect(list.status == 0)
    for preset in ReleasePreset.all {
      #expect(list.output.contains("    \(preset.name) "))
      let received = try Program.pantograph("rules", preset.name)
      #expect(received.output.contains("\nSource: \(preset.source), \(preset.version); "))
      let json = try #require(received.output.firstIndex(of: "{"))
      #expect(try ReleaseRule(parsing: Array(received.output[json...].utf8)) == preset.rule)
    }
    for estimator in VelocityEstimator.allCases {
      #expect(list.output.contains("    \(estimator.rawValue) "))
    }
  }

  @Test func `has the names of presets in interaction files`() throws {
    let named = try KnownGesture(rule: #"{ "preset": "niri" }"#).json("explain")
    #expect(named["rule"].text == "niri")
    #expect(try KnownGesture().json("explain", "--rule", "niri")["rule"].text == named["rule"].text)
  }
}
