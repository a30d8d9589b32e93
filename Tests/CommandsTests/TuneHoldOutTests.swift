import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph tune --hold-out` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("rows.csv", Swipes.table)
  }

  private func tune(_ words: String...) throws -> Program {
    try Program(
      Program.pantograph,
      [
        "tune", "--features", "rows.csv", "-i", Swipes.interaction, "--resamples", "0", "--folds",
        "0",
      ]
        + words, in: folder.url)
  }

  private func json(_ words: String...) throws -> JSON {
    let program = try Program(
      Program.pantograph,
      ["tune", "--features", "rows.csv", "-i", Swipes.interaction, "--json"] + Swipes.quick + words,
      in: folder.url)
    try #require(program.status == 0, "\(program.complaints)")
    return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }

  /// The number of a person's swipes that two thresholds misclassify.
  private func misses(of person: String, _ velocity: Double, _ fraction: Double) -> Int {
    Table(text: Swipes.table).rows.filter { $0.text("person") == person }.count { row in
      let finishes =
        row.number("velocity_pantograph") > velocity || row.number("fraction") > fraction
      return finishes != (row.text("label") == "finish")
    }
  }

  @Test(arguments: ["ann", "bob", "eve"])
  func `tunes on the others, and reports the held out`(person: String) throws {
    let json = try json("--hold-out", person)
    // The same result as for the others alone.
    let lines = Swipes.table.split(separator: "\n").filter { !$0.contains(",\(person),") }
    _ = try folder.file("rows.csv", lines.joined(separator: "\n") + "\n")
    let alone = try self.json()
    let after = alone["thresholds"].list.compactMap { $0["after"].number }
    #expect(json["thresholds"].list.compactMap { $0["after"].number } == after)
    #expect(json["gestures"].number == 24 && json["recordings"].number == 2)
    #expect(alone["heldOut"]["who"].list.isEmpty)

    let heldOut = json["heldOut"]
    #expect(heldOut["who"].list.map(\.text) == [person] && heldOut["gestures"].number == 12)
    #expect(heldOut["after"]["wrong"].number == Double(misses(of: person, after[0], after[1])))
    #expect(heldOut["before"]["wrong"].number == Double(misses(of: person, 300, 0.5)))
    #expect(heldOut["wrong"].list.count == misses(of: person, after[0], after[1]))
  }

  @Test func `compares a person with the presets, and on a page`() throws {
    let program = try tune(
      "--hold-out", "half", "--rules", "libadwaita,niri", "--html", "page.html")
    #expect(program.status == 0, "\(program.complaints)")
    let lines = program.output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let start = try #require(
      lines.firstIndex { $0.hasPrefix("held out of tuning: 12 gestures of ") })
    let words = lines[start...].map { $0.split(separator: " ").first.map(String.init) ?? "" }
    #expect(
      words[1...3] == ["rule", "tuned", "before"] && Set(words[4...5]) == ["libadwaita", "niri"])
    for line in lines[(start + 2)...(start + 5)] { #expect(line.contains(" of 12 ")) }
    let page = try String(contentsOf: folder.file("page.html"), encoding: .utf8)
    #expect(page.contains("Held-out gestures"))
    #expect(page.contains("Held out of tuning: 12 gestures of "))
    // The other half is everybody else.
    let other = try tune("--hold-out", "other-half")
    #expect(other.output.contains("held out of tuning: 24 gestures of "))
  }

  @Test(arguments: [
    (
      "eva",
      "pantograph tune: --hold-out eva: no gesture is of this person or device; did you mean eve?"
    ),
    (
      ",",
      "pantograph tune: --hold-out ,: expected comma-separated persons or devices, half or"
    ),
    ("ann,bob,eve", "pantograph tune: --hold-out leaves no gestures to tune on; "),
  ])
  func `reports unknown persons`(who: String, sentence: String) throws {
    let program = try tune("--hold-out", who)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.hasPrefix(sentence), "\(program.complaints)")
  }
}
