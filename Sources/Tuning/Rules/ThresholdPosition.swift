public import Interactions

/// Where a threshold stands in a rule.
public struct ThresholdPosition: Hashable, Sendable {
  /// The clause, from 0.
  public var clause: Int
  /// The condition of the clause, from 0.
  public var condition: Int

  /// Makes a place.
  public init(clause: Int, condition: Int) {
    self.clause = clause
    self.condition = condition
  }
}

extension ReleaseRule {
  /// The places of all its thresholds, in the order of the clauses.
  public var thresholdPositions: [ThresholdPosition] {
    clauses.enumerated().flatMap { clause in
      clause.element.conditions.indices.map {
        ThresholdPosition(clause: clause.offset, condition: $0)
      }
    }
  }

  /// The condition at a place.
  public subscript(position: ThresholdPosition) -> Condition {
    get { clauses[position.clause].conditions[position.condition] }
    set { clauses[position.clause].conditions[position.condition] = newValue }
  }

  /// What a threshold is called: its quantity, with as much more as tells it from the others.
  ///
  /// `velocity`; or `velocity.below` beside a `velocity.above`; or `2.velocity.above`, of the second
  /// clause.
  public func name(of position: ThresholdPosition) -> String {
    let all = names(of: position)
    return all.first { thresholds(named: $0).count == 1 } ?? all[all.count - 1]
  }

  /// The places of the thresholds that a name stands for: all that are called so.
  public func thresholds(named name: String) -> [ThresholdPosition] {
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
  /// Whether what lies above the threshold meets the condition.
  var asksForMore: Bool { self == .above || self == .atLeast }

  /// Whether a value that is equal to the threshold counts as above it.
  var tiesAreAbove: Bool { self == .atLeast || self == .below }
}
