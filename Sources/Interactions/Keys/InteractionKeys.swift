package import PantographBase
import PantographGestures
import PantographMotion

extension Interaction {
  /// Reads an interaction file, version 1; <doc:InteractionFile> documents its keys.
  ///
  /// An unknown key is an error that names the nearest known one. Keys that contradict each other are
  /// errors, too.
  package init(parsing bytes: [UInt8]) throws(Complaint) {
    try self.init(reading: JSONNode(parsingInteraction: bytes))
  }

  private init(reading node: JSONNode) throws(Complaint) {
    self.init()
    let file = try Self.keys.read(node, into: &self)
    try checkContradictions(file)
    let known = Array(Self.fixedColumns.dropFirst(2)) + columns
    if let name = conditions.unknownName(among: known), let node = file["conditions"]?[name] {
      throw node.error("no column is named '\(name)', of \(known.joined(separator: ", "))")
    }
  }

  /// A file without keys.
  private init() {
    gesture = .pan(.init())
    progress = ProgressPlan(usualFor: gesture)
    rule = ReleaseRule(usualFor: gesture)
    judging = .release
    animation = AnimationPlan(duration: 0, timing: .curve(.easeInOut), properties: [])
    finish = .unchanged
    cancel = .unchanged
    catching = .moving
    start = .manual
    rate = 120
  }

  /// The keys of the file itself, and the dependencies between them.
  static let keys = KeyTable<Self>(
    usual: Self(), after: [InteractionSchema.dependencies],
    [
      Key("$schema", .text("the location of a schema"), "The location of this schema, for editors.")
      {
        _, _ in
      },
      Key(
        "version", .number(1...1, "the version 1"), "The version of the file format.",
        required: "the version of the file format, 1"
      ) { _, _ in },
      Key(
        "surface", .one(PointScale.keys).defined(as: "surface"),
        "The size of a point, for lengths in points."
      ) { $0.scale = $1 },
      Key(
        "gesture", .definition("gesture"), "The gesture that drives the animation.",
        usual: #"{ "pan": {} }"#
      ) { (node, file) throws(Complaint) in
        file.gesture = try Form.one(Gesture.keys).read(node)
        file.progress = ProgressPlan(usualFor: file.gesture)
        file.rule = ReleaseRule(usualFor: file.gesture)
      },
      Key(
        "progress", .definition("progress"),
        "How the gesture becomes progress, from 0 at the start to 1 at the end.",
        missing: "the direction and the distance of the fingers' movement"
      ) { (node, file) throws(Complaint) in
        file.progress = try ProgressPlan(reading: node, of: file.gesture)
      },
      Key(
        "rule", .definition("rule"),
        "How a release is judged; by default a pan finishes above half, a press if it reached its peak."
      ) { (node, file) throws(Complaint) in
        file.rule = try ReleaseRule(reading: node)
        file.presetName = try node["preset"]?.text("a preset")
      },
      Key(
        "judge", .name("time to judge"),
        "When it is judged: at the release, or as soon as a clause holds.", { $0.judging },
        { $0.judging = $1 }),
      Key(
        "animation", .definition("animation"),
        "The animated properties, and their timing when no fingers drive them.",
        required: "the animated properties and the duration"
      ) { (node, file) throws(Complaint) in file.animation = try AnimationPlan(reading: node) },
      Key(
        "settle", .lazy { settling.schema },
        "How the animation settles after the release; by default on its own timing."
      ) { (node, file) throws(Complaint) in
        let settle = try settling.read(node, into: &file)
        if settle["finish"] != nil || settle["cancel"] != nil { file.flick = nil }
      },
      Key(
        "catch", .name("catch mode"),
        "What catches the running animation: a gesture that begins (moving), fingers that land, or nothing.",
        { $0.catching }, { $0.catching = $1 }),
      Key(
        "start", startForm,
        "What starts the animation besides the gesture: nothing (manual), a tap, or time.",
        { $0.start }, { $0.start = $1 }),
      Key(
        "then", .definition("secondAnimation"),
        "A second animation, which runs when the first has finished."
      ) { (node, file) throws(Complaint) in
        file.afterwards = try AnimationPlan(reading: node, after: file.animation)
      },
      Key(
        "dismiss", .definition("dismissal"),
        "An animation that takes everything back after a tap on the finished state."
      ) { (node, file) throws(Complaint) in file.dismissal = try Dismissal(reading: node) },
      Key(
        "rate", .number(1...10_000, "samples per second"),
        "Samples per second of the trajectory.", { $0.rate }, { $0.rate = $1 }),
      Key(
        "conditions", Conditions.form,
        "What must hold of the columns, whatever was accepted; * is every other column."
      ) { (node, file) throws(Complaint) in file.conditions = try Conditions(node) },
    ])

  private static let settling = KeyTable<Self>([
    Key(
      "preset", .lazy { ValueKind.names(ReleasePreset.allThatSettle.map { $0.name }).members },
      "The name of a toolkit, as which it settles."
    ) { (node, file) throws(Complaint) in
      let settling = try PresetSettling(reading: node, of: file.gesture, by: file.rule.estimator)
      file.finish = settling.finish
      file.cancel = settling.cancel
      file.flick = settling.flick
    },
    Key("finish", .definition("settle"), "How it settles at its end.") {
      (node, file) throws(Complaint) in file.finish = try file.settle(reading: node)
    },
    Key("cancel", .definition("settle"), "How it settles at its start.") {
      (node, file) throws(Complaint) in file.cancel = try file.settle(reading: node)
    },
  ])

  private func settle(reading node: JSONNode) throws(Complaint) -> Settle {
    let fingersHavePoints: Bool? = if case .pan = gesture { scale != nil } else { nil }
    return try Settle(
      reading: node, duration: animation.duration, fingersHavePoints: fingersHavePoints)
  }

  private static let startForm = Form<Start>.name(
    among: [("manual", .manual), ("tap", .tap)], "start",
    or: KeyTable([
      Key(
        "after", .number(0...3600, "seconds"), "Seconds after the first event.",
        required: "seconds after the first event"
      ) { $0 = .after($1) }
    ]))

  // MARK: Contradictions

  /// Finds combinations whose parts are each valid but that contradict each other.
  private func checkContradictions(_ file: JSONMembers) throws(Complaint) {
    try checkPoints(file)
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

  /// Finds lengths in points, and the lack of progress.
  private func checkPoints(_ file: JSONMembers) throws(Complaint) {
    guard let progress = file["progress"] else {
      guard case .pan = gesture else { return }
      throw Self.keys.missing("progress", of: file.parent)
    }
    for name in ["offset", "distance"] where scale == nil {
      guard let points = progress[name]?["points"] else { continue }
      throw points.error("points need a surface that defines them: add surface, or use mm")
    }
  }

  /// Finds velocities that nothing can be known of.
  private func checkVelocities(_ file: JSONMembers) throws(Complaint) {
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

extension JSONMembers {
  /// Returns an error at a member, or at the whole object if the member is missing.
  fileprivate func error(at name: String, _ sentence: String) -> Complaint {
    (self[name] ?? parent).error(sentence)
  }
}
