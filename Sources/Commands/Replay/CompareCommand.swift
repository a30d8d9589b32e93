import PantographGestures
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTrajectories

/// `pantograph compare`: how other toolkits would judge the same gesture, and how several subjects move.
enum CompareCommand {
  static let command = Command(
    name: "compare",
    summary: "compares release rules, velocity estimators, or programs and pages, on a recording",
    operands: [.file("RECORDING")],
    options: [
      CommonOptions.ownInteraction,
      NamedSubjects.subjects, NamedSubjects.columns, CommonOptions.browser,
      CommonOptions.listOption(
        "--rules", CommonOptions.presetNames,
        help: "comma-separated presets, all (the default) or none"),
      CommonOptions.listOption(
        "--estimators", CommonOptions.estimatorNames,
        help: "comma-separated estimators, all (the default) or none"),
      CommonOptions.gesture,
      CommonOptions.json,
      CommonOptions.outputOrFigure,
      CommonOptions.page,
    ] + CommonOptions.figures + CommonOptions.replayed + CommonOptions.textual,
    details: """
      RECORDING is a recording or a case folder. A case folder contains its own interaction or subject.

      The interaction defines the gesture and the distance it covers. Every rule judges the same touches,
      with the velocity of its own estimator. Each gesture starts where the interaction's own rule left
      the animation. `pantograph rules` describes each rule and estimator. With --gesture, the text and
      the JSON describe one gesture only, which is the first that the page shows.

      The JSON has `releases`, each with `time`, `cutOff`, `fraction`, `rules` (`rule`, `estimator`,
      `outcome`, `target`, `release`, `nearest`) and `estimators` (`estimator`, `unit`, `along`,
      `across`).

      With subjects, it compares how the columns of several programs and pages move: without --subject,
      the case's own with those in its `agrees`; with one, that one with the case's own; with two or
      more, these with each other. The JSON has `columns`, each with `column`, `gesture`,
      `landing`, `time`, `cutOff` and `subjects` (`subject`, `start`, `release`, `velocity`, `peak`,
      `end`, `rest`, `settle`, and `difference` with `largest`, `time`, `rms`, `shift` and
      `largestAfterShift`), and `events` (`subject`, and `events` with `time` and `event`).
      """,
    examples: [
      """
      pantograph compare Recordings/touchpad-flick/recording.yml \\
        --interaction Recordings/touchpad-flick/interaction.json
      """,
      "pantograph compare sheet --subject sheet/old.json --html sheets.html",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if let subjects = try ComparedSubjects(arguments) { return try subjects.print() }
    let presets = try CommonOptions.list("--rules", arguments, ReleasePreset.all) {
      name throws(CommandError) in try CommonOptions.preset(name, arguments)
    }
    let estimators = try CommonOptions.list("--estimators", arguments, VelocityEstimator.allCases) {
      name throws(CommandError) in try CommonOptions.estimator(name, arguments)
    }
    let (recording, interaction) = try CommonOptions.drivenRecording(arguments)
    let pageFile = try CommonOptions.pageFile(arguments)
    var replay = try ReplayedRecording(interaction, arguments, recording: recording)
    var sink = CompareSink(page: ComparePage(interaction, named: replay.title))
    try replay.run(into: &sink)
    try CommonOptions.chooseGesture(of: &sink.log, arguments)
    var report = CompareReport(
      interaction.rule, presets, estimators, sink.log, of: interaction.gesture)
    report.style = try TextStyle(arguments)
    var page = sink.page
    page.source = replay.source
    page.surface = replay.surface
    let needsPage = try pageFile != nil || FigureRequest(arguments) != nil
    if needsPage, InputFile.canBeReadAgain(recording) {
      for outcome in ComparePage.outcomes(report).dropFirst() {
        var changed = interaction
        changed.rule = outcome.rule
        var other = try ReplayedRecording(changed, arguments, recording: recording)
        var trajectory = Trajectory()
        try other.run(into: &trajectory)
        page.add(trajectory, of: outcome)
      }
    }
    try CommonOptions.write(
      heading: report.style.heading(replay.source) + [""], lines: report.lines, json: report.json,
      figures: page.figures(report), arguments)
    try pageFile?.write(page.text(report))
    try pageFile?.finish()
    return .fine
  }
}

/// Collects the releases to judge, and the data for the page.
private struct CompareSink: TrajectorySink {
  var log = ReleaseLog()
  var page: ComparePage

  mutating func receive(_ sample: Sample) throws(Never) { page.receive(sample) }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    log.receive(event)
    page.receive(event)
  }

  mutating func receive(_ frame: TouchFrame) throws(Never) { page.receive(frame) }
}
