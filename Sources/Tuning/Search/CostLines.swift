/// The effect of moving one threshold with the others fixed: the closest items whose cost would change.
struct CostLines {
  let search: ThresholdSearch
  let weights: [Int]

  /// For each cut of each axis the closest ranks with items of a weight above 0.
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

  /// The closest ranks below and above a cut whose items have another cost on the other side.
  struct Neighbours {
    /// Ranks as 32-bit integers to save memory; negative for none.
    fileprivate var lower: Int32 = -1
    fileprivate var upper: Int32 = -1

    var below: Int? { lower < 0 ? nil : Int(lower) }
    var above: Int? { upper < 0 ? nil : Int(upper) }
  }

  /// Returns the neighbours of several cuts of an axis, with the other axes at their cuts.
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

  /// Returns for each cut the closest marked rank below and above it.
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

  /// Returns the values between which a threshold can be, within its bounds.
  func range(_ axis: Int, _ neighbours: Neighbours) -> ClosedRange<Double> {
    let values = search.axes[axis].values
    let bounds = search.axes[axis].axis.bounds
    let low = max(neighbours.below.map { values[$0] } ?? -.infinity, bounds.lowerBound)
    let high = min(neighbours.above.map { values[$0] } ?? .infinity, bounds.upperBound)
    return low...high
  }

  /// Returns the range in whose middle a threshold is placed: its possible range, without open ends.
  ///
  /// Beyond the last relevant value, the range extends twice as far as that value is from its
  /// neighbour, or by the scale if there is none. Without relevant values it spans all values.
  func window(_ axis: Int, _ neighbours: Neighbours) -> ClosedRange<Double> {
    let range = range(axis, neighbours)
    let values = search.axes[axis].values
    let scale = search.axes[axis].axis.scale
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

  /// Returns the wanted threshold, or the closest one that makes the cut.
  ///
  /// An end of the range is an item's value and may belong to the next cut.
  func threshold(_ wanted: Double, _ axis: Int, _ neighbours: Neighbours) -> Double {
    let ranked = search.axes[axis]
    if ranked.axis.tiesAreAbove {
      guard let below = neighbours.below, wanted <= ranked.values[below] else { return wanted }
      return ranked.values[below].nextUp
    }
    guard let above = neighbours.above, wanted >= ranked.values[above] else { return wanted }
    return ranked.values[above].nextDown
  }

  /// Returns the scaled distance from a threshold to the closest relevant value.
  func slack(_ threshold: Double, _ axis: Int, _ neighbours: Neighbours) -> Double {
    let ranked = search.axes[axis]
    let below = neighbours.below.map { threshold - ranked.values[$0] } ?? .infinity
    let above = neighbours.above.map { ranked.values[$0] - threshold } ?? .infinity
    return min(below, above) / ranked.axis.scale
  }

  /// Returns the thresholds that make a cut, by the items' values; both ends included.
  func cell(_ axis: Int, _ cut: Int) -> ClosedRange<Double> {
    let range = range(axis, ends[axis][cut])
    let low = threshold(range.lowerBound, axis, ends[axis][cut])
    let high = threshold(range.upperBound, axis, ends[axis][cut])
    return low...max(low, high)
  }

  // MARK: Middles

  /// Returns the middle half of a threshold's range.
  func middleHalf(_ axis: Int, _ neighbours: Neighbours) -> ClosedRange<Double> {
    let window = window(axis, neighbours)
    let quarter = window.upperBound / 4 - window.lowerBound / 4
    let (low, high) = (window.lowerBound + quarter, window.upperBound - quarter)
    // Rounding may invert the range where no double lies in between.
    return low <= high ? low...high : window
  }

  /// Returns the threshold farthest from both relevant values, within its bounds; with fewer than two,
  /// the middle of its range.
  func middle(_ axis: Int, _ neighbours: Neighbours) -> Double {
    let values = search.axes[axis].values
    let bounds = search.axes[axis].axis.bounds
    guard let below = neighbours.below, let above = neighbours.above, values[below].isFinite,
      values[above].isFinite
    else {
      let window = window(axis, neighbours)
      return window.lowerBound / 2 + window.upperBound / 2
    }
    // Halves, as the sum of two large numbers may overflow.
    let middle = values[below] / 2 + values[above] / 2
    return min(max(middle, bounds.lowerBound), bounds.upperBound)
  }

  /// Returns the numbers around a threshold within a share of its slack; with an infinite slack, the
  /// middle half.
  func about(
    _ threshold: Double, _ axis: Int, _ neighbours: Neighbours, share: Double
  ) -> ClosedRange<Double> {
    let bounds = search.axes[axis].axis.bounds
    let scale = search.axes[axis].axis.scale
    let distance = max(slack(threshold, axis, neighbours), 0) * scale * share
    guard distance.isFinite else { return middleHalf(axis, neighbours) }
    let low = max(threshold - distance, bounds.lowerBound)
    let high = min(threshold + distance, bounds.upperBound)
    return min(low, threshold)...max(high, threshold)
  }

  // MARK: Widest slack

  /// Returns the threshold of a cut with the largest slack, and that slack.
  ///
  /// On an open side the slack counts only up to that of the middle, as it would be unlimited.
  func best(
    _ axis: Int, at cut: Int, _ neighbours: Neighbours
  ) -> (threshold: Double, slack: Double) {
    let middle = middle(axis, neighbours)
    let range = range(axis, ends[axis][cut])
    let nearest = min(max(middle, range.lowerBound), range.upperBound)
    // An end that belongs to the next cell counts too: thresholds can come arbitrarily close to it.
    let slack = min(slack(nearest, axis, neighbours), slack(middle, axis, neighbours))
    return (threshold(nearest, axis, ends[axis][cut]), slack)
  }

  /// Returns the largest smallest slack that thresholds of these cuts can have.
  func smallestSlack(_ cuts: [Int]) -> Double {
    search.problem.axes.indices.map { axis in
      best(axis, at: cuts[axis], neighbours(axis, at: [cuts[axis]], cuts)[0]).slack
    }.min() ?? .infinity
  }

  /// Returns the cell with the largest smallest slack; among equals the lowest.
  func widest(of cells: [[Int]]) -> [Int]? {
    var slacks = [Double](repeating: .infinity, count: cells.count)
    for axis in search.problem.axes.indices {
      // Cells that differ only on this axis form a line, which is examined once.
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
          slacks[cell] = min(slacks[cell], best.slack)
        }
        start = end
      }
    }
    let largest = slacks.max()
    return cells.indices.filter { slacks[$0] == largest }.map { cells[$0] }
      .min { $0.lexicographicallyPrecedes($1) }
  }

  /// Compares cuts lexicographically, with one axis last.
  private static func precedes(_ left: [Int], _ right: [Int], last axis: Int) -> Bool {
    for index in left.indices where index != axis && left[index] != right[index] {
      return left[index] < right[index]
    }
    return left[axis] < right[axis]
  }
}
