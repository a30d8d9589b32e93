import PantographBase

/// The names that keys and values of interaction files had before version 1.0.
package enum FormerNames {
  /// The current name of each.
  package static let current = [
    "gone": "progressSinceGrab", "part": "snapIntervalFraction", "reach": "straightDistance",
    "travelLead": "travelAxisExcess", "heading": "lastMovement", "pace": "velocityMagnitude",
    "speedLead": "speedAxisExcess", "stillness": "restTime", "either": "bothDirections",
    "afresh": "fullCurve", "held": "manual",
  ]
}

extension JSONNode {
  /// Parses an interaction file, or a part of one.
  init(parsingInteraction bytes: [UInt8]) throws(JSONError) {
    try self.init(parsing: bytes, renamed: FormerNames.current)
  }
}
