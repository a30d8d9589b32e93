import Gestures
public import Interactions
import Quantities

/// Tells of each release what a rule found, how near it was to another outcome, and what would have led
/// there.
public struct ExplainReport {
  private let rule: ReleaseRule
  private let preset: ReleasePreset?
  private let log: ReleaseLog
  private let way: DistanceUnit
  /// How it looks.
  public var style = TextStyle.plain

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - rule: the rule that judges.
  ///   - preset: the preset that it is, if it is one.
  ///   - log: the gestures.
  ///   - gesture: of which kind they are.
  public init(
    _ rule: ReleaseRule, preset: ReleasePreset?, _ log: ReleaseLog, of gesture: Interaction.Gesture
  ) {
    way = DistanceUnit(gesture)
    self.rule = rule
    self.preset = preset
    self.log = log
  }

  // MARK: For a person

  /// The report, as lines: those of each gesture are made when they are asked for, as there may be many.
  public var lines: some Sequence<String> {
    (0...log.entries.count).lazy.flatMap { place -> [String] in
      place == 0 ? heading : [""] + lines(of: log.entries[place - 1])
    }
  }

  private var heading: [String] {
    let title = preset.map { "\($0.name) (\($0.source))" } ?? "the interaction's own"
    var lines = ["  rule: \(title)"]
    if log.entries.isEmpty {
      lines += ["", "  no gesture: no fingers did what the interaction asks for"]
    }
    return lines
  }

  private func lines(of entry: ReleaseLog.Entry) -> [String] {
    switch entry {
    case .cutOff(let time, let fraction):
      let fraction = String(fixed: fraction, decimals: 2)
      return ["  \(Wording.clock(time))  cancel: cut off at fraction \(fraction), not judged"]
    case .release(let hand): return story(of: hand)
    }
  }

  private func story(of hand: ReleaseContext) -> [String] {
    let release = hand.release(for: rule)
    let explanation = rule.explain(release)
    let decision = explanation.decision
    let outcome = style.paint(Wording.outcome(of: decision), decision.outcome)
    var lines = [
      "  \(Wording.clock(hand.time))  \(outcome): \(Wording.place(of: release, in: way))",
      "           \(Wording.pace(of: release, by: rule.estimator, in: way))",
      "",
    ]
    lines += clauses(decision).map { "    \($0)" }
    lines += ["", "    what would have changed it, alone:"]
    let flips = explanation.flips.map { flip in
      [
        flip.input.rawValue.spaced, Wording.change(of: flip, by: rule.estimator, in: way),
        style.paint(Wording.destination(of: flip), flip.outcome),
        flip == explanation.nearest ? style.paint("← the least", .strong) : "",
      ]
    }
    let isFixed = flips.isEmpty
    lines +=
      isFixed
      ? ["      nothing"] : TextTable.lines(flips, in: style, margin: 6).map { "      \($0)" }
    return lines
  }

  private func clauses(_ decision: Decision) -> [String] {
    guard let judgement = decision.judgement else { return [] }
    let decided = style.paint("← decided", .strong)
    var rows: [[String]] = []
    for (index, findings) in judgement.findings.enumerated() {
      let verdict = rule.clauses[index].verdict.rawValue
      for (place, finding) in findings.enumerated() {
        let numbers = Wording.Numbers(finding)
        let condition = finding.condition
        rows.append([
          place == 0 ? "\(index + 1)" : "", place == 0 ? "\(verdict) if" : "and",
          Wording.name(of: condition.quantity), numbers.value + Wording.unit(of: condition),
          style.paint(Wording.demand(condition, numbers.threshold), .threshold),
          "\(style.paint(finding.holds ? "yes" : "no", finding.holds ? .good : .near)),"
            + " by \(numbers.margin)",
          place == 0 && judgement.clause == index ? decided : "",
        ])
      }
      if findings.isEmpty {
        rows.append(["\(index + 1)", verdict, "always", "", "", "", ""])
      }
    }
    let isOtherwise = judgement.clause == nil
    let place = isOtherwise ? judgement.progress.map { String(fixed: $0, decimals: 2) } : nil
    rows.append([
      "", "\(rule.otherwise.rawValue) otherwise", place == nil ? "" : "place", place ?? "", "", "",
      isOtherwise ? decided : "",
    ])
    return TextTable.lines(rows, in: style, margin: 4)
  }

  // MARK: For a program

  /// The report as JSON, in pieces: `rule` and `source` of a preset, `estimator`, and `releases`.
  public var json: some Sequence<String> {
    JSONText.pieces(
      [
        ("rule", .string(preset?.name)), ("source", .string(preset?.source)),
        ("estimator", .string(rule.estimator.rawValue)),
      ], "releases", log.entries.lazy.map(json))
  }

  private func json(_ entry: ReleaseLog.Entry) -> JSONText {
    switch entry {
    case .cutOff(let time, let fraction):
      return .object([
        ("time", .seconds(time)), ("outcome", .string("cancel")),
        ("target", .number(0, decimals: 6)),
        ("cutOff", .flag(true)), ("fraction", .number(fraction, decimals: 6)),
      ])
    case .release(let hand):
      let release = hand.release(for: rule)
      let explanation = rule.explain(release)
      let decision = explanation.decision
      return .object([
        ("time", .seconds(hand.time)), ("outcome", .string(decision.outcome.rawValue)),
        ("target", .number(decision.target, decimals: 6)), ("cutOff", .flag(false)),
        ("release", .release(release)),
        ("clause", decision.judgement?.clause.map { .integer($0 + 1) } ?? .null),
        ("verdict", .string(decision.judgement?.verdict.rawValue)),
        ("place", .number(decision.judgement?.progress, decimals: 6)),
        ("clauses", .list(clausesJSON(decision))),
        ("flips", .list(explanation.flips.map { json($0, isNearest: $0 == explanation.nearest) })),
      ])
    }
  }

  private func clausesJSON(_ decision: Decision) -> [JSONText] {
    zip(rule.clauses, decision.judgement?.findings ?? []).map { clause, findings in
      .object([
        ("then", .string(clause.verdict.rawValue)),
        ("holds", .flag(findings.allSatisfy(\.holds))),
        ("conditions", .list(findings.map(json))),
      ])
    }
  }

  private func json(_ finding: Finding) -> JSONText {
    .object([
      ("quantity", .string(finding.condition.quantity.rawValue)),
      ("value", .number(finding.value, decimals: 6)),
      ("comparison", .string(finding.condition.comparison.rawValue)),
      ("threshold", .number(finding.condition.threshold, decimals: 6)),
      ("unit", .string("\(finding.condition.unit)")), ("holds", .flag(finding.holds)),
      ("margin", .number(finding.margin, decimals: 6)),
    ])
  }

  private func json(_ flip: Flip, isNearest: Bool) -> JSONText {
    .object([
      ("input", .string(flip.input.rawValue)),
      ("unit", .string(flip.input.unit(by: rule.estimator, in: way.name))),
      ("from", .number(flip.from, decimals: 6)), ("to", .number(flip.to, decimals: 6)),
      ("change", .number(flip.change, decimals: 6)), ("outcome", .string(flip.outcome.rawValue)),
      ("target", .number(flip.target, decimals: 6)),
      ("condition", .string(flip.condition?.quantity.rawValue)),
      ("changeInRuleUnit", .number(flip.changeInRuleUnit, decimals: 6)),
      ("relative", .number(flip.relative, decimals: 6)), ("nearest", .flag(isNearest)),
    ])
  }
}
