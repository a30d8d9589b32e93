import PantographInteractions
package import PantographTuning

/// Draws the cost of each pair of two thresholds, with both settings and every gesture.
struct ThresholdMapPlot {
  private let map: ThresholdMap
  private let gestures: PlottedGestures
  private let first: TuningResult.Threshold
  private let second: TuningResult.Threshold
  private let words: TuneReport
  private let links: Set<Int>
  private let x: PlotScale
  private let y: PlotScale

  private static let height = 392.0
  private static let top = 26.0
  private static let bottom = 348.0

  /// Makes a plot; `links` are the gestures that have a section in the page.
  init(
    _ map: ThresholdMap, _ gestures: PlottedGestures, _ result: TuningResult, _ words: TuneReport,
    links: Set<Int>
  ) {
    self.map = map
    self.gestures = gestures
    self.words = words
    self.links = links
    first = result.thresholds[map.first.axis]
    second = result.thresholds[map.second.axis]
    x = PlotScale(across: map.first.range)
    y = PlotScale(map.second.range, from: Self.bottom, to: Self.top)
  }

  /// Returns the figure; a single one uses the room beside it.
  func markup(isAlone: Bool) -> Markup {
    Markup("figure", ["class": isAlone ? "map only" : "map"]) {
      drawing(isAlone: isAlone).markup
      Markup("div") {
        Markup.caption(
          title, "Each gesture is at its own values; the green lines are the tuned thresholds.")
        for entries in legends { PlotLegend(entries).markup }
        table
      }
    }
  }

  private var title: String { "\(words.costName), by \(first.name) and \(second.name)" }

  /// Returns the map without its caption and its table.
  func drawing(isAlone: Bool = false) -> PlotDrawing {
    let range = map.range
    var drawing = PlotDrawing(
      SVGPlot(
        id: "map-\(map.first.axis + 1)-\(map.second.axis + 1)", title: title,
        description: "The least is \(words.cost(range.lowerBound)), with \(first.name)"
          + " \(first.demand(first.after)) and \(second.name) \(second.demand(second.after)), which is"
          + " the tuned setting; the most is \(words.cost(range.upperBound)).",
        height: Self.height, isLarge: isAlone), legend: legends.flatMap(\.self)
    ) {
      patches
      SVGPlot.box("edge", x: SVGPlot.sides.left...SVGPlot.sides.right, y: Self.top...Self.bottom)
      ticks
      SVGPlot.axis(below: Self.bottom, x, first.axisTitle)
      SVGPlot.text(second.axisTitle, 4, 14, "strong")
    }
    drawing.links = Markup {
      for gesture in gestures.drawn { mark(gesture) }
      settings
    }
    return drawing
  }

  /// One shape for each colour step, made of rectangles.
  private var patches: Markup {
    var shapes = [String](repeating: "", count: ThresholdMap.mostLevels + 1)
    for patch in map.patches {
      shapes[patch.level] += SVGPlot.outline(
        left: x(map.first.edges[patch.columns.lowerBound]),
        right: x(map.first.edges[patch.columns.upperBound]),
        top: y(map.second.edges[patch.rows.upperBound]),
        bottom: y(map.second.edges[patch.rows.lowerBound]))
    }
    return Markup("g", ["shape-rendering": "crispEdges"]) {
      for (level, shape) in shapes.enumerated() where !shape.isEmpty {
        Markup("path", ["class": "h\(level)", "d": shape])
      }
    }
  }

  private var ticks: Markup {
    let left = SVGPlot.sides.left
    return Markup("g") {
      for tick in y.ticks(5) {
        SVGPlot.line("axis", left - 4, tick.position, left, tick.position)
        SVGPlot.text(tick.label, left - 7, tick.position + 4, "end")
      }
    }
  }

