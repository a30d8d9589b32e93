import PantographBase
package import PantographGestures

extension NumberRange {
  static let force = Self(range: 0...1, noun: "a force", definition: "force")
  static let fingers = Self(
    range: 1...10, noun: "a number of fingers", definition: "count", isWhole: true)
}

extension InteractionSchema {
  static let gesture: Definitions = [
    "surface": Form.one(PointScale.keys).kind,
    "length": Form.one(SurfaceLength.keys()).kind,
    "fingerLength": .lazy { fingerLength.schema },
    "gesture": Form.one(Interaction.Gesture.keys).kind,
    "count": .range(.fingers),
    "force": .schema(
      "\"$comment\": \"From 0 to 1 of the device's range.\",\n\(NumberRange.force.schema)"),
    "contact": .inline(.names(["hardest", "first"])),
  ]

  fileprivate static let fingerLength = KeyTable<Double>([
    Key(
      "mm", .number(0...1000, "millimetres").inline, "Millimetres.",
      required: "the length in millimetres", { $0 }, { $0 = $1 })
  ])
}

// MARK: Lengths

extension PointScale {
  static let keys = KeyTable<Self?>(
    count: .one("the size of a point"),
    [
      Key(
        "pointsPerMm", .number(1e-3...1e6, "points per millimetre"),
        "Points per millimetre, on both axes."
      ) { $0 = .perMillimetre($1) },
      Key("fit", .object(view, from: .zero), "The surface is stretched onto a view of this size.") {
        $0 = .fit($1)
      },
      Key(
        "unit", .name(among: [("device", Self.deviceValues)], "unit"),
        "A point is one unit of the device's axes."
      ) { $0 = $1 },
    ])

  private static let view = KeyTable<Vector>([
    Key(
      "width", .number(1...1e6, "points"), "The view's width in points.",
      required: "points across"
    ) { $0.x = $1 },
    Key(
      "height", .number(1...1e6, "points"), "The view's height in points.",
      required: "points from top to bottom"
    ) { $0.y = $1 },
  ])
}

extension SurfaceLength {
  /// The keys of a length, and the least number of each.
  static func keys(from least: (String) -> Double = { _ in 0 }) -> KeyTable<Self?> {
    KeyTable(
      count: .one("a length"),
      [
        Key(
          "mm", .number(least("mm")...10_000, "millimetres").inline, "Millimetres.",
          { if case .millimetres(let millimetres) = $0 { millimetres } else { nil } },
          { $0 = .millimetres($1) }),
        Key(
          "points", .number(least("points")...1e6, "points"),
          "Points, whose size surface defines.",
          { if case .points(let points) = $0 { points } else { nil } }, { $0 = .points($1) }),
        Key(
          "share", .number(least("share")...100, "a share of the surface"),
          "A share of the surface in the direction of progress.",
          { if case .share(let share) = $0 { share } else { nil } }, { $0 = .share($1) }),
      ])
  }
}

extension Form<Double> {
  /// A length of fingers, such as `{ "mm": 1.6 }`.
  static let millimetres =
    Form.object(InteractionSchema.fingerLength, from: 0).defined(as: "fingerLength")
  fileprivate static let force = number(.force).inline
  static let dominance = number(1...1000, "a ratio of travel along to travel across")
}

// MARK: Gestures

extension Interaction.Gesture {
  static let keys = KeyTable<Self?>(
    count: .one("the gesture that drives the animation"),
    [
      Key("pan", Pan.form, "Fingers that move over the surface.") { $0 = .pan($1) },
      Key("press", press, "A press of a finger.") {
        $0 = .press($1.settings, commitsAtPeak: $1.commitsAtPeak)
      },
      Key(
        "preview", preview,
        "A press in two stages: the first drives the animation, the second commits it."
      ) { $0 = .preview($1) },
    ])

  private typealias Pan = PanGestureRecognizer.Settings
  private typealias Press = (settings: PressGestureRecognizer.Settings, commitsAtPeak: Bool)
  private typealias Preview = PreviewInteraction.Settings

  private static let usualPress: Press = (.init(), false)

  private static let press = Form<Press>(
    .lazy { pressKeys.schema },
    { (node) throws(Complaint) in
      var press = usualPress
      try pressKeys.read(node, into: &press)
      let release = press.settings.release
      let start = press.settings.start
      let peak = press.settings.peak
      guard release <= start, start < peak else {
        throw node.error(
          "expected increasing forces release, start, peak; found "
            + [release, start, peak].inWords)
      }
      return press
    })

