import PantographBase

/// Draws how many gestures change under each variant, a bar each.
struct VariantsPlot {
  /// A variant.
  struct Bar {
    var name: String
    /// The numbers of gestures, in the order of ``kinds``.
    var counts: [Int]
    /// The number of all gestures.
    var all: Int

    init(name: String, counts: [Int], of all: Int) {
      (self.name, self.counts, self.all) = (name, counts, all)
    }

    fileprivate var sum: Int { counts.reduce(0, +) }
  }

  /// The words of the differences, in the order of `WhatIfResult.Difference`.
  static let kinds = ["finish → cancel", "cancel → finish", "other", "lost", "new"]

  private let bars: [Bar]
  private let left: Double
  private let x: PlotScale

  private static let top = 8.0
  private static let rowHeight = 20.0

  /// Makes a plot of bars from the top.
  init(_ bars: [Bar]) {
    self.bars = bars
    // 7.4: about the width of a letter, at most.
    left = (bars.map { Double($0.name.count) * 7.4 }.max() ?? 0) + 14
    let most = bars.map { Double($0.sum) }.max() ?? 0
    // At the right is room for the number of a bar.
    x = PlotScale(0...max(most, 1), from: left, to: SVGPlot.sides.right - 24)
  }

  private let title = "Gestures that change, by variant"

  /// The plot without its caption.
  var drawing: PlotDrawing {
    let bottom = Self.top + Double(bars.count) * Self.rowHeight + 2
    let changed = bars.filter { $0.sum > 0 }.map { "\($0.name) \($0.sum)" }
    let plot = SVGPlot(
      id: "variants", title: title,
      description: "Of \((bars.first?.all ?? 0).counted("gesture")): "
        + (changed.isEmpty ? "none changes." : changed.listed.asSentence),
      height: bottom + 40)
    return PlotDrawing(
      plot: plot,
      layers: Markup {
        for tick in x.ticks(5) where tick.value == tick.value.rounded() {
          SVGPlot.line("grid", tick.position, Self.top, tick.position, bottom)
          SVGPlot.text(tick.label, tick.position, bottom + 17, "middle")
        }
        SVGPlot.line("axis", left, Self.top, left, bottom)
        for (index, bar) in bars.enumerated() {
          draw(bar, top: Self.top + Double(index) * Self.rowHeight)
        }
        SVGPlot.text(
          "gestures of \(bars.first?.all ?? 0)", SVGPlot.sides.right, bottom + 34, "end strong")
      },
      legend: Self.kinds.indices.map { kind in
        (SVGPlot.box("contact finger\(kind)", x: 2...14, y: 3...13), Self.kinds[kind])
      })
  }

  private func draw(_ bar: Bar, top: Double) -> Markup {
    var start = 0
    var boxes: [Markup] = []
    for (kind, count) in bar.counts.enumerated() where count > 0 {
      boxes.append(
        SVGPlot.box(
          "contact finger\(kind)", x: x(Double(start))...x(Double(start + count)),
          y: top + 4...top + 16, hint: "\(bar.name): \(count) \(Self.kinds[kind])"))
      start += count
    }
    return Markup("g") {
      SVGPlot.text(bar.name, left - 8, top + 14, "end")
      boxes
      if start > 0 { SVGPlot.text("\(start)", x(Double(start)) + 5, top + 14, "strong") }
    }
  }

  var markup: Markup {
    let drawing = drawing
    return Markup("figure") {
      Markup.caption(title, "by kind of change; the table below has the same numbers")
      drawing.markup
      PlotLegend(drawing.legend).markup
    }
  }
}
