import PantographBase
import PantographInteractions
import PantographTrajectories

/// An expected trajectory in a file, read sample by sample.
struct ExpectedReader {
  private var lines: FileLines
  /// The tolerances and the events; `nil` if the file has only columns.
  let head: ExpectedHead?
  /// The names of the properties.
  let names: [String]
  private var last: Sample?
  /// Whether it must continue until the animation rests.
  private let isWhole: Bool

  /// What to do with a file that is not complete.
  private static let remedy =
    "delete it, and write it again with `pantograph check --accept` or `replay --format csv`"

  init(_ path: String, isWhole: Bool = true) throws(UnusableFile) {
    self.isWhole = isWhole
    var lines = try FileLines(path)
    let (reader, columns) = try Self.readHead(&lines)
    let fixed = Interaction.fixedColumns
    guard columns.starts(with: fixed) else {
      let isFormer = isWhole && Self.isFormer(reader, columns)
      throw UnusableFile(
        path, line: lines.number,
        "expected the columns \(Sample.head) and the properties"
          + (isFormer ? "; `pantograph check --accept` replaces it" : ""))
    }
    names = Array(columns.dropFirst(fixed.count))
    guard Set(columns).count == columns.count else {
      throw UnusableFile(path, line: lines.number, "two columns have the same name")
    }
    for channel in reader?.channels ?? [] where !columns.dropFirst().contains(channel) {
      throw UnusableFile(path, "tolerance for '\(channel)', which is not a column")
    }
    head = reader?.head
    self.lines = lines
  }

  /// Returns the head of a file that was accepted when trajectories had other columns before the properties; `nil` for
  /// any other file.
  static func formerHead(of path: String) throws(UnusableFile) -> ExpectedHead? {
    var lines = try FileLines(path)
    let (reader, columns) = try readHead(&lines)
    return isFormer(reader, columns) ? reader?.head : nil
  }

  private static func isFormer(_ reader: HeadReader?, _ columns: [String]) -> Bool {
    reader != nil && columns.first == Interaction.fixedColumns.first
      && !columns.starts(with: Interaction.fixedColumns)
  }

  /// Reads the lines above the columns, if there are any, and the names of the columns.
  private static func readHead(
    _ lines: inout FileLines
  ) throws(UnusableFile) -> (reader: HeadReader?, columns: [String]) {
    let path = lines.path
    guard var line = try lines.next().map({ String(decoding: $0, as: UTF8.self) }) else {
      throw UnusableFile(path, "the file is empty; \(Self.remedy)")
    }
    var reader: HeadReader?
    if line.hasPrefix("#") {
      guard line == ExpectedHead.title else {
        throw UnusableFile(
          path, line: 1, "line 1 must be '\(ExpectedHead.title)'; \(Self.remedy)")
      }
      var head = HeadReader()
      while true {
        guard let next = try lines.next() else {
          throw UnusableFile(
            path, line: lines.number, "the file ends without any columns; \(Self.remedy)")
        }
        line = String(decoding: next, as: UTF8.self)
        do {
          guard line.hasPrefix("#") else {
            try head.checkFindings()
            break
          }
          try head.take(line)
        } catch {
          throw UnusableFile(path, line: lines.number, error.sentence)
        }
      }
      reader = head
    }
    return (
      reader, line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    )
  }

  /// Returns the next sample, or `nil` at the end.
  mutating func next() throws(UnusableFile) -> Sample? {
    guard let line = try lines.next() else {
      guard let last else { throw mistake("no samples; \(Self.remedy)") }
      guard last.phase == .idle || last.phase == .rest || !isWhole else {
        throw mistake(
          "the samples end before the animation rests: the file was cut off; \(Self.remedy)")
      }
      return nil
    }
    let sample = try sample(line)
    if let last, last.time >= sample.time {
      throw mistake("the sample is not later than the previous one")
    }
    last = sample
    return sample
  }

  private func mistake(_ sentence: String) -> UnusableFile {
    UnusableFile(lines.path, line: lines.number, sentence)
  }

  private func sample(_ line: [UInt8]) throws(UnusableFile) -> Sample {
    let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let count = Interaction.fixedColumns.count + names.count
    guard fields.count == count else { throw mistake("expected \(count) columns") }
    guard let time = WrittenNumber(fields[0])?.microseconds, time >= 0 else {
      throw mistake("expected seconds, such as 0.066667")
    }
    guard let phase = Phase(rawValue: String(decoding: fields[1], as: UTF8.self)) else {
      throw mistake("expected idle, tracking, settling or rest")
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(count - 2)
    for field in fields.dropFirst(2) {
      guard let number = WrittenNumber(field) else { throw mistake(Self.complaint(about: field)) }
      numbers.append(number.value)
    }
    return Sample(
      time: Timestamp(microseconds: time), phase: phase, fraction: numbers[0],
      velocity: numbers[1], values: Array(numbers.dropFirst(2)))
  }

  private static func complaint(about field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    // The word "inf" has no digits.
    let isLarge =
      Double(text)?.isInfinite == true && field.contains { (0x30...0x39).contains($0) }
    return isLarge
      ? "the number \(text.shortened) is too large" : "\(text.shortened) is not a number"
  }
}

/// Reads the lines above the columns of an expected trajectory.
struct HeadReader {
  private(set) var head = ExpectedHead()
  /// The channels with a tolerance so far.
  private(set) var channels: [String] = []

