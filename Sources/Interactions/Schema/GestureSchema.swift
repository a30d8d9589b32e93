import Gestures
import Quantities

extension InteractionSchema {
  /// How long a point is, and how long other things are.
  static let surface = """
        "surface": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1,
          "properties": {
            "pointsPerMm": {
              "description": "So many points make a millimetre, on both axes.",
              "type": "number", "minimum": 0.001, "maximum": 1000000
            },
            "fit": {
              "description": "The surface is stretched onto a view of so many points.",
              "type": "object",
              "additionalProperties": false,
              "required": ["width", "height"],
              "properties": {
                "width": {
                  "description": "The view's points across.",
                  "type": "number", "minimum": 1, "maximum": 1000000
                },
                "height": {
                  "description": "The view's points from top to bottom.",
                  "type": "number", "minimum": 1, "maximum": 1000000
                }
              }
            },
            "unit": {
              "description": "Points are the values that the device counts in.",
              "const": "device"
            }
          }
        },
        "length": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1,
          "properties": {
            "mm": { "description": "Millimetres.", "type": "number", "minimum": 0, "maximum": 10000 },
            "points": {
              "description": "Points, of which surface says how long they are.",
              "type": "number", "minimum": 0, "maximum": 1000000
            },
            "share": {
              "description": "A share of the surface along the way of progress.",
              "type": "number", "minimum": 0, "maximum": 100
            }
          }
        },
        "fingerLength": {
          "type": "object",
          "additionalProperties": false,
          "required": ["mm"],
          "properties": {
            "mm": { "description": "Millimetres.", "type": "number", "minimum": 0, "maximum": 1000 }
          }
        }
    """

  /// What fingers do.
  static let gesture = """
        "gesture": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1,
          "properties": {
            "pan": {
              "description": "Fingers move over the surface.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "fingers": {
                  "description": "How many fingers it takes, or [fewest, most].",
                  "anyOf": [
                    { "$ref": "#/$defs/count" },
                    {
                      "type": "array",
                      "minItems": 2, "maxItems": 2,
                      "items": { "$ref": "#/$defs/count" }
                    }
                  ],
                  "default": 1
                },
                "slop": {
                  "description": "How far fingers go before it begins.",
                  "$ref": "#/$defs/fingerLength",
                  "default": { "mm": 1.6 }
                },
                "rollingSlop": {
                  "description": "How far they go while one of them has just landed or is lifting.",
                  "$ref": "#/$defs/fingerLength",
                  "default": { "mm": \(PanGestureRecognizer.Settings().rollingSlop.asWritten) }
                },
                "direction": {
                  "description": "In which direction it has to begin.",
                  "enum": \(list(PanGestureRecognizer.Direction.self)),
                  "default": "any"
                },
                "axisLock": {
                  "description": "It keeps to an axis along which it went so many times as far as across; else to none.",
                  "type": "number", "minimum": 1, "maximum": 1000
                },
                "edge": {
                  "description": "Where the fingers have to land; else anywhere.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["at"],
                  "properties": {
                    "at": {
                      "description": "Which edge of the surface.",
                      "enum": \(list(PanGestureRecognizer.EdgeStart.Edge.self))
                    },
                    "width": {
                      "description": "How far from it.",
                      "$ref": "#/$defs/fingerLength",
                      "default": { "mm": \(PanGestureRecognizer.EdgeStart(.left).width.asWritten) }
                    }
                  }
                },
                "estimator": {
                  "description": "Whose velocity it hands over to a spring.",
                  "enum": \(list(Self.estimatorsOfPans)),
                  "default": "pantograph"
                }
              }
            },
            "press": {
              "description": "A finger presses.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "start": { "description": "The force at which it begins.", "$ref": "#/$defs/force", "default": 0.2 },
                "peak": { "description": "The force that is its peak, progress 1.", "$ref": "#/$defs/force", "default": 0.75 },
                "release": { "description": "The force below which it is over; else five sixths of start.", "$ref": "#/$defs/force" },
                "contact": { "description": "Whose force it is.", "$ref": "#/$defs/contact", "default": "hardest" },
                "commits": {
                  "description": "When the release is judged: at the lift, or as soon as the peak is reached.",
                  "enum": ["atLift", "atPeak"],
                  "default": "atLift"
                }
              }
            },
            "preview": {
              "description": "A finger presses in two stages: the first drives the animation, the second releases it.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "start": { "description": "The force at which it begins.", "$ref": "#/$defs/force", "default": 0.15 },
                "peek": { "description": "The force that ends the first stage, progress 1.", "$ref": "#/$defs/force", "default": 0.2 },
                "pop": {
                  "description": "The force that ends the second stage; null if the first is all.",
                  "anyOf": [{ "$ref": "#/$defs/force" }, { "type": "null" }],
                  "default": 0.75
                },
                "release": { "description": "The force below which it is over; else five sixths of start.", "$ref": "#/$defs/force" },
                "contact": { "description": "Whose force it is.", "$ref": "#/$defs/contact", "default": "hardest" }
              }
            }
          }
        },
        "count": { "type": "integer", "minimum": 1, "maximum": 10 },
        "force": {
          "$comment": "From 0 to 1 of what the device can tell.",
          "type": "number", "minimum": 0, "maximum": 1
        },
        "contact": { "enum": ["hardest", "first"] }
    """

  /// The estimators that know a direction and tell it per second; others can only judge.
  private static let estimatorsOfPans = VelocityEstimator.allCases
    .filter { $0.hasTime && $0.hasDirection }.map(\.rawValue)
}
