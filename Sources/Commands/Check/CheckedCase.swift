import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTraces
import PantographTrajectories

/// A case, complete or not, and the result of its check.
struct CheckedCase: Sendable {
  let path: String
  private(set) var verdict: Verdict
  /// What cases of the same subject have in common, so that hardly any of them would differ.
  var shared: SameOutcome?
  private let found: CaseSearch.Found
  /// Whether a new or differing result is to be accepted.
  private let accepts: Bool

  /// The result of a check.
  enum Verdict: Sendable {
    /// The trajectory is as expected.
    case same(CheckResult)
    /// The trajectory differs from the expected one.
    case differs(CheckResult)
    /// There is no expected trajectory yet.
    case new(CheckResult)
    /// The trajectory was written as the expected one.
    case accepted(CheckResult)
    /// Some of the files of a case are missing.
    case incomplete(CaseSearch.Incomplete)
    /// A file can't be used.
    case unusable(UnusableFile)
  }

  /// Checks a case.
  ///
  /// - Parameters:
  ///   - found: the case.
  ///   - tolerance: what replaces tolerances of `subject.json`, as text.
  ///   - accepts: whether a new or differing result is accepted.
  ///   - acceptsSilent: whether it is accepted even if it would hardly differ, whatever went wrong.
  init(
    _ found: CaseSearch.Found, within tolerance: String? = nil, accepts: Bool,
    acceptsSilent: Bool = false
  ) {
    self.init(checking: found, within: tolerance, accepts: accepts)
    accept(evenSilent: acceptsSilent)
  }

  /// Checks cases, each and as the cases of their subjects.
  static func all(
    _ found: [CaseSearch.Found], within tolerance: String?, accepts: Bool, acceptsSilent: Bool,
    jobs: Int
  ) -> [CheckedCase] {
    var checked = Parallel.mapShowingProgress(found, jobs: jobs) {
      CheckedCase(checking: $0, within: tolerance, accepts: accepts)
    }
    for outcome in SameOutcome.all(of: checked) {
      for index in outcome.cases { checked[index].shared = outcome }
    }
    guard accepts else { return checked }
    return Parallel.map(checked, jobs: jobs) { checked in
      var checked = checked
      checked.accept(evenSilent: acceptsSilent)
      return checked
    }
  }

  private init(checking found: CaseSearch.Found, within tolerance: String?, accepts: Bool) {
    path = found.path
    self.found = found
    self.accepts = accepts
    switch found {
    case .complete(let example):
      verdict = Self.verdict(of: example) {
        let check = try CheckResult(of: example, within: tolerance, accepts: accepts)
        return check.isSame ? .same(check) : check.isCompared ? .differs(check) : .new(check)
      }
    case .incomplete(let incomplete): verdict = .incomplete(incomplete)
    case .unusable(let mistake): verdict = .unusable(mistake)
    }
  }

  /// Writes the result as the expected one, if that is wanted and changes anything.
  private mutating func accept(evenSilent acceptsSilent: Bool) {
    guard accepts, case .complete(let example) = found, let check = result,
      // Accepting also adds a missing head.
      !check.isSame || check.isWithoutEvents, check.canBeAccepted, check.violations.isEmpty,
      acceptsSilent || silences.isEmpty
    else { return }
    verdict = Self.verdict(of: example) {
      try check.accept()
      return .accepted(check)
    }
  }

  /// Returns a verdict, or the mistake that prevents it.
  private static func verdict(of example: Case, _ work: () throws -> Verdict) -> Verdict {
    do {
      return try work()
    } catch let error as UnusableFile {
      return .unusable(error)
    } catch let error as CommandError {
      // The message begins with the path.
      let sentence = error.sentence.dropFirst(example.expected.count + 2)
      return .unusable(UnusableFile(example.expected, String(sentence), because: .unreadable))
    } catch {
      return .unusable(UnusableFile(example.path, "\(error)"))
    }
  }

  /// The result, unless something prevents it.
  var result: CheckResult? {
    switch verdict {
    case .same(let check), .differs(let check), .new(let check), .accepted(let check): check
    case .incomplete, .unusable: nil
    }
  }

  /// Why it would hardly differ, whatever went wrong.
  var silences: [String] {
    (result?.silences ?? []) + (shared.flatMap { $0.isRefused ? [$0.sentence] : nil } ?? [])
  }

  /// Whether it makes the whole check fail.
  var isFailure: Bool {
    switch verdict {
    case .same: false
    case .incomplete(let incomplete): incomplete.isStale
    case .differs, .new, .accepted, .unusable: true
    }
  }

  // MARK: Report

