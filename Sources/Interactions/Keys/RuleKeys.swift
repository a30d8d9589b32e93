package import PantographBase
import PantographGestures
import PantographMotion

extension NumberRange {
  fileprivate static let decay = Self(
    range: 1e-6...0.999_999, noun: "the share of a velocity kept every millisecond",
    definition: "decay")
  fileprivate static let threshold = Self(
    range: -1e9...1e9, noun: "a threshold", definition: "threshold")
}

extension InteractionSchema {
  static let rule: Definitions = [
    "rule": .lazy { ReleaseRule.keys.schema }, "projection": ReleaseRule.Projection.form.kind,
    "decay": .range(.decay),
    "verdict": .inline(.names(ReleaseRule.Verdict.allCases.map { $0.rawValue })),
    "clause": .lazy { ReleaseRule.Clause.keys.schema },
    "progressCondition": condition(.progress), "lengthCondition": condition(.length),
    "velocityCondition": condition(.velocity), "timeCondition": condition(.time),
    "threshold": .range(.threshold),
    "measuresPerEvent": .schema(
      """
      "anyOf": [
        {
          "required": ["estimator"],
          "properties": { "estimator": { "enum": \(SchemaText.names(estimatorsPerEvent)) } }
        },
        {
          "required": ["preset"], "not": { "required": ["estimator"] },
          "properties": { "preset": { "enum": \(SchemaText.names(presetsPerEvent)) } }
        }
      ]
      """),
  ]

  private static let estimatorsPerEvent = VelocityEstimator.allCases.filter { !$0.hasTime }
    .map { $0.rawValue }
  private static let presetsPerEvent = ReleasePreset.all.filter { !$0.rule.estimator.hasTime }
    .map { $0.name }

  private static func condition(_ dimension: ReleaseRule.Quantity.Dimension) -> ValueKind {
    .lazy { ConditionText.tables[dimension.rawValue].schema }
  }
}

