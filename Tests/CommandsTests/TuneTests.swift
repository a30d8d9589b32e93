import Foundation
import PantographTestSupport
import Testing

/// The swipes of three persons in the repository, and their features.
enum Swipes {
  static let folders = ["ann", "bob", "eve"].map {
    Repository.recordings.appendingPathComponent("e6-swipes-\($0)").path
  }
  static let interaction = "\(folders[0])/interaction.json"

  /// Only the search for thresholds, without intervals.
  static let quick = ["--resamples", "0", "--folds", "0", "--rules", "none"]

  static func features(_ words: String...) throws -> String {
    let program = try Program(
      Program.pantograph, ["features"] + folders + ["-i", interaction] + words)
    try #require(program.status == 0, "\(program.complaints)")
    return program.output
  }

  /// The rows of the table, read once.
  static let table = (try? features()) ?? ""

  /// The two quantities of the rule, and the label.
  static let gestures: [(velocity: Double, fraction: Double, isMeant: Bool)] = Table(text: table)
    .rows
    .map {
      ($0.number("velocity_pantograph"), $0.number("fraction"), $0.text("label") == "finish")
    }

  /// The number of errors with two thresholds: false finishes, false cancels.
  static func misses(_ velocity: Double, _ fraction: Double) -> [Int] {
    gestures.reduce(into: [0, 0]) { misses, gesture in
      let finishes = gesture.velocity > velocity || gesture.fraction > fraction
      if finishes != gesture.isMeant { misses[finishes ? 0 : 1] += 1 }
    }
  }

  /// A value in every gap between values, and one beyond each end.
  static func gaps(_ values: [Double]) -> [Double] {
    let values = Set(values).sorted()
    return [values[0] - 1] + zip(values, values.dropFirst()).map { ($0 + $1) / 2 }
      + [values[values.count - 1] + 1]
  }

