import Interactions
import Reports
import Trajectories

/// The form in which a trajectory is given out.
enum TrajectoryFormat: String, CaseIterable {
  /// A summary and a picture for a person.
  case text
  /// Samples in columns.
  case csv
  /// Samples and events, a JSON object on each line.
  case ndjson

  /// The format that a file of this name should have, if its ending tells.
  init?(path: String) {
    if path.hasSuffix(".csv") {
      self = .csv
    } else if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") {
      self = .ndjson
    } else {
      return nil
    }
  }
}

/// `pantograph replay`: from a recording to a trajectory.
enum ReplayCommand {
  static let command = Command(
    name: "replay",
    summary: "drives an animation with a recording and reports its trajectory",
    operands: ["RECORDING"],
    options: [
      CommonOptions.interaction,
      .init(
        "--format", value: "NAME",
        help: "text (the default), csv or ndjson; else told by the ending of --output"),
      CommonOptions.output,
      CommonOptions.rate,
    ] + CommonOptions.replayed,
    details: """
      The recording is evemu's text, libinput's YAML, or what evtest or Android's getevent (-lt)
      print, packed with gzip or not; `-` is standard input. The same recording and interaction give
      the same bytes, every time.

        pantograph replay Recordings/touchpad-flick/recording.yml \\
          --interaction Recordings/touchpad-flick/interaction.json
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let interaction = try CommonOptions.readInteraction(arguments)
    let path = arguments.value("--output")
    let format =
      try arguments.choice("--format", TrajectoryFormat.self)
      ?? path.flatMap(TrajectoryFormat.init(path:)) ?? .text
    // The recording is opened and understood before the output is made.
    var replay = try Replay(interaction, arguments)
    let output =
      try path.map { path throws(Complaint) in
        let inputs = ["--interaction", "--device"].compactMap { arguments.value($0) }
        return try OutputFile(result: path, inputs: inputs + arguments.operands)
      } ?? OutputFile()

    switch format {
    case .csv:
      var stream = ReportStream(CSVReport(interaction), to: output)
      try replay.run(into: &stream)
      try stream.flush()
    case .ndjson:
      var stream = ReportStream(NDJSONReport(interaction), to: output)
      try replay.run(into: &stream)
      try stream.flush()
    case .text:
      var report = TextReport(interaction)
      try replay.run(into: &report)
      report.source = replay.source
      try output.write(report.lines.joined(separator: "\n") + "\n")
    }
    try output.finish()
    return .fine
  }
}

/// A report on its way out: what has come together is written before it grows large.
struct ReportStream<Report: StreamReport>: TrajectorySink {
  private var report: Report
  private let output: OutputFile
  private let ready: ((Int32) -> Bool)?

  /// Makes a stream; for `ready` see ``OutputFile/write(_:when:)``.
  init(_ report: Report, to output: OutputFile, when ready: ((Int32) -> Bool)? = nil) {
    self.report = report
    self.output = output
    self.ready = ready
  }

  mutating func receive(_ sample: Sample) throws(any Error) {
    report.receive(sample)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  mutating func receive(_ event: TrajectoryEvent) throws(any Error) {
    report.receive(event)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  /// Writes what there is.
  mutating func flush() throws {
    try output.write(&report.bytes, when: ready)
  }
}
