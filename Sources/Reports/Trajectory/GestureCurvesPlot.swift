import PantographBase

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

  /// Returns the groups: those whose meaning is known first, then by their words.
  private static func groups(of curves: [GestureCurves.Curve]) -> [(word: String, count: Int)] {
    var counts: [String: Int] = [:]
    for curve in curves { counts[word(of: curve), default: 0] += 1 }
    let known = ["finish", "cancel", "snap"]
    return counts.sorted { one, other in
      let places = [one, other].map { known.firstIndex(of: $0.key) ?? known.count }
      return (places[0], one.key) < (places[1], other.key)
    }.map { ($0.key, $0.value) }
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
          + (groups.map(\.word).filter { $0 != "finish" && $0 != "cancel" }.firstIndex(of: word)
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
    let cut = isCut ? "; \(Int(Self.most)) s before and after it are shown" : ""
    let some = curves.count > drawn.count ? "; \(drawn.count) of them are drawn" : ""
    return
      "the fraction, at 0 s aligned at \(alignment == .release ? "the release" : "the beginning")"
      + cut + some
  }

  /// The plot without its caption.
  var drawing: PlotDrawing {
    let counts = groups.map { "\($0.word) \($0.count)" }
    let plot = SVGPlot(
      id: "gestures-\(alignment.rawValue)", title: title,
      description: "\(note.asSentence) \(counts.listed.asSentence)", height: Self.height)
    let zero = x(0)
    return PlotDrawing(
      plot: plot,
      layers: Markup {
        SVGPlot.grid(y, count: 4)
        SVGPlot.line("mark", zero, Self.top, zero, Self.bottom)
        Markup("g") { drawn.map { line($0.curve, $0.start) } }
        SVGPlot.label(
          alignment == .release ? "released" : "begins", above: zero, Self.top - 6, "halo")
        SVGPlot.axis(below: Self.bottom, x, "seconds")
        SVGPlot.text("fraction", 4, 14, "strong")
      },
      legend: groups.map { word, count in
        (SVGPlot.line("strand strand\(kind(word))", 0, 8, 16, 8), "\(word) (\(count))")
      })
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

  var markup: Markup {
    guard curves.count > 1 else { return .nothing }
    let drawing = drawing
    return Markup("figure") {
      Markup.caption(title, note)
      drawing.markup
      PlotLegend(drawing.legend).markup
    }
  }

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
