extension ReleasePreset {
  /// The rules of UIKit and of libraries for it.
  static let apple = [
    ReleasePreset(
      name: "uikit-sheet", title: "UIKit: sheet dismissal", source: "openuikit's measurements",
      version: "iOS 26.1", evidence: .measured,
      summary:
        "Dismisses after more than half of the height, or at 1000 pt/s from anywhere; 975 "
        + "pt/s are not enough.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "fraction": { "above": 0.5 } }, "then": "finish" },
          { "when": { "velocity": { "atLeast": 1000, "unit": "pt/s" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "uikit-nav-back", title: "UIKit: edge swipe back", source: "openuikit's measurements",
      version: "iOS 26.1", evidence: .feel,
      summary: "Goes back a page after more than half of the width, or at 300 pt/s from anywhere.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "fraction": { "above": 0.5 } }, "then": "finish" },
          { "when": { "velocity": { "atLeast": 300, "unit": "pt/s" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "panmodal", title: "PanModal: sheet dismissal",
      source: "PanModal, PanModalPresentationController.swift, snapMovementSensitivity 0.7",
      version: Self.unrevised, evidence: .numbers,
      summary:
        "Faster than 300 pt/s, which is 1000 · (1 − 0.7), the direction decides; otherwise "
        + "the nearer end.",
      rule: """
        { "estimator": "last-difference", "ties": "upper", "clauses": [
          { "when": { "velocity": { "above": 300, "unit": "pt/s" } }, "then": "finish" },
          { "when": { "velocity": { "below": -300, "unit": "pt/s" } }, "then": "cancel" }
        ], "otherwise": "nearest" }
        """),
    ReleasePreset(
      name: "floating-panel", title: "FloatingPanel: to the next state",
      source: "FloatingPanel, momentumProjectionRate 0.998, redirectionalProgress 0.5",
      version: Self.unrevised, evidence: .numbers,
      summary: "Goes to the next state if the projected movement reaches half of the distance.",
      rule: """
        { "estimator": "last-difference", "projection": { "steps": 0.998 }, "clauses": [
          { "when": { "projected": { "atLeast": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "fluid-interfaces", title: "fluid-interfaces: picture in picture",
      source: "Designing Fluid Interfaces; fluid-interfaces, Pip.swift", version: "WWDC 2018",
      evidence: .source,
      summary: "The snap point nearest to where a scroll view would come to rest.",
      rule: """
        { "estimator": "last-difference", "projection": { "steps": 0.998 },
          "clauses": [], "otherwise": "projected" }
        """),
    ReleasePreset(
      name: "fluid-interfaces-drawer", title: "fluid-interfaces: drawer",
      source: "fluid-interfaces, Momentum.swift", version: Self.unrevised, evidence: .numbers,
      summary: "Only the sign of the velocity decides; at zero it finishes.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "velocity": { "below": 0, "unit": "pt/s" } }, "then": "cancel" }
        ], "otherwise": "finish" }
        """),
    ReleasePreset(
      name: "touchwonders-transition", title: "Touchwonders Transition",
      source: "Transition, completion threshold 1/3, flick 1200 pt/s", version: Self.unrevised,
      evidence: .numbers,
      summary:
        "Faster than 1200 pt/s in any direction, the sign of the velocity along the axis "
        + "decides, even if that velocity is small. Otherwise it finishes after more than a "
        + "third of the distance.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "velocity": { "above": 0, "unit": "pt/s" }, "velocityMagnitude": { "above": 1200, "unit": "pt/s" } }, "then": "finish" },
          { "when": { "velocity": { "below": 0, "unit": "pt/s" }, "velocityMagnitude": { "above": 1200, "unit": "pt/s" } }, "then": "cancel" },
          { "when": { "fraction": { "above": 0.3333333333333333 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
  ]
}

extension ReleasePreset {
  /// The rules of well-known tutorials about UIKit's animators and transitions.
  static let tutorials = [
    ReleasePreset(
      name: "tutorial-pull", title: "Tutorial: pull to present",
      source: "iOS animation tutorials, scrollViewWillEndDragging",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "Finishes after more than half of the distance, whatever the velocity.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "fraction": { "above": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "tutorial-reveal", title: "Tutorial: reveal transition",
      source: "iOS animation tutorials, handlePan",
      version: "tutorial 004, chapter 19 of its book, undated", evidence: .source,
      summary: "Cancels after less than half of the distance; at exactly half it finishes.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "fraction": { "below": 0.5 } }, "then": "cancel" }
        ], "otherwise": "finish" }
        """),
    ReleasePreset(
      name: "tutorial-interrupt", title: "Tutorial: interrupted transition",
      source: "iOS animation tutorials, touch while a transition runs",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary:
        "More than 40 points forward finish it, and more than 40 back cancel it. In between, "
        + "the tutorial leaves the animation where it is; here it goes to the nearer end.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "travel": { "above": 40, "unit": "pt" } }, "then": "finish" },
          { "when": { "travel": { "below": -40, "unit": "pt" } }, "then": "cancel" }
        ], "otherwise": "nearest" }
        """),
    ReleasePreset(
      name: "tutorial-drag", title: "Tutorial: catch and release",
      source: "iOS animation tutorials, continueAnimation",
      version: "tutorial 002 of 2016-06-28 (iOS 10)", evidence: .source,
      summary: "Always runs to its end.",
      rule: """
        { "estimator": "last-difference", "clauses": [], "otherwise": "finish" }
        """),
    ReleasePreset(
      name: "tutorial-reverse", title: "Tutorial: back on release",
      source: "iOS animation tutorials, isReversed", version: "tutorial 002 of 2016-06-28 (iOS 10)",
      evidence: .source,
      summary: "Always runs back to its start.",
      rule: """
        { "estimator": "last-difference", "clauses": [], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "tutorial-press", title: "Tutorial: press to preview",
      source: "iOS animation tutorials, UIPreviewInteraction",
      version: "tutorial 000, its pictures of 2018-12 to 2019-01", evidence: .source,
      summary: "Finishes if the press has reached its peak at any time.",
      rule: """
        { "estimator": "last-difference", "clauses": [
          { "when": { "peak": { "atLeast": 1 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
  ]
}
