/// The cost of every value of one threshold, with the other thresholds fixed.
package struct ErrorCurve: Hashable, Sendable {
  /// The values at which a gesture changes sides, ascending.
  package private(set) var values: [Double] = []
  /// The costs below the first value, between each two values, and above the last: one more than
  /// values.
  package private(set) var costs: [Int]

  /// Adds up the costs of all items.
  ///
  /// - Parameters:
  ///   - axis: the threshold that varies.
  ///   - problem: the items.
  ///   - thresholds: the values of the other thresholds.
  ///   - base: a cost that is added everywhere.
  init(along axis: Int, of problem: ThresholdProblem, at thresholds: [Double], base: Int) {
    var changes: [(value: Double, change: Int)] = []
    var cost = base
    changes.reserveCapacity(problem.items.count)
    let items = problem.items
    for item in items.indices {
      let sides = problem.sides(of: item, thresholds)
      let above = items.cost(of: item, sides: sides | 1 << axis)
      // Below the lowest value, every item is above the threshold.
      cost += above
      let below = items.cost(of: item, sides: sides & ~(1 << axis))
      changes.append((items.value(of: item, axis), below - above))
    }
    changes.sort { $0.value < $1.value }
    costs = [cost]
    for (value, change) in changes {
      if values.last != value {
        values.append(value)
        costs.append(costs[costs.count - 1])
      }
      costs[costs.count - 1] += change
    }
  }
}
