import PantographBase
import PantographGestures
import PantographMotion

extension Interaction {
  /// Reads an interaction file, version 1; <doc:InteractionFile> documents its keys.
  ///
  /// An unknown key is an error that names the nearest known one. Keys that contradict each other are
  /// errors, too.
  package init(parsing bytes: [UInt8]) throws(InteractionError) {
    do {
      try self.init(reading: JSONNode(parsingInteraction: bytes))
    } catch {
      throw InteractionError(error)
    }
  }

  private init(reading node: JSONNode) throws(JSONError) {
    let file = try node.members(of: .file)
    _ = try file["$schema"]?.text("the location of a schema")
    _ = try file.requiredNumber("version")
    scale = try file["surface"].map(PointScale.init(reading:))
    gesture = try file["gesture"].map(Gesture.init(reading:)) ?? .pan(.init())
    if let node = file["progress"] {
      progress = try ProgressPlan(reading: node, of: gesture, hasPoints: scale != nil)
    } else if let usual = ProgressPlan(usualFor: gesture) {
      progress = usual
    } else {
      throw file.missing("progress")
    }
    rule = try file["rule"].map(ReleaseRule.init(reading:)) ?? ReleaseRule(usualFor: gesture)
    presetName = try file["rule"]?["preset"]?.text("a preset")
    judging = try file.name("judge", as: JudgingTime.self) ?? .release
    let node = try file.required("animation")
    let animation = try AnimationPlan(reading: node, after: nil)
    self.animation = animation
    afterwards = try file["then"].map { node throws(JSONError) in
      try AnimationPlan(reading: node, after: animation)
    }
    dismissal = try file["dismiss"].map(Dismissal.init(reading:))

    let settle = try file["settle"]?.members(of: .settling)
    let (gesture, rule) = (gesture, rule)
    let settling = try settle.flatMap { settle throws(JSONError) in
      try PresetSettling(reading: settle, of: gesture, by: rule.estimator)
    }
    let fingersHavePoints: Bool? = if case .pan = gesture { scale != nil } else { nil }
    let read = { (node: JSONNode) throws(JSONError) in
      try Settle(
        reading: node, duration: animation.duration, fingersHavePoints: fingersHavePoints)
    }
    finish = try settle?["finish"].map(read) ?? settling?.finish ?? .unchanged
    cancel = try settle?["cancel"].map(read) ?? settling?.cancel ?? .unchanged
    flick = settle?["finish"] == nil && settle?["cancel"] == nil ? settling?.flick : nil
    catching = try file.name("catch", as: Catching.self) ?? .moving
    start = try file["start"].map(Start.init(reading:)) ?? .manual
    rate = try file.number("rate") ?? 120
    try checkContradictions(file)
  }

  /// Finds velocities that nothing can be known of.
  private func checkVelocities(_ file: Members) throws(JSONError) {
    if case .pan = gesture {
    } else if rule.momentum(after: .coast) != nil {
      throw (file["rule"] ?? file.parent).error(
        "a press has no velocity at which anything could go on: leave out momentum")
    }
    guard !rule.estimator.hasTime else { return }
    for case .inUnit(let unit) in [finish.velocity, cancel.velocity] {
      throw (file["settle"] ?? file.parent).error(
        "the estimator \(rule.estimator.rawValue) measures per event, not in \(unit):"
          + " expected another estimator in rule")
    }
  }

  /// Finds combinations whose parts are each valid but that contradict each other.
  private func checkContradictions(_ file: Members) throws(JSONError) {
    try checkVelocities(file)
    if dismissal != nil, start == .tap {
      throw file.error(
        at: "dismiss", "a tap can't both dismiss and start it: leave out dismiss or start")
    }
    if judging == .moving, rule.clauses.isEmpty {
      throw file.error(
        at: "judge", "moving needs a rule with clauses, and this one has none: add clauses")
    }
    var hasEnds = true
    if case .clamped = progress.limits {} else { hasEnds = false }
    guard hasEnds || animation.scrubsLinearly else {
      throw (file["progress"]?["limits"] ?? file.parent).error(
        "an animation scrubbed by time needs limits: expected [smallest, largest]")
    }
    if start == .tap, afterwards != nil {
      throw file.error(
        at: "then",
        "a tap that runs the animation back would not undo this: expected another start")
    }
    for name in ["then", "dismiss"] where file[name] != nil && !mayFinish {
      throw file.error(
        at: name, "the animation can never finish: change the rule, or leave out \(name)")
    }
    guard case .pan(let pan) = gesture else {
      guard catching == .landing else { return }
      throw file.error(
        at: "catch", "a press does not begin when a finger lands: expected moving or never")
    }
    let isHorizontal = progress.direction.isHorizontal
    let across: [PanGestureRecognizer.Direction] =
      isHorizontal ? [.vertical, .up, .down] : [.horizontal, .left, .right]
    if progress.source == .translation, across.contains(pan.direction) {
      let along = isHorizontal ? "right, left or horizontal" : "up, down or vertical"
      throw (file["gesture"]?["pan"]?["direction"] ?? file.parent).error(
        "a pan in this direction makes no progress toward '\(progress.direction.rawValue)': expected \(along)"
      )
    }
    if drivesOnlyForward, pan.direction.rawValue == progress.direction.opposite.rawValue {
      throw (file["gesture"]?["pan"]?["direction"] ?? file.parent).error(
        "a pan in this direction leads away from progress toward '\(progress.direction.rawValue)':"
          + " expected \(progress.direction.rawValue), or bothDirections in progress")
    }
  }

