import Pantograph
import PantographReports
import PantographSubjects
import PantographTraces
import PantographTrajectories

/// `pantograph diff` of two subjects, or of two tables of which at least one was printed by another program.
struct ShownDiff {
  /// The report; `nil` for tables with the same content.
  private let report: ObservationReport?
  private let isSame: Bool
  /// Makes the page, which is far larger than the result; `nil` if it is not drawn.
  private let page: (() -> OverlaidColumnsPage)?
  /// The columns that only one side has, as sentences.
  private let others: [String]

  /// Compares two subjects or tables; `nil` if both are trajectories of Pantograph.
  ///
  /// A case of another program or a page is run, and what it shows is a table.
  init?(_ arguments: Arguments) throws {
    func tolerances() throws -> Subject.Tolerances? {
      try arguments.value("--tolerance").map { text in
        var tolerances = Subject.Tolerances()
        try tolerances.read(text, of: "pantograph diff")
        return tolerances
      }
    }
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
      let tolerances = try tolerances()
      let comparison = both.difference(within: tolerances)
      isSame = comparison.isSame
      report = ObservationReport(
        comparison, notes: Self.notes(tolerances, both.participants.map(\.shown)))
      others =
        arguments.has("--columns")
        ? []
        : both.participants.compactMap { participant in
          let compared = Set(both.columns.compactMap { participant.column($0)?.name })
          return Self.only(
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
    if case (.table(let first, _), .table(let second, _)) = (operands[0], operands[1]),
      !Self.isDrawn(arguments), WholeFile.areEqual(first, second)
    {
      try Observation.check(table: first)
      _ = try tolerances()
      isSame = true
      report = nil
      others = []
      page = nil
      return
    }
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    let whole = try operands.map { operand throws(UnusableFile) in try operand.shown() }
    let names = arguments.operands
    var shown = whole
    for index in 0...1 {
      shown[index].columns.removeAll { whole[1 - index][$0.name] == nil }
      // A trajectory has its events in lines of its own.
      if operands.contains(where: \.isTrajectory) { shown[index].events = [] }
    }
    guard !shown[0].columns.isEmpty || shown.contains(where: { !$0.events.isEmpty }) else {
      throw CommandError("\(names[0]) and \(names[1]) have no column in common")
    }
    let tolerances = try tolerances()
    let comparison = ObservationComparison(
      of: shown[1], expecting: shown[0], within: tolerances ?? Subject.Tolerances())
    isSame = comparison.isSame
    report = ObservationReport(comparison, notes: Self.notes(tolerances, whole))
    others = (0...1).compactMap { index in
      Self.only(
        whole[index].columns.filter { shown[index][$0.name] == nil }, in: names[index])
    }
    page = { [shown] in
      let columns = shown[0].columns.compactMap { column in
        shown[1][column.name].map { other in
          OverlaidColumnsPage.Column(
            name: column.name, curves: [(names[0], column.samples), (names[1], other.samples)],
            gestures: [])
        }
      }
      return OverlaidColumnsPage(names.joined(separator: " and "), columns, [], releases: [])
    }
  }

  /// Whether the result is a page or a picture, which show all rows.
  static func isDrawn(_ arguments: Arguments) -> Bool {
    arguments.has("--html") || arguments.pictureFormat != nil
  }

  private static func notes(
    _ tolerances: Subject.Tolerances?, _ shown: [Observation]
  ) -> [String] {
    tolerances?.notes(about: shown) ?? []
  }

  private static func only(_ columns: [Observation.Column], in name: String) -> String? {
    columns.isEmpty
      ? nil : "only in \(name), not compared: \(columns.map(\.name).joined(separator: ", "))"
  }

  /// Whether a folder is a case of another program or a page.
  static func isCase(_ path: String) -> Bool {
    if case .observed? = try? CaseSearch.content(of: path) { true } else { false }
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
private enum Operand {
  case table(String, isTrajectory: Bool)
  case subject(SubjectCase)

  init(_ path: String) throws(UnusableFile) {
    if InputFile.isFolder(path), case .observed(let found)? = try CaseSearch.content(of: path) {
      self = .subject(try SubjectCase(found))
    } else {
      self = .table(path, isTrajectory: try Observation.isTrajectory(file: path))
    }
  }

  var isTrajectory: Bool {
    if case .table(_, let isTrajectory) = self { isTrajectory } else { false }
  }

  func shown() throws(UnusableFile) -> Observation {
    switch self {
    case .table(let path, _):
      try Observation(
        table: WholeFile.bytes(of: path, limit: 1 << 30, "a table"), named: path)
    case .subject(let example): try example.observe().shown
    }
  }
}
