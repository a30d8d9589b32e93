import PantographTestSupport
import PantographTuning
import Testing

@Suite struct `A search for settings` {
  /// The smallest step: an eighth of the grid's step is halved four times, the first time at once.
  private static let lastStep = 1.0 / 128

  private func setting(
    _ bounds: ClosedRange<Double>, from start: Double
  ) -> SettingSearch.Setting {
    .init(name: "x", bounds: bounds, start: start)
  }

  private func search(
    _ settings: SettingSearch.Setting..., worth: ([Double]) -> SettingSearch.Worth?
  ) -> (best: SettingSearch.Trial?, trials: [SettingSearch.Trial]) {
    var search = SettingSearch(settings)
    let best = search.run(worth)
    #expect(search.best == best)
    for trial in search.trials {
      for (setting, value) in zip(settings, trial.values) {
        #expect(setting.bounds.contains(value), "\(trial)")
      }
    }
    #expect(Set(search.trials.map(\.values)).count == search.trials.count)
    var again = SettingSearch(settings)
    _ = again.run(worth)
    #expect(again.trials == search.trials)
    return (best, search.trials)
  }

  @Test(arguments: 0..<24)
  func `finds the step of a function within its own last step`(seed: UInt64) throws {
    var chance = TestRandom(seed: seed)
    let low = Double.random(in: -50...50, using: &chance)
    let widths: [Double] = [0.03, 1, 7, 2000]
    let width = widths.randomElement(using: &chance) ?? 1
    let optimum = low + width * .random(in: 0...1, using: &chance)
    // The further off, the higher the cost: a step for every fiftieth of the width.
    func cost(_ values: [Double]) -> Int { Int(abs(values[0] - optimum) / width * 50) }
    let start = low + width * Double.random(in: 0...1, using: &chance)
    let (best, trials) = search(
      setting(low...(low + width), from: start)
    ) { .init(cost: cost($0), slack: 0) }
    let found = try #require(best)
    #expect(found.worth.cost == 0)
    #expect(abs(found.values[0] - optimum) <= width / 50 + width / 1000)
    #expect(trials.count < 30)
  }

  @Test(arguments: 0..<24)
  func `finds the widest optimum within its last step, of one setting and of two`(
    seed: UInt64
  ) {
    var chance = TestRandom(seed: seed)
    let bounds = [0.0...10, -3 ... -2.5]
    let optimum = bounds.map { Double.random(in: $0, using: &chance) }
    let starts = bounds.map { Double.random(in: $0, using: &chance) }
    // Each alone: it is a search along each, which a diagonal valley would mislead.
    func slack(_ values: [Double]) -> Double {
      values.indices.reduce(0) { sum, index in
        let width = bounds[index].upperBound - bounds[index].lowerBound
        return sum - abs(values[index] - optimum[index]) / width
      }
    }
    let one = search(setting(bounds[0], from: starts[0])) {
      .init(cost: 1000, slack: -abs($0[0] - optimum[0]))
    }.best
    let two = search(setting(bounds[0], from: starts[0]), setting(bounds[1], from: starts[1])) {
      .init(cost: 1000, slack: slack($0))
    }.best
    #expect(one?.values.count == 1 && two?.values.count == 2)
    for values in [one?.values ?? [], two?.values ?? []] {
      for (index, value) in values.enumerated() {
        let width = bounds[index].upperBound - bounds[index].lowerBound
        // The nearer of two points a step apart, and as much as tidy numbers are off.
        #expect(abs(value - optimum[index]) <= (Self.lastStep / 2 + 0.001) * width)
      }
    }
  }

