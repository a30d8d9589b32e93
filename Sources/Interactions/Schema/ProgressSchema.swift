extension InteractionSchema {
  /// Returns the condition that a pan which can only move forward does not begin in the opposite
  /// direction.
  static func away(from direction: ProgressMapping.Direction) -> String {
    """
    {
          "$comment": "A pan that begins away from progress makes none.",
          "if": {
            "properties": {
              "progress": {
                "properties": {
                  "of": { "const": "translation" },
                  "toward": { "const": "\(direction.rawValue)" },
                  "bothDirections": { "const": false },
                  "limits": { "type": "array", "prefixItems": [{ "minimum": 0 }] }
                }
              },
              "start": { "const": "manual" }
            }
          },
          "then": {
            "properties": {
              "gesture": {
                "properties": {
                  "pan": {
                    "properties": { "direction": { "not": { "const": "\(direction.opposite.rawValue)" } } }
                  }
                }
              }
            }
          }
        }
    """
  }

  /// The schema of progress.
  static let progress = """
        "progress": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "of": {
              "description": "What drives the animation; nothing holds it. The default is a pan's translation or a press's pressure.",
              "enum": \(list(ProgressPlan.Source.self))
            },
            "toward": {
              "description": "The direction in which the fingers make progress.",
              "enum": \(list(ProgressMapping.Direction.self))
            },
            "bothDirections": {
              "description": "Whether translation in the opposite direction counts as well.",
              "type": "boolean",
              "default": false
            },
            "offset": {
              "description": "The distance before translation makes progress.",
              "$ref": "#/$defs/length",
              "default": { "mm": 0 }
            },
            "distance": {
              "description": "The distance for full progress.",
              "$ref": "#/$defs/length",
              "properties": {
                "mm": { "minimum": 0.1 }, "points": { "minimum": 0.1 }, "share": { "minimum": 0.001 }
              }
            },
            "limits": {
              "description": "The limits of progress: [smallest, largest], none, or a rubber band beyond 0 and 1.",
              "anyOf": [
                { "const": "none" },
                {
                  "type": "array",
                  "minItems": 2, "maxItems": 2,
                  "prefixItems": [
                    { "type": "number", "minimum": -100, "exclusiveMaximum": 1 },
                    { "type": "number", "exclusiveMinimum": 0, "maximum": 100 }
                  ]
                },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["rubberBand"],
                  "properties": {
                    "rubberBand": {
                      "description": "The band's coefficient; UIKit's is 0.55.",
                      "type": "number", "minimum": 0.001, "maximum": 10
                    }
                  }
                }
              ],
              "default": [0, 1]
            }
          },
          "allOf": [
            {
              "if": { "required": ["of"], "properties": { "of": { "const": "location" } } },
              "then": { "properties": { "bothDirections": false } }
            },
            {
              "if": { "required": ["of"], "properties": { "of": { "enum": ["time", "nothing"] } } },
              "then": { "properties": { "bothDirections": false, "offset": false, "limits": false } }
            }
          ]
        },
        "leadsSideways": {
          "properties": {
            "progress": {
              "properties": { "of": { "const": "translation" }, "toward": { "enum": ["right", "left"] } }
            }
          }
        },
        "beginsSideways": {
          "properties": {
            "gesture": {
              "properties": {
                "pan": { "properties": { "direction": { "enum": ["any", "horizontal", "right", "left"] } } }
              }
            }
          }
        },
        "leadsUpOrDown": {
          "properties": {
            "progress": {
              "properties": { "of": { "const": "translation" }, "toward": { "enum": ["up", "down"] } }
            }
          }
        },
        "beginsUpOrDown": {
          "properties": {
            "gesture": {
              "properties": {
                "pan": { "properties": { "direction": { "enum": ["any", "vertical", "up", "down"] } } }
              }
            }
          }
        }
    """
}
