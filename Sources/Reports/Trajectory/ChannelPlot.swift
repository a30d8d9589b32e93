import PantographBase
import PantographTrajectories

/// Draws a channel of trajectories over time: the fraction, the velocity, or a property.
struct ChannelPlot {
  /// A level drawn across the plot, such as a threshold.
  struct Level {
    var value: Double
    var words: String
  }

  /// A value at an instant between samples.
  struct Spot {
    var time: Timestamp
    var value: Double
    var hint: String
    /// Whether it is what the rule saw, and not what the animation did.
    var isRule = false
  }

  let id: String
  let title: String
  let description: String
  /// The label of the values' axis.
  let unit: String
  /// The index of the channel in each trajectory; `nil` if the trajectory does not have it.
  let channels: [Int?]
  let runs: [PlottedRun]
  let axis: TimeAxis
  var levels: [Level] = []
  var spots: [Spot] = []
  /// The range that the axis must include.
  var least: ClosedRange<Double>?
  var height = 150.0
  /// Whether marks have labels.
  var isWorded = false
  /// Whether it takes part in the page's playback.
  var isTimed = true
  /// Whether the time axis has a title, which needs room.
  var isAxisTitled = false
  /// Whether it may be displayed larger than other plots.
  var isLarge = true

  private var range: ClosedRange<Double> {
    let ranges = runs.indices.compactMap { run in channels[run].map(runs[run].range) }
    let others = levels.map(\.value) + spots.map(\.value)
    let low = (ranges.map(\.lowerBound) + others).min() ?? 0
    let high = (ranges.map(\.upperBound) + others).max() ?? 0
    return min(low, least?.lowerBound ?? low)...max(high, least?.upperBound ?? high)
  }

  /// Enough decimals to show a thousandth of the range.
  var decimals: Int { Self.decimals(of: range) }

  /// Returns enough decimals to show a thousandth of a range.
  static func decimals(of range: ClosedRange<Double>) -> Int {
    let most = max(abs(range.lowerBound), abs(range.upperBound))
    return most >= 100 ? 1 : most >= 10 ? 2 : 3
  }

  var markup: Markup { drawing.markup }

  /// The plot, with an empty legend.
  var drawing: PlotDrawing {
    let top = 24.0
    let bottom = height - (isAxisTitled ? 42 : 28)
    let y = PlotScale(range, from: bottom, to: top)
    var plot = SVGPlot(
      id: id, title: title, description: description, height: height, isLarge: isLarge,
      isTimed: isTimed)
    plot.data = axis.data(y, ground: top, base: bottom)
    return PlotDrawing(plot) {
      Markup("g", ["class": "ground"]) { axis.ground(top: top, bottom: bottom) }
      SVGPlot.grid(y, count: height > 140 ? 4 : 3, isMovable: isTimed)
      for level in levels {
        Markup("g", ["data-value": level.value.asWritten]) {
          SVGPlot.level("asked", y(level.value))
          SVGPlot.text(level.words, SVGPlot.sides.right - 3, y(level.value) - 4, "end halo")
        }
      }
      Markup("g", ["clip-path": isTimed ? "url(#sides)" : nil]) {
        for run in runs.indices.reversed() {
          if let channel = channels[run] { curve(run, channel, y) }
        }
      }
      for spot in spots { mark(spot, y) }
      if isWorded { Markup("g", ["class": "words"]) { axis.words(above: top - 5) } }
      Markup("g", ["class": "ticks"]) { axis.axis(below: bottom, isTitled: isAxisTitled) }
      SVGPlot.text(unit, 4, 13, "strong")
      axis.cursor(top: top, bottom: bottom)
    }
  }

  /// A line through each piece of a run, and a dot where one is a single sample.
  @MarkupBuilder private func curve(_ run: Int, _ channel: Int, _ y: PlotScale) -> Markup {
    let lines = Self.lines(runs[run], channel, axis, y)
    SVGPlot.path(
      "curve run\(run)", lines, data: ["data-run": "\(run)", "data-channel": "\(channel)"])
    for line in lines where line.count == 1 {
      SVGPlot.disc("dot run\(run)", line[0].x, line[0].y, 3)
    }
  }

