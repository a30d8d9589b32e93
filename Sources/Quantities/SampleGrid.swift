/// The instants at which something is looked at: a start, and then a fixed number each second.
///
/// Every instant is computed from its number, so that no error accumulates.
public struct SampleGrid: Hashable, Sendable {
  /// The instant with the number 0.
  public let start: Timestamp
  /// How many instants there are in a second.
  public let rate: Double

  /// Makes a grid; the rate is in instants per second and above zero.
  public init(start: Timestamp, rate: Double) {
    precondition(rate > 0 && rate.isFinite, "a sample grid needs a rate above zero")
    self.start = start
    self.rate = rate
  }

  /// The instant with this number, rounded to a microsecond.
  public subscript(number: Int64) -> Timestamp {
    start.advanced(byMicroseconds: Int64((Double(number) * 1_000_000 / rate).rounded()))
  }

  /// The number of the first instant that is at or after this one.
  public func number(atOrAfter time: Timestamp) -> Int64 {
    var number = Int64(((time - start) * rate).rounded(.down))
    // The division may land a step off at a microsecond's edge.
    while self[number] >= time { number -= 1 }
    while self[number] < time { number += 1 }
    return number
  }
}
