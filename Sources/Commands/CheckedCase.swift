import Cases
import Interactions
import Reports
import Trajectories

/// A case, or a part of one, and what came of it in a check.
struct CheckedCase: Sendable {
  let path: String
  let verdict: Verdict

  /// What came of it.
  enum Verdict: Sendable {
    /// It is the trajectory that is expected.
    case same(CaseCheck)
    /// It is not.
    case differs(CaseCheck)
    /// Nothing is expected yet.
    case new(CaseCheck)
    /// What is expected from now on has been written, in the place of something else or of nothing.
    case accepted(CaseCheck)
    /// Something that belongs to a case, without the rest of it.
    case incomplete(CaseSearch.Incomplete)
    /// It could not be tried.
    case unusable(UnusableFile)
  }

  init(_ found: CaseSearch.Found, accepts: Bool) {
    path = found.path
    switch found {
    case .complete(let example): verdict = Self.verdict(example, accepts: accepts)
    case .incomplete(let incomplete): verdict = .incomplete(incomplete)
    case .unusable(let mistake): verdict = .unusable(mistake)
    }
  }

  private static func verdict(_ example: Case, accepts: Bool) -> Verdict {
    do {
      let check = try example.check()
      if check.isSame, !accepts || check.expectedMilestones != nil { return .same(check) }
      guard accepts else { return example.hasExpected ? .differs(check) : .new(check) }
      try write(example, check)
      return .accepted(check)
    } catch let error as UnusableFile {
      return .unusable(error)
    } catch let complaint as Complaint {
      // Whoever complains of a file begins with its path.
      let sentence = complaint.sentence.dropFirst(example.expected.count + 2)
      return .unusable(UnusableFile(example.expected, String(sentence), because: .unreadable))
    } catch {
      return .unusable(UnusableFile(example.path, "\(error)"))
    }
  }

  /// Replays it once more, into the file of what is expected.
  private static func write(_ example: Case, _ check: CaseCheck) throws {
    let interaction = try Interaction(file: example.interaction)
    var replay = try Replay(RecordingStream(example.recording), driving: interaction)
    let output = try OutputFile(
      result: example.expected, inputs: [example.recording, example.interaction])
    var stream = ReportStream(
      ExpectedReport(interaction, within: check.tolerances, check.milestones), to: output)
    try replay.run(into: &stream)
    try stream.flush()
    try output.finish()
  }

  /// Whether a check fails for its sake.
  var isFailure: Bool {
    switch verdict {
    case .same: false
    case .incomplete(let incomplete): incomplete.isStale
    case .differs, .new, .accepted, .unusable: true
    }
  }

  // MARK: What is said of it

  /// The word for what came of it.
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

  /// The colour of what came of it.
  var ink: TextStyle.Ink { Self.ink(of: word) }

  static func ink(of word: String) -> TextStyle.Ink {
    switch word {
    case "same": .good
    case "new", "accepted", "incomplete": .near
    default: .wrong
    }
  }

  /// What is to be said of it, after its path.
  var sentence: String {
    switch verdict {
    case .same(let check) where check.expectedMilestones == nil:
      "as expected in its samples, and its events are unchecked"
    case .same: "as expected"
    case .differs(let check): difference(check)?.sentence ?? ""
    case .new(let check):
      "nothing is expected yet; now it \(DifferenceReport.story(check.milestones))"
    case .accepted(let check): acceptance(check)
    case .incomplete(let incomplete): incomplete.sentence
    case .unusable(let mistake): mistake.sentence
    }
  }

  private func acceptance(_ check: CaseCheck) -> String {
    if let sentence = difference(check)?.sentence { return "accepted: \(sentence)" }
    let isNew = check.comparison == nil
    return isNew
      ? "accepted: \(DifferenceReport.story(check.milestones))"
      : "accepted: the same as before, with its events and its tolerances"
  }

  /// More about it, a line each.
  var details: [String] {
    switch verdict {
    case .differs(let check):
      return (difference(check)?.lines ?? []) + (isWithoutEvents ? [eventsRemedy] : [])
    case .new:
      return [
        "look at it with `pantograph replay`, and keep it with `\(acceptance)`"
      ]
    case .accepted(let check):
      guard let difference = difference(check), difference.sentence != nil else { return [] }
      let before = check.expectedMilestones.map { ["was: \(DifferenceReport.story($0))"] } ?? []
      return difference.lines + before + ["is:  \(DifferenceReport.story(check.milestones))"]
    case .same: return isWithoutEvents ? [eventsRemedy] : []
    case .incomplete, .unusable: return []
    }
  }

  /// Whether what is expected tells of no events, so that samples alone were held against each other.
  var isWithoutEvents: Bool {
    switch verdict {
    case .same(let check), .differs(let check): check.expectedMilestones == nil
    default: false
    }
  }

  private var eventsRemedy: String {
    "expected.csv has no head, so that no event is checked; `\(acceptance)` writes one"
  }

  /// What somebody types to keep what comes of it.
  private var acceptance: String { "pantograph check --accept \(path.quoted)" }

  private func difference(_ check: CaseCheck) -> DifferenceReport? {
    check.comparison.map(DifferenceReport.init)
  }

  /// The same for a program.
  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("path", .string(path)), ("verdict", .string(word)), ("sentence", .string(sentence)),
    ]
    switch verdict {
    case .differs(let check), .accepted(let check):
      members.append(("difference", difference(check)?.json ?? .null))
    case .unusable(let mistake):
      members.append(("line", mistake.line.map(JSONText.integer) ?? .null))
    case .same, .new, .incomplete: break
    }
    return .object(members)
  }

  /// The same for a page, without its curves.
  var example: CheckPage.Example {
    CheckPage.Example(
      path.shown, word, sentence.shown, details: details.map(\.shown), isFailure: isFailure)
  }

  /// What it should be and what it is, replayed once more; nothing where there is nothing to draw, or not
  /// any more.
  var curves: CheckPage.Curves? {
    let check: CaseCheck
    switch verdict {
    case .differs(let found), .new(let found): check = found
    default: return nil
    }
    guard let example = try? Case(path),
      let interaction = try? Interaction(file: example.interaction),
      let actual = try? Trajectory(replaying: example.recording, driving: interaction)
    else { return nil }
    let expected = example.hasExpected ? try? TrajectoryFile(example.expected) : nil
    let isSameColumns = check.comparison?.cause != .columns
    return CheckPage.Curves(
      expected: expected?.samples ?? [], actual: actual.samples,
      divergence: isSameColumns ? check.comparison?.first?.time : nil)
  }

  /// The same as a test of JUnit's.
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
