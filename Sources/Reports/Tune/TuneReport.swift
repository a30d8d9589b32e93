import Gestures
public import Interactions
import Quantities
public import Tuning

/// Tells which thresholds were found, how sure that is, and which gestures are hard.
public struct TuneReport {
  let result: TuningResult
  let search: SettingSearch
  let way: WayUnit

  /// So many hard gestures are told of each kind to a person; a program is told of all.
  static let most = 10

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - search: the other settings that were tried before.
  ///   - gesture: what drives the animation.
  public init(
    _ result: TuningResult, trying search: SettingSearch = .init([]),
    of gesture: Interaction.Gesture
  ) {
    self.result = result
    self.search = search
    way = WayUnit(gesture)
  }

  // MARK: For a person

  /// The report, as lines.
  public var lines: [String] {
    [heading, scores, settings, thresholds, plots, confusion, rankings, validation, rivals, hard]
      .filter {
        !$0.isEmpty
      }.joined(separator: [""]).map { $0.isEmpty ? "" : "  \($0)" }
  }

  var heading: [String] {
    let gestures = result.gestures
    let finishing = gestures.count(where: \.isMeantToFinish)
    let unlabelled =
      result.unlabelledCount > 0
      ? "; \(result.unlabelledCount) without a label are left out" : ""
    return [
      "\(gestures.count) labelled gestures of \(Self.count(result.recordingCount, "recording")):"
        + " \(finishing) are to finish, \(gestures.count - finishing) are not\(unlabelled)"
    ]
  }

  /// How many of something there are.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  var hasCosts: Bool { result.costs != .init() }

  /// What is counted: misses, or what they cost where one costs more than another.
  var costName: String { hasCosts ? "cost" : "gestures that go wrong" }

  /// A cost as it was given; where every miss costs the same, how many there are.
  func cost(_ thousandths: Int) -> String {
    (Double(thousandths) / 1000).asWritten
  }

  func cells(_ score: TuningScore) -> [String] {
    let share = String(fixed: score.errorShare * 100, decimals: 1) + " %"
    return [
      "\(score.errors) of \(score.count)", share, "\(score.falseFinishes)",
      "\(score.falseCancels)",
    ] + (hasCosts ? [cost(score.cost)] : [])
  }

  var scoreHeader: [String] {
    ["wrong", "", "finish that should not", "should but do not"] + (hasCosts ? ["cost"] : [])
  }

  private var scores: [String] {
    let rows = [
      [""] + scoreHeader, ["as it is"] + cells(result.scoreBefore),
      ["tuned"] + cells(result.scoreAfter),
    ]
    return TextTable.lines(rows) + ["", proof] + estimators
  }

  var proof: String {
    let (cost, least) = (result.solution.cost, result.solution.lowerBound)
    switch result.solution.method {
    case .exact: return "no thresholds are better on these gestures: all were tried"
    case .branchAndBound:
      return "no thresholds are better on these gestures: what was not tried can't be"
    case .descent:
      return cost == least
        ? "no thresholds are better on these gestures"
        : "better thresholds may be left: these cost \(self.cost(cost)), and none less than"
          + " \(self.cost(least)) is all that is proven"
    }
  }

  private var estimators: [String] {
    guard result.estimators.count > 1 else { return [] }
    let rows = result.estimators.map { estimator, cost in
      [estimator.rawValue, self.cost(cost), estimator == result.after.estimator ? "taken" : ""]
    }
    return ["", "at best, by velocity estimator:"]
      + TextTable.lines([["estimator", hasCosts ? "cost" : "wrong", ""]] + rows).map { "  \($0)" }
  }

  private var settings: [String] {
    guard let best = search.advice else { return [] }
    let rows = zip(search.settings, best.values).map { setting, value in
      [
        setting.name, setting.start.asWritten, value.asWritten,
        "\(setting.bounds.lowerBound.asWritten) … \(setting.bounds.upperBound.asWritten)",
      ]
    }
    return TextTable.lines([["setting", "now", "tuned", "tried within"]] + rows) + [
      "", "\(Self.count(search.trials.count, "place")) tried; a better one may lie between them",
    ]
  }

  private var thresholds: [String] {
    let rows = result.thresholds.map { threshold in
      let unit = Wording.unit(of: threshold.before)
      return [
        threshold.name, "\(threshold.before.comparison.phrase)",
        threshold.before.threshold.asWritten, threshold.after.asWritten + unit,
        Self.range(threshold.range), threshold.interval.map(Self.range) ?? "",
      ]
    }
    let drawn = result.draws > 0 ? "in 95 of 100 draws" : ""
    return TextTable.lines(
      [["threshold", "", "now", "tuned", "the same from … to", drawn]] + rows)
  }

