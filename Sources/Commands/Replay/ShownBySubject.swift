import Pantograph
import PantographReports
import PantographSubjects
import PantographTraces

/// `pantograph replay` of a recording for another program or a page: what it shows.
struct ShownBySubject {
  private let example: SubjectCase

  /// The case in a folder, or a recording for the subject of `--subject`; `nil` for anything else.
  init?(_ arguments: Arguments) throws(UnusableFile) {
    let (operand, subject) = (arguments.operands[0], arguments.value("--subject"))
    if operand == "-" || InputFile.canBeReadAgain(operand) {
      guard let subject else { return nil }
      example = try SubjectCase(operand, testing: subject, with: operand)
      return
    }
    switch try? CaseSearch.content(of: operand, testing: subject) {
    case .observed(let found): example = try SubjectCase(found)
    case .complete(let found) where subject != nil:
      example = try SubjectCase(operand, testing: subject ?? "", with: found.recording)
    default: return nil
    }
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
        .page(of: example.recording)
    }
    let picture = try figure?.svg(of: page().figures)
    let output =
      try arguments.value("--output").map { path throws(CommandError) in
        try OutputFile(result: path, inputs: CommonOptions.files(ofCase: example.path))
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
