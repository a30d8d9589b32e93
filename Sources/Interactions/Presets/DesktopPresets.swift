import PantographGestures

extension ReleasePreset {
  /// The rules of desktops and their toolkits.
  ///
  /// GNOME has two sets of numbers, in `gnome(_:_:_:_:on:)` below: the preset with the plain name has those for
  /// touchpads, the one with `-touch` those for touchscreens.
  static let desktops =
    [
      gnome(
        "libadwaita", "libadwaita", "libadwaita, src/adw-swipe-tracker.c",
        "1.2.2 (Debian 12), the same numbers in c68992b (2026-08-22)", .measured,
        // Its widgets receive the scrolling of two fingers, GNOME Shell swipes of three.
        on: .touchpadScrollPerMillisecond),
      gnome(
        "gnome-shell", "GNOME Shell", "gnome-shell, js/ui/swipeTracker.js", "8f78208 (2026-08-22)",
        .numbers, on: .touchpadPixelsPerMillisecond),
    ].flatMap { $0 } + [
      libadwaitaFlap,
      ReleasePreset(
        name: "niri", title: "niri: switching workspaces",
        source: "niri, src/input/swipe_tracker.rs", version: "f30db16 (2026-01-28)",
        evidence: .numbers,
        summary:
          "The workspace nearest to the projected position, at any velocity. The projection "
          + "adds 0.3328 s of the velocity: it integrates the decay that GNOME sums in steps.",
        rule: ReleaseRule(
          estimator: .niri, projection: .integral(decay: 0.997), ties: .upper, clauses: [],
          otherwise: .projected), settling: .niri),
      ReleasePreset(
        name: "hyprland", title: "Hyprland: switching workspaces",
        source: "Hyprland, src/config/values/ConfigValues.cpp: gestures:workspace_swipe",
        version: "6ffae9c (2026-08-22)",
        evidence: .numbers,
        summary:
          "Finishes after half of the distance, or if the fingers moved by a mean of 30 "
          + "pad-px per event: a touchpad with fewer reports reaches that at a lower speed. The "
          + "mean has no sign, so a fast pull back still switches. Below 2 pad-px it cancels.",
        rule: ReleaseRule(
          estimator: .hyprland,
          clauses: [
            .init([.init(.travel, .below, 2, .init(.touchpadPixel))], then: .cancel),
            .init([.init(.fraction, .atLeast, 0.5)], then: .finish),
            .init([.init(.speed, .atLeast, 30, .init(.touchpadPixel, per: .event))], then: .finish),
          ], otherwise: .cancel)),
      ReleasePreset(
        name: "kwin", title: "KWin: swipe gestures", source: "KWin, src/gestures.cpp",
        version: Self.singleFile,
        evidence: .source,
        summary: "Finishes only at the full distance, which is 200 px in KWin. Its desktops switch "
          + "earlier: see kwin-desktop.",
        rule: ReleaseRule(
          clauses: [.init([.init(.fraction, .atLeast, 1)], then: .finish)], otherwise: .cancel)),
      ReleasePreset(
        name: "kwin-desktop", title: "KWin: switching desktops",
        source: "KWin, src/virtualdesktops.cpp, GESTURE_SWITCH_THRESHOLD",
        version: "5.27.5 (Debian 12)",
        evidence: .measured,
        summary:
          "Finishes at a quarter of the distance, which is 200 px in KWin, so with 50 px. "
          + "Neither velocity nor rest counts.",
        rule: ReleaseRule(
          clauses: [.init([.init(.fraction, .atLeast, 0.25)], then: .finish)], otherwise: .cancel)),
      ReleasePreset(
        name: "touchegg", title: "Touchégg: action_execute_threshold",
        source: "touchegg, action_execute_threshold 20 %", version: "93f8a28 (2025-06)",
        evidence: .numbers,
        summary: "Finishes at a fifth of the distance.",
        rule: ReleaseRule(
          clauses: [.init([.init(.fraction, .atLeast, 0.2)], then: .finish)], otherwise: .cancel)),
      ReleasePreset(
        name: "gtk", title: "GTK: kinetic scrolling",
        source: "GTK, gtkkineticscrolling.c, DECELERATION_FRICTION 4", version: Self.singleFile,
        evidence: .numbers,
        summary:
          "GTK scrolls on by the release velocity times 0.25 s, and has no snap points; here "
          + "the one nearest to that position is taken.",
        rule: ReleaseRule(
          estimator: .gtkScroll, projection: .friction(4), clauses: [], otherwise: .projected)),
      qtListView,
      qtSwipeView,
      qtDrawer(
        "qt-drawer", "Qt Quick Controls: opening a Drawer",
        "Opens beyond 0.7 of the width, or above 300 px/s. Otherwise it closes below 0.3, and between "
          + "them it follows the whole movement.", isOpening: true),
      qtDrawer(
        "qt-drawer-close", "Qt Quick Controls: closing a Drawer",
        "Closes if it has moved at least 0.3 of the way, unless it moves back at more than 300 px/s. "
          + "Speed alone never closes it.", isOpening: false),
    ]

