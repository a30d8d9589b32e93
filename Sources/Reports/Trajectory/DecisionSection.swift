import Gestures
import Interactions
import Quantities
import Trajectories

/// The part of a page that tells how releases were judged, and what would have changed it.
struct DecisionSection {
  /// A hand that let go, and what became of it.
  struct Entry {
    var time: Timestamp
    /// When the gesture began.
    var began: Timestamp
    var release: Release
    var decision: Decision
    /// What another rule or hand would have made of it.
    var nearest: Flip?
    var flips: [Flip]
  }

  private let rule: ReleaseRule
  private let way: DistanceUnit
  private(set) var entries = FirstAndLast<Entry>()
  /// How many releases led where, in the order in which they first did.
  private(set) var counts: [(outcome: String, count: Int)] = []
  private var hand: ReleaseContext?

  /// The millimetres of the whole progress, as the newest hand had them.
  private(set) var distance: Double?

  init(_ interaction: Interaction) {
    rule = interaction.rule
    way = DistanceUnit(interaction.gesture)
  }

  mutating func receive(_ event: TrajectoryEvent) {
    switch event.kind {
    case .ended(let hand):
      self.hand = hand
      distance = hand.mapping.distance
    case .decided(let decision):
      guard let hand, decision.judgement != nil else { return }
      let release = hand.release(for: rule)
      let explanation = rule.explain(release)
      let word = Wording.outcome(of: decision)
      if let place = counts.firstIndex(where: { $0.outcome == word }) {
        counts[place].count += 1
      } else {
        counts.append((word, 1))
      }
      entries.append(
        Entry(
          time: hand.time, began: hand.began, release: release, decision: decision,
          nearest: explanation.nearest, flips: explanation.flips))
      self.hand = nil
    default: break
    }
  }

  var all: [Entry] { entries.first + entries.last }

  /// The only one, where there is one.
  var only: Entry? { all.count == 1 ? all[0] : nil }

  /// The least change with which a release would have ended elsewhere, in a line.
  func change(of entry: Entry) -> String? {
    entry.nearest.map { Wording.flip($0, by: rule.estimator, in: way) }
  }

  var markup: Markup {
    Markup {
      for entry in entries.first { part(entry) }
      if entries.leftOut > 0 {
        Markup("p", ["class": "faint"]) { "\(entries.leftOut) more are left out here." }
      }
      for entry in entries.last { part(entry) }
    }
  }

  /// More releases than this are folded away, each below a line of its own.
  private static let mostOpen = 3

  private func part(_ entry: Entry) -> Markup {
    let title = "Let go at \(Wording.clock(entry.time)): \(Wording.outcome(of: entry.decision))"
    guard all.count > Self.mostOpen else {
      return Markup("section") {
        Markup("h3") { title }
        content(entry)
      }
    }
    return Markup("details", ["class": "case"]) {
      Markup("summary") { title }
      Markup("div", ["class": "lines"]) { content(entry) }
    }
  }

  private func content(_ entry: Entry) -> Markup {
    Markup {
      Markup("p") {
        "Let go \(Wording.place(of: entry.release, in: way)), "
          + "\(Wording.pace(of: entry.release, by: rule.estimator, in: way))."
      }
      if let judgement = entry.decision.judgement {
        Markup("p") { "\(Wording.reason(of: judgement).capitalizedFirst)." }
        PageTable.findings("What the rule found", judgement, by: rule)
      }
      flips(entry)
    }
  }

  private func flips(_ entry: Entry) -> Markup {
    guard !entry.flips.isEmpty else {
      return Markup("p") { "Nothing that the hand did would have changed it alone." }
    }
    return PageTable(
      "What would have changed it, alone", [.word("what"), .word("by"), .word("to")],
      marking: entry.flips.map { flip in
        let isNearest = flip == entry.nearest
        return (
          [
            .word(flip.input.rawValue.spaced),
            .word(Wording.change(of: flip, by: rule.estimator, in: way)),
            .word(Wording.destination(of: flip) + (isNearest ? ", the least change" : "")),
          ], isNearest
        )
      }
    ).markup
  }

  // MARK: In the plots

  /// The thresholds of the rule on the fraction, and on the velocity as far as its unit can be had in
  /// fractions per second.
  var levels: (fraction: [ChannelPlot.Level], velocity: [ChannelPlot.Level]) {
    var levels: (fraction: [ChannelPlot.Level], velocity: [ChannelPlot.Level]) = ([], [])
    func add(_ value: Double, _ words: String, _ list: inout [ChannelPlot.Level]) {
      if let same = list.firstIndex(where: { $0.value == value }) {
        if list[same].words != words { list[same].words += "; " + words }
      } else {
        list.append(.init(value: value, words: words))
      }
    }
    for condition in rule.clauses.flatMap(\.conditions) {
      let words = Wording.demand(condition, condition.threshold.asWritten)
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

  /// The velocity that the rule has seen at each release, in fractions per second.
  var seenVelocities: [ChannelPlot.Spot] {
    guard rule.estimator.hasTime, rule.asksForVelocity else { return [] }
    return all.map { entry in
      ChannelPlot.Spot(
        time: entry.time, value: entry.release.velocity / entry.release.distance,
        hint: "\(rule.estimator.rawValue): "
          + Wording.velocity(of: entry.release, by: rule.estimator, in: way), isRule: true)
    }
  }
}
