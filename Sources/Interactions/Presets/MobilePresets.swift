import PantographMotion

extension ReleasePreset {
  /// The rules of Android's widgets.
  static let android = [
    ReleasePreset(
      name: "android-viewpager", title: "Android: ViewPager", source: "androidx, ViewPager.java",
      version: Self.singleFile, evidence: .numbers,
      summary:
        "After more than 25 dp, a velocity above 400 dp/s turns the page in its direction. "
        + "Otherwise the page turns at 0.6 of the distance, counted from the page where the "
        + "gesture started.",
      rule: """
        { "estimator": "android", "clauses": [
          { "when": { "travelSize": { "above": 25, "unit": "dp" }, "velocity": { "above": 400, "unit": "dp/s" } }, "then": "next" },
          { "when": { "travelSize": { "above": 25, "unit": "dp" }, "velocity": { "below": -400, "unit": "dp/s" } }, "then": "previous" },
          { "when": { "snapIntervalFraction": { "atLeast": 0.6 } }, "then": "next" },
          { "when": { "snapIntervalFraction": { "atLeast": 0.4 }, "progressSinceGrab": { "below": 0 } }, "then": "next" }
        ], "otherwise": "previous" }
        """),
    ReleasePreset(
      name: "android-bottom-sheet", title: "Material: hiding a bottom sheet",
      source: "material-components-android, BottomSheetBehavior.java", version: Self.singleFile,
      evidence: .numbers,
      summary:
        "Stays open if moving up at 50 dp/s or more. Otherwise it hides after more than half of its "
        + "height, or at more than 500 dp/s, faster down than across, if another 0.1 s would lead "
        + "beyond half. In the source the 500 are physical pixels, a different speed on every screen.",
      rule: """
        { "estimator": "android", "projection": { "seconds": 0.1 }, "clauses": [
          { "when": { "velocity": { "atMost": -50, "unit": "dp/s" } }, "then": "cancel" },
          { "when": { "projected": { "above": 0.5 }, "velocity": { "above": 500, "unit": "dp/s" }, "speedAxisExcess": { "above": 0, "unit": "dp/s" } }, "then": "finish" },
          { "when": { "fraction": { "above": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "android-anchored-draggable", title: "Compose: AnchoredDraggable",
      source: "androidx, AnchoredDraggable.kt", version: Self.singleFile, evidence: .numbers,
      summary:
        "At 125 dp/s, the next anchor in the direction of the movement. Slower, the next one "
        + "after more than half of the interval, otherwise the previous one; exactly half is "
        + "enough while moving forward.",
      rule: """
        { "estimator": "android", "clauses": [
          { "when": { "velocity": { "atLeast": 125, "unit": "dp/s" } }, "then": "next" },
          { "when": { "velocity": { "atMost": -125, "unit": "dp/s" } }, "then": "previous" },
          { "when": { "snapIntervalFraction": { "atLeast": 0.5 }, "velocity": { "above": 0, "unit": "dp/s" } }, "then": "next" },
          { "when": { "snapIntervalFraction": { "above": 0.5 } }, "then": "next" }
        ], "otherwise": "previous" }
        """),
  ]

  /// The rules of Flutter's widgets, whose logical pixels are a phone's dp.
  static let flutter = [
    ReleasePreset(
      name: "flutter-pageview", title: "Flutter: PageView",
      source: "flutter, page_view.dart, gestures/constants.dart", version: Self.singleFile,
      evidence: .numbers,
      summary:
        "A fling, faster than 50 dp/s after more than 18 dp, turns a page in its direction; "
        + "otherwise the nearest page.",
      rule: """
        { "estimator": "flutter", "ties": "upper", "clauses": [
          { "when": { "travelSize": { "above": 18, "unit": "dp" }, "velocity": { "above": 50, "unit": "dp/s" } }, "then": "next" },
          { "when": { "travelSize": { "above": 18, "unit": "dp" }, "velocity": { "below": -50, "unit": "dp/s" } }, "then": "previous" }
        ], "otherwise": "nearest" }
        """, settling: .flutterPage),
    ReleasePreset(
      name: "flutter-bottom-sheet", title: "Flutter: closing a bottom sheet",
      source: "flutter, material/bottom_sheet.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "Closes at more than 700 dp/s downward, or after more than half of its height: from "
        + "there, even a fast upward fling closes it.",
      rule: """
        { "estimator": "flutter", "clauses": [
          { "when": { "velocity": { "above": 700, "unit": "dp/s" } }, "then": "finish" },
          { "when": { "fraction": { "above": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "flutter-dismissible", title: "Flutter: Dismissible",
      source: "flutter, widgets/dismissible.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "At 700 dp/s, and 400 more along than across, the direction decides. Otherwise it is "
        + "dismissed after more than 0.4 of the width.",
      rule: """
        { "estimator": "flutter", "clauses": [
          { "when": { "velocity": { "atLeast": 700, "unit": "dp/s" }, "speedAxisExcess": { "atLeast": 400, "unit": "dp/s" } }, "then": "finish" },
          { "when": { "velocity": { "atMost": -700, "unit": "dp/s" }, "speedAxisExcess": { "atLeast": 400, "unit": "dp/s" } }, "then": "cancel" },
          { "when": { "fraction": { "above": 0.4 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "flutter-cupertino-back", title: "Flutter: edge swipe back",
      source: "flutter, cupertino/route.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "At one width per second the direction decides. Otherwise it goes back from half of "
        + "the width on.",
      rule: """
        { "estimator": "flutter", "clauses": [
          { "when": { "velocity": { "atLeast": 1, "unit": "progress/s" } }, "then": "finish" },
          { "when": { "velocity": { "atMost": -1, "unit": "progress/s" } }, "then": "cancel" },
          { "when": { "fraction": { "atLeast": 0.5 } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
  ]
}

extension PresetSettling {
  /// Flutter's `ScrollSpringSimulation` with the default spring of scrolling.
  static let flutterPage: PresetSettling = {
    var settle = Settle.spring(
      Spring(mass: 0.5, stiffness: 100, damping: 2 * 1.1 * (0.5 * 100).squareRoot()))
    settle.allowsOverdamping = true
    return PresetSettling(
      settle,
      summary: "An overdamped spring of mass 0.5, stiffness 100 and damping ratio 1.1, at the "
        + "fingers' velocity.",
      source: "flutter, scroll_physics.dart", version: ReleasePreset.singleFile, evidence: .numbers)
  }()
}