  /// Whether the fingers always start at the animation's start, and can only drive it forward.
  private var drivesOnlyForward: Bool {
    guard case .clamped(let limits) = progress.limits else { return false }
    return progress.source == .translation && !progress.countsBothDirections && start == .manual
      && limits.lowerBound >= 0
  }

  /// Whether anything can make the animation finish.
  private var mayFinish: Bool {
    start != .manual || progress.source == .time
      || ([rule.otherwise] + rule.clauses.map { $0.verdict }).contains { $0 != .cancel }
  }
}

extension Interaction.Start {
  init(reading node: JSONNode) throws(JSONError) {
    guard node.isObject else {
      self = try node.name(
        among: [("manual", .manual), ("tap", .tap)], "start", or: "an object with after")
      return
    }
    self = .after(try node.members(of: .start).requiredNumber("after"))
  }
}

extension Interaction.Dismissal {
  init(reading node: JSONNode) throws(JSONError) {
    let dismissal = try node.members(of: .dismissal)
    let timing = try TimingParameters(reading: dismissal)
    self.init(
      duration: try dismissal.seconds("duration", for: timing),
      timing: timing ?? .curve(.easeInOut))
  }
}

extension ReleaseRule {
  /// Creates the default rule: a pan finishes beyond the middle, a press if it reached its peak.
  init(usualFor gesture: Interaction.Gesture) {
    if case .pan = gesture {
      self.init(fractionAbove: 0.5)
    } else {
      self.init(
        clauses: [Clause([Condition(.peak, .atLeast, 1)], then: .finish)], otherwise: .cancel)
    }
  }
}

extension Members {
  /// Reads a duration in seconds.
  func seconds(
    _ name: String, for timing: TimingParameters?
  ) throws(JSONError) -> Double {
    let seconds = try requiredNumber(name)
    if seconds == 0, case .spring(let spring) = timing, case .dampingRatio = spring.kind {
      throw error(
        at: name, "a spring of a damping ratio alone takes this time: expected more than 0")
    }
    return seconds
  }

  /// Returns an error at a member, or at the whole object if the member is missing.
  func error(at name: String, _ sentence: String) -> JSONError {
    (self[name] ?? parent).error(sentence)
  }
}

extension Interaction.Gesture {
  init(reading node: JSONNode) throws(JSONError) {
    let gesture = try node.oneMember(of: .gesture)
    switch gesture.name {
    case "press":
      let (settings, commitsAtPeak) = try PressGestureRecognizer.Settings.read(gesture.node)
      self = .press(settings, commitsAtPeak: commitsAtPeak)
    case "preview": self = .preview(try .init(reading: gesture.node))
    default: self = .pan(try .init(reading: gesture.node))
    }
  }
}

extension PressGestureRecognizer.Settings {
  /// Reads the value of `gesture.press`, and whether the press commits at its peak.
  static func read(_ node: JSONNode) throws(JSONError) -> (Self, commitsAtPeak: Bool) {
    let press = try node.members(of: .press)
    let usual = Self()
    let start = try press.number("start") ?? usual.start
    let release = try press.number("release") ?? start * 5 / 6
    let peak = try press.number("peak") ?? usual.peak
    guard release <= start, start < peak else {
      throw node.error(
        "expected increasing forces release, start, peak; found "
          + [release, start, peak].inWords)
    }
    let commitsAtPeak = try press.name("commits") == "atPeak"
    let settings = Self(
      start: start, peak: peak, release: release, contact: try press.contact())
    return (settings, commitsAtPeak)
  }
}

