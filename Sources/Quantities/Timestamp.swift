/// An instant on the clock of a recording or a device, in whole microseconds.
///
/// Only differences mean anything: a recording may count from its start, from boot or from 1970.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's own zero.
  public var microseconds: Int64

  /// Makes the instant this many microseconds after the clock's zero.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether the left instant comes first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The seconds from the right instant to the left one.
  public static func - (later: Timestamp, earlier: Timestamp) -> Double {
    // Subtracting as integers keeps microseconds exact; only absurd clocks, centuries apart, wrap.
    Double(later.microseconds &- earlier.microseconds) / 1_000_000
  }

  /// The instant this many microseconds later.
  public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: self.microseconds &+ microseconds)
  }

  /// The first whole microsecond that is at least this many seconds later.
  ///
  /// Rounding up means that what lasts for the given time is over by the instant returned.
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    // A last digit too many, as sums of seconds have it, is no microsecond.
    let microseconds = (seconds * 1_000_000 * (1 - 1e-15)).rounded(.up)
    return advanced(byMicroseconds: Int64(exactly: microseconds) ?? .max / 4)
  }
}