  /// The name of the verdict.
  var word: String {
    switch verdict {
    case .same: "same"
    case .differs: "differs"
    case .new: "new"
    case .accepted: "accepted"
    case .incomplete(let incomplete): incomplete.isStale ? "stale" : "incomplete"
    case .unusable: "unusable"
    }
  }

  /// The colour of the verdict.
  var ink: TextStyle.Ink { Self.ink(of: word) }

  static func ink(of word: String) -> TextStyle.Ink {
    switch word {
    case "same": .good
    case "new", "accepted", "incomplete": .near
    default: .wrong
    }
  }

  /// The message that follows its path.
  var sentence: String {
    switch verdict {
    case .same(let check) where check.isWithoutEvents:
      "samples as expected; events not checked"
    case .same: "as expected"
    case .differs(let check):
      ([check.report?.sentence].compactMap { $0 } + broken(check)).joined(separator: "; ")
    case .new(let check):
      (broken(check) + ["no expected trajectory yet; now it \(check.story)"])
        .joined(separator: "; ")
    case .accepted(let check): acceptance(check)
    case .incomplete(let incomplete): incomplete.sentence
    case .unusable(let mistake): mistake.sentence
    }
  }

  /// Says how many conditions do not hold, if any.
  private func broken(_ check: CheckResult) -> [String] {
    switch check.violations.count {
    case 0: []
    case 1: ["a condition does not hold"]
    case let count: ["\(count) conditions do not hold"]
    }
  }

  private func acceptance(_ check: CheckResult) -> String {
    if let sentence = check.report?.sentence { return "accepted: \(sentence)" }
    if check.isCompared { return "accepted: unchanged, with events and tolerances added" }
    let before =
      check.hasFormerColumns ? "replaces a file with the columns of an earlier version; " : ""
    return "accepted: \(before)\(check.story)"
  }

  /// Further lines below the message.
  var details: [String] {
    switch verdict {
    case .differs(let check):
      return check.violations + (check.report?.lines ?? [])
        + (isWithoutEvents ? [eventsRemedy] : []) + shownSilences
    case .new(let check):
      let remedy =
        "review it with `pantograph replay`, then accept it with `\(acceptCommand)`"
      return (check.violations.isEmpty ? [remedy] : check.violations) + notes(about: check)
        + shownSilences
    case .accepted(let check):
      guard let difference = check.report, difference.sentence != nil else {
        return notes(about: check) + shownSilences
      }
      let before = check.expectedStory.map { ["was: \($0)"] } ?? []
      return difference.lines + before + ["is:  \(check.story)"] + shownSilences
    case .same(let check):
      return (isWithoutEvents ? [eventsRemedy] : []) + notes(about: check) + shownSilences
    case .incomplete, .unusable: return []
    }
  }

  private func notes(about check: CheckResult) -> [String] {
    check.notes.map { "note: \($0)" }
  }

  /// Why it would hardly differ; of what differs anyway, only that matters.
  private var shownSilences: [String] {
    guard let check = result, accepts || word != "differs" else { return [] }
    let isTaken = if case .accepted = verdict { true } else { check.isSame }
    let remedy = isTaken ? "" : "; --accept takes it only with --even-silent"
    return check.silences.map { "silent: \($0)\(remedy)" }
  }

  /// Whether it is worth a line even if it is as expected.
  var isRemarkable: Bool { word != "same" || isWithoutEvents || result?.triesDiffer ?? false }

  /// Whether there is something to accept.
  var isOpen: Bool { word == "new" || word == "differs" }

  /// Whether it matters that cases of the same subject have something in common.
  var isReviewed: Bool { accepts || word == "new" || word == "accepted" }

  /// Whether the expected file lists no events, so that only samples were compared.
  var isWithoutEvents: Bool {
    switch verdict {
    case .same(let check), .differs(let check): check.isWithoutEvents
    default: false
    }
  }

  private var eventsRemedy: String {
    "expected.csv has no head, so events are not checked; `\(acceptCommand)` writes one"
  }

  /// The command that accepts the result.
  private var acceptCommand: String { "pantograph check --accept \(path.quoted)" }

