import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographTestSupport
import PantographTrajectories
import PantographTuning
import Testing

@Suite struct `A page of tuning` {
  static let xmllint = OtherProgram.find("xmllint")

  private static func page(_ result: TuningResult, named name: String = "interaction.json")
    -> String
  {
    var page = TunePage(
      result, of: .pan(.init()), named: name,
      trajectories: TunePage.hardGestures(of: result).map { TunedGestures.trajectory(of: $0) })
    page.engine = engine
    page.file = InteractionText(Array(file.utf8))
    return page.text
  }

  /// An engine whose script does nothing.
  private static let engine: PageEngine? = {
    let head = "pantograph \(Version.number) sha256-smPTVE1KHWkSXOBhcOwdqqNWBJW94OI2zp93Yut1D5g="
    let script = "//<![CDATA[\n\"use strict\";\n//]]>\n"
    return try? PageEngine(parsing: Array("\(head)\nH4sIAAAAAAA=\n\(script)".utf8))
  }()

  private static let file = """
    { "version": 1, "progress": { "toward": "right", "distance": { "mm": 45 } }, "rule": { "fractionAbove": 0.5 },
      "animation": { "duration": 1, "properties": [{ "name": "offset", "from": 0, "to": 1 }] } }
    """

  private func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  /// Pages with one, two, three and five thresholds, with costs, and without hard gestures.
  private static let pages = Result { try makePages() }

  private static func makePages() throws -> [(name: String, text: String)] {
    let gestures = TunedGestures(count: 120)
    let three = ReleaseRule(
      clauses: TunedGestures.rule.clauses + [.init([.init(.duration, .below, 0.1)], then: .finish)],
      otherwise: .cancel)
    let five = ReleaseRule(
      clauses: three.clauses + [
        .init([.init(.travel, .above, 80), .init(.restTime, .below, 0.5)], then: .finish)
      ], otherwise: .cancel)
    var easy = TunedGestures(count: 2)
    easy.rows[0].label = Label(.finish)
    easy.rows[1].label = Label(.cancel)
    return [
      ("two", page(try gestures.tuned(draws: 8, folds: 5))),
      ("one", page(try gestures.tuned(ReleaseRule(fractionAbove: 0.3)))),
      (
        "three",
        page(try TunedGestures(count: 60).tuned(three, costs: .init(falseFinish: 2500), draws: 1))
      ),
      ("five", page(try TunedGestures(count: 12).tuned(five))),
      ("easy", page(try easy.tuned())),
    ]
  }