  /// Takes the next line, which begins with `#`.
  mutating func take(_ line: String) throws(Complaint) {
    var words = Words(line.dropFirst())
    switch words.next() {
    case "tolerance": try takeTolerance(&words)
    case "event": try takeEvent(&words)
    case "found": try takeFinding(&words)
    default: throw Complaint("expected tolerance, event or found")
    }
    guard words.next() == nil else {
      throw Complaint("unexpected text at the end of the line")
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

    mutating func number(after word: String) throws(Complaint) -> Double {
      guard let number = value(after: word).flatMap({ WrittenNumber($0) }) else {
        throw Complaint("expected \(word) and a number")
      }
      return number.value
    }

    mutating func microseconds(_ text: Substring?) throws(Complaint) -> Int64 {
      guard let time = text.flatMap({ WrittenNumber($0)?.microseconds }), time >= 0 else {
        throw Complaint("expected seconds, such as 0.218700")
      }
      return time
    }
  }

  // MARK: Tolerances

  private mutating func takeTolerance(_ words: inout Words) throws(Complaint) {
    let name = String(words.next() ?? "")
    guard !channels.contains(name) else {
      throw Complaint("duplicate tolerance for '\(name)'")
    }
    channels.append(name)
    if name == "phase" {
      head.tolerances.events = try words.microseconds(words.value(after: "seconds"))
      return
    }
    let value = try words.number(after: "value")
    guard value >= 0 else { throw Complaint("expected a tolerance of at least 0") }
    head.tolerances.columns[name] = Tolerance(
      value: value, microseconds: try words.microseconds(words.value(after: "seconds")))
  }

  // MARK: Events

  /// Whether the findings of the last decision are complete up to the deciding clause.
  func checkFindings() throws(Complaint) {
    guard let judgement = head.milestones.last?.decision?.judgement, let clause = judgement.clause
    else { return }
    guard clause < judgement.findings.count else {
      throw Complaint(
        "missing found lines for clause \(clause + 1), which decided")
    }
  }

  private mutating func takeEvent(_ words: inout Words) throws(Complaint) {
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
      // What a program sends is in no replay.
      let runs = [TrajectoryEvent.Run.forward, .back, .then, .dismissal]
      let name = words.next()
      guard let run = runs.first(where: { $0.name == name ?? "" }) else {
        throw Complaint("expected started forward, back, then or dismissal")
      }
      kind = .started(run)
    case "decided": kind = .decided(try decision(&words))
    case "completed":
      switch words.next() {
      case "end": kind = .completed(.end)
      case "start": kind = .completed(.start)
      case "current": kind = .completed(.current)
      default: throw Complaint("expected completed end, start or current")
      }
    default:
      throw Complaint(
        "expected began, ended, cancelled, decided, handoff, completed, held or started")
    }
    guard head.milestones.last.map({ $0.time <= time }) ?? true else {
      throw Complaint("the event is earlier than the previous one")
    }
    head.milestones.append(
      Milestone(
        time: time, kind: kind, fraction: try words.number(after: "fraction"),
        velocity: try words.number(after: "velocity")))
  }

  private func decision(_ words: inout Words) throws(Complaint) -> Decision {
    guard let outcome = words.next().flatMap({ Decision.Outcome(rawValue: String($0)) }) else {
      throw Complaint("expected decided finish, cancel or snap")
    }
    let target = try words.number(after: "target")
    guard let name = words.value(after: "verdict") else {
      return Decision(outcome: outcome, target: target, reason: .gestureCancelled)
    }
    guard let verdict = ReleaseRule.Verdict(rawValue: String(name)) else {
      throw Complaint("unknown verdict '\(name)'")
    }
    var judgement = Judgement(clause: nil, verdict: verdict, findings: [])
    if let clause = words.value(after: "clause") {
      guard let number = Int(clause), number > 0 else {
        throw Complaint("expected a clause, counted from 1")
      }
      judgement.clause = number - 1
    }
    if let text = words.value(after: "progress") {
      guard let number = WrittenNumber(text) else {
        throw Complaint("expected progress and a number")
      }
      judgement.progress = number.value
    }
    return Decision(outcome: outcome, target: target, reason: .judged(judgement))
  }

  private mutating func takeFinding(_ words: inout Words) throws(Complaint) {
    guard let last = head.milestones.indices.last, let decision = head.milestones[last].decision,
      var judgement = decision.judgement
    else { throw Complaint("no decision before these findings") }
    guard let clause = words.value(after: "clause").flatMap({ Int($0) }),
      clause == judgement.findings.count || clause == judgement.findings.count + 1, clause > 0
    else { throw Complaint("expected the previous clause or the next one") }
    let finding = try finding(&words)
    if clause > judgement.findings.count { judgement.findings.append([]) }
    judgement.findings[clause - 1].append(finding)
    head.milestones[last].kind = .decided(
      Decision(
        outcome: decision.outcome, target: decision.target, reason: .judged(judgement)))
  }

  private func finding(_ words: inout Words) throws(Complaint) -> Finding {
    let verb = words.next()
    let quantityName = words.next().map(String.init) ?? ""
    if let renamed = FormerNames.current[quantityName] {
      throw Complaint("unknown quantity '\(quantityName)'; it is now '\(renamed)'")
    }
    guard verb == "holds" || verb == "fails",
      let quantity = ReleaseRule.Quantity(rawValue: quantityName),
      let value = words.next().flatMap({ WrittenNumber($0) }),
      let comparison = words.next().flatMap({ ReleaseRule.Comparison(rawValue: String($0)) }),
      let threshold = words.next().flatMap({ WrittenNumber($0) }),
      let name = words.next(), let unit = MeasureUnit.named(String(name)),
      let condition = ReleaseRule.Condition(
        checking: quantity, comparison, threshold.value, unit)
    else {
      throw Complaint(
        "expected a finding such as holds fraction 0.730000 above 0.500000 progress")
    }
    return Finding(condition: condition, value: value.value, holds: verb == "holds")
  }
}
