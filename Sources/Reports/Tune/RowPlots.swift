import PantographBase
import PantographInteractions
import PantographMotion
import PantographTuning

/// The frame of a plot with a row for each of some names: a grid across the rows, an axis below, names at the left.
struct RowFrame {
  /// The scale of the values.
  let x: PlotScale
  /// The bottom of the last row.
  let bottom: Double

  private let names: [String]
  private let rowHeight: Double
  private let left: Double

  private static let top = 22.0
  /// 7.4: about the width of a letter, at most.
  private static let letter = 7.4
  /// 18: of that, 10 are between a name and the axis.
  private static let (margin, gap) = (18.0, 10.0)
  /// 28: the longest name of a preset has 26 letters, and more would leave little room for values.
  private static let mostLetters = 28

  /// Makes a frame of rows from the top; the end of a name that is too long is cut off.
  init(_ names: [String], rowHeight: Double, values: ClosedRange<Double>) {
    let names = names.map { name in
      name.count > Self.mostLetters ? "\(name.prefix(Self.mostLetters - 1))…" : name
    }
    self.names = names
    self.rowHeight = rowHeight
    let longest = names.map { Double($0.count) * Self.letter }.max() ?? 0
    left = longest + Self.margin
    x = PlotScale(values, from: left, to: SVGPlot.sides.right)
    bottom = Self.top + Double(names.count) * rowHeight
  }

  /// Returns the height of the middle of a row.
  func middle(of row: Int) -> Double { Self.top + (Double(row) + 0.5) * rowHeight }

  /// Returns the name of a row.
  func name(of row: Int, isStrong: Bool = false) -> Markup {
    SVGPlot.text(names[row], left - Self.gap, middle(of: row) + 4, isStrong ? "end strong" : "end")
  }

  /// The grid and the axis.
  var ground: Markup { ground(whole: false) }

  /// Returns the grid and the axis, perhaps only with whole numbers.
  @MarkupBuilder func ground(whole: Bool) -> Markup {
    for tick in x.ticks(5) where !whole || tick.value == tick.value.rounded() {
      SVGPlot.line("grid", tick.position, Self.top, tick.position, bottom)
      SVGPlot.text(tick.label, tick.position, bottom + 17, "middle")
    }
    SVGPlot.line("axis", left, bottom, SVGPlot.sides.right, bottom)
  }
}

/// Draws the error rates of rules with their confidence intervals, a row each.
struct ErrorRatePlot {
  /// A rule with its errors.
  struct Row: Sendable {
    var name: String
    var score: TuningScore
    /// Whether it is the tuned rule.
    var isTuned = false

    /// The 95 % confidence interval of the rate, if there is one.
    var interval: ClosedRange<Double>?
  }

  private let rows: [Row]
  private let frame: RowFrame

  /// Makes a plot of rows from the top, for gestures of people.
  init(_ rows: [Row], of people: LabelledPeople) {
    // Only over enough people, or for independent gestures.
    self.rows = rows.filter { $0.score.count > 0 }.map { row in
      var row = row
      switch people {
      case .few: row.interval = nil
      case .enough: row.interval = row.score.interval
      case .one, .unknown:
        row.interval = WilsonInterval.of(row.score.errorShare, count: Double(row.score.count))
      }
      return row
    }
    switch people {
    case .few(let count):
      note = "\(count.counted("person", "people")): too few for intervals over people"
    case .enough(let count):
      note = "with 95 % confidence intervals over \(count.counted("person", "people"))"
    case .one(let name):
      note = "with 95 % confidence intervals (Wilson) for \(name) only"
    case .unknown:
      note = "with 95 % confidence intervals (Wilson), as if gestures were independent"
    }
    let most = self.rows.compactMap { $0.interval?.upperBound ?? $0.score.errorShare }.max() ?? 1
    // A twentieth more, so that no interval and no mark ends at the frame.
    frame = RowFrame(
      self.rows.map(\.name), rowHeight: 22, values: 0...max(most * 105, 1))
  }

  var markup: Markup {
    rows.isEmpty ? .nothing : drawing.figure { table }
  }

  private let title = "Error rates of the rules"
  private let note: String

