import PantographGestures
import PantographMotion

extension ReleasePreset {
  /// The rules of desktops and their toolkits.
  ///
  /// GNOME's swipe trackers have two sets of numbers: the preset with the plain name has those for touchpads, the one with
  /// `-touch` those for touchscreens. Pixels per millisecond are added to progress as they are: the same gesture passes as
  /// many snap points over a short distance as over a long one. libadwaita's widgets receive the scrolling of two fingers,
  /// GNOME Shell swipes of three.
  static let desktops = [
    swipeTracker(
      "libadwaita", "libadwaita", "libadwaita, src/adw-swipe-tracker.c", .touchpad("scroll-px/ms"),
      version: swipeTrackerVersion, .measured,
      settling: .libadwaita(in: .touchpadScrollPerMillisecond)),
    swipeTracker(
      "libadwaita-touch", "libadwaita on a touchscreen", "libadwaita, src/adw-swipe-tracker.c",
      .touchscreen, version: swipeTrackerVersion, .measured,
      settling: .libadwaita(in: .pixelsPerMillisecond)),
    swipeTracker(
      "gnome-shell", "GNOME Shell", "gnome-shell, js/ui/swipeTracker.js", .touchpad("pad-px/ms"),
      version: "8f78208 (2026-08-22)", .numbers),
    swipeTracker(
      "gnome-shell-touch", "GNOME Shell on a touchscreen", "gnome-shell, js/ui/swipeTracker.js",
      .touchscreen, version: "8f78208 (2026-08-22)", .numbers),
    swipeTracker(
      "libadwaita-flap-touch", "libadwaita: AdwFlap and AdwLeaflet on a touchscreen",
      "libadwaita, AdwFlap and AdwLeaflet", .touchscreen, version: "1.2.2 (Debian 12)", .measured,
      summary: "Decides as libadwaita-touch does.", settling: .libadwaitaFlap),
    ReleasePreset(
      name: "niri", title: "niri: switching workspaces",
      source: "niri, src/input/swipe_tracker.rs", version: "f30db16 (2026-01-28)",
      evidence: .numbers,
      summary:
        "The workspace nearest to the projected position, at any velocity, but at most one workspace away. The "
        + "projection adds 0.3328 s of the velocity: it integrates the decay that GNOME sums in steps.",
      rule: """
        { "estimator": "niri", "projection": { "integral": 0.997 }, "ties": "upper", "steps": 1, "stepsFrom": "target",
          "clauses": [], "otherwise": "projected" }
        """, settling: .niri),
    ReleasePreset(
      name: "hyprland", title: "Hyprland: switching workspaces",
      source: "Hyprland, src/config/values/ConfigValues.cpp: gestures:workspace_swipe",
      version: "6ffae9c (2026-08-22)", evidence: .numbers,
      summary:
        "Finishes after half of the distance, or if the fingers moved by a mean of 30 "
        + "pad-px per event: a touchpad with fewer reports reaches that at a lower speed. The "
        + "mean has no sign, so a fast pull back still switches. Below 2 pad-px it cancels.",
      rule: """
        { "estimator": "hyprland", "clauses": [
          { "when": { "travel": { "below": 2, "unit": "pad-px" } }, "then": "cancel" },
          { "when": { "fraction": { "atLeast": 0.5 } }, "then": "finish" },
          { "when": { "speed": { "atLeast": 30, "unit": "pad-px/event" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "kwin", title: "KWin: swipe gestures", source: "KWin, src/gestures.cpp",
      version: Self.singleFile, evidence: .source,
      summary: "Finishes only at the full distance, which is 200 px in KWin. Its desktops switch "
        + "earlier: see kwin-desktop.",
      rule: """
        {
          "clauses": [{ "when": { "fraction": { "atLeast": 1 } }, "then": "finish" }], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "kwin-desktop", title: "KWin: switching desktops",
      source: "KWin, src/virtualdesktops.cpp, GESTURE_SWITCH_THRESHOLD",
      version: "5.27.5 (Debian 12)", evidence: .measured,
      summary:
        "Finishes at a quarter of the distance, which is 200 px in KWin, so with 50 px. "
        + "Neither velocity nor rest counts.",
      rule: """
        {
          "clauses": [{ "when": { "fraction": { "atLeast": 0.25 } }, "then": "finish" }], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "touchegg", title: "Touchégg: action_execute_threshold",
      source: "touchegg, action_execute_threshold 20 %", version: "93f8a28 (2025-06)",
      evidence: .numbers,
      summary: "Finishes at a fifth of the distance.",
      rule: """
        {
          "clauses": [{ "when": { "fraction": { "atLeast": 0.2 } }, "then": "finish" }], "otherwise": "cancel" }
        """),
    ReleasePreset(
      name: "gtk", title: "GTK: kinetic scrolling",
      source: "GTK, gtkkineticscrolling.c, DECELERATION_FRICTION 4", version: Self.singleFile,
      evidence: .numbers,
      summary:
        "GTK scrolls on by the release velocity times 0.25 s, and has no snap points; here "
        + "the one nearest to that position is taken.",
      rule: """
        { "estimator": "gtk-scroll", "projection": { "friction": 4 },
          "clauses": [], "otherwise": "projected" }
        """),
    ReleasePreset(
      name: "qt-listview", title: "Qt Quick: ListView with SnapOneItem",
      source: "Qt Quick, ListView", version: "6.4.2 (Debian 12)", evidence: .measured,
      summary:
        "A flick, faster than 75 px/s and ending more than 15 px from where it landed, turns to the "
        + "next page in its direction, from any position. Otherwise more than 30 px turn the page if "
        + "the last movement leads on, however slow; if not, the nearest page.",
      rule: """
        { "estimator": "qt", "clauses": [
          { "when": { "distanceFromLanding": { "above": 15, "unit": "px" }, "velocity": { "above": 75, "unit": "px/s" } }, "then": "next" },
          { "when": { "distanceFromLanding": { "above": 15, "unit": "px" }, "velocity": { "below": -75, "unit": "px/s" } }, "then": "previous" },
          { "when": { "travel": { "above": 30, "unit": "px" }, "lastMovement": { "above": 0, "unit": "px" } }, "then": "next" },
          { "when": { "travel": { "below": -30, "unit": "px" }, "lastMovement": { "below": 0, "unit": "px" } }, "then": "previous" }
        ], "otherwise": "nearest" }
        """, settling: .qtListView),
    ReleasePreset(
      name: "qt-swipeview", title: "Qt Quick Controls: SwipeView",
      source: "Qt Quick Controls, SwipeView", version: "6.4.2 (Debian 12)", evidence: .measured,
      summary: "Decides as qt-listview does.",
      rule: """
        { "estimator": "qt", "clauses": [
          { "when": { "distanceFromLanding": { "above": 15, "unit": "px" }, "velocity": { "above": 75, "unit": "px/s" } }, "then": "next" },
          { "when": { "distanceFromLanding": { "above": 15, "unit": "px" }, "velocity": { "below": -75, "unit": "px/s" } }, "then": "previous" },
          { "when": { "travel": { "above": 30, "unit": "px" }, "lastMovement": { "above": 0, "unit": "px" } }, "then": "next" },
          { "when": { "travel": { "below": -30, "unit": "px" }, "lastMovement": { "below": 0, "unit": "px" } }, "then": "previous" }
        ], "otherwise": "nearest" }
        """, settling: .qtSwipeView),
    // A Drawer is not the same in both directions: beyond 0.7 of the width it opens, however fast it is closed.
    ReleasePreset(
      name: "qt-drawer", title: "Qt Quick Controls: opening a Drawer",
      source: "Qt Quick Controls, Drawer", version: "6.4.2 (Debian 12)", evidence: .measured,
      summary:
        "Opens beyond 0.7 of the width, or above 300 px/s. Otherwise it closes below 0.3, and between "
        + "them it follows the whole movement. The velocity is the mean since the landing.",
      rule: """
        { "estimator": "hammer", "clauses": [
          { "when": { "fraction": { "above": 0.7 } }, "then": "finish" },
          { "when": { "velocity": { "above": 300, "unit": "px/s" } }, "then": "finish" },
          { "when": { "fraction": { "below": 0.3 } }, "then": "cancel" },
          { "when": { "travel": { "above": 0, "unit": "px" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """, settling: .qtDrawer),
    ReleasePreset(
      name: "qt-drawer-close", title: "Qt Quick Controls: closing a Drawer",
      source: "Qt Quick Controls, Drawer", version: "6.4.2 (Debian 12)", evidence: .measured,
      summary:
        "Closes if it has moved at least 0.3 of the way, unless it moves back at more than 300 px/s. "
        + "Speed alone never closes it. The velocity is the mean since the landing.",
      rule: """
        { "estimator": "hammer", "clauses": [
          { "when": { "fraction": { "below": 0.3 } }, "then": "cancel" },
          { "when": { "velocity": { "below": -300, "unit": "px/s" } }, "then": "cancel" },
          { "when": { "fraction": { "above": 0.7 } }, "then": "finish" },
          { "when": { "travel": { "above": 0, "unit": "px" } }, "then": "finish" }
        ], "otherwise": "cancel" }
        """, settling: .qtDrawer),
  ]

  private static let swipeTrackerVersion =
    "1.2.2 (Debian 12), the same numbers in c68992b (2026-08-22)"

  /// The numbers of GNOME's swipe trackers for a kind of device.
  private struct TrackerNumbers {
    /// The unit of velocities.
    let unit: String
    /// Slower than this, a release has no direction (`VELOCITY_THRESHOLD_…`).
    let slowest: String
    /// The share of the velocity that is left after a millisecond (`DECELERATION_…`).
    let decay: String

    /// Returns the numbers for touchpads, in pixels of one's own.
    ///
    /// libadwaita, where they are measured, and gnome-shell, where they are read in its source, share them: a change of
    /// one's needs a set of its own.
    static func touchpad(_ unit: String) -> Self {
      Self(unit: unit, slowest: "0.6", decay: "0.997")
    }
    /// The numbers for touchscreens, which both share, too.
    static let touchscreen = Self(unit: "px/ms", slowest: "0.3", decay: "0.998")
  }

  /// Returns the rule of a swipe tracker, which bends above 2 (`VELOCITY_CURVE_THRESHOLD`) by 0.35 (`DECELERATION_PARABOLA_MULTIPLIER`).
  private static func swipeTracker(
    _ name: String, _ title: String, _ source: String, _ numbers: TrackerNumbers, version: String,
    _ evidence: Evidence, summary: String? = nil,
    settling: @autoclosure @escaping @Sendable () -> PresetSettling? = nil
  ) -> ReleasePreset {
    let (unit, slowest, decay) = (numbers.unit, numbers.slowest, numbers.decay)
    return ReleasePreset(
      name: name, title: title, source: source, version: version, evidence: evidence,
      summary: summary
        ?? "Slower than \(slowest) \(unit), the nearest snap point. Otherwise the one nearest to the projected "
        + "progress, but at least the next one in the direction of the movement. The projection adds the "
        + "velocity in \(unit), times \(decay)/(1 − \(decay))/1000, to the progress, whatever the distance.",
      rule: """
        { "estimator": "libadwaita", "steps": 1,
          "projection": { "ontoProgress": { "decay": \(decay), "unit": "\(unit)", "bendAbove": 2, "bend": 0.35 } },
          "clauses": [{ "when": { "speed": { "below": \(slowest), "unit": "\(unit)" } }, "then": "nearest" }],
          "otherwise": "carried" }
        """, settling: settling())
  }
}

extension PresetSettling {
  /// libadwaita's: the number of px/ms is taken as pages per second.
  ///
  /// `adw_spring_params_new (1, 0.5, 500)`: a damping ratio, a mass and a stiffness.
  static func libadwaita(in unit: MeasureUnit) -> Self {
    var settle = Settle.spring(
      Spring(mass: 0.5, stiffness: 500, damping: 2 * (0.5 * 500).squareRoot()))
    settle.velocity = .inUnit(unit)
    return PresetSettling(
      settle,
      summary: "A critically damped spring of mass 0.5 and stiffness 500. Its initial velocity is "
        + "the number of \(unit), as full distances per second.",
      source: "libadwaita, AdwCarousel", version: "1.2.2 (Debian 12)", evidence: .measured)
  }

  /// AdwFlap's and AdwLeaflet's: they take the number of px/ms as well, but per pixel of the distance.
  ///
  /// That velocity can't be told from none: it adds 0.0001 of the distance.
  static let libadwaitaFlap: Self = {
    var settle = libadwaita(in: .pixelsPerMillisecond).finish
    settle.velocity = .perDistance(0)
    return PresetSettling(
      settle, summary: "A critically damped spring of mass 0.5 and stiffness 500, from rest.",
      source: "libadwaita, AdwFlap and AdwLeaflet", version: "1.2.2 (Debian 12)",
      evidence: .measured)
  }()

  /// The cubic curve that is nearest to the two parabolas on which Qt eases in and out: at most 0.0034 beside them.
  private static let qtInOut = CubicCurve(0.485, 0.045, 0.515, 0.955)

  /// Returns a settling that runs the whole of a curve from where it is.
  private static func whole(_ curve: CubicCurve, _ pace: Settle.Pace) -> Settle {
    var settle = Settle(.curve(curve))
    settle.pace = pace
    settle.runsFullCurve = true
    return settle
  }

  /// That of Qt's ListView: after a flick it slows down evenly from 2500 px/s, whatever the fingers' velocity.
  static let qtListView = qtPages(
    "Qt Quick, ListView", flick: .meanSpeed(2500.0 / 2 * MeasureUnit(.pixel).scale(distance: 1)),
    from: "2500 px/s")

  /// That of Qt's SwipeView: its pages begin at `maximumFlickVelocity` of SwipeView.qml, four widths per second.
  static let qtSwipeView = qtPages(
    "Qt Quick Controls, SwipeView", flick: .secondsPerDistance(2.0 / 4),
    from: "four widths per second")

  /// Returns how pages of Qt settle whose flicks slow down evenly from `first`, which is twice their mean velocity.
  private static func qtPages(_ source: String, flick pace: Settle.Pace, from first: String) -> Self
  {
    // The parabola that ends with no velocity.
    let slowingDown = CubicCurve(1.0 / 3, 2.0 / 3, 2.0 / 3, 1)
    return PresetSettling(
      whole(qtInOut, .seconds(0.2)), flick: whole(slowingDown, pace),
      summary:
        "After a flick, it slows down evenly from \(first), whatever the fingers' velocity. "
        + "Otherwise it moves for 0.2 s, easing in and out on two parabolas, beside which the cubic "
        + "curve here is at most 0.4 % of the distance.",
      source: source, version: "6.4.2 (Debian 12)", evidence: .measured)
  }

  /// That of Qt's Drawer: it eases in and out quadratically, at a mean of five widths per second.
  static let qtDrawer: Self = {
    PresetSettling(
      whole(qtInOut, .secondsPerDistance(0.2)),
      summary: "From rest, easing in and out, at a mean of five widths per second. In Qt it "
        + "follows two parabolas; the cubic curve here is at most 0.4 % of the distance beside them.",
      source: "Qt Quick Controls, Drawer", version: "6.4.2 (Debian 12)", evidence: .measured)
  }()

  /// niri's, for workspaces.
  static let niri = PresetSettling(
    .spring(Spring(mass: 1, stiffness: 1000, damping: 2 * 1000.0.squareRoot())),
    summary: "A critically damped spring of mass 1 and stiffness 1000, at the fingers' velocity.",
    source: "niri, src/input/swipe_tracker.rs and its default configuration",
    version: "f30db16 (2026-01-28)", evidence: .numbers)
}
