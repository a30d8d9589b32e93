import PantographBase
import PantographInteractions

/// The thresholds of a rule as sliders.
///
/// Conditions on the same quantity with the same threshold, or its negative, share a slider, as they share a number of
/// `thresholds` in an interaction file. A threshold of 0 asks for a sign, and has none.
struct ThresholdSliders {
  /// A slider.
  private struct Slider {
    /// The condition whose threshold the slider shows: the first one that is above 0, if any is.
    var lead: ReleaseRule.Condition
    /// The indices of the conditions, and the factors from the slider's value to their thresholds.
    var parts: [(index: Int, sign: Double)]
    var label: String
  }

  private let judged: JudgedReleases
  private let sliders: [Slider]

  init(_ judged: JudgedReleases) {
    self.judged = judged
    let conditions = judged.conditions
    var groups: [[Int]] = []
    for index in conditions.indices where conditions[index].threshold != 0 {
      let same = groups.firstIndex { conditions[$0[0]].sharesThreshold(with: conditions[index]) }
      if let same { groups[same].append(index) } else { groups.append([index]) }
    }
    let sliders = groups.map { group in
      let lead = conditions[group.first { conditions[$0].threshold > 0 } ?? group[0]]
      return Slider(
        lead: lead,
        parts: group.map { ($0, conditions[$0].threshold == lead.threshold ? 1 : -1) },
        label: Self.label(group.map { conditions[$0] }))
    }
    // The same label twice needs the clause.
    self.sliders = sliders.map { slider in
      guard sliders.count(where: { $0.label == slider.label }) > 1 else { return slider }
      var slider = slider
      slider.label += ", clause \(Self.clause(of: slider.parts[0].index, in: judged.rule))"
      return slider
    }
  }

  /// Whether the rule has no threshold but 0.
  var isEmpty: Bool { sliders.isEmpty }

  private static func label(_ conditions: [ReleaseRule.Condition]) -> String {
    var phrases: [String] = []
    let isMirrored = Set(conditions.map(\.threshold)).count > 1
    for condition in conditions where condition.threshold > 0 || !isMirrored {
      if !phrases.contains(condition.comparison.phrase) {
        phrases.append(condition.comparison.phrase)
      }
    }
    let name = Wording.name(of: conditions[0].quantity).capitalizedFirst
    return "\(name) \(phrases.joined(separator: " or "))"
      + (isMirrored ? ", in either direction" : "")
  }

  private static func clause(of condition: Int, in rule: ReleaseRule) -> Int {
    var end = 0
    let clause = rule.clauses.firstIndex { clause in
      end += clause.conditions.count
      return condition < end
    }
    return (clause ?? 0) + 1
  }

  // MARK: The page

  /// Returns the form with the sliders, which the script shows; it has a link where no player has one.
  func form(hasLink: Bool) -> Markup {
    // A number between the steps of its arrows is as good.
    Markup("form", ["class": "thresholds", "hidden": "", "novalidate": ""]) {
      Markup(sliders.enumerated().map { markup($1, $0) })
      Markup("p", ["class": "changes", "role": "status"])
      Markup("p", ["class": "chosen"])
      Markup("div", ["class": "buttons"]) {
        // The script names the value at which the chosen gesture ends otherwise.
        Markup("button", ["type": "button", "name": "flip", "hidden": ""]) { "Flip" }
        Markup("button", ["type": "button", "name": "copy"]) { "Copy as JSON" }
        if hasLink { Markup("button", ["type": "button", "name": "link"]) { "Copy link" } }
        Markup("button", ["type": "button", "name": "reset"]) { "Reset" }
      }
      Markup("details") {
        Markup("summary") { "The rule as JSON, for interaction.json" }
        Markup(
          "pre",
          ["class": "scroll", "role": "region", "aria-label": "The rule as JSON", "tabindex": "0"]
        ) { Markup("code") }
      }
    }
  }

  private func markup(_ slider: Slider, _ number: Int) -> Markup {
    let (low, high, step, decimals) = range(of: slider)
    let unit = Wording.unit(of: slider.lead)
    let value = slider.lead.threshold.asWritten
    return Markup("div", ["class": "threshold"]) {
      Markup("label", ["for": "threshold-\(number)"]) { slider.label }
      Markup("span", ["class": "amount"]) {
        Markup(
          "input",
          [
            "type": "number", "id": "threshold-\(number)",
            "step": String(fixed: step, decimals: decimals), "min": "-1000000000",
            "max": "1000000000", "value": value,
          ])
        unit
      }
      Markup(
        "input",
        [
          "type": "range", "aria-label": slider.label,
          "min": String(fixed: low, decimals: decimals),
          "max": String(fixed: high, decimals: decimals),
          "step": String(fixed: step, decimals: decimals), "value": value,
          "aria-valuetext": value + unit,
        ])
    }
  }

  /// Returns the range of a slider: from 0 over the threshold and all values of the gestures on its side of 0, in
  /// 200 to 2000 steps of a power of ten.
  private func range(
    of slider: Slider
  ) -> (low: Double, high: Double, step: Double, decimals: Int) {
    let threshold = slider.lead.threshold
    let values = slider.parts.flatMap { part in
      judged.values(of: judged.conditions[part.index]).map { $0 * part.sign }
    }
    let isPositive = threshold > 0
    let farthest = values.filter { $0.isFinite && ($0 > 0) == isPositive }.map(abs).max() ?? 0
    let most = min(max(farthest, abs(threshold) * 2), 1e9)
    var step = 1.0
    var decimals = 0
    while step * 10 <= most / 200 { step *= 10 }
    while step > most / 200, decimals < 9 {
      step /= 10
      decimals += 1
    }
    let end = (most / step).rounded(.up) * step
    return isPositive ? (0, end, step, decimals) : (-end, 0, step, decimals)
  }

  // MARK: Data

  /// The name of each slider in the page's address: that of its quantity, and a number if others have the same.
  var keys: JSONText {
    var counts: [String: Int] = [:]
    return .list(
      sliders.map { slider in
        let name = slider.lead.quantity.rawValue
        counts[name, default: 0] += 1
        let count = counts[name] ?? 1
        return .string(count == 1 ? name : "\(name)-\(count)")
      })
  }

  /// The conditions of each slider, for `thresholds.js`.
  var json: JSONText {
    .list(
      sliders.map { slider in
        .list(slider.parts.map { .list([.integer($0.index), .integer(Int($0.sign))]) })
      })
  }
}

extension ReleaseRule.Condition {
  fileprivate func sharesThreshold(with other: Self) -> Bool {
    quantity == other.quantity && unit == other.unit && abs(threshold) == abs(other.threshold)
  }
}
