import PantographBase

/// An interaction file to start from, with comments, for a common use of gestures.
package struct InteractionStarter: Sendable {
  /// The name that users type.
  package let name: String
  /// The text of the file.
  package let text: String
  private let description: OnlyDescribed<String>

  /// Creates a starter from its parts.
  package init(name: String, summary: String, text: String) {
    self.name = name
    self.text = text + "\n"
    description = OnlyDescribed(summary)
  }

  /// A description of one line.
  package var summary: String { description.content }

  /// All starters: sheets, scrolling and pages, dragging and scrubbing, presses, transitions.
  package static let all: [InteractionStarter] =
    sheets + scrolls + pages + drags + presses + transitions

  /// Returns the starter with a name.
  package static func named(_ name: String) -> InteractionStarter? {
    all.first { $0.name == name }
  }
}

extension InteractionStarter {
  /// Interactions in which something follows the finger everywhere.
  static let drags = [
    InteractionStarter(
      name: "drag-home", summary: "drag something anywhere; a spring pulls it back",
      text: """
        // Something is dragged on a phone's screen; a spring pulls it back when it is released.
        {
          "version": 1,
          // For lengths in "points": this many points of the screen are a millimetre of the surface.
          "surface": { "pointsPerMm": 6.4 },
          "gesture": { "pan": {} },
          // In every direction, a point of finger movement moves the object by a point.
          "progress": { "toward": "right", "distance": { "points": 160 }, "limits": "none" },
          // It never stays: it always returns to its start.
          "rule": { "clauses": [], "otherwise": "cancel" },
          "animation": {
            "duration": 1,
            "properties": [
              { "name": "x", "from": 160, "to": 320 },
              // Driven by movement across the direction of progress, by the same distance.
              { "name": "y", "from": 240, "to": 400, "axis": "across" }
            ]
          },
          // Each axis has its own velocity, so the path back is curved.
          "settle": {
            "cancel": { "spring": { "mass": 2.5, "stiffness": 70, "damping": 55 } }
          }
        }
        """),
    InteractionStarter(
      name: "scrub", summary: "the finger's location is the progress of the animation",
      text: """
        // The finger's location, from top to bottom, is the progress; the finger need not move.
        {
          "version": 1,
          // Without slop it begins at the first movement.
          "gesture": { "pan": { "slop": { "mm": 0 } } },
          "progress": { "of": "location", "toward": "down", "distance": { "share": 1 } },
          // When released, it runs to the nearer end.
          "rule": { "fractionAbove": 0.5 },
          "animation": {
            "duration": 2,
            "curve": "linear",
            "properties": [
              { "name": "scale", "from": 1, "to": 3 },
              // The colour changes in the last quarter.
              { "name": "red", "from": 0, "to": 1, "delayFactor": 0.75 }
            ]
          }
        }
        """),
  ]
}

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

extension InteractionStarter {
  /// Interactions driven by pressure, which the device must report.
  static let presses = [
    InteractionStarter(
      name: "press-preview", summary: "press to enlarge a preview, which opens at the peak",
      text: """
        // A press enlarges a preview with its force; at the peak it opens, and a tap closes it again.
        {
          "version": 1,
          // Forces are shares of the device's range; it opens while the finger still presses.
          "gesture": { "press": { "start": 0.2, "peak": 0.75, "commits": "atPeak" } },
          // Pressure alone never drives the animation to either end.
          "progress": { "of": "pressure", "limits": [0.01, 0.99] },
          "rule": {
            "clauses": [{ "when": { "peak": { "atLeast": 1 } }, "then": "finish" }],
            "otherwise": "cancel"
          },
          "animation": {
            "duration": 0.5,
            "curve": "easeIn",
            "properties": [
              { "name": "blur", "from": 0, "to": 1 },
              { "name": "scale", "from": 1, "to": 1.2 }
            ]
          },
          // Without "cancel", a press that was too weak runs back the way it came.
          "settle": { "finish": { "jump": true } },
          "then": {
            "duration": 0.3,
            "spring": { "dampingRatio": 0.7 },
            "properties": [
              // It continues from where the first animation left it.
              { "name": "scale", "to": 1 },
              { "name": "menu", "from": 0, "to": 1 }
            ]
          },
          "dismiss": { "duration": 0.5, "spring": { "dampingRatio": 0.7 } }
        }
        """),
    InteractionStarter(
      name: "keyframes", summary: "press to drive several values, each with its own keyframes",
      text: """
        // A press drives a blur and a scale all the way, and a rotation from half of it on.
        {
          "version": 1,
          // At its peak it finishes and stays there; a weaker press runs back with its force.
          "gesture": { "press": { "commits": "atPeak" } },
          "animation": {
            "duration": 0.5,
            "curve": "linear",
            "properties": [
              { "name": "blur", "from": 0, "to": 12 },
              { "name": "scale", "from": 1, "keyframes": [
                { "start": 0, "duration": 0.25, "to": 0.9 },
                { "start": 0.25, "duration": 0.75, "to": 1.5 }
              ] },
              // Start and duration are shares of the time; before its start a value stays as it is.
              { "name": "turn", "from": 0, "keyframes": [
                { "start": 0.5, "duration": 0.5, "to": -22.5 }
              ] }
            ]
          }
        }
        """),
  ]
}

