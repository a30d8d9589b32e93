import PantographGestures

extension ReleasePreset {
  /// The rules of Android's widgets.
  static let android = [
    ReleasePreset(
      name: "android-viewpager", title: "Android: ViewPager", source: "androidx, ViewPager.java",
      version: Self.singleFile,
      evidence: .numbers,
      summary:
        "After 25 dp, 400 dp/s turn a page in their direction; otherwise it turns at 0.6 of "
        + "the distance, counted from the page where the gesture started.",
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
        "Stays at 50 dp/s upward. Hides below half of its height, or above 500 px/s, faster "
        + "down than across, if another 0.1 s would lead below half. The 500 are physical "
        + "pixels in the source, another speed on every screen; here they are dp.",
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
        "At 125 dp/s the next anchor in the direction of the movement; slower, the next one "
        + "beyond half of the interval. Exactly half counts while moving forward.",
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
        "A fling, above 50 dp/s after 18 dp, turns a page in its direction; otherwise the "
        + "nearest page.",
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
        ], otherwise: .nearest)),
    ReleasePreset(
      name: "flutter-bottom-sheet", title: "Flutter: closing a bottom sheet",
      source: "flutter, material/bottom_sheet.dart", version: Self.singleFile, evidence: .numbers,
      summary:
        "Closes above 700 dp/s downward, or below half of its height: there even a fast "
        + "upward fling closes it.",
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
        "At 700 dp/s, and 400 more along than across, the direction decides; otherwise above "
        + "0.4 of the width.",
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
      summary: "At one width per second the direction decides, otherwise half of the width.",
      rule: ReleaseRule(
        estimator: .flutter,
        clauses: [
          .init([.init(.velocity, .atLeast, 1, .init(.progress, per: .second))], then: .finish),
          .init([.init(.velocity, .atMost, -1, .init(.progress, per: .second))], then: .cancel),
          .init([.init(.fraction, .atLeast, 0.5)], then: .finish),
        ], otherwise: .cancel)),
  ]
}
