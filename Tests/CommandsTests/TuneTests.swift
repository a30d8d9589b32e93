import Foundation
import TestSupport
import Testing

/// The swipes of three persons that come with the project, and what `features` tells of them.
enum Swipes {
  static let folders = ["ann", "bob", "eve"].map {
    Repository.recordings.appendingPathComponent("e6-swipes-\($0)").path
  }
  static let interaction = "\(folders[0])/interaction.json"

  /// Only what is looked for, without how sure it is.
  static let quick = ["--draws", "0", "--folds", "0", "--rules", "none"]

  static func features(_ words: String...) throws -> String {
    let program = try Program(
      Program.pantograph, ["features"] + folders + ["-i", interaction] + words)
    try #require(program.status == 0, "\(program.complaints)")
    return program.output
  }

  /// The rows as a table, read once.
  static let table = (try? features()) ?? ""

  /// The two quantities of the rule, and what was meant.
  static let hands: [(velocity: Double, fraction: Double, isMeant: Bool)] = Table(text: table).rows
    .map {
      ($0.number("velocity_pantograph"), $0.number("fraction"), $0.text("label") == "finish")
    }

  /// How many go wrong by two thresholds: the first that should not finish, the second that should.
  static func misses(_ velocity: Double, _ fraction: Double) -> [Int] {
    hands.reduce(into: [0, 0]) { misses, hand in
      let finishes = hand.velocity > velocity || hand.fraction > fraction
      if finishes != hand.isMeant { misses[finishes ? 0 : 1] += 1 }
    }
  }

  /// A place in every gap between values, and one beyond each end.
  static func gaps(_ values: [Double]) -> [Double] {
    let values = Set(values).sorted()
    return [values[0] - 1] + zip(values, values.dropFirst()).map { ($0 + $1) / 2 }
      + [values[values.count - 1] + 1]
  }

  /// The least that misses can cost, and every pair of gaps in which they cost that.
  static func best(
    _ velocities: [Double] = gaps(hands.map(\.velocity)),
    _ fractions: [Double] = gaps(hands.map(\.fraction)), costs: [Int] = [1, 1]
  ) -> (cost: Int, places: [(velocity: Double, fraction: Double)]) {
    var best = (cost: Int.max, places: [(velocity: Double, fraction: Double)]())
    for velocity in velocities {
      for fraction in fractions {
        let misses = misses(velocity, fraction)
        let cost = misses[0] * costs[0] + misses[1] * costs[1]
        if cost < best.cost { best = (cost, []) }
        if cost == best.cost { best.places.append((velocity, fraction)) }
      }
    }
    return best
  }
}

