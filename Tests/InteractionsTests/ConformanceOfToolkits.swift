import PantographInteractions

extension Conformance {
  static let tutorials = [
    rows(
      "tutorial-pull", isDeafToReversals: true,
      [(0, at(0.499)), (0, at(0.5)), (1, at(0.501)), (0, at(0.3, moving: 999))]),
    rows(
      "tutorial-reveal", isDeafToReversals: true, [(0, at(0.499)), (1, at(0.5)), (1, at(0.501))]),
    rows(
      "tutorial-interrupt", isDeafToReversals: true,
      [
        (0, at(0.2, travel: 40 * pt)), (1, at(0.2, travel: 40.1 * pt)),
        (0, at(0.2, travel: 39.9 * pt)), (1, at(0.8, travel: -40 * pt)),
        (0, at(0.8, travel: -40.1 * pt)), (1, at(0.8, travel: -39.9 * pt)),
        (0, at(0.5, travel: 0)), (1, at(0.501, travel: 0)),
      ]),
    rows("tutorial-drag", isDeafToReversals: true, [(1, at(0.1, moving: -999)), (1, at(0.9))]),
    rows("tutorial-reverse", [(0, at(0.9, moving: 999)), (0, at(0.1))]),
    rows(
      "tutorial-press", isDeafToReversals: true, [(1, at(0.3, peak: 1)), (0, at(0.3, peak: 0.995))]),
    // Pantograph's own: 100 ms, 50 mm/s, 0.2 s.
    rows(
      "pantograph",
      [
        (0, at(0.3, still: 0.1, moving: 100)), (1, at(0.3, still: 0.0995, moving: 100)),
        (1, at(0.7, still: 0.1, moving: -100)),
        (0, at(0.7, distance: 200, moving: -50)), (1, at(0.7, distance: 200, moving: -49.9)),
        (0, at(0.605, from: 0.6, distance: 200, moving: -50)),
        (1, at(0.6, from: 0.6, distance: 200, moving: -50)),
        (1, at(0.6, from: 0.605, distance: 200, moving: -50)),
        (1, at(0.3, from: 1, distance: 200, moving: 50)),
        (0, at(0.3, from: 1, distance: 200, moving: 49.9)),
        (1, at(0.395, from: 0.4, distance: 200, moving: 50)),
        (0, at(0.4, from: 0.4, distance: 200, moving: 50)),
        (0, at(0.4, from: 0.395, distance: 200, moving: 50)),
        // 0.26 + 0.2 · 60 / 50 is half.
        (1, at(0.26, moving: 60.1)), (0, at(0.26, moving: 59.9)),
        (0, at(0.5)), (1, at(0.501)),
      ]),
  ].flatMap { $0 }

  static let apple = [
    rows(
      "uikit-sheet", isDeafToReversals: true,
      [
        (0, at(0.499)), (0, at(0.5)), (1, at(0.501)), (1, at(0.1, moving: 1000 * pt)),
        (0, at(0.1, moving: 999 * pt)), (0, at(0.1, moving: 975 * pt)),
      ]),
    rows(
      "uikit-nav-back", isDeafToReversals: true,
      [
        (0, at(0.499)), (0, at(0.5)), (1, at(0.501)), (1, at(0.1, moving: 300 * pt)),
        (0, at(0.1, moving: 299.9 * pt)),
      ]),
    rows(
      "panmodal",
      [
        (0, at(0.2, moving: 300 * pt)), (1, at(0.2, moving: 300.1 * pt)),
        (0, at(0.2, moving: 299 * pt)), (1, at(0.8, moving: -300 * pt)),
        (0, at(0.8, moving: -300.1 * pt)), (1, at(0.8, moving: -299 * pt)),
        (1, at(0.5)), (0, at(0.499)),
      ]),
    // 0.998/0.002/1000 = 0.499 s; 0.3 + 0.499 · v / 50 is half at v = 20.04008.
    rows(
      "floating-panel",
      [
        (0, at(0.3, moving: 20)), (0, at(0.3, moving: 20.04)), (1, at(0.3, moving: 20.1)),
        (1, at(0.5)), (0, at(0.499)),
      ]),
    rows(
      "fluid-interfaces",
      [
        (0, at(0.3, moving: 20)), (0, at(0.3, moving: 20.04)), (1, at(0.3, moving: 20.1)),
        (0, at(0.5)), (1, at(0.501)),
      ]),
    rows(
      "fluid-interfaces-drawer",
      misses: "a sign decides, and the sign of the last movement before a rest is random",
      [(1, at(0.1, moving: 0.005 * pt)), (1, at(0.1)), (0, at(0.9, moving: -0.005 * pt))]),
    rows(
      "touchwonders-transition",
      [
        (0, at(0.1, moving: 1200 * pt)), (1, at(0.1, moving: 1200.1 * pt)),
        (0, at(0.1, moving: 1199 * pt)),
        (1, at(0.1, moving: 0.005 * pt, acrossAt: 1300 * pt)), (0, at(0.1, acrossAt: 1300 * pt)),
        (0, at(0.1, moving: -0.005 * pt, acrossAt: 1300 * pt)),
        (0, at(0.5, moving: -0.005 * pt, acrossAt: 1300 * pt)), (1, at(0.5, acrossAt: 1300 * pt)),
        (1, at(0.5, moving: -1200 * pt)), (0, at(0.5, moving: -1200.1 * pt)),
        (1, at(0.5, moving: -1199 * pt)),
        (0, at(0.333)), (0, at(1.0 / 3)), (1, at(0.334)),
      ]),
  ].flatMap { $0 }

