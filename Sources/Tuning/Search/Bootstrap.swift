import Quantities

/// Drawing whole groups of rows with replacement, to see what a result owes to who happened to be there.
public struct Bootstrap: Hashable, Sendable {
  private let groups: RowGroups
  private let seed: UInt64

  /// Makes a bootstrap of rows; a row without a group is one by itself.
  public init(groups: [String?], seed: UInt64 = 0) {
    self.groups = RowGroups(groups)
    self.seed = seed
  }

  /// How often each row counts in a replicate: as often as its group was drawn.
  ///
  /// It depends on the seed and the number alone, so replicates can be drawn in any order.
  public func weights(replicate: Int) -> [Int] {
    // Seeds that are close together start the generator on the same way; the first output of another
    // one is anywhere.
    var start = SeededGenerator(seed: seed)
    var scattered = SeededGenerator(seed: start.next() ^ UInt64(replicate))
    var random = SeededGenerator(seed: scattered.next())
    var drawn = [Int](repeating: 0, count: groups.count)
    for _ in 0..<groups.count { drawn[random.below(groups.count)] += 1 }
    return groups.numbers.map { drawn[$0] }
  }

  /// Between which values a share of the results lies, by linear interpolation as NumPy's `percentile`
  /// does; nothing where there are no results.
  ///
  /// - Parameters:
  ///   - results: a number for each replicate; all are finite
  ///   - low: the share of results below the interval, from 0 to 1
  ///   - high: the share of results up to its end, not less
  public static func interval(
    of results: [Double], from low: Double = 0.025, to high: Double = 0.975
  ) -> ClosedRange<Double>? {
    guard !results.isEmpty else { return nil }
    let sorted = results.sorted()
    let start = quantile(sorted, low)
    // Rounding must not turn an interval of equal results around.
    return start...max(start, quantile(sorted, high))
  }

  /// The confidence interval of a range: from the low percentile of its lower ends to the high percentile
  /// of its upper ends, so that it contains at least 95 % of the whole ranges; nothing where there are none.
  public static func interval(of results: [ClosedRange<Double>]) -> ClosedRange<Double>? {
    guard let low = interval(of: results.map(\.lowerBound))?.lowerBound,
      let high = interval(of: results.map(\.upperBound))?.upperBound
    else { return nil }
    return low...max(low, high)
  }

  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let position = Double(sorted.count - 1) * share
    let index = min(max(Int(position), 0), sorted.count - 1)
    let (low, high) = (sorted[index], sorted[min(index + 1, sorted.count - 1)])
    // Between ends that are open there is nothing to interpolate.
    guard low < high else { return low }
    return low + (high - low) * (position - Double(index))
  }
}
