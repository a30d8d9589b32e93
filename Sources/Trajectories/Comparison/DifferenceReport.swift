package import PantographBase
import PantographInteractions
import PantographMotion

/// Reports where two trajectories or tables diverge, why, and the greatest gaps between them.
package struct DifferenceReport {
  private let result: Differ.Result
  private let knowsEvents: Bool
  private let other: String?
  private let change: String?
  private let diagnosis: ShownChange?
  private let notes: [String]

  /// Makes a report on the result of a comparison.
  ///
  /// - Parameters:
  ///   - result: the result.
  ///   - knowsEvents: whether events were compared, too.
  ///   - other: the file of what must show the same; `nil` for what was accepted.
  ///   - change: what the fingers did last before the divergence, if it is known.
  ///   - diagnosis: what has changed, if it is known.
  ///   - notes: what about the actual result is not exact.
  package init(
    _ result: Differ.Result, knowsEvents: Bool = true, with other: String? = nil,
    after change: String? = nil, because diagnosis: ShownChange? = nil, notes: [String] = []
  ) {
    self.result = result
    self.knowsEvents = knowsEvents
    self.other = other
    self.change = change
    self.diagnosis = diagnosis
    self.notes = notes
  }

  /// The cause, if it is known, and the first divergence, in a sentence; `nil` if they are the same within the
  /// tolerances.
  package var sentence: String? {
    guard let first = result.first else { return nil }
    if let diagnosis {
      // What follows an error comes from it.
      return newError.map { "\($0) at \(Wording.clock(first.time)); \(diagnosis.sentence)" }
        ?? diagnosis.sentence + place(of: diagnosis, first)
    }
    return (other.map { "unlike \($0), " } ?? "") + (result.cause.map { "\($0.name): " } ?? "")
      + sentence(of: first)
  }

  /// Says that a page has an error before anything else differs; `nil` if it has none, or had it before.
  package var newError: String? {
    guard case .event(let event)? = result.first?.kind, event.expected == nil,
      let words = event.actual?.name, words.hasPrefix(Milestone.consoleError)
    else { return nil }
    return "unexpected '\(words)'"
  }

  /// The details, each on a line.
  package var lines: [String] {
    guard let first = result.first else { return [] }
    var lines = change.map { ["after \($0)"] } ?? []
    switch first.kind {
    case .columns: return notes.map { "note: \($0)" }
    case .value(let column, _, _, let tolerance) where result.cause == nil:
      let time = tolerance.microseconds > 0 ? " within \(tolerance.microseconds / 1000) ms" : ""
      lines.append("tolerance of \(column): \(tolerance.value)\(time)")
    case .movement(let movement):
      lines.append(
        "tolerance of the \(movement.quantity.rawValue) of \(movement.column):"
          + " \(String(fixed: movement.allowed, decimals: 3))")
    case .value, .event, .phase, .missingColumn: break
    }
    if result.cause == nil {
      // Tables have no rules.
    } else if let event = result.event, case .event(let firstEvent) = first.kind,
      firstEvent == event
    {
      lines += Self.reasons(event)
    } else if let event = result.event {
      lines.append("then \(Self.sentence(of: event))")
      lines += Self.reasons(event)
    } else if knowsEvents, [.path(.tracking), .path(.settling)].contains(result.cause) {
      lines.append("the events are the same")
    }
    let gaps = result.gaps.filter {
      abs($0.difference) > Self.leastShown && abs($0.difference) < Self.mostShown
    }
    .map { Wording.gap($0.column, $0.difference, at: $0.time) }
    if !gaps.isEmpty { lines.append("greatest gaps: \(gaps.joined(separator: ", "))") }
    if result.cause == nil, !result.newColumns.isEmpty {
      lines.append("new, not compared: \(result.newColumns.joined(separator: ", "))")
    }
    return lines + notes.map { "note: \($0)" }
  }

  /// Returns a trajectory's gestures in a line: when each begins, its outcome, and when the animation rests.
  package static func story(_ milestones: [Milestone]) -> String {
    let words = milestones.compactMap { milestone -> String? in
      switch milestone.kind {
      case .began: "begins at \(clock(milestone))"
      case .decided(let decision): "\(Wording.outcome(of: decision)) at \(clock(milestone))"
      case .completed: "rests at \(clock(milestone))"
      case .started(let run): "starts \(run.name) at \(clock(milestone))"
      case .ended, .cancelled, .handoff, .held, .words: nil
      }
    }
    guard !words.isEmpty else { return "no gesture" }
    // The first gestures are enough to recognise a long recording.
    let most = 9
    let rest = words.count > most ? ", and so on" : ""
    return words.prefix(most).joined(separator: ", ") + rest
  }

  /// 1e15: larger numbers have no decimals, and too many digits.
  private static let mostShown = 1e15
  /// 0.00005: smaller gaps are written as 0.0000.
  private static let leastShown = 0.00005

  // MARK: Sentences

  private func sentence(of divergence: Divergence) -> String {
    let clock = Wording.clock(divergence.time)
    switch divergence.kind {
    case .columns(let expected, let actual):
      let names = [expected, actual].map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") }
      return "animates \(names[1]) instead of \(names[0])"
    case .missingColumn(let name): return "column \(name) is missing"
    case .event(let event): return Self.sentence(of: event)
    case .phase(let expected, let actual):
      return "\(actual.rawValue) instead of \(expected.rawValue) at \(clock)"
    case .value(let column, let expected, let actual, _):
      guard result.cause != .sampling else {
        return "the sample times differ from \(clock) on: the sampling rates differ"
      }
      guard let expected, let actual else {
        return expected == nil
          ? "\(column) has a value at \(clock), where none is expected"
          : "\(column) has no value at \(clock)"
      }
      let (wanted, came) = pair(expected, actual)
      return "\(column) is \(came) instead of \(wanted) at \(clock)\(meanwhile)"
    case .movement(let movement):
      let (wanted, came) = pair(movement.expected, movement.actual)
      let column = movement.column
      switch movement.quantity {
      case .end: return "\(column) ends at \(came) instead of \(wanted)"
      case .velocity:
        return
          "\(column) moves at \(came) per second instead of \(wanted), at the release at \(clock)"
      case .rest:
        return "\(column) comes to rest at \(NumberText.seconds(movement.actual)) instead of"
          + " \(NumberText.seconds(movement.expected))"
      case .shape:
        return "\(column) is \(came) instead of \(wanted) at \(clock), after the best shift in time"
      }
    }
  }

  /// Returns where the change is seen first: in its column, or by what comes before.
  private func place(of diagnosis: ShownChange, _ first: Divergence) -> String {
    let place = diagnosis.place
    guard case .value = first.kind, let expected = place.expected, let actual = place.actual else {
      return "; \(sentence(of: first))"
    }
    let value = Divergence.Kind.value(
      column: diagnosis.column, expected: expected, actual: actual, tolerance: .printed)
    return ": \(sentence(of: Divergence(time: place.time, kind: value)))"
  }

  /// Returns two numbers of a column with enough decimals to show that they differ.
  private func pair(_ expected: Double, _ actual: Double) -> (String, String) {
    // Those of programs are often pixels.
    result.cause == nil
      ? Self.pair(expected, actual, decimals: [1, 3, 6])
      : Self.pair(expected, actual)
  }

  private var meanwhile: String {
    switch result.cause {
    case .path(.tracking): ", while the fingers move"
    case .path(.settling): ", while the animation settles"
    case .path(.rest): ", at rest"
    case .path(.idle): ", before the first gesture"
    default: ""
    }
  }

  private static func sentence(of event: EventDifference) -> String {
    guard let expected = event.expected else {
      guard let actual = event.actual else { return "" }
      if case .words(let words) = actual.kind {
        return "unexpected '\(words)' at \(clock(actual))"
      }
      return "unexpected event at \(clock(actual)): \(description(of: actual))"
    }
    guard let actual = event.actual else {
      if case .words(let words) = expected.kind {
        return "no '\(words)', expected at \(clock(expected))"
      }
      return "missing event at \(clock(expected)): \(description(of: expected))"
    }
    switch event.aspect {
    case .kind:
      if case .words(let words) = expected.kind {
        return "\(description(of: actual)) at \(clock(actual)) instead of '\(words)'"
      }
      return "\(description(of: actual)) at \(clock(actual)); expected: "
        + "\(description(of: expected)) at \(clock(expected))"
    case .time:
      let microseconds = abs(actual.time.microseconds &- expected.time.microseconds)
      let decimals = microseconds < 1000 ? 6 : 3
      return "\(description(of: actual)) at \(clock(actual, decimals)) instead of "
        + clock(expected, decimals)
    case .outcome:
      return outcome(of: actual, instead: expected)
    case .rule:
      let decision = actual.decision.map { Wording.outcome(of: $0) } ?? ""
      return "\(decision) as expected at \(clock(actual)), \(ruleChange(event))"
    case .progress:
      let (wanted, came) = pair(expected.fraction, actual.fraction)
      return
        "\(description(of: actual)) at fraction \(came) instead of \(wanted), at \(clock(actual))"
    case .velocity:
      let (wanted, came) = pair(expected.velocity, actual.velocity)
      return
        "\(description(of: actual)) at \(came) per second instead of \(wanted), at \(clock(actual))"
    }
  }

  /// Says why a decision with the same outcome differs.
  private static func ruleChange(_ event: EventDifference) -> String {
    if !event.isDecidedAlike { return "but by other conditions of the rule" }
    if event.changedThreshold != nil { return "though the rule has another number" }
    return event.changedCondition == nil
      ? "though the rule finds other numbers" : "though the rule has another condition"
  }

  private static func outcome(of actual: Milestone, instead expected: Milestone) -> String {
    if case (.completed(let wanted), .completed(let came)) = (expected.kind, actual.kind) {
      return "the animation rests at its \(came.name) instead of its \(wanted.name),"
        + " at \(clock(actual))"
    }
    guard let wanted = expected.decision, let came = actual.decision else {
      return
        "\(description(of: actual)) at \(clock(actual)); expected: \(description(of: expected))"
    }
    return "\(Wording.outcome(of: came)) instead of \(Wording.outcome(of: wanted))"
      + " at \(clock(actual))"
  }

  /// The rule's findings in both trajectories, if the decisions differ.
  private static func reasons(_ event: EventDifference) -> [String] {
    guard event.aspect == .outcome || event.aspect == .rule,
      let wanted = event.expected?.decision,
      let came = event.actual?.decision
    else { return [] }
    if let flip = event.flip ?? event.changedCondition {
      let reason =
        "\(Wording.sentence(flip.actual, besides: flip.expected)); expected: "
        + Wording.sentence(flip.expected, besides: flip.actual)
      return (event.changedThreshold.map { ["\($0)"] } ?? []) + [reason]
    }
    return [("now", came), ("expected", wanted)].map { word, decision in
      let reason = decision.judgement.map { Wording.reason(of: $0) } ?? "the gesture was cut off"
      return "\(word): \(decision.outcome.rawValue), \(reason)"
    }
  }

  private static func description(of milestone: Milestone) -> String {
    switch milestone.kind {
    case .began: "the gesture begins"
    case .ended: "the fingers release"
    case .cancelled: "the gesture is cut off"
    case .decided: "the rule decides"
    case .handoff: "the animation takes over"
    case .completed: "the animation rests"
    case .held: "a landing finger holds the animation"
    case .started(.forward): "the animation starts by itself"
    case .started(.back): "the animation starts back by itself"
    case .started(.place): "the animation goes to another place by itself"
    case .started(.then): "the next animation starts"
    case .started(.dismissal): "the dismissal starts"
    case .words(let words): "'\(words)'"
    }
  }

  private static func clock(_ milestone: Milestone, _ decimals: Int = 3) -> String {
    Wording.clock(milestone.time, decimals: decimals)
  }

  /// 0.2: the greatest share by which the difference of two printed numbers may be wrong.
  private static let mostUntrue = 0.2

  /// Returns two numbers with enough of these decimals to show by how much they differ.
  private static func pair(
    _ expected: Double, _ actual: Double, decimals: [Int] = Array(2...9)
  ) -> (String, String) {
    guard max(abs(expected), abs(actual)) < mostShown else { return ("\(expected)", "\(actual)") }
    let difference = actual - expected
    let enough = decimals.first { count in
      var unit = 1.0
      for _ in 0..<count { unit *= 10 }
      let shown = ((actual * unit).rounded() - (expected * unit).rounded()) / unit
      return abs(shown - difference) <= mostUntrue * abs(difference)
    }
    guard let enough else { return ("\(expected)", "\(actual)") }
    return (NumberText.fixed(expected, enough), NumberText.fixed(actual, enough))
  }

  // MARK: Over several cases

  /// What has changed, to be compared with other cases; `nil` if they are the same within the tolerances.
  package var whatChanged: ShownChange? {
    guard let first = result.first else { return nil }
    if let diagnosis { return diagnosis }
    guard let cause = result.cause else { return nil }
    let outcome = result.event?.aspect == .outcome ? result.event : nil
    let words: String
    switch cause {
    case .columns: words = sentence(of: first)
    case .sampling: words = "the sampling rates differ"
    case .event(let event):
      let threshold = event.changedThreshold.map { "; \($0)" } ?? ""
      if let wanted = event.expected?.decision, let came = event.actual?.decision {
        words =
          (event.aspect == .outcome
            ? "\(Wording.outcome(of: came)) instead of \(Wording.outcome(of: wanted))"
            : "\(came.outcome.rawValue) as expected"
              + (event.isDecidedAlike && !threshold.isEmpty ? "" : ", \(Self.ruleChange(event))"))
          + threshold
      } else if let milestone = event.actual ?? event.expected {
        words = "\(Self.description(of: milestone)) \(Self.manner(event))"
      } else {
        words = "the events differ"
      }
    case .path: words = "other values\(meanwhile)"
    }
    return ShownChange(
      "\(cause.name):", words, endsOtherwise: outcome != nil,
      ShownChange.Place(time: first.time))
  }

  /// Says in which way an event differs, without numbers.
  private static func manner(_ event: EventDifference) -> String {
    switch event.aspect {
    case .kind: event.expected == nil ? "unexpectedly" : event.actual == nil ? "no more" : "instead"
    case .time: "at another time"
    case .outcome, .rule: "elsewhere"
    case .progress: "at another fraction"
    case .velocity: "at another velocity"
    }
  }

  // MARK: JSON

  /// The report as a JSON value; null if they are the same within the tolerances.
  ///
  /// A trajectory has channels, an event of either side, and a cause; a table has columns, and what happened before.
  package var json: JSONText {
    guard let first = result.first else { return .null }
    let isOfTables = result.cause == nil
    let decimals = isOfTables ? 6 : 9
    let column = isOfTables ? "column" : "channel"
    var members: [(key: String, value: JSONText)] = [
      ("message", .string(sentence)), ("time", .seconds(first.time)),
    ]
    if let cause = result.cause { members.insert(("cause", .string(cause.name)), at: 0) }
    func append(_ name: String, _ expected: JSONText, _ actual: JSONText) {
      members += [(column, .string(name)), ("expected", expected), ("actual", actual)]
    }
    switch first.kind {
    case .columns(let expected, let actual):
      append(
        "columns", .list(expected.map(JSONText.string)), .list(actual.map(JSONText.string)))
    case .missingColumn(let name): members.append((column, .string(name)))
    case .event(let event):
      if isOfTables {
        members += [
          ("expected", Self.json(words: event.expected)),
          ("actual", Self.json(words: event.actual)),
        ]
      } else {
        members.append((column, .string("event")))
      }
    case .phase(let expected, let actual):
      append("phase", .string(expected.rawValue), .string(actual.rawValue))
    case .value(let name, let expected, let actual, let tolerance):
      append(
        name, .number(expected, decimals: decimals), .number(actual, decimals: decimals))
      guard !isOfTables else { break }
      members += [
        ("tolerance", .number(tolerance.value, decimals: 9)),
        ("timeTolerance", .number(Double(tolerance.microseconds) / 1_000_000)),
      ]
    case .movement(let movement):
      members += [
        (column, .string(movement.column)), ("quantity", .string(movement.quantity.rawValue)),
        ("expected", .number(movement.expected, decimals: decimals)),
        ("actual", .number(movement.actual, decimals: decimals)),
      ]
    }
    if let other { members.append(("with", .string(other))) }
    if let diagnosis {
      members += [
        ("kind", .string(diagnosis.kind.rawValue)), ("diagnosis", .string(diagnosis.sentence)),
      ]
    }
    members.append(
      isOfTables
        ? ("after", .string(change)) : ("event", result.event.map { Self.json($0) } ?? .null))
    let gaps = result.gaps.map { gap in
      JSONText.object([
        (column, .string(gap.column)), ("difference", .number(gap.difference, decimals: decimals)),
        ("time", .seconds(gap.time)),
      ])
    }
    members.append(("gaps", .list(gaps)))
    return .object(members)
  }

  private static func json(words event: Milestone?) -> JSONText {
    guard let event else { return .null }
    return ["time": .seconds(event.time), "event": .string(event.name)]
  }

  private static func json(_ event: EventDifference) -> JSONText {
    [
      "aspect": .string(event.aspect.rawValue), "message": .string(sentence(of: event)),
      "reasons": .list(reasons(event).map(JSONText.string)),
      "expected": event.expected.map(json) ?? .null, "actual": event.actual.map(json) ?? .null,
    ]
  }

  private static func json(_ milestone: Milestone) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("time", .seconds(milestone.time)), ("event", .string(milestone.name)),
      ("fraction", .number(milestone.fraction)),
      ("velocity", .number(milestone.velocity)),
    ]
    if let decision = milestone.decision {
      members.append(("outcome", .string(decision.outcome.rawValue)))
      members.append(("target", .number(decision.target)))
      members.append(("margin", .number(decision.margin)))
    }
    return .object(members)
  }
}
