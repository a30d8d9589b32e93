import Quantities
import Trajectories

/// The time that all plots of a page have in common, with what happens in it.
struct TimeAxis {
  /// An instant at which something happens.
  struct Mark {
    let time: Timestamp
    let word: String
    /// Whether it is where two trajectories part.
    var isParting = false
  }

  let from: Timestamp
  let to: Timestamp
  let marks: [Mark]
  /// A single trajectory's phases, each from one instant to another.
  let phases: [(phase: Phase, from: Timestamp, to: Timestamp)]
  private let scale: PlotScale

  /// 400: more phases than that are a hatching.
  private static let mostPhases = 400

  /// Makes an axis for trajectories and a hand.
  ///
  /// - Parameters:
  ///   - runs: the trajectories; the phases of one alone are shown.
  ///   - contacts: the hand.
  ///   - marks: what happens.
  init(_ runs: [PlottedRun], _ contacts: [ContactLog.Contact], _ marks: [Mark]) {
    let times =
      runs.flatMap { [$0.samples.first?.time, $0.samples.last?.time] }.compactMap(\.self)
      + contacts.flatMap { [$0.landed, $0.lifted] }
    from = times.min() ?? Timestamp(microseconds: 0)
    to = times.max() ?? from
    self.marks = marks
    scale = PlotScale(
      from.seconds...to.seconds, from: SVGPlot.sides.left, to: SVGPlot.sides.right)
    var phases: [(phase: Phase, from: Timestamp, to: Timestamp)] = []
    for sample in runs.count == 1 ? runs[0].samples : [] {
      if let last = phases.last { phases[phases.count - 1].to = max(last.to, sample.time) }
      if phases.last?.phase != sample.phase {
        phases.append((sample.phase, sample.time, sample.time))
      }
    }
    self.phases = phases.count > Self.mostPhases ? [] : phases
  }

  /// What happened, each instant with its most telling word.
  static func marks(of events: [(time: Timestamp, kind: Milestone.Kind)]) -> [Mark] {
    var groups: [(time: Timestamp, kinds: [Milestone.Kind])] = []
    for event in events {
      if groups.last?.time == event.time {
        groups[groups.count - 1].kinds.append(event.kind)
      } else {
        groups.append((event.time, [event.kind]))
      }
    }
    return groups.map { time, kinds in
      let words = kinds.map(word)
      // The fingers let go, it is judged, and it goes on by itself, all in one instant.
      let first = ["cut off", "handoff"].first(where: words.contains)
      return Mark(time: time, word: first ?? words[0])
    }
  }

  private static func word(_ kind: Milestone.Kind) -> String {
    switch kind {
    case .began: "begins"
    case .ended: "let go"
    case .cancelled: "cut off"
    case .decided: "judged"
    case .handoff: "handoff"
    case .completed: "rest"
    case .held: "held"
    case .started: "starts"
    }
  }

  /// Whether there is any time in it.
  var isEmpty: Bool { from == to }

  /// Where an instant is.
  func x(_ time: Timestamp) -> Double { scale(time.seconds) }

  // MARK: What all plots have

  /// What lies behind the curves: the phases, and a line for each instant at which something happens.
  @MarkupBuilder func ground(top: Double, bottom: Double) -> Markup {
    for (phase, kind) in [(Phase.tracking, "tracking"), (.settling, "settling")] {
      band(kind, phases.filter { $0.phase == phase }, top, bottom)
    }
    for mark in marks {
      SVGPlot.line(
        mark.isParting ? "parting" : "mark", x(mark.time), top, x(mark.time), bottom)
    }
  }

  private func band(
    _ kind: String, _ parts: [(phase: Phase, from: Timestamp, to: Timestamp)],
    _ top: Double, _ bottom: Double
  ) -> Markup {
    guard !parts.isEmpty else { return .nothing }
    let data = parts.map { part in
      "M\(plotted(x(part.from))) \(plotted(top))H\(plotted(x(part.to)))V\(plotted(bottom))"
        + "H\(plotted(x(part.from)))Z"
    }
    return Markup("path", ["class": kind, "d": data.joined()])
  }

  /// The words for what happens, as far as there is room for them, those for a hand that is gone first.
  func words(above y: Double) -> Markup {
    var taken: [ClosedRange<Double>] = []
    var words: [Markup] = []
    let isFirst = { (mark: Mark) in ["handoff", "cut off"].contains(mark.word) || mark.isParting }
    for mark in marks.filter(isFirst) + marks.filter({ !isFirst($0) }) {
      // About what such a text is wide, and the place that ``SVGPlot/label(_:above:_:_:)`` gives it.
      let half = Double(mark.word.count) * 3.6
      let sides = (left: SVGPlot.sides.left + half, right: SVGPlot.sides.right - half)
      let middle = min(max(x(mark.time), sides.left), sides.right)
      let place = middle - half - 3...middle + half + 3
      guard !taken.contains(where: { $0.overlaps(place) }) else { continue }
      taken.append(place)
      words.append(SVGPlot.label(mark.word, above: x(mark.time), y, "halo"))
    }
    return Markup(words)
  }

  /// What lies over the curves: the instant that is looked at, where the page's program is at work.
  func cursor(top: Double, bottom: Double) -> Markup {
    SVGPlot.line("cursor", x(from), top, x(from), bottom)
  }

  /// The round values of time below a plot.
  func axis(below y: Double, isTitled: Bool = true) -> Markup {
    SVGPlot.axis(below: y, scale, isTitled ? "seconds" : "")
  }
}
