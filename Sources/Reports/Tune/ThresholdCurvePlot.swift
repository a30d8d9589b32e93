import PantographBase
import PantographInteractions
import PantographTuning

/// Draws the cost of a threshold over its possible values, and below that the gestures at their values.
struct ThresholdCurvePlot {
  private let axis: Int
  private let threshold: TuningResult.Threshold
  private let gestures: PlottedGestures
  private let words: TuneReport
  private let x: PlotScale
  private let y: PlotScale

  private static let height = 290.0
  private static let top = 44.0
  private static let bottom = 168.0
  /// The centres of the two strips of gestures.
  private static let strips = (finish: 192.0, stay: 222.0)
  private static let axisHeight = 240.0

  init(
    _ axis: Int, _ result: TuningResult, _ gestures: PlottedGestures, _ words: TuneReport
  ) {
    self.axis = axis
    threshold = result.thresholds[axis]
    self.gestures = gestures
    self.words = words
    x = PlotScale(across: gestures.window(of: axis, threshold))
    let highest = Double(max(threshold.curve.costs.max() ?? 0, 1)) / 1000
    y = PlotScale(0...highest * 1.05, from: Self.bottom, to: Self.top)
  }

  private var title: String { "\(words.costName), by \(threshold.name)" }
  private var demand: String { threshold.demand(threshold.after) }
  private var before: String { threshold.demand(threshold.before.threshold) }

  /// The figure; all of them share a legend.
  var markup: Markup { drawing.figure(hasLegend: false) { table } }

  /// The plot without its caption and its table.
  var drawing: PlotDrawing {
    let costs = threshold.curve.costs
    let interval = threshold.interval.map {
      " The 95 % confidence interval is \(TuneReport.range($0))."
    }
    return PlotDrawing(
      SVGPlot(
        id: "curve-\(axis + 1)", title: title,
        description: "The least is \(words.cost(costs.min() ?? 0)), the most"
          + " \(words.cost(costs.max() ?? 0)). Tuned: \(demand); now: \(before)."
          + " The result is the same for these gestures at \(TuneReport.range(threshold.range)).\(interval ?? "")",
        height: Self.height),
      note: "\(demand); now \(before)",
      legend: Self.legend(hasIntervals: threshold.interval != nil)
    ) {
      band
      SVGPlot.grid(y, count: 4, whole: !words.hasCosts)
      curve
      old
      tuned
      strip(isMeantToFinish: true, Self.strips.finish)
      strip(isMeantToFinish: false, Self.strips.stay)
      SVGPlot.axis(below: Self.axisHeight, x, threshold.axisTitle)
      SVGPlot.text(words.costName, 4, 14, "strong")
    }
  }

  private var band: Markup {
    let (left, right) = (x(threshold.range.lowerBound), x(threshold.range.upperBound))
    // A thinner band would not be visible.
    let width = max(right - left, 1)
    return SVGPlot.box("band", x: left...left + width, y: Self.top...Self.axisHeight)
  }

  private var curve: Markup {
    let corners = SVGPlot.steps(
      from: SVGPlot.sides.left, at: threshold.curve.values.map { x($0) }, to: SVGPlot.sides.right,
      heights: threshold.curve.costs.map { y(Double($0) / 1000) }, apart: SVGPlot.nearest)
    let floor = [(SVGPlot.sides.right, Self.bottom), (SVGPlot.sides.left, Self.bottom)]
    return Markup {
      SVGPlot.path("area", corners + floor)
      SVGPlot.path("curve", corners)
    }
  }

  private var tuned: Markup {
    let center = x(threshold.after)
    return Markup("g") {
      SVGPlot.line("found", center, Self.top - 8, center, Self.axisHeight)
      if let interval = threshold.interval {
        let (low, high) = (x(interval.lowerBound), x(interval.upperBound))
        SVGPlot.line("whisker", low, Self.top - 4, high, Self.top - 4)
        SVGPlot.line("whisker", low, Self.top - 8, low, Self.top)
        SVGPlot.line("whisker", high, Self.top - 8, high, Self.top)
      }
      PlotMark.found(center, Self.top - 4, 6)
      SVGPlot.label("tuned", above: center, Self.top - 13, "strong halo")
    }
  }

  @MarkupBuilder private var old: Markup {
    if threshold.before.threshold != threshold.after {
      let center = x(threshold.before.threshold)
      let isNear = abs(center - x(threshold.after)) < 56
      SVGPlot.line("old", center, Self.top - 4, center, Self.axisHeight)
      PlotMark.old(center, Self.top - 4, 5)
      // There is no room above if the other label is near, and beside the mark the interval would strike it through.
      if !isNear {
        SVGPlot.label("now", above: center, Self.top - 13, "strong halo")
      } else if center < x(threshold.after) {
        SVGPlot.text("now", center - 6, Self.top + 12, "strong halo end")
      } else {
        SVGPlot.text("now", center + 6, Self.top + 12, "strong halo")
      }
    }
  }

  /// Draws the gestures of one kind.
  private func strip(isMeantToFinish: Bool, _ middle: Double) -> Markup {
    let radius = 2.3
    let shown = gestures.drawn.filter { gesture in
      gesture.isMeantToFinish == isMeantToFinish && gesture.values[axis].isFinite
    }.sorted { ($0.values[axis], $0.index) < ($1.values[axis], $1.index) }
    let centers = shown.map { x($0.values[axis]) }
    let offsets = SVGPlot.swarm(centers, radius: radius)
    return Markup(
      shown.indices.map { index in
        PlotMark.gesture(
          isMeantToFinish: isMeantToFinish, isRight: shown[index].isRight, centers[index],
          middle + offsets[index], radius: radius, hint: shown[index].hint)
      })
  }

