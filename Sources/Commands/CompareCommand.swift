import Gestures
import Interactions
import Reports

/// `pantograph compare`: what other toolkits would make of the same hand.
enum CompareCommand {
  static let command = Command(
    name: "compare",
    summary: "judges one recording by every toolkit's rule, and estimates its velocity by each",
    operands: ["RECORDING"],
    options: [
      CommonOptions.interaction,
      .init(
        "--rules", value: "NAMES",
        help: "presets, with commas between them; all (the default), or none"),
      .init(
        "--estimators", value: "NAMES",
        help: "estimators, with commas between them; all (the default), or none"),
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.replayed,
    details: """
      The interaction says which gesture drives how long a way; each rule judges the same hand on it,
      with its own estimator's velocity. Of several gestures each begins where the interaction's own
      rule has led. `pantograph rules` tells about each rule and estimator.

      The JSON has `releases`, each with `time`, `cutOff`, `fraction`, `rules` (`rule`, `estimator`,
      `outcome`, `target`, `release`, `nearest`) and `estimators` (`estimator`, `unit`, `along`,
      `across`).

        pantograph compare Recordings/touchpad-flick/recording.yml \\
          --interaction Recordings/touchpad-flick/interaction.json
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let presets = try CommonOptions.list("--rules", arguments, ReleasePreset.all) {
      name throws(Complaint) in try CommonOptions.preset(name)
    }
    let estimators = try CommonOptions.list("--estimators", arguments, VelocityEstimator.allCases) {
      name throws(Complaint) in try CommonOptions.estimator(name)
    }
    let interaction = try CommonOptions.readInteraction(arguments)
    var replay = try ReplayedRecording(interaction, arguments)
    var log = ReleaseLog()
    try replay.run(into: &log)
    let report = CompareReport(interaction.rule, presets, estimators, log, of: interaction.gesture)
    try CommonOptions.write(
      heading: replay.source.map { "  \($0)" } + [""], lines: report.lines, json: report.json,
      arguments)
    return .fine
  }
}
