import PantographBase
import PantographMotion

extension NumberRange {
  fileprivate static let value = Self(range: -1e9...1e9, noun: "a value", definition: "value")
  /// A multiple of the duration; 0 is allowed, too.
  fileprivate static let durationFactor = Self(
    range: 0.001...1000, noun: "a multiple of the duration")
}

extension InteractionSchema {
  static let animation: Definitions = [
    "animation": .lazy { AnimationText.firstKeys.schema },
    "secondAnimation": .lazy { AnimationText.secondKeys.schema },
    "dismissal": .lazy { AnimationText.dismissalKeys.schema },
    "property": .lazy { AnimationPlan.Property.firstKeys.schema },
    "secondProperty": .lazy { AnimationPlan.Property.secondKeys.schema },
    "name": .schema(
      #"""
      "$comment": "No blanks, commas or quotes, and none of the columns of every trajectory.",
      "type": "string",
      "pattern": "^[^\\u0000-\\u0020\",]+$",
      "not": { "enum": \#(SchemaText.names(Interaction.fixedColumns)) }
      """#),
    "value": .range(.value),
    "keyframes": .list(of: .lazy { AnimationPlan.Property.Keyframe.keys.schema }, atLeast: 1),
    "settle": .lazy { SettleText.keys.schema },
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

extension Form<Double> {
  fileprivate static let value = number(.value).inline
}

// MARK: Animations

/// An animation as it is written: the first one, the second one, or what dismisses both.
private struct AnimationText: Sendable {
  var duration = 0.0
  var curve = CubicCurve.easeInOut
  var spring: SpringText?
  var scrubsLinearly = true
  var properties: [AnimationPlan.Property] = []
  /// The animation before it.
  var first: AnimationPlan?

  /// Reads an animation with one of the tables, and returns its timing.
  mutating func timing(
    reading node: JSONNode, with keys: KeyTable<Self>
  ) throws(Complaint) -> TimingParameters {
    let animation = try keys.read(node, into: &self)
    guard let spring, let place = animation["spring"] else { return .curve(curve) }
    if let curve = animation["curve"] {
      throw curve.error("a spring has no curve: leave out one or the other")
    }
    var parameters = SpringTimingParameters(dampingRatio: 1)
    parameters.kind = spring.kind
    switch spring.velocity {
    case .perDistance(let velocity): parameters.initialVelocity.x = velocity
    case nil: break
    case .carried, .pointsOver, .inUnit:
      throw (place["velocity"] ?? place).error(
        "there is no release to carry a velocity from: expected \"none\" or perDistance")
    }
    if duration == 0, case .dampingRatio = spring.kind {
      throw (animation["duration"] ?? node).error(
        "a spring of a damping ratio alone takes this time: expected more than 0")
    }
    return .spring(parameters)
  }

  static let firstKeys = table(
    "The duration in seconds when no fingers drive it.",
    [
      Key(
        "scrubsLinearly", .flag,
        "Whether a driven fraction is a fraction of the distance; otherwise of the time.",
        { $0.scrubsLinearly }, { $0.scrubsLinearly = $1 }),
      Key(
        "properties", .list(of: .inline(.definition("property")), atLeast: 0),
        "The animated properties.", usual: "[]", reading: addProperties),
    ], listedAs: ["duration", "curve", "spring", "properties", "scrubsLinearly"])

  static let secondKeys = table(
    "The duration in seconds.",
    [
      Key(
        "properties", .list(of: .inline(.definition("secondProperty")), atLeast: 1),
        "The animated properties.", required: "the properties that it moves", reading: addProperties
      )
    ])

  static let dismissalKeys = table("The duration in seconds.", [])

  private static func table(
    _ duration: String, _ keys: [Key<Self>], listedAs names: [String]? = nil
  ) -> KeyTable<Self> {
    KeyTable(
      usual: Self(), listedAs: names,
      after: ["\"allOf\": [\(ValueKind.inline(.definition("ownTiming")).schema)]"],
      [
        Key("duration", .seconds, duration, required: "the duration in seconds") {
          $0.duration = $1
        },
        Key(
          "curve", .curve, "The timing curve, or [x1, y1, x2, y2].", { $0.curve },
          { $0.curve = $1 }),
        Key("spring", SpringText.form, "The spring, instead of a curve.") { $0.spring = $1 },
      ] + keys)
  }

  @Sendable private static func addProperties(
    _ node: JSONNode, to animation: inout Self
  ) throws(Complaint) {
    for element in try node.elements() {
      let property = try AnimationPlan.Property(
        reading: element, following: animation.properties, after: animation.first)
      animation.properties.append(property)
    }
  }
}

extension AnimationPlan {
  /// Reads the value of `animation`, or of `then` with the first animation.
  init(reading node: JSONNode, after first: AnimationPlan? = nil) throws(Complaint) {
    let movesNothing = node.error("the second animation moves nothing: add properties")
    if first != nil, node.isObject, node["properties"] == nil { throw movesNothing }
    var text = AnimationText(first: first)
    let timing = try text.timing(
      reading: node, with: first == nil ? AnimationText.firstKeys : AnimationText.secondKeys)
    self.init(duration: text.duration, timing: timing, properties: text.properties)
    scrubsLinearly = text.scrubsLinearly
    if first != nil, properties.isEmpty { throw movesNothing }
  }
}

extension Interaction.Dismissal {
  init(reading node: JSONNode) throws(Complaint) {
    var text = AnimationText()
    let timing = try text.timing(reading: node, with: AnimationText.dismissalKeys)
    self.init(duration: text.duration, timing: timing)
  }
}

// MARK: Properties

extension AnimationPlan.Property {
  fileprivate static let firstKeys = table(
    from: Key(
      "from", .value, "The value at the start.", required: "its value at the start"
    ) { $0.from = $1 },
    [
      Key(
        "axis", .name("axis"), "The component of the fingers' translation that drives it.",
        { $0.axis }, { $0.axis = $1 }),
      Key(
        "additive", .flag,
        "Whether its change is added to that of an earlier property with the same name.",
        { $0.isAdditive }, { $0.isAdditive = $1 }),
    ],
    #""if": { "required": ["axis"], "properties": { "axis": { "const": "across" } } }"#,
    #""then": { "properties": { "delayFactor": false, "keyframes": false } }"#)

  // An animation that runs by itself has no cross axis, and no running animation to add to.
  fileprivate static let secondKeys = table(
    from: Key(
      "from", .value,
      "The value at the start, unless the first animation has the property as well.",
      missing: "its value at the start"
    ) { $0.from = $1 }, [])

  private static func table(
    from: Key<Self>, _ keys: [Key<Self>], _ conditions: String...
  ) -> KeyTable<Self> {
    KeyTable(
      usual: Self(name: "", from: nil, to: 0),
      after: [#""oneOf": [{ "required": ["to"] }, { "required": ["keyframes"] }]"#] + conditions,
      [
        Key(
          "name", nameForm, "The property's name, which heads its column.",
          required: "the head of its column"
        ) { $0.name = $1 },
        from,
        Key("to", .value, "The value at the end.", missing: "its value at the end") {
          $0.to = $1
        },
        Key("keyframes", keyframesForm, "The keyframes, instead of to.") {
          $0.keyframes = $1
          $0.to = $1[$1.count - 1].to
        },
        Key(
          "delayFactor", .share, "The share of the animation's time before it starts.",
          { $0.delayFactor }, { $0.delayFactor = $1 }),
      ] + keys)
  }

  private static let nameForm = Form<String>(
    .inline(.definition("name")),
    { (node) throws(Complaint) in
      let name = try node.text("a name")
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x2c }) else {
        throw node.error("expected a name without blanks, commas and quotes")
      }
      guard !Interaction.fixedColumns.contains(name) else {
        throw node.error("every trajectory has a column '\(name)': expected another name")
      }
      return name
    })

  private static let keyframesForm = Form<[Keyframe]>(
    .inline(.definition("keyframes")),
    { (node) throws(Complaint) in
      var keyframes: [Keyframe] = []
      for element in try node.elements() {
        var keyframe = Keyframe(start: 0, duration: 0, to: 0)
        try Keyframe.keys.read(element, into: &keyframe)
        if let last = keyframes.last, keyframe.start < last.start + last.duration - 1e-9 {
          throw element.error("expected a start at or after the end of the previous keyframe")
        }
        keyframes.append(keyframe)
      }
      guard !keyframes.isEmpty else { throw node.error("expected one keyframe or more") }
      return keyframes
    })

  /// Reads a property that follows others of its animation, and perhaps a whole animation.
  fileprivate init(
    reading node: JSONNode, following others: [Self], after first: AnimationPlan?
  ) throws(Complaint) {
    self.init(name: "", from: nil, to: 0)
    let keys = first == nil ? Self.firstKeys : Self.secondKeys
    let property = try keys.read(node, into: &self)
    let isNamed = others.contains { $0.name == name }
    guard isNamed == isAdditive else {
      throw (property["name"] ?? node).error(
        isAdditive
          ? "no earlier property is named '\(name)': leave out additive"
          : first == nil
            ? "another property is named '\(name)': expected another name, or additive"
            : "another property is named '\(name)': expected another name")
    }
    let goesOn = first?.properties.contains { $0.name == name } ?? false
    if goesOn, let from = property["from"] {
      throw from.error("'\(name)' continues from the first animation: leave out from")
    }
    if !goesOn, from == nil { throw keys.missing("from", of: node) }
    if keyframes.isEmpty {
      guard property["to"] != nil else { throw keys.missing("to", of: node) }
    } else if let to = property["to"] {
      throw to.error("the last keyframe sets the end value: leave out to or keyframes")
    }
    if axis == .across, let node = property["delayFactor"] ?? property["keyframes"] {
      throw node.error(
        "a property on the axis across has no delay or keyframes: leave out this key, or axis")
    }
  }
}

extension AnimationPlan.Property.Keyframe {
  fileprivate static let keys = KeyTable<Self>([
    Key(
      "start", .share.inline, "The share of the time at which the keyframe starts.",
      required: "a share of the time"
    ) { $0.start = $1 },
    Key(
      "duration", .share.inline, "The share of the time that the keyframe takes.",
      required: "a share of the time"
    ) { $0.duration = $1 },
    Key("to", .value, "The value at the end of the keyframe.", required: "the value") {
      $0.to = $1
    },
  ])
}

// MARK: Settling

/// How an animation settles, as it is written.
private struct SettleText: Sendable {
  var curve: CubicCurve?
  var spring: SpringText?
  var pace: Settle.Pace?
  var speed: Double?
  var runsFullCurve = false
  var jumps = false

  static let keys = KeyTable<Self>(
    usual: Self(),
    after: [
      """
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
      """
    ],
    [
      Key(
        "curve", .curve,
        "The timing curve, or [x1, y1, x2, y2]; by default the animation's own timing."
      ) { $0.curve = $1 },
      Key("spring", SpringText.form, "The spring; by default the animation's own timing.") {
        $0.spring = $1
      },
      Key(
        "durationFactor", durationFactor,
        "The duration as a multiple of the animation's; 0 for the time left, done for the fraction that had passed.",
        usual: .factor(0)
      ) { $0.pace = $1 },
      Key(
        "speed", .number(0.001...1000, "times as fast"),
        "The rest of the distance at this multiple of the usual speed."
      ) { $0.speed = $1 },
      Key(
        "fullCurve", .flag,
        "Whether the whole curve runs from the current progress, rather than the part after it.",
        { $0.runsFullCurve }, { $0.runsFullCurve = $1 }),
      Key(
        "jump", .flag, "Whether it jumps to its target at once; excludes all other keys.",
        { $0.jumps }, { $0.jumps = $1 }),
    ])

  private static let durationFactor = Form<Settle.Pace>(
    .schema(
      """
      "anyOf": [{ "const": "done" }, { "const": 0 }, { \(NumberRange.durationFactor.schema) }]
      """),
    { (node) throws(Complaint) in
      if node.isText { return try node.name(among: [("done", .done)], "multiple of the duration") }
      let range = NumberRange.durationFactor.range
      let factor = try node.number(in: 0...range.upperBound, NumberRange.durationFactor.noun)
      guard factor == 0 || range.contains(factor) else {
        throw node.error(
          "expected 0, for what is left, or a multiple from \(range.lowerBound.asWritten) on")
      }
      return .factor(factor)
    }, write: { if case .factor(let factor) = $0 { factor.asWritten } else { "\"done\"" } })
}

extension Settle {
  /// Reads the value of `settle.finish` or `settle.cancel` in an interaction file.
  ///
  /// - Parameters:
  ///   - node: the value.
  ///   - duration: the animation's duration in seconds.
  ///   - fingersHavePoints: whether velocities in points per second are known; `nil` for a press.
  init(
    reading node: JSONNode, duration: Double, fingersHavePoints: Bool?
  ) throws(Complaint) {
    var text = SettleText()
    let settle = try SettleText.keys.read(node, into: &text)
    self.init(.own)
    jumps = text.jumps
    runsFullCurve = text.runsFullCurve
    pace = text.speed.map { .speed($0) } ?? text.pace ?? pace
    if jumps, settle.count > 1 {
      throw (settle["jump"] ?? node).error(
        "a jump takes no time: leave out jump, or all other keys")
    }
    if let curve = text.curve { timing = .curve(curve) }
    if let spring = text.spring, let place = settle["spring"] {
      timing = .spring(spring.kind)
      velocity = spring.velocity ?? .carried
      try checkSpring(
        spring, at: place, settle, duration: duration, fingersHavePoints: fingersHavePoints)
    }
    if text.speed != nil, let factor = settle["durationFactor"] {
      throw factor.error(
        "durationFactor and speed both set the duration: leave out one or the other")
    }
  }

  /// Rejects what does not go together with a spring.
  private func checkSpring(
    _ spring: SpringText, at node: JSONNode, _ settle: JSONMembers, duration: Double,
    fingersHavePoints: Bool?
  ) throws(Complaint) {
    if let curve = settle["curve"] {
      throw curve.error("a spring has no curve: leave out one or the other")
    }
    if case .spring = spring.kind, let pace = settle["durationFactor"] ?? settle["speed"] {
      throw pace.error("this spring determines its own duration: leave out one or the other")
    }
    if case .dampingRatio = spring.kind, duration == 0 {
      throw node.error(
        "this spring takes animation.duration, which is 0: add a response, or change that duration"
      )
    }
    if case .inUnit = velocity, fingersHavePoints == nil {
      throw (node["velocity"] ?? node).error(
        "a press has no velocity in a unit: expected \"carried\", \"none\" or perDistance")
    }
    if case .pointsOver = velocity, fingersHavePoints != true {
      throw (node["velocity"] ?? node).error(
        fingersHavePoints == nil
          ? "a press has no velocity in points: expected \"carried\", \"none\" or perDistance"
          : "pointsOver needs a surface that defines points: add surface")
    }
    if let fullCurve = settle["fullCurve"] {
      throw fullCurve.error("a spring always starts anew: leave it out")
    }
  }
}
