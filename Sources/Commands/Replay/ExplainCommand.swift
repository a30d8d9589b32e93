import PantographInteractions
import PantographReports

/// `pantograph explain`: why each release of a recording finished or cancelled.
enum ExplainCommand {
  static let command = Command(
    name: "explain",
    summary: "explains each release: the deciding condition, its margin, and the nearest flip",
    operands: [.file("RECORDING")],
    options: [
      CommonOptions.ownInteraction,
      .init(
        "--rule", value: .name("NAME", CommonOptions.presetNames),
        help: "use this preset instead; see `pantograph rules`"),
      CommonOptions.gesture,
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.replayed + CommonOptions.textual,
    details: """
      RECORDING is a recording or a case folder. A case folder contains its own interaction.

      Every condition of the rule is shown with its value, its threshold and the margin between them, in
      the unit of the rule. Below, for each independent quantity of the gesture, is the smallest change
      of that quantity alone that flips the outcome. For a press, distances are fractions of the
      pressure range from its start to its peak.

      The JSON has `rule` and `source` of a preset, `estimator`, and `releases`. Each release has `time`,
      `outcome`, `target`, `cutOff`, `release` (the quantities of the gesture), `clause` (the deciding
      one, from 1), `verdict`, `progress` (which is compared with the snap points), `clauses` with
      their `conditions`, and `flips`.
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
    if let name = arguments.value("--rule") { preset = try CommonOptions.preset(name, arguments) }
    if let preset { interaction.rule = preset.rule.resting(as: interaction.rule) }
    var replay = try ReplayedRecording(interaction, arguments, recording: recording)
    var log = ReleaseLog()
    try replay.run(into: &log)
    try CommonOptions.chooseGesture(of: &log, arguments)
    var report = ExplainReport(interaction.rule, preset: preset, log, of: interaction.gesture)
    report.style = try TextStyle(arguments)
    try CommonOptions.write(
      heading: report.style.heading(replay.source), lines: report.lines, json: report.json,
      arguments)
    return .fine
  }
}
