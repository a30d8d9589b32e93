import PantographGestures

extension InteractionSchema {
  /// The schema of rules.
  static let rule = """
        "rule": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "fractionAbove": {
              "description": "A complete rule: it finishes above this fraction.",
              "type": "number", "minimum": 0, "maximum": 1
            },
            "preset": {
              "description": "The name of a toolkit's rule; the other keys change it.",
              "enum": \(list(ReleasePreset.all.map(\.name)))
            },
            "thresholds": {
              "description": "Other thresholds for the preset, in its units and with its signs.",
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
              "description": "The velocity estimator.",
              "enum": \(list(VelocityEstimator.self)),
              "default": "pantograph"
            },
            "projection": {
              "description": "Where a movement would end.",
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
              "description": "Which of two equally near snap points is taken.",
              "enum": \(list(ReleaseRule.Tie.self)),
              "default": "lower"
            },
            "clauses": {
              "description": "The first clause whose conditions all hold decides.",
              "type": "array",
              "items": { "$ref": "#/$defs/clause" }
            },
            "otherwise": {
              "description": "The verdict if no clause holds.",
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
                  "description": "Where the velocity leads in this number of seconds.",
                  "type": "number", "minimum": 0, "maximum": 60
                },
                "friction": {
                  "description": "Where the velocity leads if friction slows it down by this factor per second.",
                  "type": "number", "minimum": 0.001, "maximum": 1000000
                },
                "steps": {
                  "description": "Where the velocity leads if this share of it remains after each millisecond, summed in steps.",
                  "$ref": "#/$defs/decay"
                },
                "integral": {
                  "description": "Where the velocity leads if this share of it remains after each millisecond, integrated.",
                  "$ref": "#/$defs/decay"
                },
                "ontoProgress": {
                  "description": "GNOME's projection, which adds a number of pixels per millisecond to the progress.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["decay", "unit", "bendAbove", "bend"],
                  "properties": {
                    "decay": { "description": "The share that remains after each millisecond.", "$ref": "#/$defs/decay" },
                    "unit": {
                      "description": "The unit in which the velocity is a number.",
                      "enum": \(units(of: .velocity))
                    },
                    "bendAbove": {
                      "description": "The velocity above which the square is added, in that unit.",
                      "type": "number", "minimum": 0, "maximum": 1000000000
                    },
                    "bend": {
                      "description": "The factor of the square.",
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

  /// The schema of clauses and conditions.
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
              "description": "The verdict.",
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
            "above": { "description": "Greater than this threshold.", "$ref": "#/$defs/threshold" },
            "atLeast": { "description": "Greater than or equal to this threshold.", "$ref": "#/$defs/threshold" },
            "below": { "description": "Less than this threshold.", "$ref": "#/$defs/threshold" },
            "atMost": { "description": "Less than or equal to this threshold.", "$ref": "#/$defs/threshold" },
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

  /// Returns a description of a quantity in a few words.
  private static func name(of quantity: ReleaseRule.Quantity) -> String {
    switch quantity {
    case .fraction: "the progress at the release"
    case .snapIntervalFraction: "the share of the interval between the neighbouring snap points"
    case .progressSinceGrab: "the progress since the fingers grabbed the animation"
    case .peak: "the largest progress since then"
    case .projected: "the projected progress"
    case .travel: "the travel toward progress"
    case .travelSize: "the travel without its sign"
    case .straightDistance: "the straight distance in any direction"
    case .travelAxisExcess: "the travel along minus the travel across"
    case .lastMovement: "the last movement toward progress"
    case .velocity: "the velocity toward progress"
    case .speed: "the velocity toward progress without its sign"
    case .velocityMagnitude: "the speed in any direction"
    case .speedAxisExcess: "the speed along minus the speed across"
    case .duration: "the time since the gesture began"
    case .restTime: "the time since the last movement"
    }
  }
}
