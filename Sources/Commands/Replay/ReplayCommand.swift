import Glibc
import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
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
    // A plot alone asks nothing.
    if pageFile != nil || format == .html { try page?.askEngine(arguments) }
    if page?.engine != nil { replay.keepTouches() }
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
    if var page {
      replay.giveTouches(to: &page)
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
    let interaction = arguments.value("--interaction").map { "-i \($0.quoted) " } ?? ""
    return "pantograph compare \(recording.quoted) \(interaction)"
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

/// The replay of a command's recording.
struct ReplayedRecording: ~Copyable {
  private var replay: Replay
  private let choice: DeviceChoice
  /// Why a page's engine would not give the same trajectory.
  private let reasonForNoTouches: String?

  /// Opens a recording with the options ``CommonOptions/replayed``.
  ///
  /// - Parameters:
  ///   - interaction: the interaction that it drives.
  ///   - arguments: the arguments of the command.
  ///   - path: the path of the recording.
  ///   - window: the part that is sent to the sink; `nil` for the whole.
  ///   - isSilent: whether to show no progress line.
  init(
    _ interaction: Interaction, _ arguments: Arguments, recording path: String,
    in window: ClosedRange<Timestamp>? = nil, isSilent: Bool = false
  ) throws {
    let described = try CommonOptions.described(arguments)
    var options = try CommonOptions.replayOptions(
      arguments, describedBy: described, for: interaction)
    options.window = window
    let file = try InputFile.ofRecording(path)
    var progress = isSilent ? nil : ReadingProgress(of: path)
    let recording = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        try file.read(into: &piece)
        progress?.advance(by: piece.count)
      }, named: path, choosing: options.choice, isLenient: options.isLenient)
    let replay: Replay
    do {
      replay = try Replay(recording, driving: interaction, options)
    } catch {
      throw CommandError(error)
    }
    choice = options.choice
    reasonForNoTouches = CommonOptions.reasonForNoTouches(arguments)
    if described == nil, replay.surface.isKindAssumed {
      printNotice(
        "\(path): \(CommonOptions.assumedKind(replay.surface)); add a line such as 'kind touchpad'"
          + " before the axes")
    }
    self.replay = replay
  }

  /// Runs to the end of the recording, and until the animation has settled.
  mutating func run(into sink: inout some TrajectorySink) throws {
    do {
      try replay.run(into: &sink)
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
    replay.frames.recording.printLongPauses()
    replay.frames.recording.printSkippedEvents(eventCount: replay.eventCount, choosing: choice)
    for remark in replay.frames.recording.notes {
      printNotice("\(replay.frames.recording.path): note: \(remark)")
    }
  }

  /// Keeps the events that will be read, unless a page can't use them.
  mutating func keepTouches() {
    if reasonForNoTouches == nil { replay.keepTouches() }
  }

  /// Gives a page with an engine the events, or the reason why it has none.
  func giveTouches(to page: inout TrajectoryPage) {
    guard page.engine != nil else { return }
    page.reasonForNoTouches =
      reasonForNoTouches ?? replay.damage.map { "the recording is damaged: \($0.sentence)" }
    if page.reasonForNoTouches == nil { page.recorded = replay.touches }
  }

  /// The time of its last frame, counted from its first event.
  var end: Timestamp { Timestamp(microseconds: 0).advanced(bySeconds: replay.duration) }

  /// The surface of the device.
  var surface: Surface { replay.surface }

  /// Returns a page for it, without a trajectory yet.
  func page(of interaction: Interaction) -> TrajectoryPage {
    var page = TrajectoryPage(interaction, named: title)
    page.surface = surface
    return page
  }

  /// The title on a page: the folder, which names a case, and the file.
  var title: String {
    let path = replay.frames.recording.path
    return path == "-"
      ? "standard input" : path.split(separator: "/").suffix(2).joined(separator: "/").shown
  }

  /// The description of the recording at the head of a report.
  var source: [String] {
    let size = replay.surface.size
    let (width, height) = (String(fixed: size.x, decimals: 0), String(fixed: size.y, decimals: 0))
    let assumed = replay.surface.isSizeAssumed ? " (assumed)" : ""
    let seconds = String(fixed: replay.duration, decimals: 3)
    let name = replay.device.name.isEmpty ? "nameless device" : replay.device.name.shown
    let path = replay.frames.recording.path
    return [
      path == "-" ? "standard input" : path.shown,
      "\(name), \(width) × \(height) mm\(assumed); "
        + "\(replay.frames.recording.format?.rawValue ?? "") recording of \(replay.eventCount) events "
        + "in \(replay.frameCount) frames, \(seconds) s",
    ]
  }
}

