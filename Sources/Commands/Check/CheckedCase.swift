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

  /// What has changed, if it differs.
  var change: ShownChange? {
    if case .differs(let check) = verdict { check.report?.whatChanged } else { nil }
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

  /// The expected and the actual curves, replayed again, and pictures of a page; empty if there is nothing to draw or a
  /// file is gone.
  var drawn: (curves: [CheckPage.Curves], film: FilmStrip?) {
    switch verdict {
    case .differs(let check), .new(let check): (check.curves(), check.film())
    default: ([], nil)
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
