import Glibc
import Interactions
import Quantities
import Reports
import Touches
import Trajectories

/// The form in which a trajectory is given out.
enum TrajectoryFormat: String, CaseIterable, Sendable {
  /// A summary and a picture for a person.
  case text
  /// Samples in columns.
  case csv
  /// Samples and events, a JSON object on each line.
  case ndjson
  /// A page that plays it back.
  case html
  /// A picture, as lines that can be shown at any size.
  case svg
  /// A picture, as pixels.
  case png
  /// A trace for Perfetto.
  case perfetto
}

/// `pantograph replay`: from a recording to a trajectory.
enum ReplayCommand {
  static let command = Command(
    name: "replay",
    summary: "drives an animation with a recording and reports its trajectory",
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
        help: "the measures of all gestures, as JSON; in ndjson, of each after it"),
      .init("--from", value: "SECONDS", help: "report on what comes from there on"),
      .init("--until", value: "SECONDS", help: "report on what comes up to there"),
      pictureWidth,
    ] + CommonOptions.replayed + CommonOptions.textual,
    details: """
      RECORDING is a recording, or the folder of a case, which has an interaction of its own.

      The recording is evemu's text, libinput's YAML, or what evtest or Android's getevent (-lt)
      print, packed with gzip or not; `-` is standard input. The same recording and interaction give
      the same bytes, every time.

      The recording is always driven as a whole, from its first event, from which all times count:
      --from and --until choose what of it is reported. Measured is what is reported: a gesture that
      began before is left out, and one that goes on after is measured so far.

      Without --format, the ending of --output says which: csv, ndjson, html, svg, png or pftrace.
      A picture shows the fraction and its velocity, the thresholds and what was decided: svg is a file
      of its own, png is the same as pixels, for which rsvg-convert is needed (Debian: librsvg2-bin).
      perfetto is a trace for ui.perfetto.dev, with the contacts of the hand as well.
      """,
    examples: [
      """
      pantograph replay Recordings/touchpad-flick/recording.yml \\
        --interaction Recordings/touchpad-flick/interaction.json
      """
    ],
    run: run)

  static let pictureWidth = Command.Option(
    "--width", value: "PIXELS", help: "of a png, how wide it is (default 1200)")

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let (recording, interaction) = try CommonOptions.drivenRecording(arguments)
    let path = arguments.value("--output")
    let format = try arguments.format(TrajectoryFormat.self) ?? .text
    guard !arguments.wantsJSON || arguments.has("--measures") else {
      throw Complaint(
        "pantograph replay: --output \(path ?? ""): only --measures are JSON; a trajectory is csv or"
          + " ndjson")
    }
    guard format == .text || format == .ndjson || !arguments.has("--measures") else {
      let place =
        format == .csv
        ? "the columns of csv" : format == .html ? "a page, which has them" : format.rawValue
      throw Complaint("pantograph replay: --measures has no place in \(place)")
    }
    let renderer = try PictureRenderer(for: format, arguments)
    // The recording is opened and understood before the output is made.
    // What comes bit by bit onto a terminal would come into the line that tells how far it is.
    let isStream = path == nil && isatty(STDOUT_FILENO) == 1 && format != .text && format != .svg
    var replay = try ReplayedRecording(
      interaction, arguments, recording: recording, isSilent: isStream)
    let output =
      try path.map { path throws(Complaint) in
        try OutputFile(result: path, inputs: CommonOptions.inputs(arguments))
      } ?? OutputFile()
    let pageFile = try CommonOptions.pageFile(arguments)
    var page = pageFile == nil && format != .html ? nil : replay.page(of: interaction)

    /// Pours the part that is asked for into a report, and into the page beside it.
    func pour<Sink: TrajectorySink>(_ sink: Sink) throws -> Sink {
      var part = try window(BesidePage(sink, page), arguments)
      // A pointer: whether three functions change the same variable at once is else looked at each time.
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
      var report = try pour(ReportStream(CSVReport(interaction), to: output))
      try report.flush()
    case .ndjson:
      var report = try pour(
        ReportStream(
          NDJSONReport(interaction, isMeasured: arguments.has("--measures")), to: output))
      try report.flush()
    case .perfetto:
      var report = try pour(ReportStream(PerfettoReport(interaction), to: output))
      try report.flush()
    case .svg, .png:
      var picture = try pour(TrajectoryPicture(interaction))
      picture.source = replay.source
      try output.write(picture: picture.svg, by: renderer)
    case .text where arguments.has("--measures"):
      try output.write(pieces: pour(MeasuresReport(interaction)).json)
    case .text:
      let style = try TextStyle(arguments)
      var report = try pour(TextReport(interaction, in: style))
      report.source = replay.source
      if let begins = try instant("--from", arguments), begins > replay.end {
        report.reasonForNothing = reasonForNothing(replay.end)
      }
      try output.write(lines: report.lines, in: style)
    case .html: _ = try pour(ReleaseLog())
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
    "nothing begins here: the recording ends before, at "
      + String(fixed: end - Timestamp(microseconds: 0), decimals: 3) + " s"
  }

  private static func instant(_ option: String, _ arguments: Arguments) throws -> Timestamp? {
    try arguments.number(option, in: 0...1e9)
      .map { Timestamp(microseconds: Int64(($0 * 1_000_000).rounded())) }
  }

  /// The part of the trajectory that is asked for, on its way to a sink.
  private static func window<Sink>(
    _ sink: Sink, _ arguments: Arguments
  ) throws -> TrajectoryWindow<Sink> {
    let from = try instant("--from", arguments) ?? Timestamp(microseconds: 0)
    let until = try instant("--until", arguments) ?? Timestamp(microseconds: .max)
    guard from <= until else {
      throw Complaint("pantograph replay: --until is before --from: nothing lies between")
    }
    return TrajectoryWindow(sink, from: from, until: until)
  }
}

/// A sink of three functions.
///
/// Who drives it is compiled without knowing it, and finds the functions of a generic sink, and of the one in
/// that, by asking for their types each time.
private struct PlainSink: TrajectorySink {
  let sample: (Sample) throws -> Void
  let event: (TrajectoryEvent) throws -> Void
  let frame: (TouchFrame) throws -> Void

  mutating func receive(_ sample: Sample) throws(any Error) { try self.sample(sample) }
  mutating func receive(_ event: TrajectoryEvent) throws(any Error) { try self.event(event) }
  mutating func receive(_ frame: TouchFrame) throws(any Error) { try self.frame(frame) }
}

/// A report on its way out: what has come together is written before it grows large.
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

  /// Writes what there is.
  mutating func flush() throws {
    try output.write(&report.bytes)
  }
}
