import Gestures

extension InteractionSchema {
  /// How a release is judged.
  static let rule = """
        "rule": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "fractionAbove": {
              "description": "A whole rule: it finishes above this fraction.",
              "type": "number", "minimum": 0, "maximum": 1
            },
            "preset": {
              "description": "A toolkit's rule by its name; the other keys say what is different.",
              "enum": \(list(ReleasePreset.all.map(\.name)))
            },
            "thresholds": {
              "description": "Other thresholds of the preset's, in its units and with its signs.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
    \(quantities { quantity in
        """
                    "\(quantity.rawValue)": {
                      "description": "Another threshold on \(name(of: quantity)).",
                      "type": "number", "minimum": 0, "maximum": 1000000000
                    }
        """
      })
              }
            },
            "estimator": {
              "description": "Whose velocity it goes by.",
              "enum": \(list(VelocityEstimator.self)),
              "default": "pantograph"
            },
            "projection": {
              "description": "Where a movement would lead.",
              "$ref": "#/$defs/projection",
              "default": "none"
            },
            "snapPoints": {
              "description": "The progresses at which the animation may rest, increasing.",
              "type": "array",
              "minItems": 2,
              "items": { "type": "number", "minimum": 0, "maximum": 1 },
              "default": [0, 1]
            },
            "ties": {
              "description": "Which of two equally near snap points it takes.",
              "enum": \(list(ReleaseRule.Tie.self)),
              "default": "lower"
            },
            "clauses": {
              "description": "The first clause whose conditions all hold decides.",
              "type": "array",
              "items": { "$ref": "#/$defs/clause" }
            },
            "otherwise": {
              "description": "Where a release leads for which no clause holds.",
              "$ref": "#/$defs/verdict"
            }
          },
          "if": { "required": ["fractionAbove"] },
          "then": { "maxProperties": 1 },
          "else": {
            "if": { "required": ["preset"] },
            "then": true,
            "else": { "required": ["clauses", "otherwise"], "properties": { "thresholds": false } }
          }
        },
        "projection": {
          "anyOf": [
            { "const": "none" },
            {
              "type": "object",
              "additionalProperties": false,
              "minProperties": 1, "maxProperties": 1,
              "properties": {
                "seconds": {
                  "description": "As far as the velocity leads in so many seconds.",
                  "type": "number", "minimum": 0, "maximum": 60
                },
                "friction": {
                  "description": "As far as a velocity leads of which friction takes this much per second.",
                  "type": "number", "minimum": 0.001, "maximum": 1000000
                },
                "steps": {
                  "description": "As far as a velocity leads that keeps this share every millisecond, in steps of one.",
                  "$ref": "#/$defs/decay"
                },
                "integral": {
                  "description": "As far as a velocity leads that keeps this share every millisecond, all the while.",
                  "$ref": "#/$defs/decay"
                },
                "ontoProgress": {
                  "description": "GNOME's, which adds a number made of the velocity to the progress.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["decay", "unit", "bendAbove", "bend"],
                  "properties": {
                    "decay": { "description": "The share kept every millisecond.", "$ref": "#/$defs/decay" },
                    "unit": {
                      "description": "The unit that the velocity is put in as a number.",
                      "enum": \(units(of: .velocity))
                    },
                    "bendAbove": {
                      "description": "The velocity where the square begins, in that unit.",
                      "type": "number", "minimum": 0, "maximum": 1000000000
                    },
                    "bend": {
                      "description": "How much of the square is added.",
                      "type": "number", "minimum": 0, "maximum": 1000000000
                    }
                  }
                }
              }
            }
          ]
        },
        "decay": { "type": "number", "minimum": 0.000001, "maximum": 0.999999 },
        "verdict": { "enum": \(list(ReleaseRule.Verdict.self)) }
    """

  /// What a release is held against.
  static let conditions = """
        "clause": {
          "type": "object",
          "additionalProperties": false,
          "required": ["when", "then"],
          "properties": {
            "when": {
              "description": "The conditions that must all hold.",
              "type": "object",
              "additionalProperties": false,
              "minProperties": 1,
              "properties": {
    \(quantities { quantity in
        """
                    "\(quantity.rawValue)": {
                      "description": "A condition, or several, on \(name(of: quantity)).",
                      "anyOf": [
                        { "$ref": "#/$defs/\(quantity.dimension)Condition" },
                        { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/\(quantity.dimension)Condition" } }
                      ]
                    }
        """
      })
              }
            },
            "then": {
              "description": "Where such a release leads.",
              "$ref": "#/$defs/verdict"
            }
          }
        },
    \([.progress, .length, .velocity, .time].map(condition).joined(separator: ",\n")),
        "threshold": { "type": "number", "minimum": -1000000000, "maximum": 1000000000 }
    """

  private static func condition(on dimension: ReleaseRule.Quantity.Dimension) -> String {
    """
        "\(dimension)Condition": {
          "type": "object",
          "additionalProperties": false,
          "anyOf": [
            { "required": ["above"] }, { "required": ["atLeast"] },
            { "required": ["below"] }, { "required": ["atMost"] }
          ],
          "properties": {
            "above": { "description": "It holds above this threshold.", "$ref": "#/$defs/threshold" },
            "atLeast": { "description": "It holds at this threshold and above.", "$ref": "#/$defs/threshold" },
            "below": { "description": "It holds below this threshold.", "$ref": "#/$defs/threshold" },
            "atMost": { "description": "It holds at this threshold and below.", "$ref": "#/$defs/threshold" },
            "unit": {
              "description": "The unit of the thresholds.",
              "enum": \(units(of: dimension)),
              "default": "\(dimension.usualUnit)"
            }
          }
        }
    """
  }

  private static func quantities(_ text: (ReleaseRule.Quantity) -> String) -> String {
    ReleaseRule.Quantity.allCases.map(text).joined(separator: ",\n")
  }

  private static func units(of dimension: ReleaseRule.Quantity.Dimension) -> String {
    list(MeasureUnit.all.filter(dimension.accepts).map { "\($0)" })
  }

  /// What a quantity is, in a few words.
  private static func name(of quantity: ReleaseRule.Quantity) -> String {
    switch quantity {
    case .fraction: "the progress at the release"
    case .part: "the share of the way from the snap point below to the one above"
    case .gone: "the progress since the fingers took hold"
    case .peak: "the largest progress since then"
    case .projected: "the progress where the movement leads"
    case .travel: "the way toward progress"
    case .travelSize: "the way toward progress or away from it"
    case .reach: "the way in a straight line"
    case .travelLead: "the way along less the way across"
    case .heading: "the newest movement toward progress"
    case .velocity: "the velocity toward progress"
    case .speed: "the velocity toward progress or away from it"
    case .pace: "the velocity whichever way"
    case .speedLead: "the speed along less the speed across"
    case .duration: "the time since the gesture began"
    case .stillness: "the time since the newest movement"
    }
  }
}
