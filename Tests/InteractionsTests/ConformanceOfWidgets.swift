import PantographInteractions

extension Conformance {
  static let mobile = [
    rows(
      "android-viewpager",
      [
        (1, at(0.1, travel: 25.1 * dp, moving: 400.1 * dp)),
        (0, at(0.1, travel: 25 * dp, moving: 500 * dp)),
        (0, at(0.1, travel: 24.9 * dp, moving: 500 * dp)),
        (0, at(0.1, travel: 30 * dp, moving: 400 * dp)),
        (0, at(0.1, travel: 30 * dp, moving: 399 * dp)),
        (0, at(0.7, travel: 25.1 * dp, moving: -400.1 * dp)),
        (1, at(0.7, travel: 25 * dp, moving: -500 * dp)),
        (1, at(0.7, travel: 24.9 * dp, moving: -500 * dp)),
        (1, at(0.7, travel: 30 * dp, moving: -400 * dp)),
        (1, at(0.7, travel: 30 * dp, moving: -399 * dp)),
        (0, at(0.599)), (1, at(0.6)), (1, at(0.4, from: 1)), (0, at(0.399, from: 1)),
        (0, at(0.505, from: 0.5)), (0, at(0.5, from: 0.5)), (1, at(0.5, from: 0.505)),
      ])
      + rows(
        "android-viewpager", snapPoints: [0, 1, 2],
        [
          (2, at(1.1, from: 1, moving: 401 * dp)), (1, at(1.9, from: 1, moving: -401 * dp)),
          (2, at(1.6, from: 1)), (1, at(1.599, from: 1)),
        ]),
    // 100 mm/s are 630 px/s and add 10 mm, a fifth.
    rows(
      "android-bottom-sheet",
      misses:
        "at the end of a movement that has just stopped, the parabola of the last 100 ms leads back, by"
        + " more or less than 50 dp/s",
      [
        (0, at(0.7, moving: -50 * dp)), (1, at(0.7, moving: -49.9 * dp)),
        (0, at(0.3, moving: 100)), (1, at(0.301, moving: 100)), (0, at(0.299, moving: 100)),
        (0, at(0.45, moving: 499 * dp)), (0, at(0.45, moving: 500 * dp)),
        (1, at(0.45, moving: 500.1 * dp)),
        (0, at(0.45, moving: 600 * dp, acrossAt: 600 * dp)),
        (1, at(0.45, moving: 600 * dp, acrossAt: 599.995 * dp)),
        (0, at(0.45, moving: 600 * dp, acrossAt: 600.005 * dp)),
        (0, at(0.499)), (0, at(0.5)), (1, at(0.501)),
      ]),
    rows(
      "android-anchored-draggable",
      [
        (1, at(0.2, moving: 125 * dp)), (0, at(0.2, moving: 124.9 * dp)),
        (0, at(0.8, moving: -125 * dp)), (1, at(0.8, moving: -124.9 * dp)),
        (1, at(0.5, moving: 0.005 * dp)), (0, at(0.5)), (0, at(0.5, moving: -0.005 * dp)),
        (0, at(0.499, moving: dp)), (1, at(0.501, moving: -dp)), (0, at(0.499, moving: -dp)),
      ])
      + rows(
        "android-anchored-draggable", snapPoints: [0, 0.5, 1],
        [(1, at(0.75, moving: dp)), (0.5, at(0.75)), (0.5, at(0.3, moving: 125 * dp))]),
    rows(
      "flutter-pageview",
      [
        (1, at(0.2, travel: 18.1 * dp, moving: 50.1 * dp)),
        (0, at(0.2, travel: 18 * dp, moving: 60 * dp)),
        (0, at(0.2, travel: 17.9 * dp, moving: 60 * dp)),
        (0, at(0.2, travel: 20 * dp, moving: 50 * dp)),
        (0, at(0.2, travel: 20 * dp, moving: 49.9 * dp)),
        (0, at(0.8, travel: 18.1 * dp, moving: -50.1 * dp)),
        (1, at(0.8, travel: 18 * dp, moving: -60 * dp)),
        (1, at(0.8, travel: 17.9 * dp, moving: -60 * dp)),
        (1, at(0.8, travel: 20 * dp, moving: -50 * dp)),
        (1, at(0.8, travel: 20 * dp, moving: -49.9 * dp)),
        (1, at(0.5)), (0, at(0.499)),
      ])
      + rows(
        "flutter-pageview", snapPoints: [0, 1, 2],
        [(1, at(0.9, from: 1, moving: 60 * dp)), (1, at(1, from: 2, moving: -60 * dp))]),
    rows(
      "flutter-bottom-sheet", isDeafToReversals: true,
      [
        (0, at(0.2, moving: 699 * dp)), (0, at(0.2, moving: 700 * dp)),
        (1, at(0.2, moving: 700.1 * dp)), (0, at(0.499)), (0, at(0.5)), (1, at(0.501)),
        (1, at(0.6, moving: -900 * dp)),
      ]),
    rows(
      "flutter-dismissible",
      [
        // 400 more along than across, to the last bit.
        (1, at(0.1, moving: 700 * dp, acrossAt: 700 * dp - 400 * dp)),
        (0, at(0.1, moving: 699.9 * dp)), (1, at(0.1, moving: 1000 * dp, acrossAt: 599.9 * dp)),
        (0, at(0.1, moving: 1000 * dp, acrossAt: 600.1 * dp)),
        (0, at(0.8, moving: -700 * dp, acrossAt: 700 * dp - 400 * dp)),
        (1, at(0.8, moving: -699.9 * dp)), (0, at(0.8, moving: -1000 * dp, acrossAt: 599.9 * dp)),
        (1, at(0.8, moving: -1000 * dp, acrossAt: 600.1 * dp)),
        (0, at(0.399)), (0, at(0.4)), (1, at(0.401)),
      ]),
    // One width a second: 50 mm/s.
    rows(
      "flutter-cupertino-back",
      [
        (1, at(0.2, moving: 50)), (0, at(0.2, moving: 49.9)), (0, at(0.8, moving: -50)),
        (1, at(0.8, moving: -49.9)), (1, at(0.5)), (0, at(0.499)),
      ]),
  ].flatMap { $0 }

