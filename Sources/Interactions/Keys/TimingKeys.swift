import PantographBase
import PantographMotion

extension NumberRange {
  static let seconds = Self(range: 0...3600, noun: "seconds", definition: "seconds")
  static let share = Self(
    range: 0...1, noun: "a share of the time", definition: "share")
  static let height = Self(range: -10...10, noun: "a progress", definition: "height")
}

extension InteractionSchema {
  static let timing: Definitions = [
    "seconds": .range(.seconds),
    "curve": .anyOf([
      .inline(.names(CubicCurve.named.map { $0.name })),
      .schema(
        """
        "type": "array",
        "minItems": 4, "maxItems": 4,
        "prefixItems": [
          { "$ref": "#/$defs/share" }, { "$ref": "#/$defs/height" },
          { "$ref": "#/$defs/share" }, { "$ref": "#/$defs/height" }
        ]
        """),
    ]),
    "share": .range(.share), "height": .range(.height),
    "spring": .lazy { SpringText.keys.schema },
    "ownTiming": .schema(
      """
      "$comment": "Animations that run without a release.",
      "properties": {
        "spring": {
          "properties": {
            "velocity": {
              "not": { "const": "carried" }, "properties": { "pointsOver": false, "unit": false }
            }
          }
        }
      },
      "not": { "required": ["curve", "spring"] },
      "if": { "properties": { "duration": { "const": 0 } } },
      "then": { "$ref": "#/$defs/hasOwnTime" }
      """),
    "hasOwnTime": .schema(
      """
      "properties": {
        "spring": {
          "anyOf": [{ "required": ["response"] }, { "required": ["stiffness"] }, { "required": ["duration"] }]
        }
      }
      """),
  ]
}

extension Form<Double> {
  static let seconds = number(.seconds).inline
  static let share = number(.share)
}

extension Form<CubicCurve> {
  /// A name, or the four coordinates of two control points.
  static let curve = Form(
    .inline(.definition("curve")),
    { (node) throws(Complaint) in
      guard node.isArray else {
        return try node.name(
          among: CubicCurve.named.map { ($0.name, $0.curve) }, "curve", or: "[x1, y1, x2, y2]")
      }
      let numbers = try node.elements()
      guard numbers.count == 4 else { throw node.error("expected a name or [x1, y1, x2, y2]") }
      let times = NumberRange.share.range
      return CubicCurve(
        try numbers[0].number(in: times, "a time"), try numbers[1].number(.height),
        try numbers[2].number(in: times, "a time"), try numbers[3].number(.height))
    }, write: { "\"\($0.name ?? "")\"" })
}

/// A spring as it is written: one of the usual sets of parameters, and an initial velocity.
struct SpringText: Sendable {
  var response: Double?
  var dampingRatio: Double?
  var mass: Double?
  var stiffness: Double?
  var damping: Double?
  var duration: Double?
  var bounce: Double?
  var velocity: Settle.SpringVelocity?
  /// What the parameters make.
  var kind = SpringTimingParameters.Kind.dampingRatio(1)

  static let form = Form<Self>(
    .inline(.definition("spring")),
    { (node) throws(Complaint) in
      var spring = Self()
      try keys.read(node, into: &spring)
      spring.kind = try spring.kind(of: node)
      return spring
    })

