import PantographBase
import PantographGestures

extension FieldTable {
  /// The keys of the file itself, and the dependencies between them.
  static let file = FieldTable(
    """
    $schema | - | - | The location of this schema, for editors.
    version | 1…1 the version 1 | - | The version of the file format. | !the version of the file format, 1
    surface | @surface | - | The size of a point, for lengths in points.
    gesture | @gesture | { "pan": {} } | The gesture that drives the animation.
    progress | @progress | - | How the gesture becomes progress, from 0 at the start to 1 at the end. | the direction and the distance of the fingers' movement
    rule | @rule | - | How a release is judged; by default a pan finishes above half, a press if it reached its peak.
    judge | - | "release" | When it is judged: at the release, or as soon as a clause holds.
    animation | @animation | - | The animated properties, and their timing when no fingers drive them. | !the animated properties and the duration
    settle | - | - | How the animation settles after the release; by default on its own timing.
    catch | - | "moving" | What catches the running animation: a gesture that begins (moving), fingers that land, or nothing.
    start | - | "manual" | What starts the animation besides the gesture: nothing (manual), a tap, or time.
    then | @secondAnimation | - | A second animation, which runs when the first has finished.
    dismiss | @dismissal | - | An animation that takes everything back after a tap on the finished state.
    rate | 1…10000 samples per second | 120 | Samples per second of the trajectory.
    """,
    [
      "$schema": .schema(#""type": "string""#),
      "judge": .name(of: Interaction.JudgingTime.self, "time to judge"),
      "settle": .object(settling), "catch": .name(of: Interaction.Catching.self, "catch mode"),
      "start": .anyOf([.inline(.name(["manual", "tap"], "start")), .object(start)]),
    ], after: InteractionSchema.dependencies)

  static let settling = FieldTable(
    """
    preset | - | - | The name of a toolkit, as which it settles.
    finish | @settle | - | How it settles at its end.
    cancel | @settle | - | How it settles at its start.
    """, ["preset": .name(ReleasePreset.settling.map { $0.name }, "preset")])

  static let start = FieldTable(
    "after | 0…3600 seconds | - | Seconds after the first event. | !seconds after the first event")
}

extension NumberRange {
  /// The ranges that several keys of an interaction file share.
  fileprivate static let shared = [
    fingers, force, decay, threshold, seconds, shareOfTime, curveProgress, value,
  ]
}

extension FieldTable {
  /// Creates a table of an interaction file, whose rows may name the shared ranges.
  init(
    _ rows: String, _ kinds: [String: Field.Kind] = [:], count: Count = .any,
    listedAs names: [String]? = nil, before: [String] = [], after: String...
  ) {
    self.init(
      rows, kinds, ranges: NumberRange.shared, count: count, listedAs: names, before: before,
      after: after)
  }
}

extension NumberRange {
  static let force = Self(range: 0...1, noun: "a force", definition: "force")
  static let fingers = Self(
    range: 1...10, noun: "a number of fingers", definition: "count", isWhole: true)
  static let reports = Self(range: 1...1000, noun: "a whole number of reports", isWhole: true)
}

extension InteractionSchema {
  static let gesture: Definitions = [
    "surface": .object(.surface), "length": .object(.length),
    "fingerLength": .object(.fingerLength), "gesture": .object(.gesture),
    "count": .range(.fingers),
    "force": .schema(
      "\"$comment\": \"From 0 to 1 of the device's range.\",\n\(NumberRange.force.schema)"),
    "contact": .inline(.name(["hardest", "first"], "contact")),
  ]
}

extension FieldTable {
  // MARK: Lengths

  static let surface = FieldTable(
    """
    pointsPerMm | 1e-3…1e6 points per millimetre | - | Points per millimetre, on both axes.
    fit | - | - | The surface is stretched onto a view of this size.
    unit | - | - | A point is one unit of the device's axes.
    """, ["fit": .object(view), "unit": .name(["device"], "unit")],
    count: .one("the size of a point"))

  static let view = FieldTable(
    """
    width | 1…1e6 points | - | The view's width in points. | !points across
    height | 1…1e6 points | - | The view's height in points. | !points from top to bottom
    """)

  static let length = FieldTable(
    """
    mm | (0…10000 millimetres) | - | Millimetres.
    points | 0…1e6 points | - | Points, whose size surface defines.
    share | 0…100 a share of the surface | - | A share of the surface in the direction of progress.
    """, count: .one("a length"))

