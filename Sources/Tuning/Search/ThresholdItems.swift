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
