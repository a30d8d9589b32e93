import PantographTestSupport
import PantographTuning
import Testing

@Suite struct `An error map` {
  @Test func `has the cost of each setting`() {
    var random = TestRandom(seed: 5)
    for seed in 0..<60 {
      let axes = 2 + seed % 3
      let problem = RandomProblem.make(
        axes: axes, items: 30, step: 0.5, noise: 0.2, seed: UInt64(seed))
      let thresholds = (0..<axes).map { _ in
        Double(Int.random(in: 0...20, using: &random)) / 2
      }
      // Thresholds at values and between them, of different number.
      let grids = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Double(Int.random(in: -2...42, using: &random)) / 4
        }.sorted()
      }
      let first = seed % axes
      let second = (first + 1 + seed / 7 % (axes - 1)) % axes
      let weights =
        seed % 2 == 0 ? nil : (0..<30).map { _ in Int.random(in: 0...3, using: &random) }
      let map = ErrorMap(
        problem, firstAxis: first, first: grids[0], secondAxis: second, second: grids[1],
        thresholds: thresholds, weights: weights)
      let tried = grids[1].map { row in
        grids[0].map { column in
          var setting = thresholds
          (setting[first], setting[second]) = (column, row)
          return zip(
            RandomProblem.costs(problem, setting), weights ?? [Int](repeating: 1, count: 30)
          )
          .reduce(0) { $0 + $1.0 * $1.1 }
        }
      }
      #expect(map.costs == tried, "\(seed)")
    }
  }
}
