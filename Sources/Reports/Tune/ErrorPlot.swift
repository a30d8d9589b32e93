import PantographBase
import PantographInteractions
import PantographTuning

/// Draws the cost of a threshold over its possible values, as text.
struct ErrorPlot {
  private let curve: ErrorCurve
  private let threshold: Double
  private let unit: String
  private let cost: (Int) -> String

  private let style: TextStyle
  private static let rows = 4

  /// Makes a plot; `cost` formats a cost.
  init(_ threshold: TuningResult.Threshold, in style: TextStyle, cost: @escaping (Int) -> String) {
    curve = threshold.curve
    self.threshold = threshold.after
    unit = Wording.unit(of: threshold.before)
    self.style = style
    self.cost = cost
  }

  /// The range of values that is shown: all values and the threshold, with a margin.
  private var window: ClosedRange<Double> {
    let low = min(curve.values.first ?? threshold, threshold)
    let high = max(curve.values.last ?? threshold, threshold)
    let edge = high > low ? (high - low) / 32 : 1
    return low - edge...high + edge
  }

  var lines: [String] {
    let (low, high) = (curve.costs.min() ?? 0, max(curve.costs.max() ?? 0, 1))
    guard high > low else { return [] }
    let window = window
    let labels = [0: cost(high), Self.rows - 1: cost(low)]
    let width = labels.values.reduce(0) { max($0, $1.count) }
    // Two blanks before the labels, and a blank and the axis after them.
    let columns = style.columns(beside: width + 4, usually: 48, atMost: 72)
    var plot = BraillePlot(columns: columns, rows: Self.rows)
    func x(_ value: Double) -> Int {
      let share = (value - window.lowerBound) / (window.upperBound - window.lowerBound)
      return Int((share * Double(plot.width - 1)).rounded())
    }
    func y(_ cost: Int) -> Int {
      let share = Double(high - cost) / Double(high - low)
      return Int((share * Double(plot.height - 1)).rounded())
    }
    let ends = [window.lowerBound] + curve.values + [window.upperBound]
    for (index, cost) in curve.costs.enumerated() {
      plot.line(from: (x(ends[index]), y(cost)), to: (x(ends[index + 1]), y(cost)))
      if index + 1 < curve.costs.count {
        let next = curve.costs[index + 1]
        plot.line(from: (x(ends[index + 1]), y(cost)), to: (x(ends[index + 1]), y(next)))
      }
    }
    let mark = x(threshold) / 2
    let lines = (0..<Self.rows).map { row in
      let label = (labels[row] ?? "").padded(to: width)
      return style.paint(label + (labels[row] == nil ? " │" : " ┤"), .faint) + plot.text(row: row)
    }
    let axis = (0..<columns).map { $0 == mark ? "┴" : "─" }.joined()
    let margin = String(repeating: " ", count: width + 1)
    let below = ["\(margin)└\(axis)", margin + " " + caption(window, at: mark, columns)]
    return lines.map(\.withoutBlanksAtEnd)
      + below.map { style.paint($0.withoutBlanksAtEnd, .faint) }
  }

  /// Returns the values at both ends and at the mark, as far as there is room.
  private func caption(_ window: ClosedRange<Double>, at mark: Int, _ columns: Int) -> String {
    let (left, right) = (Wording.number(window.lowerBound), Wording.number(window.upperBound))
    let middle = NumberText.exact(threshold) + unit
    let space = left.count + 1...max(left.count + 1, columns - right.count - middle.count - 1)
    let start = min(max(mark - middle.count / 2, space.lowerBound), space.upperBound)
    let first = left + String(repeating: " ", count: start - left.count) + middle
    return first + String(repeating: " ", count: max(columns - first.count - right.count, 1))
      + right
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
    let (row, x, y) = (rows[index], frame.x, frame.middle(of: index))
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
