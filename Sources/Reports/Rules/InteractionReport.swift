import PantographBase
import PantographGestures
package import PantographInteractions
import PantographMotion

/// Describes in sentences what an interaction file does.
package struct InteractionReport {
  private let interaction: Interaction
  private var progress: ProgressPlan { interaction.progress }

  /// Makes a report.
  package init(_ interaction: Interaction) {
    self.interaction = interaction
  }

  /// The description, one sentence a line.
  package var lines: [String] {
    (gesture + judgement + movement).map { "  \($0)" }
  }

  /// Returns the starter interactions, one a line.
  package static func starters(in style: TextStyle = .plain) -> [String] {
    TextTable.lines(InteractionStarter.all.map { [$0.name, $0.summary] }, in: style, indent: 4)
  }

  /// Returns all keys of interaction files with their defaults, one a line.
  package static func keys(in style: TextStyle = .plain) -> [String] {
    TextTable.lines(
      [["key", "default", "meaning"]]
        + InteractionSchema.keys.map { [$0.path, $0.usual, $0.words] },
      in: style, indent: 2, hasHeads: true)
  }

  // MARK: The gesture

  private var gesture: [String] {
    var lines: [String] = []
    switch interaction.start {
    case .manual: break
    case .tap: lines.append("A tap starts the animation; at its end, a tap reverses it.")
    case .after(let seconds):
      lines.append("The animation starts by itself \(seconds.asWritten) s after the first event.")
    }
    lines.append(source)
    if let conditions { lines.append(conditions) }
    switch progress.limits {
    case .clamped(0...1): break
    case .clamped(let range):
      let (low, high) = (range.lowerBound.asWritten, range.upperBound.asWritten)
      lines.append("The gesture moves the fraction between \(low) and \(high) only.")
    case .none: lines.append("The gesture can move the animation beyond its ends.")
    case .rubberBand(let coefficient):
      let strength = coefficient.asWritten
      lines.append("Beyond its ends, the animation resists like a rubber band (\(strength)).")
    }
    if progress.beyondLimits == .forgotten {
      lines.append(
        "Movement beyond the limits is forgotten, so the fraction returns as soon as the fingers do."
      )
    }
    switch interaction.catching {
    case .moving: break
    case .landing: lines.append("A finger that lands while the animation runs stops it.")
    case .never: lines.append("The animation can't be caught while it runs.")
    }
    return lines
  }

  /// What drives the fraction, and over which distance.
  private var source: String {
    let gesture = Wording.name(of: interaction.gesture)
    let distance = "over \(text(progress.distance)) \(Wording.toward(progress.direction.rawValue))"
    switch progress.source {
    case .translation:
      let either = progress.countsBothDirections ? " or in the opposite direction" : ""
      let offset = Self.isZero(progress.offset) ? "" : ", after \(text(progress.offset))"
      return "\(gesture.capitalizedFirst) drives the fraction from 0 to 1 "
        + "\(distance)\(either)\(offset)."
    case .location:
      let offset = Self.isZero(progress.offset) ? "" : ", starting at \(text(progress.offset))"
      return "The location of \(gesture) drives the fraction from 0 to 1 \(distance)\(offset)."
    case .time: return "The animation runs as long as \(gesture) lasts."
    case .nothing: return "\(gesture.capitalizedFirst) holds the animation in place."
    case .pressure:
      switch interaction.gesture {
      case .pan: return ""
      case .press(let press, let commitsAtPeak):
        let end = commitsAtPeak ? ", where the rule decides" : ""
        return "A press drives the fraction from a force of \(press.start.asWritten) to "
          + "\(press.peak.asWritten)\(end)."
      case .preview(let preview):
        let pop = preview.pop.map { "; at \($0.asWritten) the rule decides" } ?? ""
        return "A press drives the fraction from a force of \(preview.start.asWritten) to "
          + "\(preview.peek.asWritten)\(pop)."
      }
    }
  }

  /// What a pan must be like, unless any pan will do.
  private var conditions: String? {
    guard case .pan(let pan) = interaction.gesture else { return nil }
    return "The gesture \(pan.inWords.listed)."
  }

  private static func isZero(_ length: SurfaceLength) -> Bool {
    switch length {
    case .millimetres(let length), .points(let length), .share(let length): length == 0
    }
  }

  private func text(_ length: SurfaceLength) -> String {
    switch length {
    case .millimetres(let length): "\(length.asWritten) mm"
    case .points(let length): "\(length.asWritten) points"
    case .share(1): "the whole surface"
    case .share(let share): "\(share.asWritten) of the surface"
    }
  }

  // MARK: The rule

  private var judgement: [String] {
    let rule = interaction.rule
    let when =
      interaction.judging == .release
      ? "On release" : "As soon as a condition holds, or on release,"
    var lines: [String] = []
    if rule.snapPoints != [0, 1] {
      lines.append("The animation can rest at \(rule.snapPoints.map(\.asWritten).listed).")
    }
    if let steps = rule.steps {
      lines.append("One gesture moves it by at most \(steps.counted("snap point")).")
    }
    if let preset = interaction.preset {
      return lines + ["\(when) \(preset.name) decides: \(preset.summary)"]
    }
    let estimator =
      rule.asksForVelocity ? ", with the velocity from \(rule.estimator.rawValue)" : ""
    lines.append("\(when) its rule decides\(estimator):")
    for clause in rule.clauses {
      let conditions = clause.conditions.map { condition in
        "\(Wording.name(of: condition.quantity)) is "
          + Wording.demand(condition, condition.threshold.asWritten)
      }
      lines.append("  \(Wording.name(of: clause.verdict)) if the \(conditions.listed)")
    }
    let otherwise = Wording.name(of: rule.otherwise)
    return lines + ["  \(rule.clauses.isEmpty ? "" : "else ")\(otherwise)"]
  }

  // MARK: The animation

  private var movement: [String] {
    let animation = interaction.animation
    let timing = Wording.name(of: animation.timing, duration: animation.duration)
    let values = animation.properties.isEmpty ? "only its fraction" : list(animation)
    var lines = ["Without a gesture, the animation moves \(values), \(timing)."]
    let rule = interaction.rule
    let verdicts = rule.clauses.map(\.verdict) + [rule.otherwise]
    let momentum = rule.momentum(after: .coast)
    let settling = verdicts.filter { rule.momentum(after: $0) == nil }
    let (finish, cancel) = (text(interaction.finish), text(interaction.cancel))
    let after =
      if let momentum, settling.isEmpty {
        "on as in \(momentum.title)"
      } else if verdicts.allSatisfy({ $0 == .finish }) {
        "to its end \(finish)"
      } else if verdicts.allSatisfy({ $0 == .cancel }) {
        "back \(cancel)"
      } else if finish == cancel {
        "to its end or back \(finish)"
      } else {
        "to its end \(finish), or back \(cancel)"
      }
    lines.append("After the release, it goes \(after).")
    if let flick = interaction.flick {
      lines.append("After a flick, it goes \(text(flick)) instead.")
    }
    if let second = interaction.afterwards {
      let timing = Wording.name(of: second.timing, duration: second.duration)
      lines.append("When that has finished, the next animation moves \(list(second)), \(timing).")
    }
    if let dismissal = interaction.dismissal {
      let timing = Wording.name(of: dismissal.timing, duration: dismissal.duration)
      lines.append("After that, a tap reverses everything, \(timing).")
    }
    return lines
  }

  private func text(_ settle: Settle) -> String {
    settle.jumps
      ? "at once"
      : "on \(Wording.name(of: settle, duration: interaction.animation.seconds))"
        + Wording.entry(of: settle)
  }

  private func list(_ plan: AnimationPlan) -> String {
    plan.properties.map { property in
      let from = property.from.map { " from \($0.asWritten)" } ?? ""
      let stops = property.keyframes.dropLast().map { " via \($0.to.asWritten)" }.joined()
      let across = property.axis == .across ? " across" : ""
      let delay =
        property.delayFactor == 0 ? "" : " after \(property.delayFactor.asWritten) of the duration"
      return "\(property.name)\(across)\(from)\(stops) to \(property.to.asWritten)\(delay)"
    }.listed
  }
}