// MARK: Rules

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
  package init(parsing bytes: [UInt8]) throws(Complaint) {
    try self.init(reading: JSONNode(parsingInteraction: bytes))
  }

  init(reading node: JSONNode) throws(Complaint) {
    self.init(clauses: [], otherwise: .cancel)
    let rule = try Self.keys.read(node, into: &self)
    if rule["fractionAbove"] != nil {
      for name in Self.keys.names where rule[name] != nil && name != "fractionAbove" {
        throw node.error("fractionAbove is a complete rule: leave out it or \(name)")
      }
      return
    }
    if rule["preset"] == nil {
      if let thresholds = rule["thresholds"] {
        throw thresholds.error("thresholds need a preset: add preset, or use clauses")
      }
      for name in ["clauses", "otherwise"] where rule[name] == nil {
        throw Self.keys.missing(name, of: node)
      }
    }
    if let origin = rule["stepsFrom"], steps == nil {
      throw origin.error("nothing counts from there: add steps, such as 1")
    }
    if steps != nil, clauses.contains(where: { $0.verdict == .coast }) || otherwise == .coast {
      if let node = rule["steps"] {
        throw node.error(
          "steps count snap points, and what coasts stops anywhere: leave out one of both")
      }
      // Those of a preset, which is changed to coast.
      steps = nil
    }
    if let thresholds = rule["thresholds"] { try changeThresholds(thresholds) }
    try checkUnits(rule["clauses"] ?? rule["estimator"] ?? rule["projection"])
  }

  fileprivate static let keys = KeyTable<Self>(
    listedAs: [
      "preset", "thresholds", "fractionAbove", "estimator", "projection", "snapPoints", "steps",
      "stepsFrom", "ties", "clauses", "otherwise",
    ],
    after: [
      """
      "if": { "required": ["fractionAbove"] },
      "then": { "maxProperties": 1 },
      "else": {
        "if": { "required": ["preset"] },
        "then": true,
        "else": { "required": ["clauses", "otherwise"], "properties": { "thresholds": false } }
      }
      """
    ],
    [
      Key(
        "fractionAbove", .number(0...1, "a fraction"),
        "A complete rule: it finishes above this fraction."
      ) { $0 = Self(fractionAbove: $1) },
      Key(
        "preset", .lazy { ValueKind.names(ReleasePreset.names).members },
        "The name of a toolkit's rule; the other keys change it."
      ) { (node, rule) throws(Complaint) in
        let name = try Form.name(ReleasePreset.names, "preset").read(node)
        rule = ReleasePreset.named(name)?.rule ?? rule
      },
      // Read last, since they change the thresholds of all other keys.
      Key(
        "thresholds", .lazy { thresholds.schema },
        "Other thresholds for the preset, in its units and with its signs."
      ) { _, _ in },
      Key(
        "estimator", .name("estimator"), "The velocity estimator.", usual: .pantograph,
        { $0.estimator }, { $0.estimator = $1 }),
      Key(
        "projection", Projection.form.defined(as: "projection"), "Where a movement would end.",
        usual: Projection.none, { $0.projection == .none ? nil : $0.projection },
        { $0.projection = $1 }),
      Key(
        "snapPoints", snapPoints,
        "The progresses at which the animation may rest, increasing; beyond 0 and 1 if the limits allow.",
        usual: [0, 1], { $0.snapPoints == [0, 1] ? nil : $0.snapPoints }, { $0.snapPoints = $1 }),
      Key(
        "steps",
        .whole(NumberRange(range: 1...1000, noun: "a whole number of snap points", isWhole: true)),
        "How many snap points one gesture moves at most; fingers drag no farther, unless limits is none.",
        { $0.steps }, { $0.steps = $1 }),
      Key(
        "stepsFrom", .name("origin of steps"),
        "From where steps count: place, where the fingers grab it, or target, where it rests or is going.",
        usual: .place, { $0.stepsFrom == .place ? nil : $0.stepsFrom }, { $0.stepsFrom = $1 }),
      Key(
        "ties", .name("tie rule"), "Which of two equally near snap points is taken.",
        usual: .lower, { $0.ties == .lower ? nil : $0.ties }, { $0.ties = $1 }),
      Key(
        "clauses", .list(of: .inline(.definition("clause")), atLeast: 0),
        "The first clause whose conditions all hold decides.",
        missing: "a preset, a fractionAbove, or clauses to judge a release by"
      ) { (node, rule) throws(Complaint) in
        rule.clauses = try node.elements().map(Clause.init(reading:))
      },
      Key(
        "otherwise", verdict, "The verdict if no clause holds.",
        missing: "the verdict if no clause holds"
      ) { $0.otherwise = $1 },
    ])

  fileprivate static let verdict = Form<Verdict>.name("verdict").defined(as: "verdict")

  private static let snapPoints = Form<[Double]>(
    .list(of: .inline(.number(progress)), atLeast: 2),
    { (node) throws(Complaint) in
      var points: [Double] = []
      for element in try node.elements() {
        let point = try element.number(progress)
        guard points.last.map({ $0 < point }) ?? true else {
          throw element.error("expected a progress greater than the previous one")
        }
        points.append(point)
      }
      guard points.count > 1 else { throw node.error("expected two snap points or more") }
      return points
    }, write: { "[\($0.map { $0.asWritten }.joined(separator: ", "))]" })

  private static let progress = NumberRange(range: -100...100, noun: "a progress")

  /// Rejects a velocity unit that does not fit the estimator, and a projection of velocities per event.
  private func checkUnits(_ node: JSONNode?) throws(Complaint) {
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

  // MARK: Thresholds

  private static let thresholds = KeyTable<[Double?]>(
    Quantity.allCases.enumerated().map { index, quantity in
      Key(
        quantity.rawValue, .number(0...1e9, "a threshold"),
        "Another threshold on \(quantity.inWords)."
      ) { $0[index] = $1 }
    })

  private mutating func changeThresholds(_ node: JSONNode) throws(Complaint) {
    // A threshold of zero asks for a sign, and must stay zero.
    let used = Quantity.allCases.filter { quantity in
      clauses.contains { $0.conditions.contains { $0.quantity == quantity && $0.threshold != 0 } }
    }
    var sizes = [Double?](repeating: nil, count: Quantity.allCases.count)
    let members = try Self.thresholds.read(node, into: &sizes, known: used.map { $0.rawValue })
    for (quantity, size) in zip(Quantity.allCases, sizes) {
      guard let size else { continue }
      var old: [Double] = []
      for clause in clauses.indices {
        for index in clauses[clause].conditions.indices {
          let condition = clauses[clause].conditions[index]
          guard condition.quantity == quantity, condition.threshold != 0 else { continue }
          let former = abs(condition.threshold)
          if !old.contains(former) { old.append(former) }
          clauses[clause].conditions[index].threshold = condition.threshold < 0 ? -size : size
        }
      }
      guard old.count == 1 else {
        let list = old.sorted().map { $0.asWritten }.joined(separator: " and ")
        throw (members[quantity.rawValue] ?? node).error(
          "the preset has several thresholds, \(list): use clauses instead")
      }
    }
  }
}