  @Test func `tries the current values first, and keeps them where nothing is better`() throws {
    let (best, trials) = search(setting(1...4, from: 1.6), setting(0...1, from: 0.5)) { _ in
      .init(cost: 2000, slack: 0.25)
    }
    #expect(trials.first?.values == [1.6, 0.5] && best == trials.first)
    #expect(trials.count > 20)
    // However many digits it was given with.
    for start in [2.0 / 3, 0.123_456_789, 1e-9] {
      let (best, trials) = search(setting(0...1, from: start)) { values in
        .init(cost: values == [start] ? 0 : 1000, slack: 0)
      }
      #expect(trials.first?.values == [start] && best?.values == [start])
    }
  }

  @Test func `begins at the nearer end if the current value is out of range`() throws {
    for (start, first) in [(0.2, 1.0), (9, 4), (1, 1), (4, 4)] {
      let (_, trials) = search(setting(1...4, from: start)) { _ in .init(cost: 0, slack: 0) }
      #expect(trials.first?.values == [first])
    }
  }

  @Test func `goes to the ends, and not beyond`() throws {
    for end in [-5.0, 3] {
      let best = search(setting(-5...3, from: 0.5)) { .init(cost: 0, slack: -abs($0[0] - end)) }
        .best
      #expect(best?.values == [end])
    }
    // No room at all: there is one point.
    let (best, trials) = search(setting(2...2, from: 5)) { _ in .init(cost: 0, slack: 0) }
    #expect(best?.values == [2] && trials.count == 1)
    // Nor where there is hardly any.
    let tiny = search(setting(0...Double.leastNonzeroMagnitude, from: 0)) { _ in
      .init(cost: 0, slack: 0)
    }
    #expect(tiny.best?.values == [0])
  }

  @Test func `prefers a lower cost to a larger slack, and the first among equals`() throws {
    let best = search(setting(0...8, from: 4)) { values in
      // Dear and wide to the left, cheap and narrow to the right; from 6 on all are the same.
      values[0] < 6 ? .init(cost: 1000, slack: 9) : .init(cost: 0, slack: 0.1)
    }.best
    #expect(best?.values == [6])
  }

  @Test func `skips unusable points`() throws {
    let (best, trials) = search(setting(0...8, from: 1)) { values in
      values[0] < 3 ? nil : .init(cost: 0, slack: -values[0])
    }
    #expect(abs((best?.values[0] ?? 0) - 3) <= 8 * Self.lastStep + 0.01)
    #expect(trials.allSatisfy { $0.values[0] >= 3 })
    #expect(search(setting(0...8, from: 1)) { _ in nil }.best == nil)
  }

  @Test func `stops at the first error`() {
    struct Mistake: Error {}
    var count = 0
    var search = SettingSearch([setting(0...1, from: 0)])
    #expect(throws: Mistake.self) {
      try search.run { _ throws(Mistake) -> SettingSearch.Worth? in
        count += 1
        guard count < 3 else { throw Mistake() }
        return .init(cost: 0, slack: 0)
      }
    }
    #expect(count == 3)
  }

  /// Numbers as a person would write them have no more digits than mean something.
  @Test(
    arguments: [
      (1...4, -3), (0...1, -3), (0.1...0.9, -4), (1...8, -3), (0...10, -2), (-300...700, 0),
      (0...20_000, 1), (5...5.004, -6),
    ] as [(ClosedRange<Double>, Int)])
  func `writes numbers with no more digits than a thousandth of the width has`(
    bounds: ClosedRange<Double>, exponent: Int
  ) throws {
    let width = bounds.upperBound - bounds.lowerBound
    for share in [0.0, 0.123_456_789, 0.5, 1.0 / 3, 0.7, 0.999, 1] {
      let optimum = bounds.lowerBound + share * width
      let best = try #require(
        search(setting(bounds, from: bounds.lowerBound)) {
          .init(cost: 0, slack: -abs($0[0] - optimum))
        }.best)
      let value = best.values[0]
      let unit = try #require(Double("1e\(exponent)"))
      // Among all doubles it is the one that the digits are read as.
      #expect(value == Double("\(Int((value / unit).rounded()))e\(exponent)"))
    }
  }
}
