import PantographGestures
import PantographQuantities

extension InteractionSchema {
  /// The schema of the surface and of lengths.
  static let surface = """
        "surface": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1,
          "properties": {
            "pointsPerMm": {
              "description": "Points per millimetre, on both axes.",
              "type": "number", "minimum": 0.001, "maximum": 1000000
            },
            "fit": {
              "description": "The surface is stretched onto a view of this size.",
              "type": "object",
              "additionalProperties": false,
              "required": ["width", "height"],
              "properties": {
                "width": {
                  "description": "The view's width in points.",
                  "type": "number", "minimum": 1, "maximum": 1000000
                },
                "height": {
                  "description": "The view's height in points.",
                  "type": "number", "minimum": 1, "maximum": 1000000
                }
              }
            },
            "unit": {
              "description": "A point is one unit of the device's axes.",
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
              "description": "Points, whose size surface defines.",
              "type": "number", "minimum": 0, "maximum": 1000000
            },
            "share": {
              "description": "A share of the surface in the direction of progress.",
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

  /// The schema of gestures.
  static let gesture = """
        "gesture": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1,
          "properties": {
            "pan": {
              "description": "Fingers that move over the surface.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "fingers": {
                  "description": "The number of fingers, or [fewest, most].",
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
                  "description": "The distance that fingers move before the gesture begins.",
                  "$ref": "#/$defs/fingerLength",
                  "default": { "mm": 1.6 }
                },
                "rollingSlop": {
                  "description": "The same distance while a finger has just landed or is lifting.",
                  "$ref": "#/$defs/fingerLength",
                  "default": { "mm": \(PanGestureRecognizer.Settings().rollingSlop.asWritten) }
                },
                "direction": {
                  "description": "The direction in which the gesture must begin.",
                  "enum": \(list(PanGestureRecognizer.Direction.self)),
                  "default": "any"
                },
                "axisLock": {
                  "description": "Locks to an axis if the travel along it is this multiple of the travel across; by default never.",
                  "type": "number", "minimum": 1, "maximum": 1000
                },
                "edge": {
                  "description": "Where the fingers must land; by default anywhere.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["at"],
                  "properties": {
                    "at": {
                      "description": "The edge of the surface.",
                      "enum": \(list(PanGestureRecognizer.EdgeStart.Edge.self))
                    },
                    "width": {
                      "description": "The greatest distance from the edge.",
                      "$ref": "#/$defs/fingerLength",
                      "default": { "mm": \(PanGestureRecognizer.EdgeStart(.left).width.asWritten) }
                    }
                  }
                },
                "estimator": {
                  "description": "The velocity estimator for the handoff to a spring.",
                  "enum": \(list(Self.estimatorsOfPans)),
                  "default": "pantograph"
                }
              }
            },
            "press": {
              "description": "A press of a finger.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "start": { "description": "The force at which the gesture begins.", "$ref": "#/$defs/force", "default": 0.2 },
                "peak": { "description": "The force at the peak, progress 1.", "$ref": "#/$defs/force", "default": 0.75 },
                "release": { "description": "The force below which the gesture ends; by default five sixths of start.", "$ref": "#/$defs/force" },
                "contact": { "description": "The contact whose force counts.", "$ref": "#/$defs/contact", "default": "hardest" },
                "commits": {
                  "description": "When the release is judged: at the lift, or as soon as the peak is reached.",
                  "enum": ["atLift", "atPeak"],
                  "default": "atLift"
                }
              }
            },
            "preview": {
              "description": "A press in two stages: the first drives the animation, the second releases it.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "start": { "description": "The force at which the gesture begins.", "$ref": "#/$defs/force", "default": 0.15 },
                "peek": { "description": "The force that ends the first stage, progress 1.", "$ref": "#/$defs/force", "default": 0.2 },
                "pop": {
                  "description": "The force that ends the second stage; null if there is only the first.",
                  "anyOf": [{ "$ref": "#/$defs/force" }, { "type": "null" }],
                  "default": 0.75
                },
                "release": { "description": "The force below which the gesture ends; by default five sixths of start.", "$ref": "#/$defs/force" },
                "contact": { "description": "The contact whose force counts.", "$ref": "#/$defs/contact", "default": "hardest" }
              }
            }
          }
        },
        "count": { "type": "integer", "minimum": 1, "maximum": 10 },
        "force": {
          "$comment": "From 0 to 1 of the device's range.",
          "type": "number", "minimum": 0, "maximum": 1
        },
        "contact": { "enum": ["hardest", "first"] }
    """

  /// The estimators with a direction and a velocity per second; other estimators can only judge.
  private static let estimatorsOfPans = VelocityEstimator.allCases
    .filter { $0.hasTime && $0.hasDirection }.map(\.rawValue)
}
