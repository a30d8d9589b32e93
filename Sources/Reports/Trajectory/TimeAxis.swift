import PantographBase
import PantographTrajectories

/// The time axis that all plots of a page share, with marks for events.
struct TimeAxis {
  /// A labelled instant.
  struct Mark {
    let time: Timestamp
    let word: String
    /// Whether two trajectories diverge here.
    var isDivergence = false
  }

  let from: Timestamp
  let to: Timestamp
  let marks: [Mark]
  /// The phases of a single trajectory.
  let phases: [(phase: Phase, from: Timestamp, to: Timestamp)]
  private let scale: PlotScale

  /// Makes an axis for trajectories and contacts; phases are shown only for a single trajectory.
  init(_ runs: [PlottedRun], _ contacts: [ContactLog.Contact], _ marks: [Mark]) {
    let times =
      runs.flatMap { [$0.samples.first?.time, $0.samples.last?.time] }.compactMap(\.self)
      + contacts.flatMap { [$0.landed, $0.lifted] }
    from = times.min() ?? Timestamp(microseconds: 0)
    to = times.max() ?? from
    self.marks = marks
    scale = PlotScale(across: from.seconds...to.seconds)
    var phases: [(phase: Phase, from: Timestamp, to: Timestamp)] = []
    for sample in runs.count == 1 ? runs[0].samples : [] {
      if let last = phases.last { phases[phases.count - 1].to = max(last.to, sample.time) }
      if phases.last?.phase != sample.phase {
        phases.append((sample.phase, sample.time, sample.time))
      }
    }
    self.phases = phases
  }

  /// Returns a mark for each instant of events, with its most important word.
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
      // Release, decision and handoff happen in one instant.
      let first = ["cut off", "handoff"].first(where: words.contains)
      return Mark(time: time, word: first ?? words[0])
    }
  }

  private static func word(_ kind: Milestone.Kind) -> String {
    switch kind {
    case .began: "begins"
    case .ended: "released"
    case .cancelled: "cut off"
    case .decided: "decided"
    case .handoff: "handoff"
    case .completed: "rest"
    case .held: "held"
    case .started: "starts"
    }
  }

  /// 120: more lines of marks can't be told apart; the page's script draws those of the span that it shows.
  private static let mostMarks = 120
  private var drawn: [Mark] { marks.count > Self.mostMarks ? [] : marks }

  /// The marks for the page's script; those at the ends of gestures weigh more.
  var json: JSONText {
    .list(
      marks.map { mark in
        [
          "time": .integer(Int(mark.time.microseconds)), "word": .string(mark.word),
          "kind": .string(mark.isDivergence ? "divergence" : "mark"),
          "weight": .integer(isFirst(mark) ? 1 : 0),
        ]
      })
  }

  private func isFirst(_ mark: Mark) -> Bool {
    ["handoff", "cut off"].contains(mark.word) || mark.isDivergence
  }

  /// What the page's script needs to draw a plot again: the scale of its values, and the ends of its ground.
  func data(
    _ y: PlotScale, ground: Double, base: Double
  ) -> KeyValuePairs<StaticString, String?> {
    [
      "data-low": "\(y.domain.lowerBound)", "data-high": "\(y.domain.upperBound)",
      "data-bottom": plotted(y.from), "data-top": plotted(y.to), "data-ground": plotted(ground),
      "data-base": plotted(base),
    ]
  }

  /// Whether it covers no time.
  var isEmpty: Bool { from == to }

  /// Returns the x coordinate of an instant.
  func x(_ time: Timestamp) -> Double { scale(time.seconds) }

  // MARK: Shared layers

  /// Draws the layer behind the curves: the phases, and a line for each mark.
  @MarkupBuilder func ground(top: Double, bottom: Double) -> Markup {
    for (phase, kind) in [(Phase.tracking, "tracking"), (.settling, "settling")] {
      band(kind, phases.filter { $0.phase == phase }, top, bottom)
    }
    for mark in drawn {
      SVGPlot.line(
        mark.isDivergence ? "divergence" : "mark", x(mark.time), top, x(mark.time), bottom)
    }
  }

  private func band(
    _ kind: String, _ spans: [(phase: Phase, from: Timestamp, to: Timestamp)],
    _ top: Double, _ bottom: Double
  ) -> Markup {
    guard !spans.isEmpty else { return .nothing }
    var boxes: [(left: Double, right: Double)] = []
    for span in spans {
      let (left, right) = (x(span.from), x(span.to))
      if let last = boxes.last, left - last.right < SVGPlot.nearest {
        boxes[boxes.count - 1].right = right
      } else {
        boxes.append((left, right))
      }
    }
    let data = boxes.map { box in
      SVGPlot.outline(left: box.left, right: box.right, top: top, bottom: bottom)
    }
    return Markup("path", ["class": kind, "d": data.joined()])
  }

  /// Draws the labels of the marks as far as there is room, the ends of gestures first.
  func words(above y: Double) -> Markup {
    var taken: [ClosedRange<Double>] = []
    var words: [Markup] = []
    for mark in drawn.filter(isFirst) + drawn.filter({ !isFirst($0) }) {
      // About the width of such a text, and where ``SVGPlot/label(_:above:_:_:)`` puts it.
      let half = Double(mark.word.count) * 3.6
      let sides = (left: SVGPlot.sides.left + half, right: SVGPlot.sides.right - half)
      let middle = min(max(x(mark.time), sides.left), sides.right)
      let span = middle - half - 3...middle + half + 3
      guard !taken.contains(where: { $0.overlaps(span) }) else { continue }
      taken.append(span)
      words.append(SVGPlot.label(mark.word, above: x(mark.time), y, "halo"))
    }
    return Markup(words)
  }

  /// Draws the playback cursor over the curves; it is hidden until the script runs.
  func cursor(top: Double, bottom: Double) -> Markup {
    SVGPlot.line("cursor", x(from), top, x(from), bottom)
  }

  /// Draws the time axis below a plot.
  func axis(below y: Double, isTitled: Bool = true) -> Markup {
    SVGPlot.axis(below: y, scale, isTitled ? "seconds" : "")
  }
}
