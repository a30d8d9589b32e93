import PantographTestSupport
import Testing

import PantographTuning

@Suite struct `A round number` {
  @Test(arguments: [
    (0.36, 0.47, 0.4), (0.41, 0.47, 0.44), (0.419, 0.422, 0.42), (7, 14, 10), (0.8, 1.7, 1),
    (-0.47, -0.36, -0.4), (-1, 1, 0), (0, 3, 0), (123, 127, 125), (149, 251, 200),
    (1_234_000, 1_236_000, 1_235_000), (0.3, 0.3, 0.3), (2.9e-9, 3.2e-9, 3e-9),
    (9.3e20, 9.9e20, 9.6e20), (98, 103, 100), (0.75, 2.25, 1), (-2.25, -0.75, -2),
  ])
  func `is the shortest in a range, closest to its middle`(
    low: Double, high: Double, round: Double
  ) {
    #expect(RoundNumber.roundest(in: low...high) == round)
  }

  @Test func `is shortest as text in the range`() {
    var random = TestRandom(seed: 3)
    for _ in 0..<300 {
      let ends = [
        Double.random(in: -50...50, using: &random), .random(in: -50...50, using: &random),
      ]
      .sorted()
      let found = RoundNumber.roundest(in: ends[0]...ends[1])
      #expect(ends[0] <= found && found <= ends[1])
      // Written with one digit less, none is in the range.
      let digits = 6
      let unit = (0...digits).map { [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][$0] }
      guard
        let decimals = unit.first(where: { (found * Double($0)).rounded() / Double($0) == found })
      else { continue }
      if decimals > 1 {
        let coarser = Double(decimals) / 10
        #expect((ends[0] * coarser).rounded(.up) / coarser > ends[1])
      }
    }
  }

  @Test func `is the middle where doubles have no room`() {
    #expect((1...1.0.nextUp).contains(RoundNumber.roundest(in: 1...1.0.nextUp)))
    let far = Double.greatestFiniteMagnitude
    #expect(RoundNumber.roundest(in: -far...far) == 0)
    #expect((far / 2...far).contains(RoundNumber.roundest(in: far / 2...far)))
    let small = Double.leastNonzeroMagnitude
    #expect((small...2 * small).contains(RoundNumber.roundest(in: small...2 * small)))
  }
}
