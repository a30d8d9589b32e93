import PantographBase
import PantographGestures
package import PantographInteractions
import PantographTrajectories

/// Explains each release: the deciding condition, its margin, and the single changes that flip the outcome.
package struct ExplainReport {
  private let rule: ReleaseRule
  private let preset: ReleasePreset?
  private let log: ReleaseLog
  private let unit: DistanceUnit
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report on the rule that decides, and its preset if it is one.
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
    let entries = log.reported
    return (0...entries.count).lazy.flatMap { index -> [String] in
      index == 0 ? heading : [""] + lines(of: entries[index - 1].entry)
    }
  }

  private var heading: [String] {
    let title = preset.map { "\($0.name) (\($0.source))" } ?? "the interaction's own"
    return ["  rule: \(title)"] + (log.entries.isEmpty ? ["", "  \(Wording.noGesture)"] : [])
  }

  private func lines(of entry: ReleaseLog.Entry) -> [String] {
    switch entry {
    case .cutOff(let time, let fraction):
      let fraction = NumberText.fixed(fraction, 2)
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
    lines += clauses(decision)
    lines += ["", "    single changes that flip the outcome:"]
    let flips = explanation.flips.map { flip in
      [
        flip.input.words, Wording.change(of: flip, by: rule.estimator, in: unit),
        style.paint(Wording.destination(of: flip), flip.outcome),
        flip == explanation.nearest ? style.paint("← nearest", .strong) : "",
      ]
    }
    return lines
      + (flips.isEmpty ? ["      none"] : TextTable.lines(flips, in: style, indent: 6))
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
            + " by \(numbers.distance)",
          number == 0 && judgement.clause == index ? decided : "",
        ])
      }
      if findings.isEmpty {
        rows.append(["\(index + 1)", verdict, "always", "", "", "", ""])
      }
    }
    let isOtherwise = judgement.clause == nil
    let position = isOtherwise ? judgement.progress.map { NumberText.fixed($0, 2) } : nil
    rows.append([
      "", "\(rule.otherwise.rawValue) otherwise", position == nil ? "" : "position", position ?? "",
      "", "",
      isOtherwise ? decided : "",
    ])
    return TextTable.lines(rows, in: style, indent: 4)
  }

  // MARK: JSON

  /// The report as JSON, in pieces: `rule` and `source` of a preset, `estimator`, and `releases`.
  package var json: some Sequence<String> {
    JSONText.pieces(
      [
        "rule": .string(preset?.name), "source": .string(preset?.source),
        "estimator": .string(rule.estimator.rawValue),
      ], "releases", log.reported.lazy.map { json($0.entry) })
  }

  private func json(_ entry: ReleaseLog.Entry) -> JSONText {
    switch entry {
    case .cutOff(let time, let fraction):
      return [
        "time": .seconds(time), "outcome": .string("cancel"), "target": .number(0),
        "cutOff": .flag(true), "fraction": .number(fraction),
      ]
    case .release(let context):
      let release = context.release(for: rule)
      let explanation = rule.explain(release)
      let decision = explanation.decision
      return [
        "time": .seconds(context.time), "outcome": .string(decision.outcome.rawValue),
        "target": .number(decision.target), "cutOff": .flag(false), "release": .release(release),
        "clause": decision.judgement?.clause.map { .integer($0 + 1) } ?? .null,
        "verdict": .string(decision.judgement?.verdict.rawValue),
        "progress": .number(decision.judgement?.progress), "clauses": .list(clausesJSON(decision)),
        "flips": .list(explanation.flips.map { json($0, isNearest: $0 == explanation.nearest) }),
      ]
    }
  }

  private func clausesJSON(_ decision: Decision) -> [JSONText] {
    zip(rule.clauses, decision.judgement?.findings ?? []).map { clause, findings in
      [
        "then": .string(clause.verdict.rawValue), "holds": .flag(findings.allSatisfy(\.holds)),
        "conditions": .list(findings.map(json)),
      ]
    }
  }

  private func json(_ finding: Finding) -> JSONText {
    [
      "quantity": .string(finding.condition.quantity.rawValue), "value": .number(finding.value),
      "comparison": .string(finding.condition.comparison.rawValue),
      "threshold": .number(finding.condition.threshold),
      "unit": .string("\(finding.condition.unit)"), "holds": .flag(finding.holds),
      "margin": .number(finding.margin),
    ]
  }

  private func json(_ flip: Flip, isNearest: Bool) -> JSONText {
    [
      "input": .string(flip.input.rawValue),
      "unit": .string(flip.input.unit(by: rule.estimator, in: unit.name)),
      "from": .number(flip.from), "to": .number(flip.to), "change": .number(flip.change),
      "outcome": .string(flip.outcome.rawValue), "target": .number(flip.target),
      "condition": .string(flip.condition?.quantity.rawValue),
      "changeInRuleUnit": .number(flip.changeInRuleUnit), "relative": .number(flip.relative),
      "nearest": .flag(isNearest),
    ]
  }
}
