import PantographBase
import PantographReports
import PantographSubjects
import PantographTraces
import PantographTuning

/// `pantograph features`: a table of all quantities that rules can use, or of what other programs show, for
/// every recorded gesture.
enum FeaturesCommand {
  static let command = Command(
    name: "features",
    summary: "writes a table of the features of every gesture in many recordings",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: FeatureRun.options + [
      CommonOptions.subject, CommonOptions.browser,
      .init(
        "--at", value: "SECONDS",
        help: "features this long after the landing, as if the fingers lifted then"),
      .init("--format", value: .choice("NAME", FeatureWriter.Format.allCases, usual: .csv)),
      CommonOptions.output(writes: [.csv, .ndjson] + CommonOptions.pictures),
      CommonOptions.page,
      CommonOptions.jobs,
      .init("--shard", value: "I/N", help: "process only the I-th of N parts of the recordings"),
      .init("--restart", help: "start over instead of resuming an interrupted run"),
    ] + CommonOptions.figures + CommonOptions.replayed,
    details: """
      Each PATH is a recording, or a folder that is searched for recordings of all formats. A recording
      that belongs to a case uses the interaction of the case, unless --interaction is given. A recording
      without a gesture has one row, in which gesture is 0. The animation is reset to fraction 0 before
      each gesture; with --in-turn, it stays where the previous gesture left it.

      The columns are recording, gesture, time, ending (released, cut-off, none), label, person, device,
      duration, rest_time, fraction, start_fraction, peak, distance, travel, cross_travel,
      earlier_travel, last_movement, projected, outcome, peak_pressure, velocity_NAME and
      cross_velocity_NAME for each estimator, and margin_C_K for condition K of clause C of the rule,
      positive if it is fulfilled. Hyphens in the name of an estimator are underscores.
      Times are in s, lengths in mm, velocities in mm/s. `pantograph tune` reads this table.

      --at 0.1 writes how each gesture stood 0.1 s after enough fingers had landed for it, as if all had
      lifted then, with outcome and margins; time and ending say how it went on. Three columns follow:
      landed, from the first event; elapsed, from there to the instant of the row; and state. A gesture
      that had ended by then is `ended`, and has the features of its whole; one that had not begun is
      `waiting`, and its features are empty; any other is `ongoing`.

      Labels are read from --labels, from labels.csv beside a recording, from label.json in a case, and
      from --name-pattern; the first of these counts. A table of labels has the columns recording, gesture
      (empty for all), label (finish, cancel, nothing, or the name of another gesture), person and
      device. Recordings are relative to the folder of the table. `pantograph label` writes such a table.

      Recordings of cases with subject.json, or of any subject with --subject, are replayed into that
      program or page. A gesture then lasts from the first contact's landing until all have lifted. The
      columns are recording, gesture, time, ending, label, person, device, subject, duration, contacts,
      peak_pressure, and for each column NAME that a subject shows: NAME_start; NAME_release, its value
      when the last contact lifts; NAME_velocity, its mean velocity over the last 80 ms, per second;
      NAME_peak, the value farthest from the start; NAME_end, its last value before the next gesture;
      and NAME_settle, the seconds from the release until it stays within 1 % of its range, if it then
      rests for 0.25 s. event_WORDS is the number of events WORDS until the next gesture. Characters that
      pandas and R don't take in names become `_`. What a subject does not show is empty. Cases with
      interactions need a table of their own; different subjects may share one.

      --html writes a page with the curves of all gestures over each other and their quantities, by label
      or, if there are no labels, by outcome. A svg, pdf or png shows one of these plots instead of the
      table.

      The output does not depend on the number of threads. The parts of --shard 1/N to N/N, concatenated
      in this order, are the whole table. With --output, an interrupted run is resumed when it is
      started again. The columns of subjects are known only when all have run: --shard is refused, and
      an interrupted run starts over.
      """,
    exitStatus: """
      Exits with 0, or with 2 if some files could not be used; the rows of the others are written.
      """,
    examples: [
      "pantograph features Recordings -o features.csv",
      "pantograph features corpus -i sheet.json --labels labels.csv --shard 1/4 -o 1.csv",
      "pantograph features drawer --labels labels.csv -o drawer.csv",
      "pantograph features corpus -i sheet.json --at 0.1 -o early.csv",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let format = try arguments.format(FeatureWriter.Format.self) ?? .csv
    let jobs = try CommonOptions.jobs(arguments)
    let shard = try Shard(arguments)
    try CommonOptions.keepLabels(arguments)
    var run = try FeatureRun(arguments)
    var subjects = try SubjectFeatures(&run, arguments)
    let range = shard.range(of: run.worklist.count)
    let figure = try FigureRequest(arguments)
    let pageFile = try CommonOptions.pageFile(arguments)
    var page = figure != nil || pageFile != nil ? FeaturesPage() : nil
    // A resumed run would not have the gestures of the interrupted one.
    if page != nil { run.collectCurves() }
    let instant = try arguments.number("--at", in: 0...3600)
    if let instant {
      guard page == nil else {
        throw arguments.error("--at writes a table; pages and pictures show whole gestures")
      }
      run.look(after: Int64((instant * 1e6).rounded()))
    }
    let output = try Output(arguments, settings: page == nil && subjects == nil ? run.digest : nil)
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    var progress = ProgressLine(of: range.count, after: output.done)
    var writer = FeatureWriter(format, run.margins, hasInstants: instant != nil)
    if shard.isFirst, output.done == 0, figure == nil, subjects == nil { writer.writeHead() }
    var book = run.book
    let isLenient = arguments.has("--lenient")
    var done = output.done
    var failed = output.failed
    var reported = 0
    if done > 0 {
      printNotice("resuming after \(done) of \(range.count) recordings; --restart starts over")
    }
    func reportLabels() {
      for mistake in book.mistakes.dropFirst(reported) { printNotice("\(mistake)") }
      if !isLenient { failed += book.mistakes.count - reported }
      reported = book.mistakes.count
    }
    var shared = SharedMistake(
      in: run.worklist, from: range.lowerBound + done, isLenient: isLenient)
    try run.forEach(in: range.lowerBound + done..<range.upperBound, jobs: jobs) { outcome in
      let lines =
        try shared.lines(of: outcome.mistake, in: outcome.recording)
        + (subjects?.newNotes(about: outcome) ?? [])
      if !lines.isEmpty { progress.clear() }
      lines.forEach(printNotice)
      if outcome.mistake != nil, !isLenient { failed += 1 }
      var gestures = outcome.gestures
      do {
        try book.label(&gestures)
      } catch let error as UnusableFile {
        throw CommandError(error)
      }
      reportLabels()
      subjects?.add(gestures, outcome.shown)
      page?.add(gestures, by: outcome.rule, outcome.curves)
      if let rule = outcome.rule, figure == nil {
        for gesture in gestures { writer.write(gesture, by: rule) }
      }
      done += 1
      // 16 KiB, about twenty gestures: the most that a resumed run repeats.
      if writer.bytes.count >= 1 << 14 || done % 64 == 0 {
        try output.write(&writer.bytes, done: done, failed: failed)
      }
      progress.show(done)
    }
    reportLabels()
    progress.clear()
    shared.lastLine.map(printNotice)
    if let subjects { writer.bytes = subjects.table(format) }
    try output.write(&writer.bytes, done: done, failed: failed)
    if let page, let figure { try output.write(figure, figure.svg(of: page.figures)) }
    try output.finish()
    if let page, let pageFile {
      try pageFile.write(page.text)
      try pageFile.finish()
    }
    return failed > 0 ? .unusable : .fine
  }

  /// The destination of the rows.
  struct Output {
    private var stream: OutputFile?
    /// Whether the rows go to a terminal, so that control characters in names must be escaped.
    private var isShown: Bool { stream?.isTerminal ?? false }
    private var file: ResumableFile?

    /// - Parameter settings: a digest of what the rows depend on, if an interrupted run can be resumed.
    init(_ arguments: Arguments, settings: Digest? = nil) throws {
      let inputs =
        CommonOptions.inputs(arguments)
        + ["--labels", "--list"].compactMap { arguments.value($0) }
      guard let settings, let path = arguments.value("--output"),
        OutputFile.isRegularOrNew(path)
      else {
        stream =
          try arguments.value("--output").map { path throws(CommandError) in
            try OutputFile(result: path, inputs: inputs)
          } ?? OutputFile()
        return
      }
      file = try ResumableFile(
        path, settings: settings, restarts: arguments.has("--restart"), inputs: inputs)
    }

    var done: Int { file?.done ?? 0 }
    var failed: Int { file?.failed ?? 0 }

    func write(_ bytes: inout [UInt8], done: Int, failed: Int) throws {
      if isShown {
        bytes = Array(String(decoding: bytes, as: UTF8.self).shownLines.utf8)
      }
      try stream?.write(&bytes)
      try file?.write(&bytes, done: done, failed: failed)
    }

    /// Writes a picture instead of rows.
    func write(_ figure: FigureRequest, _ svg: String) throws {
      if let stream { try figure.write(svg, to: stream) }
    }

    func finish() throws {
      try stream?.finish()
      try file?.finish()
    }
  }

  /// One of several equal parts of a list.
  struct Shard {
    private var number = 1
    private var count = 1

    init(_ arguments: Arguments) throws {
      guard let text = arguments.value("--shard") else { return }
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
        (1...1_000_000).contains(count), (1...count).contains(number)
      else {
        throw arguments.invalidValue(
          "--shard", "expected a part and the number of parts, such as 1/4")
      }
      self.number = number
      self.count = count
    }

    /// Whether it contains the head of the table.
    var isFirst: Bool { number == 1 }

    /// Returns the range of the list that belongs to it.
    func range(of total: Int) -> Range<Int> {
      (number - 1) * total / count..<number * total / count
    }
  }
}
