public import Gestures
public import Interactions
import Quantities

/// Tells what many rules make of the same hand, and how fast many estimators find it.
public struct CompareReport {
  let rules: [(name: String, rule: ReleaseRule)]
  private let estimators: [VelocityEstimator]
  let log: ReleaseLog
  let way: DistanceUnit
  /// How it looks.
  public var style = TextStyle.plain

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - rule: the interaction's own rule, which is the first; the others rest where it does.
  ///   - presets: the other rules, in the order of the rows.
  ///   - estimators: the estimators, in the order of the rows.
  ///   - log: the gestures.
  ///   - gesture: of which kind they are.
  public init(
    _ rule: ReleaseRule, _ presets: [ReleasePreset], _ estimators: [VelocityEstimator],
    _ log: ReleaseLog, of gesture: Interaction.Gesture
  ) {
    way = DistanceUnit(gesture)
    rules =
      presets.isEmpty
      ? [] : [("interaction", rule)] + presets.map { ($0.name, $0.rule.resting(as: rule)) }
    self.estimators = estimators
    self.log = log
  }

  // MARK: For a person

  /// The report, as lines: those of each gesture are made when they are asked for, as there may be many.
  public var lines: some Sequence<String> {
    let none = ["  no gesture: no fingers did what the interaction asks for"]
    return (0..<max(log.entries.count, 1)).lazy.flatMap { index in
      log.entries.isEmpty ? none : (index > 0 ? [""] : []) + lines(of: log.entries[index])
    }
  }

  private func lines(of entry: ReleaseLog.Entry) -> [String] {
    switch entry {
    case .cutOff(let time, let fraction):
      let fraction = String(fixed: fraction, decimals: 2)
      return ["  \(Wording.clock(time))  cut off at fraction \(fraction): every rule goes back"]
    case .release(let hand): return tables(of: hand)
    }
  }

  private func tables(of hand: ReleaseContext) -> [String] {
    let place = Wording.place(
      of: hand.release(for: ReleaseRule(fractionAbove: 0.5)), in: way)
    var lines = ["  \(Wording.clock(hand.time))  \(place)"]
    if !rules.isEmpty {
      lines +=
        [""]
        + TextTable.lines(
          [Self.ruleHeads] + ruleRows(of: hand, in: style), in: style, margin: 4, hasHeads: true
        ).map { "    \($0)" }
    }
    if !estimators.isEmpty {
      lines +=
        [""]
        + TextTable.lines(
          [Self.estimatorHeads] + estimatorRows(of: hand), in: style, margin: 4, hasHeads: true
        ).map { "    \($0)" }
    }
    return lines
  }

  static let ruleHeads = [
    "rule", "outcome", "velocity", "estimator", "least change to another outcome",
  ]
  static let estimatorHeads = ["estimator", "along", "across"]

  /// What each rule makes of a hand; nothing where no rules are asked for.
  func ruleRows(of hand: ReleaseContext, in style: TextStyle = .plain) -> [[String]] {
    rules.map { name, rule in
      let release = hand.release(for: rule)
      let explanation = rule.explain(release)
      let nearest = explanation.nearest.map { Wording.flip($0, by: rule.estimator, in: way) }
      return [
        name,
        style.paint(Wording.outcome(of: explanation.decision), explanation.decision.outcome),
        rule.asksForVelocity
          ? Wording.velocity(of: release, by: rule.estimator, in: way) : "",
        rule.asksForVelocity ? rule.estimator.rawValue : "",
        nearest ?? "nothing",
      ]
    }
  }

  /// How fast each estimator finds a hand; nothing where none are asked for.
  func estimatorRows(of hand: ReleaseContext) -> [[String]] {
    estimators.map { estimator in
      let velocity = estimator.velocity(of: hand.history, at: hand.time)
      return [estimator.rawValue]
        + (velocity.map {
          [hand.mapping.along($0), hand.mapping.across($0)].map {
            Wording.velocity($0, by: estimator, in: way)
          }
        } ?? ["none", ""])
    }
  }

  // MARK: For a program

  /// The report as JSON, in pieces: `releases`, each with `rules` and `estimators`.
  public var json: some Sequence<String> {
    JSONText.pieces([], "releases", log.entries.lazy.map(json))
  }

  private func json(_ entry: ReleaseLog.Entry) -> JSONText {
    switch entry {
    case .cutOff(let time, let fraction):
      return .object([
        ("time", .seconds(time)), ("cutOff", .flag(true)),
        ("fraction", .number(fraction, decimals: 6)),
      ])
    case .release(let hand):
      return .object([
        ("time", .seconds(hand.time)), ("cutOff", .flag(false)),
        ("fraction", .number(hand.fraction, decimals: 6)),
        ("rules", .list(rules.map { json($0.name, $0.rule, hand) })),
        ("estimators", .list(estimators.map { json($0, hand) })),
      ])
    }
  }

  private func json(_ name: String, _ rule: ReleaseRule, _ hand: ReleaseContext) -> JSONText {
    let release = hand.release(for: rule)
    let explanation = rule.explain(release)
    let nearest = explanation.nearest
    return .object([
      ("rule", .string(name)), ("estimator", .string(rule.estimator.rawValue)),
      ("outcome", .string(explanation.decision.outcome.rawValue)),
      ("target", .number(explanation.decision.target, decimals: 6)),
      ("release", .release(release)),
      (
        "nearest",
        nearest.map { .flip($0, by: rule.estimator, in: way) } ?? .null
      ),
    ])
  }

  private func json(_ estimator: VelocityEstimator, _ hand: ReleaseContext) -> JSONText {
    let velocity = estimator.velocity(of: hand.history, at: hand.time)
    return .object([
      ("estimator", .string(estimator.rawValue)),
      ("unit", .string(way.name + estimator.perWhat)),
      ("along", .number(velocity.map { hand.mapping.along($0) }, decimals: 6)),
      ("across", .number(velocity.map { hand.mapping.across($0) }, decimals: 6)),
    ])
  }
}

extension Wording {
  /// The least change and where it leads: `place −10.3 mm (−0.229 of the way) → cancel`.
  static func flip(_ flip: Flip, by estimator: VelocityEstimator, in way: DistanceUnit) -> String {
    "\(flip.input.rawValue.spaced) \(change(of: flip, by: estimator, in: way)) → "
      + destination(of: flip)
  }
}

extension JSONText {
  /// The least change and where it leads.
  static func flip(
    _ flip: Flip, by estimator: VelocityEstimator, in way: DistanceUnit
  ) -> JSONText {
    .object([
      ("input", .string(flip.input.rawValue)),
      ("unit", .string(flip.input.unit(by: estimator, in: way.name))),
      ("change", .number(flip.change, decimals: 6)),
      ("outcome", .string(flip.outcome.rawValue)),
      ("relative", .number(flip.relative, decimals: 6)),
    ])
  }
}
