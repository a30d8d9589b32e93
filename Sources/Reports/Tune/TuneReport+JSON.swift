import PantographBase
import PantographGestures
import PantographInteractions
import PantographTrajectories
import PantographTuning

extension TuneReport {
  /// The report as JSON, in pieces, as there may be very many hard gestures.
  package var json: some Sequence<String> {
    JSONText.pieces(
      [
        "gestures": .integer(result.gestures.count), "unlabelled": .integer(result.unlabelledCount),
        "recordings": .integer(result.recordingCount), "certainty": .string(certainty),
        "warnings": .list(warnings.map(JSONText.string)), "finishing": json(result.finishing),
        "others": json(result.others), "estimator": .string(result.after.estimator.rawValue),
        "method": .string(result.solution.method.rawValue),
        "cost": cost(result.solution.cost + result.fixedCost),
        "leastPossibleCost": cost(result.solution.lowerBound + result.fixedCost),
        "before": json(result.scoreBefore), "after": json(result.scoreAfter),
        "thresholds": .list(result.thresholds.map(json)), "settings": .list(settings),
        "pointsTried": .list(search.trials.map(json)),
        "estimators": .list(
          result.estimators.map { estimator, cost in
            ["estimator": .string(estimator.rawValue), "cost": self.cost(cost)]
          }), "estimatorsPassedOver": .list(result.skippedEstimators.map { .string($0.rawValue) }),
        "confusion": .list(result.confusion.rows.map(json)),
        "rankings": .list(result.rankings.map(json)),
        "personal": result.personal.map(json) ?? .null,
        "validations": .list(result.validations.map(json)), "rules": json(result.rivals),
        "heldOut": result.heldOut.map(json) ?? .null, "writtenFor": written.map(json) ?? .null,
      ],
      lists: [
        ("wrong", result.wrong.lazy.map(json)), ("near", result.near.lazy.map(json)),
      ])
  }

  private func json(_ examples: TuningResult.Examples) -> JSONText {
    ["labelled": .integer(examples.labelled), "released": .integer(examples.released)]
  }

  private var settings: [JSONText] {
    zip(search.settings, search.advice?.values ?? []).map { setting, value in
      [
        "name": .string(setting.name), "before": number(setting.start), "after": number(value),
        "triedWithin": range(setting.bounds),
      ]
    }
  }

  /// A trial of the other settings, and the cost of the best thresholds with them.
  private func json(_ trial: SettingSearch.Trial) -> JSONText {
    [
      "values": .list(trial.values.map(number)), "cost": cost(trial.worth.cost),
      "slack": trial.worth.slack.isFinite ? number(trial.worth.slack) : .null,
    ]
  }

  private func json(_ personal: TuningResult.Personal) -> JSONText {
    [
      "person": .string(personal.person), "gestures": .integer(personal.count),
      "thresholds": .list(
        personal.thresholds.map { threshold in
          [
            "name": .string(threshold.name), "others": number(threshold.others),
            "alone": number(threshold.alone), "weight": number(threshold.weight),
            "value": number(threshold.value),
          ]
        }), "scoreOfOthers": json(personal.scoreOfOthers), "score": json(personal.score),
    ]
  }

  private func json(_ written: ProgramSettings.Written) -> JSONText {
    [
      "program": .string(written.program.name), "version": .string(written.program.version),
      "file": written.program.file.map { .string($0) } ?? .null,
      "lines": .list(written.lines.map { .string($0) }),
      "missing": .list(written.missing.map { .string($0) }),
      "remark": written.program.remark.map { .string($0) } ?? .null,
    ]
  }

  private func json(_ rivals: [TuningResult.Rival]) -> JSONText {
    .list(rivals.map { ["rule": .string($0.name), "score": json($0.score)] })
  }

