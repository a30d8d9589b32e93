import PantographBase
import PantographGestures
import PantographInteractions
import PantographTuning

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
      return HardTrajectoryPlot(
        "replay-\(gesture.index + 1)", name, samples, release: release, under: result.after
      ).markup
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
      let decision = result.after.decide(release)
      Markup("p") {
        "Released \(Wording.position(of: release, in: words.unit)), "
          + "\(Wording.movement(of: release, by: result.after.estimator, in: words.unit))."
      }
      if let judgement = decision.judgement {
        Markup("p") { Wording.reason(of: judgement).asSentence }
        PageTable.findings("Its values under the tuned rule", judgement, by: result.after)
      }
      if let change = change(of: gesture) {
        Markup("p") { "Nearest flip: \(change)." }
      }
    } else {
      Markup("p") { "It has no release, so no threshold matters." }
    }
  }
}
