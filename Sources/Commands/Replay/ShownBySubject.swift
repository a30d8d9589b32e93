import PantographCases
import PantographReports
import PantographSubjects

/// `pantograph replay` of a case whose subject is another program: what it shows.
struct ShownBySubject {
  private let example: SubjectCase

  /// The case in a folder; `nil` if the operand is anything else.
  init?(_ operand: String) throws(UnusableFile) {
    guard !InputFile.canBeReadAgain(operand), operand != "-",
      case .observed(let found)? = try? CaseSearch.content(of: operand)
    else { return nil }
    example = try SubjectCase(found)
  }

  /// Runs the program, and prints the table of what it shows.
  func print(_ arguments: Arguments) throws -> ExitStatus {
    let fitting = ["--output", "--format"]
    let others = ReplayCommand.command.options.filter {
      arguments.has($0.name) && !fitting.contains($0.name)
    }
    if let option = others.first {
      throw CommandError(
        "pantograph replay: \(option.name) requires a trajectory; subject.json names another program"
      )
    }
    let format = try arguments.format(TrajectoryFormat.self) ?? .csv
    guard format == .csv || format == .text else {
      throw CommandError(
        "pantograph replay: \(format.rawValue) requires a trajectory; what another program shows is a"
          + " table, csv")
    }
    defer { BrowserPool.shared.end() }
    let shown: Observation
    do {
      shown = try example.observe().shown
    } catch {
      throw CommandError(error)
    }
    let output =
      try arguments.value("--output").map { path throws(CommandError) in
        try OutputFile(result: path, inputs: CommonOptions.files(ofCase: example.path))
      } ?? OutputFile()
    try output.write(shown.table)
    for note in shown.notes { printNotice("note: \(note)") }
    try output.finish()
    return .fine
  }
}