  private static let pressKeys = KeyTable<Press>(
    usual: usualPress,
    [
      Key(
        "start", .force, "The force at which the gesture begins.", { $0.settings.start },
        { press, start in
          press.settings.start = start
          press.settings.release = start * 5 / 6
        }),
      Key(
        "peak", .force, "The force at the peak, progress 1.", { $0.settings.peak },
        { $0.settings.peak = $1 }),
      Key("release", .force, releaseWords) { $0.settings.release = $1 },
      Key(
        "contact", contact, "The contact whose force counts.", { $0.settings.contact },
        { $0.settings.contact = $1 }),
      Key(
        "commits",
        .name(
          among: [("atLift", false), ("atPeak", true)], "time to commit",
          write: { $0 ? "\"atPeak\"" : "\"atLift\"" }),
        "When the release is judged: at the lift, or as soon as the peak is reached.",
        { $0.commitsAtPeak }, { $0.commitsAtPeak = $1 }),
    ])

  private static let releaseWords =
    "The force below which the gesture ends; by default five sixths of start."

  private static let contact =
    Form<PressedContact>.name(among: [.hardest, .first], "contact").defined(as: "contact").inline

  private static let preview = Form<Preview>(
    .lazy { previewKeys.schema },
    { (node) throws(Complaint) in
      var preview = Preview()
      try previewKeys.read(node, into: &preview)
      let forces =
        [preview.release, preview.start, preview.peek] + (preview.pop.map { [$0] } ?? [])
      guard forces[0] <= forces[1], zip(forces[1...], forces[2...]).allSatisfy(<) else {
        throw node.error(
          "expected increasing forces release, start, peek, pop; found "
            + forces.inWords)
      }
      return preview
    })

  private static let previewKeys = KeyTable<Preview>(
    usual: Preview(),
    [
      Key(
        "start", .force, "The force at which the gesture begins.", { $0.start },
        { preview, start in
          preview.start = start
          preview.release = start * 5 / 6
        }),
      Key(
        "peek", .force, "The force that ends the first stage, progress 1.", { $0.peek },
        { $0.peek = $1 }),
      Key(
        "pop", pop, "The force that ends the second stage; null if there is only the first.",
        { $0.pop }, { $0.pop = $1 }),
      Key("release", .force, releaseWords) { $0.release = $1 },
      Key(
        "contact", contact, "The contact whose force counts.", { $0.contact }, { $0.contact = $1 }),
    ])

  private static let pop = Form<Double?>(
    .schema(##""anyOf": [{ "$ref": "#/$defs/force" }, { "type": "null" }]"##),
    { (node) throws(Complaint) in node.isNull ? nil : try node.number(.force) },
    write: { $0?.asWritten ?? "null" })
}

extension [Double] {
  /// Forces as text, rounded because computed ones may have many digits.
  fileprivate var inWords: String {
    map { String(fixed: $0, decimals: 2) }.joined(separator: ", ")
  }
}

// MARK: Pans

extension PanGestureRecognizer.Settings {
  /// The keys of `gesture.pan`; the page Pan of Gestures explains the toolkits and the slops.
  static let keys = KeyTable<Self>(
    usual: Self(), after: [notBesideToolkit],
    [
      // Read first, since the others change what it sets.
      Key(
        "as", .name("toolkit"),
        "The toolkit whose pan it is: when it begins, which fingers it follows, and where it counts from; it has the values of keys that are left out.",
        { $0.family }, { $0 = Self($1) }, say: { "pans as \($0.noun)" }),
      Key(
        "fingers", count, "The number of fingers, or [fewest, most].", { $0.fingers },
        { pan, fingers in
          pan.fingers = fingers
          pan.slop = pan.family.slop(for: fingers.lowerBound)
        }),
      Key(
        "slop", .millimetres, "The distance that fingers move before the gesture begins.",
        { $0.slop }, { $0.slop = $1 }),
      Key(
        "direction", .name("direction"), "The direction in which the gesture must begin.",
        { $0.direction }, { $0.direction = $1 }),
      Key(
        "axisLock", .dominance,
        "Locks to an axis if the travel along it is this multiple of the travel across; by default only scrolls on a touchpad do.",
        { $0.axisLock?.dominance }, { $0.axisLock = .init(dominance: $1) },
        say: { _ in "keeps to the axis it began along" }),
      Key(
        "edge", .object(PanGestureRecognizer.EdgeStart.keys, from: .init(.left)),
        "Where the fingers must land; by default anywhere.", { $0.edge }, { $0.edge = $1 }),
      Key(
        "hysteresis", .millimetres, "How far a finger may move without being followed.",
        { $0.hysteresis }, { $0.hysteresis = $1 }, say: { "lags \($0.asWritten) mm behind" }),
      // A spring needs a velocity with a direction, per second; other estimators can only judge.
      Key(
        "estimator",
        .name(
          among: VelocityEstimator.allCases.filter { $0.hasTime && $0.hasDirection },
          "directional estimator"),
        "The velocity estimator for the handoff to a spring.", { $0.estimator },
        { $0.estimator = $1 }),
    ] + formerKeys)

