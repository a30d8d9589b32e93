/// What happens when one threshold moves and the others stay: where the first item lies whose cost
/// would change.
struct CostLines {
  let search: ThresholdSearch
  let weights: [Int]

  /// The closest ranks below and above each cut of each axis that have items at all, as an item of weight 0
  /// is not there.
  private let ends: [[Neighbours]]

  init(_ search: ThresholdSearch, _ weights: [Int]) {
    self.search = search
    self.weights = weights
    ends = search.axes.map { axis in
      let counts = axis.values.indices.map { rank in
        axis.items(at: rank).contains { weights[Int($0)] != 0 }
      }
      return Self.closest(counts)
    }
  }

  /// The closest ranks below and above a cut whose items cost something else on the other side.
  struct Neighbours {
    /// Ranks in half the memory; negative where there is none.
    fileprivate var lower: Int32 = -1
    fileprivate var upper: Int32 = -1

    var below: Int? { lower < 0 ? nil : Int(lower) }
    var above: Int? { upper < 0 ? nil : Int(upper) }
  }

  /// The neighbours of each of several cuts of an axis; of the others, cuts tell where they stay.
  func neighbours(_ axis: Int, at moved: [Int], _ cuts: [Int]) -> [Neighbours] {
    var matters = [Bool](repeating: false, count: search.axes[axis].values.count)
    let items = search.problem.items
    for number in search.axes[axis].order where weights[Int(number)] != 0 {
      let item = Int(number)
      var sides = 0
      for other in cuts.indices
      where other != axis && search.rank(of: item, other) >= cuts[other] {
        sides += search.bits[other]
      }
      if items.cost(of: item, sides: sides)
        != items.cost(of: item, sides: sides + search.bits[axis])
      {
        matters[search.rank(of: item, axis)] = true
      }
    }
    let closest = Self.closest(matters)
    return moved.map { closest[$0] }
  }

  /// The closest of marked ranks below and above each cut: the last before it, and the first that is not.
  private static func closest(_ marks: [Bool]) -> [Neighbours] {
    var closest = [Neighbours](repeating: Neighbours(), count: marks.count + 1)
    for rank in marks.indices {
      closest[rank + 1].lower = marks[rank] ? Int32(rank) : closest[rank].lower
    }
    for rank in marks.indices.reversed() {
      closest[rank].upper = marks[rank] ? Int32(rank) : closest[rank + 1].upper
    }
    return closest
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
      values[rank].isFinite && search.axes[axis].items(at: rank).contains { weights[Int($0)] != 0 }
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

  /// The thresholds that make a cut, as far as there are items; its ends are thresholds, too.
  func cell(_ axis: Int, _ cut: Int) -> ClosedRange<Double> {
    let range = range(axis, ends[axis][cut])
    let (low, high) = (
      threshold(range.lowerBound, axis, ends[axis][cut]),
      threshold(range.upperBound, axis, ends[axis][cut])
    )
    return low...max(low, high)
  }

  // MARK: Middles

  /// The middle half of where a threshold can be.
  func middleHalf(_ axis: Int, _ neighbours: Neighbours) -> ClosedRange<Double> {
    let window = window(axis, neighbours)
    let quarter = window.upperBound / 4 - window.lowerBound / 4
    let (low, high) = (window.lowerBound + quarter, window.upperBound - quarter)
    // Rounding may have them pass each other where no double is between them.
    return low <= high ? low...high : window
  }

  /// Where a threshold is farthest from both values that matter, as far as its bounds let it; where
  /// there are not two, the middle of where it can be.
  func middle(_ axis: Int, _ neighbours: Neighbours) -> Double {
    let (values, bounds) = (search.axes[axis].values, search.axes[axis].axis.bounds)
    guard let below = neighbours.below, let above = neighbours.above, values[below].isFinite,
      values[above].isFinite
    else {
      let window = window(axis, neighbours)
      return window.lowerBound / 2 + window.upperBound / 2
    }
    // Halves, as the sum of two large numbers may be none.
    let middle = values[below] / 2 + values[above] / 2
    return min(max(middle, bounds.lowerBound), bounds.upperBound)
  }

  /// The numbers next to a threshold, by a share of its margin; where no value matters, the middle half.
  func about(
    _ threshold: Double, _ axis: Int, _ neighbours: Neighbours, share: Double
  ) -> ClosedRange<Double> {
    let (bounds, scale) = (search.axes[axis].axis.bounds, search.axes[axis].axis.scale)
    let distance = max(margin(threshold, axis, neighbours), 0) * scale * share
    guard distance.isFinite else { return middleHalf(axis, neighbours) }
    let (low, high) = (
      max(threshold - distance, bounds.lowerBound), min(threshold + distance, bounds.upperBound)
    )
    return min(low, threshold)...max(high, threshold)
  }

  // MARK: The widest

  /// Of the thresholds that make a cut the one with the largest margin, and that margin.
  ///
  /// Where nothing holds it back on one side, a margin counts up to that of the middle only: there would
  /// be no end of it.
  func best(
    _ axis: Int, at cut: Int, _ neighbours: Neighbours
  ) -> (threshold: Double, margin: Double) {
    let (middle, range) = (middle(axis, neighbours), range(axis, ends[axis][cut]))
    let nearest = min(max(middle, range.lowerBound), range.upperBound)
    // An end that belongs to the next cell counts, too: thresholds can come as close to it as they like.
    let margin = min(margin(nearest, axis, neighbours), margin(middle, axis, neighbours))
    return (threshold(nearest, axis, ends[axis][cut]), margin)
  }

  /// The largest smallest margin that thresholds of these cuts can have.
  func smallestMargin(_ cuts: [Int]) -> Double {
    search.problem.axes.indices.map { axis in
      best(axis, at: cuts[axis], neighbours(axis, at: [cuts[axis]], cuts)[0]).margin
    }.min() ?? .infinity
  }

  /// Of several cells the one whose smallest margin is largest, and of equal ones the lowest.
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
          sorted[start...].firstIndex { index in
            others[axis] = cells[index][axis]
            return cells[index] != others
          } ?? sorted.count
        let line = sorted[start..<end]
        let found = neighbours(axis, at: line.map { cells[$0][axis] }, others)
        for (cell, neighbours) in zip(line, found) {
          let best = best(axis, at: cells[cell][axis], neighbours)
          margins[cell] = min(margins[cell], best.margin)
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
