public import Interactions

/// Where a threshold stands in a rule.
public struct ThresholdPlace: Hashable, Sendable {
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
  public var thresholdPlaces: [ThresholdPlace] {
    clauses.enumerated().flatMap { clause in
      clause.element.conditions.indices.map {
        ThresholdPlace(clause: clause.offset, condition: $0)
      }
    }
  }

  /// The condition at a place.
  public subscript(place: ThresholdPlace) -> Condition {
    get { clauses[place.clause].conditions[place.condition] }
    set { clauses[place.clause].conditions[place.condition] = newValue }
  }

  /// What a threshold is called: its quantity, with as much more as tells it from the others.
  ///
  /// `velocity`; or `velocity.below` beside a `velocity.above`; or `2.velocity.above`, of the second
  /// clause.
  public func name(of place: ThresholdPlace) -> String {
    let all = names(of: place)
    return all.first { thresholds(named: $0).count == 1 } ?? all[all.count - 1]
  }

  /// The places of the thresholds that a name stands for: all that are called so.
  public func thresholds(named name: String) -> [ThresholdPlace] {
    thresholdPlaces.filter { names(of: $0).contains(name) }
  }

  private func names(of place: ThresholdPlace) -> [String] {
    let condition = self[place]
    let quantity = condition.quantity.rawValue
    let full = "\(quantity).\(condition.comparison.rawValue)"
    return [quantity, full, "\(place.clause + 1).\(quantity)", "\(place.clause + 1).\(full)"]
  }
}

extension ReleaseRule.Comparison {
  /// Whether what lies above the threshold meets the condition.
  var asksForMore: Bool { self == .above || self == .atLeast }

  /// Whether a value that is equal to the threshold counts as above it.
  var tiesAreAbove: Bool { self == .atLeast || self == .below }
}