  /// The toolkit decides what former keys say.
  private static let notBesideToolkit = """
    "if": { "required": ["as"] },
    "then": {
      "properties": { \(formerKeys.map { "\"\($0.name)\": false" }.joined(separator: ", ")) }
    }
    """

  /// An object of these keys.
  static let form = Form<Self>(
    .lazy { keys.schema },
    { (node) throws(Complaint) in
      var pan = Self()
      let members = try keys.read(node, into: &pan)
      if members["as"] != nil, let former = formerKeys.first(where: { members[$0.name] != nil }) {
        throw (members[former.name] ?? node).error(
          "the toolkit of as decides this: leave out \(former.name), or as")
      }
      return pan
    }, write: { "{ \(keys.members(of: $0).joined(separator: ", ")) }" })

  /// Explains the settings that are not the defaults, in a few words each.
  package var inWords: [String] {
    let direction = direction == .any ? "" : " \(Wording.toward(direction.rawValue))"
    let edge = edge.map {
      "lands within \($0.width.asWritten) mm of the \($0.edge.rawValue) edge"
    }
    return ["begins after \(slop.asWritten) mm\(direction)"] + (edge.map { [$0] } ?? [])
      + Self.keys.sentences(about: self)
  }

  /// A number of fingers, or a list of the smallest and the largest.
  private static let count = Form<ClosedRange<Int>>(
    .anyOf([
      .inline(.number(.fingers)),
      .schema(
        """
        "type": "array",
        "minItems": 2, "maxItems": 2,
        "items": { "$ref": "#/$defs/count" }
        """),
    ]),
    { (node) throws(Complaint) in
      let ends = node.isArray ? try node.elements() : [node, node]
      let sentence = "expected a number of fingers, or [smallest, largest]"
      guard ends.count == 2 else { throw node.error(sentence) }
      let low = try ends[0].number(.fingers)
      let high = try ends[1].number(.fingers)
      guard low <= high, low == low.rounded(), high == high.rounded() else {
        throw node.error(sentence)
      }
      return Int(low)...Int(high)
    },
    write: { $0.count == 1 ? "\($0.lowerBound)" : "[\($0.lowerBound), \($0.upperBound)]" })
}

extension PanGestureRecognizer.EdgeStart {
  fileprivate static let keys = KeyTable<Self>(
    usual: Self(.left),
    [
      Key(
        "at", .name("edge"), "The edge of the surface.", required: "left, right, top or bottom"
      ) { $0.edge = $1 },
      Key(
        "width", .millimetres, "The greatest distance from the edge.", { $0.width },
        { $0.width = $1 }),
    ])
}

extension PanGestureRecognizer.Family {
  /// Whose pan it is.
  fileprivate var noun: String {
    switch self {
    case .uiKit: "UIKit"
    case .chromium: "a page in Chromium"
    case .firefox: "a page in Firefox"
    case .gtkTouch: "GTK's scrolled window on a touchscreen"
    case .gtkTouchpad: "GTK's scrolled window on a touchpad"
    case .libadwaitaTouch: "libadwaita's swipe on a touchscreen"
    case .libadwaitaLeaflet: "libadwaita's leaflet on a touchscreen"
    case .libadwaitaTouchpad: "libadwaita's swipe on a touchpad"
    case .libinput: "a client of libinput on a touchpad"
    case .libinputSwipe: "a compositor on a touchpad"
    case .qtFlickable: "Qt Quick's Flickable"
    case .qtDrawer: "a drawer of Qt Quick Controls"
    }
  }
}
