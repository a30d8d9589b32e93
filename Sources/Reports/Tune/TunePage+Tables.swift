import PantographBase
import PantographInteractions
import PantographTuning

extension TunePage {
  /// The confusion matrix.
  var outcomes: Markup {
    let rows = words.confusionRows
    return PageTable(
      "What was meant, and the outcome as tuned",
      [.word(rows[0][0])] + rows[0].dropFirst().map { .init($0) }, Array(rows.dropFirst())
    ).markup
  }

  // MARK: Held out

  @MarkupBuilder var heldOut: Markup {
    if let heldOut = result.heldOut { neverTunedOn(heldOut) }
    validations
  }

  /// The results for the gestures that were held out of tuning.
  @MarkupBuilder private func neverTunedOn(_ heldOut: TuningResult.HeldOut) -> Markup {
    Markup("p") { TuneReport.heading(of: heldOut).asSentence }
    rules(
      "Held-out gestures", tuned: heldOut.after, asItIs: heldOut.before,
      TuneReport.ranked(heldOut.rivals))
    if !heldOut.wrong.isEmpty {
      PageTable(
        "Wrong ones among them, worst first",
        [.word("gesture"), .word("meant"), .word("outcome")],
        heldOut.wrong.prefix(Self.mostHard).map { hard in
          [
            TuneReport.name(of: hard.gesture.features), hard.gesture.label.meaning.word,
            TuneReport.outcome(hard),
          ]
        }
      ).markup
    }
  }

  private var validations: Markup {
    guard !result.validations.isEmpty else { return .nothing }
    return Markup {
      Markup.faint(
        "Some gestures are held out, the rule is tuned on the rest, and then decides on those held out:"
          + " an estimate for people and devices that were not recorded.")
      PageTable(
        "Held out",
        [
          .word("by"), "groups", "parts", "wrong on the held-out part", "95 % CI",
          "wrong on the rest",
        ],
        result.validations.map { validation in
          [
            validation.grouping.rawValue, "\(validation.groupCount)", "\(validation.parts.count)",
            words.percent(validation.heldOut),
            validation.heldOut.interval.map(TuneReport.percents) ?? "",
            words.percent(validation.trained),
          ]
        }
      ).markup
      for validation in result.validations {
        Markup.faint(
          "By \(validation.grouping.rawValue): \(TuneReport.comparison(validation.againstOriginal))."
        )
      }
      for validation in result.validations { parts(of: validation) }
    }
  }

  private func parts(of validation: Validation) -> Markup {
    let grouping = validation.grouping.rawValue
    let header: [PageTable.Column] = [.word("part")] + result.thresholds.map { .init($0.name) }
    return PageTable(
      "Tuned without each part, by \(grouping)",
      header + ["wrong on the part", "wrong on the rest"],
      validation.parts.enumerated().map { index, part in
        let thresholds = result.thresholds.map { Wording.number(part.rule[$0.position].threshold) }
        let scores = [part.heldOut, part.trained].map { "\($0.errors) of \($0.count)" }
        return ["\(index + 1)"] + thresholds + scores
      }
    ).folded("The parts, by \(grouping)")
  }

  // MARK: Each quantity alone

  var alone: Markup {
    let rankings = result.rankings.filter { $0.areaUnderROC != nil }
    guard !rankings.isEmpty else { return .nothing }
    return Markup {
      PageTable(
        "How well each quantity alone predicts what was meant",
        [.word("quantity"), .word("predicts finish"), "ROC area", "average precision"],
        rankings.map { ranking in
          [
            ranking.name, ranking.moreFinishes ? "if larger" : "if smaller",
            NumberText.fixed(ranking.areaUnderROC ?? 0, 3),
            NumberText.fixed(ranking.averagePrecision ?? 0, 3),
          ]
        }
      ).markup
      Markup("div", ["class": "figures wide"]) {
        for (index, ranking) in result.rankings.enumerated() {
          if let curve = result.curve(of: ranking) {
            RankPlot(index + 1, ranking.name, curve).markup
          }
        }
      }
    }
  }

  // MARK: Other rules

  var rules: Markup {
    guard !result.rivals.isEmpty else { return .nothing }
    return Markup {
      rules(
        "The same gestures under other rules", tuned: result.scoreAfter,
        asItIs: result.scoreBefore, result.rivals)
      errorRates.markup
    }
  }

  private func rules(
    _ title: String, tuned: TuningScore, asItIs: TuningScore, _ rivals: [TuningResult.Rival]
  ) -> Markup {
    let own = [("this one, tuned", tuned), ("this one, before", asItIs)]
    let all = own + rivals.map { ($0.name, $0.score) }
    return PageTable(
      title, [.word("rule")] + header, all.map { [$0.0] + words.cells($0.1) }, taken: 0
    ).markup
  }
}
