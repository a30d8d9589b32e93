import PantographBase

/// A branch-and-bound search for the cuts with the lowest cost.
///
/// A box is a range of cuts on every axis. The two axes with the most cuts are never split: for any box
/// the sweep finds the lowest cost over both if every item may choose freely among its possible sides
/// on the other axes. That is a lower bound for the box. If the cuts found have exactly that cost, the
/// box is solved. So one or two thresholds take a single sweep, and three at most two for each cut of
/// the third.
///
/// Boxes are taken in the order of their lower bound, then of the lowest cuts that could reach it. The
/// first solved box is therefore the lowest of the best.
struct BoxSearch {
  /// Cuts of all axes and their cost, ordered by preference.
  struct Setting: Comparable {
    var cost: Int
    var cuts: [Int]

    static func < (left: Setting, right: Setting) -> Bool {
      left.cost != right.cost
        ? left.cost < right.cost : left.cuts.lexicographicallyPrecedes(right.cuts)
    }
  }

  /// A range of cuts on each axis.
  private typealias Box = [ClosedRange<Int>]

  private let search: ThresholdSearch
  private let weights: [Int]
  /// The two swept axes, ascending, and all others.
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

  /// Returns the best setting found within a number of boxes, and a lower bound of the cost.
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

  /// Returns the lower bound of a box, cuts that reach it if they are possible, and whether they are.
  private func floor(of box: Box) -> (floor: Setting, isSolved: Bool) {
    let (cost, first, second) = leastOfPlane(swept, in: box)
    var cuts = box.map(\.lowerBound)
    cuts[swept.first] = first
    cuts[swept.second] = second
    let isPoint = halved.allSatisfy { box[$0].count == 1 }
    return (
      Setting(cost: cost, cuts: cuts), isPoint || search.cost(of: cuts, weights) == cost
    )
  }

  /// Splits a box along the axis with the most cuts left; the lower half comes first.
  private func halves(of box: Box) -> [Box] {
    guard let axis = halved.min(by: { (-box[$0].count, $0) < (-box[$1].count, $1) }) else {
      return []
    }
    let middle = box[axis].lowerBound + (box[axis].count - 1) / 2
    var low = box
    var high = box
    low[axis] = box[axis].lowerBound...middle
    high[axis] = middle + 1...box[axis].upperBound
    return [low, high]
  }

  /// Optimises two axes at a time, with the others fixed, until no pair improves.
  private func descent(from start: [Int]) -> Setting {
    var best = Setting(cost: search.cost(of: start, weights), cuts: start)
    var isBetter = true
    while isBetter {
      isBetter = false
      for first in whole.indices {
        for second in whole.indices.dropFirst(first + 1) {
          var box = best.cuts.map { $0...$0 }
          box[first] = whole[first]
          box[second] = whole[second]
          let (cost, firstCut, secondCut) = leastOfPlane((first, second), in: box)
          guard cost < best.cost else { continue }
          best.cost = cost
          best.cuts[first] = firstCut
          best.cuts[second] = secondCut
          isBetter = true
        }
      }
    }
    return best
  }

  // MARK: Equally good settings

  /// The number of equally good settings to compare.
  ///
  /// With boxes of several axes they share fewer lines, so that each is more expensive.
  private var maximumCells: Int { halved.count < 2 ? 65_536 : 8192 }

  /// Returns settings with the lowest cost, lower boxes first: all of them, within the limits of
  /// settings and boxes.
  mutating func cells(costing least: Int, budget: Int) -> [[Int]] {
    var cells: [[Int]] = []
    var open = [whole]
    var visited = 0
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

  /// Sweeps two axes; on the others every item chooses freely among its possible sides in the box.
  private func sweep(_ plane: (first: Int, second: Int), in box: Box) -> PlaneSweep {
    let axes = search.axes
    let others = box.indices.filter { $0 != plane.first && $0 != plane.second }
    let (first, second) = (search.bits[plane.first], search.bits[plane.second])
    let costs = search.problem.items.costs
    let items = search.problem.items
    func slice(of item: Int) -> PlaneSweep.Slice {
      let weight = weights[item]
      guard weight != 0 else { return (0, 0, 0, 0) }
      var above = 0
      var free = 0
      for axis in others {
        let rank = search.rank(of: item, axis)
        if rank >= box[axis].upperBound {
          above |= search.bits[axis]
        } else if rank >= box[axis].lowerBound {
          free |= search.bits[axis]
        }
      }
      let base = items.costStart(of: item) + above
      var slice = PlaneSweep.Slice(
        neither: Int.max, first: Int.max, second: Int.max, both: Int.max)
      // All subsets of the free bits, the empty one last.
      var chosen = free
      while true {
        let sides = base + chosen
        slice.neither = min(slice.neither, costs[sides])
        slice.first = min(slice.first, costs[sides + first])
        slice.second = min(slice.second, costs[sides + second])
        slice.both = min(slice.both, costs[sides + first + second])
        if chosen == 0 { break }
        chosen = (chosen - 1) & free
      }
      return (
        weight * slice.neither, weight * slice.first, weight * slice.second, weight * slice.both
      )
    }
    return PlaneSweep(
      first: axes[plane.first], second: box[plane.second], count: weights.count,
      secondRank: { search.rank(of: $0, plane.second) }, slice: slice)
  }
}

extension PlaneSweep {
  /// Returns the lowest cost of any two cuts and the lowest such cuts, by advancing to the end.
  mutating func lowestOfAll() -> (cost: Int, first: Int, second: Int) {
    var found = (cost: least, first: cut, second: lowestOfLeast)
    while advance() {
      if least < found.cost { found = (least, cut, lowestOfLeast) }
    }
    return found
  }
}