  private func mark(_ spot: Spot, _ y: PlotScale) -> Markup {
    let x = axis.x(spot.time)
    return Markup("g", ["data-at": "\(spot.time.microseconds)", "data-x": plotted(x)]) {
      Markup("g", ["data-value": spot.value.asWritten]) {
        if spot.isRule {
          Markup("title") { spot.hint }
          PlotMark.found(x, y(spot.value), 5)
        } else {
          SVGPlot.disc("spot", x, y(spot.value), 3.5, hint: spot.hint)
        }
      }
    }
  }

  /// Returns the points of the curves through the pieces of a run; while nothing moves, one sample covers a long time.
  static func lines(
    _ run: PlottedRun, _ channel: Int, _ axis: TimeAxis, _ y: PlotScale
  ) -> [[(x: Double, y: Double)]] {
    let slots = Int(SVGPlot.slotsPerUnit * (SVGPlot.sides.right - SVGPlot.sides.left))
    return run.outlined(channel, slots: slots).pieces.map { samples in
      var points: [(x: Double, y: Double)] = []
      var isStill = false
      for sample in samples {
        let x = axis.x(sample.time)
        if isStill, let last = points.last { points.append((x, last.y)) }
        points.append((x, y(PlottedRun.value(channel, of: sample))))
        isStill = sample.isStill
      }
      return points
    }
  }
}

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
  ///
  /// - Parameter duration: how long it is at least, in microseconds, if all is at a single instant.
  init(
    _ runs: [PlottedRun], _ contacts: [ContactLog.Contact], _ marks: [Mark],
    hasPhases: Bool = true, least duration: Int64 = 0
  ) {
    let times =
      runs.flatMap { [$0.samples.first?.time, $0.samples.last?.time] }.compactMap(\.self)
      + contacts.flatMap { [$0.landed, $0.lifted] }
    from = times.min() ?? Timestamp(microseconds: 0)
    let earliest = times.isEmpty ? from : from.advanced(byMicroseconds: duration)
    let latest = times.max() ?? from
    to = latest > from ? latest : earliest
    self.marks = marks
    scale = PlotScale(across: from.seconds...to.seconds)
    var phases: [(phase: Phase, from: Timestamp, to: Timestamp)] = []
    for sample in hasPhases && runs.count == 1 ? runs[0].samples : [] {
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
    case .words(let words): words
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

  /// Where two trajectories diverge.
  var divergence: Timestamp? { marks.first(where: \.isDivergence)?.time }

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

/// A trajectory in a page, alone or over others.
struct PlottedRun: Sendable {
  /// The largest number of trajectories that can be told apart over each other.
  static let most = 4

  /// The label beside others; empty if it is alone.
  var label: String
  /// The names of the properties.
  var names: [String]
  /// The samples in the order of time.
  private(set) var samples: [Sample] = []

  init(_ label: String, _ names: [String]) {
    self.label = label
    self.names = names
  }

  init(_ label: String, _ names: [String], _ samples: [Sample]) {
    self.init(label, names)
    self.samples = samples
  }

  /// Makes the curve of a column, with its values as fractions; between two of them it is a straight line.
  init(_ label: String, _ column: ResultTable.Column) {
    self.init(
      label, [],
      column.points.map {
        Sample(time: $0.time, phase: .tracking, fraction: $0.value, velocity: 0, values: [])
      })
    gaps = samples.indices.filter(column.isInterrupted)
  }

  /// The indices of those samples after which a column has no value, until there is a next one.
  private(set) var gaps: [Int] = []

  /// The kinks between samples.
  var knots = TrajectoryKnots()
  /// The indices of those among ``samples`` that are no samples of the trajectory's own, but kinks between them.
  var indicesOfKnots: [Int] = []

  /// The samples up to each gap, and after the last.
  var pieces: [ArraySlice<Sample>] {
    let starts = [0] + gaps.map { $0 + 1 }
    return zip(starts, starts.dropFirst() + [samples.count]).map { samples[$0..<$1] }
      .filter { !$0.isEmpty }
  }

  /// Returns it with few samples, which have the extremes of a channel in each of so many parts of its time.
  func outlined(_ channel: Int, slots: Int) -> PlottedRun {
    var outline = PlottedRun(label, names)
    let pieces = pieces
    for piece in pieces {
      outline.samples += Array(piece).outline(
        slots: max(slots / pieces.count, 1), time: { $0.time },
        heights: [{ Self.value(channel, of: $0) }])
      outline.gaps.append(outline.samples.count - 1)
    }
    // After the last sample, there is a gap only where the column says so.
    if gaps.last != samples.indices.last { outline.gaps.removeLast() }
    return outline
  }

  /// Appends a sample.
  mutating func append(_ sample: Sample) { samples.append(sample) }

  /// Returns a channel of a sample, as its columns are; 0 for one that it does not have.
  static func value(_ channel: Int, of sample: Sample) -> Double {
    channel < 2 + sample.values.count ? sample[channel] : 0
  }

  /// Returns its times, phases and first channels for a script, as `runs.js` reads them.
  func members(channels count: Int, decimals: Int) -> [(key: String, value: JSONText)] {
    let columns = ChannelNumbers(
      (0..<count).map { channel in samples.map { Self.value(channel, of: $0) } },
      decimals: decimals)
    return [
      ("times", CompactNumbers.json(samples.lazy.map(\.time.microseconds))),
      ("knots", CompactNumbers.json(indicesOfKnots.lazy.map { Int64($0) })),
      ("phases", .string(phases)), ("channels", columns.json),
    ] + (gaps.isEmpty ? [] : [("gaps", CompactNumbers.json(gaps.lazy.map { Int64($0) }))])
  }

  /// The first letters of the phases, each with the number of samples: `i1t20s40r1`.
  private var phases: String {
    var text = ""
    var start = 0
    for index in samples.indices
    where index + 1 == samples.count || samples[index + 1].phase != samples[index].phase {
      text += "\(samples[index].phase.rawValue.prefix(1))\(index + 1 - start)"
      start = index + 1
    }
    return text
  }

  /// Returns the range of a channel's values.
  func range(of channel: Int) -> ClosedRange<Double> {
    let values = samples.map { Self.value(channel, of: $0) }
    return (values.min() ?? 0)...(values.max() ?? 0)
  }
}

extension PlotLegend {
  /// Returns the entries of the phases of a single trajectory.
  static func phases(of axis: TimeAxis) -> [Entry] {
    ["tracking", "settling"].filter { phase in
      axis.phases.contains { $0.phase.rawValue == phase }
    }.map { box($0, $0) }
  }

  /// Returns the entries of trajectories over each other; none for a single one.
  static func runs(_ runs: [PlottedRun]) -> [Entry] {
    runs.enumerated().map { line("curve run\($0)", $1.label) }
  }
}

extension Sample {
  /// Whether nothing moves until the next sample.
  var isStill: Bool { phase == .idle || phase == .rest }
}

/// A rectangle on the stage.
struct Area: Equatable {
  var left, right, top, bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  func contains(_ other: Area) -> Bool { union(other) == self }

  func union(_ other: Area) -> Area {
    Area(
      left: min(left, other.left), right: max(right, other.right), top: min(top, other.top),
      bottom: max(bottom, other.bottom))
  }

  func enlarged(by room: Double) -> Area {
    Area(left: left - room, right: right + room, top: top - room, bottom: bottom + room)
  }

  /// Returns it with a margin, a share of its longer side, and with an aspect ratio from 2:1 to 1:1.15.
  func ranges(edge share: Double) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    let edge = max(width, height) * share
    let wide = max(width + 2 * edge, (height + 2 * edge) / 1.15)
    let high = max(height + 2 * edge, (width + 2 * edge) / 2)
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    return (x - wide / 2...x + wide / 2, y - high / 2...y + high / 2)
  }
}
