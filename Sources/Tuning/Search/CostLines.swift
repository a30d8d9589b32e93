/// What happens when one threshold moves and the others stay: where the first item lies whose cost
/// would change.
struct CostLines {
  let search: ThresholdSearch
  let weights: [Int]

  init(_ search: ThresholdSearch, _ weights: [Int]) {
    self.search = search
    self.weights = weights
  }

  /// The closest ranks below and above a cut whose items cost something else on the other side.
  struct Neighbours {
    var below: Int?
    var above: Int?
  }

  /// The neighbours of each of several cuts of an axis; of the others, cuts tell where they stay.
  func neighbours(_ axis: Int, at moved: [Int], _ cuts: [Int]) -> [Neighbours] {
    let width = cuts.count
    var matters = [Bool](repeating: false, count: search.axes[axis].values.count)
    for item in search.axes[axis].order where weights[item] != 0 {
      var sides = item << search.problem.axes.count
      for other in cuts.indices
      where other != axis && search.ranks[item * width + other] >= cuts[other] {
        sides += search.bits[other]
      }
      if search.costs[sides] != search.costs[sides + search.bits[axis]] {
        matters[search.ranks[item * width + axis]] = true
      }
    }
    var last: Int?
    // For each cut the last rank before it that matters, and the first that is not before it.
    var below: [Int?] = [nil]
    for rank in matters.indices {
      if matters[rank] { last = rank }
      below.append(last)
    }
    var next: Int?
    var above = [Int?](repeating: nil, count: matters.count + 1)
    for rank in matters.indices.reversed() {
      if matters[rank] { next = rank }
      above[rank] = next
    }
    return moved.map { Neighbours(below: below[$0], above: above[$0]) }
  }

  // MARK: From ranks to values

  /// Between which values a threshold can be, its bounds included.
  func range(_ axis: Int, _ neighbours: Neighbours) -> ClosedRange<Double> {
    let (values, bounds) = (search.axes[axis].values, search.axes[axis].axis.bounds)
    let low = max(neighbours.below.map { values[$0] } ?? -.infinity, bounds.lowerBound)
    let high = min(neighbours.above.map { values[$0] } ?? .infinity, bounds.upperBound)
    return low...high
  }

  /// The range in whose middle a threshold is put: that in which it can be, but for open ends.
  ///
  /// Beyond the last value that matters a threshold is put as far away as the value next to the last is
  /// from it; where there is none, by the scale. Where no value matters it is put amid all values.
  func window(_ axis: Int, _ neighbours: Neighbours) -> ClosedRange<Double> {
    let range = range(axis, neighbours)
    let (values, scale) = (search.axes[axis].values, search.axes[axis].axis.scale)
    let far = Double.greatestFiniteMagnitude
    func counts(_ rank: Int) -> Bool {
      values[rank].isFinite && search.axes[axis].items(at: rank).contains { weights[$0] != 0 }
    }
    switch (range.lowerBound <= -far, range.upperBound >= far) {
    case (false, false): return range
    case (false, true):
      let next = neighbours.below.flatMap { rank in (0..<rank).last(where: counts) }
      let step = next.map { range.lowerBound - values[$0] } ?? scale
      return range.lowerBound...min(range.lowerBound + 2 * step, far)
    case (true, false):
      let next = neighbours.above.flatMap { (rank: Int) in
        (rank + 1..<values.count).first(where: counts)
      }
      let step = next.map { values[$0] - range.upperBound } ?? scale
      return max(range.upperBound - 2 * step, -far)...range.upperBound
    case (true, true):
      let all = values.indices.filter(counts)
      guard let first = all.first, let last = all.last else { return -scale...scale }
      return first == last
        ? values[first] - scale...values[first] + scale : values[first]...values[last]
    }
  }

  /// A threshold that makes a cut of the range, the wanted one if it does.
  ///
  /// An end of the range that is an item's value belongs to the other side of one of the two items.
  func threshold(_ wanted: Double, _ axis: Int, _ neighbours: Neighbours) -> Double {
    let ranked = search.axes[axis]
    if ranked.axis.tiesAreAbove {
      guard let below = neighbours.below, wanted <= ranked.values[below] else { return wanted }
      return ranked.values[below].nextUp
    }
    guard let above = neighbours.above, wanted >= ranked.values[above] else { return wanted }
    return ranked.values[above].nextDown
  }

  /// The way, by scale, from a threshold to the closest value that matters.
  func margin(_ threshold: Double, _ axis: Int, _ neighbours: Neighbours) -> Double {
    let ranked = search.axes[axis]
    let below = neighbours.below.map { threshold - ranked.values[$0] } ?? .infinity
    let above = neighbours.above.map { ranked.values[$0] - threshold } ?? .infinity
    return min(below, above) / ranked.axis.scale
  }

  // MARK: The widest

  /// Of several cells the one whose smallest margin is largest, and of equal ones the lowest; each
  /// threshold is taken to be in the middle of where it can be.
  func widest(of cells: [[Int]]) -> [Int]? {
    var margins = [Double](repeating: .infinity, count: cells.count)
    for axis in search.problem.axes.indices {
      // Cells that differ on this axis only are on a line, which is looked at once.
      let sorted = cells.indices.sorted {
        Self.precedes(cells[$0], cells[$1], last: axis)
      }
      var start = 0
      while start < sorted.count {
        var others = cells[sorted[start]]
        let end =
          sorted[start...].firstIndex { place in
            others[axis] = cells[place][axis]
            return cells[place] != others
          } ?? sorted.count
        let line = sorted[start..<end]
        let found = neighbours(axis, at: line.map { cells[$0][axis] }, others)
        for (cell, neighbours) in zip(line, found) {
          let window = window(axis, neighbours)
          let middle = window.lowerBound / 2 + window.upperBound / 2
          let threshold = threshold(middle, axis, neighbours)
          margins[cell] = min(margins[cell], margin(threshold, axis, neighbours))
        }
        start = end
      }
    }
    let largest = margins.max()
    return cells.indices.filter { margins[$0] == largest }.map { cells[$0] }
      .min { $0.lexicographicallyPrecedes($1) }
  }

  /// The order of cuts, one axis coming last.
  private static func precedes(_ left: [Int], _ right: [Int], last axis: Int) -> Bool {
    for index in left.indices where index != axis && left[index] != right[index] {
      return left[index] < right[index]
    }
    return left[axis] < right[axis]
  }
}
