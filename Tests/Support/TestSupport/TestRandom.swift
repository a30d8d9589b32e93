/// A deterministic random number generator for tests (a 64-bit linear congruential generator, Knuth's MMIX).
package struct TestRandom: RandomNumberGenerator {
  private var state: UInt64
  /// Creates a generator; the same seed gives the same numbers.
  package init(seed: UInt64) { state = seed }
  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
