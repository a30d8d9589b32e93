public import Interactions
import Quantities
public import Trajectories

/// Draws a trajectory as a picture for a page, a paper or a review: an SVG that is a file of its own.
///
/// The fraction and its velocity over time, with the thresholds of the rule, what moves the animation,
/// and where it was handed off; below them what was decided. Hours of it are no larger than minutes.
public struct TrajectoryPicture: TrajectorySink {
  /// Where it comes from: its title, and the line below that.
  public var source: [String] = []

  private let interaction: Interaction
  private var course = DrawnTrajectory()

  /// Heights of the picture's parts, in its units.
  private static let fraction = (top: 118.0, bottom: 318.0)
  private static let strip = (top: 326.0, bottom: 342.0)
  private static let velocity = (top: 380.0, bottom: 490.0)
  private static let story = 554.0
  private static let line = 19.0

  /// Makes a picture of a trajectory of this interaction.
  public init(_ interaction: Interaction) {
    self.interaction = interaction
  }

  /// Keeps a sample for the curves.
  public mutating func receive(_ sample: Sample) throws(Never) { course.receive(sample) }
  /// Keeps an event for the curves, and what was let go for the story.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) { course.receive(event) }

  /// The whole file.
  public var svg: String {
    let points = course.outline
    let captions = PictureStory(course.releases)
    let lines = captions.lines
    let file = PictureFile(
      title: source.first ?? "A trajectory", subtitle: source.dropFirst().first ?? "",
      description: "The fraction of an animation and its velocity over time. "
        + (lines.isEmpty ? captions.nothing : captions.sentences),
      height: Self.story + Double(max(lines.count, 1) - 1) * Self.line + 24)
    let times = seconds(points.first?.time ?? .init(microseconds: 0))
    let x = PlotScale(
      times...max(seconds(points.last?.time ?? .init(microseconds: 0)), times),
      from: PictureFile.sides.left, to: PictureFile.sides.right)
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

  /// What the rule asks of a quantity, in the unit of its panel, each once.
  private func demands(
    _ quantities: ReleaseRule.Quantity..., scale: (MeasureUnit) -> Double = { _ in 1 }
  ) -> [(value: Double, words: String)] {
    var demands: [(value: Double, words: String)] = []
    for condition in interaction.rule.clauses.flatMap(\.conditions)
    where quantities.contains(condition.quantity) && condition.threshold != 0 {
      let words = Wording.demand(condition, condition.threshold.asWritten)
      let name = Wording.name(of: condition.quantity)
      let value = condition.threshold * scale(condition.unit)
      guard !demands.contains(where: { $0.value == value }) else { continue }
      demands.append((value, condition.quantity == .fraction ? words : "\(name) \(words)"))
      // A speed may be either way.
      if condition.quantity == .speed { demands.append((-value, "")) }
    }
    return demands
  }

  /// The thresholds of velocity as changes of the fraction, where all hands have the same way to go.
  private var velocityDemands: [(value: Double, words: String)] {
    let ways = Set(
      (course.releases.first + course.releases.last).compactMap(\.distance).filter { $0 > 0 })
    guard ways.count == 1, let way = ways.first else { return [] }
    // What is per event knows no time.
    return demands(.velocity, .speed) { unit in
      unit.time == .event ? .nan : unit.scale(distance: way) / way
    }
  }

  private func velocities(_ points: [DrawnTrajectory.Point]) -> ClosedRange<Double> {
    let low = points.reduce(0) { min($0, $1.velocity) }
    let high = points.reduce(0) { max($0, $1.velocity) }
    // A threshold is worth as much room again as the curve takes, and no more.
    let wide = low * 2...high * 2
    let asked = velocityDemands.map(\.value).filter { wide.contains($0) }
    let all = asked.reduce(low...high) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
    return low == high ? -1...1 : all
  }

  // MARK: What moves it

  /// Runs of the same kind: from the first point of each to that of the next.
  private func runs(
    _ points: [DrawnTrajectory.Point], _ x: PlotScale
  ) -> [(kind: DrawnTrajectory.Kind, place: ClosedRange<Double>)] {
    var runs: [(kind: DrawnTrajectory.Kind, place: ClosedRange<Double>)] = []
    guard var start = points.first, let last = points.last else { return [] }
    for point in points.dropFirst() where point.kind != start.kind {
      runs.append((start.kind, x(seconds(start.time))...x(seconds(point.time))))
      start = point
    }
    runs.append((start.kind, x(seconds(start.time))...x(seconds(last.time))))
    // Narrower than a tenth of a unit, nothing is seen of it.
    return runs.filter { $0.place.upperBound - $0.place.lowerBound >= 0.1 }
  }

  /// Where fingers move it, behind both plots.
  private func touched(_ points: [DrawnTrajectory.Point], _ x: PlotScale) -> Markup {
    Markup(
      runs(points, x).filter { $0.kind == .hand }.map {
        SVGPlot.box("touched", x: $0.place, y: Self.fraction.top...Self.velocity.bottom)
      })
  }

  /// What moves it, in words as far as there is room for them.
  private func strip(_ points: [DrawnTrajectory.Point], _ x: PlotScale) -> Markup {
    Markup("g") {
      for run in runs(points, x) {
        let words = Self.words(for: run.kind)
        SVGPlot.box(
          "\(run.kind.rawValue)band", x: run.place, y: Self.strip.top...Self.strip.bottom,
          hint: words)
        // 7: about what a letter is wide, at most.
        if run.kind != .still,
          run.place.upperBound - run.place.lowerBound > Double(words.count) * 7 + 8
        {
          let middle = (run.place.lowerBound + run.place.upperBound) / 2
          SVGPlot.text(words, middle, Self.strip.bottom - 4, "inband middle small")
        }
      }
    }
  }

  private static func words(for kind: DrawnTrajectory.Kind) -> String {
    switch kind {
    case .still: "still"
    case .hand: "by hand"
    case .finish: "finishes"
    case .cancel: "goes back"
    case .snap: "goes to a point in between"
    case .own: "by itself"
    }
  }

  // MARK: What was let go

  /// Those that are marked: all of them, unless the marks would be nothing but a hatching.
  private var markedReleases: [DrawnTrajectory.Release] {
    course.releases.leftOut > 0 ? [] : course.releases.first + course.releases.last
  }

  /// A line through both plots where it was let go, with the word for it, or its number in the story.
  private func marks(_ x: PlotScale) -> Markup {
    let releases = markedReleases
    let places = releases.map { x(seconds($0.time)) }
    var numbered: [Int] = []
    // Numbers have two digits at most, of about 8 units each.
    for (index, place) in places.enumerated()
    where numbered.last.map({ place >= places[$0] + 20 }) ?? true {
      numbered.append(index)
    }
    return Markup("g") {
      for place in places {
        SVGPlot.line("released", place, Self.fraction.top - 6, place, Self.velocity.bottom)
      }
      if releases.count == 1 {
        label(PictureStory.head(of: releases[0]), at: places[0])
      } else {
        for index in numbered { label("\(index + 1)", at: places[index]) }
      }
    }
  }

  private func label(_ words: String, at place: Double) -> Markup {
    let half = Double(words.count) * 3.8
    let sides = PictureFile.sides
    let y = Self.fraction.top - 12
    if place - half < sides.left { return SVGPlot.text(words, place - 4, y, "strong halo") }
    if place + half > sides.right { return SVGPlot.text(words, sides.right, y, "strong halo end") }
    return SVGPlot.text(words, place, y, "strong halo middle")
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