  static let web = [
    // 0.4 + 0.05 · 100 / 50 is half.
    rows(
      "react-native-swipeable",
      [
        (0, at(0.4, moving: 99.5)), (0, at(0.4, moving: 100)), (1, at(0.4, moving: 101)),
        (0, at(0.5)), (1, at(0.501)), (0, at(0.6, moving: -101)),
      ]),
    // 0.3 + 0.2 · 50 / 50 is half.
    rows(
      "redash",
      misses: "the parabola of 300 ms takes in all of a short movement, with its beginning",
      [(0, at(0.3, moving: 49.8)), (1, at(0.3, moving: 50.2)), (0, at(0.5)), (1, at(0.501))]),
    rows(
      "metamask-sheet",
      misses: "the parabola of 300 ms takes in all of a short movement, with its beginning",
      [
        (0, at(0.2, moving: 299 * pt)), (0, at(0.2, moving: 300 * pt)),
        (1, at(0.2, moving: 300.1 * pt)), (1, at(0.8, moving: -299 * pt)),
        (1, at(0.8, moving: -300 * pt)), (0, at(0.8, moving: -300.1 * pt)),
        (0, at(0.599)), (0, at(0.6)), (1, at(0.601)),
      ]),
    // 0.34 + 0.8 · 10 / 50 is half.
    rows(
      "motion", isDeafToReversals: true,
      [(0, at(0.34, moving: 9.95)), (1, at(0.34, moving: 10.1)), (1, at(0.5)), (0, at(0.499))]),
    rows(
      "use-gesture",
      misses: "after 32 ms of silence there is no velocity, and at 30 Hz each report is one",
      [
        (1, swipe()), (0, swipe(50)), (1, swipe(50.1)), (0, swipe(49.9)), (0, swipe(speed: 0.5)),
        (1, swipe(speed: 0.501)), (0, swipe(speed: 0.499)), (0, swipe(lasting: 0.25)),
        (1, swipe(lasting: 0.2499)), (0, swipe(lasting: 0.251)), (0, swipe(heading: 0)),
        (1, swipe(heading: 0.005)), (0, swipe(heading: -0.005)),
        // Sixty pixels in the wrong direction, and a last twitch forward.
        (1, swipe(-60, heading: 1)),
      ]),
    rows(
      "hammer", isDeafToReversals: true,
      [
        (0, at(0.1, travel: 9.95 * px, moving: 0.4 * pxPerMs)),
        (0, at(0.1, travel: 10 * px, moving: 0.4 * pxPerMs)),
        (1, at(0.1, travel: 10.1 * px, moving: 0.4 * pxPerMs)),
        (1, at(0.1, travel: 20 * px, across: -20 * px, moving: 0.4 * pxPerMs)),
        (0, at(0.1, travel: 20 * px, across: 20.005 * px, moving: 0.4 * pxPerMs)),
        (0, at(0.1, travel: 20 * px, moving: 0.299 * pxPerMs)),
        (0, at(0.1, travel: 20 * px, moving: 0.3 * pxPerMs)),
        (1, at(0.1, travel: 20 * px, moving: 0.301 * pxPerMs)),
        (0, at(0.9, travel: -20 * px, moving: -0.4 * pxPerMs)),
      ]),
  ].flatMap { $0 }

  /// Returns a swipe in use-gesture's units: pixels, px/ms and seconds.
  private static func swipe(
    _ travel: Double = 60, heading: Double = 1, speed: Double = 0.6, lasting: Double = 0.2
  ) -> Release {
    at(
      0.2, travel: travel * px, heading: heading * px, lasting: lasting, moving: speed * pxPerMs)
  }
}
