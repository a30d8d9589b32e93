import PantographTestSupport
import PantographTuning
import Testing

/// Problems of one and two thresholds between 0 and 10, tried on a grid of thresholds.
@Suite struct `The widest thresholds` {
  /// Items at halves, and some at both ends of each axis, which no threshold may pass: each has the other
  /// thresholds far below itself.
  private func problem(axes count: Int, seed: UInt64) -> ThresholdProblem {
    var random = TestRandom(seed: seed)
    let full = (1 << count) - 1
    var problem = ThresholdProblem(
      axes: (0..<count).map { _ in
        .init(
          tiesAreAbove: Bool.random(using: &random), scale: .random(in: 0.5...2, using: &random))
      }, items: [])
    for axis in 0..<count {
      for (end, isMeant) in [(0.0, false), (10, true)] {
        var values = [Double](repeating: 100, count: count)
        values[axis] = end
        problem.items.append(
          .init(values: values, costs: (0...full).map { ($0 == full) == isMeant ? 0 : 100 }))
      }
    }
    for _ in 0..<10 {
      let values = (0..<count).map { _ in
        Double(Int.random(in: 1...19, using: &random)) / 2
      }
      let isMeant = values.allSatisfy { $0 > 4 } != (Int.random(in: 0..<6, using: &random) == 0)
      problem.items.append(
        .init(values: values, costs: (0...full).map { ($0 == full) == isMeant ? 0 : 1 }))
    }
    return problem
  }

  /// The middle between two halves is a multiple of a quarter; and one can come as close as one likes to
  /// where an item lies that has nothing to say there.
  @Test(arguments: [(1, 200), (2, 20)])
  func `have 99 % of the largest smallest slack that a grid of thresholds has`(
    axes: Int, count: Int
  ) {
    let quarters = (1..<40).map { Double($0) / 4 }
    let grid = [[Double]](
      repeating: quarters
        + (1..<20).flatMap { [(Double($0) / 2).nextUp, (Double($0) / 2).nextDown] },
      count: axes)
    let settings = RandomProblem.settings(grid)
    for seed in 0..<count {
      let problem = problem(axes: axes, seed: UInt64(seed))
      let solution = problem.solve(.widest)
      var best = 0.0
      for setting in settings where problem.cost(of: setting) == solution.cost {
        best = max(best, TriedSlack.smallest(problem, at: setting))
      }
      let slack = TriedSlack.smallest(problem, at: solution.thresholds)
      #expect(best > 0 && slack <= best * (1 + 1e-9), "\(axes) \(seed)")
      #expect(slack >= 0.99 * best * (1 - 1e-9), "\(axes) \(seed)")
    }
  }

  /// From 0.31 to 0.52 the middle is 0.415, and a hundredth of the half width is 0.00105.
  @Test(arguments: [
    (0.31, 0.52, 0.415), (0.3104, 0.52, 0.415), (0.3106, 0.5222, 0.416), (0.0, 2.0, 1),
    // Of a half width of 1 a hundredth is 0.01: so far 1 may be from the middle.
    (-0.01005, 1.98995, 0.99), (0.00995, 2.00995, 1), (0.01005, 2.01005, 1.01),
  ])
  func `are rounded by a hundredth of their slack at most`(
    below: Double, above: Double, found: Double
  ) {
    let items = [(below, [0, 5]), (above, [5, 0])].map {
      ThresholdProblem.Item(values: [$0], costs: $1)
    }
    let problem = ThresholdProblem(axes: [.init(tiesAreAbove: true)], items: items)
    #expect(problem.solve(.widest).thresholds == [found])
  }

  @Test func `go to their bounds where the middle is beyond them`() {
    let items = [(2.0, [0, 5]), (8.0, [5, 0])].map {
      ThresholdProblem.Item(values: [$0], costs: $1)
    }
    for (bounds, found) in [(0.0...4.0, 4.0), (6...9, 6), (3...7, 5), (1...4.9, 4.9)] {
      let problem = ThresholdProblem(
        axes: [.init(tiesAreAbove: true, bounds: bounds)], items: items)
      #expect(problem.solve(.widest).thresholds == [found])
    }
  }

  /// Nothing holds it back above 7, so it stays where it is, if that is as far from 7 as another threshold is
  /// from what holds that one.
  @Test(arguments: [(9.0, 9.0), (8.99, 8.99), (8.97, 11), (8.5, 11), (6, 11), (300, 300)])
  func `keep their values if their range is open and no slack is lost`(
    old: Double, found: Double
  ) {
    // The second threshold lies between 3 and 7, with a slack of 2: 99 % of it are 1.98.
    var items = [1.0, 3, 7].map {
      ThresholdProblem.Item(values: [$0, 100], costs: [0, 0, 0, 5])
    }
    items += [(3.0, [0, 0, 5, 5]), (7.0, [5, 5, 0, 0])].map {
      ThresholdProblem.Item(values: [0, $0], costs: $1)
    }
    let problem = ThresholdProblem(
      axes: [.init(tiesAreAbove: true, current: old), .init(tiesAreAbove: true)], items: items)
    let solution = problem.solve(.widest)
    #expect(solution.thresholds == [found, 5])
    #expect(solution.ranges[0] == 7 ... .greatestFiniteMagnitude)
  }
}
