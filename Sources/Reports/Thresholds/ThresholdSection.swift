import PantographBase
import PantographInteractions
import PantographTrajectories

/// The section of a page in which the thresholds of its rule can be changed, and every gesture is judged again.
struct ThresholdSection {
  private let interaction: Interaction
  private let judged: JudgedReleases
  private let sliders: ThresholdSliders

  /// Makes a section of the releases and all contacts of a trajectory, each in the order of time.
  init(
    _ interaction: Interaction, _ entries: [DecisionSection.Entry],
    _ contacts: [ContactLog.Contact]
  ) {
    self.interaction = interaction
    judged = JudgedReleases(
      interaction.rule, entries.map { (number: $0.number, release: $0.release) }
    ) { (index, decision) throws(ReleaseSettling.Obstacle) in
      let entry = entries[index]
      return try interaction.settling(
        after: decision, about: entry.context, velocity: entry.velocity)
    }
    times = entries.map(\.time)
    spans = Self.spans(after: times, contacts.map(\.landed))
    sliders = ThresholdSliders(judged)
    isEmpty = entries.isEmpty
  }

  /// The times of the releases.
  private let times: [Timestamp]
  /// The microseconds from each release until a finger lands again; 0 if none does.
  private let spans: [Int64]
  /// Whether no gesture was judged.
  private let isEmpty: Bool

  private static func spans(after times: [Timestamp], _ landings: [Timestamp]) -> [Int64] {
    var next = 0
    return times.map { time in
      while next < landings.count, landings[next] <= time { next += 1 }
      return next < landings.count ? landings[next].microseconds - time.microseconds : 0
    }
  }

  /// The reason why there is nothing to change; `nil` if there is.
  private var obstacle: String? {
    if interaction.judging == .moving {
      return "This rule is judged while the fingers move: with another threshold, gestures would"
        + " also end at other times."
    }
    guard sliders.isEmpty else { return nil }
    guard judged.conditions.isEmpty else {
      return "This rule has no threshold to change: it compares only with 0."
    }
    return "This rule has no threshold to change: \(Wording.name(of: interaction.rule.otherwise))."
  }

  /// The section; empty if no gesture was judged.
  var markup: Markup {
    if isEmpty { return .nothing }
    if let obstacle { return Markup("p") { obstacle } }
    return Markup("div", ["id": "threshold-list"]) {
      Markup("p") {
        "Change a threshold of the rule, and every gesture is judged again as it was recorded. The"
          + " plots also show, dotted, how its fraction, velocity and properties would settle after"
          + " another outcome, until a finger lands again; everything else here stays that of the"
          + " recorded rule."
      }
      if interaction.afterwards != nil {
        Markup("p") { "The second animation, which runs afterwards, is not drawn for it." }
      }
      Markup("p", ["class": "unscripted"]) { "The thresholds can be changed only with scripts." }
      sliders.form(hasLink: false)
    }
  }

  /// The data for the script, if there is anything to change.
  var json: JSONText? {
    if isEmpty || obstacle != nil { return nil }
    return [
      "rule": judged.json, "sliders": sliders.json, "keys": sliders.keys,
      "times": CompactNumbers.json(times.map(\.microseconds)),
      "spans": CompactNumbers.json(spans), "columns": interaction.settlingColumns,
    ]
  }
}
