import PantographBase
package import PantographGestures
package import PantographInteractions
import PantographTrajectories

/// Reports what several release rules decide for the same gestures, and the velocities of several estimators.
package struct CompareReport {
  /// The interaction's own rule.
  let own: ReleaseRule
  let rules: [(name: String, rule: ReleaseRule)]
  let estimators: [VelocityEstimator]
  let log: ReleaseLog
  let unit: DistanceUnit
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report on the interaction's own rule, shown first, and on presets, which use its snap points.
  ///
  /// Without presets no rules are shown.
  package init(
    _ rule: ReleaseRule, _ presets: [ReleasePreset], _ estimators: [VelocityEstimator],
    _ log: ReleaseLog, of gesture: Interaction.Gesture
  ) {
    own = rule
    unit = DistanceUnit(gesture)
    rules =
      presets.isEmpty
      ? [] : [("interaction", rule)] + presets.map { ($0.name, $0.rule.resting(as: rule)) }
    self.estimators = estimators
    self.log = log
  }

  // MARK: Text

  /// The lines of the report, made lazily as there may be many gestures.
  package var lines: some Sequence<String> {
    let none = ["  \(Wording.noGesture)"]
    let entries = log.reported
    return (0..<max(entries.count, 1)).lazy.flatMap { index in
      entries.isEmpty
        ? none : (index > 0 ? [""] : []) + lines(of: entries[index].entry, entries[index].number)
    }
  }

  private func lines(of entry: ReleaseLog.Entry, _ number: Int?) -> [String] {
    let number = number.map { "gesture \($0), " } ?? ""
    switch entry {
    case .cutOff(let time, let fraction):
      let fraction = NumberText.fixed(fraction, 2)
      return [
        "  \(number)\(Wording.clock(time))  cut off at fraction \(fraction): every rule cancels"
      ]
    case .release(let context): return tables(of: context, number)
    }
  }

  private func tables(of context: ReleaseContext, _ number: String) -> [String] {
    let position = Wording.position(
      of: context.release(for: ReleaseRule(fractionAbove: 0.5)), in: unit)
    let tables = [
      rules.isEmpty ? [] : [Self.reasonHeads] + reasonRows(of: context, in: style),
      rules.isEmpty ? [] : [Self.flipHeads] + flipRows(of: context),
      estimators.isEmpty ? [] : [Self.estimatorHeads] + estimatorRows(of: context),
    ]
    return ["  \(number)\(Wording.clock(context.time))  \(position)"]
      + tables.filter { !$0.isEmpty }.flatMap { rows in
        [""] + TextTable.lines(rows, in: style, indent: 4, hasHeads: true)
      }
  }

  static let reasonHeads = ["rule", "outcome", "why"]
  static let flipHeads = ["rule", "velocity", "nearest flip"]
  static let estimatorHeads = ["estimator", "along", "across"]

  /// Returns a row for each rule with its decision for a release, and why.
  func reasonRows(of context: ReleaseContext, in style: TextStyle = .plain) -> [[String]] {
    rules.map { name, rule in
      let decision = rule.decide(context.release(for: rule))
      return [
        name, style.paint(Wording.outcome(of: decision), decision.outcome),
        decision.judgement.map(Wording.reason(of:)) ?? "",
      ]
    }
  }

  /// Returns a row for each rule with the velocity that it saw, and what would flip its decision.
  func flipRows(of context: ReleaseContext) -> [[String]] {
    rules.map { name, rule in
      let release = context.release(for: rule)
      let nearest = rule.explain(release).nearest
      return [
        name, velocity(of: release, for: rule),
        nearest.map { Wording.flip($0, by: rule.estimator, in: unit) } ?? "none",
      ]
    }
  }

  /// Returns the velocity that a rule saw, and by which estimator; an empty text if it asks for none.
  func velocity(of release: Release, for rule: ReleaseRule) -> String {
    guard rule.asksForVelocity else { return "" }
    return Wording.velocity(of: release, by: rule.estimator, in: unit)
      + " by \(rule.estimator.rawValue)"
  }

  /// Returns a row for each estimator with its velocity at a release.
  func estimatorRows(of context: ReleaseContext) -> [[String]] {
    estimators.map { estimatorRow($0, of: context) }
  }

  /// Returns the name of an estimator and its velocity at a release, along the gesture and across.
  func estimatorRow(_ estimator: VelocityEstimator, of context: ReleaseContext) -> [String] {
    let velocity = estimator.velocity(of: context.history, at: context.time)
    return [estimator.rawValue]
      + (velocity.map {
        [context.mapping.along($0), context.mapping.across($0)].map {
          Wording.velocity($0, by: estimator, in: unit)
        }
      } ?? ["none", ""])
  }

  // MARK: JSON

  /// The report as JSON, in pieces: `releases`, each with `rules` and `estimators`.
  package var json: some Sequence<String> {
    JSONText.pieces([:], "releases", log.reported.lazy.map { json($0.entry) })
  }

  private func json(_ entry: ReleaseLog.Entry) -> JSONText {
    switch entry {
    case .cutOff(let time, let fraction):
      return ["time": .seconds(time), "cutOff": .flag(true), "fraction": .number(fraction)]
    case .release(let context):
      return [
        "time": .seconds(context.time), "cutOff": .flag(false),
        "fraction": .number(context.fraction),
        "rules": .list(rules.map { json($0.name, $0.rule, context) }),
        "estimators": .list(estimators.map { json($0, context) }),
      ]
    }
  }

  private func json(_ name: String, _ rule: ReleaseRule, _ context: ReleaseContext) -> JSONText {
    let release = context.release(for: rule)
    let explanation = rule.explain(release)
    let nearest = explanation.nearest
    return [
      "rule": .string(name), "estimator": .string(rule.estimator.rawValue),
      "outcome": .string(explanation.decision.outcome.rawValue),
      "target": .number(explanation.decision.target), "release": .release(release),
      "nearest": nearest.map { .flip($0, by: rule.estimator, in: unit) } ?? .null,
    ]
  }

  private func json(_ estimator: VelocityEstimator, _ context: ReleaseContext) -> JSONText {
    let velocity = estimator.velocity(of: context.history, at: context.time)
    return [
      "estimator": .string(estimator.rawValue), "unit": .string(unit.name + estimator.perWhat),
      "along": .number(velocity.map { context.mapping.along($0) }),
      "across": .number(velocity.map { context.mapping.across($0) }),
    ]
  }
}

extension Wording {
  /// Returns the change of a flip and its outcome: `position −10.3 mm (−0.229 of the distance) → cancel`.
  static func flip(_ flip: Flip, by estimator: VelocityEstimator, in unit: DistanceUnit) -> String {
    "\(flip.input.words) \(change(of: flip, by: estimator, in: unit)) → "
      + destination(of: flip)
  }
}

extension JSONText {
  /// A flip with its change and its outcome.
  static func flip(
    _ flip: Flip, by estimator: VelocityEstimator, in unit: DistanceUnit
  ) -> JSONText {
    [
      "input": .string(flip.input.rawValue),
      "unit": .string(flip.input.unit(by: estimator, in: unit.name)),
      "change": .number(flip.change), "outcome": .string(flip.outcome.rawValue),
      "relative": .number(flip.relative),
    ]
  }
}
