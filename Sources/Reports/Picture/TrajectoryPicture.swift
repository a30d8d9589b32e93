import PantographBase
package import PantographInteractions
package import PantographTrajectories

/// Draws a trajectory as a self-contained SVG, for a page, a paper or a review.
///
/// It shows the fraction and its velocity over time, the thresholds of the rule, what moves the animation, and
/// the handoff. The decisions are listed below. The file size is bounded for trajectories of any length.
package struct TrajectoryPicture: TrajectorySink {
  /// The title and the line below it.
  package var source: [String] = []

  private let interaction: Interaction
  private var trajectory = DrawnTrajectory()

  // The vertical layout, in units.
  private static let fraction = (top: 118.0, bottom: 318.0)
  private static let strip = (top: 326.0, bottom: 342.0)
  private static let velocity = (top: 380.0, bottom: 490.0)
  private static let story = 554.0
  private static let line = 19.0
  private static let width = 720.0
  /// The left margin of texts.
  fileprivate static let margin = 20.0
  /// The number of letters of ordinary width that fit on a line.
  static let letters = 104

  /// Makes a picture of a trajectory of this interaction.
  package init(_ interaction: Interaction) {
    self.interaction = interaction
  }

  /// Keeps a sample for the curves.
  package mutating func receive(_ sample: Sample) throws(Never) { trajectory.receive(sample) }
  /// Keeps an event for the curves and the text.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    trajectory.receive(event)
  }

  /// Its name among the figures of a trajectory.
  package static let name = "trajectory"

  /// Returns this picture, and the plots of the page of the same trajectory.
  package func figures(_ page: TrajectoryPage?) -> Figures {
    Figures([.init(name: Self.name) { svg }] + (page?.figures.entries ?? []))
  }

  /// The whole SVG file.
  package var svg: String {
    let points = trajectory.outline
    let story = PictureStory(releases: trajectory.releases)
    let lines = story.lines
    let title = source.first ?? "A trajectory"
    let height = Self.story + Double(lines.count - 1) * Self.line + 24
    let start = points.first?.time.seconds ?? 0
    let frame = SVGPlot.Frame.picture
    let x = PlotScale(
      start...max(points.last?.time.seconds ?? 0, start), from: frame.left, to: frame.right)
    let fraction = PicturePanel(
      "fraction",
      points.reduce(0) { min($0, $1.fraction) }...points.reduce(1) { max($0, $1.fraction) },
      over: x, top: Self.fraction.top, bottom: Self.fraction.bottom)
    let velocity = PicturePanel(
      "velocity, per second", velocities(points), over: x, top: Self.velocity.top,
      bottom: Self.velocity.bottom)
    let content = Markup {
      SVGPlot.box("paper", x: 0...Self.width, y: 0...height)
      SVGPlot.text(Self.shortened(title, to: 64), Self.margin, 32, "strong title")
      SVGPlot.text(
        Self.shortened(source.dropFirst().first ?? "", to: Self.letters), Self.margin, 51, "body")
      touched(points, x)
      fraction.grid
      velocity.grid
      for demand in demands(.fraction) { fraction.threshold(demand.value, demand.words) }
      for demand in velocityDemands { velocity.threshold(demand.value, demand.words) }
      marks(x)
      fraction.heading(above: 34)
      velocity.heading(above: 12)
      fraction.curve(points) { $0.fraction }
      velocity.curve(points) { $0.velocity }
      strip(points, x)
      for release in markedReleases where release.decision != nil {
        fraction.knob(at: release.time, release.fraction)
        velocity.knob(at: release.time, release.velocity)
      }
      SVGPlot.axis(below: Self.velocity.bottom, x, "seconds", count: 8, in: frame)
      for (number, line) in lines.enumerated() {
        SVGPlot.text(
          line.text, Self.margin + (line.isHead ? 0 : 22),
          Self.story + Double(number) * Self.line, line.isHead ? "body strong" : "body")
      }
    }
    return SVGFile(
      width: Self.width, height: height, title: title,
      description: "The fraction of an animation and its velocity over time. " + story.sentences
    ).text(PictureStyle.markup, content)
  }

  /// Returns a text shortened to fit on a line; the end of a path matters more than its middle.
  private static func shortened(_ text: String, to most: Int) -> String {
    guard text.count > most else { return text }
    return text.prefix(most / 4) + "…" + text.suffix(most - most / 4 - 1)
  }

  // MARK: Thresholds

  /// Returns the thresholds of quantities, in the unit of their panel and without duplicates.
  private func demands(
    _ quantities: ReleaseRule.Quantity..., scale: (MeasureUnit) -> Double = { _ in 1 }
  ) -> [(value: Double, words: String)] {
    var demands: [(value: Double, words: String)] = []
    for condition in interaction.rule.clauses.flatMap(\.conditions)
    where quantities.contains(condition.quantity) && condition.threshold != 0 {
      let words = Wording.demand(condition, NumberText.exact(condition.threshold))
      let name = Wording.name(of: condition.quantity)
      let value = condition.threshold * scale(condition.unit)
      guard !demands.contains(where: { $0.value == value }) else { continue }
      demands.append((value, condition.quantity == .fraction ? words : "\(name) \(words)"))
      // A speed has no sign.
      if condition.quantity == .speed { demands.append((-value, "")) }
    }
    return demands
  }

  /// The thresholds of velocity in fractions per second, if all gestures have the same distance.
  private var velocityDemands: [(value: Double, words: String)] {
    let distances = Set(
      trajectory.releases.kept.compactMap(\.distance).filter { $0 > 0 })
    guard distances.count == 1, let distance = distances.first else { return [] }
    // Velocities per event have no time.
    return demands(.velocity, .speed) { unit in
      unit.time == .event ? .nan : unit.scale(distance: distance) / distance
    }
  }

  private func velocities(_ points: [DrawnTrajectory.Point]) -> ClosedRange<Double> {
    let low = points.reduce(0) { min($0, $1.velocity) }
    let high = points.reduce(0) { max($0, $1.velocity) }
    // Thresholds may double the range of the curve, but no more.
    let wide = low * 2...high * 2
    let asked = velocityDemands.map(\.value).filter { wide.contains($0) }
    let all = asked.reduce(low...high) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
    return low == high ? -1...1 : all
  }

  // MARK: What moves it

  /// Returns the horizontal spans of points of the same kind.
  private func runs(
    _ points: [DrawnTrajectory.Point], _ x: PlotScale
  ) -> [(kind: DrawnTrajectory.Kind, span: ClosedRange<Double>)] {
    var runs: [(kind: DrawnTrajectory.Kind, span: ClosedRange<Double>)] = []
    guard var start = points.first, let last = points.last else { return [] }
    for point in points.dropFirst() where point.kind != start.kind {
      runs.append((start.kind, x(start.time.seconds)...x(point.time.seconds)))
      start = point
    }
    runs.append((start.kind, x(start.time.seconds)...x(last.time.seconds)))
    // Spans narrower than a tenth of a unit are not visible.
    return runs.filter { $0.span.upperBound - $0.span.lowerBound >= 0.1 }
  }

  /// Returns the background of the tracking phases, behind both plots.
  private func touched(_ points: [DrawnTrajectory.Point], _ x: PlotScale) -> Markup {
    Markup(
      runs(points, x).filter { $0.kind == .tracking }.map {
        SVGPlot.box("touched", x: $0.span, y: Self.fraction.top...Self.velocity.bottom)
      })
  }

  /// Returns the strip that shows what moves the animation, with labels as far as there is room.
  private func strip(_ points: [DrawnTrajectory.Point], _ x: PlotScale) -> Markup {
    Markup("g") {
      for run in runs(points, x) {
        let words = run.kind.words
        SVGPlot.box(
          "\(run.kind.rawValue)band", x: run.span, y: Self.strip.top...Self.strip.bottom,
          hint: words)
        // 7: about the width of a letter, at most.
        if run.kind != .still,
          run.span.upperBound - run.span.lowerBound > Double(words.count) * 7 + 8
        {
          let middle = (run.span.lowerBound + run.span.upperBound) / 2
          SVGPlot.text(words, middle, Self.strip.bottom - 4, "inband middle small")
        }
      }
    }
  }

  // MARK: Releases

  /// The releases with marks: all, unless there are too many to tell the marks apart.
  private var markedReleases: [DrawnTrajectory.Release] {
    trajectory.releases.leftOut > 0 ? [] : trajectory.releases.kept
  }

  /// Returns a line through both plots at each release, with its text or its number.
  private func marks(_ x: PlotScale) -> Markup {
    let releases = markedReleases
    let positions = releases.map { x($0.time.seconds) }
    var numbered: [Int] = []
    // Numbers have at most two digits, of about 8 units each.
    for (index, position) in positions.enumerated()
    where numbered.last.map({ position >= positions[$0] + 20 }) ?? true {
      numbered.append(index)
    }
    return Markup("g") {
      for position in positions {
        SVGPlot.line("released", position, Self.fraction.top - 6, position, Self.velocity.bottom)
      }
      if releases.count == 1 {
        label(PictureStory.head(of: releases[0]), at: positions[0])
      } else {
        for index in numbered { label("\(index + 1)", at: positions[index]) }
      }
    }
  }

  private func label(_ words: String, at position: Double) -> Markup {
    SVGPlot.label(words, above: position, Self.fraction.top - 12, "strong halo", in: .picture)
  }
}

