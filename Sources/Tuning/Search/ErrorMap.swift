/// The costs on a grid of two thresholds, for drawing; all other thresholds are fixed.
package struct ErrorMap: Hashable, Sendable {
  /// The thresholds of the columns, ascending.
  package let first: [Double]
  /// The thresholds of the rows, ascending.
  package let second: [Double]
  /// The cost of each setting: a row for each of the second thresholds.
  package let costs: [[Int]]

  /// Adds up the costs of items, visiting each item and each setting once.
  ///
  /// - Parameters:
  ///   - problem: the problem
  ///   - firstAxis: the axis of the columns
  ///   - first: its thresholds, ascending
  ///   - secondAxis: the axis of the rows, another one
  ///   - second: its thresholds, ascending
  ///   - thresholds: those of all axes; the two axes' own are ignored
  ///   - weights: the weight of each item; 1 by default
  package init(
    _ problem: ThresholdProblem, firstAxis: Int, first: [Double], secondAxis: Int,
    second: [Double], thresholds: [Double], weights: [Int]? = nil
  ) {
    precondition(firstAxis != secondAxis, "two axes")
    let (firstBit, secondBit) = (1 << firstAxis, 1 << secondAxis)
    // An item is above all thresholds before its position. The additional cost above the first, the
    // second or both is noted at its position; sums from the end give the share of each setting.
    var base = 0
    var columns = [Int](repeating: 0, count: first.count + 1)
    var rows = [Int](repeating: 0, count: second.count + 1)
    var both = [[Int]](repeating: columns, count: second.count + 1)
    let items = problem.items
    for item in items.indices {
      let weight = weights?[item] ?? 1
      var sides = 0
      for (number, axis) in problem.axes.enumerated()
      where number != firstAxis && number != secondAxis {
        if axis.isAbove(items.value(of: item, number), thresholds[number]) { sides |= 1 << number }
      }
      let column = problem.axes[firstAxis].count(of: first, below: items.value(of: item, firstAxis))
      let row = problem.axes[secondAxis].count(of: second, below: items.value(of: item, secondAxis))
      let cost = (
        items.cost(of: item, sides: sides), items.cost(of: item, sides: sides | firstBit),
        items.cost(of: item, sides: sides | secondBit),
        items.cost(of: item, sides: sides | firstBit | secondBit)
      )
      base += weight * cost.0
      columns[column] += weight * (cost.1 - cost.0)
      rows[row] += weight * (cost.2 - cost.0)
      both[row][column] += weight * (cost.3 - cost.1 - cost.2 + cost.0)
    }
    self.first = first
    self.second = second
    var costs = [[Int]](repeating: [Int](repeating: 0, count: first.count), count: second.count)
    var above = [Int](repeating: 0, count: first.count + 1)
    var rowSum = 0
    for row in second.indices.reversed() {
      rowSum += rows[row + 1]
      var (columnSum, sum) = (0, 0)
      for column in first.indices.reversed() {
        columnSum += columns[column + 1]
        sum += both[row + 1][column + 1]
        above[column] += sum
        costs[row][column] = base + rowSum + columnSum + above[column]
      }
    }
    self.costs = costs
  }
}

extension ThresholdProblem.Axis {
  /// Returns the number of ascending thresholds that a value is above.
  fileprivate func count(of thresholds: [Double], below value: Double) -> Int {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(value, thresholds[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
