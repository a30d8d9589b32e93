import Foundation
import PantographTestSupport
import Testing

/// Cases that would say "as expected" whatever goes wrong, and results that differ from run to run.
@Suite("A case that would hardly differ") struct SilentCaseTests {
  private let desk: TemporaryFolder

  /// A drawer that follows the finger, and opens if that has moved up by more than 30 mm.
  private static let drawer = """
    BEGIN { print "time,drawer.at,event" }
    $2 == "began" { from = $5 }
    $2 == "began" || $2 == "moved" { at = from - $5 }
    $2 == "ended" { at = at > 30 ? 100 : 0; print $1 "," at "," (at ? "opens" : "closes") }
    $2 == "frame" { printf "%s,%.6f,\\n", $1, at }
    """

  init() throws {
    desk = try TemporaryFolder()
    _ = try desk.file("drawer.awk", Self.drawer)
    _ = try desk.file(
      "subject.json",
      """
      { "version": 1, "command": ["awk", "-F,", "-f", "drawer.awk"], "rest": 0.5 }
      """)
  }

  private func run(_ words: String...) throws -> Program {
    try Program(Program.pantograph, words, in: desk.url)
  }

  /// Adds a swipe upwards by some millimetres.
  private func addSwipe(_ name: String, by length: Int, seed: Int = 1) throws {
    let swipe = try run(
      "synth", "--device", "touchscreen", "--from", "100,150", "--by", "0,-\(length)", "--seed",
      "\(seed)")
    #expect(swipe.status == 0, "\(swipe.complaints)")
    try FileManager.default.createDirectory(
      at: desk.file(name), withIntermediateDirectories: true)
    _ = try desk.file("\(name)/recording.yml", swipe.output)
  }

  private func silences(_ program: Program) throws -> [[String]] {
    JSON(try desk.file("result.json", program.output))["cases"].list.map { one in
      one["silences"].list.map(\.text)
    }
  }

  private static let alike = """
    all 3 gestures of subject.json end the same way ('opens', drawer.at at 100), so a threshold may move \
    unnoticed; add one that ends otherwise
    """

  @Test func `ends as all others of its subject do`() throws {
    for length in [40, 50, 60] { try addSwipe("up-\(length)", by: length) }
    for words in [["check"], ["check", "--accept"]] {
      let check = try Program(Program.pantograph, words, in: desk.url)
      #expect(check.status == 1, "\(check)")
      #expect(
        check.output.hasSuffix(
          "\nsilent: \(Self.alike), or accept them with --even-silent\n3 cases: 3 new\n"),
        "\(check)")
      // Once, and not for each of them.
      #expect(check.output.components(separatedBy: "silent: ").count == 2, "\(check)")
    }
    let json = try run("check", "--json")
    #expect(try silences(json) == [[Self.alike], [Self.alike], [Self.alike]], "\(json)")
    let page = try run("check", "--html", "page.html")
    #expect(page.status == 1)
    let text = try String(contentsOf: desk.file("page.html"), encoding: .utf8)
    #expect(text.contains("Silent: all 3 gestures of subject.json end the same way"))

    #expect(try run("check", "--accept", "--even-silent").output.contains("3 cases: 3 accepted\n"))
    // Of what was accepted in spite of it, only who asks is told.
    #expect(try run("check").output == "3 cases: 3 same\n")
    #expect(try run("check", "--verbose").output.contains("\nsilent: \(Self.alike)\n3 cases:"))

