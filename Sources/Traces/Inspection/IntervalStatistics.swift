/// The intervals between reports: their median and the median deviation from it.
///
/// Intervals are counted by whole microseconds, which bounds the memory.
struct IntervalStatistics {
  /// The longest interval that counts, in microseconds; longer ones are pauses.
  private static let limit: Int64 = 250_000

  private var counts: [Int64: Int] = [:]

  mutating func add(microseconds: Int64) {
    guard microseconds > 0, microseconds <= Self.limit else { return }
    counts[microseconds, default: 0] += 1
  }

  /// The median in microseconds; `nil` without intervals.
  var median: Double? { Self.median(of: counts.map { (Double($0.key), $0.value) }) }

  /// The median deviation from the median, in microseconds.
  var medianDeviation: Double? {
    guard let median else { return nil }
    return Self.median(of: counts.map { ((Double($0.key) - median).magnitude, $0.value) })
  }

  /// Returns the median of values with their counts: the middle one, or the mean of the two middle ones.
  private static func median(of values: [(value: Double, count: Int)]) -> Double? {
    let total = values.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let rising = values.sorted { $0.value < $1.value }
    func value(at index: Int) -> Double {
      var passed = 0
      for (value, count) in rising {
        passed += count
        if index < passed { return value }
      }
      return 0
    }
    return (value(at: (total - 1) / 2) + value(at: total / 2)) / 2
  }
}
