package import PantographTuning

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
    var (done, open): ([Patch], [Patch]) = ([], [])
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
