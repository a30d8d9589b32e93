import PantographTestSupport
import PantographTuning
import Testing

@Suite struct `A search for four thresholds and more` {
  static let small = (0..<14).map { seed in
    RandomProblem.make(
      axes: 4 + seed % 2, items: 8 - seed % 2, step: [0.01, 1][seed % 2], noise: 0.2,
      seed: UInt64(seed))
  }

  @Test func `finds the result of an exhaustive search, and proves it`() {
    for (seed, problem) in Self.small.enumerated() {
      let best = RandomProblem.best(problem)
      let solution = problem.solve(.lowest)
      #expect(solution.cost == best.cost, "\(seed)")
      #expect(solution.method == .branchAndBound, "\(seed)")
      #expect(solution.lowerBound == best.cost, "\(seed)")
      #expect(problem.cost(of: solution.thresholds) == best.cost, "\(seed)")
      #expect(
        RandomProblem.costs(problem, solution.thresholds)
          == RandomProblem.costs(problem, best.settings[0]), "\(seed)")
      #expect(problem.solve(.widest).cost == best.cost, "\(seed)")
    }
  }

  /// Noise on few values, all at the same price: of their settings many cost the same, by other items.
  static let crowded = (0..<60).map { seed in
    RandomProblem.make(
      axes: 3 + seed % 3 / 2, items: 12, step: 2, noise: 0.5, seed: UInt64(1000 + seed),
      isBounded: seed % 4 == 0, dearest: 1)
  }

  @Test func `takes the lowest and the widest of many equally good settings`() {
    for (seed, problem) in Self.crowded.enumerated() {
      let best = RandomProblem.best(problem)
      let lowest = problem.solve(.lowest)
      #expect(lowest.cost == best.cost, "\(seed)")
      #expect(
        RandomProblem.costs(problem, lowest.thresholds)
          == RandomProblem.costs(problem, best.settings[0]), "\(seed)")
      let slacks = best.settings.map { TriedSlack.largest(problem, at: $0) }
      let largest = slacks.max() ?? 0
      let widest = zip(best.settings, slacks).first { $1 == largest }?.0
      #expect(
        widest.map { RandomProblem.costs(problem, $0) }
          == RandomProblem.costs(problem, problem.solve(.widest).thresholds), "\(seed)")
    }
  }

  /// In these, boxes that hold as good a setting, but a higher one, are halved earlier.
  @Test(arguments: [306, 455, 683, 816, 937, 1058] as [UInt64])
  func `takes the lowest, whichever is found first`(seed: UInt64) {
    let problem = RandomProblem.make(
      axes: 5, items: 10, step: 2, noise: 0.5, seed: seed, isBounded: false, dearest: 1)
    let best = RandomProblem.best(problem)
    #expect(
      RandomProblem.costs(problem, problem.solve(.lowest).thresholds)
        == RandomProblem.costs(problem, best.settings[0]))
  }

  @Test func `takes the widest of the best`() {
    for (seed, problem) in Self.small.enumerated() where seed % 4 == 0 {
      let best = RandomProblem.best(problem)
      let slacks = best.settings.map { TriedSlack.largest(problem, at: $0) }
      let largest = slacks.max() ?? 0
      let widest = zip(best.settings, slacks).first { $1 == largest }?.0
      #expect(
        widest.map { RandomProblem.costs(problem, $0) }
          == RandomProblem.costs(problem, problem.solve(.widest).thresholds), "\(seed)")
    }
  }

  @Test func `does not depend on the order of items or on the seed if all is proven`() {
    var random = TestRandom(seed: 1)
    for (seed, problem) in Self.small.enumerated() {
      let solution = problem.solve(.lowest)
      let shuffled = ThresholdProblem(
        axes: problem.axes, items: problem.items.shuffled(using: &random))
      #expect(shuffled.solve(.lowest, seed: 17) == solution, "\(seed)")
    }
  }

  @Test func `reports what is proven when it gives up`() {
    var givenUp = 0
    for seed in 0..<4 {
      let problem = RandomProblem.make(
        axes: 5, items: 30, step: 0.01, noise: 0.25, seed: UInt64(seed), isBounded: false)
      let hasty = problem.solve(.lowest, effort: .init(boxes: 5, starts: 2))
      let patient = problem.solve(.lowest, effort: .init(boxes: 100_000, starts: 8))
      #expect(patient.method == .branchAndBound, "\(seed)")
      #expect(hasty.lowerBound <= patient.cost, "\(seed)")
      #expect(hasty.cost >= patient.cost, "\(seed)")
      #expect(problem.cost(of: hasty.thresholds) == hasty.cost, "\(seed)")
      guard hasty.lowerBound < hasty.cost else { continue }
      givenUp += 1
      #expect(hasty.method == .descent, "\(seed)")
    }
    #expect(givenUp > 0)
  }

  @Test func `solves eight thresholds`() {
    let problem = RandomProblem.make(
      axes: 8, items: 60, step: 0.5, noise: 0.1, seed: 1, isBounded: false)
    let solution = problem.solve(.widest, effort: .init(boxes: 20, starts: 2))
    #expect(solution.thresholds.count == 8)
    #expect(problem.cost(of: solution.thresholds) == solution.cost)
    #expect(solution.lowerBound <= solution.cost)
  }
}
