import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTraces
import PantographTrajectories

/// What cases of one subject or one interaction have in common if all end the same way.
///
/// Then none shows where another outcome begins, and a threshold may move without a difference.
struct SameOutcome: Sendable {
  /// The indices of the cases.
  let cases: [Int]
  /// What they have in common.
  let sentence: String
  /// Whether no such case is accepted: a subject is the user's own, and interactions come in libraries of one recording
  /// each.
  let isRefused: Bool

  /// How a case ends.
  struct Ending: Sendable {
    /// The file of its subject or interaction.
    fileprivate let file: String
    /// The text of its interaction; `nil` for a subject.
    fileprivate let interaction: [UInt8]?
    fileprivate let recording: String
    fileprivate let outcome: ResultOutcome
    fileprivate let tolerances: Tolerances

    /// How the case of a subject ends.
    init(of example: Case, _ tested: SubjectCase, _ shown: ResultTable) {
      file = tested.subjectFile
      interaction = nil
      recording = example.recording
      outcome = ResultOutcome(of: shown, inRealTime: tested.subject.isPageInRealTime)
      tolerances = tested.subject.tolerances
    }

    /// How the case of an interaction ends: how each of its releases is judged.
    init(of example: Case, _ milestones: [Milestone]) {
      file = example.interaction
      // 16 MiB: a file that was read has no more.
      interaction =
        (try? WholeFile.bytes(of: example.interaction, limit: 16 << 20, "an interaction")) ?? []
      recording = example.recording
      outcome = ResultOutcome(
        milestones.compactMap { $0.decision.map { Wording.outcome(of: $0) } })
      tolerances = Tolerances()
    }

    /// What the cases of the same subject have in common: its file, or the text of the interaction.
    fileprivate var subject: [UInt8] { interaction ?? Array(file.utf8) }

    /// Returns whether the recording of another case has other bytes.
    fileprivate func hasOtherRecording(than other: Ending) -> Bool {
      let limit = 64 << 20
      let bytes = try? WholeFile.bytes(of: recording, limit: limit, "a recording")
      let others = try? WholeFile.bytes(of: other.recording, limit: limit, "a recording")
      return bytes == nil || bytes != others
    }
  }

  /// 3: fewer cases are just begun with.
  private static let leastCases = 3

  /// Finds the subjects whose cases all end the same way.
  static func all(of checked: [CheckedCase]) -> [SameOutcome] {
    var groups: [[(index: Int, ending: Ending)]] = []
    var places: [[UInt8]: Int] = [:]
    for (index, checked) in checked.enumerated() {
      guard let ending = checked.result?.ending else { continue }
      let place = places[ending.subject, default: groups.count]
      if place == groups.count { groups.append([]) }
      groups[place].append((index, ending))
      places[ending.subject] = place
    }
    return groups.compactMap { group in
      let first = group[0].ending
      guard group.count >= leastCases,
        group.allSatisfy({ first.outcome.isSame(as: $0.ending.outcome, within: first.tolerances) }),
        group.contains(where: { first.hasOtherRecording(than: $0.ending) })
      else { return nil }
      return SameOutcome(
        cases: group.map { $0.index },
        sentence: "all \(group.count) gestures of \(first.file) end the same way"
          + " (\(first.outcome.words)), so a threshold may move unnoticed; add one that ends otherwise",
        isRefused: first.interaction == nil)
    }
  }

  /// Returns a line for each subject with a case that is to be reviewed.
  static func lines(of checked: [CheckedCase], areAllReviewed: Bool) -> [String] {
    var lines: [String] = []
    for (index, one) in checked.enumerated() {
      guard let shared = one.shared, shared.cases.first == index,
        areAllReviewed || shared.cases.contains(where: { checked[$0].isReviewed })
      else { continue }
      let isRefused = shared.isRefused && shared.cases.contains { checked[$0].isOpen }
      lines.append(
        (shared.isRefused ? "silent: " : "note: ") + shared.sentence.shown
          + (isRefused ? ", or accept them with --even-silent" : ""))
    }
    return lines
  }
}
