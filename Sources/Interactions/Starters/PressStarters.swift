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
