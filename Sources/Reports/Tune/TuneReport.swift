import Gestures
public import Interactions
import Quantities
public import Tuning

/// Tells which thresholds were found, how sure that is, and which gestures are hard.
public struct TuneReport {
  let result: TuningResult
  let search: SettingSearch
  let way: DistanceUnit
  /// How it looks.
  public var style = TextStyle.plain

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
    way = DistanceUnit(gesture)
  }

  // MARK: For a person

  /// The report, as lines.
  public var lines: [String] {
    [
      warnings.map { style.paint($0, .near) }, heading, scores, settings, thresholds, plots,
      confusion, rankings, validation, rivals,
      heldOut,
      hard,
    ]
    .filter {
      !$0.isEmpty
    }.joined(separator: [""]).map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// What the gestures can't show: classes without examples, or with too few.
  public var warnings: [String] {
    [(result.finishing, "must finish"), (result.others, "must not finish")]
      .compactMap { examples, words in
        let (released, labelled) = (examples.released, examples.labelled)
        if released == 0 {
          return
            "none of \(Self.count(labelled, "gesture")) that \(words) was recognised with a release:"
            + " nothing shows where the thresholds must end; record some that are"
        }
        guard released < TuningResult.Examples.fewest else { return nil }
        return "only \(Self.count(released, "gesture")) that \(words)"
          + (released < labelled ? " of \(labelled) labelled" : "")
          + ": with fewer than \(TuningResult.Examples.fewest), one gesture more can move a threshold far"
      }
  }

  var heading: [String] {
    let gestures = result.gestures
    let left = result.unlabelledCount
    let unlabelled =
      left > 0 ? "; \(left) without a label \(left == 1 ? "is" : "are") left out" : ""
    return [
      "\(Self.count(gestures.count, "labelled gesture")) of"
        + " \(Self.count(result.recordingCount, "recording")):"
        + " \(Self.meant(gestures))\(unlabelled)"
    ]
  }

  /// How many of gestures are to finish, and how many are not.
  static func meant(_ gestures: LabelledGestures) -> String {
    let finishing = gestures.count(where: \.isMeantToFinish)
    return "\(finishing) \(finishing == 1 ? "is" : "are") to finish,"
      + " \(gestures.count - finishing) \(gestures.count - finishing == 1 ? "is" : "are") not"
  }

  /// How many of something there are.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  /// A table whose first row tells what is in its columns, so much further in than the other lines.
  func table(_ rows: [[String]], further: Int = 0) -> [String] {
    TextTable.lines(rows, in: style, margin: 2 + further, hasHeads: true)
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
    return table(rows) + (proof.map { ["", $0] } ?? []) + estimators
  }

  var proof: String? {
    guard !result.thresholds.isEmpty else { return nil }
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
      + table([["estimator", hasCosts ? "cost" : "wrong", ""]] + rows, further: 2).map { "  \($0)" }
      + (passedOver.map { ["  \($0)"] } ?? [])
  }

  /// The estimators that could not be tried, and why.
  var passedOver: String? {
    guard !result.passedOver.isEmpty else { return nil }
    let names = result.passedOver.map(\.rawValue).joined(separator: ", ")
    let (own, others) =
      result.after.estimator.hasTime ? ("time", "event") : ("event", "time")
    return "not tried, as the rule asks for ways per \(own), and not per \(others): \(names)"
  }

  private var settings: [String] {
    guard let best = search.advice else { return [] }
    let rows = zip(search.settings, best.values).map { setting, value in
      [
        setting.name, setting.start.asWritten, value.asWritten,
        "\(setting.bounds.lowerBound.asWritten) … \(setting.bounds.upperBound.asWritten)",
      ]
    }
    return table([["setting", "now", "tuned", "tried within"]] + rows) + [
      "", places,
    ]
  }

  /// How many places were tried, and what that says.
  var places: String {
    let count = search.trials.count
    return count == 1
      ? "1 place tried, and no other" : "\(count) places tried; a better one may lie between them"
  }

  private var thresholds: [String] {
    guard !result.thresholds.isEmpty else { return [] }
    let rows = result.thresholds.map { threshold in
      let unit = Wording.unit(of: threshold.before)
      return [
        threshold.name, "\(threshold.before.comparison.phrase)",
        threshold.before.threshold.asWritten,
        style.paint(threshold.after.asWritten + unit, .threshold),
        Self.range(threshold.range), threshold.interval.map(Self.range) ?? "",
      ]
    }
    let drawn = result.draws > 0 ? "95 % CI" : ""
    return table(
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
        let picture = ErrorPlot(threshold, in: style, cost: cost).lines
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
    return self.table(hasSnaps ? table : table.map { [$0[0], $0[1]] + $0[3...] })
  }

  private var rankings: [String] {
    let rows = result.rankings.compactMap { ranking -> [String]? in
      guard let area = ranking.areaUnderROC, let precision = ranking.averagePrecision else {
        return nil
      }
      return [
        ranking.name, ranking.moreFinishes ? "more finishes" : "less finishes",
        String(fixed: area, decimals: 3), String(fixed: precision, decimals: 3),
      ]
    }
    guard !rows.isEmpty else { return [] }
    return table([["alone", "", "ROC area", "average precision"]] + rows)
  }

  private var validation: [String] {
    guard !result.validations.isEmpty else {
      guard !result.thresholds.isEmpty else { return [] }
      return ["nothing is held out in turn: that takes gestures of two persons, or on two devices"]
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
    return table([["rule"] + scoreHeader] + Self.ranked(result.rivals).map(row))
  }

  func row(_ rival: TuningResult.Rival) -> [String] { [rival.name] + cells(rival.score) }

  /// The best first; equally good ones stay in their order.
  static func ranked(_ rivals: [TuningResult.Rival]) -> [TuningResult.Rival] {
    rivals.enumerated().sorted {
      ($0.element.score.cost, $0.offset) < ($1.element.score.cost, $1.offset)
    }.map(\.element)
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
