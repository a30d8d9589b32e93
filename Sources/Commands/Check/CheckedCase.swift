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
  let verdict: Verdict

  /// The result of a check.
  enum Verdict: Sendable {
    /// The trajectory is as expected.
    case same(any CheckResult)
    /// The trajectory differs from the expected one.
    case differs(any CheckResult)
    /// There is no expected trajectory yet.
    case new(any CheckResult)
    /// The trajectory was written as the expected one.
    case accepted(any CheckResult)
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
  init(_ found: CaseSearch.Found, within tolerance: String? = nil, accepts: Bool) {
    path = found.path
    switch found {
    case .complete(let example): verdict = Self.verdict(example, accepts: accepts)
    case .observed(let found): verdict = Self.verdict(found, within: tolerance, accepts: accepts)
    case .incomplete(let incomplete): verdict = .incomplete(incomplete)
    case .unusable(let mistake): verdict = .unusable(mistake)
    }
  }

  private static func verdict(_ example: Case, accepts: Bool) -> Verdict {
    verdict(of: example.path, example.expected, accepts: accepts) {
      let check = try example.check()
      return (check, { try write(example, check) })
    }
  }

  private static func verdict(
    _ found: CaseSearch.Observed, within tolerance: String?, accepts: Bool
  ) -> Verdict {
    let expected = found.path == "." ? "expected.csv" : "\(found.path)/expected.csv"
    return verdict(of: found.path, expected, accepts: accepts) {
      var example = try SubjectCase(found)
      if let tolerance {
        try example.subject.tolerances.read(tolerance, of: "pantograph check")
      }
      let check = try example.check()
      let inputs = [example.recording, found.subject]
      return (
        check,
        {
          let output = try OutputFile(result: expected, inputs: inputs)
          try output.write(check.actual.table)
          try output.finish()
        }
      )
    }
  }

  /// Returns the verdict of a check, which is run here, and writes an accepted result.
  private static func verdict(
    of path: String, _ expected: String, accepts: Bool,
    _ run: () throws -> (any CheckResult, write: () throws -> Void)
  ) -> Verdict {
    do {
      let (check, write) = try run()
      if check.isSame, !accepts || !check.isWithoutEvents { return .same(check) }
      guard accepts, check.canBeAccepted else {
        return check.isCompared ? .differs(check) : .new(check)
      }
      try write()
      return .accepted(check)
    } catch let error as UnusableFile {
      return .unusable(error)
    } catch let error as CommandError {
      // The message begins with the path.
      let sentence = error.sentence.dropFirst(expected.count + 2)
      return .unusable(UnusableFile(expected, String(sentence), because: .unreadable))
    } catch {
      return .unusable(UnusableFile(path, "\(error)"))
    }
  }

  /// Replays the case again and writes its expected trajectory.
  private static func write(_ example: Case, _ check: CaseCheck) throws {
    let interaction = try Interaction(file: example.interaction)
    var replay = try Replay(RecordingStream(example.recording), driving: interaction)
    let output = try OutputFile(
      result: example.expected, inputs: [example.recording, example.interaction])
    var sink = ReplaySink(
      ExpectedReport(interaction, within: check.tolerances, check.milestones), to: output)
    try replay.run(into: &sink)
    try output.write(&sink.report.bytes)
    try output.finish()
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
    case .differs(let check): check.difference?.sentence ?? ""
    case .new(let check):
      "no expected trajectory yet; now it \(check.story)"
    case .accepted(let check): acceptance(check)
    case .incomplete(let incomplete): incomplete.sentence
    case .unusable(let mistake): mistake.sentence
    }
  }

  private func acceptance(_ check: any CheckResult) -> String {
    if let sentence = check.difference?.sentence { return "accepted: \(sentence)" }
    return check.isCompared
      ? "accepted: unchanged, with events and tolerances added" : "accepted: \(check.story)"
  }

  /// Further lines below the message.
  var details: [String] {
    switch verdict {
    case .differs(let check):
      return (check.difference?.lines ?? []) + (isWithoutEvents ? [eventsRemedy] : [])
    case .new(let check):
      return [
        "review it with `pantograph replay`, then accept it with `\(acceptance)`"
      ] + notes(about: check)
    case .accepted(let check):
      guard let difference = check.difference, difference.sentence != nil else {
        return notes(about: check)
      }
      let before = check.expectedStory.map { ["was: \($0)"] } ?? []
      return difference.lines + before + ["is:  \(check.story)"]
    case .same(let check):
      return (isWithoutEvents ? [eventsRemedy] : []) + notes(about: check)
    case .incomplete, .unusable: return []
    }
  }

  private func notes(about check: any CheckResult) -> [String] {
    check.notes.map { "note: \($0)" }
  }

  /// Whether the expected file lists no events, so that only samples were compared.
  var isWithoutEvents: Bool {
    switch verdict {
    case .same(let check), .differs(let check): check.isWithoutEvents
    default: false
    }
  }

  private var eventsRemedy: String {
    "expected.csv has no head, so events are not checked; `\(acceptance)` writes one"
  }

  /// The command that accepts the result.
  private var acceptance: String { "pantograph check --accept \(path.quoted)" }

  /// The report as JSON.
  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("path", .string(path)), ("verdict", .string(word)), ("message", .string(sentence)),
    ]
    switch verdict {
    case .differs(let check), .accepted(let check):
      members.append(("difference", check.difference?.json ?? .null))
    case .unusable(let mistake):
      members.append(("line", mistake.line.map(JSONText.integer) ?? .null))
    case .same, .new, .incomplete: break
    }
    switch verdict {
    case .same(let check), .new(let check), .differs(let check), .accepted(let check):
      members.append(("notes", .list(check.notes.map(JSONText.string))))
    case .unusable, .incomplete: break
    }
    return .object(members)
  }

  /// The report for a page, without curves.
  var example: CheckPage.Example {
    CheckPage.Example(
      path.shown, word, sentence.shown, details: details.map(\.shown), isFailure: isFailure)
  }

  /// The expected and the actual curve, replayed again; `nil` if there is nothing to draw or a file is gone.
  var curves: CheckPage.Curves? {
    switch verdict {
    case .differs(let check), .new(let check): check.curves(at: path)
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
      check.page(at: path, listedAt: list)
    case .accepted, .incomplete, .unusable: nil
    }
  }
}

