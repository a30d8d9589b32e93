/// A threshold to search for, with the values that it can separate in order.
///
/// Values are identified by rank, and a threshold by its cut: the number of values below it. Items
/// whose cost never depends on this threshold are left out, as no cut is needed for them.
struct RankedAxis: Sendable {
  /// The threshold.
  let axis: ThresholdProblem.Axis
  /// The distinct values, ascending.
  let values: [Double]
  /// The numbers of the relevant items, ordered by value.
  let order: [Int32]
  /// The start of each rank's items in the order; one more than there are values.
  let starts: [Int32]
  /// The cuts within the bounds.
  let cuts: ClosedRange<Int>

  /// Returns the items of a rank.
  func items(at rank: Int) -> ArraySlice<Int32> {
    order[Int(starts[rank])..<Int(starts[rank + 1])]
  }

  /// Ranks the values of the relevant items, which keep their numbers.
  init(_ axis: ThresholdProblem.Axis, _ items: consuming [(number: Int32, value: Double)]) {
    var sorted = items
    sorted.sort { ($0.value, $0.number) < ($1.value, $1.number) }
    var (values, starts): ([Double], [Int32]) = ([], [])
    for (index, item) in sorted.enumerated() where values.last != item.value {
      values.append(item.value)
      starts.append(Int32(index))
    }
    self.axis = axis
    self.values = values
    starts.append(Int32(sorted.count))
    self.starts = starts
    order = sorted.map(\.number)
    // Every cut between those of the bounds has a threshold within the bounds: a value itself.
    let bounds = axis.bounds
    cuts = axis.cut(bounds.lowerBound, among: values)...axis.cut(bounds.upperBound, among: values)
  }

  /// Returns the cut of a threshold.
  func cut(at threshold: Double) -> Int { axis.cut(threshold, among: values) }
}

extension ThresholdProblem.Axis {
  /// Returns whether a value is above a threshold.
  func isAbove(_ value: Double, _ threshold: Double) -> Bool {
    value > threshold || tiesAreAbove && value == threshold
  }

  /// Returns the number of ascending values below a threshold.
  fileprivate func cut(_ threshold: Double, among values: [Double]) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(values[middle], threshold) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
