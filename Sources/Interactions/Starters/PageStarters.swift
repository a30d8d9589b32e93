extension InteractionStarter {
  /// Interactions that pull something out from an edge, with resistance beyond its end.
  static let sheets = [
    InteractionStarter(
      name: "sheet", summary: "pull up a sheet; a spring continues at the finger's velocity",
      text: """
        // A sheet is pulled up: it follows the finger, and a spring continues at the finger's velocity.
        {
          "version": 1,
          "gesture": { "pan": { "fingers": 1, "direction": "vertical" } },
          // The distance for full progress.
          "progress": { "toward": "up", "distance": { "mm": 45 } },
          // It opens above half of the distance; a flick opens or closes it from anywhere.
          "rule": {
            "clauses": [
              { "when": { "velocity": { "above": 100, "unit": "mm/s" } }, "then": "finish" },
              { "when": { "velocity": { "below": -100, "unit": "mm/s" } }, "then": "cancel" },
              { "when": { "fraction": { "above": 0.5 } }, "then": "finish" }
            ],
            "otherwise": "cancel"
          },
          "animation": {
            "duration": 0.5,
            "properties": [
              { "name": "top", "from": 800, "to": 100 },
              { "name": "dimming", "from": 0, "to": 0.4 }
            ]
          },
          "settle": {
            // A dampingRatio below 1 overshoots; response is the duration of an oscillation in seconds.
            "finish": { "spring": { "response": 0.4, "dampingRatio": 0.8 } },
            "cancel": { "spring": { "response": 0.4, "dampingRatio": 1 } }
          }
        }
        """),
    InteractionStarter(
      name: "rubber-band",
      summary: "pull out a drawer that resists beyond its ends and springs back",
      text: """
        // A drawer is pulled down; beyond either end it resists more and more, and springs back.
        {
          "version": 1,
          "gesture": { "pan": { "fingers": 1 } },
          "progress": {
            "toward": "down",
            "distance": { "mm": 25 },
            // How far it follows: 0.55 is UIKit's coefficient.
            "limits": { "rubberBand": 0.55 }
          },
          // To the end nearest to its position 0.2 s later.
          "rule": {
            "projection": { "seconds": 0.2 },
            "clauses": [],
            "otherwise": "projected"
          },
          "animation": {
            "duration": 0.4,
            "properties": [{ "name": "y", "from": 0, "to": 260 }]
          },
          "settle": {
            "finish": { "spring": { "response": 0.35, "dampingRatio": 1 } },
            "cancel": { "spring": { "response": 0.35, "dampingRatio": 1 } }
          }
        }
        """),
  ]

  /// Interactions that scroll.
  static let scrolls = [
    InteractionStarter(
      name: "scroll", summary: "scroll a list that goes on as in UIKit, and rebounds at its ends",
      text: """
        // A list of 2000 points follows the finger, and goes on after the release.
        {
          "version": 1,
          // 163 points per inch, as on most iPhones.
          "surface": { "pointsPerMm": 6.417 },
          "gesture": {
            "pan": { "fingers": 1, "direction": "vertical", "estimator": "flutter-ios" }
          },
          "progress": {
            "toward": "up",
            "distance": { "points": 2000 },
            // Beyond its ends it follows like a rubber band.
            "limits": { "rubberBand": 0.55 }
          },
          // It slows down and rebounds as UIScrollView does; also android, flutter, chromium, gtk, qt …
          "rule": {
            "estimator": "flutter-ios",
            "projection": { "momentum": "uikit" },
            "clauses": [],
            "otherwise": "coast"
          },
          "animation": {
            "duration": 0.4,
            "properties": [{ "name": "offset", "from": 0, "to": 2000 }]
          }
        }
        """)
  ]

  /// Interactions that turn pages.
  static let pages = [
    InteractionStarter(
      name: "back-swipe", summary: "swipe from the left edge to go back a page",
      text: """
        // A page is pulled to the right from the left edge, and reveals the previous one.
        {
          "version": 1,
          "gesture": {
            "pan": {
              "direction": "right",
              // Fingers that land farther from the edge are ignored.
              "edge": { "at": "left", "width": { "mm": 6 } }
            }
          },
          // The full distance is the width of the surface.
          "progress": { "toward": "right", "distance": { "share": 1 } },
          // Half of the width, or 300 pt/s; `pantograph rules uikit-nav-back` shows the whole rule.
          "rule": { "preset": "uikit-nav-back" },
          "animation": {
            "duration": 0.35,
            "curve": "easeOut",
            "properties": [
              { "name": "page", "from": 0, "to": 390 },
              { "name": "before", "from": -117, "to": 0 },
              { "name": "shadow", "from": 0.3, "to": 0 }
            ]
          },
          "settle": {
            "finish": { "spring": { "response": 0.35, "dampingRatio": 1 } },
            "cancel": { "curve": "easeOut" }
          }
        }
        """),
    InteractionStarter(
      name: "pager", summary: "turn three pages side by side, one at a time",
      text: """
        // Three pages side by side: a swipe to the left turns one page, however long it is.
        {
          "version": 1,
          "gesture": { "pan": { "direction": "horizontal" } },
          // From the first page to the last: twice the width of one.
          "progress": { "toward": "left", "distance": { "mm": 80 } },
          // Android's rule: after 25 dp, 400 dp/s turn a page; otherwise it turns at 0.6 of the
          // distance.
          "rule": { "preset": "android-viewpager", "snapPoints": [0, 0.5, 1] },
          "animation": {
            "duration": 0.6,
            "properties": [{ "name": "x", "from": 0, "to": -780 }]
          },
          // Also on the way to the middle page.
          "settle": {
            "finish": { "spring": { "response": 0.3, "dampingRatio": 1 } },
            "cancel": { "spring": { "response": 0.3, "dampingRatio": 1 } }
          }
        }
        """),
  ]
}
