import Gestures

extension ReleasePreset {
  /// The rules of Android's widgets.
  static let android = [
    ReleasePreset(
      name: "android-viewpager", title: "Android: ViewPager", source: "androidx, ViewPager.java",
      version: Self.singleFile,
      evidence: .numbers,
      summary:
        "After 25 dp, 400 dp/s turn a page in their direction; else it turns at 0.6 of the way,"
        + " counted from where it came.",
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
          .init([.init(.part, .atLeast, 0.6)], then: .next),
          .init([.init(.gone, .below, 0), .init(.part, .atLeast, 0.4)], then: .next),
        ], otherwise: .previous)),
    ReleasePreset(
      name: "android-bottom-sheet", title: "Material: hiding a bottom sheet",
      source: "material-components-android, BottomSheetBehavior.java", version: Self.singleFile,
      evidence: .numbers,
      summary:
        "Up at 50 dp/s it stays. It hides below half of its height, and at more than 500 px/s,"
        + " faster down than across, if 0.1 s more would lead below half. The 500 are physical pixels"
        + " in the source, another speed on every screen; here they are dp.",
      rule: ReleaseRule(
        estimator: .android, projection: .seconds(0.1),
        clauses: [
          .init([.init(.velocity, .atMost, -50, .densityIndependentPerSecond)], then: .cancel),
          .init(
            [
              .init(.projected, .above, 0.5),
              .init(.velocity, .above, 500, .densityIndependentPerSecond),
              .init(.speedLead, .above, 0, .densityIndependentPerSecond),
            ], then: .finish),
          .init([.init(.fraction, .above, 0.5)], then: .finish),
        ], otherwise: .cancel)),
    ReleasePreset(
      name: "android-anchored-draggable", title: "Compose: AnchoredDraggable",
      source: "androidx, AnchoredDraggable.kt", version: Self.singleFile, evidence: .numbers,
      summary: "At 125 dp/s the next anchor in the direction; slower, the next from half of the way"
        + " on, where half itself counts for a hand that moves forth.",
      rule: ReleaseRule(
        estimator: .android,
        clauses: [
          .init([.init(.velocity, .atLeast, 125, .densityIndependentPerSecond)], then: .next),
          .init([.init(.velocity, .atMost, -125, .densityIndependentPerSecond)], then: .previous),
          .init(
            [
              .init(.part, .atLeast, 0.5),
              .init(.velocity, .above, 0, .densityIndependentPerSecond),
            ],
            then: .next),
          .init([.init(.part, .above, 0.5)], then: .next),
        ], otherwise: .previous)),
  ]

  /// The rules of Flutter's widgets, whose logical pixels are a phone's dp.
  static let flutter = [
    ReleasePreset(
      name: "flutter-pageview", title: "Flutter: PageView",
      source: "flutter, page_view.dart, gestures/constants.dart", version: Self.singleFile,
      evidence: .numbers,
      summary:
        "A fling, above 50 dp/s after 18 dp, turns a page in its direction; else the nearest.",
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
      summary: "Above 700 dp/s down it closes, else below half of its height: a fast hand back up"
        + " closes it there, too.",
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
        "At 700 dp/s, and 400 more along than across, the direction decides; else above 0.4 of"
        + " the width.",
      rule: ReleaseRule(
        estimator: .flutter,
        clauses: [
          .init(
            [
              .init(.velocity, .atLeast, 700, .densityIndependentPerSecond),
              .init(.speedLead, .atLeast, 400, .densityIndependentPerSecond),
            ], then: .finish),
          .init(
            [
              .init(.velocity, .atMost, -700, .densityIndependentPerSecond),
              .init(.speedLead, .atLeast, 400, .densityIndependentPerSecond),
            ], then: .cancel),
          .init([.init(.fraction, .above, 0.4)], then: .finish),
        ], otherwise: .cancel)),
    ReleasePreset(
      name: "flutter-cupertino-back", title: "Flutter: back by the edge",
      source: "flutter, cupertino/route.dart", version: Self.singleFile, evidence: .numbers,
      summary: "At one width per second the direction decides, else half of the width.",
      rule: ReleaseRule(
        estimator: .flutter,
        clauses: [
          .init([.init(.velocity, .atLeast, 1, .init(.progress, per: .second))], then: .finish),
          .init([.init(.velocity, .atMost, -1, .init(.progress, per: .second))], then: .cancel),
          .init([.init(.fraction, .atLeast, 0.5)], then: .finish),
        ], otherwise: .cancel)),
  ]
}
