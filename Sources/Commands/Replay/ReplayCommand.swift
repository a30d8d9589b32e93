import Glibc
import PantographBase
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTraces
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
  /// A vector picture for papers.
  case pdf
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
      CommonOptions.subject, CommonOptions.browser,
      .init(
        "--format", value: .choice("NAME", TrajectoryFormat.allCases, usual: .text)),
      CommonOptions.output(
        writes: [.text, .csv, .ndjson, .json, .html, .perfetto] + CommonOptions.pictures),
      CommonOptions.page,
      .init(
        "--stage", value: .file(),
        help: "show this picture, HTML or video as the layer of the page"),
      CommonOptions.rate,
      .init(
        "--measures",
        help: "print the measures as JSON; with ndjson, one line after each gesture"),
      .init("--from", value: "SECONDS", help: "report only from this time on"),
      .init("--until", value: "SECONDS", help: "report only up to this time"),
    ] + CommonOptions.figures + CommonOptions.replayed + CommonOptions.textual,
    details: """
      RECORDING is a recording or a case folder. A case folder contains its own interaction; with
      subject.json, this runs the program or page under test, and prints its table (csv) or draws it on
      a page (html).

      Supported formats are evemu, libinput YAML, the output of evtest and of Android's getevent (-lt),
      scripts of umockdev, revent, JSON with the pointers of web pages, WebDriver, Flutter, rrweb and
      libgestures, the touches of libinput debug-events, and Android's input events in Perfetto,
      compressed with gzip or not; `-` is standard input. The same recording and interaction always
      produce the same bytes.

      The recording is always replayed completely; times count from its first event. --from and --until
      limit the report. Measures cover the reported range: a gesture that began earlier is omitted, and
      one that ends later is measured up to the end of the range.

      Without --format, the extension of --output selects the format: csv, ndjson, html, svg, pdf, png
      or pftrace. A picture shows the fraction and its velocity, the thresholds and the decisions; with
      --figure, one plot of the page. pdf and png require rsvg-convert (Debian: librsvg2-bin). pftrace,
      as --format perfetto, is a trace for ui.perfetto.dev; it also contains the contacts.
      """,
    examples: [
      """
      pantograph replay Recordings/touchpad-flick/recording.yml \\
        --interaction Recordings/touchpad-flick/interaction.json
      """
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    do {
      if let shown = try ShownBySubject(arguments) { return try shown.print(arguments) }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
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
    let figure = try FigureRequest(arguments)
    let goesToTerminal = path.map { $0 == "-" } ?? true && isatty(STDOUT_FILENO) == 1
    guard !goesToTerminal || format != .perfetto else {
      throw arguments.error("perfetto is binary; write it to a file with --output FILE")
    }
    // The recording is opened and parsed before the output is created.
    // Streamed output on a terminal would mix with the progress line.
    let isStream = path == nil && isatty(STDOUT_FILENO) == 1 && format != .text && format != .svg
    let window = try window(arguments)
    var replay = try ReplayedRecording(
      interaction, arguments, recording: recording, in: window, isSilent: isStream)
    let output =
      try path.map { path throws(CommandError) in
        try OutputFile(result: path, inputs: CommonOptions.inputs(arguments))
      } ?? OutputFile()
    let pageFile = try CommonOptions.pageFile(arguments)
    let isPagePlot = figure?.name.map { $0 != TrajectoryPicture.name } ?? false
    let needsPage = pageFile != nil || format == .html || isPagePlot
    var page = needsPage ? replay.page(of: interaction) : nil

    /// Why there is nothing in a part that begins after the end.
    var reasonForNothing: String? {
      guard let window, window.lowerBound > replay.end else { return nil }
      return "nothing starts here: the recording ends earlier, at "
        + String(fixed: replay.end - Timestamp(microseconds: 0), decimals: 3) + " s"
    }
    page?.picture = try StageFile.picture(arguments)
    page?.comparison = comparison(arguments)
    func send<Report>(_ sink: ReplaySink<Report>) throws -> Report {
      var sink = sink
      try replay.run(into: &sink)
      page = sink.page
      return sink.report
    }
    func stream(_ report: some StreamReport) throws {
      var report = try send(ReplaySink(report, page, to: output))
      try output.write(&report.bytes)
    }
    func keep<Report: TrajectorySink<Never>>(_ report: Report) throws -> Report {
      try send(ReplaySink(report, page))
    }
    switch format {
    case .csv: try stream(CSVReport(interaction, isForPeople: output.isTerminal))
    case .ndjson: try stream(NDJSONReport(interaction, isMeasured: arguments.has("--measures")))
    case .perfetto: try stream(PerfettoReport(interaction))
    case .svg, .png, .pdf:
      var picture = try keep(TrajectoryPicture(interaction))
      picture.source = replay.source
      try figure?.write(figure?.svg(of: picture.figures(page)) ?? "", to: output)
    case .text where arguments.has("--measures"):
      try output.write(pieces: keep(MeasuresReport(interaction)).json)
    case .text:
      let style = try TextStyle(arguments)
      var report = try keep(TextReport(interaction, in: style))
      report.source = replay.source
      report.reasonForNothing = reasonForNothing
      try output.write(lines: report.lines, in: style)
    case .html: _ = try keep(ReleaseLog())
    }
    page?.source = replay.source
    page?.reasonForNothing = reasonForNothing
    if let page {
      if format == .html { try output.write(page.text) }
      try pageFile?.write(page.text)
    }
    try output.finish()
    try pageFile?.finish()
    return .fine
  }

  private static func instant(_ option: String, _ arguments: Arguments) throws -> Timestamp? {
    try arguments.number(option, in: 0...1e9, "a time in seconds, such as 0.25")
      .map { Timestamp(microseconds: Int64(($0 * 1_000_000).rounded())) }
  }

  /// Returns the command that compares toolkits on the same recording, if it is read by no other options.
  private static func comparison(_ arguments: Arguments) -> String? {
    let recording = arguments.operands[0]
    let files = [recording, arguments.value("--interaction")].compactMap(\.self)
    guard files.allSatisfy({ InputFile.isFolder($0) || InputFile.canBeReadAgain($0) }),
      !CommonOptions.replayed.contains(where: { arguments.has($0.name) })
    else { return nil }
    let interaction = arguments.value("--interaction").map { "-i \($0.asShellWord) " } ?? ""
    return "pantograph compare \(recording.asShellWord) \(interaction)"
      + "--rules gnome-shell,kwin,libadwaita --estimators none --html rules.html"
  }

  /// Returns the requested part of the trajectory; `nil` for the whole.
  private static func window(_ arguments: Arguments) throws -> ClosedRange<Timestamp>? {
    guard arguments.has("--from") || arguments.has("--until") else { return nil }
    let from = try instant("--from", arguments) ?? Timestamp(microseconds: 0)
    let until = try instant("--until", arguments) ?? Timestamp(microseconds: .max)
    guard from <= until else {
      throw CommandError("pantograph replay: --until is before --from; the range is empty")
    }
    return from...until
  }
}
