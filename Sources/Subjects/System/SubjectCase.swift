package import Pantograph
import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTraces
package import PantographTrajectories
import Synchronization

/// A folder with a recording for a subject, and `expected.csv` once an observation has been accepted.
package struct SubjectCase: Hashable, Sendable {
  /// The files of the case.
  package let found: Case
  /// What is tested.
  package var subject: Subject
  /// Events that replace those of the recording, and their device.
  package var given: GivenEvents?
  /// The file that describes it; programs run in its folder.
  package let subjectFile: String

  /// Events in memory.
  package struct GivenEvents: Hashable, Sendable {
    package var events: [InputEvent]
    package var device: DeviceDescription

    package init(_ events: [InputEvent], of device: DeviceDescription) {
      self.events = events
      self.device = device
    }
  }

  /// Reads the description of a case's subject; `nil` if it has an interaction.
  package init?(_ found: Case) throws(UnusableFile) {
    guard let file = found.subject else { return nil }
    try self.init(found, file)
  }

  /// Reads the description of a subject, for a recording with which nothing has been accepted.
  package init(
    _ path: String, testing file: String, with recording: String
  ) throws(UnusableFile) {
    try self.init(Case(path: path, recording: recording, testing: file), file)
  }

  private init(_ found: Case, _ file: String) throws(UnusableFile) {
    self.found = found
    subjectFile = file
    subject = try Subject(
      bytes: WholeFile.bytes(of: file, limit: 1 << 20, "a subject"), named: file)
  }

  /// The page under test, if it is a file.
  package var pageFiles: [String] {
    switch subject.kind {
    case .command: []
    case .page(let page) where page.server != nil: []
    case .page(let page): [file(page.isFolder ? page.location + "index.html" : page.location)]
    }
  }

  /// The folder of the subject.
  var folder: String { CaseSearch.folder(of: subjectFile) }

  /// Returns a file in the folder of the subject.
  func file(_ name: String) -> String { Case.join(folder, name) }

  /// Runs the subject on the recording, and compares what it shows with what was accepted, and with what
  /// else must show the same.
  ///
  /// In real time, chance takes part: if it differs, it runs again, and two of three runs decide. What is to be
  /// accepted must come three times.
  ///
  /// - Parameter accepts: whether what it shows is to be accepted if it differs.
  package func check(accepting accepts: Bool = false) throws(UnusableFile) -> SubjectCheck {
    var tries = [try checkOnce()]
    guard subject.isInRealTime else { return tries[0] }
    while tries.count < Self.mostTries {
      let isDecided = !tries[0].isCompared || tries.count { !$0.isSame } == 2
      if tries[0].isSame || isDecided && !accepts { break }
      tries.append(try checkOnce())
    }
    return tries.count > 1 ? decided(by: tries, accepting: accepts) : tries[0]
  }

  /// 3 tries: a single one that differs is outvoted.
  private static let mostTries = 3

  /// Returns the result of most tries in real time, which says if others differ.
  private func decided(by tries: [SubjectCheck], accepting accepts: Bool) -> SubjectCheck {
    let sameCount = tries.count { $0.isSame }
    let candidates = tries.filter { $0.isSame == (sameCount * 2 > tries.count) }
    guard var best = candidates.first else { return tries[0] }
    var others = difference(of: tries, from: best)
    for candidate in candidates.dropFirst() {
      let difference = difference(of: tries, from: candidate)
      if difference.count < others.count { (best, others) = (candidate, difference) }
    }
    let all = "of \(tries.count) tries"
    if sameCount > 0, sameCount < tries.count {
      best.triesDiffer = true
      let sentence = tries.lazy.compactMap { $0.report?.sentence }.first ?? ""
      best.actual.notes.append(
        best.isSame
          ? "\(tries.count - sameCount) \(all) differed: \(sentence)"
          : "\(sameCount) \(all) was as expected, which chance can do in real time")
    }
    if accepts, !best.isSame, others.count > 0 {
      best.actual.silences.append(
        "chance decides, as \(others.count) \(all) differed from what would be accepted:"
          + " \(others.sentence)")
    }
    return best
  }

  /// Returns how many tries differ from one of them, and how the first one does.
  private func difference(
    of tries: [SubjectCheck], from one: SubjectCheck
  ) -> (count: Int, sentence: String) {
    let sentences = tries.compactMap { other in
      DifferenceReport(
        ComparedTables(
          of: other.actual, expecting: one.actual, within: subject.tolerances,
          releases: subject.isPageInRealTime ? one.gesture.releases : nil
        ).result
      ).sentence
    }
    return (sentences.count, sentences.first ?? "")
  }

  /// Runs the subject once, and compares what it shows, whatever chance does.
  package func checkOnce() throws(UnusableFile) -> SubjectCheck {
    var (gesture, actual) = try observe()
    var comparison: ComparedTables?
    if found.hasExpected {
      let accepted = try accepted()
      comparison = ComparedTables(
        of: actual, expecting: accepted, within: subject.tolerances,
        releases: subject.isPageInRealTime ? gesture.releases : nil)
      actual.notes += subject.tolerances.notes(about: [actual, accepted])
    }
    let agreements = try subject.agreements.map { agreement throws(UnusableFile) in
      (agreement.other, try compare(actual, by: agreement))
    }
    for (agreement, other) in zip(subject.agreements, agreements) {
      actual.notes += agreement.tolerances.notes(about: [other.1.actual, other.1.expected])
    }
    if let name = subject.conditions.unknownName(among: actual.columns.map(\.name)) {
      throw UnusableFile(
        subjectFile,
        "conditions: no column is named '\(name)', of \(actual.columns.map(\.name).joined(separator: ", "))"
      )
    }
    if let name = subject.conditions.nameWithoutPosition(among: actual.columns.map(\.name)) {
      throw UnusableFile(
        subjectFile,
        "conditions: jank is judged of positions, such as x, y, scrollTop or scrollLeft, and '\(name)' has none;"
          + " name a column")
    }
    return SubjectCheck(
      gesture: gesture, actual: actual, comparison: comparison, agreements: agreements,
      violations: subject.conditions.violations(
        in: actual, releases: gesture.releases, within: subject.tolerances,
        driven: gesture.driven(by: subject.frameClock, until: actual.end)),
      diagnosis: comparison.flatMap { gesture.diagnosis(of: $0, on: subject) },
      isInRealTime: subject.isInRealTime, clock: subject.frameClock)
  }

  private func accepted() throws(UnusableFile) -> ResultTable {
    let bytes = try WholeFile.bytes(
      of: found.expected, limit: ProgramRun.mostOutput, "an accepted observation",
      hasRows: true)
    return try ResultTable(table: bytes, named: found.expected)
  }

  // MARK: What it shows

  /// Programs with a log run one after another, as several recordings may have the same one.
  private static let turn = Mutex(())

  /// Runs the subject on the recording, and returns the rows that it received and what it showed.
  package func observe() throws(UnusableFile) -> (gesture: GestureRows, shown: ResultTable) {
    let rows = try GestureRows(stream(), describedBy: given?.device, for: subject)
    var shown =
      switch subject.kind {
      case .command(let command):
        if case .log = command.output {
          try Self.turn.withLock { _ throws(UnusableFile) in try observe(command, rows) }
        } else {
          try observe(command, rows)
        }
      case .page(let page): try observe(page, rows)
      }
    shown.notes = rows.notes + shown.notes
    if shown.neverChanges { shown.silences.append("no column changes, and no event comes") }
    return (rows, shown)
  }

  /// Opens the recording, or the events that replace it.
  func stream() throws(UnusableFile) -> RecordingStream {
    if let given { return RecordingStream(given.events, named: found.recording) }
    return try RecordingStream(found.recording)
  }
}

