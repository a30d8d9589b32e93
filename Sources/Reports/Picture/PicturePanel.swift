import PantographBase

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
    y = PlotScale(values.lowerBound - room...values.upperBound + room, from: bottom, to: top)
  }

  var top: Double { y.to }
  var bottom: Double { y.from }

  /// Returns the grid lines with their labels.
  func frame(count: Int) -> Markup {
    Markup("g") {
      for tick in y.ticks(count) {
        SVGPlot.line(tick.value == 0 ? "axis" : "grid", x.from, tick.position, x.to, tick.position)
        SVGPlot.text(tick.label, x.from - 8, tick.position + 4.5, "end")
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
      let start = (x(point.time.seconds), y(height(point)))
      let isStill = point.kind == .still
      let end = (x(next.time.seconds), isStill ? start.1 : y(height(next)))
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
    SVGPlot.disc("knob", x(time.seconds), y(value), 4)
  }

  /// The time axis below the plot.
  var times: Markup {
    Markup("g") {
      SVGPlot.line("axis", x.from, bottom, x.to, bottom)
      for tick in x.ticks(8) {
        SVGPlot.line("axis", tick.position, bottom, tick.position, bottom + 5)
        SVGPlot.text(tick.label, tick.position, bottom + 20, "middle")
      }
      SVGPlot.text("seconds", x.to, bottom + 38, "end strong")
    }
  }
}
