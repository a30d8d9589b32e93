import PantographQuantities
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

  var markup: Markup {
    Markup {
      figure(
        "roc", "ROC curve of \(name) alone",
        "ROC area \(Self.number(curve.areaUnderROC)); chance has 0.5",
        ("false positive rate", "true positive rate"),
        curve.points.map { ($0.falsePositiveRate, $0.truePositiveRate) },
        chance: [(0, 0), (1, 1)])
      figure(
        "precision", "Precision and recall of \(name) alone",
        "average precision \(Self.number(curve.averagePrecision)); chance has"
          + " \(Self.number(share))",
        ("recall", "precision"),
        curve.points.map { ($0.truePositiveRate, $0.precision) },
        chance: [(0, share), (1, share)])
    }
  }

  private static func number(_ share: Double) -> String { NumberText.fixed(share, 3) }

  private func figure(
    _ kind: String, _ title: String, _ note: String, _ axes: (x: String, y: String),
    _ points: [(x: Double, y: Double)], chance: [(x: Double, y: Double)]
  ) -> Markup {
    let x = PlotScale(across: 0...1)
    let y = PlotScale(0...1, from: Self.bottom, to: Self.top)
    let plot = SVGPlot(
      id: "\(kind)-\(number)", title: title, description: "\(note).", height: Self.height)
    let rows = points.spaced(PageTable.mostRows).map { [Self.number($0.x), Self.number($0.y)] }
    return Markup("figure") {
      Markup.caption(title, note)
      plot.markup {
        SVGPlot.grid(y, count: 4)
        SVGPlot.path("curve second", chance.map { (x($0.x), y($0.y)) })
        SVGPlot.path(
          "curve", SVGPlot.thinned(points.map { (x($0.x), y($0.y)) }, apart: SVGPlot.nearest))
        SVGPlot.axis(below: Self.bottom, x, axes.x)
        SVGPlot.text(axes.y, 4, 14, "strong")
      }
      PageTable(title, [.init(axes.x), .init(axes.y)], rows).folded("The curve as a table")
    }
  }
}
