import PantographBase
import PantographTrajectories

/// Reads the lines above the columns of an expected trajectory.
struct HeadReader {
  private(set) var head = ExpectedHead()
  /// The channels with a tolerance so far.
  private(set) var channels: [String] = []

  /// A mistake in a line.
  struct Mistake: Error {
    var sentence: String
  }

  /// Takes the next line, which begins with `#`.
  mutating func take(_ line: String) throws(Mistake) {
    var words = Words(line.dropFirst())
    switch words.next() {
    case "tolerance": try takeTolerance(&words)
    case "event": try takeEvent(&words)
    case "found": try takeFinding(&words)
    default: throw Mistake(sentence: "expected tolerance, event or found")
    }
    guard words.next() == nil else {
      throw Mistake(sentence: "unexpected text at the end of the line")
    }
  }

  /// The words of a line, separated by blanks.
  private struct Words {
    private var rest: ArraySlice<Substring>

    init(_ line: Substring) { rest = line.split(separator: " ")[...] }

    mutating func next() -> Substring? { rest.popFirst() }

    /// Returns the word after another one, if that one comes next.
    mutating func value(after word: String) -> Substring? {
      guard rest.first == word[...] else { return nil }
      rest.removeFirst()
      return rest.popFirst() ?? ""
    }

    mutating func number(after word: String) throws(Mistake) -> Double {
      guard let number = value(after: word).flatMap({ WrittenNumber($0.utf8) }) else {
        throw Mistake(sentence: "expected \(word) and a number")
      }
      return number.value
    }

    mutating func microseconds(_ text: Substring?) throws(Mistake) -> Int64 {
      guard let time = text.flatMap({ WrittenNumber($0.utf8)?.microseconds }), time >= 0 else {
        throw Mistake(sentence: "expected seconds, such as 0.218700")
      }
      return time
    }
  }

  // MARK: Tolerances

  private mutating func takeTolerance(_ words: inout Words) throws(Mistake) {
    let name = String(words.next() ?? "")
    guard !channels.contains(name) else {
      throw Mistake(sentence: "duplicate tolerance for '\(name)'")
    }
    channels.append(name)
    if name == "phase" {
      head.tolerances.phase = try words.microseconds(words.value(after: "seconds"))
      return
    }
    let value = try words.number(after: "value")
    guard value >= 0 else { throw Mistake(sentence: "expected a tolerance of at least 0") }
    let tolerance = Tolerance(
      value: value, microseconds: try words.microseconds(words.value(after: "seconds")))
    switch name {
    case "fraction": head.tolerances.fraction = tolerance
    case "velocity": head.tolerances.velocity = tolerance
    default: head.tolerances.properties[name] = tolerance
    }
  }

  // MARK: Events

  /// Whether the findings of the last decision are complete up to the deciding clause.
  func checkFindings() throws(Mistake) {
    guard let judgement = head.milestones.last?.decision?.judgement, let clause = judgement.clause
    else { return }
    guard clause < judgement.findings.count else {
      throw Mistake(
        sentence: "missing found lines for clause \(clause + 1), which decided")
    }
  }

  private mutating func takeEvent(_ words: inout Words) throws(Mistake) {
    try checkFindings()
    let time = Timestamp(microseconds: try words.microseconds(words.next()))
    let kind: Milestone.Kind
    switch words.next() {
    case "began": kind = .began
    case "ended": kind = .ended
    case "cancelled": kind = .cancelled
    case "handoff": kind = .handoff
    case "held": kind = .held
    case "started":
      guard let run = words.next().flatMap({ TrajectoryEvent.Run(rawValue: String($0)) }) else {
        throw Mistake(sentence: "expected started forward, back, then or dismissal")
      }
      kind = .started(run)
    case "decided": kind = .decided(try decision(&words))
    case "completed":
      switch words.next() {
      case "end": kind = .completed(.end)
      case "start": kind = .completed(.start)
      case "current": kind = .completed(.current)
      default: throw Mistake(sentence: "expected completed end, start or current")
      }
    default:
      throw Mistake(
        sentence:
          "expected began, ended, cancelled, decided, handoff, completed, held or started")
    }
    guard head.milestones.last.map({ $0.time <= time }) ?? true else {
      throw Mistake(sentence: "the event is earlier than the previous one")
    }
    head.milestones.append(
      Milestone(
        time: time, kind: kind, fraction: try words.number(after: "fraction"),
        velocity: try words.number(after: "velocity")))
  }

  private func decision(_ words: inout Words) throws(Mistake) -> Decision {
    guard let outcome = words.next().flatMap({ Decision.Outcome(rawValue: String($0)) }) else {
      throw Mistake(sentence: "expected decided finish, cancel or snap")
    }
    let target = try words.number(after: "target")
    guard let name = words.value(after: "verdict") else {
      return Decision(outcome: outcome, target: target, reason: .gestureCancelled)
    }
    guard let verdict = ReleaseRule.Verdict(rawValue: String(name)) else {
      throw Mistake(sentence: "unknown verdict '\(name)'")
    }
    var judgement = Judgement(clause: nil, verdict: verdict, findings: [])
    if let clause = words.value(after: "clause") {
      guard let number = Int(clause), number > 0 else {
        throw Mistake(sentence: "expected a clause, counted from 1")
      }
      judgement.clause = number - 1
    }
    if let text = words.value(after: "progress") {
      guard let number = WrittenNumber(text.utf8) else {
        throw Mistake(sentence: "expected progress and a number")
      }
      judgement.progress = number.value
    }
    return Decision(outcome: outcome, target: target, reason: .judged(judgement))
  }

  private mutating func takeFinding(_ words: inout Words) throws(Mistake) {
    guard let last = head.milestones.indices.last, let decision = head.milestones[last].decision,
      var judgement = decision.judgement
    else { throw Mistake(sentence: "no decision before these findings") }
    guard let clause = words.value(after: "clause").flatMap({ Int($0) }),
      clause == judgement.findings.count || clause == judgement.findings.count + 1, clause > 0
    else { throw Mistake(sentence: "expected the previous clause or the next one") }
    let finding = try finding(&words)
    if clause > judgement.findings.count { judgement.findings.append([]) }
    judgement.findings[clause - 1].append(finding)
    head.milestones[last].kind = .decided(
      Decision(
        outcome: decision.outcome, target: decision.target, reason: .judged(judgement)))
  }

  private func finding(_ words: inout Words) throws(Mistake) -> Finding {
    let (verb, quantityName) = (words.next(), words.next().map(String.init) ?? "")
    if let renamed = FormerNames.current[quantityName] {
      throw Mistake(sentence: "unknown quantity '\(quantityName)'; it is now '\(renamed)'")
    }
    guard verb == "holds" || verb == "fails",
      let quantity = ReleaseRule.Quantity(rawValue: quantityName),
      let value = words.next().flatMap({ WrittenNumber($0.utf8) }),
      let comparison = words.next().flatMap({ ReleaseRule.Comparison(rawValue: String($0)) }),
      let threshold = words.next().flatMap({ WrittenNumber($0.utf8) }),
      let name = words.next(), let unit = MeasureUnit.named(String(name)),
      let condition = ReleaseRule.Condition(
        checking: quantity, comparison, threshold.value, unit)
    else {
      throw Mistake(
        sentence: "expected a finding such as holds fraction 0.730000 above 0.500000 progress")
    }
    return Finding(condition: condition, value: value.value, holds: verb == "holds")
  }
}
