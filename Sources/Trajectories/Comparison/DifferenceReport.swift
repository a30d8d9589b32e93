package import PantographBase
import PantographInteractions

/// Reports where two trajectories diverge, why, and the greatest gaps between them.
package struct DifferenceReport {
  private let result: TrajectoryComparison.Result
  private let knowsEvents: Bool

  /// Makes a report on the result of a comparison of samples, and of events if these are known.
  package init(_ result: TrajectoryComparison.Result, knowsEvents: Bool = true) {
    self.result = result
    self.knowsEvents = knowsEvents
  }

  /// The cause and the first divergence, in a sentence; `nil` if they are the same within the tolerances.
  package var sentence: String? {
    guard let first = result.first, let cause = result.cause else { return nil }
    return "\(cause.name): \(sentence(of: first))"
  }

  /// The details, each on a line.
  package var lines: [String] {
    guard let first = result.first, result.cause != .columns else { return [] }
    var lines: [String] = []
    if let event = result.event, case .event(let firstEvent) = first.kind, firstEvent == event {
      lines += Self.reasons(event)
    } else if let event = result.event {
      lines.append("then \(Self.sentence(of: event))")
      lines += Self.reasons(event)
    } else if knowsEvents, [.path(.tracking), .path(.settling)].contains(result.cause) {
      lines.append("the events are the same")
    }
    let gaps = result.gaps.filter { $0.difference != 0 }
      .map { Wording.gap($0.channel, $0.difference, at: $0.time) }
    if !gaps.isEmpty { lines.append("greatest gaps: \(gaps.joined(separator: ", "))") }
    return lines
  }

  /// Returns a trajectory's gestures in a line: when each begins, its outcome, and when the animation rests.
  package static func story(_ milestones: [Milestone]) -> String {
    let words = milestones.compactMap { milestone -> String? in
      switch milestone.kind {
      case .began: "begins at \(clock(milestone))"
      case .decided(let decision): "\(Wording.outcome(of: decision)) at \(clock(milestone))"
      case .completed: "rests at \(clock(milestone))"
      case .started(let run): "starts \(run.rawValue) at \(clock(milestone))"
      case .ended, .cancelled, .handoff, .held: nil
      }
    }
    guard !words.isEmpty else { return "no gesture" }
    // The first gestures are enough to recognise a long recording.
    let most = 9
    let rest = words.count > most ? ", and so on" : ""
    return words.prefix(most).joined(separator: ", ") + rest
  }

  // MARK: Sentences

  private func sentence(of divergence: Divergence) -> String {
    let clock = Wording.clock(divergence.time)
    switch divergence.kind {
    case .columns(let expected, let actual):
      let names = [expected, actual].map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") }
      return "animates \(names[1]) instead of \(names[0])"
    case .event(let event): return Self.sentence(of: event)
    case .phase(let expected, let actual):
      return "\(actual.rawValue) instead of \(expected.rawValue) at \(clock)"
    case .value(let channel, let expected, let actual, _):
      guard result.cause != .sampling else {
        return "the sample times differ from \(clock) on: the sampling rates differ"
      }
      let (wanted, came) = Self.pair(expected, actual)
      return "\(channel) is \(came) instead of \(wanted) at \(clock)\(meanwhile)"
    }
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
      return event.actual.map { "unexpected event at \(clock($0)): \(description(of: $0))" } ?? ""
    }
    guard let actual = event.actual else {
      return "missing event at \(clock(expected)): \(description(of: expected))"
    }
    switch event.aspect {
    case .kind:
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
      return "\(decision) as expected at \(clock(actual)), but by other conditions of the rule"
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

  private static func outcome(of actual: Milestone, instead expected: Milestone) -> String {
    if case (.completed(let wanted), .completed(let came)) = (expected.kind, actual.kind) {
      return "the animation rests at its \(came) instead of its \(wanted),"
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
      return [
        "\(Wording.sentence(flip.actual, besides: flip.expected)); expected: "
          + Wording.sentence(flip.expected, besides: flip.actual)
      ]
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
    case .started(.then): "the next animation starts"
    case .started(.dismissal): "the dismissal starts"
    }
  }

  private static func clock(_ milestone: Milestone, _ decimals: Int = 3) -> String {
    Wording.clock(milestone.time, decimals: decimals)
  }

  /// Returns two numbers with enough decimals to show that they differ.
  private static func pair(_ expected: Double, _ actual: Double) -> (String, String) {
    let decimals =
      (2...9).first { count in
        NumberText.fixed(expected, count) != NumberText.fixed(actual, count)
      } ?? 9
    return (NumberText.fixed(expected, decimals), NumberText.fixed(actual, decimals))
  }

  // MARK: JSON

  /// The report as a JSON value; null if they are the same within the tolerances.
  package var json: JSONText {
    guard let first = result.first, let cause = result.cause else { return .null }
    var members: [(key: String, value: JSONText)] = [
      ("cause", .string(cause.name)), ("message", .string(sentence)),
      ("time", .seconds(first.time)),
    ]
    switch first.kind {
    case .columns(let expected, let actual):
      members += [
        ("channel", .string("columns")), ("expected", .list(expected.map(JSONText.string))),
        ("actual", .list(actual.map(JSONText.string))),
      ]
    case .event: members.append(("channel", .string("event")))
    case .phase(let expected, let actual):
      members += [
        ("channel", .string("phase")), ("expected", .string(expected.rawValue)),
        ("actual", .string(actual.rawValue)),
      ]
    case .value(let channel, let expected, let actual, let tolerance):
      members += [
        ("channel", .string(channel)), ("expected", .number(expected, decimals: 9)),
        ("actual", .number(actual, decimals: 9)),
        ("tolerance", .number(tolerance.value, decimals: 9)),
        ("timeTolerance", .number(Double(tolerance.microseconds) / 1_000_000)),
      ]
    }
    members.append(("event", result.event.map(Self.json) ?? .null))
    members.append(
      (
        "gaps",
        .list(
          result.gaps.map {
            [
              "channel": .string($0.channel), "difference": .number($0.difference, decimals: 9),
              "time": .seconds($0.time),
            ]
          })
      ))
    return .object(members)
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
