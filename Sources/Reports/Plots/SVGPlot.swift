import PantographBase

/// A plot of lines and marks in a page.
///
/// Lengths are in units: a plot is 420 units wide at any display size. Screen readers read its title and
/// description; each plot should have a table with the same data beside it.
struct SVGPlot {
  /// The prefix of its element IDs.
  let id: String
  /// The title.
  let title: String
  /// The description, in a sentence or two.
  let description: String
  /// The height.
  let height: Double
  /// Whether it may be displayed larger than other plots.
  var isLarge = false
  /// Whether its horizontal axis is the time of the page's playback.
  var isTimed = false
  /// Another class.
  var kind = ""
  /// What the page's script needs to draw it again.
  var data: KeyValuePairs<StaticString, String?> = [:]

  /// The width of every plot.
  static let width = 420.0
  /// The horizontal ends of the axes, which leave room for labels.
  static let sides = Frame.page

  /// The horizontal ends of a plot's axes, and how far its texts are from them.
  struct Frame {
    let left: Double
    let right: Double
    /// From the left end to a label, and from a line of the grid down to the foot of its label.
    var beside = (gap: 6.0, foot: 4.0)
    /// From the axis down to the ends of its ticks, and to the feet of labels and title.
    var below = (tick: 4.0, label: 17.0, title: 34.0)
    /// About half the width of a letter.
    var halfLetter = 3.6

    /// That of a plot in a page.
    static let page = Frame(left: 46, right: 408)
  }

  /// Returns the plot with its layers, and above them `links`, which are for pointers: an image can't contain links, so
  /// they are beside it, hidden from screen readers, who find the same links elsewhere.
  func markup(links: Markup = .nothing, @MarkupBuilder _ layers: () -> Markup) -> Markup {
    let viewBox = "0 0 \(plotted(Self.width)) \(plotted(height))"
    let kinds = ["plot", isLarge ? "large" : "", isTimed ? "timed" : "", kind]
      .filter { !$0.isEmpty }.joined(separator: " ")
    if links.isEmpty {
      return Self.image(kinds, id: id, viewBox: viewBox, data) {
        Self.title(title, description, of: id)
        layers()
      }
    }
    return Markup("svg", ["class": kinds, "viewBox": viewBox]) {
      Markup("g", ["role": "img", "aria-labelledby": "\(id)-title \(id)-text"]) {
        Self.title(title, description, of: id)
        layers()
      }
      Markup("g", ["aria-hidden": "true"]) { links }
    }
  }

  /// Returns an image, named by the title and the description in it.
  static func image(
    _ kind: String, id: String, viewBox: String,
    _ data: KeyValuePairs<StaticString, String?> = [:], @MarkupBuilder _ content: () -> Markup
  ) -> Markup {
    Markup(
      "svg",
      [
        "class": kind, "role": "img", "viewBox": viewBox,
        "aria-labelledby": "\(id)-title \(id)-text",
      ], data: data, content)
  }

