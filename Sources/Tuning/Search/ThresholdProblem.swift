/// A classification by thresholds, with a cost for each outcome.
///
/// It is independent of gestures: an item has a value for each threshold, and a cost for each
/// combination of sides of the thresholds. The thresholds that minimise the sum of all items' costs are
/// sought. Costs are whole numbers, so that sums do not depend on their order.
package struct ThresholdProblem: Sendable {
  /// An item to classify.
  package struct Item: Hashable, Sendable {
    /// A value for each threshold.
    package var values: [Double]
    /// The costs by combination: bit i of the index is set if value i is above threshold i.
    package var costs: [Int]

    /// Creates an item; it has 2ⁿ costs for n values.
    package init(values: [Double], costs: [Int]) {
      precondition(costs.count == 1 << values.count, "a cost for each side of each threshold")
      self.values = values
      self.costs = costs
    }
  }

  /// A threshold to search for.
  package struct Axis: Hashable, Sendable {
    /// Whether a value equal to the threshold counts as above it.
    package var tiesAreAbove: Bool
    /// The range of the threshold.
    package var bounds: ClosedRange<Double>
    /// The unit of its slack, to compare it with that of other thresholds; above 0.
    package var scale: Double
    /// The current threshold.
    ///
    /// It stays if its range is open on one side and it is as good, as there is no middle then.
    package var current: Double?

    /// Creates a threshold to search for.
    package init(
      tiesAreAbove: Bool,
      bounds: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude,
      scale: Double = 1, current: Double? = nil
    ) {
      self.tiesAreAbove = tiesAreAbove
      self.bounds = bounds
      self.scale = scale
      self.current = current
    }
  }

  /// The preference among equally good settings.
  package enum Preference: String, CaseIterable, Sendable {
    /// The lowest thresholds, in the order of the axes.
    case lowest
    /// The largest smallest scaled slack; among equals the lowest thresholds.
    case widest
  }

  /// How a setting was found.
  package enum Method: String, Sendable {
    /// No setting is better.
    case exact
    /// By excluding boxes of settings that can't be better, until none is left.
    case branchAndBound = "branch-and-bound"
    /// Two thresholds at a time, from several starts, until no pair improves.
    case descent
  }

  /// The solution of a problem.
  package struct Solution: Hashable, Sendable {
    /// The thresholds: round numbers near the middle of their ranges.
    ///
    /// With ``Preference/widest`` the smallest slack is at least 99 % of the largest possible one.
    package var thresholds: [Double]
    /// The range in which each threshold can move alone without a change of cost.
    ///
    /// An end without an item is that of the bounds.
    package var ranges: [ClosedRange<Double>]
    /// The sum of all items' costs.
    package var cost: Int
    /// The proven lower bound: no setting costs less.
    package var lowerBound: Int
    /// How it was found.
    package var method: Method

    /// The smallest scaled distance from a threshold to an item whose cost would change; infinite
    /// without one.
    ///
    /// Bounds are not items: a threshold that can't move has a slack too.
    package var slack: Double
  }

  /// The effort for four thresholds and more; fewer are always solved exactly.
  ///
  /// It counts operations, not time, so that the result is the same on any machine.
  package struct Effort: Hashable, Sendable {
    /// The number of boxes to examine; each costs about as much as solving the problem for two
    /// thresholds.
    package var boxes: Int
    /// The number of starts for the descent.
    package var starts: Int

    /// A few seconds for a thousand items.
    package static let standard = Effort(boxes: 20_000, starts: 8)

    /// Creates an effort.
    package init(boxes: Int, starts: Int) {
      self.boxes = boxes
      self.starts = starts
    }
  }

  /// The thresholds to search for.
  package var axes: [Axis]
  /// The items to classify.
  package var items: ThresholdItems

  /// Creates a problem.
  package init(axes: [Axis], items: some Sequence<Item>) {
    self.axes = axes
    self.items = ThresholdItems(items)
    precondition(
      self.items.isEmpty || self.items.axisCount == axes.count, "a value for each threshold")
  }

  /// Returns the thresholds with the lowest cost; see
  /// ``ThresholdSearch/solve(_:weights:seed:effort:)``.
  package func solve(
    _ preference: Preference, seed: UInt64 = 0, effort: Effort = .standard
  ) -> Solution {
    ThresholdSearch(self).solve(preference, seed: seed, effort: effort)
  }

  /// Returns the cost of thresholds.
  package func cost(of thresholds: [Double]) -> Int {
    items.indices.reduce(0) { $0 + items.cost(of: $1, sides: sides(of: $1, thresholds)) }
  }

  /// Returns the combination of sides of an item.
  func sides(of item: Int, _ thresholds: [Double]) -> Int {
    var sides = 0
    for index in axes.indices
    where axes[index].isAbove(items.value(of: item, index), thresholds[index]) {
      sides |= 1 << index
    }
    return sides
  }
}