  static let keys = KeyTable<Self>(
    after: [
      """
      "oneOf": [
        {
          "required": ["response"],
          "properties": { "mass": false, "stiffness": false, "damping": false, "duration": false, "bounce": false }
        },
        {
          "required": ["stiffness", "damping"],
          "properties": { "response": false, "dampingRatio": false, "duration": false, "bounce": false }
        },
        {
          "required": ["duration"],
          "properties": { "response": false, "dampingRatio": false, "mass": false, "stiffness": false, "damping": false }
        },
        {
          "required": ["dampingRatio"],
          "properties": { "response": false, "mass": false, "stiffness": false, "damping": false, "duration": false, "bounce": false }
        }
      ]
      """
    ],
    [
      Key(
        "response", .number(0.01...60, "seconds"), "Seconds of one undamped oscillation."
      ) { $0.response = $1 },
      Key(
        "dampingRatio", .number(0.01...100, "a damping ratio"),
        "The share of critical damping; alone, it gives a spring that settles in the time available.",
        usual: 1, missing: "or response, stiffness or duration"
      ) { $0.dampingRatio = $1 },
      Key("mass", .number(1e-3...1e6, "a mass"), "The mass on the spring.", usual: 1) {
        $0.mass = $1
      },
      Key(
        "stiffness", .number(1e-3...1e6, "a stiffness"), "The spring's force per distance.",
        missing: "the force per distance"
      ) { $0.stiffness = $1 },
      Key(
        "damping", .number(1e-3...1e6, "a damping"), "The damper's force per velocity.",
        missing: "the force per velocity"
      ) { $0.damping = $1 },
      Key(
        "duration", .number(0.01...60, "seconds"),
        "The perceptual duration of the spring, in seconds.",
        missing: "the perceptual duration in seconds"
      ) { $0.duration = $1 },
      Key(
        "bounce",
        .number(NumberRange(range: -0.99...1, noun: "a bounce", excludesEnd: true)),
        "How much it overshoots: 0 for not at all, below 0 for overdamped.", usual: 0
      ) { $0.bounce = $1 },
      Key(
        "velocity", velocity,
        "The initial velocity: the fingers' (carried), the default after a release, or none."
      ) { $0.velocity = $1 },
    ])

  /// Makes the spring from the set of parameters that is given.
  private func kind(of node: JSONNode) throws(Complaint) -> SpringTimingParameters.Kind {
    let sets = [
      response != nil, (mass ?? stiffness ?? damping) != nil, (duration ?? bounce) != nil,
    ]
    guard sets.count(where: { $0 }) < 2, !sets[1] && !sets[2] || dampingRatio == nil else {
      throw node.error(
        "expected response and dampingRatio, or mass, stiffness and damping, or duration and bounce, "
          + "not both")
    }
    func required(_ number: Double?, _ name: String) throws(Complaint) -> Double {
      guard let number else { throw Self.keys.missing(name, of: node) }
      return number
    }
    let spring: Spring
    let remedy: String
    if let response {
      spring = Spring(response: response, dampingRatio: dampingRatio ?? 1)
      remedy = "a shorter response, or a greater dampingRatio"
    } else if sets[1] {
      spring = Spring(
        mass: mass ?? 1, stiffness: try required(stiffness, "stiffness"),
        damping: try required(damping, "damping"))
      remedy = "greater damping or stiffness"
    } else if sets[2] {
      let bounce = bounce ?? 0
      guard bounce < 1 else {
        throw (node["bounce"] ?? node).error(
          "this spring would oscillate forever: expected less than 1")
      }
      spring = Spring(duration: try required(duration, "duration"), bounce: bounce)
      remedy = "a shorter duration, or a bounce nearer to 0"
    } else {
      return .dampingRatio(try required(dampingRatio, "dampingRatio"))
    }
    guard spring.clampedToCritical.settlingTime() <= 3600 else {
      throw node.error("this spring takes more than an hour to rest: expected \(remedy)")
    }
    return .spring(spring)
  }

  // MARK: Initial velocities

  private static let velocity = Form<Settle.SpringVelocity>.name(
    among: [("carried", .carried), ("none", .perDistance(0))], "velocity", or: velocityKeys)

  private static let velocityKeys = KeyTable<Settle.SpringVelocity?>(
    count: .one("the initial velocity"),
    [
      Key(
        "perDistance", .number(-1000...1000, "distances per second"),
        "Remaining distances per second."
      ) { $0 = .perDistance($1) },
      Key(
        "pointsOver", .number(1e-3...1e9, "points per second"),
        "The fingers' points per second divided by this number, as distances per second."
      ) { $0 = .pointsOver($1) },
      // Those that count in time.
      Key(
        "unit",
        .name(
          among: MeasureUnit.all.filter {
            $0.length != nil && ($0.time == .second || $0.time == .millisecond)
          }.map { ("\($0)", $0) }, "unit"),
        "The fingers' velocity in this unit, taken as full distances per second."
      ) { $0 = .inUnit($1) },
    ])
}
