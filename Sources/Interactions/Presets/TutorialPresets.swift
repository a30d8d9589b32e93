import Gestures

extension ReleasePreset {
  /// The rules of well-known tutorials on UIKit's animator and transitions.
  static let tutorials = [
    ReleasePreset(
      name: "tutorial-pull", title: "Tutorial: pull to present",
      source: "iOS animation tutorials, scrollViewWillEndDragging",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "Above half of the way it finishes; how fast the hand was does not matter.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [.init([.init(.fraction, .above, 0.5)], then: .finish)], otherwise: .cancel)),
    ReleasePreset(
      name: "tutorial-reveal", title: "Tutorial: reveal transition",
      source: "iOS animation tutorials, handlePan",
      version: "tutorial 004, chapter 19 of its book, undated", evidence: .source,
      summary: "Below half of the way it goes back; at half it already finishes.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [.init([.init(.fraction, .below, 0.5)], then: .cancel)], otherwise: .finish)),
    ReleasePreset(
      name: "tutorial-interrupt", title: "Tutorial: interrupted transition",
      source: "iOS animation tutorials, touch while a transition runs",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "More than 40 points forth finish it and more than 40 back cancel it. The tutorial"
        + " leaves it hanging in between; here it goes to the nearer end.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [
          .init([.init(.travel, .above, 40, .init(.point))], then: .finish),
          .init([.init(.travel, .below, -40, .init(.point))], then: .cancel),
        ], otherwise: .nearest)),
    ReleasePreset(
      name: "tutorial-drag", title: "Tutorial: caught and let go",
      source: "iOS animation tutorials, continueAnimation",
      version: "tutorial 002 of 2016-06-28 (iOS 10)", evidence: .source,
      summary: "It always runs on to its end.",
      rule: ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .finish)),
    ReleasePreset(
      name: "tutorial-reverse", title: "Tutorial: back on release",
      source: "iOS animation tutorials, isReversed", version: "tutorial 002 of 2016-06-28 (iOS 10)",
      evidence: .source,
      summary: "It always runs back to its start.",
      rule: ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .cancel)),
    ReleasePreset(
      name: "tutorial-press", title: "Tutorial: press to preview",
      source: "iOS animation tutorials, UIPreviewInteraction",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "It finishes if the press has come to its peak at any time.",
      rule: ReleaseRule(
        estimator: .lastDifference,
        clauses: [.init([.init(.peak, .atLeast, 1)], then: .finish)], otherwise: .cancel)),
  ]
}
