extension InteractionStarter {
  /// What goes with the finger wherever it goes.
  static let drags = [
    InteractionStarter(
      name: "drag-home", summary: "something is dragged about, and a spring pulls it home",
      text: """
        // Something is dragged about on a phone's screen, and springs home when it is let go.
        {
          "version": 1,
          // For "points": so many points of the screen are a millimetre of the surface.
          "surface": { "pointsPerMm": 6.4 },
          "gesture": { "pan": {} },
          // Whatever way it goes, a point of the finger is a point of the thing.
          "progress": { "toward": "right", "distance": { "points": 160 }, "limits": "none" },
          // It never stays: it always goes back to its start.
          "rule": { "clauses": [], "otherwise": "cancel" },
          "animation": {
            "duration": 1,
            "properties": [
              { "name": "x", "from": 160, "to": 320 },
              // Led by the other part of the finger's way, by the same distance.
              { "name": "y", "from": 240, "to": 400, "axis": "across" }
            ]
          },
          // Each axis has its own velocity: the path bends.
          "settle": {
            "cancel": { "spring": { "mass": 2.5, "stiffness": 70, "damping": 55 } }
          }
        }
        """),
    InteractionStarter(
      name: "scrub", summary: "the place of the finger is the place in the animation",
      text: """
        // The finger's place, from top to bottom, is the place in the animation; it need not move.
        {
          "version": 1,
          // With no slop it begins as soon as the finger moves at all.
          "gesture": { "pan": { "slop": { "mm": 0 } } },
          "progress": { "of": "location", "toward": "down", "distance": { "share": 1 } },
          // Let go, it runs on to the nearer end.
          "rule": { "fractionAbove": 0.5 },
          "animation": {
            "duration": 2,
            "curve": "linear",
            "properties": [
              { "name": "scale", "from": 1, "to": 3 },
              // The colour turns in the last quarter.
              { "name": "red", "from": 0, "to": 1, "delayFactor": 0.75 }
            ]
          }
        }
        """),
  ]
}
