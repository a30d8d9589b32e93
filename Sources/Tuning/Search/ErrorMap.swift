/// What a grid of two thresholds costs, for drawing; all other thresholds stay where they are.
public struct ErrorMap: Hashable, Sendable {
  /// The thresholds from left to right, ascending.
  public let first: [Double]
  /// The thresholds of the rows, ascending.
  public let second: [Double]
  /// What each setting costs: a row for each of the second thresholds.
  public let costs: [[Int]]

  /// Adds up what items cost, each once and each setting once.
  ///
  /// - Parameters:
  ///   - problem: the problem
  ///   - firstAxis: the axis from left to right
  ///   - first: its thresholds, ascending
  ///   - secondAxis: the axis from row to row, another one
  ///   - second: its thresholds, ascending
  ///   - thresholds: those of all axes; those of the two are not looked at
  ///   - weights: how often each item counts; once where nothing is given
  public init(
    _ problem: ThresholdProblem, firstAxis: Int, first: [Double], secondAxis: Int,
    second: [Double], thresholds: [Double], weights: [Int]? = nil
  ) {
    precondition(firstAxis != secondAxis, "two axes")
    let (firstBit, secondBit) = (1 << firstAxis, 1 << secondAxis)
    // An item is above all thresholds before its place. Where it is above the first, the second or
    // both, what it costs more is noted at its place; sums from the end on tell each setting's part.
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
  /// How many of the ascending thresholds a value is above.
  fileprivate func count(of thresholds: [Double], below value: Double) -> Int {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(value, thresholds[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