  /// Returns the title and the description of an image for screen readers.
  @MarkupBuilder static func title(
    _ title: String, _ description: String, of id: String
  ) -> Markup {
    Markup("title", ["id": "\(id)-title"]) { Markup(verbatim: title) }
    Markup("desc", ["id": "\(id)-text"]) { Markup(verbatim: description) }
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

  /// Returns a line across the whole plot.
  static func level(_ kind: String, _ y: Double, in frame: Frame = .page) -> Markup {
    line(kind, frame.left, y, frame.right, y)
  }

  static func box(
    _ kind: String, x: ClosedRange<Double>, y: ClosedRange<Double>, hint: String? = nil,
    data: KeyValuePairs<StaticString, String?> = [:]
  ) -> Markup {
    Markup(
      "rect",
      [
        "class": kind, "x": plotted(x.lowerBound), "y": plotted(y.lowerBound),
        "width": plotted(x.upperBound - x.lowerBound),
        "height": plotted(y.upperBound - y.lowerBound),
      ], data: data
    ) {
      if let hint { Markup("title") { Markup(verbatim: hint) } }
    }
  }

  static func disc(
    _ kind: String, _ x: Double, _ y: Double, _ radius: Double, hint: String? = nil
  ) -> Markup {
    Markup("circle", ["class": kind, "cx": plotted(x), "cy": plotted(y), "r": plotted(radius)]) {
      if let hint { Markup("title") { Markup(verbatim: hint) } }
    }
  }

  /// Returns a line through points; nothing if there are fewer than two.
  static func path(
    _ kind: String, _ points: [(x: Double, y: Double)],
    data: KeyValuePairs<StaticString, String?> = [:],
    @MarkupBuilder _ content: () -> Markup = { Markup.nothing }
  ) -> Markup {
    points.count > 1 ? path(kind, [points], data: data, content) : .nothing
  }

  /// Returns lines as one shape; a single point is no line.
  static func path(
    _ kind: String, _ lines: [[(x: Double, y: Double)]],
    data: KeyValuePairs<StaticString, String?> = [:],
    @MarkupBuilder _ content: () -> Markup = { Markup.nothing }
  ) -> Markup {
    var shape = ""
    for points in lines where points.count > 1 {
      for (index, point) in points.enumerated() {
        shape += index == 0 ? "M" : index == 1 ? "L" : " "
        shape += "\(plotted(point.x)) \(plotted(point.y))"
      }
    }
    return Markup("path", ["class": kind, "d": shape], data: data, content)
  }

  /// Returns the data of a path around a rectangle.
  static func outline(left: Double, right: Double, top: Double, bottom: Double) -> String {
    "M\(plotted(left)) \(plotted(top))H\(plotted(right))V\(plotted(bottom))H\(plotted(left))Z"
  }

  /// Returns the corners of a step function.
  ///
  /// - Parameters:
  ///   - start: the start of the line.
  ///   - positions: the positions of the steps, ascending.
  ///   - end: the end of the line.
  ///   - heights: the heights before, between and after the steps: one more than there are steps.
  ///   - least: steps that are nearer to each other are drawn as one line from the lowest to the highest of
  ///     their heights.
  static func steps(
    from start: Double, at positions: [Double], to end: Double, heights: [Double],
    apart least: Double = 0
  ) -> [(x: Double, y: Double)] {
    var corners = [(x: start, y: heights[0])]
    var index = 0
    while index < positions.count {
      let first = index
      while index + 1 < positions.count, positions[index + 1] - positions[first] < least {
        index += 1
      }
      corners.append((positions[first], heights[first]))
      let between = heights[(first + 1)..<(index + 1)]
      if let low = between.min(), let high = between.max() {
        corners += [(positions[first], low), (positions[first], high)]
      }
      corners.append((positions[first], heights[index + 1]))
      index += 1
    }
    return corners + [(end, heights[heights.count - 1])]
  }

  /// Returns how far from a centre line discs are, each as near as the ones before it leave room.
  static func swarm(_ centers: [Double], radius: Double) -> [Double] {
    let offsets = [0, 4.8, -4.8, 9.6, -9.6]
    var ends = [Double](repeating: -.infinity, count: offsets.count)
    return centers.map { center in
      let free = ends.indices.first { ends[$0] + 2 * radius <= center }
      let row = free ?? ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
      ends[row] = center
      return offsets[row]
    }
  }

  static func text(
    _ text: String, _ x: Double, _ y: Double, _ kind: String? = nil
  ) -> Markup {
    Markup("text", ["class": kind, "x": plotted(x), "y": plotted(y)]) { Markup(verbatim: text) }
  }

  /// Returns a text centred at a position, but within the sides of the plot.
  static func label(
    _ text: String, above x: Double, _ y: Double, _ kind: String, in frame: Frame = .page
  ) -> Markup {
    let half = Double(text.count) * frame.halfLetter
    if x + half > frame.right { return self.text(text, frame.right, y, "\(kind) end") }
    if x - half < frame.left { return self.text(text, frame.left, y, kind) }
    return self.text(text, x, y, "\(kind) middle")
  }

  // MARK: Axes

  /// Returns an axis below a plot, with about `count` round values.
  static func axis(
    below y: Double, _ scale: PlotScale, _ title: String, count: Int = 5, in frame: Frame = .page
  ) -> Markup {
    Markup("g") {
      level("axis", y, in: frame)
      for tick in scale.ticks(count) {
        line("axis", tick.position, y, tick.position, y + frame.below.tick)
        text(tick.label, tick.position, y + frame.below.label, "middle")
      }
      if !title.isEmpty { text(title, frame.right, y + frame.below.title, "end strong") }
    }
  }

  /// Returns horizontal lines at round values, with labels at the left.
  ///
  /// The page's script can draw movable ones on another scale. The line at 0 may be of another kind.
  static func grid(
    _ scale: PlotScale, count: Int, whole: Bool = false, isMovable: Bool = false,
    zero: String = "grid", in frame: Frame = .page
  ) -> Markup {
    Markup(
      "g", ["class": isMovable ? "heights" : nil, "data-count": isMovable ? "\(count)" : nil]
    ) {
      for tick in scale.ticks(count) where !whole || tick.value == tick.value.rounded() {
        level(tick.value == 0 ? zero : "grid", tick.position, in: frame)
        text(tick.label, frame.left - frame.beside.gap, tick.position + frame.beside.foot, "end")
      }
    }
  }
}

/// Marks that differ by shape as well as by colour.
enum PlotMark {
  /// Returns the mark of a gesture: a disc if it is meant to finish, otherwise a square; a ring if it is wrong.
  static func gesture(
    isMeantToFinish: Bool, isRight: Bool, _ x: Double, _ y: Double, radius: Double, hint: String?
  ) -> Markup {
    // The square has the area of the disc.
    let half = radius * 0.89
    let shape =
      isMeantToFinish
      ? SVGPlot.disc("finish", x, y, radius, hint: hint)
      : SVGPlot.box("stay", x: x - half...x + half, y: y - half...y + half, hint: hint)
    return isRight ? shape : Markup([shape, SVGPlot.disc("ring", x, y, radius + 2.2)])
  }

