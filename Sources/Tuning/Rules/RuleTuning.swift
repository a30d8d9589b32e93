public import Interactions

/// The search for the thresholds of a rule under which gestures become what was meant by them.
public struct RuleTuning: Sendable {
  /// The rule as it is.
  public let rule: ReleaseRule
  /// The thresholds that are looked for.
  public let places: [ThresholdPlace]
  /// The gestures.
  public let gestures: LabelledGestures
  /// What misses cost.
  public let costs: TuningScore.Costs
  /// Which of several equally good settings is taken.
  public let preference: ThresholdProblem.Preference
  /// The problem in plain numbers: an item for each gesture that let go, in their order.
  public let problem: ThresholdProblem
  /// Which gesture each item is.
  public let gestureOfItem: [Int]

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - rule: the rule as it is.
  ///   - places: the thresholds that are looked for; the others stay. Where there are none, all there is to
  ///     tell is what the rule costs.
  ///   - bounds: where a threshold may be, in its own unit; by its place.
  ///   - gestures: the gestures.
  ///   - costs: what misses cost.
  ///   - preference: which of several equally good settings is taken.
  public init(
    _ rule: ReleaseRule, _ places: [ThresholdPlace],
    bounds: [ThresholdPlace: ClosedRange<Double>] = [:], gestures: some Sequence<LabelledGesture>,
    costs: TuningScore.Costs = .init(), preference: ThresholdProblem.Preference = .widest
  ) throws(TuningMistake) {
    guard places.count <= Self.most else {
      throw TuningMistake(
        "\(places.count) thresholds at once are more than \(Self.most): name fewer with --free")
    }
    self.rule = rule
    self.places = places
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
        Self.item(gesture.isMeantToFinish, release, rule, places, costs, knowing: &known))
      gestureOfItem.append(index)
    }
    self.gestureOfItem = gestureOfItem
    problem = ThresholdProblem(
      axes: places.enumerated().map { index, place in
        ThresholdProblem.Axis(
          tiesAreAbove: rule[place].comparison.tiesAreAbove,
          bounds: bounds[place] ?? Self.usualBounds(of: rule[place]),
          scale: Self.spread(of: items.indices.map { items.value(of: $0, index) }),
          standing: rule[place].threshold)
      },
      items: items)
  }

  /// So many thresholds are looked for at once at most: each doubles what is kept of a gesture.
  public static let most = 8

  /// Where a threshold may be if nobody says.
  static func usualBounds(of condition: ReleaseRule.Condition) -> ClosedRange<Double> {
    let most = Double.greatestFiniteMagnitude
    switch condition.quantity {
    case .fraction, .snapIntervalFraction:
      return 0...(condition.unit.length == .progress ? 1 : most)
    case .duration, .restTime, .straightDistance, .velocityMagnitude, .travelSize, .speed:
      return 0...most
    case .progressSinceGrab, .peak, .projected, .travel, .travelAxisExcess, .lastMovement,
      .velocity, .speedAxisExcess:
      return -most...most
    }
  }

  /// All that the costs of a gesture depend on: few gestures have others than those before.
  private struct CostReason: Hashable {
    var isMeantToFinish: Bool
    /// Whether each clause's verdict finishes it, and the one where no clause holds.
    var finishes: [Bool]
    /// Whether each condition of each clause holds.
    var holds: [[Bool]]
  }

  /// The values of a gesture, and what it costs for each side of the thresholds on which they can lie.
  ///
  /// Equal lists of costs share their memory.
  private static func item(
    _ isMeantToFinish: Bool, _ release: Release, _ rule: ReleaseRule, _ places: [ThresholdPlace],
    _ costs: TuningScore.Costs, knowing known: inout [CostReason: [Int]]
  ) -> ThresholdProblem.Item {
    let findings = rule.decide(release).judgement?.findings ?? []
    let reason = CostReason(
      isMeantToFinish: isMeantToFinish,
      finishes: (rule.clauses.map(\.verdict) + [rule.otherwise]).map {
        rule.outcome(of: $0, for: release) == .finish
      },
      holds: findings.map { $0.map(\.holds) })
    let values = places.map { findings[$0.clause][$0.condition].value }
    if let costs = known[reason] { return .init(values: values, costs: costs) }
    let all = (0..<1 << places.count).map { sides in
      var holds = reason.holds
      for (index, place) in places.enumerated() {
        let isAbove = sides & 1 << index != 0
        holds[place.clause][place.condition] = isAbove == rule[place].comparison.asksForMore
      }
      let clause = holds.firstIndex { $0.allSatisfy(\.self) } ?? rule.clauses.count
      return costs.cost(finishing: reason.finishes[clause], meant: isMeantToFinish)
    }
    known[reason] = all
    return .init(values: values, costs: all)
  }

  /// How far the middle four fifths of the values lie apart: what a margin is a share of.
  private static func spread(of values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last, last > first else { return 1 }
    let spread = sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10]
    return spread > 0 ? spread : last - first
  }

  /// The rule with other thresholds.
  public func rule(with thresholds: [Double]) -> ReleaseRule {
    var tuned = rule
    for (place, threshold) in zip(places, thresholds) { tuned[place].threshold = threshold }
    return tuned
  }
}
