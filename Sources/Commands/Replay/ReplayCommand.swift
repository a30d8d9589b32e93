import PantographLibc
import PantographInteractions
import PantographQuantities
import PantographReports
import PantographTouches
import PantographTrajectories

/// The output format of a trajectory.
enum TrajectoryFormat: String, CaseIterable, Sendable {
  /// A summary and a plot.
  case text
  /// Samples in columns.
  case csv
  /// Samples and events, one JSON object per line.
  case ndjson
  /// A page that plays back the trajectory.
  case html
  /// A vector picture.
  case svg
  /// A bitmap picture.
  case png
  /// A trace for Perfetto.
  case perfetto
}

/// `pantograph replay`: computes the trajectory of a recording.
enum ReplayCommand {
  static let command = Command(
    name: "replay",
    summary: "drives an animation with a recording and prints its trajectory",
    operands: [.file("RECORDING")],
    options: [
      CommonOptions.ownInteraction,
      .init(
        "--format", value: .choice("NAME", TrajectoryFormat.allCases, usual: .text)),
      CommonOptions.output(writes: [.text, .csv, .ndjson, .json, .html, .svg, .png, .perfetto]),
      CommonOptions.page,
      CommonOptions.rate,
      .init(
        "--measures",
        help: "print the measures of all gestures as JSON; with ndjson, after each"),
      .init("--from", value: "SECONDS", help: "report only from this time on"),
      .init("--until", value: "SECONDS", help: "report only up to this time"),
      pictureWidth,
    ] + CommonOptions.replayed + CommonOptions.textual,
    details: """
      RECORDING is a recording or a case folder. A case folder contains its own interaction.

      Supported formats are evemu, libinput YAML, and the output of evtest and of Android's getevent
      (-lt), compressed with gzip or not; `-` is standard input. The same recording and interaction
      always produce the same bytes.

      The recording is always replayed completely; times count from its first event. --from and --until
      limit the report. Measures cover the reported range: a gesture that began earlier is omitted, and
      one that ends later is measured up to the end of the range.

      Without --format, the extension of --output selects the format: csv, ndjson, html, svg, png or
      pftrace. A picture shows the fraction and its velocity, the thresholds and the decisions. png
      requires rsvg-convert (Debian: librsvg2-bin). perfetto is a trace for ui.perfetto.dev; it also
      contains the contacts.
      """,
    examples: [
      """
      pantograph replay Recordings/touchpad-flick/recording.yml \\
        --interaction Recordings/touchpad-flick/interaction.json
      """
    ],
    run: run)

  static let pictureWidth = Command.Option(
    "--width", value: "PIXELS", help: "width of a png (default 1200)")

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let (recording, interaction) = try CommonOptions.drivenRecording(arguments)
    let path = arguments.value("--output")
    let format = try arguments.format(TrajectoryFormat.self) ?? .text
    guard !arguments.wantsJSON || arguments.has("--measures") else {
      throw CommandError(
        "pantograph replay: --output \(path ?? ""): JSON requires --measures; write a trajectory as csv"
          + " or ndjson")
    }
    guard format == .text || format == .ndjson || !arguments.has("--measures") else {
      throw CommandError(
        "pantograph replay: --measures can't be combined with \(format.rawValue)"
          + (format == .html ? ", which contains the measures already" : "; use text or ndjson"))
    }
    let renderer = try PictureRenderer(for: format, arguments)
    // The recording is opened and parsed before the output is created.
    // Streamed output on a terminal would mix with the progress line.
    let isStream = path == nil && isatty(STDOUT_FILENO) == 1 && format != .text && format != .svg
    var replay = try ReplayedRecording(
      interaction, arguments, recording: recording, isSilent: isStream)
    let output =
      try path.map { path throws(CommandError) in
        try OutputFile(result: path, inputs: CommonOptions.inputs(arguments))
      } ?? OutputFile()
    let pageFile = try CommonOptions.pageFile(arguments)
    var page = pageFile == nil && format != .html ? nil : replay.page(of: interaction)

