extension ReleasePreset {
  /// The rules of libraries for the web and for React Native.
  static let web = [
    ReleasePreset(
      name: "react-native-swipeable", title: "React Native Gesture Handler: Swipeable",
      source: "react-native-gesture-handler, Swipeable.tsx, DRAG_TOSS 0.05",
      version: "439ded4 (2026-08)", evidence: .numbers,
      summary:
        "Opens if the position plus 0.05 s of the velocity is more than half of the width. On "
        + "the web, a pause before the release has no effect.",
      rule: """
        { "estimator": "react-native", "projection": { "seconds": 0.05 }, "clauses": [
          { "when": { "projected": { "above": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "redash", title: "react-native-redash and gorhom's bottom sheet: snapPoint",
      source: "react-native-redash, snapPoint", version: Self.unrevised, evidence: .source,
      summary: "The snap point nearest to the position plus 0.2 s of the velocity.",
      rule: """
        { "estimator": "react-native", "projection": { "seconds": 0.2 },
          "clauses": [], "otherwise": "projected" }
        """),
    ReleasePreset(
      name: "metamask-sheet", title: "MetaMask: closing a bottom sheet",
      source: "metamask-mobile, BottomSheetDialog, 0.6 and 300", version: Self.unrevised,
      evidence: .numbers,
      summary:
        "Faster than 300 pt/s, the direction decides. Otherwise it closes after more than 0.6 "
        + "of the height.",
      rule: """
        { "estimator": "react-native", "clauses": [
          { "when": { "velocity": { "above": 300, "unit": "pt/s" } }, "then": "finish" },
          { "when": { "velocity": { "below": -300, "unit": "pt/s" } }, "then": "cancel" },
          { "when": { "fraction": { "above": 0.6 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "motion", title: "Motion: drag with inertia to snap points",
      source: "motion, inertia, power 0.8", version: "1b037b0 (2026-08)", evidence: .numbers,
      summary:
        "The snap point nearest to the position plus 0.8 s of the velocity, the longest "
        + "projection of all presets.",
      rule: """
        { "estimator": "motion", "projection": { "seconds": 0.8 }, "ties": "upper",
          "clauses": [], "otherwise": "projected" }
        """),
    ReleasePreset(
      name: "use-gesture", title: "use-gesture: swipe",
      source: "use-gesture, drag config, swipe", version: "c779631 (2024-03)", evidence: .numbers,
      summary:
        "Finishes if it moves more than 50 px in less than 250 ms, faster than 0.5 px/ms. "
        + "That speed has no sign: "
        + "the last movement alone gives the direction.",
      rule: """
        { "estimator": "use-gesture", "clauses": [
          { "when": { "travelSize": { "above": 50, "unit": "px" }, "lastMovement": { "above": 0, "unit": "px" }, "speed": { "above": 0.5, "unit": "px/ms" }, "duration": { "below": 250, "unit": "ms" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "hammer", title: "Hammer.js: swipe", source: "hammer.js, recognizers/swipe.js",
      version: "ff687ea (2019)", evidence: .numbers,
      summary:
        "Finishes if it moves more than 10 px, not farther across than along, at a mean of more "
        + "than 0.3 px/ms "
        + "over the whole gesture: a pause before the flick makes it too slow.",
      rule: """
        { "estimator": "hammer", "clauses": [
          { "when": { "straightDistance": { "above": 10, "unit": "px" }, "travelAxisExcess": { "atLeast": 0, "unit": "px" }, "velocity": { "above": 0.3, "unit": "px/ms" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
  ]
}