  /// As measured: a flick of 15 px turns the page in its direction from anywhere, 30 px only if the finger moves on.
  private static let pagesOfQt: [(Double, Release)] = [
    (1, at(0.1, travel: 5.03 * px, after: 10 * px, moving: 75.03 * px)),
    (0, at(0.1, travel: 5.03 * px, after: 10 * px, moving: 75 * px)),
    (0, at(0.1, travel: 5 * px, after: 10 * px, moving: 80 * px)),
    (0, at(0.1, travel: 4.97 * px, after: 10 * px, moving: 80 * px)),
    (0, at(0.1, travel: 5.03 * px, after: 10 * px, moving: 74.97 * px)),
    (0, at(0.9, travel: 5.03 * px, after: 10 * px, moving: -75.03 * px)),
    (1, at(0.9, travel: 5.03 * px, after: 10 * px, moving: -75 * px)),
    (1, at(0.9, travel: 5.03 * px, after: 10 * px, moving: -74.97 * px)),
    (1, at(0.9, travel: 5 * px, after: 10 * px, moving: -80 * px)),
    (1, at(0.9, travel: 4.97 * px, after: 10 * px, moving: -80 * px)),
    (1, at(0.1, travel: -30 * px, after: 10 * px, moving: 80 * px)),
    (0, at(0.1, travel: -25 * px, after: 10 * px, moving: 80 * px)),
    (1, at(0.1, travel: 30.1 * px, heading: 0.005 * px)),
    (0, at(0.1, travel: 30.1 * px, heading: -0.005 * px)),
    (0, at(0.1, travel: 30 * px, heading: 0.005 * px)),
    (0, at(0.1, travel: 29.9 * px, heading: 0.005 * px)),
    (0, at(0.1, travel: 30.1 * px, heading: 0)),
    (0, at(0.9, travel: -30.1 * px, heading: -0.005 * px)),
    (1, at(0.9, travel: -30.1 * px, heading: 0.005 * px)),
    (1, at(0.9, travel: -30 * px, heading: -0.005 * px)),
    (1, at(0.9, travel: -29.9 * px, heading: -0.005 * px)),
    (1, at(0.9, travel: -30.1 * px, heading: 0)),
    (0, at(0.499, travel: 40 * px, heading: -1)), (0, at(0.5, travel: 40 * px, heading: -1)),
    (1, at(0.501, travel: 40 * px, heading: -1)),
  ]

