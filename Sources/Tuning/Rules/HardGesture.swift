package import PantographInteractions

/// A gesture under a rule, and its distance to another outcome.
package struct HardGesture: Hashable, Sendable {
  /// The index among all labelled gestures.
  package var index: Int
  /// The gesture.
  package var gesture: LabelledGesture
  /// Its outcome; `nil` where there was no gesture.
  package var outcome: Decision.Outcome?
  /// Whether the outcome is the intended one.
  package var isRight: Bool
  /// The smallest change of a quantity that flips the outcome.
  package var nearest: Flip?

  /// The relative size of that change; `nil` where it is not known.
  package var nearness: Double? { nearest?.relative }

  init(_ gesture: LabelledGesture, at index: Int, under rule: ReleaseRule) {
    let explanation = gesture.features.release(for: rule).map(rule.explain)
    self.index = index
    self.gesture = gesture
    outcome = explanation?.decision.outcome ?? gesture.features.outcome(by: rule)
    isRight = (outcome == .finish) == gesture.isMeantToFinish
    nearest = explanation?.nearest
  }
}

/// Hard gestures in compact form: only their order is stored, and each is explained again on access.
package struct HardGestures: RandomAccessCollection, Sendable {
  private let gestures: LabelledGestures
  private let rule: ReleaseRule
  private let order: [Int32]

  /// The index of the first gesture.
  package var startIndex: Int { 0 }
  /// The number of gestures.
  package var endIndex: Int { order.count }

  /// The gesture at an index.
  package subscript(index: Int) -> HardGesture {
    let number = Int(order[index])
    return HardGesture(gestures[number], at: number, under: rule)
  }

  /// The indices among all labelled gestures.
  package var numbers: some Sequence<Int> { order.lazy.map(Int.init) }

  /// Returns the gestures that a rule gets wrong, the worst first, and the narrow passes, the closest
  /// first.
  ///
  /// - Parameters:
  ///   - gestures: the gestures.
  ///   - rule: the rule.
  ///   - share: the largest relative change that counts as narrow.
  package static func all(
    among gestures: LabelledGestures, under rule: ReleaseRule, within share: Double
  ) -> (wrong: HardGestures, near: HardGestures) {
    typealias Found = (nearness: Double, index: Int32)
    var wrong: [Found] = []
    var near: [Found] = []
    for (index, gesture) in gestures.enumerated() {
      let hard = HardGesture(gesture, at: index, under: rule)
      if !hard.isRight {
        wrong.append((hard.nearness ?? .infinity, Int32(index)))
      } else if let nearness = hard.nearness, nearness <= share {
        near.append((nearness, Int32(index)))
      }
    }
    // The index keeps the order of equal gestures.
    wrong.sort { ($0.nearness, $1.index) > ($1.nearness, $0.index) }
    near.sort { $0 < $1 }
    func kept(_ found: [Found]) -> HardGestures {
      HardGestures(gestures: gestures, rule: rule, order: found.map(\.index))
    }
    return (kept(wrong), kept(near))
  }
}

extension TuningResult.Ranking {
  /// Returns how well each condition's quantity alone ranks gestures.
  static func all(of rule: ReleaseRule, _ gestures: LabelledGestures) -> [Self] {
    rule.thresholdPositions.map { position in
      let curve = curve(of: position, in: rule, gestures)
      return Self(
        name: rule.name(of: position), position: position,
        moreFinishes: moreFinishes(position, in: rule),
        areaUnderROC: curve?.areaUnderROC, averagePrecision: curve?.averagePrecision)
    }
  }

  private static func moreFinishes(_ position: ThresholdPosition, in rule: ReleaseRule) -> Bool {
    rule[position].comparison.asksForMore != (rule.clauses[position.clause].verdict == .cancel)
  }

