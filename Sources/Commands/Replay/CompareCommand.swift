import Glibc
import Pantograph
import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTouches
import PantographTraces
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
    if pageFile != nil { try sink.page.own.askEngine(arguments) }
    if sink.page.own.engine != nil { replay.keepTouches() }
    try replay.run(into: &sink)
    try CommonOptions.chooseGesture(of: &sink.log, arguments)
    var report = CompareReport(
      interaction.rule, presets, estimators, sink.log, of: interaction.gesture)
    report.style = try TextStyle(arguments)
    var page = sink.page
    page.own.source = replay.source
    page.own.surface = replay.surface
    replay.giveTouches(to: &page.own)
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

/// `pantograph compare` of other programs and pages: how their columns move for the same recording.
struct ComparedSubjects {
  private let arguments: Arguments
  private let subjects: NamedSubjects

  /// The subjects that are named, or those of a case; `nil` if there are none.
  init?(_ arguments: Arguments) throws {
    guard let subjects = try NamedSubjects(arguments) else { return nil }
    self.arguments = arguments
    self.subjects = subjects
  }

  /// Runs the subjects, and prints their columns.
  func print() throws -> ExitStatus {
    let fitting: Set = [
      "--interaction", "--subject", "--columns", "--browser", "--json", "--output", "--html",
      "--figure", "--width", "--color", "--ascii",
    ]
    if let option = arguments.given.first(where: { !fitting.contains($0) }) {
      throw arguments.error("\(option) compares rules; it can't be combined with a subject")
    }
    let pageFile = try CommonOptions.pageFile(arguments)
    let comparison = try subjects.compare()
    var report = SubjectComparisonReport(comparison)
    report.style = try TextStyle(arguments)
    try CommonOptions.write(
      heading: report.style.heading([subjects.recording]) + [""], lines: report.lines,
      json: [report.json.text], figures: report.page(of: subjects.recording).figures, arguments)
    if let pageFile {
      try pageFile.write(report.page(of: subjects.recording).text)
      try pageFile.finish()
    }
    return .fine
  }
}

/// The subjects that a command line names for one recording, or those that a case names.
struct NamedSubjects {
  static let subjects = Command.Option(
    "--subject", value: .file("FILE…"),
    help: "compare this subject.json; may be repeated")
  static let columns = Command.Option(
    "--columns", value: "NAMES",
    help: "only these; list.y=offset pairs a column with another name")

  private let arguments: Arguments
  let recording: String
  /// The interaction whose animation is compared, too.
  let interaction: String?
  /// The case's own subject, if it is compared.
  private let own: SubjectCase?
  private let others: [SubjectCase]
  /// How many are compared, with the interaction.
  let count: Int

  /// The subjects that are named, or those of a case; `nil` if there are none.
  init?(_ arguments: Arguments) throws {
    self.arguments = arguments
    let operand = arguments.operands[0]
    var (recording, subject): (String, String?) = (operand, nil)
    var interaction = arguments.value("--interaction")
    if operand == "-" || InputFile.canBeReadAgain(operand) {
      subject = SubjectFeatures.subject(of: operand)
      interaction = interaction ?? CommonOptions.ownInteraction(of: operand)
    } else {
      if case .complete(let found)? = try? CaseSearch.content(of: operand) {
        recording = found.recording
        subject = found.subject
        if subject == nil { interaction = interaction ?? found.interaction }
      }
    }
    let given = arguments.values("--subject")
    let isFile = recording == operand
    guard !given.isEmpty || subject != nil && !(isFile && interaction != nil) else {
      for option in ["--columns", "--browser"] where arguments.has(option) {
        throw arguments.error("\(option) requires a subject; name it with --subject")
      }
      return nil
    }
    guard !isFile || InputFile.canBeReadAgain(operand) || !Self.exists(operand) else {
      throw CommandError("\(operand): each subject reads the recording again; save it in a file")
    }
    self.recording = recording
    self.interaction = interaction
    // A single one is compared with the case's own.
    if given.count > 1 { subject = nil }
    let folder = isFile ? CaseSearch.folder(of: operand) : operand
    do {
      own = try subject.map { file throws(UnusableFile) in
        try SubjectCase(folder, testing: file, with: recording)
      }
      others = try given.map { file throws(UnusableFile) in
        try SubjectCase(folder, testing: file, with: recording)
      }
    } catch {
      throw CommandError(error)
    }
    let agreements = given.isEmpty ? own?.subject.agreements.count ?? 0 : 0
    count = (interaction == nil ? 0 : 1) + (own == nil ? 0 : 1) + others.count + agreements
    guard count > 1 else {
      throw CommandError(
        "\(operand): only one subject; name others with --subject, or list them in the key agrees")
    }
  }

  private static func exists(_ path: String) -> Bool { path == "-" || FoundFile(path) != nil }

  /// Runs the subjects, and prints the notes about them.
  func compare() throws -> SubjectComparison {
    let columns = try columns()
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    let comparison: SubjectComparison
    do {
      comparison = try run(columns)
    } catch {
      throw CommandError(error)
    }
    try check(comparison, columns)
    var noted: Set<String> = []
    for participant in comparison.participants {
      for note in participant.shown.notes where noted.insert(note).inserted {
        printNotice("\(participant.name): note: \(note)")
      }
    }
    return comparison
  }

  /// Reads `list.y=offset,opacity`: columns with all their names.
  private func columns() throws -> [[String]]? {
    guard let text = arguments.value("--columns") else { return nil }
    let columns = text.split(separator: ",", omittingEmptySubsequences: false).map { column in
      column.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    }
    guard !columns.contains(where: { $0.contains("") }) else {
      throw arguments.invalidValue(
        "--columns", "expected comma-separated names, such as list.y=offset,list.opacity")
    }
    return columns
  }

  private func run(_ columns: [[String]]?) throws(UnusableFile) -> SubjectComparison {
    var participants: [SubjectComparison.Participant] = []
    var rows: GestureRows?
    if let interaction {
      participants.append(try .init(interaction: interaction, recording: recording))
    }
    for example in [own].compactMap(\.self) + others {
      let (received, participant) = try example.participant()
      participants.append(participant)
      rows = rows ?? received
    }
    if let own, others.isEmpty {
      for agreement in own.subject.agreements {
        participants.append(try own.participant(agreement))
      }
    }
    guard let rows else { preconditionFailure("nothing but an interaction is compared") }
    return SubjectComparison(participants, rows, columns: columns)
  }

  /// Throws if a column is shown by none of the subjects, or none by two of them.
  private func check(_ comparison: SubjectComparison, _ columns: [[String]]?) throws {
    let shown = comparison.participants.map { participant in
      "\(participant.name) shows \(participant.shown.columns.map(\.name).joined(separator: ", "))"
    }.joined(separator: "; ")
    for names in columns ?? []
    where comparison.participants.allSatisfy({ $0.column(names[0]) == nil }) {
      throw arguments.error("--columns: no column '\(names.joined(separator: "="))'; \(shown)")
    }
    guard !comparison.columns.isEmpty else {
      throw arguments.error(
        "no column has the same name in two subjects; pair them with --columns one=other; \(shown)")
    }
  }
}