  static let fingerLength = FieldTable(
    "mm | (0…1000 millimetres) | - | Millimetres. | !the length in millimetres")

  // MARK: Gestures

  static let gesture = FieldTable(
    """
    pan | - | - | Fingers that move over the surface.
    press | - | - | A press of a finger.
    preview | - | - | A press in two stages: the first drives the animation, the second commits it.
    """, ["pan": .object(pan), "press": .object(press), "preview": .object(preview)],
    count: .one("the gesture that drives the animation"))

  // Pan.md of Gestures explains the slops, and FieldTable.init the columns.
  static let pan = FieldTable(
    """
    fingers | - | 1 | The number of fingers, or [fewest, most].
    slop | @fingerLength | { "mm": \(usualPan.slop.asWritten) } | The distance that fingers move before the gesture begins.
    rollingSlop | @fingerLength | { "mm": \(usualPan.rollingSlop.asWritten) } | The same distance while a finger has just landed or is lifting.
    fewestReports | - | \(usualPan.fewestReports) | The report with which the gesture begins at the earliest, counting the landing.
    direction | - | "\(usualPan.direction.rawValue)" | The direction in which the gesture must begin.
    firstDirection | - | - | The direction in which the fingers must set out; by default any.
    mostAcross | @fingerLength | - | The gesture waits while the fingers have moved farther across its direction; by default however far.
    beginsWithin | (@seconds) | - | The gesture fails if it has not begun this many seconds after the landing; by default it may begin at any time.
    axisLock | \(ratio) | - | Locks to an axis if the travel along it is this multiple of the travel across; by default never.
    edge | - | - | Where the fingers must land; by default anywhere.
    translationFrom | - | "\(usualPan.translationFrom.rawValue)" | Where the translation counts from.
    follows | - | "\(usualPan.follows.rawValue)" | Which fingers the translation follows.
    hysteresis | @fingerLength | { "mm": 0 } | How far a finger may move without being followed.
    acceleration | - | "\(usualPan.acceleration.rawValue)" | How the speed of a movement changes its length.
    velocityFrom | - | "\(usualPan.velocityFrom.rawValue)" | Where the velocity counts from.
    estimator | - | "\(usualPan.estimator.rawValue)" | The velocity estimator for the handoff to a spring.
    """,
    [
      "fingers": .anyOf([
        .inline(.number(.fingers)),
        .schema(
          """
          "type": "array",
          "minItems": 2, "maxItems": 2,
          "items": { "$ref": "#/$defs/count" }
          """),
      ]),
      "fewestReports": .number(.reports),
      "direction": .name(of: PanGestureRecognizer.Direction.self, "direction"),
      "firstDirection": .object(firstDirection), "edge": .object(edge),
      "translationFrom": .name(of: PanGestureRecognizer.Origin.self, "origin"),
      "follows": .name(of: PanGestureRecognizer.Followed.self, "choice of fingers"),
      "acceleration": .name(of: PanGestureRecognizer.Acceleration.self, "acceleration"),
      "velocityFrom": .name(
        PanGestureRecognizer.Origin.ofVelocity.map { $0.rawValue }, "origin of a velocity"),
      // A spring needs a velocity with a direction, per second; other estimators can only judge.
      "estimator": .name(
        VelocityEstimator.allCases.filter { $0.hasTime && $0.hasDirection }.map { $0.rawValue },
        "directional estimator"),
    ])

  private static let usualPan = PanGestureRecognizer.Settings()

  static let firstDirection = FieldTable(
    """
    horizontal | \(ratio) | - | How many times as far the first clear movement leads along as across.
    vertical | \(ratio) | - | The same for up or down.
    right | \(ratio) | - | The same to the right.
    left | \(ratio) | - | The same to the left.
    up | \(ratio) | - | The same for up.
    down | \(ratio) | - | The same for down.
    """, count: .one("a direction"))

  private static let ratio = "1…1000 a ratio of travel along to travel across"

  static let edge = FieldTable(
    """
    at | - | - | The edge of the surface. | !left, right, top or bottom
    width | @fingerLength | { "mm": \(PanGestureRecognizer.EdgeStart(.left).width.asWritten) } | The greatest distance from the edge.
    """, ["at": .name(of: PanGestureRecognizer.EdgeStart.Edge.self, "edge")])

