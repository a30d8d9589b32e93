import PantographBase

/// Resamples whole groups of rows with replacement, to show how a result depends on the sample.
package struct Bootstrap: Hashable, Sendable {
  private let groups: RowGroups
  private let seed: UInt64

  /// Creates a bootstrap of rows; a row without a group is a group of its own.
  package init(groups: [String?], seed: UInt64 = 0) {
    self.groups = RowGroups(groups)
    self.seed = seed
  }

  /// Returns the weight of each row in a replicate: how often its group was drawn.
  ///
  /// It depends only on the seed and the replicate's number, so replicates can be computed in any
  /// order.
  package func weights(replicate: Int) -> [Int] {
    // Close seeds start the generator similarly; the first output of another generator scatters them.
    var start = SeededGenerator(seed: seed)
    var scattered = SeededGenerator(seed: start.next() ^ UInt64(replicate))
    var random = SeededGenerator(seed: scattered.next())
    var drawn = [Int](repeating: 0, count: groups.count)
    for _ in 0..<groups.count { drawn[random.below(groups.count)] += 1 }
    return groups.numbers.map { drawn[$0] }
  }

  /// Returns the interval that contains a share of the results, or `nil` without results.
  ///
  /// Percentiles are interpolated linearly, as in NumPy's `percentile`.
  ///
  /// - Parameters:
  ///   - results: a finite number for each replicate
  ///   - low: the share of results below the interval, from 0 to 1
  ///   - high: the share of results up to its end, not less
  package static func interval(
    of results: [Double], from low: Double = 0.025, to high: Double = 0.975
  ) -> ClosedRange<Double>? {
    guard !results.isEmpty else { return nil }
    let sorted = results.sorted()
    let start = quantile(sorted, low)
    // Rounding must not invert an interval of equal results.
    return start...max(start, quantile(sorted, high))
  }

  /// Returns the confidence interval of a range, or `nil` without results.
  ///
  /// It runs from the low percentile of the lower ends to the high percentile of the upper ends, so it
  /// contains at least 95 % of the whole ranges.
  package static func interval(of results: [ClosedRange<Double>]) -> ClosedRange<Double>? {
    guard let low = interval(of: results.map(\.lowerBound))?.lowerBound,
      let high = interval(of: results.map(\.upperBound))?.upperBound
    else { return nil }
    return low...max(low, high)
  }

  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let position = Double(sorted.count - 1) * share
    let index = min(max(Int(position), 0), sorted.count - 1)
    let (low, high) = (sorted[index], sorted[min(index + 1, sorted.count - 1)])
    // Equal or infinite ends need no interpolation.
    guard low < high else { return low }
    return low + (high - low) * (position - Double(index))
  }
}