  /// The report as JSON.
  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("path", .string(path)), ("verdict", .string(word)), ("message", .string(sentence)),
    ]
    switch verdict {
    case .differs(let check), .accepted(let check):
      members.append(("difference", check.report?.json ?? .null))
    case .unusable(let mistake):
      members.append(("line", mistake.line.map(JSONText.integer) ?? .null))
    case .same, .new, .incomplete: break
    }
    switch verdict {
    case .same(let check), .new(let check), .differs(let check), .accepted(let check):
      let others = shared.flatMap { $0.isRefused ? nil : [$0.sentence] } ?? []
      members.append(("notes", .list((check.notes + others).map(JSONText.string))))
      members.append(("violations", .list(check.violations.map(JSONText.string))))
      members.append(("silences", .list(silences.map(JSONText.string))))
    case .unusable, .incomplete: break
    }
    return .object(members)
  }

  /// The report for a page, without curves.
  var example: CheckPage.Example {
    CheckPage.Example(
      path.shown, word, sentence.shown, details: details.map(\.shown),
      silences: shownSilences.map(\.shown), isFailure: isFailure)
  }

  /// The expected and the actual curve, replayed again; `nil` if there is nothing to draw or a file is gone.
  var curves: CheckPage.Curves? {
    switch verdict {
    case .differs(let check), .new(let check): check.curves()
    default: nil
    }
  }

  /// The report as a JUnit test.
  var test: JUnitReport.Test {
    let slash = path.lastIndex(of: "/")
    let outcome: JUnitReport.Outcome =
      switch verdict {
      case .same: .passed
      case .unusable(let mistake): .unusable(sentence: "\(mistake)")
      case .incomplete(let incomplete) where !incomplete.isStale: .skipped(sentence: sentence)
      case .differs, .new, .accepted, .incomplete:
        .failed(
          kind: word, sentence: sentence, details: details.joined(separator: "\n"))
      }
    return JUnitReport.Test(
      group: slash.map { String(path[..<$0]) } ?? ".",
      name: slash.map { String(path[path.index(after: $0)...]) } ?? path, outcome: outcome)
  }
}

extension CheckedCase {
  /// Returns a page of the case alone, replayed again, with a link to the page that lists it; `nil` if there is nothing
  /// to show or a file is gone.
  func page(listedAt list: String) -> String? {
    switch verdict {
    case .same(let check), .differs(let check), .new(let check):
      check.page(list, shownSilences)
    case .accepted, .incomplete, .unusable: nil
    }
  }
}

/// The result of checking a case, whatever its subject is.
struct CheckResult: Sendable {
  /// Whether the result is as expected.
  let isSame: Bool
  /// Whether something has been accepted before.
  let isCompared: Bool
  /// Whether accepting the result changes anything.
  let canBeAccepted: Bool
  /// Whether the expected file lists no events, so that only samples were compared.
  let isWithoutEvents: Bool
  /// Whether the expected file has the columns of an earlier version, so that nothing is compared.
  let hasFormerColumns: Bool
  /// What happens now, to be reviewed before it is accepted.
  let story: String
  /// What happened when the expected file was accepted; `nil` if it does not say.
  let expectedStory: String?
  /// Where it differs, and how; `nil` if nothing has been accepted.
  let report: DifferenceReport?
  /// What about the result is not exact.
  let notes: [String]
  /// What it does that its conditions forbid, a line each.
  let violations: [String]
  /// Why it would hardly differ, whatever went wrong.
  let silences: [String]
  /// Whether tries in real time differed.
  let triesDiffer: Bool
  /// What the subject has shown; `nil` for an interaction.
  let shown: ResultTable?
  /// How it ends, to be compared with other cases.
  let ending: SameOutcome.Ending
  /// Writes the result as the expected one.
  let accept: @Sendable () throws -> Void
  /// Returns the expected and the actual curve; `nil` if there are none to draw.
  let curves: @Sendable () -> CheckPage.Curves?
  /// Returns a page of the case alone, with a link to the page that lists it and remarks; `nil` if there is nothing to
  /// show.
  let page: @Sendable (_ list: String, _ remarks: [String]) -> String?

  /// Checks a case.
  ///
  /// - Parameters:
  ///   - example: the case.
  ///   - tolerance: what replaces tolerances of `subject.json`, as text.
  ///   - accepts: whether the result may replace an expected file with the columns of an earlier version.
  init(of example: Case, within tolerance: String?, accepts: Bool) throws {
    if let tested = try SubjectCase(example) {
      try self.init(of: example, tested, within: tolerance, accepts: accepts)
    } else {
      self.init(of: example, try example.check(replacesFormer: accepts))
    }
  }

  private init(of example: Case, _ check: CaseCheck) {
    isSame = check.isSame
    isCompared = check.comparison != nil
    canBeAccepted = true
    hasFormerColumns = check.hasFormerColumns
    isWithoutEvents = check.comparison != nil && check.expectedMilestones == nil
    story = DifferenceReport.story(check.milestones)
    expectedStory = check.expectedMilestones.map { DifferenceReport.story($0) }
    report = check.comparison.map { DifferenceReport($0, notes: check.notes) }
    notes = check.notes
    violations = check.violations.map(\.sentence)
    silences = []
    triesDiffer = false
    shown = nil
    ending = SameOutcome.Ending(of: example, check.milestones)
    accept = { try check.write(as: example) }
    curves = { check.curves(of: example) }
    page = { list, _ in check.page(of: example, listedAt: list) }
  }

