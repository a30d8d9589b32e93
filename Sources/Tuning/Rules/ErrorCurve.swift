/// What one threshold costs wherever it stands, while the others stay.
public struct ErrorCurve: Hashable, Sendable {
  /// The values at which a gesture changes sides, increasing.
  public private(set) var values: [Double] = []
  /// What the threshold costs below the first value, between each two, and above the last: one more
  /// than there are values.
  public private(set) var costs: [Int]

  /// Sums up what all items cost.
  ///
  /// - Parameters:
  ///   - axis: the threshold that is moved.
  ///   - problem: the items.
  ///   - thresholds: where the others stay.
  ///   - base: what is added everywhere.
  init(along axis: Int, of problem: ThresholdProblem, at thresholds: [Double], base: Int) {
    var changes: [(value: Double, change: Int)] = []
    var cost = base
    changes.reserveCapacity(problem.items.count)
    let items = problem.items
    for item in items.indices {
      let sides = problem.sides(of: item, thresholds)
      let above = items.cost(of: item, sides: sides | 1 << axis)
      // Below every value all are above the threshold.
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
