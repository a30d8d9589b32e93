import PantographBase
import PantographMotion
import PantographTuning

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
    let plot = SVGPlot(
      id: "settling-\(part.outcome.rawValue)", title: title,
      description: "\(part.solution.gestures.count.counted("release")) on the fitted spring,"
        + " \(found)\(springs.count > 1 ? ", and on the current one" : "").",
      height: Self.height)
    let entries = [(SVGPlot.line("strand strand0", 0, 8, 16, 8), "fitted: \(found)")]
    return PlotDrawing(
      plot: plot,
      layers: Markup {
        SVGPlot.grid(y, count: 4)
        for (index, spring) in springs.enumerated().reversed() {
          for release in drawn { curve(index, spring, release) }
        }
        SVGPlot.axis(below: Self.bottom, x, "seconds after the release")
        SVGPlot.text("fraction", 4, 14, "strong")
      },
      legend: entries
        + springs.dropFirst().map {
          (SVGPlot.line("strand strand1", 0, 8, 16, 8), "now: \(TimingReport.name(of: $0))")
        })
  }

  private func curve(_ index: Int, _ spring: Spring, _ release: TimedRelease) -> Markup {
    let points = Self.points(spring, release, until: end).map { (x($0.time), y($0.fraction)) }
    return SVGPlot.path(
      "strand strand\(index)", SVGPlot.thinned(points, apart: SVGPlot.nearest))
  }

  var markup: Markup {
    let drawing = drawing
    let count = part.solution.gestures.count
    return Markup("figure") {
      Markup.caption(title, "\(count.counted("release")), each from its own fraction and velocity")
      drawing.markup
      PlotLegend(drawing.legend).markup
      if count > drawn.count { Markup.faint("\(drawn.count) of them are drawn.") }
    }
  }
}
