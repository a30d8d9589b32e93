import PantographBase
import PantographMotion

extension NumberRange {
  static let seconds = Self(range: 0...3600, noun: "seconds", definition: "seconds")
  static let value = Self(range: -1e9...1e9, noun: "a value", definition: "value")
  static let shareOfTime = Self(range: 0...1, noun: "a share of the time", definition: "share")
  static let curveProgress = Self(range: -10...10, noun: "a progress", definition: "height")
  static let bounce = Self(range: -0.99...1, noun: "a bounce", excludesEnd: true)
  /// A multiple of the duration; 0 is allowed, too.
  static let durationFactor = Self(range: 0.001...1000, noun: "a multiple of the duration")
}

extension InteractionSchema {
  static let timing: Definitions = [
    "seconds": .range(.seconds),
    "curve": .anyOf([
      .inline(.name(CubicCurve.named.map { $0.name }, "curve")),
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
    "share": .range(.shareOfTime), "height": .range(.curveProgress), "spring": .object(.spring),
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

  static let animation: Definitions = [
    "animation": .object(.animation), "secondAnimation": .object(.secondAnimation),
    "dismissal": .object(.dismissal), "property": .object(.property),
    "secondProperty": .object(.secondProperty),
    "name": .schema(
      #"""
      "$comment": "No blanks, commas or quotes, and none of the columns of every trajectory.",
      "type": "string",
      "pattern": "^[^\\u0000-\\u0020\",]+$",
      "not": { "enum": \#(SchemaText.names(AnimationPlan.Property.reservedNames)) }
      """#),
    "value": .range(.value), "keyframes": .list(of: .object(.keyframe), atLeast: 1),
    "settle": .object(.settle),
    "settleWithoutPoints": .schema(
      """
      "properties": {
        "finish": { "$ref": "#/$defs/settlesWithoutPoints" },
        "cancel": { "$ref": "#/$defs/settlesWithoutPoints" }
      }
      """),
    "settleWithoutVelocity": .schema(
      """
      "$comment": "There is no velocity in a unit of length per time.",
      "properties": {
        "preset": { "enum": \(SchemaText.names(PresetSettling.withoutVelocity)) },
        "finish": { "$ref": "#/$defs/settlesWithoutVelocity" },
        "cancel": { "$ref": "#/$defs/settlesWithoutVelocity" }
      }
      """),
    "settlesWithoutVelocity": .schema(
      """
      "properties": {
        "spring": { "properties": { "velocity": { "properties": { "unit": false } } } }
      }
      """),
    "settlesWithoutPoints": .schema(
      """
      "properties": {
        "spring": { "properties": { "velocity": { "properties": { "pointsOver": false } } } }
      }
      """),
  ]
}

extension FieldTable {
  // MARK: Springs

  static let spring = FieldTable(
    """
    response | 0.01…60 seconds | - | Seconds of one undamped oscillation. | the seconds of one undamped oscillation
    dampingRatio | 0.01…100 a damping ratio | 1 | The share of critical damping; alone, it gives a spring that settles in the time available. | or response, stiffness or duration
    mass | 1e-3…1e6 a mass | 1 | The mass on the spring.
    stiffness | 1e-3…1e6 a stiffness | - | The spring's force per distance. | the force per distance
    damping | 1e-3…1e6 a damping | - | The damper's force per velocity. | the force per velocity
    duration | 0.01…60 seconds | - | The perceptual duration of the spring, in seconds. | the perceptual duration in seconds
    bounce | - | 0 | How much it overshoots: 0 for not at all, below 0 for overdamped.
    velocity | - | - | The initial velocity: the fingers' (carried), the default after a release, or none.
    """,
    [
      "bounce": .number(.bounce),
      "velocity": .anyOf([
        .inline(.name(["carried", "none"], "velocity")), .object(springVelocity),
      ]),
    ],
    after: """
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
      """)

  static let springVelocity = FieldTable(
    """
    perDistance | -1000…1000 distances per second | - | Remaining distances per second.
    pointsOver | 1e-3…1e9 points per second | - | The fingers' points per second divided by this number, as distances per second.
    unit | - | - | The fingers' velocity in this unit, taken as full distances per second.
    """, ["unit": .name(velocityUnits.map { "\($0)" }, "unit")], count: .one("the initial velocity")
  )

  /// The units that count in time.
  static let velocityUnits = MeasureUnit.all.filter {
    $0.length != nil && ($0.time == .second || $0.time == .millisecond)
  }

  // MARK: Animations

  static let animation = FieldTable(
    timing("The duration in seconds when no fingers drive it.") + """
      scrubsLinearly | flag | true | Whether a driven fraction is a fraction of the distance; otherwise of the time.
      properties | - | [] | The animated properties.
      """, ["properties": .list(of: .inline(.definition("property")), atLeast: 0)],
    listedAs: secondAnimation.names + ["scrubsLinearly"], after: hasOwnTiming)

  static let secondAnimation = FieldTable(
    timing("The duration in seconds.")
      + "properties | - | - | The animated properties. | !properties",
    ["properties": .list(of: .inline(.definition("secondProperty")), atLeast: 1)],
    after: hasOwnTiming)

  static let dismissal = FieldTable(timing("The duration in seconds."), after: hasOwnTiming)

  private static let hasOwnTiming =
    "\"allOf\": [\(Field.Kind.inline(.definition("ownTiming")).schema)]"

  private static func timing(_ duration: String) -> String {
    """
    duration | (@seconds) | - | \(duration) | !the duration in seconds
    curve | (@curve) | "easeInOut" | The timing curve, or [x1, y1, x2, y2].
    spring | (@spring) | - | The spring, instead of a curve.

    """
  }

  // MARK: Properties

  static let property = FieldTable(
    property("The value at the start. | !its value at the start") + """
      axis | - | "along" | The component of the fingers' translation that drives it.
      additive | flag | false | Whether its change is added to that of an earlier property with the same name.
      """, ["axis": .name(of: AnimationPlan.Property.Axis.self, "axis")],
    after: toOrKeyframes,
    #""if": { "required": ["axis"], "properties": { "axis": { "const": "across" } } }"#,
    #""then": { "properties": { "delayFactor": false, "keyframes": false } }"#)

  static let secondProperty = FieldTable(
    property(
      "The value at the start, unless the first animation has the property as well. | its value at the start"
    ), after: toOrKeyframes)

  private static let toOrKeyframes =
    #""oneOf": [{ "required": ["to"] }, { "required": ["keyframes"] }]"#

  private static func property(_ from: String) -> String {
    """
    name | (@name) | - | The property's name, which heads its column. | !the head of its column
    from | (@value) | - | \(from)
    to | (@value) | - | The value at the end. | its value at the end
    keyframes | (@keyframes) | - | The keyframes, instead of to.
    delayFactor | @share | 0 | The share of the animation's time before it starts.

    """
  }

  static let keyframe = FieldTable(
    """
    start | (@share) | - | The share of the time at which the keyframe starts. | !a share of the time
    duration | (@share) | - | The share of the time that the keyframe takes. | !a share of the time
    to | (@value) | - | The value at the end of the keyframe. | !the value
    """)

  // MARK: Settling

  static let settle = FieldTable(
    """
    curve | (@curve) | - | The timing curve, or [x1, y1, x2, y2]; by default the animation's own timing.
    spring | (@spring) | - | The spring; by default the animation's own timing.
    durationFactor | - | 0 | The duration as a multiple of the animation's; 0 for the time left, done for the fraction that had passed.
    speed | 0.001…1000 times as fast | - | The rest of the distance at this multiple of the usual speed.
    fullCurve | flag | false | Whether the whole curve runs from the current progress, rather than the part after it.
    jump | flag | false | Whether it jumps to its target at once; excludes all other keys.
    """,
    [
      "durationFactor": .schema(
        """
        "anyOf": [{ "const": "done" }, { "const": 0 }, { \(NumberRange.durationFactor.schema) }]
        """)
    ],
    after: """
      "allOf": [
        { "not": { "required": ["curve", "spring"] } },
        { "not": { "required": ["durationFactor", "speed"] } },
        {
          "if": { "required": ["jump"], "properties": { "jump": { "const": true } } },
          "then": { "maxProperties": 1 }
        },
        {
          "if": { "required": ["spring"] },
          "then": { "properties": { "fullCurve": false } }
        },
        {
          "$comment": "A spring with more than a damping ratio determines its own duration.",
          "if": { "required": ["spring"], "$ref": "#/$defs/hasOwnTime" },
          "then": { "properties": { "durationFactor": false, "speed": false } }
        }
      ]
      """)
}

extension AnimationPlan.Property {
  /// The columns of every trajectory.
  static let reservedNames = ["time", "phase", "fraction", "velocity"]
}