  private func json(_ heldOut: TuningResult.HeldOut) -> JSONText {
    [
      "who": .list(heldOut.names.map { .string($0) }), "gestures": .integer(heldOut.gestures.count),
      "before": json(heldOut.before), "after": json(heldOut.after), "rules": json(heldOut.rivals),
      "wrong": .list(heldOut.wrong.map(json)),
    ]
  }

  private func cost(_ thousandths: Int) -> JSONText {
    .number(Double(thousandths) / 1000, decimals: 3)
  }

  private func number(_ value: Double) -> JSONText { .number(value, decimals: 9) }

  /// Returns both ends of a range; an open end is null.
  private func range(_ range: ClosedRange<Double>) -> JSONText {
    .list([range.lowerBound, range.upperBound].map { abs($0) >= 1e9 ? .null : number($0) })
  }

  private func json(_ score: TuningScore) -> JSONText {
    [
      "wrong": .integer(score.errors), "of": .integer(score.count),
      "falseFinishes": .integer(score.falseFinishes), "falseCancels": .integer(score.falseCancels),
      "cost": cost(score.cost), "interval": score.interval.map(range) ?? .null,
    ]
  }

  private func json(_ threshold: TuningResult.Threshold) -> JSONText {
    let condition = threshold.before
    return [
      "name": .string(threshold.name), "clause": .integer(threshold.position.clause + 1),
      "quantity": .string(condition.quantity.rawValue),
      "comparison": .string(condition.comparison.rawValue), "unit": .string("\(condition.unit)"),
      "before": number(condition.threshold), "after": number(threshold.after),
      "bounds": range(threshold.bounds), "atBound": .number(threshold.reachedBound?.bound),
      "sameIn": range(threshold.range), "interval": threshold.interval.map(range) ?? .null,
      "spread": threshold.spread.map { spread in
        ["betweenPeople": number(spread.between), "withinOne": number(spread.within)]
      } ?? .null,
      "decidedBy": .list(threshold.deciders.map { name(result.gestures[$0].features) }),
    ]
  }

  private func name(_ gesture: GestureFeatures) -> JSONText {
    ["recording": .string(gesture.recording), "gesture": .integer(gesture.number)]
  }

  private func json(_ row: Confusion.Row) -> JSONText {
    [
      "meant": .string(row.word), "finish": .integer(row.finished), "snap": .integer(row.snapped),
      "cancel": .integer(row.cancelled), "none": .integer(row.unseen),
    ]
  }

  private func json(_ ranking: TuningResult.Ranking) -> JSONText {
    [
      "name": .string(ranking.name), "moreFinishes": .flag(ranking.moreFinishes),
      "areaUnderROC": .number(ranking.areaUnderROC, decimals: 12),
      "averagePrecision": .number(ranking.averagePrecision, decimals: 12),
    ]
  }

  private func json(_ validation: Validation) -> JSONText {
    [
      "by": .string(validation.grouping.rawValue), "groups": .integer(validation.groupCount),
      "trained": json(validation.trained), "heldOut": json(validation.heldOut),
      "better": .integer(validation.againstOriginal.better),
      "worse": .integer(validation.againstOriginal.worse),
      "pairedTest": .number(validation.againstOriginal.probability, decimals: 9),
      "parts": .list(
        validation.parts.map { part in
          [
            "thresholds": .list(result.thresholds.map { number(part.rule[$0.position].threshold) }),
            "estimator": .string(part.rule.estimator.rawValue), "trained": json(part.trained),
            "heldOut": json(part.heldOut),
          ]
        }),
    ]
  }

  private func json(_ hard: HardGesture) -> JSONText {
    [
      "recording": .string(hard.gesture.features.recording),
      "gesture": .integer(hard.gesture.features.number),
      "time": .seconds(hard.gesture.features.time),
      "meant": .string(hard.gesture.label.meaning.word), "outcome": .string(hard.outcome?.rawValue),
      "input": .string(hard.nearest?.input.rawValue), "change": .number(hard.nearest?.change),
      "relative": .number(hard.nearest?.relative),
    ]
  }
}
