package import PantographBase
import PantographInteractions
package import PantographTrajectories

/// Draws many gestures over each other, aligned at their beginning or at their release.
struct GestureCurvesPlot {
  /// The instant of each gesture that is time 0.
  enum Alignment: String, CaseIterable {
    case release, beginning

    func instant(of curve: GestureCurves.Curve) -> Timestamp? {
      switch self {
      case .release: curve.release
      case .beginning: curve.began
      }
    }
  }

  private let alignment: Alignment
  private let curves: [(curve: GestureCurves.Curve, start: Timestamp)]
  private let groups: [(word: String, count: Int)]
  private let x: PlotScale
  private let y: PlotScale
  private let isCut: Bool

  private static let height = 282.0
  private static let top = 38.0
  private static let bottom = 238.0
  /// 300: more curves can't be told apart.
  static let mostCurves = 300
  /// The seconds before and after the common instant that are drawn at most.
  private static let most = 3.0
  /// 0.1 units, less than half a pixel of the largest plot.
  private static let tolerance = 0.1
  /// 24: more curves hide each other, so what most of them do is drawn over them.
  private static let mostApart = 24
  /// 8: of fewer curves, a tenth is none of them.
  private static let fewestInBand = 8
  /// 91 instants: a band has a corner every 4 units.
  private static let instantsOfBand = 91
  /// 0.1: a band leaves out this share of the curves on each side.
  private static let outside = 0.1
  /// The number of kinds of strokes; further groups share the last one.
  private static let kinds = 4

  init(_ all: [GestureCurves.Curve], at alignment: Alignment) {
    self.alignment = alignment
    curves = all.compactMap { curve in alignment.instant(of: curve).map { (curve, $0) } }
    groups = Self.groups(of: curves.map(\.curve))
    let points = curves.flatMap { curve, start in
      curve.points.map { (time: $0.time - start, fraction: $0.fraction) }
    }
    let range = -Self.most...Self.most
    let shown = points.filter { range.contains($0.time) }
    isCut = shown.count < points.count
    let (low, high) = (shown.map(\.time).min() ?? 0, shown.map(\.time).max() ?? 0)
    x = PlotScale(across: min(low, 0)...max(high, 0))
    y = PlotScale(
      min(shown.map(\.fraction).min() ?? 0, 0)...max(shown.map(\.fraction).max() ?? 1, 1),
      from: Self.bottom, to: Self.top)
  }