  private func mark(_ gesture: PlottedGestures.Gesture) -> Markup {
    let values = (gesture.values[map.first.axis], gesture.values[map.second.axis])
    guard values.0.isFinite, values.1.isFinite else { return .nothing }
    let mark = PlotMark.gesture(
      isMeantToFinish: gesture.isMeantToFinish, isRight: gesture.isRight, x(values.0), y(values.1),
      radius: 2.5, hint: gesture.hint)
    guard links.contains(gesture.index) else { return mark }
    // For pointers only; the list below has the same links for keyboards and screen readers.
    return Markup(
      "a", ["href": "#\(TunePage.anchor(of: gesture.index))", "tabindex": "-1"]
    ) { mark }
  }

  private var settings: Markup {
    let old = (x(first.before.threshold), y(second.before.threshold))
    let found = (x(first.after), y(second.after))
    let isSame = old == found
    return Markup("g") {
      SVGPlot.line("asked", found.0, Self.top, found.0, Self.bottom)
      SVGPlot.level("asked", found.1)
      if !isSame {
        SVGPlot.line("old", old.0, old.1, found.0, found.1)
        PlotMark.old(old.0, old.1, 5)
        label("now", beside: old, isBelow: old.1 > found.1)
      }
      PlotMark.found(found.0, found.1, 5)
      label(isSame ? "now and tuned" : "tuned", beside: found, isBelow: old.1 <= found.1)
    }
  }

  private func label(_ text: String, beside point: (Double, Double), isBelow: Bool) -> Markup {
    let above = (point.0, point.1 - 10)
    let below = (point.0, point.1 + 18)
    // If there is no room on one side, there is on the other.
    let isRoom = isBelow ? below.1 <= Self.bottom - 4 : above.1 >= Self.top + 11
    let spot = isBelow == isRoom ? below : above
    return SVGPlot.label(text, above: spot.0, spot.1, "strong halo")
  }

  /// The legends of the marks, and of the colours.
  private var legends: [[PlotLegend.Entry]] {
    let range = map.range
    var levels: [Int: ClosedRange<Int>] = [:]
    for cost in map.costs.joined() {
      let known = levels[map.level(of: cost, in: range)] ?? cost...cost
      levels[map.level(of: cost, in: range)] =
        min(known.lowerBound, cost)...max(known.upperBound, cost)
    }
    let steps = levels.keys.sorted().map { level -> PlotLegend.Entry in
      let costs = levels[level] ?? 0...0
      let text =
        costs.lowerBound == costs.upperBound
        ? words.cost(costs.lowerBound)
        : "\(words.cost(costs.lowerBound))–\(words.cost(costs.upperBound))"
      let boxes = ["h\(level)", "edge"].map { SVGPlot.box($0, x: 1...15, y: 1...15) }
      return (Markup(boxes), level == 0 ? "\(text) (lowest)" : text)
    }
    return [
      PlotLegend.gestures + [
        (PlotMark.found(8, 8, 6.5), "the tuned setting"),
        (PlotMark.old(8, 8, 5.5), "the setting now"),
      ], steps,
    ]
  }

  /// The map as a table, small enough for a screen reader.
  private var table: Markup {
    func some(_ side: ThresholdMap.Side, _ tuned: Double) -> [Int] {
      let own = side.thresholds.indices.filter { side.thresholds[$0] == tuned }.prefix(1)
      return Set(Array(side.thresholds.indices).spaced(8) + own).sorted()
    }
    let columns = some(map.first, first.after)
    let rows = some(map.second, second.after).reversed()
    let header = columns.map { column in
      PageTable.Column(Wording.number(map.first.thresholds[column]))
    }
    return PageTable(
      "\(words.costName); across \(first.axisTitle), down \(second.axisTitle)",
      [.word(second.name)] + header,
      rows.map { row in
        [Wording.number(map.second.thresholds[row])]
          + columns.map { words.cost(map.costs[row][$0]) }
      }
    ).folded("The map as a table")
  }
}

