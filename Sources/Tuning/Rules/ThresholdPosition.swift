package import PantographInteractions

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
