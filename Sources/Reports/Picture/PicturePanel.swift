import PantographQuantities

/// A plot of a picture: a quantity over the time that all plots share.
struct PicturePanel {
  private let title: String
  private let x: PlotScale
  private let y: PlotScale

  /// Makes a plot of values between two vertical coordinates.
  init(
    _ title: String, _ values: ClosedRange<Double>, over x: PlotScale, top: Double, bottom: Double
  ) {
    self.title = title
    self.x = x
    // A margin of a twentieth above and below keeps curves off the edges.
    let room = (values.upperBound - values.lowerBound) / 20
    y = PlotScale(
      values.lowerBound - room...values.upperBound + room, from: bottom, to: top)
  }

  var top: Double { y.to }
  var bottom: Double { y.from }

  /// Returns the grid lines with their labels.
  func frame(count: Int) -> Markup {
    let ticks = y.ticks(count)
    return Markup("g") {
      for tick in ticks.values {
        let isZero = abs(tick) < 1e-12
        SVGPlot.line(isZero ? "axis" : "grid", x.from, y(tick), x.to, y(tick))
        SVGPlot.text(
          SVGPlot.number(isZero ? 0 : tick, ticks.decimals), x.from - 8, y(tick) + 4.5, "end")
      }
    }
  }

  /// Returns the title, at a distance above the plot.
  func heading(above gap: Double) -> Markup {
    SVGPlot.text(title, PictureFile.margin, top - gap, "strong halo")
  }

  /// Returns the line of a threshold, if it is within the plot.
  func threshold(_ value: Double, _ words: String) -> Markup {
    guard y.domain.contains(value) else { return .nothing }
    // The label is above the line, unless that is at the upper edge.
    let isHigh = y(value) - 16 < top
    return Markup("g") {
      SVGPlot.line("asked", x.from, y(value), x.to, y(value))
      SVGPlot.text(words, x.to, y(value) + (isHigh ? 15 : -6), "demand halo end small")
    }
  }

  /// Returns a curve in pieces by kind; while nothing moves, one point covers a long time.
  func curve(
    _ points: [DrawnTrajectory.Point], of height: (DrawnTrajectory.Point) -> Double,
    kind: (DrawnTrajectory.Point) -> String
  ) -> Markup {
    var pieces: [Markup] = []
    var piece: [(x: Double, y: Double)] = []
    for (point, next) in zip(points, points.dropFirst()) {
      let start = (x(seconds(point.time)), y(height(point)))
      let isStill = point.kind == .still
      let end = (x(seconds(next.time)), isStill ? start.1 : y(height(next)))
      if piece.isEmpty { piece.append(start) }
      piece.append(end)
      if kind(next) != kind(point) || isStill {
        pieces.append(SVGPlot.path(kind(point), piece))
        piece = []
      }
    }
    if let last = points.last { pieces.append(SVGPlot.path(kind(last), piece)) }
    return Markup(pieces)
  }

  /// Returns a knob on the curve.
  func knob(at time: Timestamp, _ value: Double) -> Markup {
    Markup(
      "circle",
      [
        "class": "knob", "cx": plotted(x(seconds(time))), "cy": plotted(y(value)), "r": "4",
      ])
  }

  /// The time axis below the plot.
  var times: Markup {
    let ticks = x.ticks(8)
    return Markup("g") {
      SVGPlot.line("axis", x.from, bottom, x.to, bottom)
      for tick in ticks.values {
        SVGPlot.line("axis", x(tick), bottom, x(tick), bottom + 5)
        SVGPlot.text(SVGPlot.number(tick, ticks.decimals), x(tick), bottom + 20, "middle")
      }
      SVGPlot.text("seconds", x.to, bottom + 38, "end strong")
    }
  }
}

/// Returns an instant in seconds.
func seconds(_ time: Timestamp) -> Double { Double(time.microseconds) / 1_000_000 }
