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