// MARK: Projections

extension ReleaseRule.Projection {
  fileprivate static let form = Form<Self>.name(among: [("none", .none)], "projection", or: keys)

  private static let keys = KeyTable<Self?>(
    count: .one("where a movement would end"),
    [
      Key(
        "seconds", .number(0...60, "seconds"),
        "Where the velocity leads in this number of seconds.",
        { if case .seconds(let seconds) = $0 { seconds } else { nil } }, { $0 = .seconds($1) }),
      Key(
        "friction", .number(1e-3...1e6, "a friction per second"),
        "Where the velocity leads if friction slows it down by this factor per second.",
        { if case .friction(let friction) = $0 { friction } else { nil } }, { $0 = .friction($1) }),
      Key(
        "steps", .number(.decay),
        "Where the velocity leads if this share of it remains after each millisecond, summed in steps.",
        { if case .steps(let decay) = $0 { decay } else { nil } }, { $0 = .steps(decay: $1) }),
      Key(
        "integral", .number(.decay),
        "Where the velocity leads if this share of it remains after each millisecond, integrated.",
        { if case .integral(let decay) = $0 { decay } else { nil } }, { $0 = .integral(decay: $1) }),
      Key(
        "momentum",
        .name(among: Momentum.all.map { ($0.name, $0) }, "law", write: { "\"\($0.name)\"" }),
        "Where this toolkit's scrolling would come to rest.",
        { if case .momentum(let momentum) = $0 { momentum } else { nil } }, { $0 = .momentum($1) }),
      Key(
        "ontoProgress", .object(OntoProgress.keys, from: OntoProgress()),
        "GNOME's projection, which adds a number of pixels per millisecond to the progress.",
        { projection in
          guard case .ontoProgress(let decay, let unit, let bendAbove, let bend) = projection else {
            return nil
          }
          return OntoProgress(decay: decay, unit: unit, bendAbove: bendAbove, bend: bend)
        },
        {
          $0 = .ontoProgress(decay: $1.decay, unit: $1.unit, bendAbove: $1.bendAbove, bend: $1.bend)
        }
      ),
    ])
}

/// The numbers of GNOME's projection.
private struct OntoProgress: Sendable {
  var decay = 0.0
  var unit = MeasureUnit(.pixel, per: .millisecond)
  var bendAbove = 0.0
  var bend = 0.0

  static let keys = KeyTable<Self>([
    Key(
      "decay", .number(.decay).inline, "The share that remains after each millisecond.",
      required: "the share kept every millisecond", { $0.decay }, { $0.decay = $1 }),
    Key(
      "unit",
      .name(
        among: ReleaseRule.Quantity.Dimension.velocity.units, "unit of velocity",
        write: { "\"\($0)\"" }),
      "The unit in which the velocity is a number.", required: "the unit of the velocity",
      { $0.unit }, { $0.unit = $1 }),
    Key(
      "bendAbove", .number(0...1e9, "a velocity"),
      "The velocity above which the square is added, in that unit.",
      required: "the velocity where the square begins", { $0.bendAbove }, { $0.bendAbove = $1 }),
    Key(
      "bend", .number(0...1e9, "a factor"), "The factor of the square.",
      required: "how much of the square is added", { $0.bend }, { $0.bend = $1 }),
  ])
}

