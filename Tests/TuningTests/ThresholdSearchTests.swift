import PantographTestSupport
import PantographTuning
import Testing

@Suite struct `A search for thresholds` {
  /// 500 problems of up to three thresholds, small enough to try all there is.
  static let problems: [ThresholdProblem] = (0..<500).map { seed in
    let axes = seed < 200 ? 1 : seed < 400 ? 2 : 3
    return RandomProblem.make(
      axes: axes, items: [0, 18, 12, 8][axes] - seed % 3, step: [0.01, 0.5, 1][seed % 3],
      noise: [0, 0.1, 0.3][seed / 3 % 3], seed: UInt64(seed))
  }

  /// Each with all its best settings, the lowest first.
  static let solved = problems.map { (problem: $0, best: RandomProblem.best($0)) }

  @Test(arguments: ThresholdProblem.Preference.allCases)
  func `finds the result of an exhaustive search`(preference: ThresholdProblem.Preference) {
    for (seed, (problem, best)) in Self.solved.enumerated() {
      let solution = problem.solve(preference)
      #expect(solution.cost == best.cost, "\(seed)")
      #expect(solution.lowerBound == best.cost, "\(seed)")
      #expect(solution.method == .exact, "\(seed)")
      #expect(problem.cost(of: solution.thresholds) == best.cost, "\(seed)")
      let areAllowed = zip(problem.axes, solution.thresholds).allSatisfy {
        $0.bounds.contains($1)
      }
      #expect(areAllowed, "\(seed)")
    }
  }