    /// Sends the requested range to a report, and to the page if there is one.
    func send<Sink: TrajectorySink>(_ sink: Sink) throws -> Sink {
      var part = try window(SinkWithPage(sink, page), arguments)
      // A pointer avoids the exclusivity checks of three closures that capture the same variable.
      try unsafe withUnsafeMutablePointer(to: &part) { part in
        var plain = PlainSink(
          sample: { try unsafe part.pointee.receive($0) },
          event: { try unsafe part.pointee.receive($0) },
          frame: { try unsafe part.pointee.receive($0) })
        try replay.run(into: &plain)
      }
      try part.finish()
      page = part.sink.page
      if part.begins > replay.end {
        page?.reasonForNothing = reasonForNothing(replay.end)
      }
      return part.sink.sink
    }
    switch format {
    case .csv:
      var report = try send(ReportStream(CSVReport(interaction), to: output))
      try report.flush()
    case .ndjson:
      var report = try send(
        ReportStream(
          NDJSONReport(interaction, isMeasured: arguments.has("--measures")), to: output))
      try report.flush()
    case .perfetto:
      var report = try send(ReportStream(PerfettoReport(interaction), to: output))
      try report.flush()
    case .svg, .png:
      var picture = try send(TrajectoryPicture(interaction))
      picture.source = replay.source
      try output.write(picture: picture.svg, by: renderer)
    case .text where arguments.has("--measures"):
      try output.write(pieces: send(MeasuresReport(interaction)).json)
    case .text:
      let style = try TextStyle(arguments)
      var report = try send(TextReport(interaction, in: style))
      report.source = replay.source
      if let begins = try instant("--from", arguments), begins > replay.end {
        report.reasonForNothing = reasonForNothing(replay.end)
      }
      try output.write(lines: report.lines, in: style)
    case .html: _ = try send(ReleaseLog())
    }
    page?.source = replay.source
    if let page {
      if format == .html { try output.write(page.text) }
      try pageFile?.write(page.text)
    }
    try output.finish()
    try pageFile?.finish()
    return .fine
  }

  private static func reasonForNothing(_ end: Timestamp) -> String {
    "nothing starts here: the recording ends earlier, at "
      + String(fixed: end - Timestamp(microseconds: 0), decimals: 3) + " s"
  }

  private static func instant(_ option: String, _ arguments: Arguments) throws -> Timestamp? {
    try arguments.number(option, in: 0...1e9)
      .map { Timestamp(microseconds: Int64(($0 * 1_000_000).rounded())) }
  }

  /// Returns a sink that passes on only the requested range.
  private static func window<Sink>(
    _ sink: Sink, _ arguments: Arguments
  ) throws -> TrajectoryWindow<Sink> {
    let from = try instant("--from", arguments) ?? Timestamp(microseconds: 0)
    let until = try instant("--until", arguments) ?? Timestamp(microseconds: .max)
    guard from <= until else {
      throw CommandError("pantograph replay: --until is before --from; the range is empty")
    }
    return TrajectoryWindow(sink, from: from, until: until)
  }
}

/// A sink of three closures.
///
/// The driver is in another module and not specialized, so every call on nested generic sinks would look up
/// their types at run time.
private struct PlainSink: TrajectorySink {
  let sample: (Sample) throws -> Void
  let event: (TrajectoryEvent) throws -> Void
  let frame: (TouchFrame) throws -> Void

  mutating func receive(_ sample: Sample) throws(any Error) { try self.sample(sample) }
  mutating func receive(_ event: TrajectoryEvent) throws(any Error) { try self.event(event) }
  mutating func receive(_ frame: TouchFrame) throws(any Error) { try self.frame(frame) }
}

/// A report that is written to a file in pieces of about 64 KiB.
struct ReportStream<Report: StreamReport>: TrajectorySink {
  private var report: Report
  private let output: OutputFile

  init(_ report: Report, to output: OutputFile) {
    self.report = report
    self.output = output
  }

  mutating func receive(_ sample: Sample) throws(any Error) {
    report.receive(sample)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  mutating func receive(_ event: TrajectoryEvent) throws(any Error) {
    report.receive(event)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  mutating func receive(_ frame: TouchFrame) throws(any Error) {
    report.receive(frame)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  /// Writes the buffered data.
  mutating func flush() throws {
    try output.write(&report.bytes)
  }
}
