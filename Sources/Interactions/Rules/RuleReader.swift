import PantographGestures
import PantographQuantities

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
    try self.init(reading: JSONNode(parsing: bytes))
  }

  init(reading node: JSONNode) throws(InteractionError) {
    let names = [
      "preset", "thresholds", "fractionAbove", "estimator", "projection", "snapPoints", "ties",
      "clauses", "otherwise",
    ]
    let rule = try node.members(known: names)
    if let fraction = rule["fractionAbove"] {
      for name in names where rule[name] != nil && name != "fractionAbove" {
        throw node.error("fractionAbove is a complete rule: leave out it or \(name)")
      }
      self.init(fractionAbove: try fraction.number(in: 0...1, "a fraction"))
      return
    }
    if let preset = rule["preset"] {
      self = try preset.name(
        among: ReleasePreset.all.map { ($0.name, $0.rule) }, "preset")
    } else {
      if let thresholds = rule["thresholds"] {
        throw thresholds.error(
          "thresholds need a preset: add preset, or use clauses")
      }
      let what = "a preset, a fractionAbove, or clauses to judge a release by"
      self.init(
        clauses: try Self.clauses(rule.required("clauses", what)),
        otherwise: try Self.verdict(
          rule.required("otherwise", "the verdict if no clause holds")))
    }
    try change(by: rule)
  }

  /// Applies the keys besides the clauses, or those that change a preset.
  private mutating func change(by rule: Members) throws(InteractionError) {
    if rule["preset"] != nil, let node = rule["clauses"] { clauses = try Self.clauses(node) }
    if let node = rule["otherwise"] { otherwise = try Self.verdict(node) }
    if let node = rule["estimator"] {
      estimator = try node.name(
        among: VelocityEstimator.allCases.map { ($0.rawValue, $0) }, "estimator")
    }
    if let node = rule["projection"] { projection = try Self.projection(node) }
    if let node = rule["snapPoints"] { snapPoints = try Self.snapPoints(node) }
    if let node = rule["ties"] {
      ties = try node.name(among: Tie.allCases.map { ($0.rawValue, $0) }, "tie rule")
    }
    if let node = rule["thresholds"] { try changeThresholds(node) }
    try checkUnits(rule["clauses"] ?? rule["estimator"] ?? rule["projection"])
  }

  /// Rejects a velocity unit that does not fit the estimator, and a projection of velocities per event.
  private func checkUnits(_ node: JSONNode?) throws(InteractionError) {
    guard let node else { return }
    let isPerEvent = !estimator.hasTime
    for condition in clauses.flatMap(\.conditions) where condition.quantity.dimension == .velocity {
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

  private mutating func changeThresholds(_ node: JSONNode) throws(InteractionError) {
    let used = Quantity.allCases.filter { quantity in
      clauses.contains { $0.conditions.contains { $0.quantity == quantity && $0.threshold != 0 } }
    }
    let thresholds = try node.members(known: used.map(\.rawValue))
    for quantity in used {
      guard let node = thresholds[quantity.rawValue] else { continue }
      let size = try node.number(in: 0...1e9, "a threshold")
      let sizes = clauses.flatMap(\.conditions).filter {
        $0.quantity == quantity && $0.threshold != 0
      }.map { abs($0.threshold) }
      guard Set(sizes).count == 1 else {
        let list = Set(sizes).sorted().map(\.asWritten).joined(separator: " and ")
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

  private static func clauses(_ node: JSONNode) throws(InteractionError) -> [Clause] {
    var clauses: [Clause] = []
    for element in try node.elements() {
      let clause = try element.members(known: ["when", "then"])
      let conditions = try clause.required("when", "the conditions that must all hold")
        .members(known: Quantity.allCases.map(\.rawValue))
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
      clauses.append(
        Clause(all, then: try verdict(clause.required("then", "the verdict"))))
    }
    return clauses
  }

  private static func conditions(
    _ quantity: Quantity, _ node: JSONNode
  ) throws(InteractionError) -> [Condition] {
    let condition = try node.members(known: Comparison.allCases.map(\.rawValue) + ["unit"])
    let units = MeasureUnit.all.filter(quantity.dimension.accepts)
    let unit = try condition["unit"]?.name(
      among: units.map { ("\($0)", $0) }, "unit of \(quantity.rawValue)")
    var conditions: [Condition] = []
    for comparison in Comparison.allCases {
      guard let threshold = condition[comparison.rawValue] else { continue }
      conditions.append(
        Condition(quantity, comparison, try threshold.number(in: -1e9...1e9, "a threshold"), unit))
    }
    guard !conditions.isEmpty else {
      throw node.error("expected a threshold: above, atLeast, below or atMost")
    }
    return conditions
  }

  private static func verdict(_ node: JSONNode) throws(InteractionError) -> Verdict {
    try node.name(among: Verdict.allCases.map { ($0.rawValue, $0) }, "verdict")
  }

  private static func snapPoints(_ node: JSONNode) throws(InteractionError) -> [Double] {
    var points: [Double] = []
    for element in try node.elements() {
      let point = try element.number(in: 0...1, "a progress")
      guard points.last.map({ $0 < point }) ?? true else {
        throw element.error("expected a progress greater than the previous one")
      }
      points.append(point)
    }
    guard points.count > 1 else { throw node.error("expected two snap points or more") }
    return points
  }

  private static func projection(_ node: JSONNode) throws(InteractionError) -> Projection {
    let names = ["seconds", "friction", "steps", "integral", "ontoProgress"]
    guard node.isObject else {
      return try node.name(
        among: [("none", Projection.none)], "projection",
        or: "an object with \(names.inWords)")
    }
    let projection = try node.members(known: names)
    let (name, node) = try projection.exactlyOne(of: names, "where a movement would end")
    switch name {
    case "seconds": return .seconds(try node.number(in: 0...60, "seconds"))
    case "friction":
      return .friction(try node.number(in: 1e-3...1e6, "a friction per second"))
    case "steps": return .steps(decay: try decay(node))
    case "integral": return .integral(decay: try decay(node))
    default: return try ontoProgress(node)
    }
  }

  private static func ontoProgress(_ node: JSONNode) throws(InteractionError) -> Projection {
    let mixed = try node.members(known: ["decay", "unit", "bendAbove", "bend"])
    let units = MeasureUnit.all.filter(Quantity.velocity.dimension.accepts)
    return .ontoProgress(
      decay: try decay(mixed.required("decay", "the share kept every millisecond")),
      unit: try mixed.required("unit", "the unit of the velocity").name(
        among: units.map { ("\($0)", $0) }, "unit of velocity"),
      bendAbove: try mixed.required("bendAbove", "the velocity where the square begins").number(
        in: 0...1e9, "a velocity"),
      bend: try mixed.required("bend", "how much of the square is added").number(
        in: 0...1e9, "a factor"))
  }

  private static func decay(_ node: JSONNode) throws(InteractionError) -> Double {
    try node.number(in: 1e-6...0.999_999, "the share of a velocity kept every millisecond")
  }
}
