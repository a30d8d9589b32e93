package import PantographBase
import PantographInteractions
import PantographMotion
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
    ) { (index, decision) throws(Complaint) in
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

/// The script of pages that judge gestures with other thresholds, and play nothing: some of the modules in `Player`.
///
/// It reads the JSON in `threshold-data`. Like ``PlayerScript``, it writes only numbers and text.
enum JudgingScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-Jr2dbDp1QJb/zWJ8msFWHS0ZVQodhsQXlyy5DAQdkEc="

  /// The script, from modules that are each after those that they import.
  static let source = PlayerScript.joined([
    PackageResources.numbers_js, PackageResources.address_js, PackageResources.nearest_js,
    PackageResources.rules_js,
    PackageResources.copying_js, PackageResources.thresholds_js, PackageResources.tuning_js,
  ])
}

extension ReleaseSettling {
  /// The paths as data for `channels.js`: that of the whole, with the others.
  package var json: JSONText {
    guard !others.isEmpty else { return .object(whole.members) }
    return .object(whole.members + [("others", .list(others.map(Self.json)))])
  }

  private static func json(_ part: PartSettling) -> JSONText {
    switch part {
    case .ramp(let from, let to): ["ramp": .list([.exact(from), .exact(to)])]
    case .path(let path, let delay, let rate):
      .object(path.members + [("delay", .exact(delay)), ("rate", .exact(rate))])
    case .beside(let path): .object(path.members)
    }
  }
}

extension SettlingPath {
  fileprivate var members: [(key: String, value: JSONText)] {
    let form: (key: String, value: JSONText) =
      switch shape {
      case .spring(let spring, let start):
        (
          "spring",
          [
            "frequency": .exact(spring.frequency), "ratio": .exact(spring.dampingRatio),
            "offset": .exact(start.offset), "velocity": .exact(start.velocity),
          ]
        )
      case .curve(let curve, let from, let to, let low, let high):
        (
          "curve",
          [
            "points": .list([curve.x1, curve.y1, curve.x2, curve.y2].map { .exact($0) }),
            "from": .exact(from), "to": .exact(to), "low": .exact(low), "high": .exact(high),
          ]
        )
      }
    return [("target", .exact(target)), ("seconds", .exact(seconds)), form]
  }
}

extension Interaction {
  /// What moves each column while it settles, as data for `channels.js`.
  package var settlingColumns: JSONText {
    let movers = animation.movers
    return .list(
      columns.map { name in
        let moves = animation.properties.filter { $0.name == name }.map { property -> JSONText in
          let mover = movers.firstIndex(of: property.mover).map { $0 + 1 } ?? 0
          return .list([.integer(mover), .exact(property.from ?? 0), property.end])
        }
        let later = afterwards?.properties.first { $0.name == name }
        return ["base": .exact(later?.from ?? 0), "moves": .list(moves)]
      })
  }
}

extension AnimationPlan.Property {
  /// Its value at the end, or its keyframes: when each begins and ends, and the value there.
  fileprivate var end: JSONText {
    guard !keyframes.isEmpty else { return .exact(to) }
    return .list(
      keyframes.map { keyframe in
        .list(
          [keyframe.start, min(keyframe.start + keyframe.duration, 1), keyframe.to]
            .map { .exact($0) })
      })
  }
}