  fileprivate static func curve(
    of position: ThresholdPosition, in rule: ReleaseRule, _ gestures: LabelledGestures
  ) -> RankCurve? {
    var scores: [Double] = []
    var areMeant: [Bool] = []
    for gesture in gestures {
      guard let release = gesture.features.release(for: rule) else { continue }
      scores.append(rule.value(of: rule[position], in: release))
      areMeant.append(gesture.isMeantToFinish)
    }
    return RankCurve(
      scores: scores, areMeant: areMeant, lowIsPositive: !moreFinishes(position, in: rule))
  }
}

extension TuningResult {
  /// Returns the curves of a ranking; they are not stored because of their size.
  package func curve(of ranking: Ranking) -> RankCurve? {
    Ranking.curve(of: ranking.position, in: after, gestures)
  }
}

/// The cost of every value of one threshold, with the other thresholds fixed.
package struct ErrorCurve: Hashable, Sendable {
  /// The values at which a gesture changes sides, ascending.
  package private(set) var values: [Double] = []
  /// The costs below the first value, between each two values, and above the last: one more than
  /// values.
  package private(set) var costs: [Int]

  /// Adds up the costs of all items.
  ///
  /// - Parameters:
  ///   - axis: the threshold that varies.
  ///   - problem: the items.
  ///   - thresholds: the values of the other thresholds.
  ///   - base: a cost that is added everywhere.
  init(along axis: Int, of problem: ThresholdProblem, at thresholds: [Double], base: Int) {
    var changes: [(value: Double, change: Int)] = []
    var cost = base
    changes.reserveCapacity(problem.items.count)
    let items = problem.items
    for item in items.indices {
      let sides = problem.sides(of: item, thresholds)
      let above = items.cost(of: item, sides: sides | 1 << axis)
      // Below the lowest value, every item is above the threshold.
      cost += above
      let below = items.cost(of: item, sides: sides & ~(1 << axis))
      changes.append((items.value(of: item, axis), below - above))
    }
    changes.sort { $0.value < $1.value }
    costs = [cost]
    for (value, change) in changes {
      if values.last != value {
        values.append(value)
        costs.append(costs[costs.count - 1])
      }
      costs[costs.count - 1] += change
    }
  }
}

/// The position of a threshold in a rule.
package struct ThresholdPosition: Hashable, Sendable {
  /// The index of the clause.
  package var clause: Int
  /// The index of the condition in the clause.
  package var condition: Int

  /// Creates a position.
  package init(clause: Int, condition: Int) {
    self.clause = clause
    self.condition = condition
  }
}

extension ReleaseRule {
  /// The positions of all thresholds, in the order of the clauses.
  package var thresholdPositions: [ThresholdPosition] {
    clauses.enumerated().flatMap { clause in
      clause.element.conditions.indices.map {
        ThresholdPosition(clause: clause.offset, condition: $0)
      }
    }
  }

  /// The condition at a position.
  package subscript(position: ThresholdPosition) -> Condition {
    get { clauses[position.clause].conditions[position.condition] }
    set { clauses[position.clause].conditions[position.condition] = newValue }
  }

  /// Returns the name of a threshold: its quantity, qualified where necessary.
  ///
  /// For instance `velocity`, or `velocity.below` beside a `velocity.above`, or `2.velocity.above` in
  /// the second clause.
  package func name(of position: ThresholdPosition) -> String {
    let all = names(of: position)
    return all.first { thresholds(named: $0).count == 1 } ?? all[all.count - 1]
  }

  /// Returns the positions of all thresholds with a name.
  package func thresholds(named name: String) -> [ThresholdPosition] {
    thresholdPositions.filter { names(of: $0).contains(name) }
  }

  private func names(of position: ThresholdPosition) -> [String] {
    let condition = self[position]
    let quantity = condition.quantity.rawValue
    let full = "\(quantity).\(condition.comparison.rawValue)"
    return [quantity, full, "\(position.clause + 1).\(quantity)", "\(position.clause + 1).\(full)"]
  }
}

extension ReleaseRule.Comparison {
  /// Whether a value above the threshold meets the condition.
  var asksForMore: Bool { self == .above || self == .atLeast }

  /// Whether a value equal to the threshold counts as above it.
  var tiesAreAbove: Bool { self == .atLeast || self == .below }
}
