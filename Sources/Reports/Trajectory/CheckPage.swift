public import Quantities
public import Trajectories

/// What came of checking cases, as a page of its own: those that fail with their curves, and all others in a
/// table.
public struct CheckPage {
  /// A case, and what came of it.
  public struct Example: Sendable {
    /// Where it lies.
    public var path: String
    /// The word for what came of it.
    public var word: String
    /// What there is to say of it.
    public var sentence: String
    /// More of it, a line each.
    public var details: [String]
    /// Whether the check fails for its sake.
    public var isFailure: Bool
    /// The trajectories that it should have and has, as far as they are known.
    public var curves: Curves?

    /// Makes a case.
    ///
    /// - Parameters:
    ///   - path: where it lies.
    ///   - word: the word for what came of it.
    ///   - sentence: what there is to say of it.
    ///   - details: more of it, a line each.
    ///   - isFailure: whether the check fails for its sake.
    public init(
      _ path: String, _ word: String, _ sentence: String, details: [String], isFailure: Bool
    ) {
      self.path = path
      self.word = word
      self.sentence = sentence
      self.details = details
      self.isFailure = isFailure
    }
  }

  /// Two trajectories, of which one may be missing.
  public struct Curves: Sendable {
    /// What was expected.
    public var expected: [Sample]
    /// What came.
    public var actual: [Sample]
    /// Where they part, if they do.
    public var parting: Timestamp?

    /// Makes curves.
    ///
    /// - Parameters:
    ///   - expected: what was expected; nothing where nothing was.
    ///   - actual: what came.
    ///   - parting: where they part, if they do.
    public init(expected: [Sample], actual: [Sample], parting: Timestamp?) {
      self.expected = expected
      self.actual = actual
      self.parting = parting
    }
  }

  private let examples: [Example]

  /// So many failing cases have their curves in a page.
  public static let mostCurves = 40
  /// So many cases are listed.
  private static let mostCases = 2000

  /// Makes a page on cases, in the order in which they are told.
  public init(_ examples: [Example]) {
    self.examples = examples
  }

  /// The whole file.
  public var text: String {
    let failing = examples.filter(\.isFailure)
    let others = examples.filter { !$0.isFailure }
    return HTMLPage(
      failing.isEmpty
        ? "All cases are as expected" : "\(failing.count) of \(examples.count) cases fail",
      [
        .init("sum", "In sum") { tiles },
        .init("failing", "Cases that fail") { self.failing(failing) },
        .init("others", "Other cases") { table("Cases that fail nothing", others[...]) },
      ]
    ) {
      Markup("p") { "What came of recorded gestures, held against what is expected." }
    }.text
  }

  private var tiles: Markup {
    var words: [String] = []
    for example in examples where !words.contains(example.word) { words.append(example.word) }
    return Markup("dl", ["class": "tiles"]) {
      Markup("div", ["class": "tile"]) {
        Markup("dt") { examples.count == 1 ? "case" : "cases" }
        Markup("dd") { "\(examples.count)" }
      }
      for word in words {
        Markup("div", ["class": "tile"]) {
          Markup("dt") { word }
          Markup("dd") { "\(examples.count { $0.word == word })" }
        }
      }
    }
  }

  private func failing(_ failing: [Example]) -> Markup {
    // One is open, so that it is seen what is behind the others.
    let drawn = failing.prefix(Self.mostCurves)
    let open = drawn.firstIndex { $0.curves?.parting != nil } ?? 0
    return Markup {
      for (index, example) in drawn.enumerated() {
        part(example, index, isOpen: index == open)
      }
      table("More cases that fail", failing.dropFirst(Self.mostCurves))
    }
  }

  private func part(_ example: Example, _ index: Int, isOpen: Bool) -> Markup {
    Markup("details", ["class": "case", "open": isOpen ? "" : nil]) {
      Markup("summary") {
        Markup("span", ["class": "tag wrong"]) { example.word }
        " "
        Markup.name(example.path)
      }
      Markup("div", ["class": "lines"]) {
        Markup("p") { "\(example.sentence.capitalizedFirst)." }
        for line in example.details { Markup("p") { "\(line.capitalizedFirst)." } }
        if let curves = example.curves { figure(curves, index) }
      }
    }
  }

  private func figure(_ curves: Curves, _ index: Int) -> Markup {
    let runs = [("expected", curves.expected), ("now", curves.actual)]
      .filter { !$0.1.isEmpty }.map { PlottedRun($0.0, [], $0.1) }
    let marks = curves.parting.map { TimeAxis.Mark(time: $0, word: "part", isParting: true) }
    let axis = TimeAxis(runs, [], marks.map { [$0] } ?? [])
    guard !axis.isEmpty else { return .nothing }
    let ends = runs.map { run in
      "\(run.label) comes to \(Wording.number(run.samples.last?.fraction ?? 0))"
    }
    let parting = curves.parting.map { ", and they part at \(Wording.clock($0))" } ?? ""
    var plot = ChannelPlot(
      id: "case-\(index + 1)", title: "Fraction over time",
      description: "\(ends.joined(separator: ", "))\(parting).".capitalizedFirst, unit: "fraction",
      channels: runs.map { _ in 0 }, runs: runs, axis: axis)
    plot.least = 0...1
    plot.isWorded = true
    plot.height = 190
    plot.isTimed = false
    return Markup("figure") {
      plot.markup
      PlotLegend(
        runs.enumerated().map { index, run in
          (SVGPlot.line("curve run\(index)", 0, 8, 16, 8), run.label)
        }
      ).markup
    }
  }

  private func table(_ caption: String, _ examples: ArraySlice<Example>) -> Markup {
    guard !examples.isEmpty else { return .nothing }
    return Markup("div", ["class": "cases"]) {
      PageTable(
        caption, [.word("case"), .word("verdict"), .word("why")],
        examples.prefix(Self.mostCases).map { example in
          [.init(Markup.name(example.path)), .word(example.word), .word(example.sentence)]
        }
      ).markup
      if examples.count > Self.mostCases {
        Markup("p", ["class": "faint"]) {
          "\(examples.count - Self.mostCases) more are left out here; --json tells of all."
        }
      }
    }
  }
}
