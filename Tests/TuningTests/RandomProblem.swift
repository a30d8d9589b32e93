import PantographBase
import PantographTestSupport
import PantographTuning

/// Problems made by chance, and their solutions by trying all there is.
enum RandomProblem {
  /// Items that known thresholds separate, except for some noise.
  ///
  /// Values are multiples of a step, so that many are equal; the larger the step, the more. The rule
  /// for the sides is random, too: all above, any above, or some other table.
  static func make(
    axes: Int, items: Int, step: Double, noise: Double, seed: UInt64, isBounded: Bool = true,
    dearest: Int = 3
  ) -> ThresholdProblem {
    var random = TestRandom(seed: seed)
    let truth = (0..<axes).map { _ in Double.random(in: 2...8, using: &random) }
    let table = (0..<1 << axes).map { sides in
      switch seed % 3 {
      case 0: sides == (1 << axes) - 1
      case 1: sides != 0
      default: Bool.random(using: &random)
      }
    }
    var problem = ThresholdProblem(
      axes: (0..<axes).map { _ in axis(isBounded: isBounded, &random) }, items: [])
    for _ in 0..<items {
      let values = truth.map { _ in
        (Double.random(in: 0...10, using: &random) / step).rounded() * step
      }
      var sides = 0
      for axis in 0..<axes where values[axis] > truth[axis] { sides |= 1 << axis }
      let isMeant = table[sides] != (Double.random(in: 0..<1, using: &random) < noise)
      let price = Int.random(in: 1...dearest, using: &random)
      problem.items.append(
        .init(values: values, costs: table.map { $0 == isMeant ? 0 : price }))
    }
    return problem
  }

  private static func axis(isBounded: Bool, _ random: inout TestRandom) -> ThresholdProblem.Axis {
    var axis = ThresholdProblem.Axis(
      tiesAreAbove: Bool.random(using: &random), scale: Double.random(in: 0.5...2, using: &random))
    guard isBounded else { return axis }
    let (low, high) = (
      Double(Int.random(in: 0...4, using: &random)), Double(Int.random(in: 5...9, using: &random))
    )
    switch Int.random(in: 0..<6, using: &random) {
    case 0: axis.bounds = low...high
    case 1: axis.bounds = low...low
    case 2: axis.bounds = low ... .greatestFiniteMagnitude
    case 3: axis.bounds = low + 0.25...low + 0.5
    default: break
    }
    return axis
  }

  /// All thresholds worth trying, the lowest of those with the same sides: the values, what
  /// is between and beyond them, and the bounds.
  static func candidates(_ problem: ThresholdProblem, _ axis: Int) -> [Double] {
    let bounds = problem.axes[axis].bounds
    let values = Array(Set(problem.items.map { $0.values[axis] })).sorted()
    var all = values + zip(values, values.dropFirst()).map { ($0 + $1) / 2 }
    all += [bounds.lowerBound, bounds.upperBound]
    all += [(values.first ?? 0) - 1, (values.last ?? 0) + 1]
    var patterns: Set<[Bool]> = []
    return Set(all.filter(bounds.contains)).sorted().filter { threshold in
      let pattern = problem.items.map {
        problem.axes[axis].tiesAreAbove
          ? $0.values[axis] >= threshold : $0.values[axis] > threshold
      }
      return patterns.insert(pattern).inserted
    }
  }

  /// Everything that can be chosen from, one of each after the other; the first changes slowest.
  static func settings(_ choices: [[Double]]) -> [[Double]] {
    choices.reduce([[]]) { found, next in found.flatMap { start in next.map { start + [$0] } } }
  }

  /// On which side of which threshold each item lies.
  static func sides(_ problem: ThresholdProblem, _ thresholds: [Double]) -> [Int] {
    problem.items.map { item in
      problem.axes.indices.reduce(0) { sum, index in
        let (value, threshold) = (item.values[index], thresholds[index])
        let isAbove =
          problem.axes[index].tiesAreAbove ? value >= threshold : value > threshold
        return sum + (isAbove ? 1 << index : 0)
      }
    }
  }

  /// The cost of each item.
  static func costs(_ problem: ThresholdProblem, _ thresholds: [Double]) -> [Int] {
    zip(problem.items, sides(problem, thresholds)).map { $0.costs[$1] }
  }

  /// Goes on to the next setting, the last axis changing fastest.
  private static func next(_ indices: inout [Int], _ choices: [[Double]]) {
    for axis in indices.indices.reversed() {
      indices[axis] += 1
      if indices[axis] < choices[axis].count { return }
      indices[axis] = 0
    }
  }

  /// All settings that cost the least, the lowest first, and that cost.
  static func best(_ problem: ThresholdProblem) -> (cost: Int, settings: [[Double]]) {
    let choices = problem.axes.indices.map { candidates(problem, $0) }
    // The sides of all items at each threshold of each axis; a setting only puts them together.
    let parts = problem.axes.indices.map { axis in
      choices[axis].map { threshold in
        problem.items.map { item in
          let value = item.values[axis]
          let isAbove =
            problem.axes[axis].tiesAreAbove ? value >= threshold : value > threshold
          return isAbove ? 1 << axis : 0
        }
      }
    }
    var (cost, found): (Int, [[Double]]) = (.max, [])
    var indices = choices.map { _ in 0 }
    for setting in settings(choices) {
      defer { next(&indices, choices) }
      var sum = 0
      for item in problem.items.indices {
        var sides = 0
        for axis in indices.indices { sides += parts[axis][indices[axis]][item] }
        sum += problem.items[item].costs[sides]
      }
      if sum < cost { (cost, found) = (sum, []) }
      if sum == cost { found.append(setting) }
    }
    return (cost, found)
  }
}

extension ThresholdProblem {
  /// Returns the thresholds with the lowest cost.
  func solve(
    _ preference: Preference, seed: UInt64 = 0, effort: Effort = .standard
  ) -> Solution {
    ThresholdSearch(self).solve(preference, seed: seed, effort: effort)
  }

  /// Returns the cost of thresholds: of a search whose bounds leave no others.
  func cost(of thresholds: [Double]) -> Int {
    var fixed = self
    for (axis, threshold) in thresholds.enumerated() {
      fixed.axes[axis].bounds = threshold...threshold
    }
    return fixed.solve(.lowest).cost
  }
}

/// Runs one piece of work after the other.
struct OneWorker: Workers {
  func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome] {
    (0..<count).map(piece)
  }
}

extension LabelledGesture {
  /// Returns the labelled ones among gestures.
  static func all(
    in rows: [GestureFeatures], finishing words: [String]
  ) throws(Complaint) -> [LabelledGesture] {
    Array(
      try all(in: rows.reduce(into: GestureTable()) { $0.append($1) }, finishing: words))
  }
}