extension InteractionStarter {
  /// Interactions whose animations also run without a gesture.
  static let transitions = [
    InteractionStarter(
      name: "interrupt", summary: "catch a running animation, drive it, and release it again",
      text: """
        // It starts by itself; a finger that lands holds it, drives it, and releases it, any number of
        // times.
        {
          "version": 1,
          "gesture": { "pan": {} },
          "progress": { "toward": "right", "distance": { "mm": 60 } },
          // It runs to its end after every release.
          "rule": { "preset": "tutorial-drag" },
          "animation": {
            "duration": 3,
            "curve": "easeOut",
            "properties": [{ "name": "x", "from": 0, "to": 300 }]
          },
          // In the time that is left.
          "settle": { "finish": { "curve": "easeOut", "durationFactor": 0 } },
          "catch": "landing",
          "start": { "after": 0.1 }
        }
        """),
    InteractionStarter(
      name: "transition",
      summary: "pull past a threshold to start a transition; half of it finishes",
      text: """
        // A pull of more than 30 points starts a transition; 90 more are its full distance.
        {
          "version": 1,
          "surface": { "pointsPerMm": 4 },
          "gesture": { "pan": { "direction": "vertical" } },
          "progress": {
            "toward": "up",
            "offset": { "points": 30 },
            "distance": { "points": 90 }
          },
          "rule": { "fractionAbove": 0.5 },
          "animation": {
            "duration": 0.5,
            "curve": "easeInOut",
            "properties": [
              { "name": "old", "from": 1, "to": 0 },
              { "name": "new", "from": 0, "to": 1 }
            ]
          },
          // The rest of the distance at twice the speed: a completion speed.
          "settle": {
            "finish": { "curve": "easeOut", "speed": 2 },
            "cancel": { "curve": "easeOut", "speed": 2 }
          }
        }
        """),
    InteractionStarter(
      name: "tap-transition",
      summary: "tap to start a transition; drag while it runs to turn it around",
      text: """
        // A tap starts a transition; a finger stops it, then 6 mm down finish it, and 6 mm up cancel
        // it.
        {
          "version": 1,
          "gesture": { "pan": { "direction": "vertical" } },
          // The finger only holds it; the rule uses the direction of the movement.
          "progress": { "of": "nothing", "toward": "down" },
          "rule": {
            "clauses": [
              { "when": { "travel": { "above": 6, "unit": "mm" } }, "then": "finish" },
              { "when": { "travel": { "below": -6, "unit": "mm" } }, "then": "cancel" }
            ],
            "otherwise": "nearest"
          },
          // Judged not only at the release, but as soon as a clause holds.
          "judge": "moving",
          "animation": {
            "duration": 1.5,
            "curve": "easeInOut",
            "properties": [{ "name": "y", "from": -600, "to": 0 }]
          },
          // A second tap, at its end, runs it back.
          "start": "tap",
          "catch": "landing"
        }
        """),
  ]
}
