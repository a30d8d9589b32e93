extension InteractionSchema {
  /// That a pan which leads nowhere but on does not begin to the other side.
  static func away(from direction: ProgressMapping.Direction) -> String {
    """
    {
          "$comment": "A pan that begins away from all progress makes none.",
          "if": {
            "properties": {
              "progress": {
                "properties": {
                  "of": { "const": "translation" },
                  "toward": { "const": "\(direction.rawValue)" },
                  "either": { "const": false },
                  "limits": { "type": "array", "prefixItems": [{ "minimum": 0 }] }
                }
              },
              "start": { "const": "held" }
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

  /// How what fingers do becomes progress.
  static let progress = """
        "progress": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "of": {
              "description": "What leads it: the way of the fingers, their place, pressure, time, or nothing, which holds it; else the way of a pan, the pressure of a press.",
              "enum": \(list(ProgressPlan.Source.self))
            },
            "toward": {
              "description": "Where the fingers move to make progress.",
              "enum": \(list(ProgressMapping.Direction.self))
            },
            "either": {
              "description": "Whether a way to the other side counts as well.",
              "type": "boolean",
              "default": false
            },
            "offset": {
              "description": "How far the fingers go before they make progress.",
              "$ref": "#/$defs/length",
              "default": { "mm": 0 }
            },
            "distance": {
              "description": "The length that makes the whole progress.",
              "$ref": "#/$defs/length",
              "properties": {
                "mm": { "minimum": 0.1 }, "points": { "minimum": 0.1 }, "share": { "minimum": 0.001 }
              }
            },
            "limits": {
              "description": "Where progress stops: [smallest, largest], nowhere, or as a rubber band beyond 0 and 1.",
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
              "then": { "properties": { "either": false } }
            },
            {
              "if": { "required": ["of"], "properties": { "of": { "enum": ["time", "nothing"] } } },
              "then": { "properties": { "either": false, "offset": false, "limits": false } }
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