  @Test func `takes the lowest of the best`() {
    for (seed, (problem, best)) in Self.solved.enumerated() {
      let solution = problem.solve(.lowest)
      // Thresholds may differ where no item's cost does.
      #expect(
        RandomProblem.costs(problem, solution.thresholds)
          == RandomProblem.costs(problem, best.settings[0]), "\(seed)")
    }
  }

  @Test func `takes the widest of the best, and of equal ones the lowest`() {
    for (seed, (problem, best)) in Self.solved.enumerated() {
      let slacks = best.settings.map { TriedSlack.largest(problem, at: $0) }
      let largest = slacks.max() ?? 0
      let widest = zip(best.settings, slacks).first { $1 == largest }?.0
      #expect(
        widest.map { RandomProblem.costs(problem, $0) }
          == RandomProblem.costs(problem, problem.solve(.widest).thresholds), "\(seed)")
    }
  }

  /// The rounded thresholds keep 99 % of the largest smallest slack of any of the best.
  @Test func `gives up at most a hundredth of the slack for a round number`() {
    var rounded = 0
    for (seed, (problem, best)) in Self.solved.enumerated() {
      let largest = best.settings.map { TriedSlack.largest(problem, at: $0) }.max() ?? 0
      let solution = problem.solve(.widest)
      let slack = TriedSlack.smallest(problem, at: solution.thresholds)
      #expect(slack >= 0.99 * largest * (1 - 1e-9), "\(seed)")
      #expect(solution.slack == slack || abs(solution.slack - slack) < 1e-9, "\(seed)")
      rounded += solution.thresholds.count { ($0 * 100).rounded() / 100 == $0 }
    }
    #expect(rounded > 500, "\(rounded)")
  }

  @Test(arguments: ThresholdProblem.Preference.allCases)
  func `does not depend on the order of items`(preference: ThresholdProblem.Preference) {
    var random = TestRandom(seed: 1)
    for (seed, problem) in Self.problems.enumerated() {
      let solution = problem.solve(preference)
      #expect(problem.solve(preference) == solution, "\(seed)")
      let shuffled = ThresholdProblem(
        axes: problem.axes, items: problem.items.shuffled(using: &random))
      #expect(shuffled.solve(preference) == solution, "\(seed)")
    }
  }

  @Test(arguments: ThresholdProblem.Preference.allCases)
  func `counts an item as often as its weight says`(preference: ThresholdProblem.Preference) {
    var random = TestRandom(seed: 2)
    for (seed, problem) in Self.problems.enumerated() {
      let weights = problem.items.map { _ in Int.random(in: 0...2, using: &random) }
      let repeated = ThresholdProblem(
        axes: problem.axes,
        items: zip(problem.items, weights).flatMap { item, weight in
          Array(repeating: item, count: weight)
        })
      #expect(
        ThresholdSearch(problem).solve(preference, weights: weights)
          == repeated.solve(preference), "\(seed)")
    }
  }

  @Test(arguments: ThresholdProblem.Preference.allCases)
  func `reports how far each threshold can move alone`(preference: ThresholdProblem.Preference) {
    var (ends, bounds) = (0, 0)
    for (seed, problem) in Self.problems.enumerated() {
      let solution = problem.solve(preference)
      let costs = RandomProblem.costs(problem, solution.thresholds)
      for (axis, range) in solution.ranges.enumerated() {
        #expect(range.contains(solution.thresholds[axis]), "\(seed)")
        func changes(_ threshold: Double) -> Bool {
          var moved = solution.thresholds
          moved[axis] = threshold
          return RandomProblem.costs(problem, moved) != costs
        }
        let values = problem.items.map { $0.values[axis] }
        for (end, inside, beyond, bound) in [
          (
            range.lowerBound, range.lowerBound.nextUp, range.lowerBound.nextDown,
            problem.axes[axis].bounds.lowerBound
          ),
          (
            range.upperBound, range.upperBound.nextDown, range.upperBound.nextUp,
            problem.axes[axis].bounds.upperBound
          ),
        ] {
          if range.contains(inside) { #expect(!changes(inside), "\(seed)") }
          if end == bound {
            bounds += 1
          } else {
            ends += 1
            #expect(values.contains(end), "\(seed)")
            #expect(changes(beyond), "\(seed)")
          }
        }
      }
    }
    #expect(ends > 300)
    #expect(bounds > 300)
  }

  @Test func `places each threshold near the middle of its range`() {
    for (seed, problem) in Self.problems.enumerated() {
      let solution = problem.solve(.lowest)
      for (threshold, range) in zip(solution.thresholds, solution.ranges)
      where range.upperBound - range.lowerBound < 1000 {
        // The middle half, but for the last digits of a quarter.
        let quarter = (range.upperBound - range.lowerBound) / 4 * (1 - 1e-12)
        #expect(range.lowerBound + quarter <= threshold, "\(seed)")
        #expect(threshold <= range.upperBound - quarter, "\(seed)")
      }
    }
  }

  @Test func `has the distance to the first relevant item as its slack`() {
    for (seed, problem) in Self.problems.enumerated() {
      let solution = problem.solve(.widest)
      let costs = RandomProblem.costs(problem, solution.thresholds)
      for (axis, threshold) in solution.thresholds.enumerated() {
        for item in problem.items {
          // The item on the other side of the threshold, all else as it is.
          var moved = solution.thresholds
          let value = item.values[axis]
          let distance = abs(value - threshold) / problem.axes[axis].scale
          moved[axis] = value >= threshold ? value.nextUp : value.nextDown
          guard distance < solution.slack * (1 - 1e-9) else { continue }
          #expect(RandomProblem.costs(problem, moved) == costs, "\(seed)")
        }
      }
    }
  }

  @Test func `reports the round number between two items`() {
    let items = [(0.31, [0, 5]), (0.52, [5, 0])].map {
      ThresholdProblem.Item(values: [$0], costs: $1)
    }
    let solution = ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: items)
      .solve(.lowest)
    #expect(solution.thresholds == [0.4])
    #expect(solution.ranges == [0.31...0.52])
    #expect(solution.cost == 0)
    #expect(abs(solution.slack - 0.09) < 1e-12)
  }

  @Test func `goes beyond the last item by its distance from its neighbour`() {
    // All are meant to be below: 7 and the 4 from 3 to 7.
    let items = [1.0, 3, 7].map { ThresholdProblem.Item(values: [$0], costs: [0, 1]) }
    let above = ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: items).solve(.widest)
    #expect(above.thresholds == [11])
    #expect(above.ranges == [7 ... .greatestFiniteMagnitude])
    // Or above: 1 less the 2 from 1 to 3.
    let flipped = items.map { ThresholdProblem.Item(values: $0.values, costs: [1, 0]) }
    let below = ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: flipped)
      .solve(.widest)
    #expect(below.thresholds == [-1])
    // If it is no matter how wide, 10 is the round number from 9 to 13.
    #expect(
      ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: items).solve(.lowest).thresholds
        == [10])
    let bounded = ThresholdProblem(axes: [.init(tiesAreAbove: true, bounds: 0...20)], items: items)
    #expect(bounded.solve(.lowest).ranges == [7...20])
    #expect(bounded.solve(.lowest).thresholds == [13])
    // Without a neighbour the scale is used: from 2 to 4.
    let single = ThresholdProblem(
      axes: [.init(tiesAreAbove: true, scale: 2)], items: [items[0]])
    #expect(single.solve(.lowest).thresholds == [3])
  }

  @Test func `places an irrelevant threshold in the middle of the values`() {
    let items = [1.0, 3, 7].map { ThresholdProblem.Item(values: [$0], costs: [2, 2]) }
    let solution = ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: items).solve(.lowest)
    #expect(solution.cost == 6)
    #expect(solution.slack == .infinity)
    #expect(solution.thresholds == [0])
  }

  @Test func `separates doubles that have none between them`() {
    for tiesAreAbove in [true, false] {
      let items = [(1.0, [0, 1]), (1.0.nextUp, [1, 0])].map {
        ThresholdProblem.Item(values: [$0], costs: $1)
      }
      let problem = ThresholdProblem(axes: [.init(tiesAreAbove: tiesAreAbove)], items: items)
      let solution = problem.solve(.lowest)
      #expect(solution.cost == 0)
      #expect(problem.cost(of: solution.thresholds) == 0)
    }
  }

  @Test func `takes infinite values for items that are always above or below`() {
    let items = [(-Double.infinity, [0, 1]), (2.0, [1, 0]), (.infinity, [1, 0])].map {
      ThresholdProblem.Item(values: [$0], costs: $1)
    }
    let problem = ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: items)
    #expect(problem.solve(.lowest).cost == 0)
    #expect(problem.cost(of: problem.solve(.lowest).thresholds) == 0)
  }
}

