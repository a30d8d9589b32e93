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

/// Parts of rows that are left out in turn, to validate thresholds on unseen rows.
///
/// Groups are never split: a group is left out as a whole.
package struct Folds: Hashable, Sendable {
  /// The number of parts.
  package let count: Int
  /// The part of each row, from 0.
  package let parts: [Int]

  /// Distributes groups to parts of similar size and similar class frequencies.
  ///
  /// The largest groups come first. Each goes where it adds least to the squares of the parts' shares
  /// of all rows and of each class. The seed decides only the order among groups of equal size. If
  /// there are no more groups than parts, each group is a part.
  ///
  /// - Parameters:
  ///   - groups: the group of each row; a row without one is a group of its own
  ///   - classes: the class of each row, from 0
  ///   - count: the number of parts, at least 1
  ///   - seed: the seed of the random order
  package init(groups: [String?], classes: [Int], count: Int, seed: UInt64 = 0) {
    precondition(groups.count == classes.count, "a class for each row")
    precondition(count > 0, "at least one part")
    let rows = RowGroups(groups)
    guard count < rows.count else {
      self.count = rows.count
      parts = rows.numbers
      return
    }
    // The last column counts all classes.
    let columns = (classes.max() ?? 0) + 2
    var contents = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows.count)
    for (group, kind) in zip(rows.numbers, classes) {
      contents[group][kind] += 1
      contents[group][columns - 1] += 1
    }
    let totals = (0..<columns).map { column in contents.reduce(0) { $0 + $1[column] } }

    var random = SeededGenerator(seed: seed)
    let lots = (0..<rows.count).map { _ in random.next() }
    let order = (0..<rows.count).sorted { (first: Int, second: Int) -> Bool in
      let sizes = (contents[first][columns - 1], contents[second][columns - 1])
      return sizes.0 != sizes.1
        ? sizes.0 > sizes.1 : (lots[first], first) < (lots[second], second)
    }
    var dealt = [[Int]](repeating: [Int](repeating: 0, count: columns), count: count)
    var partOfGroup = [Int](repeating: 0, count: rows.count)
    for group in order {
      let added = dealt.map { part in
        (0..<columns).reduce(0.0) { sum, column in
          guard totals[column] > 0 else { return sum }
          let (has, more) = (Double(part[column]), Double(contents[group][column]))
          let total = Double(totals[column])
          return sum + more * (2 * has + more) / (total * total)
        }
      }
      let part = added.indices.min { (added[$0], $0) < (added[$1], $1) } ?? 0
      partOfGroup[group] = part
      for column in 0..<columns { dealt[part][column] += contents[group][column] }
    }
    self.count = count
    parts = rows.numbers.map { partOfGroup[$0] }
  }

  /// Returns the weight of each row with a part left out: 0 or 1.
  package func weights(without part: Int) -> [Int] {
    parts.map { $0 == part ? 0 : 1 }
  }
}
