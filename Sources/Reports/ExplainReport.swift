import PantographGestures
package import PantographInteractions
import PantographQuantities

/// Explains each release: the deciding condition, its margin, and the single changes that flip the outcome.
package struct ExplainReport {
  private let rule: ReleaseRule
  private let preset: ReleasePreset?
  private let log: ReleaseLog
  private let unit: DistanceUnit
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - rule: the rule that decides.
  ///   - preset: the preset of the rule, if it is one.
  ///   - log: the gestures.
  ///   - gesture: the kind of the gestures.
  package init(
    _ rule: ReleaseRule, preset: ReleasePreset?, _ log: ReleaseLog, of gesture: Interaction.Gesture
  ) {
    unit = DistanceUnit(gesture)
    self.rule = rule
    self.preset = preset
    self.log = log
  }

  // MARK: Text

  /// The lines of the report, made lazily as there may be many gestures.
  package var lines: some Sequence<String> {
    (0...log.entries.count).lazy.flatMap { index -> [String] in
      index == 0 ? heading : [""] + lines(of: log.entries[index - 1])
    }
  }

  private var heading: [String] {
    let title = preset.map { "\($0.name) (\($0.source))" } ?? "the interaction's own"
    var lines = ["  rule: \(title)"]
    if log.entries.isEmpty {
      lines += ["", "  \(Wording.noGesture)"]
    }
    return lines
  }

  private func lines(of entry: ReleaseLog.Entry) -> [String] {
    switch entry {
    case .cutOff(let time, let fraction):
      let fraction = String(fixed: fraction, decimals: 2)
      return ["  \(Wording.clock(time))  cancel: cut off at fraction \(fraction), not judged"]
    case .release(let context): return story(of: context)
    }
  }

  private func story(of context: ReleaseContext) -> [String] {
    let release = context.release(for: rule)
    let explanation = rule.explain(release)
    let decision = explanation.decision
    let outcome = style.paint(Wording.outcome(of: decision), decision.outcome)
    var lines = [
      "  \(Wording.clock(context.time))  \(outcome): \(Wording.position(of: release, in: unit))",
      "           \(Wording.movement(of: release, by: rule.estimator, in: unit))",
      "",
    ]
    lines += clauses(decision).map { "    \($0)" }
    lines += ["", "    single changes that flip the outcome:"]
    let flips = explanation.flips.map { flip in
      [
        flip.input.words, Wording.change(of: flip, by: rule.estimator, in: unit),
        style.paint(Wording.destination(of: flip), flip.outcome),
        flip == explanation.nearest ? style.paint("← nearest", .strong) : "",
      ]
    }
    let isFixed = flips.isEmpty
    lines +=
      isFixed
      ? ["      none"] : TextTable.lines(flips, in: style, margin: 6).map { "      \($0)" }
    return lines
  }

  private func clauses(_ decision: Decision) -> [String] {
    guard let judgement = decision.judgement else { return [] }
    let decided = style.paint("← decided", .strong)
    var rows: [[String]] = []
    for (index, findings) in judgement.findings.enumerated() {
      let verdict = rule.clauses[index].verdict.rawValue
      for (number, finding) in findings.enumerated() {
        let numbers = Wording.Numbers(finding)
        let condition = finding.condition
        rows.append([
          number == 0 ? "\(index + 1)" : "", number == 0 ? "\(verdict) if" : "and",
          Wording.name(of: condition.quantity), numbers.value + Wording.unit(of: condition),
          style.paint(Wording.demand(condition, numbers.threshold), .threshold),
          "\(style.paint(finding.holds ? "yes" : "no", finding.holds ? .good : .near)),"
            + " by \(numbers.margin)",
          number == 0 && judgement.clause == index ? decided : "",
        ])
      }
      if findings.isEmpty {
        rows.append(["\(index + 1)", verdict, "always", "", "", "", ""])
      }
    }
    let isOtherwise = judgement.clause == nil
    let position = isOtherwise ? judgement.progress.map { String(fixed: $0, decimals: 2) } : nil
    rows.append([
      "", "\(rule.otherwise.rawValue) otherwise", position == nil ? "" : "position", position ?? "",
      "", "",
      isOtherwise ? decided : "",
    ])
    return TextTable.lines(rows, in: style, margin: 4)
  }

  // MARK: JSON

  /// The report as JSON, in pieces: `rule` and `source` of a preset, `estimator`, and `releases`.
  package var json: some Sequence<String> {
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
    case .release(let context):
      let release = context.release(for: rule)
      let explanation = rule.explain(release)
      let decision = explanation.decision
      return .object([
        ("time", .seconds(context.time)), ("outcome", .string(decision.outcome.rawValue)),
        ("target", .number(decision.target, decimals: 6)), ("cutOff", .flag(false)),
        ("release", .release(release)),
        ("clause", decision.judgement?.clause.map { .integer($0 + 1) } ?? .null),
        ("verdict", .string(decision.judgement?.verdict.rawValue)),
        ("progress", .number(decision.judgement?.progress, decimals: 6)),
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
      ("unit", .string(flip.input.unit(by: rule.estimator, in: unit.name))),
      ("from", .number(flip.from, decimals: 6)), ("to", .number(flip.to, decimals: 6)),
      ("change", .number(flip.change, decimals: 6)), ("outcome", .string(flip.outcome.rawValue)),
      ("target", .number(flip.target, decimals: 6)),
      ("condition", .string(flip.condition?.quantity.rawValue)),
      ("changeInRuleUnit", .number(flip.changeInRuleUnit, decimals: 6)),
      ("relative", .number(flip.relative, decimals: 6)), ("nearest", .flag(isNearest)),
    ])
  }
}
