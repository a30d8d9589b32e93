import Quantities

/// The cuts that cost the least, found by halving boxes of cuts.
///
/// A box is a range of cuts on every axis. Two axes, those with the most cuts, are never halved: for
/// any box the sweep finds what both together cost at least if every item may choose freely between
/// the sides that it can have on the others. Nothing in the box costs less, and if the cuts found
/// do cost that much, nothing in the box is better. So one or two thresholds take a single sweep, three
/// at most two for each cut of the third.
///
/// Boxes are taken in the order of what they cost at least, then of the lowest cuts that could cost as
/// much. What is found first of all that is left is therefore the lowest of the best.
struct BoxSearch {
  /// Cuts of all axes and what they cost, in the order of preference.
  struct Setting: Comparable {
    var cost: Int
    var cuts: [Int]

    static func < (left: Setting, right: Setting) -> Bool {
      left.cost != right.cost
        ? left.cost < right.cost : left.cuts.lexicographicallyPrecedes(right.cuts)
    }
  }

  /// Cuts of each axis.
  private typealias Box = [ClosedRange<Int>]

  private let search: ThresholdSearch
  private let weights: [Int]
  /// The two axes that are swept, ascending, and all others.
  private let swept: (first: Int, second: Int)
  private let halved: [Int]
  private let whole: Box

  init(_ search: ThresholdSearch, _ weights: [Int]) {
    self.search = search
    self.weights = weights
    let whole = search.axes.map(\.cuts)
    let most = whole.indices.sorted { (-whole[$0].count, $0) < (-whole[$1].count, $1) }
    swept = (min(most[0], most[1]), max(most[0], most[1]))
    halved = most.dropFirst(2).sorted()
    self.whole = whole
  }

  // MARK: Searching

  /// The best setting that was found with so many boxes, and what none costs less than.
  mutating func run(budget: Int, starts: Int, seed: UInt64) -> (best: Setting, lowerBound: Int) {
    let (root, isSolved) = floor(of: whole)
    if isSolved { return (root, root.cost) }
    var best = Setting(cost: search.cost(of: root.cuts, weights), cuts: root.cuts)
    var random = SeededGenerator(seed: seed)
    for start in 0..<max(starts, 1) {
      let cuts = whole.map { cuts in
        start == 0
          ? cuts.lowerBound + cuts.count / 2 : cuts.lowerBound + random.below(cuts.count)
      }
      best = min(best, descent(from: cuts))
    }
    var open = Heap<(floor: Setting, box: Box)> { $0.floor < $1.floor }
    open.insert((root, whole))
    var visited = 1
    while let (floor, box) = open.popLeast(), floor < best {
      guard visited < budget else { return (best, min(floor.cost, best.cost)) }
      for half in halves(of: box) {
        visited += 1
        let (floor, isSolved) = self.floor(of: half)
        guard floor < best else { continue }
        if isSolved {
          best = floor
        } else {
          best = min(best, Setting(cost: search.cost(of: floor.cuts, weights), cuts: floor.cuts))
          open.insert((floor, half))
        }
      }
    }
    return (best, best.cost)
  }

  /// Cuts that cost no more than any in the box with the lowest of the box on the halved axes, what
  /// nothing in the box costs less than, and whether the cuts do cost just that.
  private func floor(of box: Box) -> (floor: Setting, isSolved: Bool) {
    let (cost, first, second) = leastOfPlane(swept, in: box)
    var cuts = box.map(\.lowerBound)
    (cuts[swept.first], cuts[swept.second]) = (first, second)
    let isPoint = halved.allSatisfy { box[$0].count == 1 }
    return (
      Setting(cost: cost, cuts: cuts), isPoint || search.cost(of: cuts, weights) == cost
    )
  }

  /// The box in two, the lower cuts first, along the axis that has the most cuts left.
  private func halves(of box: Box) -> [Box] {
    guard let axis = halved.min(by: { (-box[$0].count, $0) < (-box[$1].count, $1) }) else {
      return []
    }
    let middle = box[axis].lowerBound + (box[axis].count - 1) / 2
    var (low, high) = (box, box)
    low[axis] = box[axis].lowerBound...middle
    high[axis] = middle + 1...box[axis].upperBound
    return [low, high]
  }

