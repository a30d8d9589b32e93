import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTraces
import PantographTrajectories

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
  /// How the fingers of a subject's gestures lift, one after the other.
  let lifts: [FingerTrack.Lift]
  /// What the subject has shown; `nil` for an interaction.
  let shown: ResultTable?
  /// How it ends, to be compared with other cases.
  let ending: SameOutcome.Ending
  /// Writes the result as the expected one.
  let accept: @Sendable () throws -> Void
  /// Returns the expected and the actual curves, those that differ first.
  let curves: @Sendable () -> [CheckPage.Curves]
  /// Returns pictures of a page that has changed; `nil` if there are none.
  let film: @Sendable () -> FilmStrip?
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
    lifts = []
    shown = nil
    ending = SameOutcome.Ending(of: example, check.milestones)
    accept = { try check.write(as: example) }
    curves = { check.curves(of: example).map { [$0] } ?? [] }
    film = { nil }
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
    lifts = check.gesture.lifts(on: tested.subject)
    shown = check.actual
    ending = SameOutcome.Ending(of: example, tested, check.actual)
    accept = {
      let output = try OutputFile(result: example.expected, inputs: Array(example.files.dropLast()))
      try output.write(check.actual.table)
      try output.finish()
    }
    curves = { check.curves }
    let film: @Sendable () -> FilmStrip? = { [tested] in
      // Pictures are worth no failure of the command.
      do throws(UnusableFile) {
        return try FilmStrip(tested.film(of: check))
      } catch {
        return FilmStrip(missing: error.sentence)
      }
    }
    self.film = film
    page = { check.page(of: example, listedAt: $0, $1, film()) }
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
  /// The curves of each column, those that differ first, in the order in which they do.
  fileprivate var curves: [CheckPage.Curves] {
    let comparison = telling?.comparison
    let differing = comparison?.firstDifferences ?? []
    let drawn = differing.map { (name: $0.column, time: Optional($0.time)) }
    // Of what is the same, one column shows the gesture.
    let first = actual.columns.first.map { (name: $0.name, time: comparison?.result.first?.time) }
    return (drawn.isEmpty ? [first].compactMap { $0 } : drawn).map { name, time in
      CheckPage.Curves(
        of: name, expected: comparison?.expected[name],
        actual: comparison?.actual[name] ?? actual[name],
        divergence: time)
    }
  }

  /// All columns that the subject shows, over what was accepted, those that differ first.
  fileprivate func page(
    of example: Case, listedAt list: String, _ remarks: [String], _ film: FilmStrip?
  ) -> String? {
    let comparison = telling?.comparison
    let differing = comparison?.firstDifferences ?? []
    let names = differing.map(\.column)
    let others = actual.columns.map(\.name).filter { !names.contains($0) }
    let columns = (names + others).map { name in
      OverlaidColumnsPage.Column(
        name, of: [("expected", comparison?.expected[name]), ("now", actual[name])],
        divergence: differing.first { $0.column == name }?.time)
    }
    var page = OverlaidColumnsPage(
      example.path.shown, columns, [], releases: comparison == nil ? [] : gesture.releases,
      jank: jank)
    page.isOfOne = true
    page.list = list
    page.film = film
    page.remarks = [report?.sentence].compactMap { $0.map { "what has changed: \($0)" } } + remarks
    return page.text
  }
}

extension FilmStrip {
  /// Makes a strip of the pictures of a page; `nil` if there are none.
  fileprivate init?(_ film: PageFilm?) {
    guard let film, !film.frames.isEmpty else { return nil }
    self.init(
      film.frames.map {
        Frame(time: $0.time, words: $0.words, before: $0.before, now: $0.now)
      })
  }
}