  /// The legend that all of these plots share.
  static func legend(hasIntervals: Bool) -> [PlotLegend.Entry] {
    let tuning: [PlotLegend.Entry] = [
      (PlotMark.found(8, 8, 6.5), "tuned"), (PlotMark.old(8, 8, 5.5), "now"),
      (SVGPlot.box("band", x: 1...15, y: 1...15), "same for these gestures"),
    ]
    let whisker = Markup([
      SVGPlot.line("whisker", 2, 8, 14, 8), SVGPlot.line("whisker", 2, 4, 2, 12),
      SVGPlot.line("whisker", 14, 4, 14, 12),
    ])
    return PlotLegend.gestures + tuning + (hasIntervals ? [(whisker, "95 % CI")] : [])
  }

  private var table: Markup {
    let values = threshold.curve.values
    let costs = threshold.curve.costs
    // Neighbours with the same cost are merged.
    let starts = costs.indices.filter { $0 == 0 || costs[$0] != costs[$0 - 1] }
    // Neighbours are merged if there would be too many rows.
    let together = (starts.count + PageTable.mostRows - 1) / PageTable.mostRows
    let firsts = stride(from: 0, to: starts.count, by: together)
    let rows = firsts.map { first in
      let next = first + together
      let (start, end) = (starts[first], next < starts.count ? starts[next] - 1 : costs.count - 1)
      let low = start > 0 ? Wording.number(values[start - 1]) : "−∞"
      let high = end < values.count ? Wording.number(values[end]) : "∞"
      let (least, most) = (costs[start...end].min() ?? 0, costs[start...end].max() ?? 0)
      let cost = least == most ? words.cost(least) : "\(words.cost(least))–\(words.cost(most))"
      return [low, high, cost]
    }
    return PageTable(
      "\(words.costName), by \(threshold.axisTitle)",
      ["from", "to", .init(words.costName)], rows
    ).folded("The curve as a table")
  }
}

/// Draws the two curves of a ranking: the receiver operating characteristic, and precision over recall.
struct RankPlot {
  /// Its number among the rankings, from 1.
  let number: Int
  /// The name of the quantity.
  let name: String
  let curve: RankCurve

  private static let height = 262.0
  private static let top = 26.0
  private static let bottom = 214.0

  /// The precision of taking all gestures.
  private var share: Double { curve.points.last?.precision ?? 0 }

  /// Both curves as figures.
  var markup: Markup { Markup([figure(of: roc), figure(of: precision)]) }

  private typealias Curve = (
    id: String, title: String, note: String, axes: (x: String, y: String),
    points: [(x: Double, y: Double)], chance: [(x: Double, y: Double)]
  )

  /// The receiver operating characteristic.
  private var roc: Curve {
    (
      "roc-\(number)", "ROC curve of \(name) alone",
      "ROC area \(Self.number(curve.areaUnderROC)); chance has 0.5",
      ("false positive rate", "true positive rate"),
      curve.points.map { ($0.falsePositiveRate, $0.truePositiveRate) }, [(0, 0), (1, 1)]
    )
  }

  /// Precision over recall.
  private var precision: Curve {
    (
      "precision-\(number)", "Precision and recall of \(name) alone",
      "average precision \(Self.number(curve.averagePrecision)); chance has"
        + " \(Self.number(share))",
      ("recall", "precision"), curve.points.map { ($0.truePositiveRate, $0.precision) },
      [(0, share), (1, share)]
    )
  }

  /// The curves without captions and tables.
  var drawings: (roc: PlotDrawing, precision: PlotDrawing) {
    (drawing(of: roc), drawing(of: precision))
  }

  private static func number(_ share: Double) -> String { NumberText.fixed(share, 3) }

  private func drawing(of curve: Curve) -> PlotDrawing {
    let x = PlotScale(across: 0...1)
    let y = PlotScale(0...1, from: Self.bottom, to: Self.top)
    return PlotDrawing(
      SVGPlot(
        id: curve.id, title: curve.title, description: "\(curve.note).", height: Self.height),
      note: curve.note,
      legend: [PlotLegend.line("curve", curve.note), PlotLegend.line("curve second", "chance")]
    ) {
      SVGPlot.grid(y, count: 4)
      SVGPlot.path("curve second", curve.chance.map { (x($0.x), y($0.y)) })
      SVGPlot.path(
        "curve", SVGPlot.thinned(curve.points.map { (x($0.x), y($0.y)) }, apart: SVGPlot.nearest))
      SVGPlot.axis(below: Self.bottom, x, curve.axes.x)
      SVGPlot.text(curve.axes.y, 4, 14, "strong")
    }
  }

  private func figure(of curve: Curve) -> Markup {
    drawing(of: curve).figure(hasLegend: false) {
      PageTable(
        curve.title, [.init(curve.axes.x), .init(curve.axes.y)],
        curve.points.spaced(PageTable.mostRows).map { [Self.number($0.x), Self.number($0.y)] }
      ).folded("The curve as a table")
    }
  }
}