/// The cost of each pair of two thresholds of a tuned rule, while the others stay as tuned.
package struct ThresholdMap: Sendable {
  /// One side of the map.
  package struct Side: Hashable, Sendable {
    /// The index of the threshold among the tuned ones.
    package let axis: Int
    /// The edges of the cells: one more than there are cells.
    package let edges: [Double]
    /// A threshold in each cell.
    package let thresholds: [Double]

    /// The values from the first edge to the last.
    var range: ClosedRange<Double> { edges[0]...edges[edges.count - 1] }
  }

  /// The horizontal side.
  package let first: Side
  /// The vertical side, from the bottom.
  package let second: Side
  /// The total cost of each cell, in rows from the lowest second threshold.
  package let costs: [[Int]]

  /// The largest number of cells on a side; more would not be visible.
  package static let mostCells = 120

  /// Makes a map of two of the tuned thresholds, by their indices.
  package init(_ result: TuningResult, first: Int, second: Int) {
    self.init(PlottedGestures(result), result, (first, second))
  }

  /// Makes a map of gestures that are already numbers.
  init(_ gestures: PlottedGestures, _ result: TuningResult, _ axes: (first: Int, second: Int)) {
    first = Self.side(axes.first, gestures, result)
    second = Self.side(axes.second, gestures, result)
    let map = ErrorMap(
      gestures.problem, firstAxis: axes.first, first: first.thresholds, secondAxis: axes.second,
      second: second.thresholds, thresholds: result.thresholds.map(\.after))
    costs = map.costs.map { $0.map { $0 + result.fixedCost } }
  }

  /// Makes a side whose cells are divided by the gestures' values, or by a selection of many values.
  ///
  /// With a selection, a cell has the cost of its middle. The tuned threshold's cell is always complete.
  private static func side(
    _ axis: Int, _ gestures: PlottedGestures, _ result: TuningResult
  ) -> Side {
    let tuned = result.thresholds[axis].after
    let window = gestures.window(of: axis, result.thresholds[axis])
    let values = Set(gestures.problem.items.map { $0.values[axis] })
      .filter { window.lowerBound < $0 && $0 < window.upperBound }.sorted()
    let next = [values.last { $0 <= tuned }, values.first { $0 >= tuned }].compactMap(\.self)
    // Two edges are reserved for the neighbours of the tuned threshold, and there is one inner edge less than cells.
    let count = min(values.count, mostCells - 3)
    let chosen = (0..<count).map { values[$0 * values.count / count] }
    let edges = [window.lowerBound] + Set(chosen + next).sorted() + [window.upperBound]
    let thresholds = zip(edges, edges.dropFirst()).map { low, high in
      low <= tuned && tuned <= high ? tuned : low / 2 + high / 2
    }
    return Side(axis: axis, edges: edges, thresholds: thresholds)
  }

  // MARK: Levels

  /// The number of colour steps above the lowest cost.
  static let mostLevels = 8

  /// The lowest and the highest cost.
  var range: ClosedRange<Int> {
    let all = costs.joined()
    return (all.min() ?? 0)...(all.max() ?? 0)
  }

  /// Returns the colour step of a cost: 0 is the lowest cost, and steps near it are smaller.
  func level(of cost: Int, in range: ClosedRange<Int>) -> Int {
    guard cost > range.lowerBound else { return 0 }
    let share = Double(cost - range.lowerBound) / Double(range.upperBound - range.lowerBound)
    return 1 + min(Int(share.squareRoot() * Double(Self.mostLevels)), Self.mostLevels - 1)
  }

  /// A rectangle of cells of the same level.
  struct Patch: Hashable {
    var level: Int
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// All cells as rectangles of the same level: runs of columns, extended over equal rows.
  var patches: [Patch] {
    let range = range
    var done: [Patch] = []
    var open: [Patch] = []
    for (row, costs) in costs.enumerated() {
      let levels = costs.map { level(of: $0, in: range) }
      var runs: [Patch] = []
      for (column, level) in levels.enumerated() {
        if let last = runs.last, last.level == level {
          runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
        } else {
          runs.append(Patch(level: level, columns: column..<column + 1, rows: row..<row + 1))
        }
      }
      for index in runs.indices {
        let run = runs[index]
        if let above = open.first(where: { $0.level == run.level && $0.columns == run.columns }) {
          runs[index].rows = above.rows.lowerBound..<row + 1
        }
      }
      done += open.filter { old in
        !runs.contains { $0.columns == old.columns && $0.rows.lowerBound == old.rows.lowerBound }
      }
      open = runs
    }
    return done + open
  }
}
