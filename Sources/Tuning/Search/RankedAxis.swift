/// A threshold that is looked for, with the values that it can lie between in order.
///
/// Values are known by their ranks, and a threshold by its cut: the number of values that are below
/// it. Values of items that cost the same on either side of this threshold, however they lie to the
/// others, are left out: no cut is needed for them.
struct RankedAxis: Sendable {
  /// The threshold.
  let axis: ThresholdProblem.Axis
  /// The different values, ascending.
  let values: [Double]
  /// The numbers of the items that it can matter to, by their values.
  let order: [Int32]
  /// Where the items of each rank begin in the order; one more than there are values.
  let starts: [Int32]
  /// The cuts that the bounds allow.
  let cuts: ClosedRange<Int>

  /// The items of a rank.
  func items(at rank: Int) -> ArraySlice<Int32> {
    order[Int(starts[rank])..<Int(starts[rank + 1])]
  }

  /// Ranks the values of the items to which a threshold can matter, numbered as they are.
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
    // Any cut between those of the two bounds has a threshold between the two bounds: a value's own.
    let bounds = axis.bounds
    cuts = axis.cut(bounds.lowerBound, among: values)...axis.cut(bounds.upperBound, among: values)
  }

  /// The cut that a threshold makes.
  func cut(at threshold: Double) -> Int { axis.cut(threshold, among: values) }
}

extension ThresholdProblem.Axis {
  /// Whether a value is above a threshold.
  func isAbove(_ value: Double, _ threshold: Double) -> Bool {
    value > threshold || tiesAreAbove && value == threshold
  }

  /// How many of the ascending values are below a threshold.
  fileprivate func cut(_ threshold: Double, among values: [Double]) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(values[middle], threshold) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
