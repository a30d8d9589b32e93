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