  /// The plot without its caption and its table.
  var drawing: PlotDrawing {
    let rates = rows.map { "\($0.name) \(Self.percent($0.score.errorShare)) %" }
    return PlotDrawing(
      SVGPlot(
        id: "errors", title: title, description: "\(rates.listed), \(note).",
        height: frame.bottom + 42), note: note
    ) {
      frame.ground
      rows.indices.map(mark)
      SVGPlot.text("wrong gestures, %", SVGPlot.sides.right, frame.bottom + 34, "end strong")
    }
  }

  private func mark(_ index: Int) -> Markup {
    let row = rows[index]
    let x = frame.x
    let y = frame.middle(of: index)
    let center = x(row.score.errorShare * 100)
    let kind = row.isTuned ? "whisker" : "axis"
    return Markup("g") {
      frame.name(of: index, isStrong: row.isTuned)
      if let interval = row.interval {
        let (low, high) = (x(interval.lowerBound * 100), x(interval.upperBound * 100))
        SVGPlot.line(kind, low, y, high, y)
        SVGPlot.line(kind, low, y - 4, low, y + 4)
        SVGPlot.line(kind, high, y - 4, high, y + 4)
      }
      row.isTuned ? PlotMark.found(center, y, 5.5) : SVGPlot.disc("oldmark", center, y, 4)
    }
  }

  private static func percent(_ share: Double) -> String { NumberText.fixed(share * 100, 1) }

  private var table: Markup {
    PageTable(
      title, [.word("rule"), "wrong", "%", "from", "to"],
      rows.map { row in
        [row.name, "\(row.score.errors) of \(row.score.count)", Self.percent(row.score.errorShare)]
          + [row.interval?.lowerBound, row.interval?.upperBound].map { $0.map(Self.percent) ?? "" }
      }
    ).folded("The rates as a table")
  }
}

extension TunePage {
  /// The error rates of the tuned rule, of the rule before tuning, and of the other rules.
  var errorRates: ErrorRatePlot {
    var rows: [ErrorRatePlot.Row] = [
      .init(name: "tuned", score: result.scoreAfter, isTuned: true)
    ]
    if let heldOut = result.heldOut {
      rows.append(.init(name: "tuned, held out", score: heldOut.after, isTuned: true))
    }
    rows += result.validations.map {
      .init(name: "tuned, other \($0.grouping.rawValue)", score: $0.heldOut, isTuned: true)
    }
    rows.append(.init(name: "before", score: result.scoreBefore))
    rows += TuneReport.ranked(result.rivals).map { .init(name: $0.name, score: $0.score) }
    return ErrorRatePlot(rows, of: result.people)
  }
}

/// Draws a quantity of many gestures: a strip of discs for each group, with the median.
struct FeatureStripPlot {
  private let name: String
  private let title: String
  private let groups: [(word: String, values: [Double])]
  private let frame: RowFrame

  private static let radius = 2.3
  /// 1000: more discs of a group can't be told apart.
  private static let mostDiscs = 1000

  init(_ name: String, _ title: String, _ groups: [(word: String, values: [Double])]) {
    self.name = name
    self.title = title
    self.groups = groups.sorted { GestureCurvesPlot.precedes($0.word, $1.word) }
      .map { ($0.word, $0.values.sorted()) }
    let values = groups.flatMap(\.values)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let edge = (high - low) / 32
    frame = RowFrame(self.groups.map(\.word), rowHeight: 34, values: low - edge...high + edge)
  }

  var isEmpty: Bool { groups.isEmpty }

  /// Returns the middle value, or the mean of both.
  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
      ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
  }

  /// The plot without its caption.
  var drawing: PlotDrawing {
    let medians = groups.map { "\($0.word) \(Wording.number(Self.median($0.values)))" }
    return PlotDrawing(
      SVGPlot(
        id: "quantity-\(name)", title: title.capitalizedFirst,
        description: "Medians: \(medians.listed).", height: frame.bottom + 26),
      note: "a disc for each gesture; the line is the median"
    ) {
      frame.ground
      for (index, group) in groups.enumerated() {
        strip(group.values, index, frame.middle(of: index))
        frame.name(of: index)
      }
      SVGPlot.text(title, 4, 14, "strong")
    }
  }

  /// Draws discs and the median.
  private func strip(_ values: [Double], _ index: Int, _ middle: Double) -> Markup {
    let centers = values.spaced(Self.mostDiscs).map { frame.x($0) }
    let median = frame.x(Self.median(values))
    return Markup("g") {
      zip(centers, SVGPlot.swarm(centers, radius: Self.radius)).map { center, offset in
        SVGPlot.disc("contact finger\(index % 4)", center, middle + offset, Self.radius)
      }
      SVGPlot.line("moment", median, middle - 14, median, middle + 14)
    }
  }

  var markup: Markup {
    guard !isEmpty else { return .nothing }
    return drawing.figure {
      PageTable(
        title, [.word("group"), "gestures", "lowest", "median", "highest"],
        groups.map { word, values in
          [word, "\(values.count)"]
            + [values[0], Self.median(values), values[values.count - 1]].map { Wording.number($0) }
        }
      ).folded("Medians as a table")
    }
  }
}

