package import PantographBase
package import PantographInteractions

/// The search for the thresholds of a rule with which the fewest gestures go wrong.
package struct RuleTuning: Sendable {
  /// The original rule.
  package let rule: ReleaseRule
  /// The thresholds to search for.
  package let freeThresholds: [ThresholdPosition]
  /// The gestures.
  package let gestures: LabelledGestures
  /// The costs of errors.
  package let costs: TuningScore.Costs
  /// The preference among equally good settings.
  package let preference: ThresholdProblem.Preference
  /// The numeric problem, with an item for each released gesture, in their order.
  package let problem: ThresholdProblem
  /// The index of each item's gesture.
  package let gestureOfItem: [Int]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - rule: the original rule.
  ///   - freeThresholds: the thresholds to search for; the others stay fixed. Without any, only the
  ///     rule's cost is computed.
  ///   - bounds: the range of a threshold in its own unit, by its position.
  ///   - gestures: the gestures.
  ///   - costs: the costs of errors.
  ///   - preference: the preference among equally good settings.
  package init(
    _ rule: ReleaseRule, _ freeThresholds: [ThresholdPosition],
    bounds: [ThresholdPosition: ClosedRange<Double>] = [:],
    gestures: some Sequence<LabelledGesture>,
    costs: TuningScore.Costs = .init(), preference: ThresholdProblem.Preference = .widest
  ) throws(Complaint) {
    guard freeThresholds.count <= Self.maximumCount else {
      throw Complaint(
        "\(freeThresholds.count) thresholds are more than the limit of \(Self.maximumCount);"
          + " name fewer with --free"
      )
    }
    self.rule = rule
    self.freeThresholds = freeThresholds
    let gestures = LabelledGestures(gestures)
    self.gestures = gestures
    self.costs = costs
    self.preference = preference
    var items = ThresholdItems()
    var gestureOfItem: [Int] = []
    var known: [CostReason: [Int]] = [:]
    for (index, gesture) in gestures.enumerated() {
      guard let release = gesture.features.release(for: rule) else { continue }
      items.append(
        Self.item(gesture.isMeantToFinish, release, rule, freeThresholds, costs, knowing: &known))
      gestureOfItem.append(index)
    }
    self.gestureOfItem = gestureOfItem
    problem = ThresholdProblem(
      axes: freeThresholds.enumerated().map { index, position in
        ThresholdProblem.Axis(
          tiesAreAbove: rule[position].comparison.tiesAreAbove,
          bounds: bounds[position] ?? Self.defaultBounds(of: rule[position]),
          scale: Self.spread(of: items.indices.map { items.value(of: $0, index) }),
          current: rule[position].threshold)
      },
      items: items)
  }

  /// The largest number of free thresholds: each doubles the memory of an item.
  package static let maximumCount = 8

  /// The default range of a threshold.
  static func defaultBounds(of condition: ReleaseRule.Condition) -> ClosedRange<Double> {
    let most = Double.greatestFiniteMagnitude
    switch condition.quantity {
    case .fraction, .snapIntervalFraction:
      return 0...(condition.unit.length == .progress ? 1 : most)
    case .duration, .restTime, .distanceFromLanding, .straightDistance, .velocityMagnitude,
      .travelSize, .speed:
      return 0...most
    case .progressSinceGrab, .peak, .projected, .travel, .travelAxisExcess, .lastMovement,
      .velocity, .speedAxisExcess:
      return -most...most
    }
  }

  /// Everything that determines the costs of a gesture; many gestures share one value.
  private struct CostReason: Hashable {
    var isMeantToFinish: Bool
    /// Whether each clause's verdict finishes it, and the verdict without a match.
    var finishes: [Bool]
    /// Whether each condition of each clause holds.
    var holds: [[Bool]]
  }

  /// Returns the values of a gesture, and its cost for each side of the thresholds.
  ///
  /// Equal lists of costs share their memory.
  private static func item(
    _ isMeantToFinish: Bool, _ release: Release, _ rule: ReleaseRule,
    _ freeThresholds: [ThresholdPosition],
    _ costs: TuningScore.Costs, knowing known: inout [CostReason: [Int]]
  ) -> ThresholdProblem.Item {
    let findings = rule.decide(release).judgement?.findings ?? []
    let reason = CostReason(
      isMeantToFinish: isMeantToFinish,
      finishes: (rule.clauses.map(\.verdict) + [rule.otherwise]).map {
        rule.outcome(of: $0, for: release) == .finish
      },
      holds: findings.map { $0.map(\.holds) })
    let values = freeThresholds.map { findings[$0.clause][$0.condition].value }
    if let costs = known[reason] { return .init(values: values, costs: costs) }
    let all = (0..<1 << freeThresholds.count).map { sides in
      var holds = reason.holds
      for (index, position) in freeThresholds.enumerated() {
        let isAbove = sides & 1 << index != 0
        holds[position.clause][position.condition] =
          isAbove == rule[position].comparison.asksForMore
      }
      let clause = holds.firstIndex { $0.allSatisfy(\.self) } ?? rule.clauses.count
      return costs.cost(finishing: reason.finishes[clause], meant: isMeantToFinish)
    }
    known[reason] = all
    return .init(values: values, costs: all)
  }

  /// The distance between the 10th and 90th percentile of the values: the unit of slack.
  private static func spread(of values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last, last > first else { return 1 }
    let spread = sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10]
    return spread > 0 ? spread : last - first
  }

  /// Returns the values of the gestures that a threshold could tell apart, whatever the others are.
  func separableValues(of axis: Int) -> [Double] {
    let items = problem.items
    return items.indices.filter { items.matters($0, axis) }.map { items.value(of: $0, axis) }
      .filter(\.isFinite)
  }

  /// Returns the rule with other thresholds.
  package func rule(with thresholds: [Double]) -> ReleaseRule {
    var tuned = rule
    for (position, threshold) in zip(freeThresholds, thresholds) {
      tuned[position].threshold = threshold
    }
    return tuned
  }
}

