import PantographGestures

extension ReleasePreset {
  /// The rules of well-known tutorials about UIKit's animators and transitions.
  static let tutorials = [
    ReleasePreset(
      name: "tutorial-pull", title: "Tutorial: pull to present",
      source: "iOS animation tutorials, scrollViewWillEndDragging",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "Finishes after more than half of the distance, whatever the velocity.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [.init([.init(.fraction, .above, 0.5)], then: .finish)], otherwise: .cancel)),
    ReleasePreset(
      name: "tutorial-reveal", title: "Tutorial: reveal transition",
      source: "iOS animation tutorials, handlePan",
      version: "tutorial 004, chapter 19 of its book, undated", evidence: .source,
      summary: "Cancels after less than half of the distance; at exactly half it finishes.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [.init([.init(.fraction, .below, 0.5)], then: .cancel)], otherwise: .finish)),
    ReleasePreset(
      name: "tutorial-interrupt", title: "Tutorial: interrupted transition",
      source: "iOS animation tutorials, touch while a transition runs",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary:
        "More than 40 points forward finish it, and more than 40 back cancel it. In between, "
        + "the tutorial leaves the animation where it is; here it goes to the nearer end.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [
          .init([.init(.travel, .above, 40, .init(.point))], then: .finish),
          .init([.init(.travel, .below, -40, .init(.point))], then: .cancel),
        ], otherwise: .nearest)),
    ReleasePreset(
      name: "tutorial-drag", title: "Tutorial: catch and release",
      source: "iOS animation tutorials, continueAnimation",
      version: "tutorial 002 of 2016-06-28 (iOS 10)", evidence: .source,
      summary: "Always runs to its end.",
      rule: ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .finish)),
    ReleasePreset(
      name: "tutorial-reverse", title: "Tutorial: back on release",
      source: "iOS animation tutorials, isReversed", version: "tutorial 002 of 2016-06-28 (iOS 10)",
      evidence: .source,
      summary: "Always runs back to its start.",
      rule: ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .cancel)),
    ReleasePreset(
      name: "tutorial-press", title: "Tutorial: press to preview",
      source: "iOS animation tutorials, UIPreviewInteraction",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "Finishes if the press has reached its peak at any time.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [.init([.init(.peak, .atLeast, 1)], then: .finish)], otherwise: .cancel)),
  ]
}
