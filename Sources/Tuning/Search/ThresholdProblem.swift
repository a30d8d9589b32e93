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

/// The items of a problem in compact form: all values in one list, and each distinct list of costs
/// once.
package struct ThresholdItems: RandomAccessCollection, Sendable {
  /// The number of values of each item.
  private(set) var axisCount = 0
  /// The values of all items, one item after the other.
  private(set) var values: [Double] = []
  /// Each distinct list of costs.
  private(set) var costs: [Int] = []
  /// The start of each item's costs.
  private var costStarts: [Int32] = []
  private var starts: [[Int]: Int32] = [:]

  /// Creates a list of items; a list of this type shares its memory.
  package init(_ items: some Sequence<ThresholdProblem.Item> = []) {
    if let same = items as? ThresholdItems {
      self = same
    } else {
      for item in items { append(item) }
    }
  }

  /// The index of the first item.
  package var startIndex: Int { 0 }
  /// The number of items.
  package var endIndex: Int { costStarts.count }

  /// The item at an index.
  package subscript(index: Int) -> ThresholdProblem.Item {
    let start = costStart(of: index)
    return .init(
      values: Array(values[index * axisCount..<(index + 1) * axisCount]),
      costs: Array(costs[start..<start + 1 << axisCount]))
  }

  /// Adds an item with the same number of values as the others.
  package mutating func append(_ item: ThresholdProblem.Item) {
    if isEmpty { axisCount = item.values.count }
    precondition(item.values.count == axisCount, "a value for each threshold")
    values += item.values
    if let start = starts[item.costs] {
      costStarts.append(start)
    } else {
      let start = Int32(costs.count)
      starts[item.costs] = start
      costStarts.append(start)
      costs += item.costs
    }
  }

  /// Returns a value of an item.
  func value(of item: Int, _ axis: Int) -> Double { values[item * axisCount + axis] }

  /// Returns the start of an item's costs.
  func costStart(of item: Int) -> Int { Int(costStarts[item]) }

  /// Returns the cost of an item for a combination of sides.
  func cost(of item: Int, sides: Int) -> Int { costs[costStart(of: item) + sides] }

  /// Returns whether an item's side on an axis can change its cost.
  func matters(_ item: Int, _ axis: Int) -> Bool {
    (0..<1 << axisCount).contains {
      cost(of: item, sides: $0) != cost(of: item, sides: $0 ^ 1 << axis)
    }
  }
}

/// The groups of rows, such as those of one person; a row without a name is a group of its own.
struct RowGroups: Hashable, Sendable {
  /// The number of each row's group, from 0 in the order of first rows.
  let numbers: [Int]
  /// The number of groups.
  let count: Int

  init(_ names: [String?]) {
    var known: [String: Int] = [:]
    var count = 0
    numbers = names.map { name in
      if let name, let number = known[name] { return number }
      if let name { known[name] = count }
      count += 1
      return count - 1
    }
    self.count = count
  }
}

/// Places thresholds within their cuts.
struct Placement {
  /// The thresholds.
  private(set) var thresholds: [Double]
  /// The range of each threshold with the others fixed.
  var ranges: [ClosedRange<Double>] {
    thresholds.indices.map { lines.range($0, neighbours($0)) }
  }
  /// The smallest scaled distance from a threshold to a relevant value.
  var slack: Double {
    thresholds.indices.map { lines.slack(thresholds[$0], $0, neighbours($0)) }.min() ?? .infinity
  }

  private let lines: CostLines
  private var cuts: [Int]

  /// The number of rounds over all thresholds; one that moves may make room for another.
  private static let maximumRounds = 8
  /// The share of its slack that a threshold gives up for a round number.
  private static let roundingShare = 0.01
  /// 256 units in the last place: an allowance for rounding errors.
  private static let tolerance = 0x1p-44

  /// Places one threshold after the other at a round number near the middle of its range.
  ///
  /// No item's cost changes, as each threshold moves only within its range.
  init(_ lines: CostLines, cuts: [Int], _ preference: ThresholdProblem.Preference) {
    self.lines = lines
    self.cuts = cuts
    thresholds = lines.search.problem.axes.indices.map { axis in
      let neighbours = lines.neighbours(axis, at: [cuts[axis]], cuts)[0]
      return lines.best(axis, at: cuts[axis], neighbours).threshold
    }
    for axis in thresholds.indices { move(axis, to: thresholds[axis]) }
    switch preference {
    case .lowest:
      placeInMiddle()
      keepCurrent(keeping: -.infinity)
    case .widest:
      let least = lines.smallestSlack(cuts) * (1 - Self.roundingShare - Self.tolerance)
      placeWidest(keeping: least)
      keepCurrent(keeping: least)
    }
  }

  private func neighbours(_ axis: Int) -> CostLines.Neighbours {
    lines.neighbours(axis, at: [cuts[axis]], cuts)[0]
  }

  private mutating func move(_ axis: Int, to threshold: Double) {
    thresholds[axis] = threshold
    cuts[axis] = lines.search.axes[axis].cut(at: threshold)
  }

  /// Places each at the roundest number of the middle half of its range.
  private mutating func placeInMiddle() {
    var isPlaced = thresholds.map { _ in false }
    for _ in 0..<Self.maximumRounds {
      let before = thresholds
      for axis in thresholds.indices {
        let neighbours = neighbours(axis)
        let inner = lines.middleHalf(axis, neighbours)
        if isPlaced[axis], inner.contains(thresholds[axis]) { continue }
        isPlaced[axis] = true
        move(axis, to: lines.threshold(RoundNumber.roundest(in: inner), axis, neighbours))
      }
      if thresholds == before { break }
    }
  }

  /// Places each at the roundest number near the middle of its range, if all keep the slack; otherwise
  /// near its position.
  private mutating func placeWidest(keeping least: Double) {
    var isPlaced = thresholds.map { _ in false }
    for _ in 0..<Self.maximumRounds {
      let before = thresholds
      for axis in thresholds.indices {
        let neighbours = neighbours(axis)
        let inner = lines.about(
          lines.middle(axis, neighbours), axis, neighbours, share: Self.roundingShare)
        if isPlaced[axis], inner.contains(thresholds[axis]) { continue }
        let round = lines.threshold(RoundNumber.roundest(in: inner), axis, neighbours)
        if !tryMoving(axis, to: round, keeping: least), !isPlaced[axis] {
          let near = lines.about(
            thresholds[axis], axis, neighbours, share: Self.roundingShare)
          let inside = near.clamped(to: lines.cell(axis, cuts[axis]))
          _ = tryMoving(axis, to: RoundNumber.roundest(in: inside), keeping: least)
        }
        isPlaced[axis] = true
      }
      if thresholds == before { break }
    }
  }

  /// Keeps the current threshold if its range is open on one side and that is as good, as there is no
  /// middle.
  private mutating func keepCurrent(keeping least: Double) {
    for axis in thresholds.indices {
      let bounds = lines.search.problem.axes[axis].bounds
      let range = lines.range(axis, neighbours(axis))
      let isOpen = range.lowerBound == bounds.lowerBound || range.upperBound == bounds.upperBound
      guard isOpen, let old = lines.search.problem.axes[axis].current,
        range.lowerBound < old, old < range.upperBound
      else { continue }
      _ = tryMoving(axis, to: old, keeping: least)
    }
  }

  /// Moves a threshold if all keep the slack.
  private mutating func tryMoving(
    _ axis: Int, to threshold: Double, keeping least: Double
  ) -> Bool {
    let before = self
    move(axis, to: threshold)
    if slack >= least { return true }
    self = before
    return false
  }
}
