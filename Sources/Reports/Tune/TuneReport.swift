import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTuning

/// Reports the tuned thresholds, their certainty, and the hard gestures.
package struct TuneReport {
  let result: TuningResult
  let search: SettingSearch
  let unit: DistanceUnit
  /// The style of the text.
  package var style = TextStyle.plain
  /// The result in the settings of another program, if that is asked for.
  package var written: ProgramSettings.Written?

  /// The largest number of hard gestures of each kind in the text; the JSON has all.
  static let most = 10

  /// Makes a report.
  package init(
    _ result: TuningResult, trying search: SettingSearch = .init([]),
    of gesture: Interaction.Gesture
  ) {
    self.result = result
    self.search = search
    unit = DistanceUnit(gesture)
  }

  // MARK: Text

  /// The lines of the report.
  package var lines: [String] {
    [
      warnings.map { style.paint($0, .near) }, heading, scores, settings, thresholds, plots,
      lines(of: confusionTable), lines(of: rankingTable), spread, personal, validation,
      lines(of: ruleTable("Other rules", result.rivals)), heldOut, hard,
    ].filter { !$0.isEmpty }.joined(separator: [""]).map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// Warnings about classes with no examples or too few, and about thresholds at their bounds.
  package var warnings: [String] { fewExamples + result.thresholds.compactMap(boundReached) }

  /// A sentence about a threshold that its bounds stop, with the option that widens them.
  private func boundReached(_ threshold: TuningResult.Threshold) -> String? {
    guard let reached = threshold.reachedBound else { return nil }
    let unit = Wording.unit(of: threshold.before)
    let (low, high) = (reached.wider.lowerBound.asWritten, reached.wider.upperBound.asWritten)
    return
      "\(threshold.name) is at its bound of \(NumberText.exact(reached.bound))\(unit), but gestures"
      + " reach \(Wording.number(reached.farthest))\(unit); --bounds \(threshold.name)=\(low)..\(high)"
      + " searches there, too"
  }

  private var fewExamples: [String] {
    [(result.finishing, "must finish"), (result.others, "must not finish")]
      .compactMap { examples, words in
        let released = examples.released
        let labelled = examples.labelled
        if released == 0 {
          return
            "none of \(labelled.counted("gesture")) that \(words) was recognised with a release,"
            + " so nothing bounds the thresholds on that side; record some that are"
        }
        guard released < TuningResult.Examples.minimumCount else { return nil }
        return "only \(released.counted("gesture")) that \(words)"
          + (released < labelled ? " of \(labelled) labelled" : "")
          + ": with fewer than \(TuningResult.Examples.minimumCount), one more gesture can move a threshold far"
      }
  }

  var heading: [String] {
    let gestures = result.gestures
    let left = result.unlabelledCount
    let unlabelled = left > 0 ? "; \(left) without a label \(left == 1 ? "is" : "are") ignored" : ""
    return [
      "\(gestures.count.counted("labelled gesture")) of"
        + " \(result.recordingCount.counted("recording")):"
        + " \(Self.meant(gestures))\(unlabelled)"
    ]
  }

  /// Returns how many gestures should finish, and how many should not.
  static func meant(_ gestures: LabelledGestures) -> String {
    let finishing = gestures.count(where: \.isMeantToFinish)
    return "\(finishing) should finish, \(gestures.count - finishing) should not"
  }

  private func lines(of table: PageTable?, indent: Int = 0) -> [String] {
    table?.lines(in: style, indent: indent, margin: 2) ?? []
  }

  var hasCosts: Bool { result.costs != .init() }

  /// The name of the cost: wrong gestures, unless one kind costs more than the other.
  var costName: String { hasCosts ? "cost" : "wrong gestures" }

  /// Returns a cost in the unit given by the user; without costs, the number of wrong gestures.
  func cost(_ thousandths: Int) -> String {
    (Double(thousandths) / 1000).asWritten
  }

  func cells(_ score: TuningScore) -> [String] {
    let share = NumberText.percent(score.errorShare)
    return ["\(score.errors) of \(score.count)", share]
      + (hasIntervals ? [score.interval.map(Self.percents) ?? ""] : [])
      + ["\(score.falseFinishes)", "\(score.falseCancels)"]
      + (hasCosts ? [cost(score.cost)] : [])
  }

  /// Whether there are enough people for intervals of error rates.
  private var hasIntervals: Bool { result.scoreAfter.interval != nil }

  private var scoreColumns: [PageTable.Column] {
    ["wrong", .init("share", inText: "")] + (hasIntervals ? ["95 % CI"] : [])
      + ["false finishes", "false cancels"] + (hasCosts ? ["cost"] : [])
  }

  /// Returns an interval of shares in percent.
  static func percents(_ interval: ClosedRange<Double>) -> String {
    "\(NumberText.fixed(interval.lowerBound * 100, 1)) … \(NumberText.percent(interval.upperBound))"
  }

  /// What the intervals are about, or why there are none; `nil` if there are none on request.
  var certainty: String? {
    switch result.people {
    case .few(let count):
      return "\(count.counted("person", "people")): too few for an interval over people"
    case .enough(let count):
      return "95 % CI: over \(count.counted("person", "people"))"
    case .one(let name):
      return result.resamples > 0
        ? "95 % CI: over the gestures of \(name), for this person only" : nil
    case .unknown:
      return result.resamples > 0
        ? "95 % CI: over gestures, none of which names a person; too narrow if some are of the same one"
        : nil
    }
  }

  private var scores: [String] {
    lines(of: scoreTable) + (proof.map { ["", $0] } ?? [])
      + (estimatorTable == nil ? [] : ["", "best result of each velocity estimator:"])
      + lines(of: estimatorTable, indent: 2) + (passedOver.map { ["  \($0)"] } ?? [])
  }

  /// The scores of the rule before and after tuning.
  var scoreTable: PageTable {
    PageTable(
      "Before and after", [.word("measure", inText: "")] + scoreColumns,
      [["before"] + cells(result.scoreBefore), ["tuned"] + cells(result.scoreAfter)])
  }

  var proof: String? {
    guard !result.thresholds.isEmpty else { return nil }
    let cost = result.solution.cost
    let least = result.solution.lowerBound
    switch result.solution.method {
    case .exact: return "these thresholds are optimal for these gestures\(within): all were tried"
    case .branchAndBound:
      return "these thresholds are optimal for these gestures\(within): the others were ruled out"
    case .descent:
      return cost == least
        ? "these thresholds are optimal for these gestures\(within)"
        : "better thresholds may exist: these cost \(self.cost(cost)), and the proven lower bound is"
          + " \(self.cost(least))\(within)"
    }
  }

  /// The bounds within which thresholds were searched; empty if there were none.
  private var within: String {
    let bounds = result.thresholds.compactMap { threshold -> String? in
      let (low, high) = (threshold.bounds.lowerBound, threshold.bounds.upperBound)
      guard low > -1e9 || high < 1e9 else { return nil }
      let ends = [low, high].map {
        $0.magnitude > 1e9 ? $0 < 0 ? "−∞" : "∞" : NumberText.exact($0)
      }
      return "\(threshold.name) from \(ends[0]) to \(ends[1])\(Wording.unit(of: threshold.before))"
    }
    return bounds.isEmpty ? "" : " with \(bounds.listed)"
  }

  /// The best result of each estimator, if several were tried.
  var estimatorTable: PageTable? {
    guard result.estimators.count > 1 else { return nil }
    let taken = result.estimators.firstIndex { $0.0 == result.after.estimator }
    return PageTable(
      "Best result of each velocity estimator",
      [.word("estimator"), .init(hasCosts ? "cost" : "wrong"), .word("choice", inText: "")],
      result.estimators.enumerated().map { index, result in
        [result.0.rawValue, cost(result.1), index == taken ? "taken" : ""]
      }, taken: taken)
  }

  /// The estimators that could not be tried, and the reason.
  var passedOver: String? {
    guard result.estimators.count > 1, !result.skippedEstimators.isEmpty else { return nil }
    let names = result.skippedEstimators.map(\.rawValue).joined(separator: ", ")
    let (own, others) = result.after.estimator.hasTime ? ("time", "event") : ("event", "time")
    return "not tried, because the rule has velocities per \(own), not per \(others): \(names)"
  }

  private var settings: [String] {
    settingTable == nil ? [] : lines(of: settingTable) + ["", trialCount]
  }

  /// The other settings that were searched, if any.
  var settingTable: PageTable? {
    search.advice.map { best in
      PageTable(
        "Other settings: \(trialCount)", [.word("setting"), "now", "tuned", "tried within"],
        zip(search.settings, best.values).map { setting, value in
          let (low, high) = (setting.bounds.lowerBound, setting.bounds.upperBound)
          return [
            setting.name, NumberText.exact(setting.start), NumberText.exact(value),
            "\(NumberText.exact(low)) … \(NumberText.exact(high))",
          ]
        })
    }
  }

  /// The number of combinations tried, and what that means.
  private var trialCount: String {
    let count = search.trials.count
    return count == 1
      ? "1 combination tried" : "\(count) combinations tried; a better one may lie between them"
  }

  private var thresholds: [String] {
    result.thresholds.isEmpty
      ? [] : lines(of: thresholdTable) + (certainty.map { ["", $0] } ?? [])
  }

  /// The thresholds before and after tuning.
  var thresholdTable: PageTable {
    let hasIntervals = result.thresholds.contains { $0.interval != nil }
    return PageTable(
      "Tuned thresholds",
      [
        .word("threshold"), .word("condition", inText: ""), "now", "tuned",
        "same for these gestures",
      ]
        + (hasIntervals ? ["95 % CI"] : []),
      result.thresholds.map { threshold in
        let unit = Wording.unit(of: threshold.before)
        return [
          threshold.name, "\(threshold.before.comparison.phrase)",
          NumberText.exact(threshold.before.threshold) + unit,
          style.paint(NumberText.exact(threshold.after) + unit, .threshold),
          Self.range(threshold.range),
        ] + (hasIntervals ? [threshold.interval.map(Self.range) ?? ""] : [])
      })
  }

  static func range(_ range: ClosedRange<Double>) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    // Enough digits to show that the ends differ, if they do.
    let digits =
      (0...6).first { digits in
        low == high || NumberText.fixed(low, digits) != NumberText.fixed(high, digits)
      } ?? 6
    func text(_ end: Double) -> String {
      if abs(end) >= 1e9 { return end < 0 ? "−∞" : "∞" }
      let usual = Wording.number(end)
      let decimals = usual.split(separator: ".").dropFirst().first?.count ?? 0
      return digits < decimals ? usual : NumberText.fixed(end, digits)
    }
    return "\(text(low)) … \(text(high))"
  }

  private var plots: [String] {
    Array(
      result.thresholds.map { threshold in
        let picture = ErrorPlot(threshold, in: style, cost: cost).lines
        return picture.isEmpty ? [] : ["\(costName), by \(threshold.name)"] + picture
      }.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The confusion matrix: what was meant, and the outcomes.
  var confusionTable: PageTable {
    let rows = result.confusion.rows
    // Only a rule with more snap points can snap.
    let hasSnaps = rows.contains { $0.snapped > 0 }
    return PageTable(
      "What was meant, and the outcome as tuned",
      [.word("meant"), "finish"] + (hasSnaps ? ["snap"] : []) + ["cancel", "no gesture"],
      rows.map { row in
        let counts = [row.finished] + (hasSnaps ? [row.snapped] : []) + [row.cancelled, row.unseen]
        return [row.word] + counts.map { "\($0)" }
      })
  }

  /// How well each quantity alone ranks the gestures.
  var rankingTable: PageTable {
    PageTable(
      "How well each quantity alone predicts what was meant",
      [
        .word("quantity", inText: "each quantity alone"), .word("prediction", inText: ""),
        "ROC area", "average precision",
      ],
      result.rankings.compactMap { ranking in
        guard let area = ranking.areaUnderROC, let precision = ranking.averagePrecision else {
          return nil
        }
        return [
          ranking.name, ranking.moreFinishes ? "finish if above" : "finish if below",
          NumberText.fixed(area, 3), NumberText.fixed(precision, 3),
        ]
      })
  }

  private var validation: [String] {
    guard !result.validations.isEmpty else {
      guard !result.thresholds.isEmpty else { return [] }
      return ["no cross-validation: that takes gestures of two people, or on two devices"]
    }
    return result.validations.flatMap { validation in
      let (held, trained) = (validation.heldOut, validation.trained)
      let plural = validation.grouping == .person ? "people" : nil
      let interval = held.interval.map { " (95 % CI \(Self.percents($0)))" } ?? ""
      return [
        "\(validation.parts.count)-fold cross-validation over"
          + " \(validation.groupCount.counted(validation.grouping.rawValue, plural)): "
          + "\(percent(held))\(interval) wrong on the held-out part, \(percent(trained)) on the rest",
        "  \(Self.comparison(validation.againstOriginal))",
      ]
    }
  }

  /// Returns how held-out gestures compare with the rule before tuning.
  static func comparison(_ test: PairedTest) -> String {
    "held out, \(test.better.counted("gesture")) better and \(test.worse) worse than before: exact paired"
      + " test, p = \(NumberText.fixed(test.probability, 3))"
  }

  func percent(_ score: TuningScore) -> String {
    NumberText.percent(score.errorShare)
  }

  /// Returns a table of the scores of rules, the best first, below those of the rule itself if they are given.
  func ruleTable(
    _ title: String, tuned: TuningScore? = nil, before: TuningScore? = nil,
    _ rivals: [TuningResult.Rival]
  ) -> PageTable {
    let own = [("tuned", tuned), ("before", before)].compactMap { name, score in
      score.map { (name, $0) }
    }
    let all = own + Self.ranked(rivals).map { ($0.name, $0.score) }
    return PageTable(
      title, [.word("rule")] + scoreColumns, all.map { [$0] + cells($1) },
      taken: own.isEmpty ? nil : 0)
  }

  /// Returns rivals with the best first; equally good ones keep their order.
  static func ranked(_ rivals: [TuningResult.Rival]) -> [TuningResult.Rival] {
    rivals.enumerated().sorted {
      ($0.element.score.cost, $0.offset) < ($1.element.score.cost, $1.offset)
    }.map(\.element)
  }
}

extension TuneReport {
  var heldOut: [String] {
    guard let heldOut = result.heldOut else { return [] }
    let wrong = list(heldOut.wrong, "wrong of these", .wrong)
    return [Self.heading(of: heldOut), ""] + lines(of: table(of: heldOut))
      + (wrong.isEmpty ? [] : [""]) + wrong
  }

  /// Returns the scores of all rules on the gestures that were held out.
  func table(of heldOut: TuningResult.HeldOut) -> PageTable {
    ruleTable(
      "Held-out gestures", tuned: heldOut.after, before: heldOut.before, heldOut.rivals)
  }

  /// Returns whose gestures were held out, and what they were meant to do.
  static func heading(of heldOut: TuningResult.HeldOut) -> String {
    "held out of tuning: \(heldOut.gestures.count.counted("gesture")) of"
      + " \(heldOut.names.joined(separator: ", ")): \(meant(heldOut.gestures))"
  }

  var hard: [String] {
    let share = NumberText.fixed(result.nearShare * 100, 0)
    let wrong = list(result.wrong, "wrong", .wrong)
    let near = list(result.near, "right by less than \(share) %", .near)
    return wrong + (wrong.isEmpty || near.isEmpty ? [] : [""]) + near + numbering
  }

  /// The explanation of the numbers after recordings, if there are any.
  private var numbering: [String] {
    let shown = [result.wrong, result.near, result.heldOut?.wrong].compactMap(\.self).flatMap {
      $0.prefix(Self.most)
    }
    guard shown.contains(where: { $0.gesture.features.number > 1 }) else { return [] }
    return ["", "(2) after a recording means its second gesture; without a number it is the first"]
  }

  private func list(_ gestures: HardGestures, _ title: String, _ ink: TextStyle.Ink) -> [String] {
    guard !gestures.isEmpty else { return [] }
    let rows = gestures.prefix(Self.most).map { hard in
      let change = hard.nearest.map {
        Wording.flip($0, by: result.after.estimator, in: unit)
      }
      return [
        Self.name(of: hard.gesture.features), "meant \(hard.gesture.label.meaning.word)",
        Self.outcome(hard), change ?? "",
      ]
    }
    let more = gestures.count - Self.most
    return [style.paint("\(title): \(gestures.count)", ink)]
      + TextTable.lines(rows, in: style, indent: 2, margin: 2)
      + (more > 0 ? ["  and \(more) more; --json lists all"] : [])
  }

  /// Returns the name of a gesture: its recording, and its number from the second on.
  static func name(of gesture: GestureFeatures) -> String {
    gesture.number > 1 ? "\(gesture.recording) (\(gesture.number))" : gesture.recording
  }

  static func outcome(_ hard: HardGesture) -> String {
    switch (hard.gesture.features.end, hard.outcome) {
    case (.none, _): "no gesture"
    case (.cutOff, _): "cut off"
    case (_, .finish?): "finishes"
    case (_, .snap?): "snaps"
    case (_, .cancel?), (_, nil): "cancels"
    }
  }
}

extension TuneReport {
  private var spread: [String] {
    lines(of: spreadTable) + (spreadTable == nil ? [] : ["", Self.spreadMethod])
  }

  /// The spread between people; `nil` for fewer than two.
  var spreadTable: PageTable? {
    let rows = result.thresholds.compactMap { threshold -> [String]? in
      guard let spread = threshold.spread else { return nil }
      let unit = Wording.unit(of: threshold.before)
      return [
        threshold.name, Wording.number(spread.between) + unit, Wording.number(spread.within) + unit,
      ]
    }
    guard !rows.isEmpty else { return nil }
    return PageTable(
      Self.spreadMethod.capitalizedFirst, [.word("spread (SD)"), "between people", "within one"],
      rows)
  }

  /// How the spread is estimated.
  private static let spreadMethod =
    "spread of the gestures' values by one-way random effects, apart from the difference of what was meant"

  private var personal: [String] {
    lines(of: personalTable) + (personalNote.map { ["", $0] } ?? [])
  }

  /// The thresholds for one person; `nil` unless they were requested.
  var personalTable: PageTable? {
    guard let personal = result.personal, let personalNote else { return nil }
    return PageTable(
      personalNote.capitalizedFirst,
      [
        .word("threshold"), "all others", "alone", "weight", .init("for \(personal.person)"),
      ],
      zip(personal.thresholds, result.thresholds).map { own, threshold in
        let unit = Wording.unit(of: threshold.before)
        return [
          own.name, NumberText.exact(own.others) + unit, NumberText.exact(own.alone) + unit,
          NumberText.percent(own.weight, 0),
          style.paint(NumberText.exact(own.value) + unit, .threshold),
        ]
      })
  }

  /// What the thresholds for one person are.
  private var personalNote: String? {
    guard let personal = result.personal else { return nil }
    return "for \(personal.person), drawn toward all others' by the spread (empirical Bayes) of"
      + " \(personal.count.counted("gesture")): \(personal.score.errors) wrong of these, with all others'"
      + " thresholds \(personal.scoreOfOthers.errors)"
  }
}