  /// The lowest cost of errors, and every pair of gaps that reaches it.
  static func best(
    _ velocities: [Double] = gaps(gestures.map(\.velocity)),
    _ fractions: [Double] = gaps(gestures.map(\.fraction)), costs: [Int] = [1, 1]
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

  /// The result from the rows alone.
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

  // MARK: Missing examples

  /// The rows, with the releases of most gestures that must not finish removed.
  private func rows(keeping count: Int) throws {
    var lines = Swipes.table.split(separator: "\n").map(String.init)
    let others = lines.indices.filter { lines[$0].contains(/,released,(cancel|nothing),/) }
    for index in others.dropFirst(count) {
      lines[index] = lines[index].replacing(",released,", with: ",cut-off,")
    }
    _ = try folder.file("few.csv", lines.joined(separator: "\n") + "\n")
  }

  @Test func `reports a class without examples first, and keeps the file`() throws {
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
    #expect(written.complaints.hasPrefix("mine.json: not changed; \(sentence)"))
    #expect(try Data(contentsOf: mine) == before)
  }

  @Test func `reports a class with fewer than ten examples first`() throws {
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

  // MARK: Equivalent inputs

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `prints the same on any number of threads, from recordings or rows`() throws {
    let words = ["--resamples", "5", "--folds", "2", "--near", "20"]
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
    // The report does not name the source of the rows.
    #expect(try tune(words, of: ["--features", "rows.csv"]) == text)
    #expect(try tune(words + ["-j", "3"], of: ["--features", "rows.ndjson"]) == text)

    let json = try tune(words + ["--json", "-j", "1"], of: Swipes.folders)
    for jobs in ["2", "4"] {
      #expect(try tune(words + ["--json", "-j", jobs], of: ["--features", "rows.csv"]) == json)
    }
    // Several files are one list, in order.
    let lines = Swipes.table.split(separator: "\n").map { "\($0)\n" }
    _ = try folder.file("a.csv", lines[..<20].joined())
    _ = try folder.file("b.csv", lines[0] + lines[20...].joined())
    #expect(try tune(words + ["--json"], of: ["--features", "a.csv,b.csv"]) == json)
  }

  /// A touch that presses like a palm counts the same for both.
  @Test func `treats recordings as features does, including palms`() throws {
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

  @Test func `also reads the interaction from a pipe`() throws {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
    let program = try Program(
      Program.pantograph, ["tune", Swipes.folders[0], "-i", "-"] + Swipes.quick, typing: text)
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    #expect(program.output.contains("  12 labelled gestures of 1 recording: "))
  }

  @Test func `accepts tables with only the columns that the rule needs`() throws {
    let names = [
      "recording", "gesture", "ending", "label", "fraction", "distance", "velocity_pantograph",
    ]
    let rows = Table(text: Swipes.table).rows.map { row in
      names.map { row.text($0) }.joined(separator: ",")
    }
    _ = try folder.file(
      "few.csv", ([names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n")
    let words = [
      "tune", "--features", "few.csv", "-i", Swipes.interaction, "--folds", "0", "--json",
    ]
    let program = try Program(
      Program.pantograph, words + ["--resamples", "0"], in: folder.url)
    #expect(program.status == 0)
    #expect(
      program.complaints.contains(
        /^few.csv: \d+ of \d+ presets are not compared, as they need other/))
    let few = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
    #expect(try thresholds(few) == thresholds(found()))
    #expect(few["rules"].list.contains { $0["rule"].text == "uikit-sheet" } == false)
    // A preset that is named is required.
    let named = try Program(
      Program.pantograph, words + ["--rules", "android-viewpager"], in: folder.url)
    #expect(named.status == 2 && named.complaints.contains("few.csv:1:1: missing column '"))
  }

  @Test func `names the new name of a quantity`() throws {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
    _ = try folder.file(
      "mine.json", text.replacing("\"velocity\"", with: "\"velocityMagnitude\""))
    for option in [["--free", "pace"], ["--keep", "pace"], ["--bounds", "pace=1..2"]] {
      let program = try Program(
        Program.pantograph, ["tune", "--features", "rows.csv", "-i", "mine.json"] + option,
        in: folder.url)
      #expect(program.status == 2)
      #expect(
        program.complaints.contains("unknown threshold 'pace'; it is now 'velocityMagnitude'"),
        "\(program.complaints)")
    }
  }

  // MARK: Results

  @Test func `finds the result of trying all pairs of gaps`() throws {
    #expect(Swipes.gestures.count == 36 && Swipes.gestures.count(where: \.isMeant) == 21)
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

    // Each threshold alone may move up to the nearest gestures, and no further.
    for (axis, threshold) in json["thresholds"].list.enumerated() {
      let range = threshold["sameIn"].numbers
      for (inside, outside) in [(range[0], range[0]), (range[1], range[1])] {
        let step = (range[1] - range[0]) * 1e-3
        let offset = inside == range[0] ? step : -step
        let misses = [inside + offset, outside - offset].map { value in
          axis == 0 ? Swipes.misses(value, after[1]) : Swipes.misses(after[0], value)
        }
        #expect(misses[0] == Swipes.misses(after[0], after[1]) && misses[1] != misses[0])
      }
    }
  }

  @Test func `tunes only the requested thresholds`() throws {
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
      // A range that contains neither the current threshold nor a gesture.
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
      places(Swipes.gaps(Swipes.gestures.map(\.velocity)), velocities),
      places(Swipes.gaps(Swipes.gestures.map(\.fraction)), fractions))
    #expect(misses(json["after"]) == Swipes.misses(after[0], after[1]))
    #expect(misses(json["after"]).reduce(0, +) == best.cost)
  }

  @Test(arguments: [[3, 1], [1, 3], [10, 1], [1, 10]])
  func `weights both kinds of errors as requested`(costs: [Int]) throws {
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
    let velocities = Swipes.gaps(Swipes.gestures.map(\.velocity)).filter { $0 > 90 && $0 < 1000 }
    let best = Swipes.best(velocities)
    // They are good together with several separate ranges of the fraction.
    let first = try #require(best.places.first)
    let lowest = try found(bounds[0], bounds[1], "--prefer", "lowest")
    let widest = try found(bounds[0], bounds[1], "--prefer", "widest")
    for json in [lowest, widest] {
      let after = thresholds(json)
      #expect(Swipes.misses(after[0], after[1]).reduce(0, +) == best.cost)
    }
    // The first threshold is as low as possible, then the second, in the first gap.
    let (low, wide) = (
      lowest["thresholds"].list.map { $0["sameIn"].numbers },
      widest["thresholds"].list.map { $0["sameIn"].numbers }
    )
    #expect(low[0][0] < first.velocity && first.velocity < low[0][1])
    #expect(low[1][0] < first.fraction && first.fraction < low[1][1])
    #expect(wide[1][0] > low[1][1] && wide[1][1] - wide[1][0] > low[1][1] - low[1][0])
    // The default is the widest.
    #expect(try thresholds(found(bounds[0], bounds[1])) == thresholds(widest))
  }

  /// The rule uses mm/s, which Hyprland's estimator does not provide.
  @Test func `reports estimators that could not be tried`() throws {
    let words = ["--estimators", "all"] + Swipes.quick
    let text = try tune(words, of: ["--features", "rows.csv"])
    let sentence = "not tried, because the rule has velocities per time, not per event: hyprland"
    #expect(text.contains("    \(sentence)\n"))
    let json = try found("--estimators", "all")
    #expect(json["estimatorsPassedOver"].list.map(\.text) == ["hyprland"])
    #expect(!json["estimators"].list.contains { $0["estimator"].text == "hyprland" })
    #expect(try found("--estimators", "android,niri")["estimatorsPassedOver"].list.isEmpty)
  }

  @Test func `uses the singular for one`() throws {
    let lines = Swipes.table.split(separator: "\n").map(String.init)
    let gestures = ["finish", "cancel"].map { word in
      lines.first { $0.contains(",released,\(word),") } ?? ""
    }
    let unlabelled = lines[5].replacing(/,released,[a-z]+,[a-z]+,/, with: ",released,,,")
    _ = try folder.file(
      "rows.csv", ([lines[0]] + gestures + [unlabelled]).joined(separator: "\n") + "\n")
    #expect(
      try tune(Swipes.quick, of: ["--features", "rows.csv"]).contains(
        "  2 labelled gestures of 1 recording: 1 should finish, 1 should not; 1 without a label is ignored\n"
      ))
  }
}