  private init(
    of example: Case, _ tested: SubjectCase, within tolerance: String?, accepts: Bool
  ) throws {
    var tested = tested
    if let tolerance {
      try tested.subject.tolerances.read(tolerance, of: "pantograph check")
    }
    let check = try tested.check(accepting: accepts)
    isSame = check.isSame
    isCompared = check.isCompared
    canBeAccepted = check.canBeAccepted
    hasFormerColumns = false
    isWithoutEvents = false
    story = check.actual.story
    expectedStory = nil
    report = check.report
    notes = check.actual.notes
    violations = check.violations.map(\.sentence)
    silences = check.actual.silences
    triesDiffer = check.triesDiffer
    shown = check.actual
    ending = SameOutcome.Ending(of: example, tested, check.actual)
    accept = {
      let output = try OutputFile(result: example.expected, inputs: Array(example.files.dropLast()))
      try output.write(check.actual.table)
      try output.finish()
    }
    curves = { check.curves }
    page = { check.page(of: example, listedAt: $0, $1) }
  }
}

extension CaseCheck {
  /// Replays the case again and writes its expected trajectory.
  fileprivate func write(as example: Case) throws {
    let interaction = try Interaction(file: example.interaction)
    var replay = try Replay(RecordingStream(example.recording), driving: interaction)
    let output = try OutputFile(
      result: example.expected, inputs: [example.recording, example.interaction])
    var sink = ReplaySink(
      ExpectedReport(interaction, within: tolerances, milestones), to: output)
    try replay.run(into: &sink)
    try output.write(&sink.report.bytes)
    try output.finish()
  }

  fileprivate func curves(of example: Case) -> CheckPage.Curves? {
    guard let actual = try? example.trajectory() else { return nil }
    let expected = example.hasExpected ? try? TrajectoryFile(example.expected) : nil
    let isSameColumns = comparison?.cause != .columns
    return CheckPage.Curves(
      expected: expected?.samples ?? [], actual: actual.samples,
      divergence: isSameColumns ? comparison?.first?.time : nil)
  }

  /// The expected and the present trajectory over each other, or the present one alone if they are the same.
  fileprivate func page(of example: Case, listedAt list: String) -> String? {
    guard let interaction = try? Interaction(file: example.interaction),
      var replay = try? Replay(RecordingStream(example.recording), driving: interaction)
    else { return nil }
    guard let comparison, !isSame, let expected = try? TrajectoryFile(example.expected) else {
      var page = TrajectoryPage(interaction, named: example.path.shown)
      page.surface = replay.surface
      page.list = list
      page.engine = .found
      page.file = (try? InputFile(example.interaction).readAll(limit: 16 << 20))
        .map { InteractionText($0) }
      if page.engine != nil { replay.keepTouches() }
      do { try replay.run(into: &page) } catch { return nil }
      page.recorded = replay.touches
      return page.text
    }
    var both = TrajectoryWithContacts()
    do { try replay.run(into: &both) } catch { return nil }
    var report = DiffReport(
      comparison, expected: .init("expected", expected.names, expected.samples),
      actual: .init("now", interaction.columns, both.trajectory.samples),
      knowsEvents: expectedMilestones != nil)
    report.title = example.path.shown
    report.contacts = (both.contacts, replay.surface)
    report.interaction = interaction
    report.list = list
    return report.page
  }
}

extension SubjectCheck {
  fileprivate var curves: CheckPage.Curves? {
    guard let comparison = telling?.comparison, let name = comparison.result.tellingColumn else {
      return actual.columns.first.map { CheckPage.Curves(of: $0.name, expected: nil, actual: $0) }
    }
    return CheckPage.Curves(
      of: name, expected: comparison.expected[name], actual: comparison.actual[name],
      divergence: comparison.result.first?.time)
  }

  /// All columns that the subject shows, over what was accepted.
  fileprivate func page(
    of example: Case, listedAt list: String, _ remarks: [String]
  ) -> String? {
    let comparison = telling?.comparison
    let columns = actual.columns.map { column in
      OverlaidColumnsPage.Column(
        column.name, of: [("expected", comparison?.expected[column.name]), ("now", column)])
    }
    var page = OverlaidColumnsPage(example.path.shown, columns, [], releases: [])
    page.list = list
    page.remarks = remarks
    return page.text
  }
}