extension PreviewInteraction.Settings {
  /// Reads the value of `gesture.preview`.
  init(reading node: JSONNode) throws(JSONError) {
    let preview = try node.members(of: .preview)
    let usual = Self()
    let start = try preview.number("start") ?? usual.start
    let release = try preview.number("release") ?? start * 5 / 6
    let peek = try preview.number("peek") ?? usual.peek
    let pop = preview["pop"]?.isNull == true ? nil : try preview["pop"]?.number(.force) ?? usual.pop
    guard release <= start, start < peek, peek < pop ?? 2 else {
      throw node.error(
        "expected increasing forces release, start, peek, pop; found "
          + ([release, start, peek] + (pop.map { [$0] } ?? [])).inWords)
    }
    self.init(
      start: start, peek: peek, pop: pop, release: release, contact: try preview.contact())
  }
}

extension [Double] {
  /// Forces as text, rounded because computed ones may have many digits.
  fileprivate var inWords: String {
    map { String(fixed: $0, decimals: 2) }.joined(separator: ", ")
  }
}

extension PanGestureRecognizer.Settings {
  /// Reads the value of `gesture.pan` in an interaction file; a missing key takes its default.
  ///
  ///     {
  ///       "fingers": [2, 3], "slop": { "mm": 1.6 }, "rollingSlop": { "mm": 4 },
  ///       "direction": "horizontal", "axisLock": 1.2,
  ///       "edge": { "at": "left", "width": { "mm": 3.1 } },
  ///       "fewestReports": 4, "translationFrom": "lastReport", "velocityFrom": "lastReport", "estimator": "gtk-scroll"
  ///     }
  init(reading node: JSONNode) throws(JSONError) {
    self.init()
    let pan = try node.members(of: .pan)
    fingers = try pan["fingers"].map(Self.count) ?? fingers
    slop = try pan.millimetres("slop") ?? slop
    rollingSlop = try pan.millimetres("rollingSlop") ?? rollingSlop
    fewestReports = try pan["fewestReports"].map(Self.reports) ?? fewestReports
    direction = try pan.name("direction", as: PanGestureRecognizer.Direction.self) ?? direction
    firstDirection = try pan["firstDirection"].map(Self.firstDirection)
    mostAcross = try pan.millimetres("mostAcross")
    beginsWithin = try pan.number("beginsWithin")
    axisLock = try pan.number("axisLock").map { .init(dominance: $0) }
    edge = try pan["edge"].map(Self.edge)
    translationFrom =
      try pan.name("translationFrom", as: PanGestureRecognizer.Origin.self) ?? translationFrom
    follows = try pan.name("follows", as: PanGestureRecognizer.Followed.self) ?? follows
    hysteresis = try pan.millimetres("hysteresis") ?? hysteresis
    acceleration =
      try pan.name("acceleration", as: PanGestureRecognizer.Acceleration.self) ?? acceleration
    velocityFrom =
      try pan["velocityFrom"]?.name(
        among: PanGestureRecognizer.Origin.ofVelocity.map { ($0.rawValue, $0) },
        "origin of a velocity")
      ?? velocityFrom
    estimator = try pan.name("estimator", as: VelocityEstimator.self) ?? estimator
  }

  /// Reads a number of fingers, or a list of the smallest and the largest.
  private static func count(_ node: JSONNode) throws(JSONError) -> ClosedRange<Int> {
    let ends = node.isArray ? try node.elements() : [node, node]
    let sentence = "expected a number of fingers, or [smallest, largest]"
    guard ends.count == 2 else { throw node.error(sentence) }
    let low = try ends[0].number(.fingers)
    let high = try ends[1].number(.fingers)
    guard low <= high, low == low.rounded(), high == high.rounded() else {
      throw node.error(sentence)
    }
    return Int(low)...Int(high)
  }

  private static func reports(_ node: JSONNode) throws(JSONError) -> Int {
    let count = try node.number(.reports)
    guard count == count.rounded() else { throw node.error("expected \(NumberRange.reports.noun)") }
    return Int(count)
  }

  private static func firstDirection(
    _ node: JSONNode
  ) throws(JSONError) -> PanGestureRecognizer.FirstDirection {
    let member = try node.oneMember(of: .firstDirection)
    let direction = PanGestureRecognizer.Direction(rawValue: member.name) ?? .horizontal
    return .init(direction, dominance: try member.number())
  }

  private static func edge(
    _ node: JSONNode
  ) throws(JSONError) -> PanGestureRecognizer.EdgeStart {
    let edge = try node.members(of: .edge)
    guard let at = try edge.name("at", as: PanGestureRecognizer.EdgeStart.Edge.self) else {
      throw edge.missing("at")
    }
    var start = PanGestureRecognizer.EdgeStart(at)
    start.width = try edge.millimetres("width") ?? start.width
    return start
  }
}

extension Members {
  fileprivate func contact() throws(JSONError) -> PressedContact {
    try self["contact"]?.name(among: [("hardest", .hardest), ("first", .first)], "contact")
      ?? .hardest
  }

