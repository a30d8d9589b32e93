package import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTrajectories
import PantographTuning

/// The section of a page that explains each decision, and the changes that flip it.
struct DecisionSection {
  /// A release and its decision.
  struct Entry {
    /// The number of the gesture.
    var number: Int
    var time: Timestamp
    var release: Release
    var decision: Decision
    var explanation: Explanation
  }

  private let rule: ReleaseRule
  private let unit: DistanceUnit
  private(set) var all: [Entry] = []
  private var number = 0
  /// The number of releases with each outcome, in the order in which they first occurred.
  private(set) var counts: [(outcome: String, count: Int)] = []
  private var context: ReleaseContext?

  /// The distance of the whole progress in millimetres, from the newest release.
  private var distance: Double?

  init(_ interaction: Interaction) {
    rule = interaction.rule
    unit = DistanceUnit(interaction.gesture)
  }

  mutating func receive(_ event: TrajectoryEvent) {
    switch event.kind {
    case .began: number += 1
    case .ended(let context):
      self.context = context
      distance = context.mapping.distance
    case .decided(let decision):
      guard let context, decision.judgement != nil else { return }
      let release = context.release(for: rule)
      let word = Wording.outcome(of: decision)
      if let index = counts.firstIndex(where: { $0.outcome == word }) {
        counts[index].count += 1
      } else {
        counts.append((word, 1))
      }
      all.append(
        Entry(
          number: number, time: context.time, release: release, decision: decision,
          explanation: rule.explain(release)))
      self.context = nil
    default: break
    }
  }

  /// The only entry, if there is just one.
  var only: Entry? { all.count == 1 ? all[0] : nil }

  /// Returns the nearest flip of a release on one line.
  func change(of entry: Entry) -> String? {
    entry.explanation.nearest.map { Wording.flip($0, by: rule.estimator, in: unit) }
  }

  var markup: Markup {
    Markup {
      for entry in all.prefix(Self.most) { section(entry) }
      if all.count > Self.most {
        Markup.faint("\(Self.most) of \(all.count) decisions; `explain` has all.")
      }
    }
  }

  /// 500: a megabyte of conditions.
  private static let most = 500
  /// More releases than this are collapsed, each below its title.
  private static let mostOpen = 3

  private func section(_ entry: Entry) -> Markup {
    let title =
      "\(Wording.released(at: entry.time, gesture: all.count > 1 ? entry.number : nil)): "
      + Wording.outcome(of: entry.decision)
    guard all.count > Self.mostOpen else {
      return Markup("section", ["class": "decision", "id": "decision-\(entry.number)"]) {
        Markup("h3") { title }
        content(entry)
      }
    }
    return Markup("details", ["class": "case decision", "id": "decision-\(entry.number)"]) {
      Markup("summary") { title }
      Markup("div", ["class": "lines"]) { content(entry) }
    }
  }

  private func content(_ entry: Entry) -> Markup {
    Markup {
      Self.judgement(
        of: entry.release, entry.decision, by: rule, in: unit, "Conditions of the rule")
      flips(entry)
    }
  }

  /// Returns how fingers released, and a table of the conditions by which a rule has decided.
  @MarkupBuilder static func judgement(
    of release: Release, _ decision: Decision, by rule: ReleaseRule, in unit: DistanceUnit,
    _ title: String
  ) -> Markup {
    Markup("p") {
      "Released \(Wording.position(of: release, in: unit)), "
        + "\(Wording.movement(of: release, by: rule.estimator, in: unit))."
    }
    if let judgement = decision.judgement {
      Markup("p") { Wording.reason(of: judgement).asSentence }
      findings(title, judgement, by: rule)
    }
  }

  /// Returns a table of a rule's findings, with a row for each condition.
  private static func findings(_ caption: String, _ judgement: Judgement, by rule: ReleaseRule)
    -> Markup
  {
    let rows = judgement.findings.enumerated().flatMap { clause, findings in
      findings.enumerated().map { condition, finding in
        let numbers = Wording.Numbers(finding)
        let unit = Wording.unit(of: finding.condition)
        let position = ThresholdPosition(clause: clause, condition: condition)
        return [
          rule.name(of: position), numbers.value + unit,
          Wording.demand(finding.condition, numbers.threshold), numbers.margin,
          finding.holds ? "holds" : "does not hold",
        ]
      }
    }
    return PageTable(
      caption, [.word("quantity"), "value", .word("condition"), "margin", .word("result")], rows
    ).markup
  }

