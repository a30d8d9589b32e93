/// A threshold problem with its values sorted once, to be solved many times.
///
/// Each solution can weight the items: a fold leaves some out, and a resample counts some twice.
package struct ThresholdSearch: Sendable {
  /// The problem.
  package let problem: ThresholdProblem

  /// The axes of the problem, padded to two with axes of a single cut.
  let axes: [RankedAxis]
  /// The bit of each axis in the index of a cost; 0 for a padding axis.
  let bits: [Int]
  /// The rank of each item on each axis, one item after the other.
  private let ranks: [Int32]

  /// Sorts the values of a problem.
  ///
  /// - Precondition: No value is NaN, and there are at most 8 thresholds.
  package init(_ problem: ThresholdProblem) {
    precondition(problem.axes.count <= 8, "at most 8 thresholds")
    let items = problem.items
    precondition(items.values.allSatisfy { !$0.isNaN }, "values are numbers")
    self.problem = problem
    var axes: [RankedAxis] = []
    for (index, axis) in problem.axes.enumerated() {
      axes.append(
        RankedAxis(
          axis,
          items.indices.compactMap { item in
            items.matters(item, index) ? (Int32(item), items.value(of: item, index)) : nil
          }))
    }
    while axes.count < 2 { axes.append(RankedAxis(.init(tiesAreAbove: true), [])) }
    self.axes = axes
    bits = axes.indices.map { $0 < problem.axes.count ? 1 << $0 : 0 }
    var ranks = [Int32](repeating: 0, count: items.count * axes.count)
    for (index, axis) in axes.enumerated() {
      for rank in axis.values.indices {
        for item in axis.items(at: rank) { ranks[Int(item) * axes.count + index] = Int32(rank) }
      }
    }
    self.ranks = ranks
  }

  /// Returns the thresholds with the lowest cost.
  ///
  /// Up to three thresholds are solved exactly. With more, the effort may end before everything is
  /// examined; the solution has the proven lower bound.
  ///
  /// - Parameters:
  ///   - preference: the preference among equally good settings
  ///   - weights: the weight of each item; 1 by default
  ///   - seed: the seed for the starts of the descent, which only matters if not everything is proven
  ///   - effort: the effort for four thresholds and more
  package func solve(
    _ preference: ThresholdProblem.Preference, weights: [Int]? = nil, seed: UInt64 = 0,
    effort: ThresholdProblem.Effort = .standard
  ) -> ThresholdProblem.Solution {
    let weights = weights ?? [Int](repeating: 1, count: problem.items.count)
    precondition(weights.count == problem.items.count, "a weight for each item")
    precondition(weights.allSatisfy { $0 >= 0 }, "no item counts less than not at all")
    let isAlwaysExact = axes.count <= 3
    let budget = isAlwaysExact ? Int.max : effort.boxes
    var search = BoxSearch(self, weights)
    let (best, lowerBound) = search.run(budget: budget, starts: effort.starts, seed: seed)
    let lines = CostLines(self, weights)
    var cuts = best.cuts
    if preference == .widest {
      cuts = lines.widest(of: search.cells(costing: best.cost, budget: budget)) ?? cuts
    }
    let placed = Placement(lines, cuts: cuts, preference)
    return ThresholdProblem.Solution(
      thresholds: placed.thresholds, ranges: placed.ranges, cost: best.cost,
      lowerBound: lowerBound,
      method: isAlwaysExact ? .exact : lowerBound == best.cost ? .branchAndBound : .descent,
      slack: placed.slack)
  }

  /// Returns the cost of cuts of all axes.
  func cost(of cuts: [Int], _ weights: [Int]) -> Int {
    var sum = 0
    for item in weights.indices where weights[item] != 0 {
      var sides = 0
      for axis in axes.indices where rank(of: item, axis) >= cuts[axis] {
        sides |= bits[axis]
      }
      sum += weights[item] * problem.items.cost(of: item, sides: sides)
    }
    return sum
  }

  /// Returns the rank of an item on an axis.
  func rank(of item: Int, _ axis: Int) -> Int { Int(ranks[item * axes.count + axis]) }
}
