public import Tuning

/// What two thresholds of a tuned rule cost together, cell by cell, while the others stay as tuned.
public struct ThresholdMap: Sendable {
  /// One side of the map.
  public struct Side: Hashable, Sendable {
    /// Which of the thresholds that were looked for it is.
    public let axis: Int
    /// Where cells end: one more than there are cells.
    public let edges: [Double]
    /// For each cell a threshold in it.
    public let thresholds: [Double]
  }

  /// The side from left to right.
  public let first: Side
  /// The side from below.
  public let second: Side
  /// What each cell costs in all, those of the lowest second threshold first.
  public let costs: [[Int]]

  /// More cells on a side than this would not be seen.
  public static let mostCells = 120

  /// Makes a map.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - first: the threshold from left to right, as its place among those that were looked for.
  ///   - second: the threshold from below.
  public init(_ result: TuningResult, first: Int, second: Int) {
    self.init(PlottedGestures(result), result, (first, second))
  }

  /// Makes a map of gestures that are in plain numbers already.
  ///
  /// - Parameters:
  ///   - gestures: the gestures in plain numbers.
  ///   - result: what was found.
  ///   - axes: the two thresholds, as places among those that were looked for.
  init(_ gestures: PlottedGestures, _ result: TuningResult, _ axes: (first: Int, second: Int)) {
    first = Self.side(axes.first, gestures, result)
    second = Self.side(axes.second, gestures, result)
    let map = ErrorMap(
      gestures.problem, firstAxis: axes.first, first: first.thresholds, secondAxis: axes.second,
      second: second.thresholds, thresholds: result.thresholds.map(\.after))
    costs = map.costs.map { $0.map { $0 + result.fixedCost } }
  }

  /// Cells as the gestures' values divide the side, or as some of them do where there are many.
  ///
  /// Then a cell costs what a threshold in its middle does. That of the tuned threshold is a whole one.
  private static func side(
    _ axis: Int, _ gestures: PlottedGestures, _ result: TuningResult
  ) -> Side {
    let tuned = result.thresholds[axis].after
    let window = gestures.window(of: axis, result.thresholds[axis])
    let values = Set(gestures.problem.items.map { $0.values[axis] })
      .filter { window.lowerBound < $0 && $0 < window.upperBound }.sorted()
    let next = [values.last { $0 <= tuned }, values.first { $0 >= tuned }].compactMap(\.self)
    // Two are kept for the neighbours of the tuned one, and one fewer edge than cells is inside.
    let count = min(values.count, mostCells - 3)
    let chosen = (0..<count).map { values[$0 * values.count / count] }
    let edges = [window.lowerBound] + Set(chosen + next).sorted() + [window.upperBound]
    let thresholds = zip(edges, edges.dropFirst()).map { low, high in
      low <= tuned && tuned <= high ? tuned : low / 2 + high / 2
    }
    return Side(axis: axis, edges: edges, thresholds: thresholds)
  }

  // MARK: Levels

  /// So many steps of colour there are above the least cost.
  static let mostLevels = 8

  /// The least and the greatest cost.
  var range: ClosedRange<Int> {
    let all = costs.joined()
    return (all.min() ?? 0)...(all.max() ?? 0)
  }

  /// The step of colour of a cost: 0 is the least, and near the least a step is a smaller change.
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

  /// All cells in rectangles of the same level: runs of columns, over as many rows as have the same.
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