  private func flips(_ entry: Entry) -> Markup {
    let flips = entry.explanation.flips
    let nearest = entry.explanation.nearest
    guard !flips.isEmpty else {
      return Markup("p") { "No single change flips the outcome." }
    }
    return PageTable(
      "Single changes that flip the outcome", [.word("input"), .word("change"), .word("outcome")],
      flips.map { flip in
        [
          flip.input.words, Wording.change(of: flip, by: rule.estimator, in: unit),
          Wording.destination(of: flip) + (flip == nearest ? ", nearest" : ""),
        ]
      }, taken: flips.firstIndex { $0 == nearest }
    ).markup
  }

  // MARK: In the plots

  /// The thresholds of the rule on the fraction, and on the velocity if its unit can be converted to fractions per
  /// second.
  var levels: (fraction: [ChannelPlot.Level], velocity: [ChannelPlot.Level]) {
    Self.levels(of: rule, over: distance)
  }

  /// Returns the thresholds of a rule, for a full distance in millimetres if it is known.
  static func levels(
    of rule: ReleaseRule, over distance: Double?
  ) -> (fraction: [ChannelPlot.Level], velocity: [ChannelPlot.Level]) {
    var levels: (fraction: [ChannelPlot.Level], velocity: [ChannelPlot.Level]) = ([], [])
    func add(_ value: Double, _ words: String, _ list: inout [ChannelPlot.Level]) {
      if let same = list.firstIndex(where: { $0.value == value }) {
        if list[same].words != words { list[same].words += "; " + words }
      } else {
        list.append(.init(value: value, words: words))
      }
    }
    for condition in rule.clauses.flatMap(\.conditions) {
      let words = Wording.demand(condition, NumberText.exact(condition.threshold))
      switch condition.quantity {
      case .fraction: add(condition.threshold, words, &levels.fraction)
      case .velocity, .speed:
        guard let distance, condition.unit.time != .event else { continue }
        let value = condition.threshold * condition.unit.scale(distance: distance) / distance
        add(value, words, &levels.velocity)
        if condition.quantity == .speed { add(-value, words, &levels.velocity) }
      default: break
      }
    }
    return levels
  }

  /// The velocity that the rule saw at each release, in fractions per second.
  var seenVelocities: [ChannelPlot.Spot] {
    guard rule.estimator.hasTime, rule.asksForVelocity else { return [] }
    return all.map { entry in
      ChannelPlot.Spot(
        time: entry.time, value: entry.release.velocity / entry.release.distance,
        hint: "\(rule.estimator.rawValue): "
          + Wording.velocity(of: entry.release, by: rule.estimator, in: unit), isRule: true)
    }
  }
}

/// The ends of a trajectory's gestures.
package struct ReleaseLog: TrajectorySink, Sendable {
  /// The end of a gesture.
  package enum Entry: Sendable {
    /// The fingers released.
    case release(ReleaseContext)
    /// The gesture was cut off, with the animation at a fraction; the rule was not consulted.
    case cutOff(at: Timestamp, fraction: Double)
  }

  /// The ends of the gestures, in the order of time.
  package private(set) var entries: [Entry] = []

  /// The number of the only gesture that reports describe, from 1; `nil` for all.
  package var chosen: Int?

  /// The ends that reports describe, each with its number if there are several.
  var reported: [(number: Int?, entry: Entry)] {
    if entries.count == 1 { return [(nil, entries[0])] }
    let all = entries.enumerated().map { (number: $0 + 1, entry: $1) }
    return all.filter { chosen == nil || chosen == $0.number }.map { ($0.number, $0.entry) }
  }

  /// Makes an empty log.
  package init() {}

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}

  /// Adds the end of a gesture.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .ended(var context):
      context.history = context.history.compact
      entries.append(.release(context))
    case .cancelled: entries.append(.cutOff(at: event.time, fraction: event.fraction))
    case .began, .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }
}
