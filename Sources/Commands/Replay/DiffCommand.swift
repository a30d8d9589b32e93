import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTrajectories

/// `pantograph diff`: where two trajectories diverge, and why.
enum DiffCommand {
  static let command = Command(
    name: "diff",
    summary: "shows where two trajectories diverge and why, and plots them over each other",
    operands: [.file("A")],
    optionalOperands: [.file("B")],
    options: [
      .init(
        "--interaction", "-i", value: .file(),
        help: "the interaction, for a recording outside a case"),
      NamedSubjects.subjects, NamedSubjects.columns, CommonOptions.browser,
      .init("--against", value: .file(), help: "the interaction to replay A with"),
      .init(
        "--rules", value: .list("RULE,RULE", CommonOptions.presetNames),
        help: "replay A twice, with the first and then the second of these rules"),
      .init(
        "--tolerance", value: "VALUE",
        help: "allowed differences (default: those of A); see below"),
      CommonOptions.rate,
      CommonOptions.outputOrFigure,
      CommonOptions.page,
      CommonOptions.json,
    ] + CommonOptions.figures + CommonOptions.replayed + CommonOptions.textual,
    details: """
      A and B are trajectories in CSV, from `replay --format csv` or an expected.csv. The report
      describes how B differs from A.

      If only A is given, it is a case folder, or a recording used with --interaction. It is replayed
      twice: once with the interaction of --against or the first of the two --rules, and once with its
      own interaction or the second rule.

      A and B can also be tables that other programs print: a column `time`, others with numbers, and
      `event`. Then the columns that both have are compared, with straight lines between the rows; the
      others are listed. For a case folder of another program or a page, the subject is run, and what it
      shows is compared.

      --tolerance is VALUE or VALUE,SECONDS for all columns, or names columns:
      'COLUMN=VALUE,SECONDS;COLUMN=VALUE', with * for every other column and `events` for all events, and
      for the phases of a trajectory.

      With --subject, both are other programs or pages that get the same recording. One --subject is
      compared with that of the case, or with --interaction; two are compared with each other.

      Events are compared, except for a trajectory in CSV: its events are known only if it begins with the
      # lines of an expected.csv, and compared only with those of another such file.
      """,
    exitStatus: """
      Exits with 0 if the trajectories are equal within the tolerances, with 1 if they differ, and with 2
      if a file can't be used.
      """,
    examples: [
      "pantograph diff before.csv after.csv",
      "pantograph diff Recordings/touchpad-flick --rules gnome-shell,kwin",
      "pantograph diff swipe.yml --interaction new.json --against old.json",
      "pantograph diff sheet --subject sheet/old.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let operands = arguments.operands
    if operands.count == 2 { try checkNoFolder(operands) }
    do {
      if let shown = try ShownDiff(arguments) { return try shown.print(arguments) }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
    guard operands.count == 2 || arguments.has("--against") || arguments.has("--rules") else {
      throw CommandError(
        "pantograph diff: missing B, the trajectory to compare \(operands[0]) with; to replay a"
          + " recording twice, pass --against or --rules, or --subject for another program")
    }
    let pageFile = try CommonOptions.pageFile(arguments)
    let report: DiffReport
    do {
      report = try operands.count == 1 ? runs(arguments) : files(arguments)
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
    let style = try TextStyle(arguments)
    try CommonOptions.write(
      heading: [], lines: report.lines(in: style), json: [report.json.text],
      figures: report.figures, arguments)
    try pageFile?.write(report.page)
    try pageFile?.finish()
    return report.result.isWithinTolerances ? .fine : .failed
  }

  /// Throws if one of two trajectories is a folder.
  private static func checkNoFolder(_ operands: [String]) throws(CommandError) {
    if let folder = operands.first(where: { InputFile.isFolder($0) && !ShownDiff.isCase($0) }) {
      throw CommandError(
        "pantograph diff: \(folder) is a folder; to compare two rules, pass only this folder and"
          + " --rules; to compare two trajectories, pass CSV files")
    }
  }

  /// A trajectory and its displayed name.
  private typealias Named = (name: String, file: TrajectoryFile)

  /// Compares the two files of the operands.
  private static func files(_ arguments: Arguments) throws -> DiffReport {
    let (first, second) = (arguments.operands[0], arguments.operands[1])
    let replaying = ["--interaction", "--against", "--rules", "--rate"]
    if let option = replaying.first(where: arguments.has) {
      throw CommandError(
        "pantograph diff: \(option) requires a recording; two trajectories were given")
    }
    let tolerances = try tolerances(arguments)
    var pair = try TrajectoryFilePair(first, second)
    var expected = DiffReport.Side(first.shown, pair.names.expected)
    var actual = DiffReport.Side(second.shown, pair.names.actual)
    func append(_ sample: Sample, to side: Differ.Side) {
      if side == .expected { expected.append(sample) } else { actual.append(sample) }
    }
    let isDrawn = ShownDiff.isDrawn(arguments)
    let result: Differ.Result
    if !isDrawn, WholeFile.areEqual(first, second) {
      result = try pair.resultOfEqualFiles()
    } else {
      result = try pair.compare(
        within: tolerances ?? pair.tolerances ?? Tolerances()
      ) { sample, side in
        if isDrawn { append(sample, to: side) }
      }
      // Of trajectories that are the same, nothing is plotted in the text.
      if !isDrawn, !result.isWithinTolerances, !arguments.wantsJSON {
        var again = try TrajectoryFilePair(first, second)
        _ = try again.compare(within: Tolerances(), samples: append)
      }
    }
    return DiffReport(
      result, expected: expected, actual: actual, knowsEvents: pair.knowsEvents)
  }

  /// Compares the two replays of one recording.
  private static func runs(_ arguments: Arguments) throws -> DiffReport {
    let tolerances = try tolerances(arguments)
    var contacts: (log: ContactLog, surface: Surface)?
    var interaction: Interaction?
    let (expected, actual) = try pair(arguments, &contacts, &interaction)
    func side(_ side: Named) -> DiffReport.Side {
      .init(side.name.shown, side.file.names, side.file.samples)
    }
    var report = DiffReport(
      expected.file.compare(actual.file, within: tolerances ?? Tolerances()),
      expected: side(expected), actual: side(actual), knowsEvents: true)
    report.contacts = contacts
    report.interaction = interaction
    return report
  }

  /// The two replays of one recording, its contacts, and the first interaction.
  private static func pair(
    _ arguments: Arguments, _ contacts: inout (log: ContactLog, surface: Surface)?,
    _ first: inout Interaction?
  ) throws -> (Named, Named) {
    let (recording, path) = try CommonOptions.recordingAndInteraction(arguments)
    // A pipe can't be read a second time.
    guard !InputFile.isPipe(recording) else {
      throw CommandError("\(recording): a pipe can't be replayed twice; save it to a file first")
    }
    var interaction = try Interaction(file: path)
    CommonOptions.choosePalms(&interaction, arguments)
    if let rate = try arguments.number("--rate", in: 1...10_000) { interaction.rate = rate }
    func run(_ interaction: Interaction) throws -> TrajectoryFile {
      var replay = try ReplayedRecording(interaction, arguments, recording: recording)
      var both = TrajectoryWithContacts()
      try replay.run(into: &both)
      contacts = (both.contacts, replay.surface)
      first = first ?? interaction
      return TrajectoryFile(both.trajectory, of: interaction.columns)
    }
    switch (arguments.value("--against"), arguments.value("--rules")) {
    case (let other?, nil):
      var before = try Interaction(file: other)
      before.ignoresPalms = interaction.ignoresPalms
      before.rate = interaction.rate
      return ((other, try run(before)), (path, try run(interaction)))
    case (nil, let list?):
      let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2 else {
        throw CommandError("pantograph diff: --rules \(list): expected two comma-separated names")
      }
      let files = try names.map { name in
        var changed = interaction
        changed.rule = try CommonOptions.preset(name, arguments).rule.resting(as: interaction.rule)
        return try run(changed)
      }
      return ((names[0], files[0]), (names[1], files[1]))
    case (nil, nil): preconditionFailure("checked before")
    case (.some, .some):
      throw CommandError("pantograph diff: --against and --rules exclude each other")
    }
  }

  /// The tolerances of the option.
  static func tolerances(_ arguments: Arguments) throws(CommandError) -> Tolerances? {
    guard let text = arguments.value("--tolerance") else { return nil }
    var tolerances = Tolerances()
    try tolerances.read(text, of: "pantograph diff")
    return tolerances
  }
}

/// A whole trajectory and the contacts that caused it.
struct TrajectoryWithContacts: TrajectorySink {
  private(set) var trajectory = Trajectory()
  private(set) var contacts = ContactLog()

  mutating func receive(_ sample: Sample) throws(Never) { trajectory.receive(sample) }
  mutating func receive(_ event: TrajectoryEvent) throws(Never) { trajectory.receive(event) }
  mutating func receive(_ frame: TouchFrame) throws(Never) { contacts.receive(frame) }
}

/// `pantograph diff` of two subjects, or of two tables of which at least one was printed by another program.
struct ShownDiff {
  /// The report; `nil` for tables with the same content.
  private var report: DifferenceReport?
  private var isSame = true
  /// Makes the page, which is far larger than the result; `nil` if it is not drawn.
  private var page: (() -> OverlaidColumnsPage)?
  /// The columns that only one side has, as sentences.
  private var others: [String] = []

  /// Compares two subjects or tables; `nil` if both are trajectories of Pantograph.
  ///
  /// A case of another program or a page is run, and what it shows is a table.
  init?(_ arguments: Arguments) throws {
    guard arguments.operands.count == 2 else {
      let replaysTwice = arguments.has("--against") || arguments.has("--rules")
      guard !replaysTwice, let subjects = try NamedSubjects(arguments) else { return nil }
      if arguments.has("--rate") {
        throw CommandError("pantograph diff: --rate requires interactions; a subject was given")
      }
      guard subjects.count == 2 else {
        throw CommandError(
          "pantograph diff: \(subjects.count) subjects are named; name two, or see how all of them"
            + " move with `pantograph compare`")
      }
      let both = try subjects.compare()
      let tolerances = try DiffCommand.tolerances(arguments)
      let comparison = both.difference(within: tolerances)
      isSame = comparison.isSame
      report = DifferenceReport(
        comparison.result, notes: tolerances?.notes(about: both.participants.map(\.shown)) ?? [])
      for participant in arguments.has("--columns") ? [] : both.participants {
        let compared = Set(both.columns.compactMap { participant.column($0)?.name })
        addOthers(
          participant.shown.columns.filter { !compared.contains($0.name) }, in: participant.name)
      }
      page = { SubjectComparisonReport(both).page(of: subjects.recording) }
      return
    }
    if let option = ["--subject", "--columns"].first(where: arguments.has) {
      throw CommandError(
        "pantograph diff: \(option) is for the subjects of one recording; pass only that")
    }
    let operands = try arguments.operands.map { path throws(UnusableFile) in
      try Operand(path)
    }
    guard !operands.allSatisfy(\.isTrajectory) else { return nil }
    if let option = ["--rate", "--interaction"].first(where: arguments.has) {
      throw CommandError("pantograph diff: \(option) requires a recording; two tables were given")
    }
    let tolerances = try DiffCommand.tolerances(arguments)
    let isDrawn = Self.isDrawn(arguments)
    let names = arguments.operands
    if operands.allSatisfy({ $0.example == nil }), !isDrawn, WholeFile.areEqual(names[0], names[1])
    {
      var rows = try operands[0].rows()
      while try rows.next() != nil {}
      return
    }
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    var pair = TablePair(
      try operands[0].rows(), try operands[1].rows(), keepingRows: isDrawn)
    let result = try pair.compare(within: tolerances ?? Tolerances())
    guard result.isOfAnything else {
      throw CommandError("\(names[0]) and \(names[1]) have no column in common")
    }
    let tables = pair.tables
    isSame = result.isWithinTolerances
    report = DifferenceReport(result, notes: tolerances?.notes(about: tables) ?? [])
    for index in 0...1 {
      addOthers(
        tables[index].columns.filter { tables[1 - index][$0.name] == nil }, in: names[index])
    }
    page = {
      let columns = tables[0].columns.compactMap { column in
        tables[1][column.name].map { other in
          OverlaidColumnsPage.Column(
            column.name, of: [(names[0], column), (names[1], other)])
        }
      }
      return OverlaidColumnsPage(names.joined(separator: " and "), columns, [], releases: [])
    }
  }

  /// Whether the result is a page or a picture, which show all rows.
  static func isDrawn(_ arguments: Arguments) -> Bool {
    arguments.has("--html") || arguments.pictureFormat != nil
  }

  private mutating func addOthers(_ columns: [ResultTable.Column], in name: String) {
    guard !columns.isEmpty else { return }
    let names = columns.map(\.name).joined(separator: ", ")
    others.append("only in \(name), not compared: \(names)")
  }

  /// Whether a folder is a case of another program or a page.
  static func isCase(_ path: String) -> Bool {
    guard case .complete(let found)? = try? CaseSearch.content(of: path) else { return false }
    return found.subject != nil
  }

  func print(_ arguments: Arguments) throws -> ExitStatus {
    let pageFile = try CommonOptions.pageFile(arguments)
    let sentence = report?.sentence ?? "the same within the tolerances"
    try CommonOptions.write(
      heading: [], lines: [sentence] + ((report?.lines ?? []) + others).map { "    \($0)" },
      json: [(report?.json ?? .null).text], figures: page?().figures ?? .none, arguments)
    if let pageFile, let page {
      try pageFile.write(page().text)
      try pageFile.finish()
    }
    return isSame ? .fine : .failed
  }
}

/// A table, or a case that shows one.
private struct Operand {
  let path: String
  let example: SubjectCase?
  let isTrajectory: Bool

  init(_ path: String) throws(UnusableFile) {
    self.path = path
    if InputFile.isFolder(path), case .complete(let found)? = try CaseSearch.content(of: path) {
      example = try SubjectCase(found)
    } else {
      example = nil
    }
    isTrajectory = example == nil ? try ResultTable.isTrajectory(file: path) : false
  }

  func rows() throws(UnusableFile) -> TableRows {
    if let example { TableRows(try example.observe().shown) } else { try TableRows(file: path) }
  }
}
