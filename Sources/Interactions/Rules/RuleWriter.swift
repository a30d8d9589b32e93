import PantographBase
import PantographGestures
import PantographMotion

extension ReleaseRule {
  /// The rule as JSON over several lines, as under `rule` in an interaction file.
  ///
  /// Defaults are left out, so that a rule with a single fraction is a single key. Reading the text
  /// returns an equal rule.
  package var json: String {
    // The short form allows only progress from 0 to 1.
    if let fractionAbove, 0...1 ~= fractionAbove {
      return "{ \"fractionAbove\": \(fractionAbove.asWritten) }"
    }
    return json { $0.asWritten }
  }

  /// Returns the long form of the rule as JSON, with the text of each threshold from a function.
  package func json(writing threshold: (Double) -> String) -> String {
    var members = ["\"estimator\": \"\(estimator.rawValue)\""]
    if let text = projection.json { members.append("\"projection\": \(text)") }
    if snapPoints != [0, 1] {
      let points = snapPoints.map { $0.asWritten }.joined(separator: ", ")
      members.append("\"snapPoints\": [\(points)]")
    }
    if ties != .lower { members.append("\"ties\": \"\(ties.rawValue)\"") }
    let lines = clauses.map { "    \($0.json(threshold))" }.joined(separator: ",\n")
    members.append(clauses.isEmpty ? "\"clauses\": []" : "\"clauses\": [\n\(lines)\n  ]")
    members.append("\"otherwise\": \"\(otherwise.rawValue)\"")
    return "{\n" + members.map { "  \($0)" }.joined(separator: ",\n") + "\n}"
  }
}

extension ReleaseRule.Clause {
  fileprivate func json(_ threshold: (Double) -> String) -> String {
    let quantities = ReleaseRule.Quantity.allCases.compactMap { quantity -> String? in
      let all = conditions.filter { $0.quantity == quantity }
      guard let first = all.first else { return nil }
      let isOne =
        all.allSatisfy { $0.unit == first.unit }
        && Set(all.map { $0.comparison }).count == all.count
      let parts = isOne ? [json(all, threshold)] : all.map { json([$0], threshold) }
      let text = isOne ? parts[0] : "[\(parts.joined(separator: ", "))]"
      return "\"\(quantity.rawValue)\": \(text)"
    }
    let when = quantities.joined(separator: ", ")
    return "{ \"when\": { \(when) }, \"then\": \"\(verdict.rawValue)\" }"
  }

  /// Conditions on one quantity, in one unit.
  private func json(
    _ conditions: [ReleaseRule.Condition], _ threshold: (Double) -> String
  ) -> String {
    var parts = conditions.map { "\"\($0.comparison.rawValue)\": \(threshold($0.threshold))" }
    let (quantity, unit) = (conditions[0].quantity, conditions[0].unit)
    let isPlain = quantity.dimension == .progress && unit == quantity.dimension.usualUnit
    if !isPlain { parts.append("\"unit\": \"\(unit)\"") }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}

extension ReleaseRule.Projection {
  fileprivate var json: String? {
    switch self {
    case .none: nil
    case .seconds(let seconds): "{ \"seconds\": \(seconds.asWritten) }"
    case .friction(let friction): "{ \"friction\": \(friction.asWritten) }"
    case .steps(let decay): "{ \"steps\": \(decay.asWritten) }"
    case .integral(let decay): "{ \"integral\": \(decay.asWritten) }"
    case .momentum(let momentum): "{ \"momentum\": \"\(momentum.name)\" }"
    case .ontoProgress(let decay, let unit, let bendAbove, let bend):
      "{ \"ontoProgress\": { \"decay\": \(decay.asWritten), \"unit\": \"\(unit)\", "
        + "\"bendAbove\": \(bendAbove.asWritten), \"bend\": \(bend.asWritten) } }"
    }
  }
}
