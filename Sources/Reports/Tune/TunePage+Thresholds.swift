import PantographBase
import PantographInteractions
import PantographTuning

extension TunePage {
  /// 2000, as many as plots draw: with far more, a page would be large.
  private static let mostTried = 2000

  /// The labelled gestures that thresholds can judge.
  private var released: [LabelledGesture] {
    result.gestures.filter { $0.features.release != nil }.map { $0 }
  }

  /// The section in which the tuned thresholds can be changed, and the script's data for it.
  var tried: (markup: Markup, json: JSONText?) {
    let gestures = released
    let rule = result.after
    let judged = JudgedReleases(
      rule,
      gestures.enumerated().compactMap { index, gesture in
        gesture.features.release(for: rule).map { (number: index + 1, release: $0) }
      })
    let sliders = ThresholdSliders(judged)
    guard !gestures.isEmpty, !sliders.isEmpty else { return (.nothing, nil) }
    guard gestures.count <= Self.mostTried else {
      return (
        Markup.faint("\(gestures.count) gestures are too many to judge them again in a page."), nil
      )
    }
    let markup = Markup("div", ["id": "threshold-list"]) {
      Markup("p") {
        "Change a threshold of the tuned rule, and all labelled gestures are judged again. All else on this"
          + " page stays as tuned."
      }
      Markup("p", ["class": "unscripted"]) { "The thresholds can be changed only with scripts." }
      sliders.form(hasLink: true)
    }
    // Thresholds do not affect gestures that were not released; those that should finish are wrong.
    let others = result.gestures.count - gestures.count
    let wrong = result.gestures.count { $0.features.release == nil && $0.isMeantToFinish }
    return (
      markup,
      [
        "rule": judged.json, "sliders": sliders.json, "keys": sliders.keys, "times": .list([]),
        "labels": [
          "meant": .string(gestures.map { $0.isMeantToFinish ? "1" : "0" }.joined()),
          "names": .list(gestures.map { .string(TuneReport.name(of: $0.features)) }),
          "others": .integer(others), "falseCancels": .integer(wrong),
        ],
      ]
    )
  }
}