/// A plot of a picture: a quantity over the time that all plots share.
private struct PicturePanel {
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

  var grid: Markup { SVGPlot.grid(y, count: 6, zero: "axis", in: .picture) }

  /// Returns the title, at a distance above the plot.
  func heading(above gap: Double) -> Markup {
    SVGPlot.text(title, TrajectoryPicture.margin, y.to - gap, "strong halo")
  }

  /// Returns the line of a threshold, if it is within the plot.
  func threshold(_ value: Double, _ words: String) -> Markup {
    guard y.domain.contains(value) else { return .nothing }
    // The label is above the line, unless that is at the upper edge.
    let isHigh = y(value) - 16 < y.to
    return Markup("g") {
      SVGPlot.level("asked", y(value), in: .picture)
      SVGPlot.text(words, x.to, y(value) + (isHigh ? 15 : -6), "demand halo end small")
    }
  }

  /// Returns a curve in pieces by kind; while nothing moves, one point covers a long time.
  func curve(
    _ points: [DrawnTrajectory.Point], of height: (DrawnTrajectory.Point) -> Double
  ) -> Markup {
    var pieces: [Markup] = []
    var piece: [(x: Double, y: Double)] = []
    for (point, next) in zip(points, points.dropFirst()) {
      let start = (x(point.time.seconds), y(height(point)))
      let isStill = point.kind == .still
      if piece.isEmpty { piece.append(start) }
      piece.append((x(next.time.seconds), isStill ? start.1 : y(height(next))))
      if next.kind != point.kind || isStill {
        pieces.append(SVGPlot.path(point.kind.rawValue, piece))
        piece = []
      }
    }
    if let last = points.last { pieces.append(SVGPlot.path(last.kind.rawValue, piece)) }
    return Markup(pieces)
  }