  /// Up to 2,000 gestures are drawn; of more, a selection with wrong ones first.
  @Test(.enabled(if: LongTests.areRun, LongTests.absence), arguments: [2000, 2001, 6000])
  func `draws at most 2000 gestures, and states how many`(count: Int) throws {
    let result = try TunedGestures(count: count).tuned()
    let text = Self.page(result)
    let marks = try matches(#"<title>(Gestures/[^<]*: meant )"#, in: text)
    // Two curves and a map.
    #expect(marks.count == 3 * min(count, 2000))
    let note = try matches(
      "(2000 of [0-9]+ gestures are drawn, among them [0-9]+ of the [0-9]+ wrong ones)", in: text)
    let wrong = try matches(#"<title>(Gestures/[^<]*, wrong)"#, in: text).count / 3
    #expect(result.wrong.count > 100 && wrong <= result.wrong.count)
    let expected =
      "2000 of \(count) gestures are drawn, among them \(wrong) of the \(result.wrong.count) wrong ones"
    #expect(note == (count > 2000 ? [expected] : []))
    // One of ten labels is wrong, so there is room for all wrong gestures.
    #expect(wrong == result.wrong.count)
    // The size is bounded: the releases of 2000 gestures take half a megabyte.
    #expect(text.utf8.count < 1_900_000, "\(text.utf8.count)")
    for table in text.components(separatedBy: "<tbody>").dropFirst() {
      let rows =
        table.components(separatedBy: "</tbody>")[0].components(separatedBy: "<tr").count - 1
      #expect(rows <= 200)
    }
  }

  @Test(.enabled(if: xmllint != nil, OtherProgram.absence("xmllint")))
  func `is well formed`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in try Self.pages.get() {
      let file = try folder.file("\(name).html", text)
      let program = try Program(try #require(Self.xmllint), ["--noout", file.path])
      #expect(program.status == 0, "\(name): \(program.complaints.prefix(400))")
      if let folder = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"] {
        try text.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
      }
    }
  }

  @Test func `links only to itself, and loads nothing`() throws {
    for (name, text) in try Self.pages.get() {
      let ids = try matches(#" id="([^"]*)""#, in: text)
      #expect(Set(ids).count == ids.count, "\(name): duplicate IDs")
      let links = try matches(##" href="([^"]*)""##, in: text)
      #expect(
        links.count > 5
          && links.allSatisfy { $0.hasPrefix("#") && ids.contains(String($0.dropFirst())) })
      let labels = try matches(#" aria-labelledby="([^"]*)""#, in: text)
        .flatMap { $0.split(separator: " ").map(String.init) }
      #expect(labels.allSatisfy(ids.contains), "\(name)")
      #expect(try matches(#"(url\((?!data:))"#, in: text).isEmpty, "\(name)")
      for word in ["http:", "https:", " src=", "@import", "javascript:"] {
        #expect(!text.contains(word), "\(name): \(word)")
      }
    }
  }

  @Test func `describes every plot, and labels every table`() throws {
    for (name, text) in try Self.pages.get() {
      // What contains links is not an image itself.
      let pictures = try matches(#"(<svg class="plot[^>]*>(?:<g role[^>]*>)?)"#, in: text)
      #expect(pictures.allSatisfy { $0.contains(#"role="img""#) && $0.contains("aria-labelledby") })
      // Each plot has a collapsed table beside it.
      let figures = text.components(separatedBy: "<figure").dropFirst()
      #expect(figures.count == pictures.count, "\(name)")
      #expect(figures.allSatisfy { $0.contains("<details>") && $0.contains("<title id=") })
      #expect(
        try matches("(<th[ >][^>]*)", in: text).allSatisfy {
          $0.contains("scope=") || $0 == "<thead>"
        })
      let tables = try matches("(<table>)", in: text).count
      #expect(
        try matches(
          #"(<div class="scroll" role="group" aria-label="[^"]+" tabindex="0">)"#, in: text
        ).count == tables)
    }
  }

  @Test func `is deterministic`() throws {
    let gestures = TunedGestures(count: 40)
    #expect(Self.page(try gestures.tuned()) == Self.page(try gestures.tuned()))
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `runs only the script whose hash its policy allows`() throws {
    for (name, text) in try Self.pages.get() {
      // Its data, the engine, and the script.
      #expect(text.components(separatedBy: "<script").count == 4, "\(name)")
      let start = try #require(text.range(of: "<script>"))
      let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
      let folder = try TemporaryFolder()
      let file = try folder.file("script.js", String(text[start.upperBound..<end.lowerBound]))
      let python = """
        import base64, hashlib, sys
        print(base64.b64encode(hashlib.sha256(open(sys.argv[1], "rb").read()).digest()).decode(), end="")
        """
      let hash = try Program(try #require(OtherProgram.python), ["-c", python, file.path])
      #expect(
        text.contains(
          "script-src &#39;sha256-\(hash.output)&#39; &#39;wasm-unsafe-eval&#39;; "), "\(name)")
    }
  }

  private static let hostile = #"<script>alert(1)</script>"'& ]]> "# + "\u{7}\u{202e}gpj"

  @Test(.enabled(if: xmllint != nil, OtherProgram.absence("xmllint")))
  func `escapes hostile names`() throws {
    var gestures = TunedGestures(count: 30) { _ in Self.hostile }
    for index in gestures.rows.indices {
      gestures.rows[index].device = Self.hostile
      gestures.rows[index].label?.person = Self.hostile
      if gestures.rows[index].label?.meaning == .finish {
        gestures.rows[index].label?.meaning = .gesture(Self.hostile)
      }
    }
    let text = Self.page(
      try gestures.tuned(folds: 2, finishing: [Self.hostile]), named: Self.hostile)
    #expect(text.components(separatedBy: "<script").count == 4 && !text.contains("\u{7}"))
    #expect(text.components(separatedBy: "</script").count == 4)
    let folder = try TemporaryFolder()
    let file = try folder.file("hostile.html", text)
    func read(_ path: String) throws -> String {
      let program = try Program(
        try #require(Self.xmllint), ["--xpath", "string(\(path))", file.path])
      #expect(program.status == 0, "\(program.complaints.prefix(400))")
      return program.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let shown = Self.hostile.replacingOccurrences(of: "\u{7}", with: "\\u{7}")
    #expect(try read("//h1") == "Tuning of \(shown)")
    #expect(try read("(//h3)[1]/bdi") == shown)
    #expect(try read("(//ul[@class='hard']/li)[1]/a/bdi") == shown)
    #expect(try read("//tbody/tr/th[contains(., 'script')]") == shown)
    #expect(try read("count(//script)") == "3")
  }

  // MARK: Colours

  /// Returns the contrast of two colours by WCAG 2.2.
  private func contrast(_ first: String, _ second: String) -> Double {
    func luminance(_ color: String) -> Double {
      let number = Int(color.dropFirst(), radix: 16) ?? 0
      let parts = [16, 8, 0].map { shift in
        let part = Double(number >> shift & 0xff) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let both = [luminance(first), luminance(second)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test func `has enough contrast in light and dark colours`() throws {
    #expect(abs(contrast("#ffffff", "#000000") - 21) < 1e-9)
    // The lightest grey with enough contrast on white, and the next that has not.
    #expect(contrast("#767676", "#ffffff") >= 4.5 && contrast("#777777", "#ffffff") < 4.5)
    let text = Self.page(try TunedGestures(count: 20).tuned())
    // Forced colours are the reader's own.
    let blocks = try matches(#":root\{(?:color-scheme:[a-z ]+;)?(--paper:#[^}]*)\}"#, in: text)
    #expect(blocks.count == 3 && blocks[0] == blocks[2] && blocks[0] != blocks[1])
    for block in blocks {
      let color = Dictionary(
        uniqueKeysWithValues: try matches("--([a-z0-9]+):#", in: block).map { name in
          (name, try matches("--\(name):(#[0-9a-f]{6})", in: block)[0])
        })
      func contrast(_ name: String, on other: String) throws -> Double {
        self.contrast(try #require(color[name]), try #require(color[other]))
      }
      let heat = (0...8).map { "heat\($0)" }
      for name in ["ink", "faint"] {
        for other in ["tracking", "settling"] {
          #expect(try contrast(name, on: other) >= 4.5, "\(name) on \(other)")
        }
      }
      for name in ["ink", "faint", "link", "wrong", "found"] {
        for other in ["paper", "card"] {
          #expect(try contrast(name, on: other) >= 4.5, "\(name) on \(other)")
        }
      }
      for other in heat { #expect(try contrast("ink", on: other) >= 4.5, "ink on \(other)") }
      for name in ["finish", "stay", "wrong", "found"] {
        for other in heat + ["card", "paper", "tracking", "settling"] {
          #expect(try contrast(name, on: other) >= 3, "\(name) on \(other)")
        }
      }
    }
  }

  // MARK: Maps

  @Test(arguments: [40, 120, 300]) func `maps the cost of two thresholds`(count: Int) throws {
    let gestures = TunedGestures(count: count)
    let costs = TuningScore.Costs(falseFinish: 2000, falseCancel: 1000)
    let result = try gestures.tuned(costs: costs)
    let map = ThresholdMap(result, first: 0, second: 1)
    #expect(map.first.thresholds.count <= ThresholdMap.mostCells)
    #expect(map.second.thresholds.count <= ThresholdMap.mostCells)
    #expect(map.first.edges.count == map.first.thresholds.count + 1)
    var random = TestRandom(seed: 3)
    for _ in 0..<60 {
      let column = Int.random(in: map.first.thresholds.indices, using: &random)
      let row = Int.random(in: map.second.thresholds.indices, using: &random)
      var rule = result.after
      rule[result.thresholds[0].position].threshold = map.first.thresholds[column]
      rule[result.thresholds[1].position].threshold = map.second.thresholds[row]
      // The cost of the rule itself on all gestures.
      #expect(map.costs[row][column] == TuningScore(rule, result.gestures, costs).cost)
    }
    for (side, threshold) in [
      (map.first, result.thresholds[0]), (map.second, result.thresholds[1]),
    ] {
      for (cell, value) in side.thresholds.enumerated() {
        #expect(side.edges[cell] <= value && value <= side.edges[cell + 1])
      }
      #expect(side.thresholds.contains(threshold.after))
    }
    let column = try #require(map.first.thresholds.firstIndex(of: result.thresholds[0].after))
    let row = try #require(map.second.thresholds.firstIndex(of: result.thresholds[1].after))
    #expect(map.costs[row][column] == map.costs.joined().min())
    #expect(map.costs[row][column] == result.scoreAfter.cost)
  }

  @Test func `draws every cell of a map once`() throws {
    let result = try TunedGestures(count: 60).tuned()
    let map = ThresholdMap(result, first: 0, second: 1)
    let text = Self.page(result)
    // The rectangles of all colours cover the map of 362 by 322 units.
    var area = 0.0
    for data in try matches(#"<path class="h[0-8]" d="([^"]*)""#, in: text) {
      for box in data.split(separator: "Z") {
        let numbers = box.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
        area += abs(numbers[2] - numbers[0]) * abs(numbers[3] - numbers[1])
      }
    }
    // Coordinates have tenths.
    #expect(abs(area - 362 * 322) < 362 * 322 / 200, "\(area), \(map.costs.count)")
  }

  @Test func `draws every gesture at its values`() throws {
    let result = try TunedGestures(count: 60).tuned()
    let text = Self.page(result)
    let start = try #require(text.range(of: #"<svg class="plot large""#))
    let end = try #require(text.range(of: "</svg>", range: start.upperBound..<text.endIndex))
    let map = String(text[start.lowerBound..<end.lowerBound])
    // The scale, from the numbers below the map.
    let positions = try matches(#"<text class="middle" x="([0-9.]+)" y="365">"#, in: map)
    let numbers = try matches(#"<text class="middle" x="[0-9.]+" y="365">(−?[0-9.]+)<"#, in: map)
    let ticks = zip(positions, numbers).compactMap { position, number in
      Double(position).flatMap { position in
        Double(number.replacingOccurrences(of: "−", with: "-")).map {
          (position: position, value: $0)
        }
      }
    }
    try #require(ticks.count > 2)
    let unit = (ticks[1].position - ticks[0].position) / (ticks[1].value - ticks[0].value)
    let shapes =
      try matches(#"<circle class="finish" cx="([0-9.]+)" cy="[0-9.]+" r="2.5">"#, in: map)
    let names = try matches(#"r="2.5"><title>([^:]*): meant finish"#, in: map)
    #expect(shapes.count == result.gestures.count(where: \.isMeantToFinish))
    for (shape, name) in zip(shapes, names) {
      let gesture = try #require(result.gestures.first { $0.features.recording == name })
      let velocity = try #require(gesture.features.release(for: result.after)?.velocity)
      let position = ticks[0].position + (velocity - ticks[0].value) * unit
      #expect(abs(position - (Double(shape) ?? 0)) < 0.5, "\(name)")
    }
    let rings = try matches(#"(<circle class="ring")"#, in: map).count
    #expect(rings == result.wrong.count)
  }

  // MARK: Hard gestures

  @Test func `has a section for each of forty hard gestures, and states how many more there are`()
    throws
  {
    let result = try TunedGestures(count: 300).tuned()
    let all = result.wrong.count + result.near.count
    try #require(all > 40)
    let text = Self.page(result)
    #expect(try matches(#"<section class="gesture" id="([^"]*)""#, in: text).count == 40)
    #expect(text.contains("\(all - 40) more are not shown"))
  }

  @Test func `gives the reason for a missing curve, and the command that draws it`() throws {
    let result = try TunedGestures(count: 30).tuned()
    let hard = try #require(TunePage.hardGestures(of: result).first)
    let text = TunePage(
      result, of: .pan(.init()), named: "x",
      trajectories: [
        HardTrajectory(
          of: hard.index, .missing("the file is gone"), command: "pantograph replay 'a b'")
      ]
    ).text
    #expect(text.contains("There is no curve: the file is gone."))
    #expect(text.contains("pantograph replay &#39;a b&#39;"))
  }
}