/// A search by trial for settings with a complex effect, such as a slop or a distance.
///
/// It tries a grid along each setting, then ever smaller steps around the best. The result is a point
/// that no step of the smallest size improves; there may be better ones that were not tried.
package struct SettingSearch: Sendable {
  /// A setting to search for.
  package struct Setting: Sendable {
    /// Its name.
    package var name: String
    /// Its range.
    package var bounds: ClosedRange<Double>
    /// Its current value.
    package var start: Double

    /// Creates a setting.
    package init(name: String, bounds: ClosedRange<Double>, start: Double) {
      self.name = name
      self.bounds = bounds
      self.start = start
    }
  }

  /// How good a point is.
  package struct Worth: Hashable, Sendable {
    /// Its cost; lower is better.
    package var cost: Int
    /// How far it is from a higher cost; among equal costs the larger slack is better.
    package var slack: Double

    /// Creates a worth.
    package init(cost: Int, slack: Double) {
      self.cost = cost
      self.slack = slack
    }

    func isBetter(than other: Worth) -> Bool {
      cost != other.cost ? cost < other.cost : slack > other.slack
    }
  }

  /// A point that was tried.
  package struct Trial: Hashable, Sendable {
    /// The values of the settings, in their order.
    package var values: [Double]
    /// How good they are.
    package var worth: Worth
  }

  /// The number of points on the grid along each setting, including the ends.
  static let gridCount = 9
  /// How many sizes of steps are tried, from half of the grid's on, each half of the one before.
  static let stepSizes = 4

  /// The settings.
  package let settings: [Setting]
  /// The points that were tried, in order, each once.
  package private(set) var trials: [Trial] = []

  /// The best point so far, the first among equals.
  package var best: Trial? {
    trials.dropFirst().reduce(trials.first) { best, trial in
      best.map { trial.worth.isBetter(than: $0.worth) ? trial : $0 } ?? trial
    }
  }

  /// The recommended point: the best, or the current one if none costs less.
  package var advice: Trial? {
    guard let first = trials.first, let best else { return nil }
    return best.worth.cost < first.worth.cost ? best : first
  }

  /// Creates a search.
  package init(_ settings: [Setting]) {
    self.settings = settings
  }

  /// Tries points until no step improves the best, and returns the best.
  ///
  /// - Parameter worth: returns how good settings are; `nil` for unusable settings.
  package mutating func run<Failure: Error>(
    _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    var best = try attempt(starts, worth)
    for index in settings.indices {
      let bounds = settings[index].bounds
      let middle = best?.values ?? starts
      for position in 0..<Self.gridCount {
        var values = middle
        let share = Double(position) / Double(Self.gridCount - 1)
        values[index] = bounds.lowerBound + share * (bounds.upperBound - bounds.lowerBound)
        best = try better(values, than: best, worth)
      }
    }
    var step = 1 / Double(Self.gridCount - 1) / 2
    for _ in 0..<Self.stepSizes {
      var hasMoved = true
      while hasMoved, let center = best {
        hasMoved = false
        for index in settings.indices {
          let bounds = settings[index].bounds
          for sign in [-1.0, 1] {
            var values = best?.values ?? center.values
            let next = values[index] + sign * step * (bounds.upperBound - bounds.lowerBound)
            values[index] = min(max(next, bounds.lowerBound), bounds.upperBound)
            best = try better(values, than: best, worth)
          }
        }
        hasMoved = best != center
      }
      step /= 2
    }
    return best
  }

  /// The current values with all their digits, limited to the ranges.
  private var starts: [Double] {
    settings.map { min(max($0.start, $0.bounds.lowerBound), $0.bounds.upperBound) }
  }

  private mutating func better<Failure: Error>(
    _ values: [Double], than best: Trial?, _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    // Round numbers, as further digits of a step have no meaning. Unchanged settings keep their digits.
    let values = values.indices.map { index in
      let value = values[index]
      return value == (best?.values ?? starts)[index]
        ? value : Self.tidy(value, within: settings[index].bounds)
    }
    guard let trial = try attempt(values, worth) else { return best }
    guard let best else { return trial }
    return trial.worth.isBetter(than: best.worth) ? trial : best
  }

  private mutating func attempt<Failure: Error>(
    _ values: [Double], _ worth: ([Double]) throws(Failure) -> Worth?
  ) throws(Failure) -> Trial? {
    if let known = trials.first(where: { $0.values == values }) { return known }
    guard let worth = try worth(values) else { return nil }
    let trial = Trial(values: values, worth: worth)
    trials.append(trial)
    return trial
  }

  /// Rounds a number to four significant digits of the width of its range.
  static func tidy(_ value: Double, within bounds: ClosedRange<Double>) -> Double {
    let width = bounds.upperBound - bounds.lowerBound
    // A range this narrow has no meaningful thousandth.
    let size = max(1, abs(bounds.lowerBound), abs(bounds.upperBound))
    guard width > 1e-12 * size else { return value }
    var unit = 1.0
    while unit > width / 1000 { unit /= 10 }
    while unit * 10 <= width / 1000 { unit *= 10 }
    // Dividing by a whole number keeps 0.3 exact; multiplying by 0.1 does not.
    let tidy =
      unit < 1
      ? (value * (1 / unit).rounded()).rounded() / (1 / unit).rounded()
      : (value / unit).rounded() * unit
    return min(max(tidy, bounds.lowerBound), bounds.upperBound)
  }
}
