import PantographBase
import PantographInteractions
import PantographTuning

extension PageTable {
  /// Returns a table of a rule's findings, with a row for each condition.
  static func findings(_ caption: String, _ judgement: Judgement, by rule: ReleaseRule) -> Markup {
    let rows = judgement.findings.enumerated().flatMap { clause, findings in
      findings.enumerated().map { condition, finding in
        let numbers = Wording.Numbers(finding)
        let unit = Wording.unit(of: finding.condition)
        let position = ThresholdPosition(clause: clause, condition: condition)
        return [
          rule.name(of: position), numbers.value + unit,
          Wording.demand(finding.condition, numbers.threshold), numbers.margin,
          finding.holds ? "holds" : "does not hold",
        ]
      }
    }
    return PageTable(
      caption, [.word("quantity"), "value", .word("condition"), "margin", .word("result")], rows
    ).markup
  }
}
