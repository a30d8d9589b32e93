import PantographQuantities
import PantographTuning

/// Draws the error rates of rules with their confidence intervals, a row each.
struct ErrorRatePlot {
  /// A rule with its errors.
  struct Row: Sendable {
    var name: String
    var score: TuningScore
    /// Whether it is the tuned rule.
    var isTuned = false

    /// The 95 % confidence interval of the rate, as by Wilson (1927); `nil` without gestures.
    var interval: ClosedRange<Double>? {
      guard score.count > 0 else { return nil }
      // The 97.5 % quantile of the normal distribution.
      let z = 1.959_963_984_540_054
      let (count, share) = (Double(score.count), score.errorShare)
      let middle = share + z * z / (2 * count)
      let half = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
      let scale = 1 / (1 + z * z / count)
      return max((middle - half) * scale, 0)...min((middle + half) * scale, 1)
    }
  }

  private let rows: [Row]
  private let x: PlotScale

  private let left: Double
  private static let top = 22.0
  private static let rowHeight = 22.0

  /// Makes a plot of rows from the top.
  init(_ rows: [Row]) {
    self.rows = rows.filter { $0.score.count > 0 }
    let most = self.rows.compactMap { $0.interval?.upperBound }.max() ?? 1
    // 7.4: about the width of a letter, at most.
    left = (self.rows.map { Double($0.name.count) * 7.4 }.max() ?? 0) + 14
    x = PlotScale(0...most * 100, from: left, to: SVGPlot.sides.right)
  }

  var markup: Markup {
    guard !rows.isEmpty else { return .nothing }
    return Markup("figure") {
      Markup.caption(title, note)
      drawing.markup
      table
    }
  }

  private let title = "Error rates of the rules"
  private let note = "with 95 % confidence intervals (Wilson), as if gestures were independent"

  /// The plot without its caption and its table.
  var drawing: PlotDrawing {
    let bottom = Self.top + Double(rows.count) * Self.rowHeight + 4
    let rates = rows.map { "\($0.name) \(Self.percent($0.score.errorShare)) %" }
    let plot = SVGPlot(
      id: "errors", title: title, description: "\(rates.listed), \(note).", height: bottom + 42)
    return PlotDrawing(
      plot: plot,
      layers: Markup {
        for tick in x.ticks(5) {
          SVGPlot.line("grid", tick.position, Self.top, tick.position, bottom)
          SVGPlot.text(tick.label, tick.position, bottom + 17, "middle")
        }
        SVGPlot.line("axis", left, bottom, SVGPlot.sides.right, bottom)
        for (index, row) in rows.enumerated() {
          mark(row, Self.top + (Double(index) + 0.5) * Self.rowHeight)
        }
        SVGPlot.text("wrong gestures, %", SVGPlot.sides.right, bottom + 34, "end strong")
      })
  }

  private func mark(_ row: Row, _ y: Double) -> Markup {
    let center = x(row.score.errorShare * 100)
    let kind = row.isTuned ? "whisker" : "axis"
    return Markup("g") {
      SVGPlot.text(row.name, left - 8, y + 4, row.isTuned ? "end strong" : "end")
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
    return ErrorRatePlot(rows)
  }
}