  static let press = FieldTable(
    """
    start | (@force) | \(usualPress.start.asWritten) | The force at which the gesture begins.
    peak | (@force) | \(usualPress.peak.asWritten) | The force at the peak, progress 1.
    release | (@force) | - | The force below which the gesture ends; by default five sixths of start.
    contact | (@contact) | "hardest" | The contact whose force counts.
    commits | - | "atLift" | When the release is judged: at the lift, or as soon as the peak is reached.
    """, ["commits": .name(["atLift", "atPeak"], "time to commit")])

  private static let usualPress = PressGestureRecognizer.Settings()

  static let preview = FieldTable(
    """
    start | (@force) | \(usualPreview.start.asWritten) | The force at which the gesture begins.
    peek | (@force) | \(usualPreview.peek.asWritten) | The force that ends the first stage, progress 1.
    pop | - | \(usualPreview.pop?.asWritten ?? "null") | The force that ends the second stage; null if there is only the first.
    release | (@force) | - | The force below which the gesture ends; by default five sixths of start.
    contact | (@contact) | "hardest" | The contact whose force counts.
    """,
    ["pop": .schema(##""anyOf": [{ "$ref": "#/$defs/force" }, { "type": "null" }]"##)])

  private static let usualPreview = PreviewInteraction.Settings()
}

extension InteractionSchema {
  static let progress: Definitions = [
    "progress": .object(.progress),
    "leadsSideways": leads(#"["right", "left"]"#),
    "beginsSideways": begins(#"["any", "horizontal", "right", "left"]"#),
    "leadsUpOrDown": leads(#"["up", "down"]"#),
    "beginsUpOrDown": begins(#"["any", "vertical", "up", "down"]"#),
  ]

  /// Returns the schema of progress in one of these directions.
  private static func leads(_ directions: String) -> Field.Kind {
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
  private static func begins(_ directions: String) -> Field.Kind {
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

extension NumberRange {
  static let limit = Self(range: -100...100, noun: "a progress")
}

extension FieldTable {
  static let progress = FieldTable(
    """
    of | - | - | What drives the animation; nothing holds it. The default is a pan's translation or a press's pressure.
    toward | - | - | The direction in which the fingers make progress. | right, left, up or down
    bothDirections | flag | false | Whether translation in the opposite direction counts as well.
    offset | @length | { "mm": 0 } | The distance before translation makes progress.
    distance | - | - | The distance for full progress. | the distance for full progress
    limits | - | [0, 1] | The limits of progress: [smallest, largest], none, or a rubber band beyond 0 and 1.
    beyondLimits | - | "\(ProgressPlan.Beyond.counts.rawValue)" | Whether movement beyond the limits counts, so that the fingers must move back by it, or is forgotten.
    """,
    [
      "of": .name(of: ProgressPlan.Source.self, "source of progress"),
      "toward": .name(of: ProgressPlan.Direction.self, "direction"),
      "distance": .schema(
        """
        "$ref": "#/$defs/length",
        "properties": {
          \(leastDistances)
        }
        """),
      "limits": .anyOf([
        .inline(.name(["none"], "limit")),
        .schema(
          """
          "type": "array",
          "minItems": 2, "maxItems": 2,
          "prefixItems": [
            { "type": "number", "minimum": \(NumberRange.limit.range.lowerBound.asWritten), "exclusiveMaximum": 1 },
            { "type": "number", "exclusiveMinimum": 0, "maximum": \(NumberRange.limit.range.upperBound.asWritten) }
          ]
          """),
        .object(rubberBand),
      ]),
      "beyondLimits": .name(of: ProgressPlan.Beyond.self, "value"),
    ],
    after: """
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
      """)

  /// The least distance for full progress.
  static func leastDistance(in unit: String) -> Double { unit == "share" ? 0.001 : 0.1 }

  private static let leastDistances = length.names
    .map { "\"\($0)\": { \"minimum\": \(leastDistance(in: $0).asWritten) }" }
    .joined(separator: ", ")

  static let rubberBand = FieldTable(
    "rubberBand | 0.001…10 a coefficient | - | The band's coefficient; UIKit's is 0.55. | !its coefficient, such as 0.55"
  )
}