  static func range(_ range: ClosedRange<Double>) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    // As many digits as it takes to see that the ends differ, if they do.
    let digits =
      (0...6).first { digits in
        low == high || String(fixed: low, decimals: digits) != String(fixed: high, decimals: digits)
      } ?? 6
    func text(_ end: Double) -> String {
      if abs(end) >= 1e9 { return end < 0 ? "−∞" : "∞" }
      let usual = Wording.number(end)
      let decimals = usual.split(separator: ".").dropFirst().first?.count ?? 0
      return digits < decimals ? usual : String(fixed: end, decimals: digits)
    }
    return "\(text(low)) … \(text(high))"
  }

  private var plots: [String] {
    Array(
      result.thresholds.map { threshold in
        let picture = ErrorPlot(threshold, cost: cost).lines
        let what = hasCosts ? "cost" : "gestures that go wrong"
        return picture.isEmpty ? [] : ["\(what), by \(threshold.name)"] + picture
      }.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var confusion: [String] {
    let rows = result.confusion.rows.map { row in
      [row.word] + [row.finished, row.snapped, row.cancelled, row.unseen].map { "\($0)" }
    }
    let header = ["meant", "finish", "snap", "go back", "no gesture"]
    // Only a rule with places in between can lead to one.
    let hasSnaps = result.confusion.rows.contains { $0.snapped > 0 }
    let table = [header] + rows
    return TextTable.lines(hasSnaps ? table : table.map { [$0[0], $0[1]] + $0[3...] })
  }

  private var rankings: [String] {
    let rows = result.rankings.compactMap { ranking -> [String]? in
      guard let curve = ranking.curve else { return nil }
      return [
        ranking.name, ranking.moreFinishes ? "more finishes" : "less finishes",
        String(fixed: curve.areaUnderROC, decimals: 3),
        String(fixed: curve.averagePrecision, decimals: 3),
      ]
    }
    guard !rows.isEmpty else { return [] }
    return TextTable.lines([["alone", "", "ROC area", "average precision"]] + rows)
  }

  private var validation: [String] {
    guard !result.validations.isEmpty else {
      return ["nothing is held out: that takes gestures of two persons, or on two devices"]
    }
    return result.validations.map { validation in
      let (held, trained) = (validation.heldOut, validation.trained)
      return "held out by \(validation.grouping.rawValue), \(validation.parts.count) parts of"
        + " \(Self.count(validation.groupCount, validation.grouping.rawValue)): "
        + "\(percent(held)) wrong on what was held out, \(percent(trained)) on what was tuned on"
    }
  }

  func percent(_ score: TuningScore) -> String {
    String(fixed: score.errorShare * 100, decimals: 1) + " %"
  }

  private var rivals: [String] {
    guard !result.rivals.isEmpty else { return [] }
    // Equally good ones stay in their order.
    let ranked = result.rivals.enumerated().sorted {
      ($0.element.score.cost, $0.offset) < ($1.element.score.cost, $1.offset)
    }
    let rows = ranked.map { [$0.element.name] + cells($0.element.score) }
    return TextTable.lines([["rule"] + scoreHeader] + rows)
  }

  private var hard: [String] {
    let share = String(fixed: result.nearShare * 100, decimals: 0)
    let wrong = list(result.wrong, "wrong")
    let near = list(result.near, "right by less than \(share) %")
    return wrong + (wrong.isEmpty || near.isEmpty ? [] : [""]) + near
  }

  private func list(_ gestures: [HardGesture], _ title: String) -> [String] {
    guard !gestures.isEmpty else { return [] }
    let rows = gestures.prefix(Self.most).map { hard in
      let change = hard.nearest.map {
        Wording.flip($0, by: result.after.estimator, in: way)
      }
      return [
        Self.name(of: hard.gesture.features), "meant \(hard.gesture.label.meaning.word)",
        Self.fate(hard), change ?? "",
      ]
    }
    let more = gestures.count - Self.most
    return ["\(title): \(gestures.count)"] + TextTable.lines(rows).map { "  \($0)" }
      + (more > 0 ? ["  and \(more) more; --json tells of all"] : [])
  }

  /// A gesture by its recording, and by its number where there may be several.
  static func name(of gesture: GestureFeatures) -> String {
    gesture.number > 1 ? "\(gesture.recording) (\(gesture.number))" : gesture.recording
  }

  static func fate(_ hard: HardGesture) -> String {
    switch (hard.gesture.features.end, hard.outcome) {
    case (.none, _): "no gesture"
    case (.cutOff, _): "cut off"
    case (_, .finish?): "finishes"
    case (_, .snap?): "snaps"
    case (_, .cancel?), (_, nil): "goes back"
    }
  }
}

extension ReleaseRule.Comparison {
  /// The words that stand before a threshold.
  var phrase: String {
    switch self {
    case .above: "above"
    case .atLeast: "at least"
    case .below: "below"
    case .atMost: "at most"
    }
  }
}
