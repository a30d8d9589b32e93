import PantographBase

extension InteractionSchema {
  static let progress: Definitions = [
    "progress": .lazy { ProgressPlan.keys.schema },
    "leadsSideways": leads(#"["right", "left"]"#),
    "beginsSideways": begins(#"["any", "horizontal", "right", "left"]"#),
    "leadsUpOrDown": leads(#"["up", "down"]"#),
    "beginsUpOrDown": begins(#"["any", "vertical", "up", "down"]"#),
  ]

  /// Returns the schema of progress in one of these directions.
  private static func leads(_ directions: String) -> ValueKind {
    .schema(
      """
      "properties": {
        "progress": {
          "properties": { "of": { "const": "translation" }, "toward": { "enum": \(directions) } }
        }
      }
      """)
  }

  /// Returns the schema of a pan that begins in one of these directions.
  private static func begins(_ directions: String) -> ValueKind {
    .schema(
      """
      "properties": {
        "gesture": {
          "properties": {
            "pan": { "properties": { "direction": { "enum": \(directions) } } }
          }
        }
      }
      """)
  }
}

extension ProgressPlan {
  /// Creates the default for a gesture; a pan's lacks its direction and its distance.
  init(usualFor gesture: Interaction.Gesture) {
    let source: Source = if case .pan = gesture { .translation } else { .pressure }
    self.init(source, toward: .right, distance: .millimetres(1))
  }

  /// Reads the value of `progress` in an interaction file.
  init(reading node: JSONNode, of gesture: Interaction.Gesture) throws(Complaint) {
    self.init(usualFor: gesture)
    let usual = source
    let progress = try Self.keys.read(node, into: &self)
    if let of = progress["of"], (source == .pressure) != (usual == .pressure),
      source != .time, source != .nothing
    {
      let other = usual == .pressure ? "pressure" : "translation or location"
      throw of.error("this gesture has no \(source.rawValue): expected \(other), time or nothing")
    }
    for name in usual == .pressure ? ["toward", "distance"] : [] {
      guard let node = progress[name] else { continue }
      throw node.error("a press has no direction or distance: leave out \(name)")
    }
    for name in source.useless {
      guard let node = progress[name] else { continue }
      throw node.error("progress of \(source.rawValue) has no \(name): leave it out")
    }
    for name in source == .translation || source == .location ? ["toward", "distance"] : []
    where progress[name] == nil {
      throw Self.keys.missing(name, of: node)
    }
    if source == .pressure, let limits = progress["limits"], !limits.isArray {
      throw limits.error("the progress of a press needs limits: expected [smallest, largest]")
    }
    if case .clamped = limits {
    } else if beyondLimits == .forgotten, let node = progress["beyondLimits"] {
      throw node.error("nothing is beyond these limits: expected limits of [smallest, largest]")
    }
  }

  fileprivate static let keys = KeyTable<Self>(
    usual: Self(toward: .right, distance: .millimetres(0)),
    after: [
      """
      "allOf": [
        {
          "if": { "required": ["of"], "properties": { "of": { "const": "location" } } },
          "then": { "properties": { "bothDirections": false, "beyondLimits": false } }
        },
        {
          "if": { "required": ["of"], "properties": { "of": { "enum": ["time", "nothing"] } } },
          "then": {
            "properties": {
              "bothDirections": false, "offset": false, "limits": false, "beyondLimits": false
            }
          }
        },
        {
          "if": { "required": ["beyondLimits"], "properties": { "beyondLimits": { "const": "forgotten" } } },
          "then": { "properties": { "limits": { "type": "array" } } }
        }
      ]
      """
    ],
    [
      Key(
        "of", .name("source of progress"),
        "What drives the animation; nothing holds it. The default is a pan's translation or a press's pressure."
      ) { $0.source = $1 },
      Key(
        "toward", .name("direction"), "The direction in which the fingers make progress.",
        missing: "right, left, up or down"
      ) { $0.direction = $1 },
      Key(
        "bothDirections", .flag, "Whether translation in the opposite direction counts as well.",
        { $0.countsBothDirections }, { $0.countsBothDirections = $1 }),
      Key(
        "offset", .one(SurfaceLength.keys()).defined(as: "length"),
        "The distance before translation makes progress.", { $0.offset }, { $0.offset = $1 }),
      Key(
        "distance", distance, "The distance for full progress.",
        missing: "the distance for full progress"
      ) { $0.distance = $1 },
      Key(
        "limits", limits,
        "The limits of progress: [smallest, largest], none, or a rubber band beyond 0 and 1.",
        { $0.limits }, { $0.limits = $1 }),
      Key(
        "beyondLimits", .name("value"),
        "Whether movement beyond the limits counts, so that the fingers must move back by it, or is forgotten.",
        { $0.beyondLimits }, { $0.beyondLimits = $1 }),
    ])

  // MARK: Distances and limits

  private static let distance = Form<SurfaceLength>(
    .lazy {
      let least = SurfaceLength.keys().names
        .map { "\"\($0)\": { \"minimum\": \(leastDistance(in: $0).asWritten) }" }
        .joined(separator: ", ")
      return [##""$ref": "#/$defs/length""##, "\"properties\": {\n  \(least)\n}"]
    },
    { (node) throws(Complaint) in try Form.one(SurfaceLength.keys(from: leastDistance)).read(node) }
  )

  /// The least distance for full progress.
  @Sendable private static func leastDistance(in unit: String) -> Double {
    unit == "share" ? 0.001 : 0.1
  }

  private static let limit = NumberRange(range: -100...100, noun: "a progress")

  private static let limits = Form<Limits>(
    .anyOf([
      .inline(.names(["none"])),
      .schema(
        """
        "type": "array",
        "minItems": 2, "maxItems": 2,
        "prefixItems": [
          { "type": "number", "minimum": \(limit.range.lowerBound.asWritten), "exclusiveMaximum": 1 },
          { "type": "number", "exclusiveMinimum": 0, "maximum": \(limit.range.upperBound.asWritten) }
        ]
        """),
      .lazy { rubberBand.schema },
    ]),
    { (node) throws(Complaint) in
      if node.isObject {
        var limits = Limits.none
        try rubberBand.read(node, into: &limits)
        return limits
      }
      guard node.isArray else {
        return try node.name(
          among: [("none", .none)], "limit", or: "[smallest, largest], or a rubberBand")
      }
      let ends = try node.elements()
      let sentence = "expected [smallest, largest], \"none\" or { \"rubberBand\": 0.55 }"
      guard ends.count == 2 else { throw node.error(sentence) }
      let low = try ends[0].number(limit)
      let high = try ends[1].number(limit)
      guard low < high else { throw node.error(sentence) }
      guard low < 1, high > 0 else {
        throw node.error("nothing could move: expected limits that overlap 0 to 1")
      }
      return .clamped(low...high)
    },
    write: { limits in
      switch limits {
      case .clamped(let range):
        "[\(range.lowerBound.asWritten), \(range.upperBound.asWritten)]"
      case .none: "\"none\""
      case .rubberBand(let coefficient): "{ \"rubberBand\": \(coefficient.asWritten) }"
      }
    })

  private static let rubberBand = KeyTable<Limits>([
    Key(
      "rubberBand", .number(0.001...10, "a coefficient"),
      "The band's coefficient; UIKit's is 0.55.", required: "its coefficient, such as 0.55"
    ) { $0 = .rubberBand(coefficient: $1) }
  ])
}

extension ProgressPlan.Source {
  /// The keys that have no meaning for this source.
  fileprivate var useless: [String] {
    switch self {
    case .translation: []
    case .location: ["bothDirections", "beyondLimits"]
    case .pressure: ["bothDirections", "offset", "beyondLimits"]
    case .time, .nothing: ["bothDirections", "offset", "limits", "beyondLimits"]
    }
  }
}
