import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph tune --write` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("rows.csv", Swipes.table)
  }

  /// The interaction of the swipes as written by a user.
  private func interaction() throws -> String {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
      .replacing(
        #"{ "above": 300, "unit": "mm/s" }"#,
        with: #"{ "above": 300.0, /* why? */ "unit": "mm/s" }"#
      )
      .replacing(#""response": 0.3,"#, with: #""response": 0.30,"#)
    try #require(text.contains("why?") && text.contains("0.30"))
    return text
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  private func tune(_ words: String...) throws -> Program {
    let program = try Program(
      Program.pantograph, ["tune", "-i", "my.json"] + Swipes.quick + words, in: folder.url)
    #expect(program.status == 0, "\(program.complaints)")
    return program
  }

  private func json(_ program: Program) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }

  @Test func `changes the two numbers, prints them, and then finds nothing to change`() throws {
    let old = try interaction()
    _ = try folder.file("my.json", old)
    let program = try tune("--features", "rows.csv", "--json", "--write")
    let after = try json(program)["thresholds"].list.compactMap { $0["after"].number }
    #expect(after.count == 2 && after[0] == after[0].rounded())
    let new = try read("my.json")
    var expected = old.replacing("\"above\": 300.0", with: "\"above\": \(Int(after[0]))")
    expected = expected.replacing("\"above\": 0.5", with: "\"above\": \(after[1])")
    #expect(new == expected)

    let lines = [old, new].map { $0.split(separator: "\n").filter { $0.contains("above") } }
    #expect(
      program.complaints == """
        my.json:
          - \(lines[0][0])
          - \(lines[0][1])
          + \(lines[1][0])
          + \(lines[1][1])

        """)

    let again = try tune("--features", "rows.csv", "--json", "--write")
    #expect(again.complaints == "my.json: has these thresholds already\n")
    #expect(try read("my.json") == new)
    // The new thresholds have the reported result.
    let (promised, kept) = try (json(program)["after"], json(again)["before"])
    #expect(promised["wrong"].number == 2)
    for name in ["wrong", "of", "falseFinishes", "falseCancels"] {
      #expect(promised[name].number == kept[name].number)
    }
  }

  @Test func `writes a fraction above 1 if the bounds allow only that`() throws {
    let text = try interaction()
    let start = try #require(text.range(of: "\"rule\": "))
    let end = try #require(text.range(of: ",\n  \"animation\""))
    let rule = #"{ "fractionAbove": 0.5 }"#
    _ = try folder.file(
      "my.json", text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: rule))
    _ = try tune("--features", "rows.csv", "--bounds", "fraction=1.25..1.25", "--write")
    #expect(try read("my.json").contains("\"above\": 1.25"))
    #expect(try Program.pantograph("interaction", folder.file("my.json").path).status == 0)
  }

  /// The first two swipes of one person, the second of which ends at 1.63 s.
  private func shortRecording() throws {
    let text = try String(contentsOfFile: "\(Swipes.folders[0])/recording.evemu", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      guard line.hasPrefix("E: ") else { return true }
      return (Double(line.split(separator: " ")[1]) ?? 9) < 2
    }
    _ = try folder.file("short.evemu", lines.joined(separator: "\n"))
    _ = try folder.file(
      "labels.csv",
      "recording,gesture,label\nshort.evemu,1,finish\nshort.evemu,2,cancel\n")
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `searches other keys, keeps those without effect, and is not worse`() throws {
    try shortRecording()
    let old = try interaction()
    _ = try folder.file("my.json", old)
    let source = ["short.evemu", "--labels", "labels.csv"]
    let plain = try json(tune(source[0], source[1], source[2], "--json"))
    #expect(plain["settings"].list.isEmpty)

    let slops = "gesture.pan.slop.mm=1..4"
    let text = try tune(source[0], source[1], source[2], "--search", slops).output
    let count = try #require(try /(\d+) combinations tried; a better one/.firstMatch(in: text)?.1)
    // The start, a grid of nine, and two more on each side for each of four steps.
    let places = try #require(Int(count))
    #expect(places >= 1 + 9 + 4 && places <= 40)

    let keys = slops + ",settle.finish.spring.response=0.2..0.5"

    let program = try tune(source[0], source[1], source[2], "--search", keys, "--json", "--write")
    let found = try json(program)
    let settings = found["settings"].list
    let names = settings.map { $0["name"].text }
    #expect(names == ["gesture.pan.slop.mm", "settle.finish.spring.response"])
    #expect(settings.compactMap { $0["before"].number } == [1.6, 0.3])
    let slop = try #require(settings[0]["after"].number)
    #expect(slop >= 1 && slop <= 4)
    #expect(settings[1]["after"].number == 0.3)
    let wrong = try #require(found["after"]["wrong"].number)
    let before = try #require(plain["after"]["wrong"].number)
    #expect(wrong <= before)

    let after = found["thresholds"].list.compactMap { $0["after"].number }
    let slopText = slop == 1.6 ? "1.6" : short(slop)
    let velocityText = after[0] == 300 ? "300.0" : short(after[0])
    var expected = old.replacing("\"mm\": 1.6", with: "\"mm\": \(slopText)")
    expected = expected.replacing("300.0", with: velocityText)
    expected = expected.replacing("\"above\": 0.5", with: "\"above\": \(short(after[1]))")
    #expect(try read("my.json") == expected)
    // Run again, it has the reported result.
    let again = try json(tune(source[0], source[1], source[2], "--json"))
    #expect(again["before"]["wrong"].number == wrong)
  }

  @Test func `reports errors in recordings once, in spite of many trials`() throws {
    try shortRecording()
    _ = try folder.file("my.json", interaction())
    let labels = try read("labels.csv")
    _ = try folder.file("labels.csv", labels + "short.evemu,9,cancel\n")
    let program = try tune(
      "short.evemu", "--labels", "labels.csv", "--lenient", "--search",
      "gesture.pan.slop.mm=1.6..1.6")
    #expect(program.output.contains("1 combination tried"))
    #expect(program.complaints.hasPrefix("labels.csv:4:13: no gesture 9 in short.evemu"))
    #expect(program.complaints.count { $0 == "\n" } == 1, "\(program.complaints)")
  }

  private func short(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

@Suite struct `pantograph tune --write-for` {
  private static let swipes = Repository.recordings.appendingPathComponent("e6-swipes-ann").path

  private func tune(_ words: String...) throws -> Program {
    let interaction = Self.swipes + "/interaction.json"
    return try Program(
      Program.pantograph,
      ["tune", Self.swipes, "-i", interaction, "--resamples", "0", "--folds", "0"] + words)
  }

  @Test func `prints what was tuned, and writes nothing`() throws {
    let plain = try tune()
    let program = try tune("--write-for", "wayfire")
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output.hasPrefix(plain.output))
    let json = try tune("--json", "--write-for", "wayfire")
    let report = try JSONDecoder().decode(JSON.self, from: Data(json.output.utf8))
    let written = report["writtenFor"]
    let added = program.output.dropFirst(plain.output.count)
    for line in written["lines"].list.map(\.text) { #expect(added.contains(line + "\n")) }
    let fraction = try #require(
      report["thresholds"].list.first { $0["name"].text.hasPrefix("fraction") })
    let after = try #require(fraction["after"].number)
    #expect(
      written["lines"].list.map(\.text).contains("threshold = " + String(format: "%.2f", after)))
    #expect(written["file"].text == "~/.config/wayfire.ini")
    #expect(written["missing"].list.map(\.text).contains { $0.hasPrefix("velocity above ") })
  }

  @Test func `names the programs`() throws {
    let program = try tune("--write-for", "nirri")
    #expect(program.status == 2)
    #expect(
      program.complaints.contains("hyprland") && program.complaints.contains("mean 'niri'?"),
      "\(program.complaints)")
  }
}
