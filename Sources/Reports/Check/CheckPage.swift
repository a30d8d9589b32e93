package import PantographBase
import PantographInteractions
package import PantographTrajectories

/// A page with the results of checked cases: curves of those that fail, and a table of the others.
package struct CheckPage {
  /// A case and its result.
  package struct Example: Sendable {
    /// The path of the case.
    package var path: String
    /// The word for the result.
    package var word: String
    /// The result in a sentence.
    package var sentence: String
    /// More details, a line each.
    package var details: [String]
    /// Why it would hardly differ, whatever went wrong, a line each.
    package var silences: [String]
    /// Whether it makes the check fail.
    package var isFailure: Bool
    /// The expected and actual trajectories, or columns, as far as they are known.
    package var curves: [Curves] = []
    /// Pictures of a page that has changed.
    package var film: FilmStrip?
    /// The relative link to a page of its own.
    package var page: String?

    /// Makes a case.
    package init(
      _ path: String, _ word: String, _ sentence: String, details: [String],
      silences: [String] = [], isFailure: Bool
    ) {
      self.path = path
      self.word = word
      self.sentence = sentence
      self.details = details
      self.silences = silences
      self.isFailure = isFailure
    }
  }

  /// Two trajectories, or two curves of a column, one of which may be empty.
  package struct Curves: Sendable {
    /// The column that a subject shows; `nil` for the fraction.
    let column: String?
    /// What was expected, and what came, as far as there is something.
    let runs: [PlottedRun]
    /// The time at which they diverge, if they do.
    let divergence: Timestamp?

    /// Makes curves of trajectories.
    package init(expected: [Sample], actual: [Sample], divergence: Timestamp?) {
      self.init(
        nil, [PlottedRun("expected", [], expected), PlottedRun("now", [], actual)], divergence)
    }

    /// Makes curves of a column, with its values as fractions.
    package init(
      of column: String, expected: ResultTable.Column?, actual: ResultTable.Column?,
      divergence: Timestamp? = nil
    ) {
      let columns = [("expected", expected), ("now", actual)]
      self.init(
        column, columns.compactMap { label, column in column.map { PlottedRun(label, $0) } },
        divergence)
    }

    private init(_ column: String?, _ runs: [PlottedRun], _ divergence: Timestamp?) {
      self.column = column
      self.runs = runs.filter { !$0.samples.isEmpty }
      self.divergence = divergence
    }
  }

  private let examples: [Example]
  /// What cases have in common, a line each.
  private let remarks: [String]
  /// Whether the cases are only listed, because they have pages of their own.
  private let isIndex: Bool

  /// The largest number of failing cases with curves.
  package static let mostCurves = 40
  /// The largest number of cases in a table.
  private static let mostCases = 2000
  /// The largest number of cases in an index.
  private static let mostListed = 20_000

  /// Makes a page on cases, in their order.
  package init(_ examples: [Example], remarks: [String] = [], isIndex: Bool = false) {
    self.examples = examples
    self.remarks = remarks
    self.isIndex = isIndex
  }

  /// The whole file.
  package var text: String {
    let failing = examples.filter(\.isFailure)
    let others = examples.filter { !$0.isFailure }
    // An index has links in place of plots.
    let plots = isIndex ? [] : Self.plots(of: failing)
    // A new case is not wrong: somebody has to look at it.
    let new = failing.count { $0.word == "new" }
    let wrong = failing.count - new
    let wrongOnes = "\(wrong) of \(examples.count.counted("case"))"
    let fail = wrong == 1 ? "fails" : "fail"
    let title =
      switch (wrong, new) {
      case (0, 0): "All cases are as expected"
      case (0, _): "\(new.counted("new case")) to review"
      case (_, 0): "\(wrongOnes) \(fail)"
      default: "\(wrongOnes) \(fail), \(new) new to review"
      }
    return HTMLPage(
      title,
      [
        .init("sum", "Summary") {
          tiles
          for remark in remarks { Markup.sentence(remark) }
        },
        .init(
          "failing", wrong == 0 ? "New cases" : new == 0 ? "Failing cases" : "Failing and new cases"
        ) { self.failing(failing, plots) },
        .init("others", "Other cases") { table("Cases that do not fail", others[...]) },
      ], together: PlotsTogether(plots)
    ) {
      Markup("p") { "Recorded gestures, compared with their expected trajectories." }
    }.text
  }

  private var tiles: Markup {
    var words: [String] = []
    for example in examples where !words.contains(example.word) { words.append(example.word) }
    return .tiles {
      Markup.tile(examples.count == 1 ? "case" : "cases", "\(examples.count)")
      for word in words { Markup.tile(word, "\(examples.count { $0.word == word })") }
    }
  }

  private func failing(_ failing: [Example], _ plots: [[ChannelPlot]]) -> Markup {
    guard !isIndex else { return table("Cases that fail", failing[...]) }
    // One is open, to show what the others hide; of a few new ones all, to be looked at.
    let drawn = failing.prefix(Self.mostCurves)
    let open = drawn.firstIndex { $0.curves.contains { $0.divergence != nil } } ?? 0
    let areAllOpen = failing.count <= 8 && failing.allSatisfy { $0.word == "new" }
    return Markup {
      for (index, example) in drawn.enumerated() {
        details(example, plots[index], isOpen: areAllOpen || index == open)
      }
      table("More failing cases", failing.dropFirst(Self.mostCurves))
    }
  }

  private func details(_ example: Example, _ plots: [ChannelPlot], isOpen: Bool) -> Markup {
    Markup("details", ["class": "case", "open": isOpen ? "" : nil]) {
      Markup("summary") {
        Markup("span", ["class": "tag wrong"]) { example.word }
        " "
        Markup.name(example.path)
      }
      Markup("div", ["class": "lines"]) {
        for line in [example.sentence] + example.details { Markup.sentence(line) }
        if let film = example.film { film.markup }
        for plot in plots { figure(plot) }
      }
    }
  }

  private func figure(_ plot: ChannelPlot) -> Markup {
    Markup("figure") {
      plot.markup
      PlotLegend(PlotLegend.runs(plot.runs)).markup
    }
  }

  private static func plot(_ curves: Curves, _ index: Int, _ place: Int) -> ChannelPlot? {
    let marks = curves.divergence.map {
      [TimeAxis.Mark(time: $0, word: "diverge", isDivergence: true)]
    }
    guard
      var plot = ChannelPlot(
        ofColumn: curves.column?.shown ?? "fraction", title: curves.column?.shown ?? "Fraction",
        "case-\(index + 1)" + (place > 0 ? "-\(place + 1)" : ""), curves.runs, marks ?? [],
        ending: curves.divergence.map { "; they diverge at \(Wording.clock($0))" } ?? "",
        hasPhases: curves.column == nil)
    else { return nil }
    if curves.column == nil { plot.least = 0...1 }
    plot.height = 190
    return plot
  }

  /// Returns the plots of the cases that are drawn.
  private static func plots(of failing: [Example]) -> [[ChannelPlot]] {
    failing.prefix(mostCurves).enumerated().map { index, example in
      example.curves.enumerated().compactMap { place, curves in plot(curves, index, place) }
    }
  }

  private func table(_ caption: String, _ examples: ArraySlice<Example>) -> Markup {
    guard !examples.isEmpty else { return .nothing }
    let most = isIndex ? Self.mostListed : Self.mostCases
    return Markup("div", ["class": "cases"]) {
      PageTable(
        caption, [.word("case"), .word("verdict"), .word("why")],
        examples.prefix(most).map { example in
          let name = Markup.name(example.path)
          let linked = example.page.map { page in Markup("a", ["href": page]) { name } }
          let why = Markup {
            example.sentence
            for silence in example.silences { Markup.faint(silence) }
          }
          return [linked ?? name, Markup(text: example.word), why]
        }
      ).markup
      if examples.count > most {
        Markup.faint("\(examples.count - most) more are not shown; --json lists all.")
      }
    }
  }
}