  static let desktops = [
    // A speed of 3 px/ms adds 3 · 0.997/0.003/1000 + 0.35 · (3 − 2)² = 1.347 to the progress.
    gnome("libadwaita", scrollPerMs, threshold: 0.6, above: (0.154, 2), below: (0.152, 1)),
    gnome("gnome-shell", padPerMs, threshold: 0.6, above: (0.154, 2), below: (0.152, 1)),
    // Here it adds 3 · 0.998/0.002/1000 + 0.35 = 1.847.
    gnome("libadwaita-touch", pxPerMs, threshold: 0.3, above: (0.654, 3), below: (0.652, 2)),
    gnome("libadwaita-flap-touch", pxPerMs, threshold: 0.3, above: (0.654, 3), below: (0.652, 2)),
    gnome("gnome-shell-touch", pxPerMs, threshold: 0.3, above: (0.654, 3), below: (0.652, 2)),
    // −1/(1000 ln 0.997) = 0.332833 s; 0.3 + 0.332833 · v / 50 is half at v = 30.045; with GNOME's sum,
    // 0.332333 s, at v = 30.090.
    rows(
      "niri", isDeafToReversals: true,
      [
        (0, at(0.3, moving: 30)), (1, at(0.3, moving: 30.06)), (1, at(0.3, moving: 30.1)),
        (1, at(0.5)), (0, at(0.499)),
      ]),
    rows(
      "hyprland", isDeafToReversals: true,
      [
        (1, at(0.01, travel: 2 * pad, moving: 40 * pad)),
        (0, at(0.01, travel: 1.99 * pad, moving: 40 * pad)),
        (0, at(0.6, travel: 1.99 * pad)), (1, at(0.5)), (0, at(0.499)),
        (1, at(0.2, moving: 30 * pad)), (0, at(0.2, moving: 29.9 * pad)),
        (0, at(0, travel: -20, moving: 40 * pad)),
      ]),
    rows("kwin", [(0, at(0.995)), (1, at(1))]),
    // 49.78 px of 200 leave the desktop, 50.30 px switch it, as measured.
    rows(
      "kwin-desktop", isDeafToReversals: true,
      [(0, at(0.249)), (1, at(0.25)), (0, at(0.24, moving: 90))]),
    rows("touchegg", isDeafToReversals: true, [(0, at(0.199)), (1, at(0.2))]),
    // v / 4: 0.3 + v / 4 / 50 is half at v = 40.
    rows(
      "gtk", isDeafToReversals: true,
      [(0, at(0.3, moving: 39.9)), (1, at(0.3, moving: 40.1)), (0, at(0.5)), (1, at(0.501))]),
    rows("qt-listview", misses: lastMovement, pagesOfQt),
    rows("qt-swipeview", misses: lastMovement, pagesOfQt),
    // As measured: 0.7027 of the width opens, 0.6978 does not stay open at −1012 px/s; 304.0 px/s open, 298.4 do not.
    rows(
      "qt-drawer", isDeafToReversals: true,
      [
        (1, at(0.701, moving: -1012 * px)), (0, at(0.299)), (1, at(0.3)), (1, at(0.7)),
        // Caught on its way, and then moved back.
        (1, at(0.701, travel: -1)), (0, at(0.7, travel: -1)), (0, at(0.699, travel: -1)),
        (1, at(0.1, moving: 300.1 * px)), (0, at(0.1, moving: 300 * px)),
        (0, at(0.1, moving: 299.9 * px)), (1, at(0.5, moving: -100 * px)),
        (0, at(0.5, travel: -1)), (0, at(0.5, travel: 0)), (1, at(0.5, travel: 0.005 * px)),
      ]),
    rows(
      "qt-drawer-close", isDeafToReversals: true,
      [
        (0, at(0.299, moving: 1012 * px)), (1, at(0.3)), (1, at(0.701)),
        (1, at(0.701, travel: -1)), (0, at(0.7, travel: -1)), (0, at(0.699, travel: -1)),
        (0, at(0.9, moving: -300.1 * px)), (1, at(0.9, moving: -300 * px)),
        (1, at(0.9, moving: -299.9 * px)), (1, at(0.5, moving: -100 * px)),
        (0, at(0.5, travel: -1)), (0, at(0.5, travel: 0)), (1, at(0.5, travel: 0.005 * px)),
      ]),
  ].flatMap { $0 }

  /// - Parameters:
  ///   - name: the preset.
  ///   - unit: the mm/s of a pixel per millisecond.
  ///   - threshold: the speed below which the progress alone decides, in px/ms.
  ///   - above: a progress from which 3 px/ms just pass the middle, and the snap point there.
  ///   - below: one from which they just do not.
  private static let lastMovement =
    "beyond 30 px the sign of the last movement decides, and before a rest it is random"

  private static func gnome(
    _ name: String, _ unit: Double, threshold: Double, above: (Double, Double),
    below: (Double, Double)
  ) -> [Conformance] {
    rows(
      name, isDeafToReversals: true,
      [
        (0, at(0.1, moving: (threshold - 0.001) * unit)), (1, at(0.1, moving: threshold * unit)),
        (1, at(0.9, from: 1, moving: (0.001 - threshold) * unit)),
        (0, at(0.9, from: 1, moving: -threshold * unit)),
        (0, at(0.5)), (1, at(0.501)),
        // A slow reversal at nine tenths still moves on: 0.9 is reduced by at most 0.3.
        (1, at(0.9, moving: -0.6 * unit)), (0, at(0.6, moving: -0.6 * unit)),
      ])
      + rows(
        name, snapPoints: [0, 1, 2, 3],
        [(above.1, at(above.0, moving: 3 * unit)), (below.1, at(below.0, moving: 3 * unit))])
  }
}
