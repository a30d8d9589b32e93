import PantographBase
import PantographInteractions
import PantographTuning

extension TuneReport {
  /// The rows of the spread between people, with heads; empty for fewer than two people.
  var spreadRows: [[String]] {
    let rows = result.thresholds.compactMap { threshold -> [String]? in
      guard let spread = threshold.spread else { return nil }
      let unit = Wording.unit(of: threshold.before)
      return [
        threshold.name, Wording.number(spread.between) + unit, Wording.number(spread.within) + unit,
      ]
    }
    return rows.isEmpty ? [] : [["spread (SD)", "between people", "within one"]] + rows
  }

  /// How the spread is estimated.
  static let spreadMethod =
    "spread of the gestures' values by one-way random effects, apart from the difference of what was meant"

  var spread: [String] {
    spreadRows.isEmpty ? [] : table(spreadRows) + ["", Self.spreadMethod]
  }

  /// The rows of the thresholds for one person, with heads; empty unless they were requested.
  var personalRows: [[String]] {
    guard let personal = result.personal else { return [] }
    let rows = zip(personal.thresholds, result.thresholds).map { own, threshold in
      let unit = Wording.unit(of: threshold.before)
      return [
        own.name, NumberText.exact(own.others) + unit, NumberText.exact(own.alone) + unit,
        NumberText.percent(own.weight, 0),
        style.paint(NumberText.exact(own.value) + unit, .threshold),
      ]
    }
    return [["threshold", "all others", "alone", "weight", "for \(personal.person)"]] + rows
  }

  /// What the thresholds for one person are.
  var personalNote: String? {
    guard let personal = result.personal else { return nil }
    return "for \(personal.person), drawn toward all others' by the spread (empirical Bayes) of"
      + " \(personal.count.counted("gesture")): \(personal.score.errors) wrong of these, with all others'"
      + " thresholds \(personal.scoreOfOthers.errors)"
  }

  var personal: [String] {
    guard let personalNote else { return [] }
    return table(personalRows) + ["", personalNote]
  }
}
