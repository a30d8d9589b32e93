import Quantities

/// A picture of lines and marks that is part of a page.
///
/// Lengths are in units of its own: a plot is 420 of them wide, however wide it is shown. Its title and
/// description are read aloud in its place; whoever makes one puts a table of the same beside it.
struct SVGPlot {
  /// What links and descriptions refer to it by.
  let id: String
  /// What is seen on it, in a few words.
  let title: String
  /// What there is to see, in a sentence or two.
  let description: String
  /// How high it is.
  let height: Double
  /// Whether it may be shown larger than others.
  var isLarge = false
  /// Whether its width is the time that the page's program plays back.
  var isTimed = false

  /// How wide every plot is.
  static let width = 420.0
  /// What is left free beside the axes, for the numbers on them.
  static let sides = (left: 46.0, right: 408.0)

  func markup(@MarkupBuilder _ layers: () -> Markup) -> Markup {
    Markup(
      "svg",
      [
        "class": "plot" + (isLarge ? " large" : "") + (isTimed ? " timed" : ""), "role": "img",
        "viewBox": "0 0 \(plotted(Self.width)) \(plotted(height))",
        "aria-labelledby": "\(id)-title \(id)-text",
      ]
    ) {
      Markup("title", ["id": "\(id)-title"]) { title }
      Markup("desc", ["id": "\(id)-text"]) { description }
      layers()
    }
  }

  // MARK: Shapes

  static func line(_ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Markup
  {
    Markup(
      "line",
      [
        "class": kind, "x1": plotted(x1), "y1": plotted(y1), "x2": plotted(x2), "y2": plotted(y2),
      ])
  }

  static func box(
    _ kind: String, x: ClosedRange<Double>, y: ClosedRange<Double>, hint: String? = nil
  ) -> Markup {
    Markup(
      "rect",
      [
        "class": kind, "x": plotted(x.lowerBound), "y": plotted(y.lowerBound),
        "width": plotted(x.upperBound - x.lowerBound),
        "height": plotted(y.upperBound - y.lowerBound),
      ]
    ) {
      if let hint { Markup("title") { hint } }
    }
  }

  /// A line through points; nothing where there are fewer than two.
  static func path(_ kind: String, _ points: [(x: Double, y: Double)]) -> Markup {
    guard points.count > 1 else { return .nothing }
    var data = ""
    for (index, point) in points.enumerated() {
      data += "\(index == 0 ? "M" : index == 1 ? "L" : " ")\(plotted(point.x)) \(plotted(point.y))"
    }
    return Markup("path", ["class": kind, "d": data])
  }

  /// A quarter of a unit: what is nearer to each other than that no screen shows apart.
  static let nearest = 0.25

  /// The points of a line but for those that are nearer than that to the last one which is kept; the first
  /// and the last are.
  static func thinned(
    _ points: [(x: Double, y: Double)], apart least: Double
  ) -> [(x: Double, y: Double)] {
    var kept: [(x: Double, y: Double)] = []
    for (index, point) in points.enumerated() {
      if let last = kept.last, index < points.count - 1,
        abs(point.x - last.x) < least, abs(point.y - last.y) < least
      {
        continue
      }
      kept.append(point)
    }
    return kept
  }

  /// The corners of a line that is level but for steps: one more height than there are places of steps.
  ///
  /// - Parameters:
  ///   - start: where the line begins.
  ///   - places: where its steps are, ascending.
  ///   - end: where it ends.
  ///   - heights: its heights before, between and after the steps.
  ///   - least: steps that are nearer to each other are drawn as one line from the lowest to the highest of
  ///     their heights.
  static func steps(
    from start: Double, at places: [Double], to end: Double, heights: [Double],
    apart least: Double = 0
  ) -> [(x: Double, y: Double)] {
    var corners = [(x: start, y: heights[0])]
    var index = 0
    while index < places.count {
      let first = index
      while index + 1 < places.count, places[index + 1] - places[first] < least { index += 1 }
      corners.append((places[first], heights[first]))
      let between = heights[(first + 1)..<(index + 1)]
      if let low = between.min(), let high = between.max() {
        corners += [(places[first], low), (places[first], high)]
      }
      corners.append((places[first], heights[index + 1]))
      index += 1
    }
    return corners + [(end, heights[heights.count - 1])]
  }

  static func text(
    _ text: String, _ x: Double, _ y: Double, _ kind: String? = nil
  ) -> Markup {
    Markup("text", ["class": kind, "x": plotted(x), "y": plotted(y)]) { text }
  }

  /// A text that stands at a place but not beyond the sides of the plot.
  static func label(_ text: String, above x: Double, _ y: Double, _ kind: String) -> Markup {
    // About what half of such a text is wide.
    let half = Double(text.count) * 3.6
    if x + half > sides.right { return self.text(text, sides.right, y, "\(kind) end") }
    if x - half < sides.left { return self.text(text, sides.left, y, kind) }
    return self.text(text, x, y, "\(kind) middle")
  }

  // MARK: Axes

  /// An axis below a plot, with round values.
  static func axis(below y: Double, _ scale: PlotScale, _ title: String) -> Markup {
    let ticks = scale.ticks(5)
    return Markup("g") {
      line("axis", sides.left, y, sides.right, y)
      for tick in ticks.values {
        line("axis", scale(tick), y, scale(tick), y + 4)
        text(number(tick, ticks.decimals), scale(tick), y + 17, "middle")
      }
      if !title.isEmpty { text(title, sides.right, y + 34, "end strong") }
    }
  }

  /// Lines across a plot at round values, which are told at the left.
  static func grid(_ scale: PlotScale, count: Int, whole: Bool = false) -> Markup {
    let ticks = scale.ticks(count)
    return Markup("g") {
      for tick in ticks.values where !whole || tick == tick.rounded() {
        line("grid", sides.left, scale(tick), sides.right, scale(tick))
        text(number(tick, ticks.decimals), sides.left - 6, scale(tick) + 4, "end")
      }
    }
  }

  static func number(_ value: Double, _ decimals: Int) -> String {
    let text = String(fixed: value, decimals: decimals)
    return value < 0 && text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }
}

/// A mark for something of one of two kinds, told by its shape as much as by its colour.
enum PlotMark {
  /// What is meant to finish is a disc, what is not is a square; around what goes wrong is a ring.
  ///
  /// - Parameters:
  ///   - isMeantToFinish: which of the two it is.
  ///   - isRight: whether it becomes what was meant.
  ///   - x: where it is.
  ///   - y: where it is.
  ///   - radius: how large it is.
  ///   - hint: what is told to who points at it.
  static func gesture(
    isMeantToFinish: Bool, isRight: Bool, _ x: Double, _ y: Double, radius: Double, hint: String?
  ) -> Markup {
    // A square of this half side is as large as the disc.
    let half = radius * 0.89
    let shape =
      isMeantToFinish
      ? disc("finish", x, y, radius, hint)
      : SVGPlot.box("stay", x: x - half...x + half, y: y - half...y + half, hint: hint)
    return isRight ? shape : Markup([shape, disc("ring", x, y, radius + 2.2, nil)])
  }