  /// Returns a diamond for a tuned value.
  static func found(_ x: Double, _ y: Double, _ radius: Double) -> Markup {
    let corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    return SVGPlot.path("foundmark", corners + [corners[0]])
  }

  /// Returns a crossed circle for the value before tuning.
  static func old(_ x: Double, _ y: Double, _ radius: Double) -> Markup {
    let leg = radius * 0.6
    return Markup([
      SVGPlot.disc("oldmark", x, y, radius),
      SVGPlot.line("oldmark", x - leg, y - leg, x + leg, y + leg),
      SVGPlot.line("oldmark", x - leg, y + leg, x + leg, y - leg),
    ])
  }
}

/// The legend of a plot: a list of samples with their meanings, each drawn in a square of 16 units.
struct PlotLegend {
  typealias Entry = (sample: Markup, words: String)
  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  /// The list; empty without entries.
  var markup: Markup {
    guard !entries.isEmpty else { return .nothing }
    return Markup("ul", ["class": "chips"]) {
      for entry in entries {
        Markup("li") {
          Markup("svg", ["viewBox": "0 0 16 16", "aria-hidden": "true"]) { entry.sample }
          entry.words
        }
      }
    }
  }

  /// Returns the entry of a line, such as a curve.
  static func line(_ kind: String, _ words: String) -> Entry {
    (SVGPlot.line(kind, 0, 8, 16, 8), words)
  }

  /// Returns the entry of an area.
  static func box(_ kind: String, _ words: String) -> Entry {
    (SVGPlot.box(kind, x: 0...16, y: 2...14), words)
  }

  /// The legend of the marks of gestures.
  static let gestures: [Entry] = [
    (gesture(isMeantToFinish: true, isRight: true), "meant to finish"),
    (gesture(isMeantToFinish: false, isRight: true), "meant not to"),
    (gesture(isMeantToFinish: true, isRight: false), "wrong, as tuned"),
  ]

  private static func gesture(isMeantToFinish: Bool, isRight: Bool) -> Markup {
    PlotMark.gesture(isMeantToFinish: isMeantToFinish, isRight: isRight, 8, 8, radius: 4, hint: nil)
  }
}

/// A linear scale from values to coordinates along one side of a plot.
struct PlotScale {
  /// The values that are shown.
  let domain: ClosedRange<Double>
  /// The coordinates of the lowest and the highest value; on a vertical side the lowest is at the bottom.
  let from: Double
  let to: Double

  /// Makes a scale; a range of zero width is widened.
  init(_ domain: ClosedRange<Double>, from: Double, to: Double) {
    let isWide = domain.upperBound > domain.lowerBound
    let room = isWide ? 0 : max(abs(domain.lowerBound) / 10, 0.5)
    self.domain = domain.lowerBound - room...domain.upperBound + room
    self.from = from
    self.to = to
  }

  /// Makes the scale of a page's plots from left to right.
  init(across domain: ClosedRange<Double>) {
    self.init(domain, from: SVGPlot.sides.left, to: SVGPlot.sides.right)
  }

  /// Returns the coordinate of a value, clamped to the scale.
  func callAsFunction(_ value: Double) -> Double {
    let value = min(max(value, domain.lowerBound), domain.upperBound)
    // Halves, because the width of a large domain may overflow.
    let width = domain.upperBound / 2 - domain.lowerBound / 2
    return from + (value / 2 - domain.lowerBound / 2) / width * (to - from)
  }

  /// A round value with its coordinate and its label.
  typealias Tick = (value: Double, position: Double, label: String)

  /// Returns about `count` round values.
  func ticks(_ count: Int) -> [Tick] {
    let width = domain.upperBound - domain.lowerBound
    guard width.isFinite, width > 1e-9, width < 1e15 else { return [] }
    var unit = 1.0
    var decimals = 0
    while unit * 10 <= width / Double(count) { unit *= 10 }
    while unit > width / Double(count), decimals < 12 {
      unit /= 10
      decimals += 1
    }
    // The first of 1, 2, 5 and 10 that is at least the wanted step.
    let factor = [1, 2, 5].first { unit * $0 >= width / Double(count) } ?? 10
    if factor == 10 { decimals = max(decimals - 1, 0) }
    let step = unit * factor
    let first = (domain.lowerBound / step).rounded(.up)
    let last = (domain.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { number in
      let value = number == 0 ? 0 : number * step
      return (value, self(value), NumberText.fixed(value, decimals))
    }
  }
}

/// Returns a coordinate as text, in tenths of a unit, which is finer than any screen shows.
func plotted(_ coordinate: Double) -> String {
  let text = String(fixed: coordinate, decimals: 1)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
