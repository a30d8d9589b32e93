import Pantograph
import PantographBase
import PantographMotion
import PantographReports
import PantographTraces
import PantographTuning

/// `pantograph timing`: fits springs to goals for their motion.
enum TimingCommand {
  static let command = Command(
    name: "timing",
    summary: "fits a spring to a settling time, overshoot and peak velocity",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: DrivenRecording.options + [
      .init(
        "--settle-time", value: "GOAL",
        help: "seconds until the fraction stays within 0.01 of its target"),
      .init("--overshoot", value: "GOAL", help: "overshoot as a fraction of the distance"),
      .init("--peak-velocity", value: "GOAL", help: "peak velocity, in distances per second"),
      .init("--finish", help: "only fit the spring for finishing"),
      .init("--cancel", help: "only fit the spring for cancelling"),
      CommonOptions.json,
      CommonOptions.outputOrFigure,
      CommonOptions.page,
    ] + CommonOptions.figures + CommonOptions.textual,
    details: """
      A GOAL is a target value (0.4) or an upper limit ('<=0.4' or '≤0.4'). A weight can follow:
      '<=0.4*3' counts three times. At least one goal is required.

      Each PATH is a recording, or a folder that is searched for recordings. Recordings of cases use
      their own interaction, unless --interaction is given. The animation is reset to fraction 0 before
      each gesture. Finishing and cancelling have separate springs.

      The best spring minimizes the sum, over all releases and goals, of the weight times the squared
      relative error. Of equally good springs, the one nearest to the current spring is chosen. Responses
      from 0.05 s to 2 s and damping ratios from 0.2 to 1 are searched.

      The JSON has `goals` and `parts`; a part has `outcome`, `current`, `currentCost`, `spring`, `cost`,
      `atEdge` and `releases`, each with `recording`, `gesture`, `time`, `fraction`, `velocity`, `target`,
      `figures`, `cost`, `current`, `currentCost`, `best`, `bestFigures` and `bestCost`.
      """,
    examples: [
      "pantograph timing Recordings/touchpad-flick --settle-time '<=0.3' --overshoot 0.02"
    ],
    run: run)

  /// The wishes' options, in the order of the measures.
  private static let options: [(name: String, measure: TimingFigures.Measure)] = [
    ("--settle-time", .settleTime), ("--overshoot", .overshoot), ("--peak-velocity", .peakVelocity),
  ]

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let wishes = try options.compactMap { name, measure throws(CommandError) in
      try arguments.value(name).map { text throws(CommandError) in
        try wish(text, name, measure)
      }
    }
    guard !wishes.isEmpty else {
      let names = options.map(\.name).joined(separator: ", ")
      throw CommandError("pantograph timing: no goal given; pass one or more of \(names)")
    }
    var directions = TimedReleaseLog.Direction.allCases
    if arguments.has("--finish") != arguments.has("--cancel") {
      directions = arguments.has("--finish") ? [.finish] : [.cancel]
    }
    let found = try DrivenRecording.find(arguments)
    let outcomes = Parallel.mapShowingProgress(found, jobs: 1) { driven in
      driven.result { (driven, interaction) throws(UnusableFile) in
        try TimedRecording(driven, interaction)
      }
    }
    let recordings = DrivenRecording.usable(outcomes)
    let parts = try directions.compactMap { try part($0, of: recordings, wishes) }
    guard !parts.isEmpty else {
      guard recordings.count == outcomes.count else { return .unusable }
      let what =
        directions.count > 1
        ? "no release" : "no release with the outcome \(directions[0].rawValue)"
      throw CommandError("\(arguments.operands.joined(separator: ", ")): contains \(what)")
    }
    var report = TimingReport(wishes, parts)
    report.style = try TextStyle(arguments)
    let pageFile = try CommonOptions.pageFile(arguments)
    try CommonOptions.write(
      heading: [], lines: report.lines, json: [report.json.text], figures: report.figures,
      arguments)
    try pageFile?.write(report.page)
    try pageFile?.finish()
    return recordings.count == outcomes.count ? .fine : .unusable
  }

  /// Returns the result for one direction, or `nil` if no release has it.
  private static func part(
    _ direction: TimedReleaseLog.Direction, of recordings: [TimedRecording], _ wishes: [TimingGoal]
  ) throws -> TimingReport.Part? {
    let releases = recordings.flatMap { recording in
      recording.entries.filter { $0.direction == direction }.map { (recording.path, $0) }
    }
    guard !releases.isEmpty else { return nil }
    let springs = Set(
      recordings.filter { $0.entries.contains { $0.direction == direction } }
        .map { $0.springs[direction] ?? nil })
    let spring = springs.count == 1 ? springs.first ?? nil : nil
    let current: TimingReport.Current =
      springs.count > 1 ? .several : spring.map { .spring($0) } ?? .other
    let search = try TimingSearch(
      goals: wishes, releases: releases.map(\.1.release),
      reference: spring ?? TimingSearch.defaultReference)
    return TimingReport.Part(direction, current: current, releases, search.solve())
  }

  /// Reads `0.4`, `<=0.4` or `≤0.4*3`.
  private static func wish(
    _ text: String, _ option: String, _ measure: TimingFigures.Measure
  ) throws(CommandError) -> TimingGoal {
    var rest = text[...]
    var sense = TimingGoal.Sense.near
    for prefix in ["<=", "≤"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      sense = .atMost
    }
    let parts = rest.split(separator: "*", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard parts.count <= 2, numbers.count == parts.count else {
      throw CommandError(
        "pantograph timing: \(option) \(text): expected a number such as 0.4, <=0.4 or <=0.4*3")
    }
    do {
      return try TimingGoal(
        measure, numbers[0], sense, weight: numbers.count > 1 ? numbers[1] : 1)
    } catch {
      throw CommandError("pantograph timing: \(option) \(text): \(error.sentence)")
    }
  }
}

/// The releases of a recording, and the current springs of its interaction.
private struct TimedRecording {
  let path: String
  let entries: [TimedReleaseLog.Entry]
  let springs: [TimedReleaseLog.Direction: Spring?]

  init(_ driven: DrivenRecording, _ interaction: Interaction) throws(UnusableFile) {
    path = driven.recording
    var log = TimedReleaseLog(interaction)
    var options = try driven.replayOptions(for: interaction)
    options.resetsForEachGesture = true
    var replay = try Replay(file: path, driving: interaction, options)
    do {
      try replay.run(into: &log)
    } catch let mistake as UnusableFile {
      throw mistake
    } catch {
      throw UnusableFile(path, "\(error)")
    }
    entries = log.entries
    springs = [
      .finish: interaction.finish.knownSpring, .cancel: interaction.cancel.knownSpring,
    ]
  }
}
