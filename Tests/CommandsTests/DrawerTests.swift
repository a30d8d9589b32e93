import Foundation
import PantographTestSupport
import Testing

/// `Tests/Examples/drawer-…`: one drawer, written in three languages and for Godot, each with its own recogniser.
@Suite("A drawer written in") struct DrawerTests {
  private static let examples = Repository.root.appendingPathComponent("Tests/Examples")

  /// Copies an example, changes its source, and builds it.
  private func drawer(
    in language: String, _ file: String, _ change: (String) -> String = { $0 },
    building words: [String] = []
  ) throws -> TemporaryFolder {
    let desk = try TemporaryFolder()
    let folder = Self.examples.appendingPathComponent("drawer-\(language)")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: desk.file(name))
    }
    let source = try String(contentsOf: desk.file(file), encoding: .utf8)
    _ = try desk.file(file, change(source))
    if !words.isEmpty {
      let build = try Program(
        URL(fileURLWithPath: "/usr/bin/env"), words + [file, "-o", "drawer"], in: desk.url)
      #expect(build.status == 0, "\(build.complaints)")
    }
    return desk
  }

  private func inC(_ change: (String) -> String = { $0 }) throws -> TemporaryFolder {
    // The compiler that Swift comes with.
    try drawer(in: "c", "drawer.c", change, building: ["clang", "-O1", "-Wall", "-Werror", "-lm"])
  }

  private static func accepted(_ language: String) throws -> String {
    try String(
      contentsOf: examples.appendingPathComponent("drawer-\(language)/expected.csv"),
      encoding: .utf8)
  }

  /// Three programs that share no line of code.
  @Test func `three languages shows the same`() throws {
    let c = try Self.accepted("c")
    #expect(try c == Self.accepted("python"))
    #expect(try c == Self.accepted("rust"))
    // The header, frames from 0 to 2.000 s, and the release between two of them.
    #expect(c.split(separator: "\n").count == 1 + 121 + 1)
  }

  @Test func `C is run by diff, and compared with a table`() throws {
    let desk = try inC()
    let expected = desk.file("expected.csv").path
    let same = try Program.pantograph("diff", expected, desk.url.path)
    #expect(same.status == 0, "\(same)")
    let changed = try inC { $0.replacing("400", with: "380") }
    let different = try Program.pantograph("diff", desk.url.path, changed.url.path)
    #expect(different.status == 1 && different.output.contains("drawer.offset"), "\(different)")
  }

  @Test func `C is as expected`() throws {
    let desk = try inC()
    let check = try Program.pantograph("check", desk.url.path)
    #expect(check.status == 0 && check.output == "1 case: 1 same\n", "\(check)")
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("Python")))
  func `Python is as expected`() throws {
    let desk = try drawer(in: "python", "drawer.py")
    let check = try Program.pantograph("check", desk.url.path)
    #expect(check.status == 0 && check.output == "1 case: 1 same\n", "\(check)")
  }

  private static let rust = OtherProgram.find("rustc")

  @Test(.enabled(if: rust != nil, OtherProgram.absence("rustc")))
  func `Rust is as expected`() throws {
    let rust = try #require(Self.rust)
    let desk = try drawer(in: "rust", "drawer.rs", building: [rust.path])
    let check = try Program.pantograph("check", desk.url.path)
    #expect(check.status == 0 && check.output == "1 case: 1 same\n", "\(check)")
  }

  private static let hasGodot = OtherProgram.find("godot3-server") != nil

  /// The finger's part is that of the other three; what follows is Godot's own tween.
  @Test func `GDScript follows the finger as the others do`() throws {
    let release = try #require(try Self.accepted("python").firstRange(of: "1.002061"))
    let (python, godot) = try (Self.accepted("python"), Self.accepted("godot"))
    #expect(godot.hasPrefix(python[..<release.lowerBound]))
    // Cubic, eased out over 0.5 s, from 337.821: the seventh of 30 frames.
    let left = (400 - 337.821) * pow(1 - 7.0 / 30, 3)
    let row = try #require(godot.split(separator: "\n").first { $0.hasPrefix("1.133333,") })
    let offset = try #require(Double(row.split(separator: ",")[1]))
    #expect(abs(offset - (400 - left)) < 0.001)
  }

  @Test(
    .enabled(if: hasGodot, OtherProgram.absence("godot3-server")),
    arguments: [
      (#"HEIGHT / 2"#, "HEIGHT * 0.9", "'closes' at 1.002 s instead of 'opens'"),
      ("Tween.TRANS_CUBIC", "Tween.TRANS_QUAD", "drawer.offset"),
    ])
  func `GDScript is as expected, and a change is found`(
    old: String, new: String, sentence: String
  ) throws {
    let desk = try drawer(in: "godot", "drawer.gd")
    let check = try Program.pantograph("check", desk.url.path)
    #expect(check.status == 0 && check.output == "1 case: 1 same\n", "\(check)")
    let changed = try drawer(in: "godot", "drawer.gd") {
      #expect($0.contains(old))
      return $0.replacing(old, with: new)
    }
    let difference = try Program.pantograph("check", changed.url.path)
    #expect(difference.status == 1 && difference.output.contains(sentence), "\(difference)")
  }

  @Test(arguments: [
    // A threshold: it lifts at 338 of 400 pixels.
    (
      "height / 2", "height * 0.9", "'closes' at 1.002 s instead of 'opens'",
      "after contact 1 ended at 1.002 s"
    ),
    // The easing: 400 - 62.179 (1 + 13 t) exp(-13 t) at t = 0.014606 s.
    (
      "stiffness = 14", "stiffness = 13", "drawer.offset is 338.8",
      "after contact 1 ended at 1.002 s"
    ),
    // Movement at half of the scale.
    (
      "offset + lastY - py", "offset + (lastY - py) / 2", "drawer.offset",
      "after contact 1 began at 0.000 s"
    ),
  ])
  func `C that changes is found, with what the finger did before`(
    old: String, new: String, sentence: String, after: String
  ) throws {
    let desk = try inC {
      #expect($0.contains(old))
      return $0.replacing(old, with: new)
    }
    let check = try Program.pantograph("check", desk.url.path)
    #expect(check.status == 1)
    let lines = check.output.split(separator: "\n")
    #expect(lines[0].contains(sentence), "\(check.output)")
    #expect(lines[1] == "    \(after)", "\(check.output)")
    let junit = desk.file("out.xml").path
    #expect(try Program.pantograph("check", "--junit", junit, desk.url.path).status == 1)
    #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("failures=\"1\""))
  }

  /// The recording of the example ends at rest; this one ends in a flick.
  @Test func `C that drops the velocity is found by a flick`() throws {
    let desk = try inC()
    let recording = desk.file("recording.yml").path
    try #require(
      Program.pantograph("synth", "flick", "--by", "0,-40", "-o", recording).status == 0)
    #expect(try Program.pantograph("check", "--accept", desk.url.path).status == 1)
    #expect(try Program.pantograph("check", desk.url.path).status == 0)
    let changed = try inC {
      $0.replacing("(velocity + stiffness", with: "(0 * velocity + stiffness")
    }
    for name in ["recording.yml", "expected.csv"] {
      try FileManager.default.removeItem(at: changed.file(name))
      try FileManager.default.copyItem(at: desk.file(name), to: changed.file(name))
    }
    let check = try Program.pantograph("check", changed.url.path)
    #expect(check.status == 1)
    #expect(check.output.contains("after contact 1 ended at 0.208 s"), "\(check.output)")
  }

  @Test func `C is shown, accepted and compared`() throws {
    let desk = try inC()
    let expected = try String(contentsOf: desk.file("expected.csv"), encoding: .utf8)
    let shown = try Program.pantograph("replay", desk.url.path)
    #expect(shown.status == 0 && shown.output == expected)
    try FileManager.default.removeItem(at: desk.file("expected.csv"))
    let new = try Program.pantograph("check", desk.url.path)
    #expect(new.status == 1 && new.output.contains("now it shows drawer.offset until 2.000 s"))
    #expect(try Program.pantograph("check", "--accept", desk.url.path).status == 1)
    #expect(try Program.pantograph("check", desk.url.path).status == 0)
    #expect(try String(contentsOf: desk.file("expected.csv"), encoding: .utf8) == expected)
    // Another table, lower by 1 from the release on.
    let lower = try desk.file(
      "lower.csv",
      expected.split(separator: "\n").map { line in
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        guard let time = Double(cells[0]), time > 1.01, let value = Double(cells[1]) else {
          return String(line)
        }
        return "\(cells[0]),\(value - 1),\(cells[2])"
      }.joined(separator: "\n") + "\n")
    func diff(_ tolerance: String...) throws -> Program {
      try Program(
        Program.pantograph,
        ["diff", desk.file("expected.csv").path, lower.path] + tolerance)
    }
    let strict = try diff()
    #expect(strict.status == 1 && strict.output.contains(" at 1.017 s"), "\(strict)")
    #expect(try diff("--tolerance", "1").status == 0)
    #expect(try diff("--tolerance", "drawer.offset=0.9").status == 1)
    #expect(try diff("--tolerance", "other=0;drawer.offset=1.01").status == 0)
    #expect(try diff("--tolerance", "drawer.offset=x").status == 2)
    try FileManager.default.removeItem(at: desk.file("expected.csv"))
    try FileManager.default.moveItem(at: lower, to: desk.file("expected.csv"))
    func check(_ tolerance: String...) throws -> Program {
      try Program(Program.pantograph, ["check", desk.url.path] + tolerance)
    }
    #expect(try check().status == 1)
    #expect(try check("--tolerance", "drawer.offset=0.9").status == 1)
    #expect(try check("--tolerance", "drawer.offset=1.01").status == 0)
    let mistake = try check("--tolerance", "1,")
    #expect(
      mistake.status == 2 && mistake.complaints.hasPrefix("pantograph check: --tolerance 1,: "))
  }

  /// The seconds after which 400 − D (1 + ωt) exp(−ωt), a critically damped spring, is 4 from its end.
  private static func settle(_ ω: Double, from offset: Double) -> Double {
    var (low, high) = (0.0, 2.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      let left = (400 - offset) * (1 + ω * middle) * exp(-ω * middle)
      if left > 4 { low = middle } else { high = middle }
    }
    return low
  }

  @Test func `C has features, and is compared with a softer spring`() throws {
    let desk = try inC()
    let soft = try inC { $0.replacing("stiffness = 14", with: "stiffness = 10") }
    try desk.program("soft", copying: soft.file("drawer"))
    let subject = try String(contentsOf: desk.file("subject.json"), encoding: .utf8)
    try #require(subject.contains("./drawer"))
    let other = try desk.file("soft.json", subject.replacing("./drawer", with: "./soft"))

    let table = try Program.pantograph("features", desk.url.path)
    #expect(table.status == 0, "\(table.complaints)")
    let row = try #require(Table(text: table.output).rows.first)
    // The finger lifts at 338 of 400 pixels, and rests before.
    let offset = row.number("drawer_offset_release")
    #expect(abs(offset - 338) < 0.5 && abs(row.number("drawer_offset_velocity")) < 5)
    #expect(row.number("drawer_offset_start") == 0)
    #expect(abs(row.number("drawer_offset_end") - 400) < 0.01)
    #expect(
      abs(row.number("drawer_offset_settle") - Self.settle(14, from: 337.821)) < 0.003, "\(row)")
    #expect(row.text("event_opens") == "1" && row.text("event_settled") == "1")

    let compared = try Program.pantograph(
      "compare", desk.url.path, "--subject", other.path, "--json")
    #expect(compared.status == 0, "\(compared.complaints)")
    let json = try JSONDecoder().decode(JSON.self, from: Data(compared.output.utf8))
    let subjects = try #require(json["columns"].list.first)["subjects"].list
    for (subject, ω) in zip(subjects, [14.0, 10]) {
      let settle = try #require(subject["settle"].number)
      #expect(abs(settle - Self.settle(ω, from: 337.821)) < 0.003, "\(settle)")
    }
    #expect(subjects.count == 2)
    #expect(subjects[1]["difference"]["largest"].number.map { $0 < -5 && $0 > -20 } ?? false)
  }
}