  /// A lozenge for what was found.
  static func found(_ x: Double, _ y: Double, _ radius: Double) -> Markup {
    let corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    return SVGPlot.path("foundmark", corners + [corners[0]])
  }

  /// A cross in a circle for what was there before.
  static func old(_ x: Double, _ y: Double, _ radius: Double) -> Markup {
    let leg = radius * 0.6
    return Markup([
      disc("oldmark", x, y, radius, nil),
      SVGPlot.line("oldmark", x - leg, y - leg, x + leg, y + leg),
      SVGPlot.line("oldmark", x - leg, y + leg, x + leg, y - leg),
    ])
  }

  private static func disc(
    _ kind: String, _ x: Double, _ y: Double, _ radius: Double, _ hint: String?
  ) -> Markup {
    Markup("circle", ["class": kind, "cx": plotted(x), "cy": plotted(y), "r": plotted(radius)]) {
      if let hint { Markup("title") { hint } }
    }
  }
}

/// What the marks of a plot stand for: a list of samples with their words.
struct PlotLegend {
  private let entries: [(sample: Markup, words: String)]

  /// Makes a list; samples are drawn in a square of 16 units.
  init(_ entries: [(sample: Markup, words: String)]) {
    self.entries = entries
  }

  var markup: Markup {
    Markup("ul", ["class": "chips"]) {
      for entry in entries {
        Markup("li") {
          Markup("svg", ["viewBox": "0 0 16 16", "aria-hidden": "true"]) { entry.sample }
          entry.words
        }
      }
    }
  }

  /// What the marks of gestures stand for.
  static let gestures: [(sample: Markup, words: String)] = [
    (gesture(isMeantToFinish: true, isRight: true), "meant to finish"),
    (gesture(isMeantToFinish: false, isRight: true), "meant not to"),
    (gesture(isMeantToFinish: true, isRight: false), "goes wrong, as tuned"),
  ]

  private static func gesture(isMeantToFinish: Bool, isRight: Bool) -> Markup {
    PlotMark.gesture(
      isMeantToFinish: isMeantToFinish, isRight: isRight, 8, 8, radius: 4, hint: nil)
  }
}