extension TrajectoryPage {
  /// Gives the page the engine, and what it needs to ask it, if the program has one.
  mutating func askEngine(_ arguments: Arguments) throws {
    engine = .found
    guard engine != nil else { return }
    file = try CommonOptions.drivenText(arguments)
    let recording = arguments.operands[0]
    guard InputFile.isFolder(recording) || InputFile.canBeReadAgain(recording) else { return }
    command =
      "pantograph replay \(recording.quoted) -i interaction.json --html changed.html"
  }
}

/// `pantograph replay` of a recording for another program or a page: what it shows.
struct ShownBySubject {
  private let example: SubjectCase

  /// The case in a folder, or a recording for the subject of `--subject`; `nil` for anything else.
  init?(_ arguments: Arguments) throws(UnusableFile) {
    let operand = arguments.operands[0]
    let subject = arguments.value("--subject")
    if operand == "-" || InputFile.canBeReadAgain(operand) {
      guard let subject else { return nil }
      example = try SubjectCase(operand, testing: subject, with: operand)
      return
    }
    guard case .complete(let found)? = try? CaseSearch.content(of: operand, testing: subject),
      let tested = found.subject ?? subject
    else { return nil }
    example = try SubjectCase(operand, testing: tested, with: found.recording)
  }

  /// Runs the program, and prints the table of what it shows, or a page with its curves.
  func print(_ arguments: Arguments) throws -> ExitStatus {
    let fitting = [
      "--subject", "--browser", "--output", "--format", "--html", "--figure", "--width",
    ]
    let others = ReplayCommand.command.options.filter {
      arguments.has($0.name) && !fitting.contains($0.name)
    }
    if let option = others.first {
      throw CommandError(
        "pantograph replay: \(option.name) requires a trajectory; the subject is another program or a page"
      )
    }
    let format = try arguments.format(TrajectoryFormat.self) ?? .csv
    let figure = try FigureRequest(arguments)
    guard figure != nil || format == .csv || format == .text || format == .html else {
      throw CommandError(
        "pantograph replay: \(format.rawValue) requires a trajectory; what another program shows is a"
          + " table, csv, a page, html, or a picture")
    }
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    let (rows, participant): (GestureRows, SubjectComparison.Participant)
    do {
      (rows, participant) = try example.participant()
    } catch {
      throw CommandError(error)
    }
    let shown = participant.shown
    let page = {
      SubjectComparisonReport(SubjectComparison([participant], rows, columns: nil))
        .page(of: example.found.recording)
    }
    let picture = try figure?.svg(of: page().figures)
    let output =
      try arguments.value("--output").map { path throws(CommandError) in
        try OutputFile(result: path, inputs: CommonOptions.files(ofCase: example.found.path))
      } ?? OutputFile()
    let pageFile = try CommonOptions.pageFile(arguments)
    if let figure, let picture {
      try figure.write(picture, to: output)
    } else if format == .html {
      try output.write(page().text)
    } else {
      // Names and events are the program's own words.
      let isForPeople = format == .text || output.isTerminal
      try output.write(isForPeople ? shown.table.shownLines : shown.table)
    }
    try pageFile?.write(page().text)
    for note in shown.notes { printNotice("note: \(note)") }
    try output.finish()
    try pageFile?.finish()
    return .fine
  }
}