  /// Reads a length such as `{ "mm": 1.6 }`.
  fileprivate func millimetres(_ name: String) throws(JSONError) -> Double? {
    try self[name]?.members(of: .fingerLength).requiredNumber("mm")
  }
}

extension PointScale {
  /// Reads the value of `surface` in an interaction file.
  init(reading node: JSONNode) throws(JSONError) {
    let surface = try node.oneMember(of: .surface)
    switch surface.name {
    case "pointsPerMm": self = .perMillimetre(try surface.number())
    case "fit":
      let view = try surface.node.members(of: .view)
      self = .fit(
        Vector(x: try view.requiredNumber("width"), y: try view.requiredNumber("height")))
    default: self = try surface.node.name(among: [("device", .deviceValues)], "unit")
    }
  }
}

extension ProgressPlan {
  /// Creates the default for a gesture; `nil` for a pan, which has none.
  init?(usualFor gesture: Interaction.Gesture) {
    if case .pan = gesture { return nil }
    self.init(.pressure, toward: .right, distance: .millimetres(1))
  }

  /// Reads the value of `progress` in an interaction file.
  init(
    reading node: JSONNode, of gesture: Interaction.Gesture, hasPoints: Bool
  ) throws(JSONError) {
    let progress = try node.members(of: .progress)
    let usual: Source = if case .pan = gesture { .translation } else { .pressure }
    let source = try progress.name("of", as: Source.self) ?? usual
    if let of = progress["of"], (source == .pressure) != (usual == .pressure),
      source != .time, source != .nothing
    {
      let other = usual == .pressure ? "pressure" : "translation or location"
      throw of.error("this gesture has no \(source.rawValue): expected \(other), time or nothing")
    }
    self.init(source, toward: .right, distance: .millimetres(1))
    if usual == .pressure {
      for name in ["toward", "distance"] where progress[name] != nil {
        throw progress.error(at: name, "a press has no direction or distance: leave out \(name)")
      }
    }
    for name in source.useless where progress[name] != nil {
      throw progress.error(at: name, "progress of \(source.rawValue) has no \(name): leave it out")
    }
    let isDriven = source == .translation || source == .location
    if isDriven || progress["toward"] != nil {
      guard let toward = try progress.name("toward", as: ProgressPlan.Direction.self) else {
        throw progress.missing("toward")
      }
      direction = toward
    }
    if isDriven || progress["distance"] != nil {
      distance = try progress.required("distance")
        .surfaceLength(from: FieldTable.leastDistance, hasPoints: hasPoints)
    }
    countsBothDirections = try progress.flag("bothDirections") ?? countsBothDirections
    if let node = progress["offset"] {
      offset = try node.surfaceLength(from: { _ in 0 }, hasPoints: hasPoints)
    }
    if let node = progress["limits"] {
      guard source != .pressure || node.isArray else {
        throw node.error("the progress of a press needs limits: expected [smallest, largest]")
      }
      limits = try Self.limits(node)
    }
    beyondLimits = try progress.name("beyondLimits", as: Beyond.self) ?? beyondLimits
    if beyondLimits == .forgotten {
      guard case .clamped = limits else {
        throw progress.error(
          at: "beyondLimits",
          "nothing is beyond these limits: expected limits of [smallest, largest]")
      }
    }
  }

  private static func limits(_ node: JSONNode) throws(JSONError) -> Limits {
    if node.isObject {
      return .rubberBand(
        coefficient: try node.members(of: .rubberBand).requiredNumber("rubberBand"))
    }
    guard node.isArray else {
      return try node.name(
        among: [("none", Limits.none)], "limit", or: "[smallest, largest], or a rubberBand")
    }
    let ends = try node.elements()
    let sentence = "expected [smallest, largest], \"none\" or { \"rubberBand\": 0.55 }"
    guard ends.count == 2 else { throw node.error(sentence) }
    let low = try ends[0].number(.limit)
    let high = try ends[1].number(.limit)
    guard low < high else { throw node.error(sentence) }
    guard low < 1, high > 0 else {
      throw node.error("nothing could move: expected limits that overlap 0 to 1")
    }
    return .clamped(low...high)
  }
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

extension JSONNode {
  /// Reads a length on the surface: `{ "mm": 45 }`, `{ "points": 260 }` or `{ "share": 0.5 }`.
  func surfaceLength(
    from smallest: (String) -> Double, hasPoints: Bool
  ) throws(JSONError) -> SurfaceLength {
    let length = try oneMember(of: .length)
    if length.name == "points", !hasPoints {
      throw length.node.error("points need a surface that defines them: add surface, or use mm")
    }
    let number = try length.number(from: smallest(length.name))
    return switch length.name {
    case "mm": .millimetres(number)
    case "points": .points(number)
    default: .share(number)
    }
  }
}
