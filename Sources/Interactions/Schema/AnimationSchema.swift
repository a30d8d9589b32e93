import PantographAnimation
import PantographMotion

extension InteractionSchema {
  /// The schema of curves and springs.
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
              "description": "Seconds of one undamped oscillation.",
              "type": "number", "minimum": 0.01, "maximum": 60
            },
            "dampingRatio": {
              "description": "The share of critical damping; alone, it gives a spring that settles in the time available.",
              "type": "number", "minimum": 0.01, "maximum": 100,
              "default": 1
            },
            "mass": {
              "description": "The mass on the spring.",
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
              "description": "The perceptual duration of the spring, in seconds.",
              "type": "number", "minimum": 0.01, "maximum": 60
            },
            "bounce": {
              "description": "How much it overshoots: 0 for not at all, below 0 for overdamped.",
              "type": "number", "minimum": -0.99, "exclusiveMaximum": 1,
              "default": 0
            },
            "velocity": {
              "description": "The initial velocity: the fingers' (carried), the default after a release, or none.",
              "anyOf": [
                { "enum": ["carried", "none"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "minProperties": 1, "maxProperties": 1,
                  "properties": {
                    "perDistance": {
                      "description": "Remaining distances per second.",
                      "type": "number", "minimum": -1000, "maximum": 1000
                    },
                    "pointsOver": {
                      "description": "The fingers' points per second divided by this number, as distances per second.",
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
          "$comment": "Animations that run without a release.",
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

  /// The schema of animations.
  static let animation = """
        "animation": {
          "type": "object",
          "additionalProperties": false,
          "required": ["duration"],
          "properties": {
            "duration": { "description": "The duration in seconds when no fingers drive it.", "$ref": "#/$defs/seconds" },
            "curve": { "description": "The timing curve, or [x1, y1, x2, y2].", "$ref": "#/$defs/curve", "default": "easeInOut" },
            "spring": { "description": "The spring, instead of a curve.", "$ref": "#/$defs/spring" },
            "scrubsLinearly": {
              "description": "Whether a driven fraction is a fraction of the distance; otherwise of the time.",
              "type": "boolean",
              "default": true
            },
            "properties": {
              "description": "The animated properties.",
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
            "duration": { "description": "The duration in seconds.", "$ref": "#/$defs/seconds" },
            "curve": { "description": "The timing curve, or [x1, y1, x2, y2].", "$ref": "#/$defs/curve", "default": "easeInOut" },
            "spring": { "description": "The spring, instead of a curve.", "$ref": "#/$defs/spring" },
            "properties": {
              "description": "The animated properties.",
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
            "duration": { "description": "The duration in seconds.", "$ref": "#/$defs/seconds" },
            "curve": { "description": "The timing curve, or [x1, y1, x2, y2].", "$ref": "#/$defs/curve", "default": "easeInOut" },
            "spring": { "description": "The spring, instead of a curve.", "$ref": "#/$defs/spring" }
          },
          "allOf": [{ "$ref": "#/$defs/ownTiming" }]
        },
        "property": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "from"],
          "properties": {
            "name": { "description": "The property's name, which heads its column.", "$ref": "#/$defs/name" },
            "from": { "description": "The value at the start.", "$ref": "#/$defs/value" },
            "to": { "description": "The value at the end.", "$ref": "#/$defs/value" },
            "keyframes": { "description": "The keyframes, instead of to.", "$ref": "#/$defs/keyframes" },
            "delayFactor": {
              "description": "The share of the animation's time before it starts.",
              "$ref": "#/$defs/share",
              "default": 0
            },
            "axis": {
              "description": "The component of the fingers' translation that drives it.",
              "enum": \(list(AnimationPlan.Property.Axis.self)),
              "default": "along"
            },
            "additive": {
              "description": "Whether its change is added to that of an earlier property with the same name.",
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
            "name": { "description": "The property's name, which heads its column.", "$ref": "#/$defs/name" },
            "from": { "description": "The value at the start, unless the first animation has the property as well.", "$ref": "#/$defs/value" },
            "to": { "description": "The value at the end.", "$ref": "#/$defs/value" },
            "keyframes": { "description": "The keyframes, instead of to.", "$ref": "#/$defs/keyframes" },
            "delayFactor": {
              "description": "The share of the animation's time before it starts.",
              "$ref": "#/$defs/share",
              "default": 0
            }
          },
          "oneOf": [{ "required": ["to"] }, { "required": ["keyframes"] }]
        },
        "name": {
          "$comment": "No blanks, commas or quotes, and none of the columns of every trajectory.",
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
              "start": { "description": "The share of the time at which the keyframe starts.", "$ref": "#/$defs/share" },
              "duration": { "description": "The share of the time that the keyframe takes.", "$ref": "#/$defs/share" },
              "to": { "description": "The value at the end of the keyframe.", "$ref": "#/$defs/value" }
            }
          }
        }
    """

  /// The schema of settling after the release.
  static let settle = """
        "settle": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "curve": { "description": "The timing curve, or [x1, y1, x2, y2]; by default the animation's own timing.", "$ref": "#/$defs/curve" },
            "spring": { "description": "The spring; by default the animation's own timing.", "$ref": "#/$defs/spring" },
            "durationFactor": {
              "description": "The duration as a multiple of the animation's; 0 for the time left, done for the fraction that had passed.",
              "anyOf": [{ "const": "done" }, { "const": 0 }, { "type": "number", "minimum": 0.001, "maximum": 1000 }],
              "default": 0
            },
            "speed": {
              "description": "The rest of the distance at this multiple of the usual speed.",
              "type": "number", "minimum": 0.001, "maximum": 1000
            },
            "fullCurve": {
              "description": "Whether the whole curve runs from the current progress, rather than the part after it.",
              "type": "boolean",
              "default": false
            },
            "jump": {
              "description": "Whether it jumps to its target at once; excludes all other keys.",
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
              "then": { "properties": { "fullCurve": false } }
            },
            {
              "$comment": "A spring with more than a damping ratio determines its own duration.",
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