/// The result of checking a case with a subject.
package struct SubjectCheck: Sendable {
  /// What the subject received.
  package let gesture: GestureRows
  /// What it showed.
  package internal(set) var actual: ResultTable
  /// The comparison with what was accepted; `nil` if nothing has been.
  package let comparison: ComparedTables?
  /// The comparisons with what must show the same, by its file.
  package let agreements: [(other: String, comparison: ComparedTables)]
  /// What it has done that its conditions forbid.
  package let violations: [Conditions.Violation]
  /// What has changed since it was accepted, if that can be told.
  package let diagnosis: ShownChange?
  /// Whether it ran in real time, so that no two runs are the same to the last bit.
  package let isInRealTime: Bool
  /// When its display shows frames.
  let clock: FrameClock
  /// Whether tries in real time differed, so that another check may find otherwise.
  package internal(set) var triesDiffer = false

  /// How evenly each position moves, gesture by gesture.
  package var jank: [(gesture: String, entry: ColumnJank)] {
    let driven = gesture.driven(by: clock, until: actual.end)
    return actual.columns.filter { ColumnAxis.isPosition($0.name) }.flatMap { column in
      driven.jank(of: column).enumerated().map {
        ("\($0.offset + 1)", ColumnJank($0.element, of: column.name))
      }
    }
  }

  /// Whether there is anything to compare with.
  package var isCompared: Bool { comparison != nil || !agreements.isEmpty }

  /// Whether it shows what was accepted, and what the others show.
  package var isSame: Bool {
    isCompared && violations.isEmpty && comparison?.isSame ?? true
      && agreements.allSatisfy(\.comparison.isSame)
  }

  /// Whether accepting what it shows changes anything.
  package var canBeAccepted: Bool { !(comparison?.isSame ?? !agreements.isEmpty) }

  /// The first comparison with a difference, or any; `other` is the file of an agreement.
  package var telling: (other: String?, comparison: ComparedTables)? {
    var all = agreements.map { (other: Optional($0.other), comparison: $0.comparison) }
    if let comparison { all.insert((nil, comparison), at: 0) }
    return all.first { !$0.comparison.isSame } ?? all.first
  }

  /// Where and how it differs, in words; `nil` if there is nothing to compare with.
  package var report: DifferenceReport? {
    telling.map { other, comparison in
      DifferenceReport(
        comparison.result, with: other,
        after: comparison.result.first.flatMap { gesture.lastChange(before: $0.time) },
        because: other == nil ? diagnosis : nil,
        notes: actual.notes)
    }
  }

  /// Returns whether it differs as another check of the same case, with a smaller recording.
  ///
  /// From an agreement, or in real time, it must differ in the same column. Otherwise, what was accepted
  /// belongs to the whole recording, so the first difference must be the same, and everything up to it
  /// unchanged.
  package func differs(as before: SubjectCheck) -> Bool {
    guard let (other, now) = telling, let (otherBefore, then) = before.telling,
      other == otherBefore, let first = now.result.first
    else { return false }
    let isExact = other == nil && !isInRealTime
    guard now.result.hasSameDivergence(as: then.result, within: isExact ? Tolerances() : nil)
    else { return false }
    guard isExact else { return true }
    let change = Differ.compare(now.actual, to: then.actual, within: Tolerances())
    return change.first.map { $0.time > first.time } ?? true
  }
}
