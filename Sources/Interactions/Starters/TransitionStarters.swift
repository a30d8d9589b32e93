extension InteractionStarter {
  /// What also runs without a hand.
  static let transitions = [
    InteractionStarter(
      name: "interrupt", summary: "what runs by itself is caught, led, and let go again",
      text: """
        // It starts by itself, a finger that lands holds it, leads it, and lets it go on, again and again.
        {
          "version": 1,
          "gesture": { "pan": {} },
          "progress": { "toward": "right", "distance": { "mm": 60 } },
          // Whatever the hand does, it runs on to its end.
          "rule": { "preset": "tutorial-drag" },
          "animation": {
            "duration": 3,
            "curve": "easeOut",
            "properties": [{ "name": "x", "from": 0, "to": 300 }]
          },
          // In the time that is left of it.
          "settle": { "finish": { "curve": "easeOut", "durationFactor": 0 } },
          "catch": "landing",
          "start": { "after": 0.1 }
        }
        """),
    InteractionStarter(
      name: "transition",
      summary: "a pull past a threshold starts a transition, half of it finishes it",
      text: """
        // A pull of more than 30 points starts a transition; 90 more are all of it.
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
          // What is left of the way, at twice the pace; a completion speed.
          "settle": {
            "finish": { "curve": "easeOut", "speed": 2 },
            "cancel": { "curve": "easeOut", "speed": 2 }
          }
        }
        """),
    InteractionStarter(
      name: "tap-transition", summary: "a tap starts a transition, a finger on its way turns it",
      text: """
        // A tap starts a transition; a finger stops it, 6 mm down finish it, and 6 mm up take it back.
        {
          "version": 1,
          "gesture": { "pan": { "direction": "vertical" } },
          // The finger only holds it; which way it goes counts for the rule.
          "progress": { "of": "nothing", "toward": "down" },
          "rule": {
            "clauses": [
              { "when": { "travel": { "above": 6, "unit": "mm" } }, "then": "finish" },
              { "when": { "travel": { "below": -6, "unit": "mm" } }, "then": "cancel" }
            ],
            "otherwise": "nearest"
          },
          // Not only at the release: as soon as one of the two is there.
          "judge": "moving",
          "animation": {
            "duration": 1.5,
            "curve": "easeInOut",
            "properties": [{ "name": "y", "from": -600, "to": 0 }]
          },
          // A second tap, when it is at its end, takes it back.
          "start": "tap",
          "catch": "landing"
        }
        """),
  ]
}
