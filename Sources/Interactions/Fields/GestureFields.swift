import PantographBase
import PantographGestures

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