    try addSwipe("up-20", by: 20)
    let open = try run("check", "--accept")
    #expect(open.output.contains("4 cases: 3 same, 1 accepted\n"), "\(open)")
    #expect(!open.output.contains("silent: "), "\(open)")
  }

  @Test func `ends as others do where that says little`() throws {
    // Two are just the beginning.
    for length in [40, 50] { try addSwipe("up-\(length)", by: length) }
    #expect(try run("check", "--accept").output.contains("2 cases: 2 accepted\n"))
    // Three times the same recording, for another subject.
    try FileManager.default.createDirectory(
      at: desk.file("same"), withIntermediateDirectories: true)
    for file in ["drawer.awk", "subject.json"] {
      try FileManager.default.copyItem(at: desk.file(file), to: desk.file("same/\(file)"))
    }
    for name in ["a", "b", "c"] { try addSwipe("same/\(name)", by: 40) }
    #expect(try run("check", "--accept").output.contains("5 cases: 2 same, 3 accepted\n"))
    // Another one is a gesture of its own, with other noise.
    try addSwipe("same/d", by: 40, seed: 2)
    let refused = try run("check", "--accept")
    #expect(refused.output.contains("silent: all 4 gestures of same/subject.json"), "\(refused)")
    #expect(refused.output.contains("6 cases: 5 same, 1 new\n"), "\(refused)")
  }

  @Test func `is one of several with the same interaction, which is only said`() throws {
    try FileManager.default.removeItem(at: desk.file("subject.json"))
    for length in [100, 110, 120] {
      try addSwipe("up-\(length)", by: length)
      _ = try desk.file("up-\(length)/interaction.json", Self.pan)
    }
    let note =
      "note: all 3 gestures of up-100/interaction.json end the same way ('finish'), so a threshold may move"
    let accepted = try run("check", "--accept")
    #expect(accepted.output.contains(note), "\(accepted)")
    #expect(accepted.output.contains("3 cases: 3 accepted\n"), "\(accepted)")
    try addSwipe("up-20", by: 20)
    _ = try desk.file("up-20/interaction.json", Self.pan)
    #expect(try !run("check").output.contains("end the same way"))
  }

  /// A pan of 150 mm that finishes beyond the middle.
  private static let pan = """
    { "version": 1, "gesture": { "pan": { "fingers": 1, "slop": { "mm": 0 } } },
      "progress": { "toward": "up", "distance": { "mm": 150 } },
      "rule": { "fractionAbove": 0.5 },
      "animation": { "duration": 1, "curve": "linear",
        "properties": [{ "name": "offset", "from": 0, "to": 1 }] } }
    """

  /// Of a case that differs, only the difference matters, unless it is to be accepted.
  @Test func `differs from what was accepted`() throws {
    try addSwipe("up", by: 40)
    _ = try desk.file("drawer.awk", "BEGIN { print \"time,a\\n0,1\\n1,1\" }")
    let silence = "silent: no column changes, and no event comes"
    let accept = try run("check", "--accept")
    #expect(accept.output.contains("\(silence); --accept takes it only with"), "\(accept)")
    let accepted = try run("check", "--accept", "--even-silent")
    #expect(accepted.output.contains("    \(silence)\n"), "\(accepted)")
    _ = try desk.file("drawer.awk", "BEGIN { print \"time,a\\n0,2\\n1,2\" }")
    let differs = try run("check", "--html", "page.html")
    #expect(differs.output.contains("up: a starts at 2 instead of 1: a is 2.0"), "\(differs)")
    #expect(!differs.output.contains("silent"), "\(differs)")
    #expect(
      try !String(contentsOf: desk.file("page.html"), encoding: .utf8).contains("no column changes")
    )
    #expect(try silences(run("check", "--json")) == [["no column changes, and no event comes"]])
    let refused = try run("check", "--accept")
    #expect(refused.output.contains("1 case: 1 differs\n"), "\(refused)")
    #expect(refused.output.contains("\(silence); --accept takes it only with"), "\(refused)")
    // Pages list it beside a case that is as expected, too.
    _ = try desk.file("drawer.awk", "BEGIN { print \"time,a\\n0,1\\n1,1\" }")
    #expect(try run("check", "--html", "pages/", "--pages", "all").status == 0)
    for name in ["index.html", "cases/case-up.html"] {
      let page = try String(contentsOf: desk.file("pages/\(name)"), encoding: .utf8)
      #expect(page.contains("ilent: no column changes, and no event comes"), "\(name)")
    }
  }

  // MARK: --repeat

  /// A program that ends at another one of some values in each of its runs.
  private func varying(_ values: String, _ keys: String = "") throws {
    try addSwipe("up", by: 40)
    _ = try desk.file(
      "program.sh",
      """
      echo >>runs; set -- \(values); shift $(($(wc -l <runs) - 1)); echo time,a,event; echo 0,0,
      echo 0.5,$1,'done'; echo "$((1 + $1 / 100)),$1,"
      """)
    _ = try desk.file(
      "subject.json",
      "{ \"version\": 1, \"command\": [\"sh\", \"program.sh\"], \"rest\": 0\(keys) }")
  }

  @Test func `runs several times with the same bytes`() throws {
    try addSwipe("up", by: 40)
    let new = try run("check", "--repeat", "3")
    #expect(new.status == 1 && new.output.contains("up: no expected trajectory yet; 3 runs\n"))
    _ = try run("check", "--accept")
    let same = try run("check", "--repeat", "3")
    #expect(same.status == 0, "\(same)")
    // The finger lifts at 0.408 s, and the drawer is at its end with it.
    #expect(
      same.output == """
        up: as expected in all 3 runs
            each time it ends with 'opens', drawer.at at 100
            drawer.at ends at 100, rests at 0.408 s
            all runs are the same to the last bit
        1 case, 3 runs each: 1 same

        """, "\(same)")
    try varying("1 1 2 1")
    _ = try desk.file("up/expected.csv", "time,a,event\n0,0,\n0.5,1,done\n1,1,\n")
    let unequal = try run("check", "--repeat", "4", "--tolerance", "5")
    #expect(unequal.status == 1, "\(unequal)")
    #expect(
      unequal.output.hasPrefix(
        "up: run 3 of 4 is not the same as the first one: a is 2.0 instead of 1.0 at 0.500 s\n"),
      "\(unequal)")
    #expect(unequal.output.hasSuffix("1 case, 4 runs each: 1 unequal\n"), "\(unequal)")
  }

  /// 10 of 13 runs end at 300 or 301, which is within the tolerance, and three at 100.
  @Test func `shows the spread of runs in real time`() throws {
    let values = "300 301 300 100 300 300 100 301 300 300 100 300 301"
    let keys = ", \"pace\": \"real\", \"tolerances\": { \"a\": { \"value\": 2 } }"
    try varying(values, keys)
    _ = try desk.file("up/expected.csv", "time,a,event\n0,0,\n0.5,300,done\n4,300,\n")
    let check = try run("check", "--repeat", "13")
    #expect(check.status == 1, "\(check)")
    // From 0 to its end in a straight line: within a hundredth of its range or 2 at 0.495 or 0.49 s.
    #expect(
      check.output == """
        up: differs in 3 of 13 runs: a is 100.0 instead of 300.0 at 0.500 s
            10 times it ends with 'done', a at 300
            3 times it ends with 'done', a at 100
            a ends at 100 to 301, rests at 0.490 s to 0.495 s
        1 case, 13 runs each: 1 differs

        """, "\(check)")
    try FileManager.default.removeItem(at: desk.file("runs"))
    let json = JSON(
      try desk.file("result.json", run("check", "--repeat", "13", "--json").output))["cases"].list[
        0]
    #expect(json["verdict"].text == "differs" && json["runs"].number == 13)
    #expect(json["asExpected"].number == 10 && json["identical"].isFalse)
    #expect(json["outcomes"].list.map { $0["count"].number } == [10, 3])
    #expect(json["outcomes"].list.map { $0["ends"]["a"].number } == [300, 100])
    let column = json["columns"].list[0]
    #expect(column["column"].text == "a" && column["moving"].number == 0)
    #expect(column["end"]["least"].number == 100 && column["end"]["most"].number == 301)
  }

  @Test func `is not accepted while it is repeated`() throws {
    for other in ["--accept", "--junit", "--html"] {
      let words = ["check", "--repeat", "3", other] + (other == "--accept" ? [] : ["file"])
      let both = try Program(Program.pantograph, words, in: desk.url)
      #expect(
        both.status == 2 && both.complaints.contains("--repeat and \(other) exclude each other"))
    }
    let once = try run("check", "--repeat", "1")
    #expect(once.status == 2 && once.complaints.contains("expected a whole number from 2 to 100"))
  }

  /// A try that differs is named, although two of three are as expected.
  @Test func `differs in one of three tries`() throws {
    try varying("1 300 300", ", \"pace\": \"real\"")
    _ = try desk.file("up/expected.csv", "time,a,event\n0,0,\n0.5,300,done\n4,300,\n")
    let check = try run("check")
    #expect(check.status == 0, "\(check)")
    #expect(
      check.output == """
        up: as expected
            note: 1 of 3 tries differed: a is 1.0 instead of 300.0 at 0.500 s
        1 case: 1 same

        """, "\(check)")
  }
}

extension JSON {
  fileprivate var isFalse: Bool { if case .flag(false) = self { true } else { false } }
}
