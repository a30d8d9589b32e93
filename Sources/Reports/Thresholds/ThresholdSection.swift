import PantographInteractions
import PantographQuantities
import PantographTrajectories

/// The section of a page in which the thresholds of its rule can be changed, and every gesture is judged again.
struct ThresholdSection {
  private let interaction: Interaction
  private let judged: JudgedReleases
  private let sliders: ThresholdSliders

  init(_ interaction: Interaction, _ entries: [DecisionSection.Entry]) {
    self.interaction = interaction
    judged = JudgedReleases(
      interaction.rule, entries.map { (number: $0.number, release: $0.release) }
    ) { index, decision in
      let entry = entries[index]
      return interaction.settlingPath(
        after: decision, about: entry.context, velocity: entry.velocity)
    }
    times = entries.map(\.time)
    sliders = ThresholdSliders(judged)
    isEmpty = entries.isEmpty
  }

  /// The times of the releases.
  private let times: [Timestamp]
  /// Whether no gesture was judged.
  private let isEmpty: Bool

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
          + " plot of the fraction also shows, dotted, how it would settle after another outcome;"
          + " everything else here stays that of the recorded rule."
      }
      Markup("p", ["class": "unscripted"]) { "The thresholds can be changed only with scripts." }
      sliders.form
    }
  }

  /// The data for the script, if there is anything to change.
  var json: JSONText? {
    if isEmpty || obstacle != nil { return nil }
    return [
      "rule": judged.json, "sliders": sliders.json, "keys": sliders.keys,
      "times": CompactNumbers.json(times.map(\.microseconds)),
    ]
  }
}
