import PantographBase
import PantographTuning

/// Draws the two curves of a ranking: the receiver operating characteristic, and precision over recall.
struct RankPlot {
  private let number: Int
  private let name: String
  private let curve: RankCurve
  /// The precision of taking all gestures.
  private let share: Double

  private static let height = 262.0
  private static let top = 26.0
  private static let bottom = 214.0

  /// Makes a plot of a ranking, numbered from 1.
  init(_ number: Int, _ name: String, _ curve: RankCurve) {
    self.number = number
    self.name = name
    self.curve = curve
    share = curve.points.last?.precision ?? 0
  }

  var markup: Markup { Markup([roc, precision].map(\.markup)) }

  /// The receiver operating characteristic.
  var roc: Panel {
    Panel(
      "roc-\(number)", "ROC curve of \(name) alone",
      "ROC area \(Self.number(curve.areaUnderROC)); chance has 0.5",
      ("false positive rate", "true positive rate"),
      curve.points.map { ($0.falsePositiveRate, $0.truePositiveRate) },
      chance: [(0, 0), (1, 1)])
  }

  /// Precision over recall.
  var precision: Panel {
    Panel(
      "precision-\(number)", "Precision and recall of \(name) alone",
      "average precision \(Self.number(curve.averagePrecision)); chance has"
        + " \(Self.number(share))",
      ("recall", "precision"), curve.points.map { ($0.truePositiveRate, $0.precision) },
      chance: [(0, share), (1, share)])
  }

  private static func number(_ share: Double) -> String { NumberText.fixed(share, 3) }

  /// One of the two curves.
  struct Panel {
    private let id: String
    private let title: String
    private let note: String
    private let axes: (x: String, y: String)
    private let points: [(x: Double, y: Double)]
    private let chance: [(x: Double, y: Double)]

    fileprivate init(
      _ id: String, _ title: String, _ note: String, _ axes: (x: String, y: String),
      _ points: [(x: Double, y: Double)], chance: [(x: Double, y: Double)]
    ) {
      (self.id, self.title, self.note, self.axes) = (id, title, note, axes)
      (self.points, self.chance) = (points, chance)
    }

    /// The curve without its caption and its table.
    var drawing: PlotDrawing {
      let x = PlotScale(across: 0...1)
      let y = PlotScale(0...1, from: RankPlot.bottom, to: RankPlot.top)
      let plot = SVGPlot(id: id, title: title, description: "\(note).", height: RankPlot.height)
      return PlotDrawing(
        plot: plot,
        layers: Markup {
          SVGPlot.grid(y, count: 4)
          SVGPlot.path("curve second", chance.map { (x($0.x), y($0.y)) })
          SVGPlot.path(
            "curve", SVGPlot.thinned(points.map { (x($0.x), y($0.y)) }, apart: SVGPlot.nearest))
          SVGPlot.axis(below: RankPlot.bottom, x, axes.x)
          SVGPlot.text(axes.y, 4, 14, "strong")
        },
        legend: [
          (SVGPlot.line("curve", 0, 8, 16, 8), note),
          (SVGPlot.line("curve second", 0, 8, 16, 8), "chance"),
        ])
    }

    fileprivate var markup: Markup {
      let rows = points.spaced(PageTable.mostRows).map {
        [RankPlot.number($0.x), RankPlot.number($0.y)]
      }
      return Markup("figure") {
        Markup.caption(title, note)
        drawing.markup
        PageTable(title, [.init(axes.x), .init(axes.y)], rows).folded("The curve as a table")
      }
    }
  }
}
