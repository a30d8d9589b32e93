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
