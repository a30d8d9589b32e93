/// A source of chance that says the same again when it is asked again.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014), with its published constants.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator; the same seed gives the same numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number that is normally distributed about zero with a deviation of one, but for its far ends.
  public mutating func normal() -> Double {
    // The sum of twelve evenly distributed numbers has a variance of one; it never exceeds 6.
    (0..<12).reduce(-6.0) { sum, _ in sum + share() }
  }

  /// A number from 0 up to but not including 1, evenly distributed.
  public mutating func share() -> Double {
    // The upper 53 bits, as many as a double holds.
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A whole number from 0 up to but not including a limit, as evenly distributed as 64 bits can.
  public mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
