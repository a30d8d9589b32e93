import Animation
import Motion

extension InteractionSchema {
  /// Curves and springs.
  static let timing = """
        "seconds": { "type": "number", "minimum": 0, "maximum": 3600 },
        "curve": {
          "anyOf": [
            { "enum": \(list(CubicCurve.named.map(\.name))) },
            {
              "type": "array",
              "minItems": 4, "maxItems": 4,
              "prefixItems": [
                { "$ref": "#/$defs/share" }, { "$ref": "#/$defs/height" },
                { "$ref": "#/$defs/share" }, { "$ref": "#/$defs/height" }
              ]
            }
          ]
        },
        "share": { "type": "number", "minimum": 0, "maximum": 1 },
        "height": { "type": "number", "minimum": -10, "maximum": 10 },
        "spring": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "response": {
              "description": "Seconds of one swing without damping.",
              "type": "number", "minimum": 0.01, "maximum": 60
            },
            "dampingRatio": {
              "description": "Damping as a share of the critical one; by itself, the spring settles in the time it is given.",
              "type": "number", "minimum": 0.01, "maximum": 100,
              "default": 1
            },
            "mass": {
              "description": "The mass that the spring pulls.",
              "type": "number", "minimum": 0.001, "maximum": 1000000,
              "default": 1
            },
            "stiffness": {
              "description": "The spring's force per distance.",
              "type": "number", "minimum": 0.001, "maximum": 1000000
            },
            "damping": {
              "description": "The damper's force per velocity.",
              "type": "number", "minimum": 0.001, "maximum": 1000000
            },
            "duration": {
              "description": "Seconds that the spring seems to take.",
              "type": "number", "minimum": 0.01, "maximum": 60
            },
            "bounce": {
              "description": "How much it overshoots: 0 for not at all, below 0 for slower.",
              "type": "number", "minimum": -0.99, "exclusiveMaximum": 1,
              "default": 0
            },
            "velocity": {
              "description": "The velocity at which it begins: carried by the fingers where they let go, else none.",
              "anyOf": [
                { "enum": ["carried", "none"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "minProperties": 1, "maxProperties": 1,
                  "properties": {
                    "perDistance": {
                      "description": "Whole distances still to go per second.",
                      "type": "number", "minimum": -1000, "maximum": 1000
                    },
                    "pointsOver": {
                      "description": "The fingers' points per second, divided by this, as whole distances per second.",
                      "type": "number", "minimum": 0.001, "maximum": 1000000000
                    }
                  }
                }
              ]
            }
          },
          "oneOf": [
            {
              "required": ["response"],
              "properties": { "mass": false, "stiffness": false, "damping": false, "duration": false, "bounce": false }
            },
            {
              "required": ["stiffness", "damping"],
              "properties": { "response": false, "dampingRatio": false, "duration": false, "bounce": false }
            },
            {
              "required": ["duration"],
              "properties": { "response": false, "dampingRatio": false, "mass": false, "stiffness": false, "damping": false }
            },
            {
              "required": ["dampingRatio"],
              "properties": { "response": false, "mass": false, "stiffness": false, "damping": false, "duration": false, "bounce": false }
            }
          ]
        },
        "ownTiming": {
          "$comment": "Of what runs without fingers that let go of it.",
          "properties": {
            "spring": {
              "properties": {
                "velocity": { "not": { "const": "carried" }, "properties": { "pointsOver": false } }
              }
            }
          },
          "not": { "required": ["curve", "spring"] },
          "if": { "properties": { "duration": { "const": 0 } } },
          "then": { "$ref": "#/$defs/hasOwnTime" }
        },
        "hasOwnTime": {
          "properties": {
            "spring": {
              "anyOf": [{ "required": ["response"] }, { "required": ["stiffness"] }, { "required": ["duration"] }]
            }
          }
        }
    """

