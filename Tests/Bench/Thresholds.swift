import Glibc
import PantographBase
import PantographTuning

/// Items for measuring the search for thresholds.
enum Thresholds {
  /// Items that are positive if both values are high; every tenth is mislabelled.
  ///
  /// All values are distinct, so there are as many candidates for each threshold as items.
  static func problem(_ count: Int) -> ThresholdProblem {
    var random = SeededGenerator(seed: 1)
    var problem = ThresholdProblem(
      axes: [.init(tiesAreAbove: true), .init(tiesAreAbove: true)], items: [])
    for _ in 0..<count {
      let values = [random.share(), random.share()]
      let isMeant = (values[0] >= 0.4 && values[1] >= 0.6) != (random.share() < 0.1)
      // A false negative costs twice as much as a false positive.
      let costs = isMeant ? [2, 2, 2, 0] : [0, 0, 0, 1]
      problem.items.append(.init(values: values, costs: costs))
    }
    return problem
  }

  /// Prints the items, one per line: the values, then the costs.
  static func print(_ count: Int) {
    for item in problem(count).items {
      let words = item.values.map { "\($0)" } + item.costs.map { "\($0)" }
      Swift.print(words.joined(separator: " "))
    }
  }

  /// Finds the thresholds `count` times in unordered items, and prints their cost and the total seconds.
  static func solve(_ count: Int, times: Int) -> (cost: Int, seconds: Double) {
    let problem = problem(count)
    var cost = 0
    let start = Clock.now
    for _ in 0..<times { cost += ThresholdSearch(problem).solve(.lowest).cost }
    return (cost / times, Clock.now - start)
  }
}

/// Returns the seconds of a monotonic clock.
enum Clock {
  static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
