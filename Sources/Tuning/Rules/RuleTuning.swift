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
  ) throws(TuningError) {
    guard freeThresholds.count <= Self.maximumCount else {
      throw TuningError(
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
