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
          plot.figure()
          table.markup
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
    Figures([.init(name: "variants") { plot }])
  }

  private var plot: PlotDrawing {
    let bars = variants.map { variant in
      VariantsPlot.Bar(
        name: variant.name, counts: WhatIfResult.Difference.allCases.map { count(variant, $0) })
    }
    return VariantsPlot(bars, of: gestureCount).drawing
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

  // MARK: Gestures

  /// 1000: more rows make a page slow, and --json lists all.
  private static let mostGestures = 1000

  private typealias Changed = (
    result: WhatIfResult, gesture: JudgedGesture, outcomes: [(name: String, outcome: String)]
  )

  private var changedGestures: [Changed] {
    results.flatMap { result in
      result.gestures.indices.map { (result, result.gestures[$0], changes(of: $0, in: result)) }
    }.filter { !$0.outcomes.isEmpty }
  }

  @MarkupBuilder private func list(_ changed: [Changed]) -> Markup {
    let rows = changed.prefix(Self.mostGestures).map { result, gesture, outcomes in
      [
        .name(result.recording), Markup(text: "\(gesture.number)"),
        Markup(text: Wording.clock(gesture.ended)), Markup(text: outcome(of: gesture)),
        Markup(text: margin(of: gesture, in: result)),
        Markup(text: outcomes.map { "\($0.name): \($0.outcome)" }.joined(separator: ", ")),
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
      newcomers(in: result).map { [result.recording, $0.name, $0.outcome] }
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

    fileprivate var sum: Int { counts.reduce(0, +) }
  }

  /// The words of the differences, in the order of `WhatIfResult.Difference`.
  static let kinds = ["finish → cancel", "cancel → finish", "other", "lost", "new"]

  private let bars: [Bar]
  /// The number of all gestures.
  private let all: Int
  private let frame: RowFrame

  /// Makes a plot of bars from the top.
  init(_ bars: [Bar], of all: Int) {
    self.bars = bars
    self.all = all
    let most = bars.map { Double($0.sum) }.max() ?? 0
    // A tenth is room for the number of a bar.
    frame = RowFrame(bars.map(\.name), rowHeight: 20, values: 0...max(most * 1.1, 1))
  }

  /// The plot without its caption.
  var drawing: PlotDrawing {
    let changed = bars.filter { $0.sum > 0 }.map { "\($0.name) \($0.sum)" }
    return PlotDrawing(
      SVGPlot(
        id: "variants", title: "Gestures that change, by variant",
        description: "Of \(all.counted("gesture")): "
          + (changed.isEmpty ? "none changes." : changed.listed.asSentence),
        height: frame.bottom + 42),
      note: "by kind of change; the table below has the same numbers",
      legend: Self.kinds.indices.map { kind in
        (SVGPlot.box("contact finger\(kind)", x: 2...14, y: 3...13), Self.kinds[kind])
      }
    ) {
      frame.ground(whole: true)
      bars.indices.map(draw)
      SVGPlot.text("gestures of \(all)", SVGPlot.sides.right, frame.bottom + 34, "end strong")
    }
  }

  private func draw(_ row: Int) -> Markup {
    let bar = bars[row]
    let middle = frame.middle(of: row)
    var start = 0
    var boxes: [Markup] = []
    for (kind, count) in bar.counts.enumerated() where count > 0 {
      boxes.append(
        SVGPlot.box(
          "contact finger\(kind)", x: frame.x(Double(start))...frame.x(Double(start + count)),
          y: middle - 6...middle + 6, hint: "\(bar.name): \(count) \(Self.kinds[kind])"))
      start += count
    }
    return Markup("g") {
      frame.name(of: row)
      boxes
      if start > 0 { SVGPlot.text("\(start)", frame.x(Double(start)) + 5, middle + 4, "strong") }
    }
  }
}
