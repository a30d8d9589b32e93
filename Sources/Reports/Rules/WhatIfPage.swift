import PantographBase
import PantographGestures
import PantographInteractions
import PantographTuning

extension WhatIfReport {
  /// The whole page.
  package var page: String {
    let changed = changedGestures
    return HTMLPage(
      "The same gestures on other devices",
      [
        .init("variants", "Variants") {
          tiles(changed.count)
          VariantsPlot(bars).markup
          table
        },
        .init("changed", "Gestures that flip") { list(changed) },
        .init("probability", "Probability of a flip") { probabilities },
        .init("new", "New gestures") { newcomers },
      ]
    ) {
      Markup("p") {
        "Each recording is replayed unchanged, and once for each variant. Noise has the seed \(seed)."
          + (repeats > 1
            ? " Its random numbers are drawn \(repeats) times; the first draw is shown." : "")
      }
    }.text
  }

  /// The plots of the page that can be files of their own.
  package var figures: Figures {
    Figures([.init(name: "variants") { VariantsPlot(bars).drawing }])
  }

  private var gestureCount: Int { results.reduce(0) { $0 + $1.gestures.count } }

  private var bars: [VariantsPlot.Bar] {
    variants.map { variant in
      .init(
        name: variant.name, counts: WhatIfResult.Difference.allCases.map { count(variant, $0) },
        of: gestureCount)
    }
  }

  private func tiles(_ changed: Int) -> Markup {
    .tiles {
      Markup.tile("gestures", "\(gestureCount)", "of \(results.count.counted("recording"))")
      Markup.tile("variants", "\(variants.count)")
      Markup.tile(
        "flip under some variant", "\(changed)", "the others are the same under all",
        kind: changed == 0 ? "better" : nil)
    }
  }

  private var table: Markup {
    let rows = variants.map { variant in
      let counts = [same(variant)] + WhatIfResult.Difference.allCases.map { count(variant, $0) }
      return [variant.name] + counts.map { $0 == 0 ? "·" : "\($0)" } + [variant.words]
    }
    return PageTable(
      "Gestures by variant",
      [.word("variant"), "same"] + VariantsPlot.kinds.map { .init($0) } + [.word("meaning")],
      rows
    ).markup
  }

  // MARK: Gestures

  /// 1000: more rows make a page slow, and --json lists all.
  private static let mostGestures = 1000

  private typealias Changed = (
    result: WhatIfResult, gesture: JudgedGesture, outcomes: [(variant: WhatIfVariant, now: String)]
  )

  private var changedGestures: [Changed] {
    results.flatMap { result in
      result.gestures.indices.compactMap { index -> Changed? in
        var outcomes: [(variant: WhatIfVariant, now: String)] = []
        for row in result.rows {
          for change in row.changes where change.index == index {
            outcomes.append((row.variant, change.after.map { outcome(of: $0) } ?? "no gesture"))
          }
        }
        return outcomes.isEmpty ? nil : (result, result.gestures[index], outcomes)
      }
    }
  }

  @MarkupBuilder private func list(_ changed: [Changed]) -> Markup {
    let rows = changed.prefix(Self.mostGestures).map { result, gesture, outcomes in
      [
        .name(result.recording), Markup(text: "\(gesture.number)"),
        Markup(text: Wording.clock(gesture.ended)), Markup(text: outcome(of: gesture)),
        Markup(text: margin(of: gesture, in: result)),
        Markup(text: outcomes.map { "\($0.variant.name): \($0.now)" }.joined(separator: ", ")),
      ]
    }
    Markup("div", ["class": "cases"]) {
      PageTable(
        "Gestures whose outcome changes, and where",
        [
          .word("recording"), "gesture", "ends at", .word("outcome"), .word("nearest flip"),
          .word("under"),
        ], rows
      ).markup
    }
    if changed.count > Self.mostGestures {
      Markup.faint(
        "\(changed.count - Self.mostGestures) more gestures are not shown; --json lists all.")
    }
  }

  /// The gestures that flip or are lost in any of the repeated draws.
  private var probabilities: Markup {
    let rows = results.flatMap { result in
      result.gestures.indices.flatMap { index in
        chances(of: index, in: result).map { chance in
          let (share, interval) = chance.draws.probability(of: index)
          return [
            result.recording, "\(result.gestures[index].number)", chance.variant.name,
            "\(chance.draws.flips[index]) of \(chance.draws.count)", NumberText.percent(share),
            TuneReport.percents(interval), "\(chance.draws.losses[index])",
          ]
        }
      }
    }
    guard !rows.isEmpty else { return .nothing }
    return PageTable(
      "How often a gesture flips in repeated draws",
      [
        .word("recording"), "gesture", .word("variant"), "flips", "probability", "95 % CI", "lost",
      ],
      Array(rows.prefix(Self.mostGestures))
    ).markup
  }

  private var newcomers: Markup {
    let rows = results.flatMap { result in
      result.rows.flatMap { row in
        row.new.map { gesture in
          [
            result.recording, row.variant.name,
            "\(outcome(of: gesture)) at \(Wording.clock(gesture.ended))",
          ]
        }
      }
    }
    return PageTable(
      "Gestures that only a variant has", [.word("recording"), .word("variant"), .word("outcome")],
      Array(rows.prefix(Self.mostGestures))
    ).markup
  }
}

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
