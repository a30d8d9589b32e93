import Quantities
import Testing

@Suite struct `A seeded generator` {
  @Test func `draws whole numbers below a limit, each as often`() {
    var chance = SeededGenerator(seed: 1)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<7000 { counts[chance.below(7)] += 1 }
    // A deviation of 29; five of them.
    #expect(counts.allSatisfy { abs($0 - 1000) < 147 })
    #expect(chance.below(1) == 0)
  }
}
