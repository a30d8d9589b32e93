import PantographBase
import PantographGestures
import PantographMotion

extension ReleaseRule {
  /// Reads a rule from JSON, as under `rule` in an interaction file.
  ///
  /// A rule reads like a sentence: when the velocity is above 300 mm/s, then finish; otherwise cancel.
  ///
  ///     {
  ///       "estimator": "android",
  ///       "projection": { "seconds": 0.2 },
  ///       "snapPoints": [0, 0.4, 1],
  ///       "ties": "lower",
  ///       "clauses": [
  ///         { "when": { "velocity": { "above": 300, "unit": "mm/s" } }, "then": "finish" },
  ///         { "when": { "fraction": { "above": 0.5 }, "restTime": { "below": 0.1 } }, "then": "next" }
  ///       ],
  ///       "otherwise": "cancel"
  ///     }
  ///
  /// A quantity that is compared with thresholds in several units has a list of such objects.
  ///
  /// A rule may also start from a preset and change any of the keys above. `thresholds` changes the
  /// threshold of a quantity, in the preset's unit and with its signs:
  ///
  ///     { "preset": "uikit-sheet", "thresholds": { "velocity": 800 } }
  ///
  /// The shortest rule is `{ "fractionAbove": 0.5 }`.
  package init(parsing bytes: [UInt8]) throws(InteractionError) {
    do {
      try self.init(reading: JSONNode(parsingInteraction: bytes))
    } catch {
      throw InteractionError(error)
    }
  }

  init(reading node: JSONNode) throws(JSONError) {
    let rule = try node.members(of: .rule)
    if rule["fractionAbove"] != nil {
      for name in FieldTable.rule.names where rule[name] != nil && name != "fractionAbove" {
        throw node.error("fractionAbove is a complete rule: leave out it or \(name)")
      }
      self.init(fractionAbove: try rule.requiredNumber("fractionAbove"))
      return
    }
    if let name = try rule.name("preset"), let preset = ReleasePreset.named(name) {
      self = preset.rule
    } else {
      if let thresholds = rule["thresholds"] {
        throw thresholds.error(
          "thresholds need a preset: add preset, or use clauses")
      }
      self.init(
        clauses: try Self.clauses(rule.required("clauses")),
        otherwise: try Self.verdict(rule.required("otherwise")))
    }
    try change(by: rule)
  }

  /// Applies the keys besides the clauses, or those that change a preset.
  private mutating func change(by rule: Members) throws(JSONError) {
    if rule["preset"] != nil, let node = rule["clauses"] { clauses = try Self.clauses(node) }
    if let node = rule["otherwise"] { otherwise = try Self.verdict(node) }
    estimator = try rule.name("estimator", as: VelocityEstimator.self) ?? estimator
    projection = try rule["projection"].map(Self.projection) ?? projection
    snapPoints = try rule["snapPoints"].map(Self.snapPoints) ?? snapPoints
    ties = try rule.name("ties", as: Tie.self) ?? ties
    if let node = rule["thresholds"] { try changeThresholds(node) }
    try checkUnits(rule["clauses"] ?? rule["estimator"] ?? rule["projection"])
  }

  /// Rejects a velocity unit that does not fit the estimator, and a projection of velocities per event.
  private func checkUnits(_ node: JSONNode?) throws(JSONError) {
    guard let node else { return }
    let isPerEvent = !estimator.hasTime
    for condition in clauses.flatMap({ $0.conditions })
    where condition.quantity.dimension == .velocity {
      guard (condition.unit.time == .event) != isPerEvent else { continue }
      let remedy = isPerEvent ? "mm/event" : "mm/s"
      throw node.error(
        "the estimator \(estimator.rawValue) measures per \(isPerEvent ? "event" : "time"), not in "
          + "\(condition.unit): expected a unit such as \(remedy), or another estimator")
    }
    if isPerEvent, projection != .none {
      throw node.error(
        "a velocity per event can't be projected: expected \"none\" for the projection")
    }
  }