// MARK: Clauses

extension ReleaseRule.Clause {
  fileprivate init(reading node: JSONNode) throws(Complaint) {
    self.init([], then: .finish)
    try Self.keys.read(node, into: &self)
    guard !conditions.isEmpty else {
      throw node.error("a clause without conditions always holds: use otherwise")
    }
  }

  fileprivate static let keys = KeyTable<Self>([
    Key(
      "when", .object(conditions, from: []), "The conditions that must all hold.",
      required: "the conditions that must all hold"
    ) { $0 = Self($1, then: $0.verdict) },
    Key("then", ReleaseRule.verdict, "The verdict.", required: "the verdict") { $0.verdict = $1 },
  ])

  private static let conditions = KeyTable<[ReleaseRule.Condition]>(
    count: .some,
    ReleaseRule.Quantity.allCases.map { quantity in
      let one = ValueKind.inline(.definition("\(quantity.dimension.name)Condition"))
      return Key(
        quantity.rawValue, .anyOf([one, .inline(.list(of: one, atLeast: 1))]),
        "A condition, or several, on \(quantity.inWords)."
      ) { (node, conditions) throws(Complaint) in
        let parts = node.isArray ? try node.elements() : [node]
        guard !parts.isEmpty else { throw node.error("expected one condition or more") }
        for part in parts { conditions += try ConditionText.read(part, on: quantity) }
      }
    })
}

/// The conditions on a quantity in one unit, as they are written.
private struct ConditionText: Sendable {
  let quantity: ReleaseRule.Quantity
  var thresholds: [(ReleaseRule.Comparison, Double)] = []
  var unit: MeasureUnit?

  static func read(
    _ node: JSONNode, on quantity: ReleaseRule.Quantity
  ) throws(Complaint) -> [ReleaseRule.Condition] {
    var text = Self(quantity: quantity)
    try tables[quantity.dimension.rawValue].read(node, into: &text)
    guard !text.thresholds.isEmpty else {
      throw node.error("expected a threshold: above, atLeast, below or atMost")
    }
    return text.thresholds.map { ReleaseRule.Condition(quantity, $0, $1, text.unit) }
  }

  /// The tables of all dimensions.
  static let tables = ReleaseRule.Quantity.Dimension.allCases.map(keys)

  private static func keys(on dimension: ReleaseRule.Quantity.Dimension) -> KeyTable<Self> {
    func threshold(_ comparison: ReleaseRule.Comparison, _ words: String) -> Key<Self> {
      Key(comparison.rawValue, .number(.threshold).inline, words) {
        $0.thresholds.append((comparison, $1))
      }
    }
    return KeyTable(
      before: [
        """
        "anyOf": [
          { "required": ["above"] }, { "required": ["atLeast"] },
          { "required": ["below"] }, { "required": ["atMost"] }
        ]
        """
      ],
      [
        threshold(.above, "Greater than this threshold."),
        threshold(.atLeast, "Greater than or equal to this threshold."),
        threshold(.below, "Less than this threshold."),
        threshold(.atMost, "Less than or equal to this threshold."),
        Key(
          "unit", .names(dimension.units.map { $0.name }), "The unit of the thresholds.",
          usual: "\"\(dimension.usualUnit)\""
        ) { (node, text) throws(Complaint) in
          text.unit = try node.name(among: dimension.units, "unit of \(text.quantity.rawValue)")
        },
      ])
  }
}

// MARK: Writing