/// Slacks by going through all items.
enum TriedSlack {
  /// The largest smallest slack of all thresholds that lie between the same values as those of a setting.
  static func largest(_ problem: ThresholdProblem, at setting: [Double]) -> Double {
    let sides = RandomProblem.sides(problem, setting)
    return problem.axes.indices.map { axis in
      slack(problem, axis, zip(problem.items, sides).map { ($0, $1) })
    }.min() ?? .infinity
  }

  /// The smallest slack of thresholds as they are.
  static func smallest(_ problem: ThresholdProblem, at thresholds: [Double]) -> Double {
    let sides = RandomProblem.sides(problem, thresholds)
    return problem.axes.indices.map { axis in
      zip(problem.items, sides).filter { $0.costs[$1] != $0.costs[$1 ^ (1 << axis)] }
        .map { abs($0.0.values[axis] - thresholds[axis]) / problem.axes[axis].scale }
        .min() ?? .infinity
    }.min() ?? .infinity
  }

  private static func slack(
    _ problem: ThresholdProblem, _ axis: Int, _ items: [(item: ThresholdProblem.Item, sides: Int)]
  ) -> Double {
    let bit = 1 << axis
    let bounds = problem.axes[axis].bounds
    let mattering = items.filter { $0.item.costs[$0.sides] != $0.item.costs[$0.sides ^ bit] }
    let below = mattering.filter { $0.sides & bit == 0 }.map { $0.item.values[axis] }.max()
    let above = mattering.filter { $0.sides & bit != 0 }.map { $0.item.values[axis] }.min()
    guard below != nil || above != nil else { return .infinity }
    // Values of all items that can ever matter here; they part what the setting can be, too.
    let canMatter = items.filter { entry in
      entry.item.costs.indices.contains { entry.item.costs[$0] != entry.item.costs[$0 ^ bit] }
    }
    let values = canMatter.map { $0.item.values[axis] }
    let lowEnd = canMatter.filter { $0.sides & bit == 0 }.map { $0.item.values[axis] }.max()
    let highEnd = canMatter.filter { $0.sides & bit != 0 }.map { $0.item.values[axis] }.min()
    let low = max(lowEnd ?? -.infinity, bounds.lowerBound)
    let high = min(highEnd ?? .infinity, bounds.upperBound)
    let best: Double
    switch (below, above) {
    case (let below?, let above?):
      // The middle of the two, or as near to it as may be.
      let middle = min(max(below / 2 + above / 2, low), high)
      best = min(middle - below, above - middle)
    case (let below?, nil):
      // As far as the middle between the last and the bound, or as the next to the last is from it.
      let next = values.filter { $0 < below }.max().map { below - $0 }
      let far =
        bounds.upperBound < .greatestFiniteMagnitude
        ? (bounds.upperBound - max(below, bounds.lowerBound)) / 2
          + max(below, bounds.lowerBound) - below : next ?? problem.axes[axis].scale
      best = min(high - below, far)
    case (nil, let above?):
      let next = values.filter { $0 > above }.min().map { $0 - above }
      let far =
        bounds.lowerBound > -.greatestFiniteMagnitude
        ? (min(above, bounds.upperBound) - bounds.lowerBound) / 2
          + above - min(above, bounds.upperBound) : next ?? problem.axes[axis].scale
      best = min(above - low, far)
    case (nil, nil): best = .infinity
    }
    return best / problem.axes[axis].scale
  }
}
