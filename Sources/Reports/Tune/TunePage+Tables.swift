import PantographBase
import PantographGestures
import PantographInteractions
import PantographTuning

extension TunePage {
  // MARK: Held out

  @MarkupBuilder var heldOut: Markup {
    if let heldOut = result.heldOut { neverTunedOn(heldOut) }
    validations
  }

  /// The results for the gestures that were held out of tuning.
  @MarkupBuilder private func neverTunedOn(_ heldOut: TuningResult.HeldOut) -> Markup {
    Markup("p") { TuneReport.heading(of: heldOut).asSentence }
    words.table(of: heldOut).markup
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
    let table = words.rankingTable.markup
    guard !table.isEmpty else { return .nothing }
    return Markup {
      table
      Markup("div", ["class": "figures wide"]) {
        for (index, ranking) in result.rankings.enumerated() {
          if let curve = result.curve(of: ranking) {
            RankPlot(number: index + 1, name: ranking.name, curve: curve).markup
          }
        }
      }
    }
  }

  // MARK: Other rules

  var rules: Markup {
    guard !result.rivals.isEmpty else { return .nothing }
    return Markup {
      words.ruleTable(
        "The same gestures under other rules", tuned: result.scoreAfter,
        before: result.scoreBefore, result.rivals
      ).markup
      errorRates.markup
    }
  }

}

extension TunePage {
  private var hard: [HardGesture] { Self.hardGestures(of: result) }

  private var share: String { NumberText.fixed(result.nearShare * 100, 0) }

  // MARK: The list

  var hardList: Markup {
    let (wrong, near) = (result.wrong.count, result.near.count)
    guard wrong + near > 0 else { return .nothing }
    let more = wrong + near - hard.count
    return Markup {
      Markup("p") {
        "\(wrong) are wrong, worst first; \(near) are right by a margin of less than \(share) %, nearest"
          + " first."
          + (more > 0 ? " \(more) more are not shown; --json lists all." : "")
      }
      Markup("ul", ["class": "hard"]) {
        for gesture in hard {
          Markup("li") {
            Markup.link(to: Self.anchor(of: gesture.index)) { name(of: gesture) }
            Markup("p") {
              verdict(gesture)
            }
            if let change = change(of: gesture) { Markup.faint(change) }
          }
        }
      }
    }
  }

  private func name(of gesture: HardGesture) -> Markup {
    Markup.name(TuneReport.name(of: gesture.gesture.features))
  }

  @MarkupBuilder private func verdict(_ gesture: HardGesture) -> Markup {
    Markup("span", ["class": gesture.isRight ? "tag near" : "tag wrong"]) {
      gesture.isRight ? "near" : "wrong"
    }
    " meant \(gesture.gesture.label.meaning.word), \(TuneReport.outcome(gesture))"
  }

  /// Returns the nearest flip of a gesture.
  private func change(of gesture: HardGesture) -> String? {
    gesture.nearest.map { Wording.flip($0, by: result.after.estimator, in: words.unit) }
  }

  // MARK: A section for each

  var hardSections: Markup {
    Markup(
      hard.map { gesture in
        let id = Self.anchor(of: gesture.index)
        return Markup("section", ["class": "gesture", "id": id, "aria-labelledby": "\(id)-name"]) {
          Markup("h3", ["id": "\(id)-name"]) { name(of: gesture) }
          Markup("p") {
            verdict(gesture)
            source(of: gesture.gesture)
          }
          Markup("div", ["class": "pair"]) {
            replay(of: gesture)
            Markup("div") { numbers(of: gesture) }
          }
          Markup("p") { Markup.link(to: "hard") { "Back to the hard gestures" } }
        }
      })
  }

  private func source(of gesture: LabelledGesture) -> Markup {
    Markup {
      "; on "
      Markup.name(gesture.features.device)
      if let person = gesture.label.person {
        ", by "
        Markup.name(person)
      }
    }
  }

  private func replay(of gesture: HardGesture) -> Markup {
    let found = trajectories.first { $0.gesture == gesture.index }
    let name = TuneReport.name(of: gesture.gesture.features)
    let reason: String
    switch found?.replay {
    case .replayed(let samples, let release)?:
      return ChannelPlot.figure(
        "replay-\(gesture.index + 1)", name, samples, release: release, under: result.after)
    case .missing(let why)?: reason = why
    case nil: reason = "it was not replayed"
    }
    return Markup("div") {
      Markup.faint("There is no curve: \(reason).")
      if let command = found?.command {
        Markup("p") {
          "This command draws it: "
          Markup("code") { Markup(verbatim: command) }
        }
      }
    }
  }

  @MarkupBuilder private func numbers(of gesture: HardGesture) -> Markup {
    if let release = gesture.gesture.features.release(for: result.after) {
      DecisionSection.judgement(
        of: release, result.after.decide(release), by: result.after, in: words.unit,
        "Its values under the tuned rule")
      if let change = change(of: gesture) {
        Markup("p") { "Nearest flip: \(change)." }
      }
    } else {
      Markup("p") { "It has no release, so no threshold matters." }
    }
  }
}
