import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTrajectories

/// The result of checking a case, whatever its subject is.
protocol CheckResult: Sendable {
  /// Whether the result is as expected.
  var isSame: Bool { get }
  /// Whether something has been accepted before.
  var isCompared: Bool { get }
  /// Whether accepting the result changes anything.
  var canBeAccepted: Bool { get }
  /// Whether the expected file lists no events, so that only samples were compared.
  var isWithoutEvents: Bool { get }
  /// What happens now, to be reviewed before it is accepted.
  var story: String { get }
  /// What happened when the expected file was accepted; `nil` if it does not say.
  var expectedStory: String? { get }
  /// The difference: one sentence, further lines, and JSON; `nil` if nothing has been accepted.
  var difference: (sentence: String?, lines: [String], json: JSONText)? { get }
  /// What about the result is not exact.
  var notes: [String] { get }
  /// The expected and the actual curve of a case; `nil` if there are none to draw.
  func curves(at path: String) -> CheckPage.Curves?
  /// Returns a page of a case alone, with a link to the page that lists it; `nil` if there is nothing to show.
  func page(at path: String, listedAt list: String) -> String?
}

extension CaseCheck: CheckResult {
  var isCompared: Bool { comparison != nil }
  var canBeAccepted: Bool { true }
  var isWithoutEvents: Bool { comparison != nil && expectedMilestones == nil }
  var story: String { DifferenceReport.story(milestones) }
  var expectedStory: String? { expectedMilestones.map { DifferenceReport.story($0) } }

  var difference: (sentence: String?, lines: [String], json: JSONText)? {
    comparison.map { result in
      let report = DifferenceReport(result)
      return (report.sentence, report.lines + notes.map { "note: \($0)" }, report.json)
    }
  }

  func curves(at path: String) -> CheckPage.Curves? {
    guard let example = try? Case(path),
      let interaction = try? Interaction(file: example.interaction),
      let actual = try? Trajectory(replaying: example.recording, driving: interaction)
    else { return nil }
    let expected = example.hasExpected ? try? TrajectoryFile(example.expected) : nil
    let isSameColumns = comparison?.cause != .columns
    return CheckPage.Curves(
      expected: expected?.samples ?? [], actual: actual.samples,
      divergence: isSameColumns ? comparison?.first?.time : nil)
  }
}

extension SubjectCheck: CheckResult {
  var isWithoutEvents: Bool { false }
  var story: String { actual.story }
  var notes: [String] { actual.notes }
  var expectedStory: String? { nil }

  var difference: (sentence: String?, lines: [String], json: JSONText)? {
    ObservationReport(self).map { ($0.sentence, $0.lines, $0.json) }
  }

  func curves(at path: String) -> CheckPage.Curves? {
    guard let comparison = telling?.comparison, let name = comparison.tellingColumn else {
      return actual.columns.first.map { column in
        CheckPage.Curves(
          of: column.name, expected: [], actual: column.samples, divergence: nil)
      }
    }
    return CheckPage.Curves(
      of: name, expected: comparison.expected[name]?.samples ?? [],
      actual: comparison.actual[name]?.samples ?? [], divergence: comparison.first?.time)
  }
}
