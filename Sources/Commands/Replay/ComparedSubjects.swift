import PantographBase
import PantographReports
import PantographSubjects

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
