import PantographBase
import PantographGestures
import PantographMotion

extension NumberRange {
  static let snapPoint = Self(range: -100...100, noun: "a progress")
  static let decay = Self(
    range: 1e-6...0.999_999, noun: "the share of a velocity kept every millisecond",
    definition: "decay")
  static let threshold = Self(range: -1e9...1e9, noun: "a threshold", definition: "threshold")
}

extension InteractionSchema {
  static let rule: Definitions = [
    "rule": .object(.rule),
    "projection": .anyOf([.inline(.name(["none"], "projection")), .object(.projection)]),
    "decay": .range(.decay), "verdict": .inline(.name(of: ReleaseRule.Verdict.self, "verdict")),
    "clause": .object(.clause),
    "progressCondition": .object(.condition(on: .progress)),
    "lengthCondition": .object(.condition(on: .length)),
    "velocityCondition": .object(.condition(on: .velocity)),
    "timeCondition": .object(.condition(on: .time)), "threshold": .range(.threshold),
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
}

extension FieldTable {
  static let rule = FieldTable(
    """
    fractionAbove | 0…1 a fraction | - | A complete rule: it finishes above this fraction.
    preset | - | - | The name of a toolkit's rule; the other keys change it.
    thresholds | - | - | Other thresholds for the preset, in its units and with its signs.
    estimator | - | "pantograph" | The velocity estimator.
    projection | @projection | "none" | Where a movement would end.
    snapPoints | - | [0, 1] | The progresses at which the animation may rest, increasing; beyond 0 and 1 if the limits allow.
    ties | - | "lower" | Which of two equally near snap points is taken.
    clauses | - | - | The first clause whose conditions all hold decides. | a preset, a fractionAbove, or clauses to judge a release by
    otherwise | @verdict | - | The verdict if no clause holds. | the verdict if no clause holds
    """,
    [
      "preset": .name(ReleasePreset.all.map { $0.name }, "preset"),
      "thresholds": .object(thresholds),
      "estimator": .name(of: VelocityEstimator.self, "estimator"),
      "snapPoints": .list(of: .inline(.number(.snapPoint)), atLeast: 2),
      "ties": .name(of: ReleaseRule.Tie.self, "tie rule"),
      "clauses": .list(of: .inline(.definition("clause")), atLeast: 0),
    ],
    listedAs: [
      "preset", "thresholds", "fractionAbove", "estimator", "projection", "snapPoints", "ties",
      "clauses", "otherwise",
    ],
    after: """
      "if": { "required": ["fractionAbove"] },
      "then": { "maxProperties": 1 },
      "else": {
        "if": { "required": ["preset"] },
        "then": true,
        "else": { "required": ["clauses", "otherwise"], "properties": { "thresholds": false } }
      }
      """)

  static let thresholds = FieldTable(
    quantities { "\($0.rawValue) | 0…1e9 a threshold | - | Another threshold on \($0.inWords)." })

  private static func quantities(_ row: (ReleaseRule.Quantity) -> String) -> String {
    ReleaseRule.Quantity.allCases.map(row).joined(separator: "\n")
  }

  static let projection = FieldTable(
    """
    seconds | 0…60 seconds | - | Where the velocity leads in this number of seconds.
    friction | 1e-3…1e6 a friction per second | - | Where the velocity leads if friction slows it down by this factor per second.
    steps | @decay | - | Where the velocity leads if this share of it remains after each millisecond, summed in steps.
    integral | @decay | - | Where the velocity leads if this share of it remains after each millisecond, integrated.
    momentum | - | - | Where this toolkit's scrolling would come to rest.
    ontoProgress | - | - | GNOME's projection, which adds a number of pixels per millisecond to the progress.
    """,
    [
      "momentum": .name(Momentum.all.map { $0.name }, "law"),
      "ontoProgress": .object(ontoProgress),
    ], count: .one("where a movement would end"))

  static let ontoProgress = FieldTable(
    """
    decay | (@decay) | - | The share that remains after each millisecond. | !the share kept every millisecond
    unit | - | - | The unit in which the velocity is a number. | !the unit of the velocity
    bendAbove | 0…1e9 a velocity | - | The velocity above which the square is added, in that unit. | !the velocity where the square begins
    bend | 0…1e9 a factor | - | The factor of the square. | !how much of the square is added
    """, ["unit": .unit(of: .velocity, named: "velocity")])

  static let clause = FieldTable(
    """
    when | - | - | The conditions that must all hold. | !the conditions that must all hold
    then | @verdict | - | The verdict. | !the verdict
    """, ["when": .object(conditions)])

  /// The conditions of a clause.
  static let conditions = FieldTable(
    quantities { "\($0.rawValue) | - | - | A condition, or several, on \($0.inWords)." },
    .init(
      uniqueKeysWithValues: ReleaseRule.Quantity.allCases.map { quantity in
        let one = Field.Kind.inline(.definition("\(quantity.dimension)Condition"))
        return (quantity.rawValue, .anyOf([one, .inline(.list(of: one, atLeast: 1))]))
      }), count: .some)

  /// The keys of a condition on a quantity.
  static func condition(
    on dimension: ReleaseRule.Quantity.Dimension, named name: String = ""
  ) -> FieldTable {
    FieldTable(
      """
      above | (@threshold) | - | Greater than this threshold.
      atLeast | (@threshold) | - | Greater than or equal to this threshold.
      below | (@threshold) | - | Less than this threshold.
      atMost | (@threshold) | - | Less than or equal to this threshold.
      unit | - | "\(dimension.usualUnit)" | The unit of the thresholds.
      """, ["unit": .unit(of: dimension, named: name)],
      before: [
        """
        "anyOf": [
          { "required": ["above"] }, { "required": ["atLeast"] },
          { "required": ["below"] }, { "required": ["atMost"] }
        ]
        """
      ])
  }
}

extension Field.Kind {
  fileprivate static func unit(
    of dimension: ReleaseRule.Quantity.Dimension, named name: String
  ) -> Self {
    .name(MeasureUnit.all.filter(dimension.accepts).map { "\($0)" }, "unit of \(name)")
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