@Suite struct `pantograph tune` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("rows.csv", Swipes.table)
  }

  private func tune(_ words: [String], of source: [String]) throws -> String {
    let program = try Program(
      Program.pantograph, ["tune"] + source + ["-i", Swipes.interaction] + words, in: folder.url)
    try #require(program.status == 0, "\(program.complaints)")
    #expect(program.complaints.isEmpty)
    return program.output
  }

  /// What is found by the rows alone.
  private func found(_ words: String...) throws -> JSON {
    let output = try tune(["--json"] + Swipes.quick + words, of: ["--features", "rows.csv"])
    return try JSONDecoder().decode(JSON.self, from: Data(output.utf8))
  }

  private func misses(_ score: JSON) -> [Int] {
    ["falseFinishes", "falseCancels"].map { Int(score[$0].number ?? -1) }
  }

  private func thresholds(_ json: JSON, _ name: String = "after") -> [Double] {
    json["thresholds"].list.compactMap { $0[name].number }
  }

  // MARK: What the gestures can't show

  /// The rows, of which those that must not finish were cut off but for some.
  private func rows(keeping count: Int) throws {
    var lines = Swipes.table.split(separator: "\n").map(String.init)
    let others = lines.indices.filter { lines[$0].contains(/,let-go,(cancel|nothing),/) }
    for index in others.dropFirst(count) {
      lines[index] = lines[index].replacing(",let-go,", with: ",cut-off,")
    }
    _ = try folder.file("few.csv", lines.joined(separator: "\n") + "\n")
  }

  @Test func `says first that a class has no example, and keeps the file then`() throws {
    try rows(keeping: 0)
    let mine = try folder.file(
      "mine.json", String(contentsOfFile: Swipes.interaction, encoding: .utf8))
    let words = ["tune", "--features", "few.csv", "-i", "mine.json"] + Swipes.quick
    let program = try Program(Program.pantograph, words, in: folder.url)
    #expect(program.status == 0)
    let sentence =
      "none of 15 gestures that must not finish was recognised with a release, so nothing bounds"
    #expect(program.output.hasPrefix("  \(sentence)"), "\(program.output.prefix(300))")

    let before = try Data(contentsOf: mine)
    let written = try Program(Program.pantograph, words + ["--write"], in: folder.url)
    #expect(written.status == 2)
    #expect(written.complaints.hasPrefix("mine.json: left as it is; \(sentence)"))
    #expect(try Data(contentsOf: mine) == before)
  }

  @Test func `says first that a class has fewer than ten examples`() throws {
    for (count, isFew) in [(9, true), (10, false)] {
      try rows(keeping: count)
      let text = try tune(Swipes.quick, of: ["--features", "few.csv"])
      #expect(text.hasPrefix("  only 9 gestures that must not finish of 15 labelled:") == isFew)
      let page = try tune(Swipes.quick + ["--json"], of: ["--features", "few.csv"])
      let json = try JSONDecoder().decode(JSON.self, from: Data(page.utf8))
      #expect(json["warnings"].list.count == (isFew ? 1 : 0))
      #expect(json["others"]["released"].number == Double(count))
      #expect(json["others"]["labelled"].number == 15)
    }
  }

  // MARK: The same from everywhere

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `says the same on any number of threads, of recordings as of their rows`() throws {
    let words = ["--draws", "5", "--folds", "2", "--near", "20"]
    let text = try tune(words + ["-j", "1", "--html", "1.html"], of: Swipes.folders)
    let page = try Data(contentsOf: folder.file("1.html"))
    for jobs in ["2", "4"] {
      #expect(
        try tune(words + ["-j", jobs, "--html", "\(jobs).html"], of: Swipes.folders) == text)
      #expect(try Data(contentsOf: folder.file("\(jobs).html")) == page)
    }
    #expect(text.contains("2 of 36"))

    _ = try folder.file("rows.ndjson", Swipes.features("--format", "ndjson"))
    let shards = try ["1/2", "2/2"].map { try Swipes.features("--shard", $0) }
    #expect(!shards.contains("") && shards.joined() == Swipes.table)
    for (part, text) in shards.enumerated() { _ = try folder.file("\(part).csv", text) }
    #expect(try tune(words, of: ["--features", "0.csv,1.csv"]) == text)
    // Nothing in it tells where the rows are from.
    #expect(try tune(words, of: ["--features", "rows.csv"]) == text)
    #expect(try tune(words + ["-j", "3"], of: ["--features", "rows.ndjson"]) == text)

    let json = try tune(words + ["--json", "-j", "1"], of: Swipes.folders)
    for jobs in ["2", "4"] {
      #expect(try tune(words + ["--json", "-j", jobs], of: ["--features", "rows.csv"]) == json)
    }
    // Several files are one list, in their order.
    let lines = Swipes.table.split(separator: "\n").map { "\($0)\n" }
    _ = try folder.file("a.csv", lines[..<20].joined())
    _ = try folder.file("b.csv", lines[0] + lines[20...].joined())
    #expect(try tune(words + ["--json"], of: ["--features", "a.csv,b.csv"]) == json)
  }

  /// A hand that presses like a palm is one for both or for neither.
  @Test func `takes recordings as features does, palms and all`() throws {
    let text = try String(contentsOfFile: "\(Swipes.folders[0])/recording.evemu", encoding: .utf8)
    _ = try folder.file("palms.evemu", text.replacing(#/ 0003 003a \d+/#, with: " 0003 003a 140"))
    let labels = try String(contentsOfFile: "\(Swipes.folders[0])/labels.csv", encoding: .utf8)
    _ = try folder.file("labels.csv", labels.replacing("recording.evemu", with: "palms.evemu"))
    let source = ["palms.evemu", "--labels", "labels.csv", "--with-palms"]
    let rows = try Program(
      Program.pantograph, ["features"] + source + ["-i", Swipes.interaction, "-o", "palms.csv"],
      in: folder.url)
    #expect(rows.status == 0, "\(rows.complaints)")
    let words = ["--json"] + Swipes.quick
    let json = try tune(words, of: source)
    #expect(json.hasPrefix(#"{"gestures":12,"#))
    #expect(try tune(words, of: ["--features", "palms.csv"]) == json)
  }

  @Test func `reads the interaction from a pipe, too`() throws {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
    let program = try Program(
      Program.pantograph, ["tune", Swipes.folders[0], "-i", "-"] + Swipes.quick, typing: text)
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    #expect(program.output.contains("  12 labelled gestures of 1 recording: "))
  }

  // MARK: What is found

  @Test func `finds what trying all pairs of gaps finds`() throws {
    #expect(Swipes.hands.count == 36 && Swipes.hands.count(where: \.isMeant) == 21)
    #expect(Swipes.misses(300, 0.5) == [0, 8])
    let best = Swipes.best()
    #expect(best.cost == 2)

    let json = try found()
    #expect(json["gestures"].number == 36 && json["recordings"].number == 3)
    #expect(json["unlabelled"].number == 0 && json["method"].text == "exact")
    #expect(misses(json["before"]) == [0, 8] && json["before"]["wrong"].number == 8)
    #expect(thresholds(json, "before") == [300, 0.5])
    #expect(json["cost"].number == 2 && json["leastPossibleCost"].number == 2)
    let after = thresholds(json)
    #expect(misses(json["after"]) == Swipes.misses(after[0], after[1]))
    #expect(misses(json["after"]).reduce(0, +) == 2 && json["wrong"].list.count == 2)

    // Alone, each may go as far as the nearest gestures, and no further.
    for (axis, threshold) in json["thresholds"].list.enumerated() {
      let range = threshold["sameIn"].numbers
      for (inside, outside) in [(range[0], range[0]), (range[1], range[1])] {
        let step = (range[1] - range[0]) * 1e-3
        let way = inside == range[0] ? step : -step
        let misses = [inside + way, outside - way].map { value in
          axis == 0 ? Swipes.misses(value, after[1]) : Swipes.misses(after[0], value)
        }
        #expect(misses[0] == Swipes.misses(after[0], after[1]) && misses[1] != misses[0])
      }
    }
  }

  @Test func `looks for no more than it is told to`() throws {
    let fraction = Swipes.best([300])
    #expect(fraction.cost > 2 && fraction.cost < 8)
    for words in [["--free", "fraction"], ["--keep", "velocity"]] {
      let json = try found(words[0], words[1])
      #expect(json["thresholds"].list.map { $0["name"].text } == ["fraction"])
      #expect(misses(json["after"]).reduce(0, +) == fraction.cost)
      #expect(misses(json["after"]) == Swipes.misses(300, thresholds(json)[0]))
    }
  }

  @Test(
    arguments: [
      (0.45...0.6, -1e9...1e9), (0.2...0.3, 150...200),
      // Where the rule as it is does not lie, and no gesture either.
      (0.9...0.95, 5000...6000), (0.4...0.4, 0...1000),
    ])
  func `stays within bounds`(
    fractions: ClosedRange<Double>, velocities: ClosedRange<Double>
  ) throws {
    let json = try found(
      "--bounds",
      "fraction=\(fractions.lowerBound)..\(fractions.upperBound),"
        + "velocity=\(velocities.lowerBound)..\(velocities.upperBound)")
    let after = thresholds(json)
    #expect(velocities.contains(after[0]) && fractions.contains(after[1]), "\(after)")
    func places(_ gaps: [Double], _ bounds: ClosedRange<Double>) -> [Double] {
      gaps.filter(bounds.contains) + [bounds.lowerBound, bounds.upperBound]
    }
    let best = Swipes.best(
      places(Swipes.gaps(Swipes.hands.map(\.velocity)), velocities),
      places(Swipes.gaps(Swipes.hands.map(\.fraction)), fractions))
    #expect(misses(json["after"]) == Swipes.misses(after[0], after[1]))
    #expect(misses(json["after"]).reduce(0, +) == best.cost)
  }

  @Test(arguments: [[3, 1], [1, 3], [10, 1], [1, 10]])
  func `weighs both kinds of misses as it is told to`(costs: [Int]) throws {
    let json = try found("--costs", "\(costs[0]),\(costs[1])")
    #expect(json["cost"].number == Double(Swipes.best(costs: costs).cost))
    let after = thresholds(json)
    let misses = Swipes.misses(after[0], after[1])
    #expect(misses[0] * costs[0] + misses[1] * costs[1] == Swipes.best(costs: costs).cost)
    #expect(json["after"]["cost"].number == json["cost"].number)
    #expect(json["before"]["cost"].number == Double(8 * costs[1]))
  }

  @Test func `prefers the lowest or the widest of equally good settings`() throws {
    let bounds = ["--bounds", "velocity=90..1000"]
    let velocities = Swipes.gaps(Swipes.hands.map(\.velocity)).filter { $0 > 90 && $0 < 1000 }
    let best = Swipes.best(velocities)
    // They are good together with several fractions that are apart.
    let first = try #require(best.places.first)
    let lowest = try found(bounds[0], bounds[1], "--prefer", "lowest")
    let widest = try found(bounds[0], bounds[1], "--prefer", "widest")
    for json in [lowest, widest] {
      let after = thresholds(json)
      #expect(Swipes.misses(after[0], after[1]).reduce(0, +) == best.cost)
    }
    // The first threshold is as low as can be, and then the second: in the very gap that comes first.
    let (low, wide) = (
      lowest["thresholds"].list.map { $0["sameIn"].numbers },
      widest["thresholds"].list.map { $0["sameIn"].numbers }
    )
    #expect(low[0][0] < first.velocity && first.velocity < low[0][1])
    #expect(low[1][0] < first.fraction && first.fraction < low[1][1])
    #expect(wide[1][0] > low[1][1] && wide[1][1] - wide[1][0] > low[1][1] - low[1][0])
    // What nobody asks for is the widest.
    #expect(try thresholds(found(bounds[0], bounds[1])) == thresholds(widest))
  }

  /// The rule asks for mm/s, which Hyprland's estimator does not tell.
  @Test func `says which estimators could not be tried`() throws {
    let words = ["--estimators", "all"] + Swipes.quick
    let text = try tune(words, of: ["--features", "rows.csv"])
    let sentence = "not tried, because the rule has velocities per time, not per event: hyprland"
    #expect(text.contains("    \(sentence)\n"))
    let json = try found("--estimators", "all")
    #expect(json["estimatorsPassedOver"].list.map(\.text) == ["hyprland"])
    #expect(!json["estimators"].list.contains { $0["estimator"].text == "hyprland" })
    #expect(try found("--estimators", "android,niri")["estimatorsPassedOver"].list.isEmpty)
  }

  @Test func `counts one thing as one`() throws {
    let lines = Swipes.table.split(separator: "\n").map(String.init)
    let hands = ["finish", "cancel"].map { word in
      lines.first { $0.contains(",let-go,\(word),") } ?? ""
    }
    let unlabelled = lines[5].replacing(/,let-go,[a-z]+,[a-z]+,/, with: ",let-go,,,")
    _ = try folder.file(
      "rows.csv", ([lines[0]] + hands + [unlabelled]).joined(separator: "\n") + "\n")
    #expect(
      try tune(Swipes.quick, of: ["--features", "rows.csv"]).contains(
        "  2 labelled gestures of 1 recording: 1 should finish, 1 should not; 1 without a label is ignored\n"
      ))
  }
}
