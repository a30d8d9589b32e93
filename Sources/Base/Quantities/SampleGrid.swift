/// Equally spaced sampling instants: a start, and a fixed number per second.
///
/// Every instant is computed from its index, so that no error accumulates.
package struct SampleGrid: Hashable, Sendable {
  /// The instant with index 0.
  package let start: Timestamp
  /// The number of instants per second.
  package let rate: Double

  /// Creates a grid; the rate is in instants per second and above zero.
  package init(start: Timestamp, rate: Double) {
    precondition(rate > 0 && rate.isFinite, "a sample grid needs a rate above zero")
    self.start = start
    self.rate = rate
  }

  /// The instant with an index, rounded to a microsecond.
  @inlinable package subscript(number: Int64) -> Timestamp {
    start.advanced(byMicroseconds: Int64((Double(number) * 1_000_000 / rate).rounded()))
  }

  /// Returns the index of the first instant at or after `time`.
  @inlinable package func number(atOrAfter time: Timestamp) -> Int64 {
    var number = Int64(((time - start) * rate).rounded(.down))
    // The division may be off by one because of rounding to microseconds.
    while self[number] >= time { number -= 1 }
    while self[number] < time { number += 1 }
    return number
  }
}