extension ReleaseRule {
  /// The rule as JSON over several lines, as under `rule` in an interaction file.
  ///
  /// Defaults are left out, so that a rule with a single fraction is a single key. Reading the text
  /// returns an equal rule.
  package var json: String { shortForm ?? json { $0.asWritten } }

  /// The rule as a single key, which allows only progress from 0 to 1; `nil` if it is another one.
  private var shortForm: String? {
    guard let fractionAbove, 0...1 ~= fractionAbove else { return nil }
    return "{ \"fractionAbove\": \(fractionAbove.asWritten) }"
  }

  /// Returns the long form of the rule as JSON, with the text of each threshold from a function.
  package func json(writing threshold: (Double) -> String) -> String {
    let members =
      Self.keys.members(of: self) + [
        "\"clauses\": \(list(indent: "  ", threshold))",
        "\"otherwise\": \"\(otherwise.rawValue)\"",
      ]
    return "{\n" + members.map { "  \($0)" }.joined(separator: ",\n") + "\n}"
  }

  /// Returns the clauses as JSON, a line each.
  private func list(indent: String, _ threshold: (Double) -> String) -> String {
    if clauses.isEmpty { return "[]" }
    let lines = clauses.map { "\(indent)  \($0.json(threshold))" }.joined(separator: ",\n")
    return "[\n\(lines)\n\(indent)]"
  }

  /// Returns the text of an interaction file with other thresholds; `nil` if it is none.
  ///
  /// The clauses are written out. All else stays, also the name of a preset that has other clauses: Embedded Swift
  /// writes no whole rules.
  package func replacingThresholds(in text: [UInt8]) -> [UInt8]? {
    guard let file = try? JSONNode(parsingInteraction: text) else { return nil }
    let list = list(indent: "    ") { $0.asWritten }
    guard let rule = file["rule"], rule["fractionAbove"] == nil else {
      let whole = "{\n    \"clauses\": \(list),\n    \"otherwise\": \"\(otherwise.rawValue)\"\n  }"
      return Self.replacing(["rule"], with: shortForm ?? whole, in: text)
    }
    let changed = Self.replacing(["rule", "clauses"], with: list, in: text)
    guard rule["thresholds"] != nil, let changed else { return changed }
    // They would change the clauses again.
    return Self.replacing(["rule", "thresholds"], with: "{}", in: changed)
  }

  private static func replacing(
    _ path: [String], with value: String, in text: [UInt8]
  ) -> [UInt8]? {
    (try? JSONReplacement(of: text))?.replacing(path, with: Array(value.utf8))
  }
}

extension ReleaseRule.Clause {
  fileprivate func json(_ threshold: (Double) -> String) -> String {
    let quantities = ReleaseRule.Quantity.allCases.compactMap { quantity -> String? in
      let all = conditions.filter { $0.quantity == quantity }
      guard let first = all.first else { return nil }
      let isOne = all.indices.allSatisfy { index in
        all[index].unit == first.unit
          && !all[..<index].contains { $0.comparison == all[index].comparison }
      }
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

extension ReleaseRule.Quantity {
  /// A description in a few words.
  fileprivate var inWords: String {
    switch self {
    case .fraction: "the progress at the release"
    case .snapIntervalFraction: "the share of the interval between the neighbouring snap points"
    case .progressSinceGrab: "the progress since the fingers grabbed the animation"
    case .peak: "the largest progress since then"
    case .projected: "the projected progress"
    case .travel: "the travel toward progress"
    case .travelSize: "the travel without its sign"
    case .distanceFromLanding: "the distance along from the landing, without its sign"
    case .straightDistance: "the straight distance in any direction"
    case .travelAxisExcess: "the travel along minus the travel across"
    case .lastMovement: "the last movement toward progress"
    case .velocity: "the velocity toward progress"
    case .speed: "the velocity toward progress without its sign"
    case .velocityMagnitude: "the speed in any direction"
    case .speedAxisExcess: "the speed along minus the speed across"
    case .duration: "the time since the gesture began"
    case .restTime: "the time since the last movement"
    }
  }
}
