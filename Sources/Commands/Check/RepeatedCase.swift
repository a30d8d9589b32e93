import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTrajectories

/// A case that runs several times, and how the results differ from each other.
struct RepeatedCase: Sendable {
  let path: String
  /// The results; `nil` if files are missing or can't be used.
  private var runs: Runs?
  /// What can't be used.
  private(set) var mistake: UnusableFile?
  private var incomplete: CaseSearch.Incomplete?

  /// The results of all runs.
  private struct Runs {
    var shown: [ResultTable] = []
    /// Where each run differs from what was accepted; `nil` where it does not.
    var differences: [String?] = []
    var isCompared = false
    var isInRealTime = false
    var isPageInRealTime = false
    var tolerances = Tolerances()

    /// The first run with other bytes than the first of all.
    var firstOther: Int? {
      let first = shown[0].table
      return shown.firstIndex { $0.table != first }
    }

    var spread: ResultSpread {
      ResultSpread(of: shown, within: tolerances, inRealTime: isPageInRealTime)
    }
  }

  /// Runs a case.
  ///
  /// - Parameter tolerance: what replaces tolerances of `subject.json`, as text.
  init(_ found: CaseSearch.Found, times count: Int, within tolerance: String?) {
    path = found.path
    switch found {
    case .complete(let example):
      do {
        runs =
          if let tested = try SubjectCase(example) {
            try Self.runs(of: tested, times: count, within: tolerance)
          } else {
            try Self.runs(of: example, times: count)
          }
      } catch {
        mistake = error as? UnusableFile ?? UnusableFile(example.path, "\(error)")
      }
    case .incomplete(let incomplete): self.incomplete = incomplete
    case .unusable(let mistake): self.mistake = mistake
    }
  }

  private static func runs(
    of tested: SubjectCase, times count: Int, within tolerance: String?
  ) throws -> Runs {
    var tested = tested
    if let tolerance { try tested.subject.tolerances.read(tolerance, of: "pantograph check") }
    var runs = Runs()
    runs.isInRealTime = tested.subject.isInRealTime
    runs.isPageInRealTime = tested.subject.isPageInRealTime
    runs.tolerances = tested.subject.tolerances
    for _ in 0..<count {
      let check = try tested.checkOnce()
      runs.shown.append(check.actual)
      runs.isCompared = check.isCompared
      runs.differences.append(check.report?.sentence ?? check.violations.first?.sentence)
    }
    return runs
  }

  private static func runs(of example: Case, times count: Int) throws -> Runs {
    var runs = Runs()
    let names = try Interaction(file: example.interaction).columns
    for _ in 0..<count {
      let check = try example.check()
      var shown = ResultTable(try example.trajectory(), properties: names)
      for milestone in check.milestones {
        let words = milestone.decision.map { Wording.outcome(of: $0) }
        if let words { shown.add(event: words, at: milestone.time) }
      }
      runs.shown.append(shown)
      runs.isCompared = check.comparison != nil
      runs.tolerances = check.tolerances
      runs.differences.append(
        check.comparison.flatMap { DifferenceReport($0).sentence }
          ?? check.violations.first?.sentence)
    }
    return runs
  }

  // MARK: Report

  /// Whether there is a recording, or what belongs to one.
  var isCase: Bool { incomplete.map { $0.isStale } ?? true }

  /// Whether it makes the whole check fail.
  var isFailure: Bool { word != "same" && isCase }

  /// The name of the verdict.
  var word: String {
    if let incomplete { return incomplete.isStale ? "stale" : "incomplete" }
    guard let runs else { return "unusable" }
    if !runs.isInRealTime, runs.firstOther != nil { return "unequal" }
    // A condition may not hold before anything is accepted.
    guard runs.differences.allSatisfy({ $0 == nil }) else { return "differs" }
    return runs.isCompared ? "same" : "new"
  }

  /// The message that follows its path.
  var sentence: String {
    guard let runs else { return incomplete?.sentence ?? mistake?.sentence ?? "" }
    let count = runs.shown.count
    let others = runs.differences.compactMap { $0 }
    switch word {
    case "unequal": return unequal(runs)
    case "new": return "no expected trajectory yet; \(count) runs"
    case "same": return "as expected in all \(count) runs"
    default:
      return "differs in \(others.count == count ? "all" : "\(others.count) of") \(count) runs:"
        + " \(others[0])"
    }
  }

  /// Says where a run differs that must be the same to the last bit.
  private func unequal(_ runs: Runs) -> String {
    guard let index = runs.firstOther else { return "" }
    let difference = ComparedTables(
      of: runs.shown[index], expecting: runs.shown[0],
      within: Tolerances(every: Tolerance(value: 0)))
    let sentence = DifferenceReport(difference.result).sentence.map { ": \($0)" } ?? ""
    return "run \(index + 1) of \(runs.shown.count) is not the same as the first one\(sentence)"
  }

  /// Further lines below the message: the outcomes, and the spread of each column.
  var details: [String] {
    guard let runs else { return [] }
    let spread = runs.spread
    let isEqual = runs.firstOther == nil
    let outcomes = spread.outcomes.map { outcome, count in
      let times =
        count == runs.shown.count ? "each time" : count == 1 ? "once" : "\(count) times"
      return "\(times) it ends with \(outcome.words)"
    }
    let columns = spread.columns.map { column in
      let end =
        column.end.map { "ends at \(Self.words($0) { NumberText.short($0) })" } ?? "has no end"
      let rest = column.rest.map { "rests at \(Self.words($0) { NumberText.seconds($0) })" }
      let moving =
        column.movingCount > 0
        ? "may still be moving in \(column.movingCount) of \(runs.shown.count) runs" : nil
      return "\(column.name) " + [end, rest, moving].compactMap { $0 }.joined(separator: ", ")
    }
    return outcomes + columns + (isEqual ? ["all runs are the same to the last bit"] : [])
  }

  private static func words(
    _ range: ResultSpread.Range, _ text: (Double) -> String
  ) -> String {
    let (least, most) = (text(range.least), text(range.most))
    return least == most ? least : "\(least) to \(most)"
  }

  /// The report as JSON.
  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("path", .string(path)), ("verdict", .string(word)), ("message", .string(sentence)),
    ]
    guard let runs else { return .object(members) }
    let spread = runs.spread
    func range(_ range: ResultSpread.Range?) -> JSONText {
      range.map { ["least": .number($0.least), "most": .number($0.most)] } ?? .null
    }
    members += [
      ("runs", .integer(runs.shown.count)),
      (
        "asExpected",
        runs.isCompared ? .integer(runs.differences.count { $0 == nil }) : .null
      ),
      ("identical", .flag(runs.firstOther == nil)),
      (
        "outcomes",
        .list(
          spread.outcomes.map { outcome, count in
            [
              "count": .integer(count), "events": .list(outcome.events.map(JSONText.string)),
              "ends": .object(outcome.ends.map { ($0.column, .number($0.value)) }),
            ]
          })
      ),
      (
        "columns",
        .list(
          spread.columns.map { column in
            [
              "column": .string(column.name), "end": range(column.end), "rest": range(column.rest),
              "moving": .integer(column.movingCount),
            ]
          })
      ),
    ]
    return .object(members)
  }
}
