/// From cuts to thresholds: where each is put, and how far it can go.
struct Placement {
  /// The thresholds.
  private(set) var thresholds: [Double]
  /// Between which values each can be, the others staying.
  private(set) var ranges: [ClosedRange<Double>] = []
  /// The smallest way, by scale, from a threshold to a value that matters.
  private(set) var margin = Double.infinity

  /// How often all thresholds are gone through; one that moves may make room for another.
  private static let mostRounds = 8

  /// Puts one threshold after the other at a round number about the middle of where it can be.
  ///
  /// No item's cost changes on the way, as each moves only as far as none does.
  init(_ lines: CostLines, cuts: [Int]) {
    var cuts = cuts
    let axes = lines.search.problem.axes.indices
    var placed = [Double?](repeating: nil, count: axes.count)
    func neighbours(_ axis: Int) -> CostLines.Neighbours {
      lines.neighbours(axis, at: [cuts[axis]], cuts)[0]
    }
    for _ in 0..<Self.mostRounds {
      let before = placed
      for axis in axes {
        let neighbours = neighbours(axis)
        let window = lines.window(axis, neighbours)
        let quarter = window.upperBound / 4 - window.lowerBound / 4
        let (low, high) = (window.lowerBound + quarter, window.upperBound - quarter)
        // Rounding may have them pass each other where no double is between them.
        let inner = low <= high ? low...high : window
        if let place = placed[axis], inner.contains(place) { continue }
        let threshold = lines.threshold(RoundNumber.roundest(in: inner), axis, neighbours)
        placed[axis] = threshold
        cuts[axis] = lines.search.axes[axis].cut(at: threshold)
      }
      if placed == before { break }
    }
    thresholds = placed.compactMap(\.self)
    for axis in axes {
      let neighbours = neighbours(axis)
      ranges.append(lines.range(axis, neighbours))
      margin = min(margin, lines.margin(thresholds[axis], axis, neighbours))
    }
  }
}
