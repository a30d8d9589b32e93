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
      let map = ErrorMap(
        problem, firstAxis: first, first: grids[0], secondAxis: second, second: grids[1],
        thresholds: thresholds)
      let tried = grids[1].map { row in
        grids[0].map { column in
          var setting = thresholds
          (setting[first], setting[second]) = (column, row)
          return RandomProblem.costs(problem, setting).reduce(0, +)
        }
      }
      #expect(map.costs == tried, "\(seed)")
    }
  }
}
