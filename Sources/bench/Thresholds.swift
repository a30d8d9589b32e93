import Glibc
import Quantities
import Tuning

/// Gestures that thresholds tell apart, to see how fast the best thresholds are found.
enum Thresholds {
  /// Gestures that are meant where both values are high; every tenth is not what it looks like.
  ///
  /// All values are different: as many cuts of each threshold are worth a try as there are gestures.
  static func problem(_ count: Int) -> ThresholdProblem {
    var random = SeededGenerator(seed: 1)
    var problem = ThresholdProblem(
      axes: [.init(tiesAreAbove: true), .init(tiesAreAbove: true)], items: [])
    for _ in 0..<count {
      let values = [random.share(), random.share()]
      let isMeant = (values[0] >= 0.4 && values[1] >= 0.6) != (random.share() < 0.1)
      // What is missed costs twice as much as what is taken by mistake.
      let costs = isMeant ? [2, 2, 2, 0] : [0, 0, 0, 1]
      problem.items.append(.init(values: values, costs: costs))
    }
    return problem
  }

  /// Prints the items, a line each: the values, then the costs.
  static func print(_ count: Int) {
    for item in problem(count).items {
      let words = item.values.map { "\($0)" } + item.costs.map { "\($0)" }
      Swift.print(words.joined(separator: " "))
    }
  }

  /// Finds the thresholds so many times, and tells what they cost and the seconds of all times
  /// together, from items that are in no order.
  static func solve(_ count: Int, times: Int) -> (cost: Int, seconds: Double) {
    let problem = problem(count)
    var cost = 0
    let start = Clock.now
    for _ in 0..<times { cost += problem.solve(.lowest).cost }
    return (cost / times, Clock.now - start)
  }
}

/// Seconds on a clock that only goes on.
enum Clock {
  static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
