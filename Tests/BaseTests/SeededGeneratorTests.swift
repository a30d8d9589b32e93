import PantographBase
import Testing

@Suite struct `A seeded generator` {
  @Test func `draws integers below a limit uniformly`() {
    var chance = SeededGenerator(seed: 1)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<7000 { counts[chance.below(7)] += 1 }
    // Five standard deviations of 29.
    #expect(counts.allSatisfy { abs($0 - 1000) < 147 })
    #expect(chance.below(1) == 0)
  }
}
