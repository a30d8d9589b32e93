import PantographBase
import PantographInteractions
import PantographTrajectories

/// The points and releases of a trajectory, for a picture.
///
/// Its memory is bounded for trajectories of any length.
struct DrawnTrajectory: TrajectorySink {
  /// A point of the curves; its kind applies up to the next point.
  struct Point {
    var time: Timestamp
    var fraction: Double
    var velocity: Double
    var kind: Kind
  }

  /// What moves the animation.
  enum Kind: String {
    /// Nothing.
    case still
    /// The fingers.
    case tracking
    /// A finish.
    case finish
    /// A cancel.
    case cancel
    /// A snap to a point in between.
    case snap
    /// A start without a release.
    case own
  }

  /// The end of a gesture, or the start of an animation by itself.
  struct Release {
    var time: Timestamp
    var fraction: Double
    var velocity: Double
    var isCutOff = false
    /// The decision, if there was a release.
    var decision: Decision?
    /// The run that started, if there was no gesture.
    var run: TrajectoryEvent.Run?
    /// The time when the animation came to rest.
    var rested: Timestamp?
    /// The distance of the whole progress in millimetres, if there was a release.
    var distance: Double?
  }

  private(set) var points: [Point] = []
  private(set) var releases = FirstAndLast<Release>()
  private var phase = Phase.idle
  /// The kind of the settling phase.
  private var settling = Kind.own
  /// The end of a gesture that has not been judged yet.
  private var open: Release?

  /// 8192: a minute at 120 samples per second is kept unthinned.
  private static let most = 8192
  /// 480: a slot is at most one and a half units of the picture wide.
  private static let slots = 480

  mutating func receive(_ sample: Sample) throws(Never) {
    phase = sample.phase
    append(sample.time, sample.fraction, sample.velocity)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    // Samples already contain every movement.
    case .changed: return
    case .ended(let context): open = release(event, over: context.mapping.distance)
    case .cancelled:
      open = release(event, over: nil)
      open?.isCutOff = true
    case .decided(let decision):
      open?.decision = decision
      settling = Kind(rawValue: decision.outcome.rawValue) ?? .own
    case .handoff:
      if let open { releases.append(open) }
      open = nil
    case .started(let run):
      settling = .own
      var release = release(event, over: nil)
      release.run = run
      releases.append(release)
    case .completed:
      releases.changeNewest { $0.rested = $0.rested ?? event.time }
      runOn(to: event)
    case .began, .held: runOn(to: event)
    }
    phase = event.phase(after: phase)
    append(event.time, event.fraction, event.velocity)
  }

  private func release(_ event: TrajectoryEvent, over distance: Double?) -> Release {
    Release(
      time: event.time, fraction: event.fraction, velocity: event.velocity, distance: distance)
  }

  /// Extends a running animation to an event, at which its velocity changes.
  private mutating func runOn(to event: TrajectoryEvent) {
    guard phase == .settling, let last = points.last else { return }
    append(event.time, event.fraction, last.velocity)
  }

  private mutating func append(_ time: Timestamp, _ fraction: Double, _ velocity: Double) {
    let kind: Kind =
      switch phase {
      case .idle, .rest: .still
      case .tracking: .tracking
      case .settling: settling
      }
    points.append(Point(time: time, fraction: fraction, velocity: velocity, kind: kind))
    if points.count > Self.most { points = outline }
  }

  /// The points, thinned to what a picture can show.
  var outline: [Point] {
    guard points.count > 6 * Self.slots else { return points }
    return points.outline(
      slots: Self.slots, time: { $0.time }, heights: [{ $0.fraction }, { $0.velocity }])
  }
}

/// The text below a picture: for each release the decision and its reason.
struct PictureStory {
  /// A line of the text.
  struct Line {
    var text: String
    /// Whether it is the first line of a release.
    var isHead = false
  }

  private let releases: FirstAndLast<DrawnTrajectory.Release>

  init(_ releases: FirstAndLast<DrawnTrajectory.Release>) {
    self.releases = releases
  }

  /// The text if there is no release.
  let nothing = "no release"

  /// Returns the event in a few words.
  static func head(of release: DrawnTrajectory.Release) -> String {
    let clock = Wording.clock(release.time)
    if let run = release.run { return "\(clock): starts \(TrajectoryStory.name(of: run))" }
    let verb = release.isCutOff ? "cut off" : "released"
    let outcome = release.decision.map { ": \(Wording.outcome(of: $0))" } ?? ""
    return "\(verb) at \(clock)\(outcome)"
  }

  /// Returns the reason of the decision, and the time to rest.
  private static func body(of release: DrawnTrajectory.Release) -> String {
    var parts = ["at fraction \(two(release.fraction))"]
    if release.run == nil { parts[0] += ", velocity \(two(release.velocity)) /s" }
    if let judgement = release.decision?.judgement { parts.append(Wording.reason(of: judgement)) }
    if let rested = release.rested {
      let seconds = NumberText.fixed(rested - release.time, 3)
      parts.append(rested == release.time ? "at rest at once" : "at rest \(seconds) s later")
    }
    return parts.joined(separator: "; ")
  }

  var lines: [Line] {
    let isOne = releases.first.count == 1
    func entry(_ number: Int, _ release: DrawnTrajectory.Release) -> [Line] {
      let head = (isOne ? "" : "\(number)  ") + Self.head(of: release)
      return [Line(text: head, isHead: true)]
        + Self.wrapped(Self.body(of: release)).map { Line(text: $0) }
    }
    var lines = releases.first.enumerated().flatMap { entry($0.offset + 1, $0.element) }
    if releases.leftOut > 0 { lines.append(Line(text: "… \(releases.leftOut) more")) }
    let start = releases.first.count + releases.leftOut
    lines += releases.last.enumerated().flatMap { entry(start + $0.offset + 1, $0.element) }
    return lines
  }

  /// The same text as sentences, for screen readers.
  var sentences: String {
    let all = releases.first + releases.last
    let texts = all.map { "\(Self.head(of: $0).capitalizedFirst), \(Self.body(of: $0))." }
    let more = releases.leftOut > 0 ? ["\(releases.leftOut) more are not listed."] : []
    return (texts + more).joined(separator: " ")
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, line.count + word.count + 1 > PictureFile.letters - 4 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
      }
    }
    return lines
  }

  private static func two(_ number: Double) -> String { NumberText.fixed(number, 2) }
}

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
