/// A random number generator that repeats its sequence for the same seed.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014), with its published constants.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; the same seed gives the same numbers.
  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Returns a normally distributed number with mean 0 and deviation 1, except for its far tails.
  package mutating func normal() -> Double {
    // The sum of twelve uniform numbers has a variance of one; it never exceeds 6.
    (0..<12).reduce(-6.0) { sum, _ in sum + share() }
  }

  /// Returns a uniform number from 0 up to but not including 1.
  package mutating func share() -> Double {
    // The upper 53 bits, the precision of `Double`.
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// Returns an integer from 0 up to but not including `limit`, as uniform as 64 bits allow.
  package mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
