import PantographBase
import PantographTrajectories

/// Draws a channel of trajectories over time: the fraction, the velocity, or a property.
struct ChannelPlot {
  /// A level drawn across the plot, such as a threshold.
  struct Level {
    var value: Double
    var words: String
  }

  /// A value at an instant between samples.
  struct Spot {
    var time: Timestamp
    var value: Double
    var hint: String
    /// Whether it is what the rule saw, and not what the animation did.
    var isRule = false
  }

  let id: String
  let title: String
  let description: String
  /// The label of the values' axis.
  let unit: String
  /// The index of the channel in each trajectory; `nil` if the trajectory does not have it.
  let channels: [Int?]
  let runs: [PlottedRun]
  let axis: TimeAxis
  var levels: [Level] = []
  var spots: [Spot] = []
  /// The range that the axis must include.
  var least: ClosedRange<Double>?
  var height = 150.0
  /// Whether marks have labels.
  var isWorded = false
  /// Whether it takes part in the page's playback.
  var isTimed = true
  /// Whether the time axis has a title, which needs room.
  var isAxisTitled = false

  private var range: ClosedRange<Double> {
    let ranges = runs.indices.compactMap { run in channels[run].map(runs[run].range) }
    let others = levels.map(\.value) + spots.map(\.value)
    let low = (ranges.map(\.lowerBound) + others).min() ?? 0
    let high = (ranges.map(\.upperBound) + others).max() ?? 0
    return min(low, least?.lowerBound ?? low)...max(high, least?.upperBound ?? high)
  }

  var markup: Markup { drawing.markup }

  /// The plot, with an empty legend.
  var drawing: PlotDrawing {
    let top = isWorded ? 38.0 : 24.0
    let bottom = height - (isAxisTitled ? 42 : 28)
    let y = PlotScale(range, from: bottom, to: top)
    var plot = SVGPlot(
      id: id, title: title, description: description, height: height, isLarge: true,
      isTimed: isTimed)
    plot.data = axis.data(y, ground: top, base: bottom)
    let layers = Markup {
      Markup("g", ["class": "ground"]) { axis.ground(top: top, bottom: bottom) }
      SVGPlot.grid(y, count: height > 140 ? 4 : 3, isMovable: isTimed)
      for level in levels {
        Markup("g", ["data-value": level.value.asWritten]) {
          SVGPlot.level("asked", y(level.value))
          SVGPlot.text(level.words, SVGPlot.sides.right - 3, y(level.value) - 4, "end halo")
        }
      }
      Markup("g", ["clip-path": isTimed ? "url(#sides)" : nil]) {
        for run in runs.indices.reversed() {
          if let channel = channels[run] {
            SVGPlot.path(
              "curve run\(run)", Self.points(runs[run], channel, axis, y),
              data: ["data-run": "\(run)", "data-channel": "\(channel)"])
          }
        }
      }
      for spot in spots { mark(spot, y) }
      if isWorded { Markup("g", ["class": "words"]) { axis.words(above: top - 5) } }
      Markup("g", ["class": "ticks"]) { axis.axis(below: bottom, isTitled: isAxisTitled) }
      SVGPlot.text(unit, 4, 13, "strong")
      axis.cursor(top: top, bottom: bottom)
    }
    return PlotDrawing(plot: plot, layers: layers)
  }

  private func mark(_ spot: Spot, _ y: PlotScale) -> Markup {
    let x = axis.x(spot.time)
    return Markup("g", ["data-at": "\(spot.time.microseconds)", "data-x": plotted(x)]) {
      Markup("g", ["data-value": spot.value.asWritten]) {
        if spot.isRule {
          Markup("title") { spot.hint }
          PlotMark.found(x, y(spot.value), 5)
        } else {
          SVGPlot.disc("spot", x, y(spot.value), 3.5, hint: spot.hint)
        }
      }
    }
  }

  /// Returns the points of a curve through the samples; while nothing moves, one sample covers a long time.
  static func points(
    _ run: PlottedRun, _ channel: Int, _ axis: TimeAxis, _ y: PlotScale
  ) -> [(x: Double, y: Double)] {
    let value = { PlottedRun.value(channel, of: $0) }
    let samples = run.samples.outline(
      slots: Int(SVGPlot.slotsPerUnit * (SVGPlot.sides.right - SVGPlot.sides.left)),
      time: { $0.time },
      heights: [value])
    var points: [(x: Double, y: Double)] = []
    for (sample, next) in zip(samples, samples.dropFirst()) {
      let height = y(value(sample))
      points.append((axis.x(sample.time), height))
      if sample.isStill { points.append((axis.x(next.time), height)) }
    }
    if let last = samples.last { points.append((axis.x(last.time), y(value(last)))) }
    return points
  }
}
