import PantographGestures
import PantographInteractions
import PantographReports

/// `pantograph rules`: the built-in release rules, velocity estimators and laws of momentum.
enum RulesCommand {
  static let command = Command(
    name: "rules",
    summary: "lists the built-in release rules, velocity estimators and laws of momentum",
    operands: [],
    optionalOperands: [
      .name("NAME") { CommonOptions.presetNames() + CommonOptions.estimatorNames() }
    ],
    options: CommonOptions.textual,
    details: """
      With the name of a rule, the command explains the rule and the source of its numbers, and prints
      its JSON for the key `rule` of an interaction file, where you can change it. To use a rule
      unchanged, refer to it by name: "rule": { "preset": "NAME" }.
      """,
    examples: ["pantograph rules android-viewpager"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let style = try TextStyle(arguments)
    let lines =
      try arguments.operands.first.map { try description(of: $0, arguments) }
      ?? RulesReport.list(in: style)
    try OutputFile().write(lines: lines, in: style)
    return .fine
  }

  private static func description(
    of name: String, _ arguments: Arguments
  ) throws(CommandError) -> [String] {
    if let estimator = VelocityEstimator(rawValue: name), ReleasePreset.named(name) == nil {
      return [estimator.source]
    }
    return RulesReport.description(of: try CommonOptions.preset(name, arguments))
  }
}