/// Lists and describes the rules, velocity estimators and laws of momentum.
package enum RulesReport {
  /// Returns all rules, estimators and laws of momentum, one a line.
  package static func list(in style: TextStyle = .plain) -> [String] {
    let presets = ReleasePreset.all.map { [$0.name, $0.rule.estimator.rawValue, $0.title] }
    let estimators = VelocityEstimator.allCases.map { [$0.rawValue, $0.source.firstSentence] }
    return ["  Release rules:", ""]
      + TextTable.lines(
        [["rule", "estimator", "toolkit"]] + presets, in: style, indent: 4, hasHeads: true)
      + ["", "  Velocity estimators:", ""]
      + TextTable.lines(estimators, in: style, indent: 4)
      + ["", "  Laws of momentum:", ""]
      + TextTable.lines(Momentum.all.map { [$0.name, $0.title] }, in: style, indent: 4)
  }

  /// Returns what a rule does, its source, and its JSON.
  package static func description(of preset: ReleasePreset) -> [String] {
    [
      preset.title, preset.summary,
      "Source: \(preset.source), \(preset.version); \(words(for: preset.evidence)).",
    ] + settling(of: preset) + [""] + preset.rule.json.split(separator: "\n").map(String.init)
  }

  private static func settling(of preset: ReleasePreset) -> [String] {
    guard let settling = preset.settling else { return [] }
    return [
      "Settles on: \(settling.summary)",
      "Source: \(settling.source), \(settling.version); \(words(for: settling.evidence)).",
      "To settle like this, write \"preset\": \"\(preset.name)\" in the key `settle`.",
    ]
  }

  private static func words(for evidence: ReleasePreset.Evidence) -> String {
    switch evidence {
    case .own: "Pantograph's own rule"
    case .source: "numbers and formula copied from the source"
    case .numbers: "numbers copied from the source, formula not verified against it"
    case .measured: "measured on the running program"
    case .feel: "the running program was tried without instruments"
    }
  }
}