extension CaseCheck {
  /// The expected and the present trajectory over each other, or the present one alone if they are the same.
  func page(at path: String, listedAt list: String) -> String? {
    guard let example = try? Case(path),
      let interaction = try? Interaction(file: example.interaction),
      var replay = try? Replay(RecordingStream(example.recording), driving: interaction)
    else { return nil }
    guard let comparison, !isSame, let expected = try? TrajectoryFile(example.expected) else {
      var page = TrajectoryPage(interaction, named: path.shown)
      page.surface = replay.surface
      page.list = list
      do { try replay.run(into: &page) } catch { return nil }
      return page.text
    }
    var both = TrajectoryWithContacts()
    do { try replay.run(into: &both) } catch { return nil }
    var page = DiffPage(
      comparison, expected: .init("expected", expected.names, expected.samples),
      actual: .init("now", interaction.columns, both.trajectory.samples),
      knowsEvents: !isWithoutEvents)
    page.title = path.shown
    page.contacts = (both.contacts, replay.surface)
    page.interaction = interaction
    page.list = list
    return page.text
  }
}

extension SubjectCheck {
  /// All columns that the subject shows, over what was accepted.
  func page(at path: String, listedAt list: String) -> String? {
    let comparison = telling?.comparison
    let columns = actual.columns.map { column in
      let expected = comparison?.expected[column.name].map { ("expected", $0.samples) }
      return OverlaidColumnsPage.Column(
        name: column.name, curves: [expected, ("now", column.samples)].compactMap(\.self),
        gestures: [])
    }
    var page = OverlaidColumnsPage(path.shown, columns, [], releases: [])
    page.list = list
    return page.text
  }
}
