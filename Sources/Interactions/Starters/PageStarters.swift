extension InteractionStarter {
  /// What is pulled out from an edge, and resists beyond its end.
  static let sheets = [
    InteractionStarter(
      name: "sheet", summary: "a sheet is pulled up, and a spring carries it on",
      text: """
        // A sheet is pulled up: it follows the finger, and a spring takes over at the finger's velocity.
        {
          "version": 1,
          "gesture": { "pan": { "fingers": 1, "direction": "vertical" } },
          // So far up is the whole way.
          "progress": { "toward": "up", "distance": { "mm": 45 } },
          // It opens above half of the way; a flick opens or closes it from anywhere.
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
            // A dampingRatio below 1 overshoots; response is the time of a swing in seconds.
            "finish": { "spring": { "response": 0.4, "dampingRatio": 0.8 } },
            "cancel": { "spring": { "response": 0.4, "dampingRatio": 1 } }
          }
        }
        """),
    InteractionStarter(
      name: "rubber-band",
      summary: "a drawer resists beyond its ends, and springs back to the nearer",
      text: """
        // A drawer is drawn down; beyond either end it gives way less and less, and springs back.
        {
          "version": 1,
          "gesture": { "pan": { "fingers": 1 } },
          "progress": {
            "toward": "down",
            "distance": { "mm": 25 },
            // How much it gives way: 0.55 is UIKit's coefficient.
            "limits": { "rubberBand": 0.55 }
          },
          // To the end nearest to where it would be 0.2 s later.
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

  /// What is turned like a page.
  static let pages = [
    InteractionStarter(
      name: "back-swipe", summary: "a page is pulled away from the left edge, to the one before",
      text: """
        // From the left edge a page is pulled away to the right, and shows the one before.
        {
          "version": 1,
          "gesture": {
            "pan": {
              "direction": "right",
              // Fingers that land farther in don't count.
              "edge": { "at": "left", "width": { "mm": 6 } }
            }
          },
          // The width of the surface is the whole way.
          "progress": { "toward": "right", "distance": { "share": 1 } },
          // Half of the width, or 300 pt/s: `pantograph rules uikit-nav-back` has it in full.
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
      name: "pager", summary: "three pages side by side, of which one is always in place",
      text: """
        // Three pages side by side: a swipe to the left goes on by one, however long it is.
        {
          "version": 1,
          "gesture": { "pan": { "direction": "horizontal" } },
          // From the first page to the last: twice the width of one.
          "progress": { "toward": "left", "distance": { "mm": 80 } },
          // Android's rule: after 25 dp, 400 dp/s turn a page; else it turns at 0.6 of the way.
          "rule": { "preset": "android-viewpager", "snapPoints": [0, 0.5, 1] },
          "animation": {
            "duration": 0.6,
            "properties": [{ "name": "x", "from": 0, "to": -780 }]
          },
          // On the way to a page in the middle, too.
          "settle": {
            "finish": { "spring": { "response": 0.3, "dampingRatio": 1 } },
            "cancel": { "spring": { "response": 0.3, "dampingRatio": 1 } }
          }
        }
        """),
  ]
}
