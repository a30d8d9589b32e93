import PantographBase

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
  package init(
    _ problem: ThresholdProblem, firstAxis: Int, first: [Double], secondAxis: Int,
    second: [Double], thresholds: [Double]
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
      var sides = 0
      for (number, axis) in problem.axes.enumerated()
      where number != firstAxis && number != secondAxis {
        if axis.isAbove(items.value(of: item, number), thresholds[number]) { sides |= 1 << number }
      }
      let values = (items.value(of: item, firstAxis), items.value(of: item, secondAxis))
      let column = first.partitioningIndex { !problem.axes[firstAxis].isAbove(values.0, $0) }
      let row = second.partitioningIndex { !problem.axes[secondAxis].isAbove(values.1, $0) }
      let cost = (
        items.cost(of: item, sides: sides), items.cost(of: item, sides: sides | firstBit),
        items.cost(of: item, sides: sides | secondBit),
        items.cost(of: item, sides: sides | firstBit | secondBit)
      )
      base += cost.0
      columns[column] += cost.1 - cost.0
      rows[row] += cost.2 - cost.0
      both[row][column] += cost.3 - cost.1 - cost.2 + cost.0
    }
    self.first = first
    self.second = second
    var costs = [[Int]](repeating: [Int](repeating: 0, count: first.count), count: second.count)
    var bothSums = [Int](repeating: 0, count: first.count + 1)
    var rowSum = 0
    for row in second.indices.reversed() {
      rowSum += rows[row + 1]
      var columnSum = 0
      var sum = 0
      for column in first.indices.reversed() {
        columnSum += columns[column + 1]
        sum += both[row + 1][column + 1]
        bothSums[column] += sum
        costs[row][column] = base + rowSum + columnSum + bothSums[column]
      }
    }
    self.costs = costs
  }
}

/// Round numbers, as people write them.
package enum RoundNumber {
  /// Returns the number in a range with the fewest decimals, or with the most trailing zeros.
  ///
  /// Among equally round numbers it is the one closest to the middle, and of two at the same distance
  /// the lower. A range too narrow for a rounder number gives its middle.
  package static func roundest(in range: ClosedRange<Double>) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    // Halves, as the sum of two large numbers may overflow.
    let middle = low / 2 + high / 2
    if low == high || range.contains(0) { return low == high ? low : 0 }
    // 0.30103 is log₁₀ 2; this gives the first power of ten above both ends.
    var power = Int(
      (Double(max(low.magnitude, high.magnitude).exponent + 1) * 0.30103).rounded(.up))
    // Above 2^53 not every whole number is a double.
    while let unit = Double("1e\(power)"), unit > 0, (middle / unit).magnitude < 0x1p53 {
      let count = Int((middle / unit).rounded(.down))
      let below = multiple(count, power)
      let above = multiple(count + 1, power)
      let nearest = middle - below <= above - middle ? below : above
      if range.contains(nearest) { return nearest }
      power -= 1
    }
    return range.contains(middle) ? middle : low
  }

  /// Returns the closest number of one digit that is not below a number, or not above it.
  ///
  /// - Parameters:
  ///   - number: a finite number.
  ///   - side: `.up` or `.down`.
  static func beyond(_ number: Double, _ side: FloatingPointRoundingRule) -> Double {
    var power = Int((Double(number.magnitude.exponent + 1) * 0.30103).rounded(.up))
    while let unit = Double("1e\(power)"), unit > 0, number != 0 {
      if unit <= number.magnitude { return multiple(Int((number / unit).rounded(side)), power) }
      power -= 1
    }
    return number
  }

  /// The double closest to a multiple of a power of ten, as a file would be read.
  private static func multiple(_ count: Int, _ power: Int) -> Double {
    Double("\(count)e\(power)") ?? .infinity
  }
}