  /// Returns a knob on the curve.
  func knob(at time: Timestamp, _ value: Double) -> Markup {
    SVGPlot.disc("knob", x(time.seconds), y(value), 4)
  }
}

extension SVGPlot.Frame {
  /// That of a picture's plots.
  fileprivate static let picture = SVGPlot.Frame(
    left: 58, right: 700, beside: (8, 4.5), below: (5, 20, 38), halfLetter: 3.8)
}

/// The style of a picture, with light and dark colours.
///
/// Colours are written out because librsvg does not support variables. It ignores the dark colours.
private enum PictureStyle {
  static let markup = Markup.style([sheet], colors)

  private static func rules(_ color: (PagePalette) -> String) -> String {
    let strokes: KeyValuePairs<String, PagePalette> = [
      "axis": .faint, "grid": .rule, "asked": .found, "released": .ink, "still": .faint,
      "tracking": .ink, "finish": .finish, "cancel": .stay, "snap": .found, "own": .found,
      "first": .finish, "second": .stay, "halo": .paper, "knob": .paper,
    ]
    let fills: KeyValuePairs<String, PagePalette> = [
      "paper": .paper, "touched": .heat1, "strong": .ink, "demand": .found, "knob": .ink,
      "trackingband": .ink, "finishband": .finish, "cancelband": .stay, "snapband": .found,
      "ownband": .found, "stillband": .rule, "inband": .paper,
    ]
    return "svg{background:\(color(.paper))}text{fill:\(color(.faint))}"
      + strokes.map { ".\($0){stroke:\(color($1))}" }.joined()
      + fills.map { ".\($0){fill:\(color($1))}" }.joined()
  }

  private static let colors = """
    \(rules(\.light))
    @media screen and (prefers-color-scheme:dark){\(rules(\.dark))}

    """

  private static let sheet: StaticString = """
    svg{max-width:100%;height:auto}
    text{font-family:"Noto Sans","Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif;font-size:13px}
    .title{font-size:17px}
    .strong{font-weight:600}
    .small{font-size:12px}
    .inband{font-weight:600}
    .end{text-anchor:end}
    .middle{text-anchor:middle}
    .halo{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
    line,path{fill:none;stroke-width:1}
    path{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .still{stroke-width:1.5}
    .tracking{stroke-width:2.75}
    .second{stroke-dasharray:7 5}
    .asked{stroke-width:1.25;stroke-dasharray:2 4;stroke-linecap:round}
    .released{stroke-dasharray:4 4;stroke-width:1}
    .knob{stroke-width:1.5}
    @media screen and (max-width:520px){text{font-size:17px}.body{font-size:13px}.title{font-size:18px}.small{font-size:16px}}

    """
}
