import PantographGestures
import PantographMotion

/// The JSON Schema of the interaction file, with which editors complete keys and mark mistakes.
///
/// `Recordings/interaction.schema.json` is this text. The names of presets, estimators and units come
/// from the code. Ranges are repeated here; tests compare them with the reader's. Only the reader finds
/// what a schema can't express, such as that forces must increase.
package enum InteractionSchema {
  /// The schema, in draft 2020-12.
  package static let text: String = {
    let definitions = [
      surface, gesture, progress, rule, conditions, timing, animation, settle,
    ]
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Interaction file of Pantograph",
      \(file),
        "$defs": {
      \(definitions.joined(separator: ",\n"))
        }
      }

      """
  }()

  /// Returns names as a list in JSON.
  static func list(_ names: [String]) -> String {
    "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// Returns the names of a type's cases as a list in JSON.
  static func list<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> String {
    list(type.allCases.map(\.rawValue))
  }

  /// The schema of the file itself: its keys, and the dependencies between them.
  private static let file = """
      "description": "What a gesture does to an animation. Comments, // and /* */, are allowed anywhere.",
      "type": "object",
      "additionalProperties": false,
      "required": ["version", "animation"],
      "properties": {
        "$schema": {
          "description": "The location of this schema, for editors.",
          "type": "string"
        },
        "version": {
          "description": "The version of the file format.",
          "const": 1
        },
        "surface": {
          "description": "The size of a point, for lengths in points.",
          "$ref": "#/$defs/surface"
        },
        "gesture": {
          "description": "The gesture that drives the animation.",
          "$ref": "#/$defs/gesture",
          "default": { "pan": {} }
        },
        "progress": {
          "description": "How the gesture becomes progress, from 0 at the start to 1 at the end.",
          "$ref": "#/$defs/progress"
        },
        "rule": {
          "description": "How a release is judged; by default a pan finishes above half, a press if it reached its peak.",
          "$ref": "#/$defs/rule"
        },
        "judge": {
          "description": "When it is judged: at the release, or as soon as a clause holds.",
          "enum": \(list(Interaction.JudgingTime.self)),
          "default": "release"
        },
        "animation": {
          "description": "The animated properties, and their timing when no fingers drive them.",
          "$ref": "#/$defs/animation"
        },
        "settle": {
          "description": "How the animation settles after the release; by default on its own timing.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "finish": {
              "description": "How it settles at its end.",
              "$ref": "#/$defs/settle"
            },
            "cancel": {
              "description": "How it settles at its start.",
              "$ref": "#/$defs/settle"
            }
          }
        },
        "catch": {
          "description": "What catches the running animation: a gesture that begins (moving), fingers that land, or nothing.",
          "enum": \(list(Interaction.Catching.self)),
          "default": "moving"
        },
        "start": {
          "description": "What starts the animation besides the gesture: nothing (manual), a tap, or time.",
          "anyOf": [
            { "enum": ["manual", "tap"] },
            {
              "type": "object",
              "additionalProperties": false,
              "required": ["after"],
              "properties": {
                "after": {
                  "description": "Seconds after the first event.",
                  "type": "number", "minimum": 0, "maximum": 3600
                }
              }
            }
          ],
          "default": "manual"
        },
        "then": {
          "description": "A second animation, which runs when the first has finished.",
          "$ref": "#/$defs/secondAnimation"
        },
        "dismiss": {
          "description": "An animation that takes everything back after a tap on the finished state.",
          "$ref": "#/$defs/dismissal"
        },
        "rate": {
          "description": "Samples per second of the trajectory.",
          "type": "number", "minimum": 1, "maximum": 10000,
          "default": 120
        }
      },
      "allOf": [
        {
          "$comment": "A pan has a direction; a press or a preview has none.",
          "if": { "properties": { "gesture": { "required": ["pan"] } } },
          "then": {
            "required": ["progress"],
            "properties": {
              "progress": { "properties": { "of": { "enum": ["translation", "location", "time", "nothing"] } } }
            }
          },
          "else": {
            "properties": {
              "progress": {
                "properties": {
                  "of": { "enum": ["pressure", "time", "nothing"] },
                  "toward": false, "distance": false, "bothDirections": false, "offset": false,
                  "limits": { "type": "array" }
                }
              },
              "catch": { "enum": ["moving", "never"] },
              "settle": { "$ref": "#/$defs/settleWithoutPoints" }
            }
          }
        },
        {
          "$comment": "By default, a pan's progress has a direction and a distance.",
          "if": {
            "properties": {
              "gesture": { "required": ["pan"] },
              "progress": { "properties": { "of": { "enum": ["translation", "location"] } } }
            }
          },
          "then": { "properties": { "progress": { "required": ["toward", "distance"] } } }
        },
        {
          "$comment": "Points need a surface.",
          "if": { "not": { "required": ["surface"] } },
          "then": {
            "properties": {
              "progress": {
                "properties": {
                  "offset": { "properties": { "points": false } },
                  "distance": { "properties": { "points": false } }
                }
              },
              "settle": { "$ref": "#/$defs/settleWithoutPoints" }
            }
          }
        },
        {
          "$comment": "A pan that begins across the direction of progress makes none.",
          "if": { "$ref": "#/$defs/leadsSideways" },
          "then": { "$ref": "#/$defs/beginsSideways" }
        },
        {
          "if": { "$ref": "#/$defs/leadsUpOrDown" },
          "then": { "$ref": "#/$defs/beginsUpOrDown" }
        },
        \(ProgressMapping.Direction.allCases.map(away(from:)).joined(separator: ",\n    ")),
        {
          "$comment": "A tap can't both start and dismiss the animation, nor undo a second one.",
          "if": { "anyOf": [{ "required": ["dismiss"] }, { "required": ["then"] }] },
          "then": { "properties": { "start": { "not": { "const": "tap" } } } }
        },
        {
          "$comment": "An animation scrubbed by time needs limits.",
          "if": {
            "properties": {
              "animation": {
                "required": ["scrubsLinearly"],
                "properties": { "scrubsLinearly": { "const": false } }
              }
            }
          },
          "then": {
            "properties": { "progress": { "properties": { "limits": { "type": "array" } } } }
          }
        },
        {
          "$comment": "A spring with only a damping ratio takes the animation's duration.",
          "if": { "properties": { "animation": { "properties": { "duration": { "const": 0 } } } } },
          "then": {
            "properties": {
              "settle": {
                "properties": {
                  "finish": { "$ref": "#/$defs/hasOwnTime" },
                  "cancel": { "$ref": "#/$defs/hasOwnTime" }
                }
              }
            }
          }
        }
      ]
    """
}
