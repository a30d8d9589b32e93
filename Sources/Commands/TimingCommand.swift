import Cases
import Motion
import Reports
import Tuning

/// `pantograph timing`: which spring settles as somebody wishes.
enum TimingCommand {
  static let command = Command(
    name: "timing",
    summary:
      "finds the spring that settles, overshoots and moves as wished after recorded releases",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: DrivenRecording.options + [
      .init("--settle-time", value: "WISH", help: "seconds until it stays within 0.01 of the way"),
      .init("--overshoot", value: "WISH", help: "how far beyond its target, as a share of the way"),
      .init("--peak-velocity", value: "WISH", help: "the greatest speed, in progress per second"),
      .init("--finish", help: "only what finishes"),
      .init("--cancel", help: "only what goes back"),
      CommonOptions.json,
      CommonOptions.output,
    ] + CommonOptions.textual,
    details: """
      A WISH is a number to be met: 0.4. With ≤ or <= before it, it is one not to be exceeded; with *
      and a weight behind it, it counts as often: '<=0.4*3'. One wish or more is needed.

      Each PATH is a recording, or a folder, in and below which recordings are found; those of cases
      drive the case's own interaction, unless --interaction is given. Each gesture is taken as if it
      were the only one. What finishes and what goes back have a spring each. Best is the one with the
      least sum, over all releases and wishes, of the weight times the square of the miss as a share
      of the wish; of springs that are equally good, the one nearest to the one that is there now.
      Responses from 0.05 s to 2 s and damping ratios from 0.2 to 1 are tried.

      The JSON has `wishes` and `parts`; a part has `way`, `current`, `currentMiss`, `spring`, `miss`,
      `atEdge` and `releases`, each with `recording`, `gesture`, `time`, `fraction`, `velocity`, `target`,
      `figures`, `miss`, `current`, `currentMiss`, `best`, `bestFigures` and `bestMiss`.
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
    let wishes = try options.compactMap { name, measure throws(Complaint) in
      try arguments.value(name).map { text throws(Complaint) in
        try wish(text, name, measure)
      }
    }
    guard !wishes.isEmpty else {
      let names = options.map(\.name).joined(separator: ", ")
      throw Complaint("pantograph timing: nothing is wished for: give one or more of \(names)")
    }
    var ways = TimedReleaseLog.Way.allCases
    if arguments.has("--finish") != arguments.has("--cancel") {
      ways = arguments.has("--finish") ? [.finish] : [.cancel]
    }
    let found = try DrivenRecording.find(arguments)
    let outcomes = Parallel.mapShowingProgress(found, jobs: 1) { driven in
      driven.result { (driven, interaction) throws(UnusableFile) in
        try TimedRecording(driven, interaction)
      }
    }
    let recordings = DrivenRecording.usable(outcomes)
    let parts = try ways.compactMap { try part($0, of: recordings, wishes) }
    guard !parts.isEmpty else {
      guard recordings.count == outcomes.count else { return .unusable }
      let word = ways.count > 1 ? "no release" : "no release that goes to \(ways[0].rawValue)"
      throw Complaint(
        "\(arguments.operands.joined(separator: ", ")): \(word): there is nothing to be timed")
    }
    var report = TimingReport(wishes, parts)
    report.style = try TextStyle(arguments)
    try CommonOptions.write(
      heading: [], lines: report.lines, json: [report.json.text], arguments)
    return recordings.count == outcomes.count ? .fine : .unusable
  }

  /// What is found for one way; nothing where no release goes there.
  private static func part(
    _ way: TimedReleaseLog.Way, of recordings: [TimedRecording], _ wishes: [TimingWish]
  ) throws -> TimingReport.Part? {
    let releases = recordings.flatMap { recording in
      recording.entries.filter { $0.way == way }.map { (recording.path, $0) }
    }
    guard !releases.isEmpty else { return nil }
    let springs = Set(
      recordings.filter { $0.entries.contains { $0.way == way } }.map { $0.springs[way] ?? nil })
    let spring = springs.count == 1 ? springs.first ?? nil : nil
    let current: TimingReport.Current =
      springs.count > 1 ? .several : spring.map { .spring($0) } ?? .other
    let search = try TimingSearch(
      wishes: wishes, releases: releases.map(\.1.release),
      reference: spring ?? TimingSearch.usualReference)
    return TimingReport.Part(way, current: current, releases, search.solve())
  }

  /// Reads `0.4`, `<=0.4` or `≤0.4*3`.
  private static func wish(
    _ text: String, _ option: String, _ measure: TimingFigures.Measure
  ) throws(Complaint) -> TimingWish {
    var rest = text[...]
    var sense = TimingWish.Sense.near
    for prefix in ["<=", "≤"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      sense = .atMost
    }
    let parts = rest.split(separator: "*", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard parts.count <= 2, numbers.count == parts.count else {
      throw Complaint(
        "pantograph timing: \(option) \(text): expected a number such as 0.4, <=0.4 or <=0.4*3")
    }
    do {
      return try TimingWish(
        measure, numbers[0], sense, weight: numbers.count > 1 ? numbers[1] : 1)
    } catch {
      throw Complaint("pantograph timing: \(option) \(text): \(error.sentence)")
    }
  }
}

/// The releases of a recording, and the springs that take over from them now.
private struct TimedRecording {
  let path: String
  let entries: [TimedReleaseLog.Entry]
  let springs: [TimedReleaseLog.Way: Spring?]

  init(_ driven: DrivenRecording, _ interaction: Interaction) throws(UnusableFile) {
    path = driven.recording
    var log = TimedReleaseLog(interaction)
    var replay = try Replay(
      RecordingStream(driven.recording, choosing: driven.choice, isLenient: driven.isLenient),
      driving: interaction, describedBy: driven.described,
      touches: driven.touchSettings(for: interaction))
    replay.resetsForEachGesture = true
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