  /// Returns the groups in their order.
  private static func groups(of curves: [GestureCurves.Curve]) -> [(word: String, count: Int)] {
    var counts: [String: Int] = [:]
    for curve in curves { counts[word(of: curve), default: 0] += 1 }
    return counts.sorted { precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Returns whether a group is before another: first those whose meaning is known, then by their words.
  static func precedes(_ one: String, _ other: String) -> Bool {
    let known = ["finish", "cancel", "snap"]
    let places = [one, other].map { known.firstIndex(of: $0) ?? known.count }
    return (places[0], one) < (places[1], other)
  }

  private static func word(of curve: GestureCurves.Curve) -> String {
    curve.group ?? curve.outcome
  }

  /// Returns the stroke of a group: finish and cancel have the same ones in every plot.
  private func kind(_ word: String) -> Int {
    switch word {
    case "finish": 0
    case "cancel": 1
    default:
      min(
        2
          + (groups.map(\.word).filter { !["finish", "cancel"].contains($0) }.firstIndex(of: word)
            ?? 0),
        Self.kinds - 1)
    }
  }

  private var drawn: [(curve: GestureCurves.Curve, start: Timestamp)] {
    curves.spaced(Self.mostCurves)
  }

  private var title: String {
    "\(curves.count.counted("gesture")) over each other, from "
      + (alignment == .release ? "the release" : "the beginning")
  }

  private var note: String {
    let crowd =
      isCrowded ? "; areas are the middle 80 % of each outcome, thick lines its median" : ""
    let cut = isCut ? "; \(Int(Self.most)) s before and after it are shown" : ""
    let some = curves.count > drawn.count ? "; \(drawn.count) of them are drawn" : ""
    return
      "the fraction, at 0 s aligned at \(alignment == .release ? "the release" : "the beginning")"
      + cut + some + crowd
  }

  /// The plot without its caption.
  var drawing: PlotDrawing {
    let counts = groups.map { "\($0.word) \($0.count)" }
    let zero = x(0)
    return PlotDrawing(
      SVGPlot(
        id: "gestures-\(alignment.rawValue)", title: title,
        description: "\(note.asSentence) \(counts.listed.asSentence)", height: Self.height),
      note: note,
      legend: groups.map { PlotLegend.line("strand strand\(kind($0))", "\($0) (\($1))") }
    ) {
      SVGPlot.grid(y, count: 4)
      SVGPlot.line("mark", zero, Self.top, zero, Self.bottom)
      Markup("g", ["class": isCrowded ? "crowd" : nil]) { drawn.map { line($0.curve, $0.start) } }
      if isCrowded { groups.map { band(of: $0.word) } }
      SVGPlot.label(
        alignment == .release ? "released" : "begins", above: zero, Self.top - 6, "halo")
      SVGPlot.axis(below: Self.bottom, x, "seconds")
      SVGPlot.text("fraction", 4, 14, "strong")
    }
  }

  private func line(_ curve: GestureCurves.Curve, _ start: Timestamp) -> Markup {
    let points = curve.points.map { (time: $0.time - start, fraction: $0.fraction) }
      .filter { abs($0.time) <= Self.most }.map { (x: x($0.time), y: y($0.fraction)) }
    guard points.count > 1 else { return .nothing }
    let thinned = points.simplified(within: Self.tolerance)
    let name = curve.name.isEmpty ? "" : "\(curve.name), "
    // The script marks the chosen gesture.
    let classes = "strand strand\(kind(Self.word(of: curve))) gesture\(curve.number)"
    return SVGPlot.path(classes, thinned) {
      Markup("title") { "\(name)gesture \(curve.number): \(Self.word(of: curve))" }
    }
  }

  /// Whether the curves hide each other.
  private var isCrowded: Bool { curves.count > Self.mostApart }

  /// Returns where the middle 80 % of the curves of a group are, and their median; nothing for a few curves.
  private func band(of word: String) -> Markup {
    let own = curves.filter { Self.word(of: $0.curve) == word && !$0.curve.points.isEmpty }
    guard own.count >= Self.fewestInBand else { return .nothing }
    var rows: [(x: Double, low: Double, median: Double, high: Double)] = []
    for index in 0..<Self.instantsOfBand {
      let share = Double(index) / Double(Self.instantsOfBand - 1)
      let time = x.domain.lowerBound + share * (x.domain.upperBound - x.domain.lowerBound)
      // A curve that has ended stays where it is; one that has not begun is not there.
      let values = own.compactMap { $0.curve.fraction(at: time, from: $0.start) }.sorted()
      guard values.count >= Self.fewestInBand else { continue }
      let last = Double(values.count - 1)
      func quantile(_ share: Double) -> Double { y(values[Int((share * last).rounded())]) }
      rows.append((x(time), quantile(Self.outside), quantile(0.5), quantile(1 - Self.outside)))
    }
    let kind = kind(word)
    let sides = rows.map { ($0.x, $0.high) } + rows.reversed().map { ($0.x, $0.low) }
    return Markup {
      SVGPlot.path("density density\(kind)", sides.map { (x: $0.0, y: $0.1) })
      SVGPlot.path("strand strand\(kind) median", rows.map { (x: $0.x, y: $0.median) })
    }
  }

  var markup: Markup { curves.count > 1 ? drawing.figure() : .nothing }

  /// Returns both plots, for a page; nothing for a single gesture.
  static func both(_ curves: [GestureCurves.Curve]) -> Markup {
    let plots = Alignment.allCases.map { GestureCurvesPlot(curves, at: $0).markup }
    guard plots.contains(where: { !$0.isEmpty }) else { return .nothing }
    return Markup("div", ["class": "figures wide"]) { plots }
  }

  /// Returns both plots as files of their own; none for a single gesture.
  static func figures(_ curves: [GestureCurves.Curve]) -> [Figures.Entry] {
    Alignment.allCases.compactMap { alignment in
      let plot = GestureCurvesPlot(curves, at: alignment)
      guard plot.curves.count > 1 else { return nil }
      return .init(name: "gestures-\(alignment.rawValue)") { plot.drawing }
    }
  }
}

/// The fraction over time of each gesture of a trajectory, for a plot of many gestures over each other.
///
/// Its memory is bounded for gestures of any length.
package struct GestureCurves: TrajectorySink, Sendable {
  /// A gesture, from its beginning until its animation rests or the next gesture begins.
  package struct Curve: Sendable {
    /// A point of it.
    package typealias Point = (time: Timestamp, fraction: Double)

    /// The number of the gesture in its recording, from 1.
    package var number: Int
    /// When it began.
    package var began: Timestamp
    /// When it was released or cut off; `nil` if it never was.
    package var release: Timestamp?
    /// The word of its outcome.
    package var outcome = "not released"
    /// What it is called, such as its recording.
    package var name = ""
    /// The group that it is drawn with; by default its outcome.
    package var group: String?
    /// The points, in the order of time.
    package fileprivate(set) var points: [Point] = []

    /// Returns the fraction some seconds after an instant, or before it; `nil` before the curve begins.
    fileprivate func fraction(at seconds: Double, from start: Timestamp) -> Double? {
      let next = points.partitioningIndex { $0.time - start > seconds }
      guard next > 0 else { return nil }
      guard next < points.count else { return points[next - 1].fraction }
      let (before, after) = (points[next - 1], points[next])
      let length = after.time - before.time
      let share = length > 0 ? (seconds - (before.time - start)) / length : 1
      return before.fraction + share * (after.fraction - before.fraction)
    }
  }

  /// The gestures so far.
  package private(set) var curves: [Curve] = []
  private var isOpen = false

  /// 2048: 17 seconds at 120 samples per second are kept unthinned.
  private static let mostPoints = 2048
  /// 720: a slot is at most half a unit of the plot wide.
  private static let slots = 720

  /// Makes an empty collection.
  package init() {}

  /// Adds a sample to the current gesture.
  package mutating func receive(_ sample: Sample) throws(Never) {
    append(sample.time, sample.fraction)
  }

  /// Begins a gesture, follows it, or ends it.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    if case .began = event.kind {
      curves.append(Curve(number: curves.count + 1, began: event.time))
      isOpen = true
    }
    append(event.time, event.fraction)
    switch event.kind {
    case .ended: change { $0.release = event.time }
    case .cancelled:
      change {
        $0.release = event.time
        $0.outcome = "cut off"
      }
    case .decided(let decision):
      change { if $0.outcome != "cut off" { $0.outcome = decision.outcome.rawValue } }
    case .completed: isOpen = false
    case .began, .changed, .handoff, .held, .started: break
    }
  }

  private mutating func change(_ change: (inout Curve) -> Void) {
    if !curves.isEmpty { change(&curves[curves.count - 1]) }
  }

  private mutating func append(_ time: Timestamp, _ fraction: Double) {
    guard isOpen else { return }
    change { curve in
      curve.points.append((time, fraction))
      if curve.points.count > Self.mostPoints {
        curve.points = curve.points.outline(
          slots: Self.slots, time: { $0.time }, heights: [{ $0.fraction }])
      }
    }
  }
}
