import Gestures
import Interactions
import Reports

/// `pantograph rules`: which rules and estimators are known, and how each is written.
enum RulesCommand {
  static let command = Command(
    name: "rules",
    summary: "lists the rules of release and the velocity estimators that have a name",
    operands: [],
    optionalOperands: ["NAME"],
    options: [],
    details: """
      With the name of a rule it tells what the rule does and where its numbers come from, and prints
      it as it can stand under `rule` in an interaction file, to be changed there. A rule that is to
      stay as it is can be named instead: "rule": { "preset": "NAME" }.

        pantograph rules android-viewpager
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let text: String
    if let name = arguments.operands.first {
      text = try description(of: name)
    } else {
      text = RulesReport.list.joined(separator: "\n") + "\n"
    }
    try OutputFile().write(text)
    return .fine
  }

  private static func description(of name: String) throws(Complaint) -> String {
    if let estimator = VelocityEstimator(rawValue: name), ReleasePreset.named(name) == nil {
      return estimator.source + "\n"
    }
    return RulesReport.description(of: try CommonOptions.preset(name)).joined(separator: "\n")
      + "\n"
  }
}