  /// A ListView that snaps to one item at a time.
  private static let qtListView: ReleasePreset = {
    let pixel = MeasureUnit(.pixel)
    let isFar = ReleaseRule.Condition(.distanceFromLanding, .above, 15, pixel)
    let perSecond = MeasureUnit(.pixel, per: .second)
    return ReleasePreset(
      name: "qt-listview", title: "Qt Quick: ListView with SnapOneItem",
      source: "Qt Quick, ListView", version: "6.4.2 (Debian 12)", evidence: .measured,
      summary:
        "A flick, faster than 75 px/s and ending more than 15 px from where it landed, turns to the "
        + "next page in its direction, from any position. Otherwise more than 30 px turn the page if "
        + "the last movement leads on, however slow; if not, the nearest page.",
      rule: ReleaseRule(
        estimator: .qt,
        clauses: [
          .init([isFar, .init(.velocity, .above, 75, perSecond)], then: .next),
          .init([isFar, .init(.velocity, .below, -75, perSecond)], then: .previous),
          .init(
            [.init(.travel, .above, 30, pixel), .init(.lastMovement, .above, 0, pixel)], then: .next
          ),
          .init(
            [.init(.travel, .below, -30, pixel), .init(.lastMovement, .below, 0, pixel)],
            then: .previous),
        ], otherwise: .nearest), settling: .qtListView)
  }()

  /// A SwipeView, which is a ListView of its own width whose flicks are faster.
  private static let qtSwipeView: ReleasePreset = {
    var preset = qtListView
    preset.name = "qt-swipeview"
    preset.title = "Qt Quick Controls: SwipeView"
    preset.source = "Qt Quick Controls, SwipeView"
    preset.summary = "Decides as qt-listview does."
    preset.settling = .qtSwipeView
    return preset
  }()

  /// AdwFlap and AdwLeaflet, which decide as AdwCarousel does.
  private static var libadwaitaFlap: ReleasePreset {
    var preset = gnome(
      "libadwaita", "libadwaita: AdwFlap and AdwLeaflet", "libadwaita, AdwFlap and AdwLeaflet",
      "1.2.2 (Debian 12)", .measured, on: .touchpadScrollPerMillisecond)[1]
    preset.name = "libadwaita-flap-touch"
    preset.summary = "Decides as libadwaita-touch does."
    preset.settling = .libadwaitaFlap
    return preset
  }

  /// Returns the rule of Qt's Drawer toward an open or a closed one.
  ///
  /// It is not the same in both directions: beyond 0.7 of the width a drawer opens, however fast it is closed.
  private static func qtDrawer(
    _ name: String, _ title: String, _ summary: String, isOpening: Bool
  ) -> ReleasePreset {
    let pixelsPerSecond = MeasureUnit(.pixel, per: .second)
    let clauses: [ReleaseRule.Clause] =
      isOpening
      ? [
        .init([.init(.fraction, .above, 0.7)], then: .finish),
        .init([.init(.velocity, .above, 300, pixelsPerSecond)], then: .finish),
        .init([.init(.fraction, .below, 0.3)], then: .cancel),
        .init([.init(.travel, .above, 0, .init(.pixel))], then: .finish),
      ]
      : [
        .init([.init(.fraction, .below, 0.3)], then: .cancel),
        .init([.init(.velocity, .below, -300, pixelsPerSecond)], then: .cancel),
        .init([.init(.fraction, .above, 0.7)], then: .finish),
        .init([.init(.travel, .above, 0, .init(.pixel))], then: .finish),
      ]
    return ReleasePreset(
      name: name, title: title, source: "Qt Quick Controls, Drawer", version: "6.4.2 (Debian 12)",
      evidence: .measured, summary: summary + " The velocity is the mean since the landing.",
      rule: ReleaseRule(estimator: .hammer, clauses: clauses, otherwise: .cancel),
      settling: .qtDrawer)
  }

  /// Returns the two presets of one of GNOME's swipe trackers.
  ///
  /// Pixels per millisecond are added to progress as they are: the same gesture passes as many snap points
  /// over a short distance as over a long one. The bounds for swipes of at most one step are left out: with
  /// two snap points they change nothing.
  private static func gnome(
    _ name: String, _ title: String, _ source: String, _ version: String, _ evidence: Evidence,
    on pad: MeasureUnit
  ) -> [ReleasePreset] {
    let devices: [(String, String, MeasureUnit, threshold: Double, decay: Double)] = [
      (name, title, pad, 0.6, 0.997),
      (name + "-touch", title + " on a touchscreen", .pixelsPerMillisecond, 0.3, 0.998),
    ]
    return devices.map { name, title, unit, threshold, decay in
      ReleasePreset(
        name: name, title: title, source: source, version: version, evidence: evidence,
        summary:
          "Slower than \(threshold) \(unit), the nearest snap point. Otherwise the one "
          + "nearest to the projected progress, but at least the next one in the direction of "
          + "the movement. The projection adds the velocity in \(unit), times \(decay)/(1 − "
          + "\(decay))/1000, to the progress, whatever the distance.",
        rule: ReleaseRule(
          estimator: .libadwaita,
          projection: .ontoProgress(decay: decay, unit: unit, bendAbove: 2, bend: 0.35),
          clauses: [.init([.init(.speed, .below, threshold, unit)], then: .nearest)],
          otherwise: .carried),
        settling: name.hasPrefix("libadwaita") ? .libadwaita(in: unit) : nil)
    }
  }
}
