import Gestures
import Interactions
import Reports

/// `pantograph rules`: which rules and estimators are known, and how each is written.
enum RulesCommand {
  static let command = Command(
    name: "rules",
    summary: "lists the rules of release and the velocity estimators that have a name",
    operands: [],
    optionalOperands: [
      .name("NAME") { CommonOptions.presetNames() + CommonOptions.estimatorNames() }
    ],
    options: CommonOptions.textual,
    details: """
      With the name of a rule it tells what the rule does and where its numbers come from, and prints
      it as it can stand under `rule` in an interaction file, to be changed there. A rule that is to
      stay as it is can be named instead: "rule": { "preset": "NAME" }.
      """,
    examples: ["pantograph rules android-viewpager"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let style = try TextStyle(arguments)
    let lines =
      try arguments.operands.first.map(description) ?? RulesReport.list(in: style)
    try OutputFile().write(lines: lines, in: style)
    return .fine
  }

  private static func description(of name: String) throws(Complaint) -> [String] {
    if let estimator = VelocityEstimator(rawValue: name), ReleasePreset.named(name) == nil {
      return [estimator.source]
    }
    return RulesReport.description(of: try CommonOptions.preset(name))
  }
}