  private mutating func changeThresholds(_ node: JSONNode) throws(JSONError) {
    let used = Quantity.allCases.filter { quantity in
      clauses.contains { $0.conditions.contains { $0.quantity == quantity && $0.threshold != 0 } }
    }
    let thresholds = try node.members(of: .thresholds, known: used.map { $0.rawValue })
    for quantity in used {
      guard let node = thresholds[quantity.rawValue] else { continue }
      let size = try thresholds.requiredNumber(quantity.rawValue)
      let sizes = clauses.flatMap({ $0.conditions }).filter {
        $0.quantity == quantity && $0.threshold != 0
      }.map { abs($0.threshold) }
      guard Set(sizes).count == 1 else {
        let list = Set(sizes).sorted().map { $0.asWritten }.joined(separator: " and ")
        throw node.error("the preset has several thresholds, \(list): use clauses instead")
      }
      for clause in clauses.indices {
        for index in clauses[clause].conditions.indices
        where clauses[clause].conditions[index].quantity == quantity {
          let old = clauses[clause].conditions[index].threshold
          // A threshold of zero asks for a sign, and must stay zero.
          if old != 0 { clauses[clause].conditions[index].threshold = old < 0 ? -size : size }
        }
      }
    }
  }

  private static func clauses(_ node: JSONNode) throws(JSONError) -> [Clause] {
    try node.elements().map { element throws(JSONError) in
      let clause = try element.members(of: .clause)
      let conditions = try clause.required("when").members(of: .conditions)
      var all: [Condition] = []
      for quantity in Quantity.allCases {
        guard let node = conditions[quantity.rawValue] else { continue }
        let parts = node.isArray ? try node.elements() : [node]
        guard !parts.isEmpty else { throw node.error("expected one condition or more") }
        for part in parts { all += try Self.conditions(quantity, part) }
      }
      guard !all.isEmpty else {
        throw element.error("a clause without conditions always holds: use otherwise")
      }
      return Clause(all, then: try verdict(clause.required("then")))
    }
  }

  private static func conditions(
    _ quantity: Quantity, _ node: JSONNode
  ) throws(JSONError) -> [Condition] {
    let condition = try node.members(
      of: .condition(on: quantity.dimension, named: quantity.rawValue))
    let unit = try condition.name("unit").flatMap(MeasureUnit.named)
    var conditions: [Condition] = []
    for comparison in Comparison.allCases {
      guard let threshold = try condition.number(comparison.rawValue) else { continue }
      conditions.append(Condition(quantity, comparison, threshold, unit))
    }
    guard !conditions.isEmpty else {
      throw node.error("expected a threshold: above, atLeast, below or atMost")
    }
    return conditions
  }

  private static func verdict(_ node: JSONNode) throws(JSONError) -> Verdict {
    try node.name(among: Verdict.allCases.map { ($0.rawValue, $0) }, "verdict")
  }

  private static func snapPoints(_ node: JSONNode) throws(JSONError) -> [Double] {
    var points: [Double] = []
    for element in try node.elements() {
      let point = try element.number(.snapPoint)
      guard points.last.map({ $0 < point }) ?? true else {
        throw element.error("expected a progress greater than the previous one")
      }
      points.append(point)
    }
    guard points.count > 1 else { throw node.error("expected two snap points or more") }
    return points
  }

  private static func projection(_ node: JSONNode) throws(JSONError) -> Projection {
    guard node.isObject else {
      return try node.name(
        among: [("none", Projection.none)], "projection",
        or: "an object with \(FieldTable.projection.names.inWords)")
    }
    let projection = try node.oneMember(of: .projection)
    switch projection.name {
    case "seconds": return .seconds(try projection.number())
    case "friction": return .friction(try projection.number())
    case "steps": return .steps(decay: try projection.number())
    case "momentum":
      return .momentum(
        try projection.node.name(among: Momentum.all.map { ($0.name, $0) }, "law"))
    case "integral": return .integral(decay: try projection.number())
    default:
      let mixed = try projection.node.members(of: .ontoProgress)
      let decay = try mixed.requiredNumber("decay")
      guard let unit = try mixed.name("unit").flatMap(MeasureUnit.named) else {
        throw mixed.missing("unit")
      }
      return .ontoProgress(
        decay: decay, unit: unit,
        bendAbove: try mixed.requiredNumber("bendAbove"), bend: try mixed.requiredNumber("bend"))
    }
  }
}

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
