import Foundation
import PantographTestSupport
import Testing

@Suite struct `Figures for papers` {
  private static let swipes = ["ann", "bob", "eve"].map {
    Repository.recordings.appendingPathComponent("e6-swipes-\($0)").path
  }
  private static let tune =
    ["tune"] + swipes + ["--interaction", swipes[0] + "/interaction.json", "--resamples", "0"]
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
  private static let timing = ["timing"] + swipes + ["--settle-time", "0.3"]

  private static func run(_ words: [String]) throws -> Program {
    try Program(Program.pantograph, words)
  }

  private static func drawing(_ words: [String], _ name: String? = nil) throws -> Drawing {
    let folder = try TemporaryFolder()
    let file = folder.file("a.svg")
    let program = try run(words + ["-o", file.path] + (name.map { ["--figure", $0] } ?? []))
    try #require(
      (program.status == 0 || words[0] == "diff") && program.complaints.isEmpty,
      "\(program.complaints)")
    return try Drawing(try Data(contentsOf: file))
  }

  private static let all: [(words: [String], names: [String])] = [
    (
      tune,
      [
        "map-velocity-fraction", "curve-velocity", "curve-fraction", "errors", "roc", "precision",
      ]
    ),
    (
      ["replay", flick],
      ["trajectory", "fraction", "velocity", "offset", "alpha", "path", "contacts"]
    ),
    (["compare", flick], ["fraction", "velocity"]),
    (["diff", flick, "--rules", "gnome-shell,kwin"], ["fraction"]),
    (timing, ["settling-finish", "settling-cancel"]),
  ]

  @Test func `have a title, a description, their own styles, and the same bytes each time`() throws
  {
    for (words, names) in Self.all {
      for name in names {
        let drawing = try Self.drawing(words, name)
        #expect(!drawing.texts("title").isEmpty && !drawing.texts("desc").isEmpty)
        let style = drawing.texts("style").joined()
        #expect(!style.contains("var("), "\(words[0]) \(name)")
        guard name != "trajectory" else { continue }
        #expect(!style.contains("@media"))
        #expect(drawing.elements("svg").first?["width"] == "85.00mm")
        // Every class has its rule.
        let classes = Set(
          drawing.all.compactMap { $0["class"] }.flatMap { $0.split(separator: " ") })
        let unstyled = classes.subtracting([
          "ground", "words", "ticks", "recorded", "seen", "level", "contact",
        ])
        .filter { !style.contains(".\($0)") }
        #expect(unstyled.isEmpty, "\(words[0]) \(name): \(unstyled)")
        #expect(try Self.drawing(words, name).data == drawing.data)
      }
    }
  }

  private static let renderer = OtherProgram.find("rsvg-convert")

  /// A PNG has its width and height at bytes 16 and 20 (PNG, 11.2.2).
  @Test(
    .enabled(
      if: renderer != nil && OtherProgram.python != nil, OtherProgram.absence("rsvg-convert")))
  func `are pictures of their shape, and not blank, in a real renderer`() throws {
    let folder = try TemporaryFolder()
    for (words, names) in Self.all {
      for name in names {
        let box = try #require(
          try Self.drawing(words, name).elements("svg").first?["viewBox"]?.split(separator: " ")
            .compactMap { Double($0) })
        let file = folder.file("\(words[0])-\(name).png")
        let program = try Self.run(
          words + ["-o", file.path, "--figure", name, "--width", "420"])
        #expect(program.complaints.isEmpty)
        let bytes = [UInt8](try Data(contentsOf: file))
        let size = [16, 20].map { bytes[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(size[0] == 420 && abs(Double(size[1]) - 420 * box[3] / box[2]) <= 1)
        let colors = try Program(
          try #require(OtherProgram.python), [Self.colorCount.path, file.path])
        // White, and enough of other colours for a curve.
        let counts = colors.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(counts.count == 2 && counts[0] > 420 * 50 && counts[1] > 1000, "\(name) \(counts)")
      }
    }
  }

  private static let colorCount = Repository.script("png_colors.py")

  @Test(.enabled(if: renderer != nil, OtherProgram.absence("rsvg-convert")))
  func `are PDF files of the size of a column, the same each time`() throws {
    let folder = try TemporaryFolder()
    let files = try (0..<2).map { number in
      let file = folder.file("\(number).pdf")
      let program = try Self.run(Self.tune + ["-o", file.path, "--figure", "roc"])
      #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
      return try Data(contentsOf: file)
    }
    #expect(files[0] == files[1])
    let text = String(decoding: files[0], as: UTF8.self)
    #expect(text.hasPrefix("%PDF-"))
    // 85 mm are 240.94 pt.
    #expect(text.contains("MediaBox [ 0 0 240.94"))
  }

  // MARK: Values

  @Test func `draw the fractions of the table`() throws {
    let table = Table(text: try Self.run(["replay", Self.flick, "--format", "csv"]).output)
    let drawing = try Self.drawing(["replay", Self.flick], "fraction")
    let scale = try drawing.scale()
    let points = drawing.points("curve run0").map(scale.value)
    let rows = table.rows.map { ($0.number("time"), $0.number("fraction")) }
    try #require(rows.count > 40)
    #expect(points.count > 20)
    for (time, fraction) in rows {
      // A straight line between the corners of the curve.
      let next = try #require(points.firstIndex { $0.x >= time - 0.0005 })
      let (left, right) = (points[max(next - 1, 0)], points[next])
      let share = right.x > left.x ? min(max((time - left.x) / (right.x - left.x), 0), 1) : 1
      #expect(abs(left.y + (right.y - left.y) * share - fraction) < 0.02, "\(time)")
    }
  }

  private static func json(of words: [String]) throws -> JSON {
    let folder = try TemporaryFolder()
    let file = folder.file("a.json")
    let program = try run(words + ["-o", file.path])
    try #require(program.status == 0, "\(program.complaints)")
    return JSON(file)
  }

  private static func json() throws -> JSON {
    try json(of: tune)
  }

  /// The area below the drawn curve, by the trapezoidal rule, is that of the JSON.
  @Test func `draw the ROC curve of each ranking`() throws {
    for ranking in try Self.json()["rankings"].list {
      let drawing = try Self.drawing(Self.tune, "roc-\(ranking["name"].text)")
      let points = drawing.points("curve").map(try drawing.scale().value)
      let area = zip(points, points.dropFirst()).reduce(0) { sum, pair in
        sum + (pair.1.x - pair.0.x) * (pair.0.y + pair.1.y) / 2
      }
      #expect(abs(area - (try #require(ranking["areaUnderROC"].number))) < 0.003)
      #expect(abs(points[0].x) + abs(points[0].y) < 0.003)
    }
  }

  /// The least cost of the curve is that of the result, at the tuned threshold.
  @Test func `draw the cost of each threshold`() throws {
    let json = try Self.json()
    for threshold in json["thresholds"].list {
      let drawing = try Self.drawing(Self.tune, "curve-\(threshold["name"].text)")
      let scale = try drawing.scale()
      let points = drawing.points("curve").map(scale.value)
      let least = try #require(points.map(\.y).min())
      #expect(abs(least - (try #require(json["cost"].number))) < 0.1)
      let ends = threshold["sameIn"].numbers
      let unit = 1 / scale.perX
      // The costs of the span with the same result.
      let inside = points.filter { $0.x > ends[0] + unit && $0.x < ends[1] - unit }
      #expect(inside.allSatisfy { abs($0.y - least) < 0.1 })
      let line = try #require(drawing.elements("line").first { $0["class"] == "found" }?["x1"])
      let tuned = scale.value((try #require(Double(line)), 0)).x
      #expect(abs(tuned - (try #require(threshold["after"].number))) < unit)
    }
  }

  /// Wilson's interval consists of the rates p with |p̂ − p| ≤ z √(p (1 − p) / n).
  @Test func `draw the error rates with their intervals for one person`() throws {
    let tune = [
      "tune", Self.swipes[0], "-i", Self.swipes[0] + "/interaction.json", "--resamples", "0",
    ]
    let rules = try Self.json(of: tune)["rules"].list
    let drawing = try Self.drawing(tune, "errors")
    let scale = try drawing.scale(vertical: false)
    let names = drawing.labels("end")
    for rule in rules {
      let name = rule["rule"].text
      let row = try #require(names.first { $0.text == name }).y - 4
      let disc = try #require(
        drawing.elements("circle").first { abs((Double($0["cy"] ?? "") ?? 0) - row) < 0.2 })
      let (wrong, count) = (
        try #require(rule["score"]["wrong"].number), try #require(rule["score"]["of"].number)
      )
      let rate = scale.value((Double(disc["cx"] ?? "") ?? 0, 0)).x / 100
      #expect(abs(rate - wrong / count) < 0.002, "\(name)")
      let whisker = try #require(
        drawing.elements("line").first {
          $0["y1"] == $0["y2"] && abs((Double($0["y1"] ?? "") ?? 0) - row) < 0.2
        })
      for end in ["x1", "x2"] {
        let bound = scale.value((Double(whisker[end] ?? "") ?? 0, 0)).x / 100
        let least: Double = 1.959964 * (bound * (1 - bound) / count).squareRoot()
        let distance: Double = abs(wrong / count - bound)
        #expect(abs(distance - least) < 0.004, "\(name)")
      }
    }
  }

  @Test func `draw error rates of few people without intervals`() throws {
    let drawing = try Self.drawing(Self.tune, "errors")
    #expect(drawing.texts("desc").joined().contains("3 people: too few for intervals over people"))
    #expect(drawing.elements("circle").count > 30)
    #expect(!drawing.elements("line").contains { $0["class"] == "whisker" })
  }

  /// A letter is at most 7.4 units wide, and the frame ends at 408.
  @Test func `draw names and intervals within their frame`() throws {
    for words in [Self.tune, ["tune", Self.swipes[0], "-i", Self.swipes[0] + "/interaction.json"]] {
      let drawing = try Self.drawing(
        words == Self.tune ? words : words + ["--resamples", "0"], "errors")
      let names = drawing.labels("end").filter { !$0.text.contains("%") }
      #expect(names.contains { $0.text == "android-anchored-draggable" })
      #expect(names.allSatisfy { $0.x - 7.4 * Double($0.text.count) >= 0 })
      let ends =
        drawing.elements("circle").compactMap { $0["cx"].flatMap(Double.init) }.map { $0 + 4 }
        + drawing.elements("line").filter { $0["class"] != "grid" && $0["y1"] != $0["y2"] }
        .compactMap { $0["x1"].flatMap(Double.init) }
      #expect(ends.allSatisfy { $0 < 408 }, "\(ends.max() ?? 0)")
    }
  }

  @Test func `label curves by their rules`() throws {
    let drawing = try Self.drawing(["compare", Self.flick, "--rules", "gtk,kwin"], "fraction")
    #expect(["interaction", "gtk", "kwin"].allSatisfy(drawing.texts("text").contains))
    // Many rules share a curve if they have the same outcome.
    let many = try Self.drawing(["compare", Self.flick], "fraction").texts("text")
    #expect(
      many.contains { $0.hasPrefix("finish: interaction and ") && $0.hasSuffix(" more") }
        && !many.contains { $0.hasPrefix("…") }, "\(many)")
  }

  /// A release settles from its fraction to its target, and is within 0.01 of it from its settle time on.
  @Test func `draw how each release settles`() throws {
    let json = try Self.json(of: Self.timing)
    for part in json["parts"].list {
      let drawing = try Self.drawing(Self.timing, "settling-\(part["outcome"].text)")
      let scale = try drawing.scale()
      let curves = drawing.paths("strand strand0").map { $0.map(scale.value) }
      let releases = part["releases"].list
      #expect(curves.count == releases.count)
      for (curve, release) in zip(curves, releases) {
        let (fraction, target) = (
          try #require(release["fraction"].number), try #require(release["target"].number)
        )
        #expect(abs(curve[0].y - fraction) < 0.005)
        let settled = try #require(release["figures"]["settleTime"].number)
        let distances = curve.map { (time: $0.x, distance: abs($0.y - target)) }
        let after = distances.filter { $0.time > settled + 0.002 }
        #expect(!after.isEmpty && after.allSatisfy { $0.distance < 0.013 })
        #expect(distances.contains { $0.time < settled && $0.distance > 0.008 } || settled == 0)
      }
    }
  }

  // MARK: Names

  @Test func `are listed for an unknown name`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.svg").path
    let program = try Self.run(Self.tune + ["-o", file, "--figure", "nope"])
    #expect(program.status == 2)
    #expect(
      program.complaints.hasPrefix(
        "pantograph tune: --figure nope: expected one of map-velocity-fraction, curve-velocity,"
          + " curve-fraction, errors, roc-"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(arguments: [
    (["--figure", "roc"], "--figure requires --output FILE.svg, FILE.pdf or FILE.png"),
    (["-o", "a.svg", "--width", "300"], "--width requires --output FILE.png"),
    (["-o", "a.svg", "--json"], "--json can't be combined with svg"),
  ])
  func `are refused with`(words: [String], sentence: String) throws {
    let program = try Self.run(Self.tune + words)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints == "pantograph tune: \(sentence)\n")
  }
}
