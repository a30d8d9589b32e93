import PantographBase
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

/// The option that limits a report to one gesture of a recording.
extension CommonOptions {
  static let gesture = Command.Option(
    "--gesture", value: "NUMBER", help: "describe only this gesture; the first is 1")

  /// Chooses the gesture that `--gesture` names, if it is given.
  static func chooseGesture(of log: inout ReleaseLog, _ arguments: Arguments) throws {
    guard let number = try arguments.integer("--gesture", in: 1...Int.max) else { return }
    let count = log.entries.count
    guard number <= count else {
      let all = count == 1 ? "is 1 gesture" : "are \(count == 0 ? "no" : "\(count)") gestures"
      throw arguments.error("--gesture \(number): there \(all) in \(arguments.operands[0])")
    }
    log.chosen = number
  }
}

/// The file that `--stage` names.
enum StageFile {
  /// Reads the picture, HTML or video for the layer of a page; `nil` without the option.
  static func picture(_ arguments: Arguments) throws -> StagePicture? {
    guard let path = arguments.value("--stage") else { return nil }
    let name = path.split(separator: ".").last.map(String.init) ?? ""
    // 32 MB: a page that contains more is slow to open.
    let content = try InputFile(path).readAll(limit: 32 << 20)
    guard let picture = StagePicture(extension: name, content: content) else {
      let endings = StagePicture.extensions.map { "." + $0 }.joined(separator: ", ")
      throw CommandError("\(path.shown): --stage takes a file that ends in one of \(endings)")
    }
    return picture
  }
}