  /// What is animated.
  static let animation = """
        "animation": {
          "type": "object",
          "additionalProperties": false,
          "required": ["duration"],
          "properties": {
            "duration": { "description": "Seconds that it takes when nobody holds it.", "$ref": "#/$defs/seconds" },
            "curve": { "description": "The curve that it runs on, or [x1, y1, x2, y2].", "$ref": "#/$defs/curve", "default": "easeInOut" },
            "spring": { "description": "The spring that it runs on, in the place of a curve.", "$ref": "#/$defs/spring" },
            "scrubsLinearly": {
              "description": "Whether a hand's fraction is one of the way; else it is one of the time.",
              "type": "boolean",
              "default": true
            },
            "properties": {
              "description": "The values that it moves.",
              "type": "array",
              "items": { "$ref": "#/$defs/property" },
              "default": []
            }
          },
          "allOf": [{ "$ref": "#/$defs/ownTiming" }]
        },
        "secondAnimation": {
          "type": "object",
          "additionalProperties": false,
          "required": ["duration", "properties"],
          "properties": {
            "duration": { "description": "Seconds that it takes.", "$ref": "#/$defs/seconds" },
            "curve": { "description": "The curve that it runs on, or [x1, y1, x2, y2].", "$ref": "#/$defs/curve", "default": "easeInOut" },
            "spring": { "description": "The spring that it runs on, in the place of a curve.", "$ref": "#/$defs/spring" },
            "properties": {
              "description": "The values that it moves.",
              "type": "array",
              "minItems": 1,
              "items": { "$ref": "#/$defs/secondProperty" }
            }
          },
          "allOf": [{ "$ref": "#/$defs/ownTiming" }]
        },
        "dismissal": {
          "type": "object",
          "additionalProperties": false,
          "required": ["duration"],
          "properties": {
            "duration": { "description": "Seconds that it takes.", "$ref": "#/$defs/seconds" },
            "curve": { "description": "The curve that it runs on, or [x1, y1, x2, y2].", "$ref": "#/$defs/curve", "default": "easeInOut" },
            "spring": { "description": "The spring that it runs on, in the place of a curve.", "$ref": "#/$defs/spring" }
          },
          "allOf": [{ "$ref": "#/$defs/ownTiming" }]
        },
        "property": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "from"],
          "properties": {
            "name": { "description": "Its name, the head of its column.", "$ref": "#/$defs/name" },
            "from": { "description": "Its value at the start.", "$ref": "#/$defs/value" },
            "to": { "description": "Its value at the end.", "$ref": "#/$defs/value" },
            "keyframes": { "description": "The values that it passes, in the place of to.", "$ref": "#/$defs/keyframes" },
            "delayFactor": {
              "description": "The share of the animation's time after which it begins.",
              "$ref": "#/$defs/share",
              "default": 0
            },
            "axis": {
              "description": "Which part of the fingers' way leads it.",
              "enum": \(list(AnimationPlan.Property.Axis.self)),
              "default": "along"
            },
            "additive": {
              "description": "Whether its change is added to that of an earlier property of its name.",
              "type": "boolean",
              "default": false
            }
          },
          "oneOf": [{ "required": ["to"] }, { "required": ["keyframes"] }],
          "if": { "required": ["axis"], "properties": { "axis": { "const": "across" } } },
          "then": { "properties": { "delayFactor": false, "keyframes": false } }
        },
        "secondProperty": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name"],
          "properties": {
            "name": { "description": "Its name, the head of its column.", "$ref": "#/$defs/name" },
            "from": { "description": "Its value at the start, unless the first animation has it as well.", "$ref": "#/$defs/value" },
            "to": { "description": "Its value at the end.", "$ref": "#/$defs/value" },
            "keyframes": { "description": "The values that it passes, in the place of to.", "$ref": "#/$defs/keyframes" },
            "delayFactor": {
              "description": "The share of the animation's time after which it begins.",
              "$ref": "#/$defs/share",
              "default": 0
            }
          },
          "oneOf": [{ "required": ["to"] }, { "required": ["keyframes"] }]
        },
        "name": {
          "$comment": "Without blanks, commas and quotes, and none that every trajectory has.",
          "type": "string",
          "pattern": "^[^\\\\u0000-\\\\u0020\\",]+$",
          "not": { "enum": ["time", "phase", "fraction", "velocity"] }
        },
        "value": { "type": "number", "minimum": -1000000000, "maximum": 1000000000 },
        "keyframes": {
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["start", "duration", "to"],
            "properties": {
              "start": { "description": "The share of the time at which it is set out for.", "$ref": "#/$defs/share" },
              "duration": { "description": "The share of the time that the way there takes.", "$ref": "#/$defs/share" },
              "to": { "description": "The value.", "$ref": "#/$defs/value" }
            }
          }
        }
    """

  /// How it runs on when the fingers have let go.
  static let settle = """
        "settle": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "curve": { "description": "The curve that it runs on, or [x1, y1, x2, y2]; else its own timing.", "$ref": "#/$defs/curve" },
            "spring": { "description": "The spring that it runs on; else its own timing.", "$ref": "#/$defs/spring" },
            "durationFactor": {
              "description": "How long it takes, as a multiple of the animation's duration; 0 for what is left, done for what was done.",
              "anyOf": [{ "const": "done" }, { "const": 0 }, { "type": "number", "minimum": 0.001, "maximum": 1000 }],
              "default": 0
            },
            "speed": {
              "description": "What is left of the way, so many times as fast.",
              "type": "number", "minimum": 0.001, "maximum": 1000
            },
            "afresh": {
              "description": "Whether it goes the whole curve from its place, instead of entering it on its way.",
              "type": "boolean",
              "default": false
            },
            "jump": {
              "description": "Whether it is there at once; nothing else with it.",
              "type": "boolean",
              "default": false
            }
          },
          "allOf": [
            { "not": { "required": ["curve", "spring"] } },
            { "not": { "required": ["durationFactor", "speed"] } },
            {
              "if": { "required": ["jump"], "properties": { "jump": { "const": true } } },
              "then": { "maxProperties": 1 }
            },
            {
              "if": { "required": ["spring"] },
              "then": { "properties": { "afresh": false } }
            },
            {
              "$comment": "A spring that is no damping ratio alone says itself how long it takes.",
              "if": { "required": ["spring"], "$ref": "#/$defs/hasOwnTime" },
              "then": { "properties": { "durationFactor": false, "speed": false } }
            }
          ]
        },
        "settleWithoutPoints": {
          "properties": {
            "finish": { "$ref": "#/$defs/settlesWithoutPoints" },
            "cancel": { "$ref": "#/$defs/settlesWithoutPoints" }
          }
        },
        "settlesWithoutPoints": {
          "properties": {
            "spring": { "properties": { "velocity": { "properties": { "pointsOver": false } } } }
          }
        }
    """
}