extension String {
  fileprivate var firstSentence: String {
    guard let end = indices.first(where: { self[$0...].hasPrefix(". ") }) else { return self }
    return String(self[..<end])
  }
}

extension Wording {
  /// Returns the name of a gesture: `a pan of one finger`.
  static func name(of gesture: Interaction.Gesture) -> String {
    guard case .pan(let pan) = gesture else { return "a press" }
    let fingers = pan.fingers
    guard fingers.count == 1 else {
      return "a pan of \(fingers.lowerBound) to \(fingers.upperBound) fingers"
    }
    return fingers.lowerBound == 1
      ? "a pan of one finger" : "a pan of \(fingers.lowerBound) fingers"
  }

  /// Returns the timing of an animation after a release, and its duration if that is known.
  static func name(of settle: Settle, duration: Double) -> String {
    if settle.jumps { return "its target at once" }
    let pace: String
    switch settle.pace {
    case .factor(let factor): pace = factor > 0 ? " in \(two(factor * duration)) s" : ""
    case .done: pace = " in the time already spent"
    case .speed(let speed): pace = " at \(two(speed)) times the speed"
    case .secondsPerDistance(let seconds): pace = " at \(two(seconds)) s for the whole distance"
    case .meanSpeed(let speed): pace = " at a mean of \(two(speed)) mm/s"
    case .seconds(let seconds): pace = " in \(two(seconds)) s"
    }
    switch settle.timing {
    case .own: return "its own curve" + pace
    case .curve(let curve): return name(of: curve) + pace
    case .spring(let kind):
      guard case .spring(let spring) = kind else {
        return "a spring that settles" + (pace.isEmpty ? " in the remaining time" : pace)
      }
      return name(of: spring, allowsOverdamping: settle.allowsOverdamping)
    }
  }

  /// Returns the initial velocity of a settling; empty where it is the fingers' own, or a curve's.
  static func entry(of settle: Settle) -> String {
    guard case .spring = settle.timing else { return "" }
    return switch settle.velocity {
    case .carried: ""
    case .perDistance(0): ", from rest"
    case .perDistance(let velocity): ", from \(velocity.asWritten) remaining distances per second"
    case .pointsOver(let points):
      ", from the fingers' points per second divided by \(points.asWritten)"
    case .inUnit(let unit): ", from the fingers' \(unit) as full distances per second"
    }
  }

  /// Returns the timing of an animation that runs by itself, and its duration.
  static func name(of timing: TimingParameters, duration: Double) -> String {
    let seconds = "in \(duration.asWritten) s"
    switch timing {
    case .custom: return "\(seconds) on a curve of its own"
    case .curve(let curve): return "\(seconds) on \(name(of: curve))"
    case .spring(let parameters):
      switch parameters.kind {
      case .dampingRatio(let ratio): return "\(seconds) on a spring (damping ratio \(two(ratio)))"
      case .spring(let spring): return "on \(name(of: spring))"
      }
    }
  }

  private static func name(of curve: CubicCurve) -> String { curve.name ?? "a curve" }

  private static func name(of spring: Spring, allowsOverdamping: Bool = false) -> String {
    let spring = allowsOverdamping ? spring : spring.clampedToCritical
    let ratio = two(spring.dampingRatio)
    return "a spring (response \(two(spring.response)) s, damping ratio \(ratio))"
  }

  private static func two(_ number: Double) -> String { NumberText.fixed(number, 2) }
}
