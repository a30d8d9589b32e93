import Interactions
import Reports

/// `pantograph explain`: why each release of a recording was judged as it was.
enum ExplainCommand {
  static let command = Command(
    name: "explain",
    summary: "tells of each release what decided, by how much, and what would have changed it",
    operands: [.file("RECORDING")],
    options: [
      CommonOptions.ownInteraction,
      .init(
        "--rule", value: .name("NAME", CommonOptions.presetNames),
        help: "judge by this preset instead; `pantograph rules` lists them"),
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.replayed + CommonOptions.textual,
    details: """
      RECORDING is a recording, or the folder of a case, which has an interaction of its own.

      Every condition of the rule is shown with its value, its threshold and the margin between them,
      in the unit of the rule. Below stands for everything that a hand does independently the least
      change of that alone with which the animation would have gone elsewhere. The way of a press is told
      in shares of the way from its start to its peak.

      The JSON has `rule` and `source` of a preset, `estimator`, and `releases`, each with `time`,
      `outcome`, `target`, `cutOff`, `release` (what the hand did), `clause` (the one that decided,
      from 1), `verdict`, `place` (what is held against the snap points), `clauses` with their
      `conditions`, and `flips`.
      """,
    examples: [
      """
      pantograph explain Recordings/touchpad-flick/recording.yml \\
        --interaction Recordings/touchpad-flick/interaction.json
      """,
      "pantograph explain Recordings/touchpad-flick",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    var (recording, interaction) = try CommonOptions.drivenRecording(arguments)
    var preset = interaction.preset
    if let name = arguments.value("--rule") { preset = try CommonOptions.preset(name) }
    if let preset { interaction.rule = preset.rule.resting(as: interaction.rule) }
    var replay = try ReplayedRecording(interaction, arguments, recording: recording)
    var log = ReleaseLog()
    try replay.run(into: &log)
    var report = ExplainReport(interaction.rule, preset: preset, log, of: interaction.gesture)
    report.style = try TextStyle(arguments)
    try CommonOptions.write(
      heading: report.style.heading(replay.source), lines: report.lines, json: report.json,
      arguments)
    return .fine
  }
}
