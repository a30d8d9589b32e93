/// An instant on the clock of a recording or a device, in whole microseconds.
///
/// Only differences are meaningful: a recording may count from its start, from boot or from 1970.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's zero.
  public var microseconds: Int64

  /// Creates the instant this many microseconds after the clock's zero.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Seconds since the clock's zero.
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  /// Returns whether the left instant is earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Returns the seconds from the right instant to the left one.
  public static func - (later: Timestamp, earlier: Timestamp) -> Double {
    // Integer subtraction is exact; it wraps only for clocks that are centuries apart.
    Double(later.microseconds &- earlier.microseconds) / 1_000_000
  }

  /// Returns the instant this many microseconds later.
  public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: self.microseconds &+ microseconds)
  }

  /// The first whole millisecond that is not before it, for an instant that is not before the clock's zero.
  package var roundedUpToMilliseconds: Timestamp {
    Timestamp(microseconds: (microseconds + 999) / 1000 * 1000)
  }

  /// Returns the first whole microsecond that is at least this many seconds later.
  ///
  /// Rounding up means that a duration has passed by the instant returned.
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    // Rounding errors in sums of seconds must not add a microsecond.
    let microseconds = (seconds * 1_000_000 * (1 - 1e-15)).rounded(.up)
    return advanced(byMicroseconds: Int64(exactly: microseconds) ?? .max / 4)
  }
}

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
    // As `rounded()`, which calls a function of libm.
    let exact = Double(number) * 1_000_000 / rate
    let whole = Int64(exact)
    let rest = exact - Double(whole)
    return start.advanced(byMicroseconds: whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0))
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
