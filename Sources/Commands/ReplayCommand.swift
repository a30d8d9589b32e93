import Interactions
import Quantities
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
      .init(
        "--measures",
        help: "the measures of all gestures, as JSON; in ndjson, of each after it"),
      .init("--from", value: "SECONDS", help: "report on what comes from there on"),
      .init("--until", value: "SECONDS", help: "report on what comes up to there"),
    ] + CommonOptions.replayed,
    details: """
      The recording is evemu's text, libinput's YAML, or what evtest or Android's getevent (-lt)
      print, packed with gzip or not; `-` is standard input. The same recording and interaction give
      the same bytes, every time.

      The recording is always driven as a whole, from its first event, from which all times count:
      --from and --until choose what of it is reported. Measured is what is reported: a gesture that
      began before is left out, and one that goes on after is measured so far.

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
    guard format != .csv || !arguments.has("--measures") else {
      throw Complaint("pantograph replay: --measures has no place in the columns of csv")
    }
    // The recording is opened and understood before the output is made.
    var replay = try ReplayedRecording(interaction, arguments)
    let output =
      try path.map { path throws(Complaint) in
        try OutputFile(result: path, inputs: CommonOptions.inputs(arguments))
      } ?? OutputFile()

    switch format {
    case .csv:
      var part = try window(ReportStream(CSVReport(interaction), to: output), arguments)
      try replay.run(into: &part)
      try part.finish()
      try part.sink.flush()
    case .ndjson:
      let report = NDJSONReport(interaction, isMeasured: arguments.has("--measures"))
      var part = try window(ReportStream(report, to: output), arguments)
      try replay.run(into: &part)
      try part.finish()
      try part.sink.flush()
    case .text where arguments.has("--measures"):
      var part = try window(MeasuresReport(interaction), arguments)
      try replay.run(into: &part)
      part.finish()
      try output.write(pieces: part.sink.json)
    case .text:
      var part = try window(TextReport(interaction), arguments)
      try replay.run(into: &part)
      part.finish()
      part.sink.source = replay.source
      if part.begins > replay.end {
        part.sink.reasonForNothing =
          "nothing begins here: the recording ends before, at "
          + String(fixed: replay.end - Timestamp(microseconds: 0), decimals: 3) + " s"
      }
      try output.write(part.sink.lines.joined(separator: "\n") + "\n")
    }
    try output.finish()
    return .fine
  }

  /// The part of the trajectory that is asked for, on its way to a sink.
  private static func window<Sink>(
    _ sink: Sink, _ arguments: Arguments
  ) throws -> TrajectoryWindow<Sink> {
    func instant(_ option: String) throws -> Timestamp? {
      try arguments.number(option, in: 0...1e9)
        .map { Timestamp(microseconds: Int64(($0 * 1_000_000).rounded())) }
    }
    let from = try instant("--from") ?? Timestamp(microseconds: 0)
    let until = try instant("--until") ?? Timestamp(microseconds: .max)
    guard from <= until else {
      throw Complaint("pantograph replay: --until is before --from: nothing lies between")
    }
    return TrajectoryWindow(sink, from: from, until: until)
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
