import PantographBase
import PantographInteractions
import PantographTrajectories
import PantographTuning

/// Draws the fraction of a gesture's animation over time.
struct HardTrajectoryPlot {
  private let id: String
  private let name: String
  private let samples: [Sample]
  private let release: Timestamp
  /// The thresholds of the rule on the fraction.
  private let thresholds: [Double]
  private let x: PlotScale
  private let y: PlotScale

  private static let height = 226.0
  private static let top = 30.0
  private static let bottom = 178.0

  init(
    _ id: String, _ name: String, _ samples: [Sample], release: Timestamp, under rule: ReleaseRule
  ) {
    self.id = id
    self.name = name
    self.samples = TrajectoryPlot.outline(of: samples)
    self.release = release
    thresholds = rule.thresholdPositions.map { rule[$0] }
      .filter { $0.quantity == .fraction && $0.threshold != 0 }.map(\.threshold)
    let times = samples.map { $0.time.seconds }
    let low = samples.reduce(0) { min($0, $1.fraction) }
    let high = samples.reduce(1) { max($0, $1.fraction) }
    x = PlotScale(across: (times.first ?? 0)...max(times.last ?? 0, times.first ?? 0))
    y = PlotScale(low...high, from: Self.bottom, to: Self.top)
  }

  /// Returns a line through the shown samples; while nothing moves, one sample covers a long time.
  private func line(_ kind: String, where isShown: (Sample) -> Bool) -> Markup {
    var points: [(x: Double, y: Double)] = []
    for (sample, next) in zip(samples, samples.dropFirst()) where isShown(sample) {
      points.append((x(sample.time.seconds), y(sample.fraction)))
      points.append((x(next.time.seconds), y(sample.isStill ? sample.fraction : next.fraction)))
    }
    return SVGPlot.path(kind, points)
  }

  var markup: Markup {
    let releaseX = x(release.seconds)
    let last = samples.last?.fraction ?? 0
    let plot = SVGPlot(
      id: id, title: "Fraction over time of \(name)",
      description: "Released at \(Wording.clock(release)); the animation ends at"
        + " \(Wording.number(last)).", height: Self.height)
    return Markup("figure") {
      plot.markup {
        SVGPlot.grid(y, count: 4)
        for threshold in thresholds { SVGPlot.level("asked", y(threshold)) }
        SVGPlot.line("old", releaseX, Self.top - 6, releaseX, Self.bottom)
        line("curve") { $0.time < release }
        line("curve second") { $0.time >= release }
        SVGPlot.label("released", above: releaseX, Self.top - 10, "strong halo")
        SVGPlot.axis(below: Self.bottom, x, "seconds")
        SVGPlot.text("fraction", 4, 14, "strong")
      }
      legend
      table
    }
  }

  private var legend: Markup {
    let lines = [
      (SVGPlot.line("curve", 1, 8, 15, 8), "tracking"),
      (SVGPlot.line("curve second", 1, 8, 15, 8), "settling"),
    ]
    let asked = [(SVGPlot.line("asked", 1, 8, 15, 8), "threshold of the rule")]
    return PlotLegend(thresholds.isEmpty ? lines : lines + asked).markup
  }

  private var table: Markup {
    PageTable(
      "Fraction over time of \(name)", ["seconds", .word("phase"), "fraction"],
      samples.spaced(PageTable.mostSamples).map { sample in
        [
          NumberText.fixed(sample.time.seconds, 3), sample.phase.rawValue,
          NumberText.fixed(sample.fraction, 3),
        ]
      }
    ).folded("The curve as a table")
  }
}
