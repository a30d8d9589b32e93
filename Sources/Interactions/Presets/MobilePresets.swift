import PantographGestures

extension ReleasePreset {
  /// The rules of Android's widgets.
  static let android = [
    ReleasePreset(
      name: "android-viewpager", title: "Android: ViewPager", source: "androidx, ViewPager.java",
      version: Self.singleFile,
      evidence: .numbers,
      summary:
        "After more than 25 dp, a velocity above 400 dp/s turns the page in its direction. "
        + "Otherwise the page turns at 0.6 of the distance, counted from the page where the "
        + "gesture started.",
      rule: ReleaseRule(
        estimator: .android,
        clauses: [
          .init(
            [
              .init(.travelSize, .above, 25, .densityIndependent),
              .init(.velocity, .above, 400, .densityIndependentPerSecond),
            ], then: .next),
          .init(
            [
              .init(.travelSize, .above, 25, .densityIndependent),
              .init(.velocity, .below, -400, .densityIndependentPerSecond),
            ], then: .previous),
          .init([.init(.snapIntervalFraction, .atLeast, 0.6)], then: .next),
          .init(
            [.init(.progressSinceGrab, .below, 0), .init(.snapIntervalFraction, .atLeast, 0.4)],
            then: .next),
        ], otherwise: .previous)),
    ReleasePreset(
      name: "android-bottom-sheet", title: "Material: hiding a bottom sheet",
      source: "material-components-android, BottomSheetBehavior.java", version: Self.singleFile,
      evidence: .numbers,
      summary:
        "Stays open if moving up at 50 dp/s or more. Otherwise it hides after more than half of its "
        + "height, or at more than 500 dp/s, faster down than across, if another 0.1 s would lead "
        + "beyond half. In the source the 500 are physical pixels, a different speed on every screen.",
      rule: ReleaseRule(
        estimator: .android, projection: .seconds(0.1),
        clauses: [
          .init([.init(.velocity, .atMost, -50, .densityIndependentPerSecond)], then: .cancel),
          .init(
            [
              .init(.projected, .above, 0.5),
              .init(.velocity, .above, 500, .densityIndependentPerSecond),
              .init(.speedAxisExcess, .above, 0, .densityIndependentPerSecond),
            ], then: .finish),
          .init([.init(.fraction, .above, 0.5)], then: .finish),
        ], otherwise: .cancel)),
    ReleasePreset(
      name: "android-anchored-draggable", title: "Compose: AnchoredDraggable",
      source: "androidx, AnchoredDraggable.kt", version: Self.singleFile, evidence: .numbers,
      summary:
        "At 125 dp/s, the next anchor in the direction of the movement. Slower, the next one "
        + "after more than half of the interval, otherwise the previous one; exactly half is "
        + "enough while moving forward.",
      rule: ReleaseRule(
        estimator: .android,
        clauses: [
          .init([.init(.velocity, .atLeast, 125, .densityIndependentPerSecond)], then: .next),
          .init([.init(.velocity, .atMost, -125, .densityIndependentPerSecond)], then: .previous),
          .init(
            [
              .init(.snapIntervalFraction, .atLeast, 0.5),
              .init(.velocity, .above, 0, .densityIndependentPerSecond),
            ],
            then: .next),
          .init([.init(.snapIntervalFraction, .above, 0.5)], then: .next),
        ], otherwise: .previous)),
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
      rule: ReleaseRule(
        estimator: .flutter, ties: .upper,
        clauses: [
          .init(
            [
              .init(.travelSize, .above, 18, .densityIndependent),
              .init(.velocity, .above, 50, .densityIndependentPerSecond),
            ], then: .next),
          .init(
            [
              .init(.travelSize, .above, 18, .densityIndependent),
              .init(.velocity, .below, -50, .densityIndependentPerSecond),
            ], then: .previous),
        ], otherwise: .nearest), settling: .flutterPage),
    ReleasePreset(
      name: "flutter-bottom-sheet", title: "Flutter: closing a bottom sheet",
      source: "flutter, material/bottom_sheet.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "Closes at more than 700 dp/s downward, or after more than half of its height: from "
        + "there, even a fast upward fling closes it.",
      rule: ReleaseRule(
        estimator: .flutter,
        clauses: [
          .init([.init(.velocity, .above, 700, .densityIndependentPerSecond)], then: .finish),
          .init([.init(.fraction, .above, 0.5)], then: .finish),
        ], otherwise: .cancel)),
    ReleasePreset(
      name: "flutter-dismissible", title: "Flutter: Dismissible",
      source: "flutter, widgets/dismissible.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "At 700 dp/s, and 400 more along than across, the direction decides. Otherwise it is "
        + "dismissed after more than 0.4 of the width.",
      rule: ReleaseRule(
        estimator: .flutter,
        clauses: [
          .init(
            [
              .init(.velocity, .atLeast, 700, .densityIndependentPerSecond),
              .init(.speedAxisExcess, .atLeast, 400, .densityIndependentPerSecond),
            ], then: .finish),
          .init(
            [
              .init(.velocity, .atMost, -700, .densityIndependentPerSecond),
              .init(.speedAxisExcess, .atLeast, 400, .densityIndependentPerSecond),
            ], then: .cancel),
          .init([.init(.fraction, .above, 0.4)], then: .finish),
        ], otherwise: .cancel)),
    ReleasePreset(
      name: "flutter-cupertino-back", title: "Flutter: edge swipe back",
      source: "flutter, cupertino/route.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "At one width per second the direction decides. Otherwise it goes back from half of "
        + "the width on.",
      rule: ReleaseRule(
        estimator: .flutter,
        clauses: [
          .init([.init(.velocity, .atLeast, 1, .init(.progress, per: .second))], then: .finish),
          .init([.init(.velocity, .atMost, -1, .init(.progress, per: .second))], then: .cancel),
          .init([.init(.fraction, .atLeast, 0.5)], then: .finish),
        ], otherwise: .cancel)),
  ]
}