/// Draws how releases settle on the fitted spring, and on the current one, from the release on.
struct SettlingPlot {
  private let part: TimingReport.Part
  private let end: Double
  private let x: PlotScale
  private let y: PlotScale

  private static let height = 250.0
  private static let top = 26.0
  private static let bottom = 206.0
  /// 200: more curves can't be told apart.
  private static let mostReleases = 200

  init(_ part: TimingReport.Part) {
    self.part = part
    let springs = Self.springs(of: part)
    let releases = part.solution.gestures.map(\.release)
    // A tenth more than the slowest release needs to settle.
    let end =
      springs.flatMap { spring in
        releases.map { TimingFigures(of: spring, after: $0).settleTime }
      }.reduce(0.1) { max($0, min($1, 10)) } * 1.1
    self.end = end
    x = PlotScale(across: 0...end)
    let values = springs.flatMap { spring in
      releases.flatMap { Self.points(spring, $0, until: end).map(\.fraction) }
    }
    y = PlotScale(
      min(values.min() ?? 0, 0)...max(values.max() ?? 1, 1), from: Self.bottom, to: Self.top)
  }

  /// The fitted spring, and the current one if there is one.
  private static func springs(of part: TimingReport.Part) -> [Spring] {
    var springs = [part.solution.overall.spring]
    if case .spring(let current) = part.current { springs.append(current) }
    return springs
  }

  /// Returns the fractions of a release on a spring, at four instants a unit.
  private static func points(
    _ spring: Spring, _ release: TimedRelease, until end: Double
  ) -> [(time: Double, fraction: Double)] {
    let start = Spring.State(
      offset: release.fraction - release.target, velocity: release.velocity)
    let count = 180
    return (0...count).map { index in
      let time = end * Double(index) / Double(count)
      return (time, release.target + spring.state(after: time, from: start).offset)
    }
  }

  private var drawn: [TimedRelease] {
    part.solution.gestures.map(\.release).spaced(Self.mostReleases)
  }

  private var title: String { "Settling after a release: \(part.outcome.rawValue)" }

  /// The plot without its caption and its table.
  var drawing: PlotDrawing {
    let springs = Self.springs(of: part)
    let found = TimingReport.name(of: springs[0])
    let releases = part.solution.gestures.count.counted("release")
    return PlotDrawing(
      SVGPlot(
        id: "settling-\(part.outcome.rawValue)", title: title,
        description: "\(releases) on the fitted spring,"
          + " \(found)\(springs.count > 1 ? ", and on the current one" : "").",
        height: Self.height),
      note: "\(releases), each from its own fraction and velocity",
      legend: springs.enumerated().map { index, spring in
        PlotLegend.line(
          "strand strand\(index)",
          "\(index == 0 ? "fitted" : "now"): \(TimingReport.name(of: spring))")
      }
    ) {
      SVGPlot.grid(y, count: 4)
      for (index, spring) in springs.enumerated().reversed() {
        for release in drawn { curve(index, spring, release) }
      }
      SVGPlot.axis(below: Self.bottom, x, "seconds after the release")
      SVGPlot.text("fraction", 4, 14, "strong")
    }
  }

  private func curve(_ index: Int, _ spring: Spring, _ release: TimedRelease) -> Markup {
    let points = Self.points(spring, release, until: end).map { (x($0.time), y($0.fraction)) }
    return SVGPlot.path(
      "strand strand\(index)", SVGPlot.thinned(points, apart: SVGPlot.nearest))
  }

  var markup: Markup {
    drawing.figure {
      if part.solution.gestures.count > drawn.count {
        Markup.faint("\(drawn.count) of them are drawn.")
      }
    }
  }
}
