import Interactions
import Quantities
import Tuning

extension TunePage {
  /// What was meant against what becomes of it.
  var outcomes: Markup {
    let rows = result.confusion.rows
    let hasSnaps = rows.contains { $0.snapped > 0 }
    let header = ["finish"] + (hasSnaps ? ["snap"] : []) + ["go back", "no gesture"]
    return PageTable(
      "What was meant, and what becomes of it as tuned",
      [.word("meant")] + header.map { .init(number: $0) },
      rows.map { row in
        let counts = [row.finished] + (hasSnaps ? [row.snapped] : []) + [row.cancelled, row.unseen]
        return [.word(row.word)] + counts.map { .init(number: "\($0)") }
      }
    ).markup
  }

  // MARK: Held out

  @MarkupBuilder var heldOut: Markup {
    if let hands = result.heldOut { neverTunedOn(hands) }
    validations
  }

  /// What becomes of the gestures that nothing was tuned on.
  @MarkupBuilder private func neverTunedOn(_ hands: TuningResult.HeldOut) -> Markup {
    Markup("p") { sentence(TuneReport.heading(of: hands)) }
    rules(
      "The gestures that nothing was tuned on", tuned: hands.after, asItIs: hands.before,
      TuneReport.ranked(hands.rivals))
    if !hands.wrong.isEmpty {
      PageTable(
        "What goes wrong of them, the worst first",
        [.word("gesture"), .word("meant"), .word("what becomes of it")],
        hands.wrong.prefix(Self.mostHard).map { hard in
          [
            .word(TuneReport.name(of: hard.gesture.features)),
            .word(hard.gesture.label.meaning.word), .word(TuneReport.fate(hard)),
          ]
        }
      ).markup
    }
  }

  private var validations: Markup {
    guard !result.validations.isEmpty else { return .nothing }
    return Markup {
      Markup("p", ["class": "faint"]) {
        "Some are left out, the rest is tuned on, and what was left out is judged: what to expect of"
          + " hands that nobody has recorded."
      }
      PageTable(
        "Held out",
        [.word("by"), "groups", "parts", "wrong on what was held out", "wrong on the rest"],
        result.validations.map { validation in
          [
            .word(validation.grouping.rawValue), .init(number: "\(validation.groupCount)"),
            .init(number: "\(validation.parts.count)"),
            .init(number: words.percent(validation.heldOut)),
            .init(number: words.percent(validation.trained)),
          ]
        }
      ).markup
      for validation in result.validations { parts(of: validation) }
    }
  }

  private func parts(of validation: Validation) -> Markup {
    let grouping = validation.grouping.rawValue
    let header: [PageTable.Cell] =
      [.word("part")] + result.thresholds.map { .init(number: $0.name) }
    return PageTable(
      "What was tuned without each part, by \(grouping)",
      header + ["wrong on the part", "wrong on the rest"],
      validation.parts.enumerated().map { place, part in
        let thresholds = result.thresholds.map { threshold in
          PageTable.Cell(number: Wording.number(part.rule[threshold.place].threshold))
        }
        let scores = [part.heldOut, part.trained].map { score in
          PageTable.Cell(number: "\(score.errors) of \(score.count)")
        }
        return [.word("\(place + 1)")] + thresholds + scores
      }
    ).folded("The parts, by \(grouping)")
  }

  // MARK: Each quantity alone

  var alone: Markup {
    let rankings = result.rankings.filter { $0.areaUnderROC != nil }
    guard !rankings.isEmpty else { return .nothing }
    return Markup {
      PageTable(
        "How well each quantity alone tells what was meant",
        [.word("quantity"), .word("speaks for finishing"), "ROC area", "average precision"],
        rankings.map { ranking in
          [
            .word(ranking.name), .word(ranking.moreFinishes ? "more of it" : "less of it"),
            .init(number: String(fixed: ranking.areaUnderROC ?? 0, decimals: 3)),
            .init(number: String(fixed: ranking.averagePrecision ?? 0, decimals: 3)),
          ]
        }
      ).markup
      Markup("div", ["class": "figures wide"]) {
        for (place, ranking) in result.rankings.enumerated() {
          if let curve = result.curve(of: ranking) {
            RankPlot(place + 1, ranking.name, curve).markup
          }
        }
      }
    }
  }

  // MARK: Other rules

  var rules: Markup {
    guard !result.rivals.isEmpty else { return .nothing }
    return rules(
      "The same gestures under the rules of others", tuned: result.scoreAfter,
      asItIs: result.scoreBefore, result.rivals)
  }

  private func rules(
    _ title: String, tuned: TuningScore, asItIs: TuningScore, _ rivals: [TuningResult.Rival]
  ) -> Markup {
    let own: [(cells: [PageTable.Cell], isTaken: Bool)] = [
      ([.word("this one, tuned")] + scoreCells(tuned), true),
      ([.word("this one, as it is")] + scoreCells(asItIs), false),
    ]
    let others = rivals.map { rival in
      (cells: [.word(rival.name)] + scoreCells(rival.score), isTaken: false)
    }
    return PageTable(title, [.word("rule")] + header, marking: own + others).markup
  }
}
