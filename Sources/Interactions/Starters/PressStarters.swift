extension InteractionStarter {
  /// What is driven by pressure; the device has to tell it.
  static let presses = [
    InteractionStarter(
      name: "press-preview", summary: "a press grows a preview, and opens it at its peak",
      text: """
        // A press grows a preview with its force; at the peak it opens, and a tap closes it again.
        {
          "version": 1,
          // Forces are shares of what the device can tell; it opens while the finger still presses.
          "gesture": { "press": { "start": 0.2, "peak": 0.75, "commits": "atPeak" } },
          // A hand alone never brings it to either end.
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
          // Without "cancel" a press that was too weak runs back as it came.
          "settle": { "finish": { "jump": true } },
          "then": {
            "duration": 0.3,
            "spring": { "dampingRatio": 0.7 },
            "properties": [
              // It goes on from where the first animation has led it.
              { "name": "scale", "to": 1 },
              { "name": "menu", "from": 0, "to": 1 }
            ]
          },
          "dismiss": { "duration": 0.5, "spring": { "dampingRatio": 0.7 } }
        }
        """),
    InteractionStarter(
      name: "keyframes", summary: "a press leads several values, each in its own part of the way",
      text: """
        // A press leads a blur and a scale all the way, and a turn that begins at half of it.
        {
          "version": 1,
          // At its peak it is at its end, and stays there; a weaker one goes back with its force.
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
              // Start and duration are shares of the time; before the start it stays as it is.
              { "name": "turn", "from": 0, "keyframes": [
                { "start": 0.5, "duration": 0.5, "to": -22.5 }
              ] }
            ]
          }
        }
        """),
  ]
}
