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
    let captions = PictureStory(trajectory.releases)
    let lines = captions.lines
    let file = PictureFile(
      title: source.first ?? "A trajectory", subtitle: source.dropFirst().first ?? "",
      description: "The fraction of an animation and its velocity over time. "
        + (lines.isEmpty ? captions.nothing : captions.sentences),
      height: Self.story + Double(max(lines.count, 1) - 1) * Self.line + 24)
    let start = points.first?.time.seconds ?? 0
    let x = PlotScale(
      start...max(points.last?.time.seconds ?? 0, start), from: PictureFile.sides.left,
      to: PictureFile.sides.right)
    let fraction = PicturePanel(
      "fraction",
      points.reduce(0) { min($0, $1.fraction) }...points.reduce(1) { max($0, $1.fraction) },
      over: x, top: Self.fraction.top, bottom: Self.fraction.bottom)
    let velocity = PicturePanel(
      "velocity, per second", velocities(points), over: x, top: Self.velocity.top,
      bottom: Self.velocity.bottom)
    return file.text {
      touched(points, x)
      fraction.frame(count: 6)
      velocity.frame(count: 6)
      for demand in demands(.fraction) { fraction.threshold(demand.value, demand.words) }
      for demand in velocityDemands { velocity.threshold(demand.value, demand.words) }
      marks(x)
      fraction.heading(above: 34)
      velocity.heading(above: 12)
      fraction.curve(points, of: { $0.fraction }, kind: { $0.kind.rawValue })
      velocity.curve(points, of: { $0.velocity }, kind: { $0.kind.rawValue })
      strip(points, x)
      for release in markedReleases where release.decision != nil {
        fraction.knob(at: release.time, release.fraction)
        velocity.knob(at: release.time, release.velocity)
      }
      velocity.times
      story(lines.isEmpty ? [.init(text: captions.nothing)] : lines)
    }
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
      (trajectory.releases.first + trajectory.releases.last).compactMap(\.distance).filter {
        $0 > 0
      })
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
        let words = Self.words(for: run.kind)
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

  private static func words(for kind: DrawnTrajectory.Kind) -> String {
    switch kind {
    case .still: "still"
    case .tracking: "tracking"
    case .finish: "finishes"
    case .cancel: "cancels"
    case .snap: "snaps"
    case .own: "by itself"
    }
  }

  // MARK: Releases

  /// The releases with marks: all, unless there are too many to tell the marks apart.
  private var markedReleases: [DrawnTrajectory.Release] {
    trajectory.releases.leftOut > 0 ? [] : trajectory.releases.first + trajectory.releases.last
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
    let half = Double(words.count) * 3.8
    let sides = PictureFile.sides
    let y = Self.fraction.top - 12
    if position - half < sides.left { return SVGPlot.text(words, position - 4, y, "strong halo") }
    if position + half > sides.right {
      return SVGPlot.text(words, sides.right, y, "strong halo end")
    }
    return SVGPlot.text(words, position, y, "strong halo middle")
  }

  private func story(_ lines: [PictureStory.Line]) -> Markup {
    Markup(
      lines.enumerated().map { number, line in
        SVGPlot.text(
          line.text, PictureFile.margin + (line.isHead ? 0 : 22),
          Self.story + Double(number) * Self.line, line.isHead ? "body strong" : "body")
      })
  }
}