  /// Two axes at a time, the others staying as they are, until no two can be bettered.
  private func descent(from start: [Int]) -> Setting {
    var best = Setting(cost: search.cost(of: start, weights), cuts: start)
    var isBetter = true
    while isBetter {
      isBetter = false
      for first in whole.indices {
        for second in whole.indices.dropFirst(first + 1) {
          var box = best.cuts.map { $0...$0 }
          (box[first], box[second]) = (whole[first], whole[second])
          let (cost, firstCut, secondCut) = leastOfPlane((first, second), in: box)
          var cuts = best.cuts
          (cuts[first], cuts[second]) = (firstCut, secondCut)
          if cost < best.cost { (best, isBetter) = (Setting(cost: cost, cuts: cuts), true) }
        }
      }
    }
    return best
  }

  // MARK: All that are as good

  /// How many settings that are as good are held against each other: fewer where there are boxes of more
  /// than one axis, as few of them then are on a line with others, which makes each dearer.
  private var maximumCells: Int { halved.count < 2 ? 65_536 : 8192 }

  /// Settings that cost this much, which is the least, lower boxes first: all of them, unless there are
  /// more than can be held against each other or than so many boxes show.
  mutating func cells(costing least: Int, budget: Int) -> [[Int]] {
    var (cells, open, visited): ([[Int]], [Box], Int) = ([], [whole], 0)
    while let box = open.popLast(), cells.count < maximumCells, visited < budget {
      visited += 1
      var sweep = sweep(swept, in: box)
      if halved.allSatisfy({ box[$0].count == 1 }) {
        var cuts = box.map(\.lowerBound)
        repeat {
          guard sweep.least == least else { continue }
          cuts[swept.first] = sweep.cut
          for second in sweep.allOfLeast {
            cuts[swept.second] = second
            cells.append(cuts)
          }
        } while sweep.advance() && cells.count < maximumCells
      } else if sweep.lowestOfAll().cost <= least {
        open += halves(of: box).reversed()
      }
    }
    return Array(cells.prefix(maximumCells))
  }

  // MARK: Planes

  private func leastOfPlane(
    _ plane: (first: Int, second: Int), in box: Box
  ) -> (cost: Int, first: Int, second: Int) {
    var sweep = sweep(plane, in: box)
    return sweep.lowestOfAll()
  }

  /// A sweep over two axes, every item choosing for itself on the others between the sides it can
  /// have in the box.
  private func sweep(_ plane: (first: Int, second: Int), in box: Box) -> PlaneSweep {
    let axes = search.axes
    let others = box.indices.filter { $0 != plane.first && $0 != plane.second }
    let (first, second) = (search.bits[plane.first], search.bits[plane.second])
    let (costs, items) = (search.problem.items.costs, search.problem.items)
    func slice(of item: Int) -> PlaneSweep.Slice {
      let weight = weights[item]
      guard weight != 0 else { return (0, 0, 0, 0) }
      var (above, free) = (0, 0)
      for axis in others {
        let rank = search.rank(of: item, axis)
        if rank >= box[axis].upperBound {
          above |= search.bits[axis]
        } else if rank >= box[axis].lowerBound {
          free |= search.bits[axis]
        }
      }
      let base = items.costStart(of: item) + above
      var slice = (Int.max, Int.max, Int.max, Int.max)
      // All subsets of the free bits, the empty one last.
      var chosen = free
      while true {
        let sides = base + chosen
        slice.0 = min(slice.0, costs[sides])
        slice.1 = min(slice.1, costs[sides + first])
        slice.2 = min(slice.2, costs[sides + second])
        slice.3 = min(slice.3, costs[sides + first + second])
        if chosen == 0 { break }
        chosen = (chosen - 1) & free
      }
      return (weight * slice.0, weight * slice.1, weight * slice.2, weight * slice.3)
    }
    return PlaneSweep(
      first: axes[plane.first], second: box[plane.second], count: weights.count,
      secondRank: { search.rank(of: $0, plane.second) }, slice: slice)
  }
}

extension PlaneSweep {
  /// The least that any two cuts cost, and the lowest that do, going through all that are left.
  mutating func lowestOfAll() -> (cost: Int, first: Int, second: Int) {
    var found = (cost: least, first: cut, second: lowestOfLeast)
    while advance() {
      if least < found.cost { found = (least, cut, lowestOfLeast) }
    }
    return found
  }
}
