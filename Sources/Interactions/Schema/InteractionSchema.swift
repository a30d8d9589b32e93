import Gestures
import Motion

/// The JSON Schema of the interaction file, by which editors complete keys and mark mistakes.
///
/// `Recordings/interaction.schema.json` is this text. Names that the code knows, of presets, estimators
/// and units, are the code's; ranges stand here a second time, and tests hold both against each other.
/// What a schema can't say, such as that forces rise, only the reader finds.
public enum InteractionSchema {
  /// The schema, in draft 2020-12.
  public static let text: String = {
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

  /// Names as a list in JSON.
  static func list(_ names: [String]) -> String {
    "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// The names of a type's values.
  static func list<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> String {
    list(type.allCases.map(\.rawValue))
  }

  /// The file itself: its keys, and what they ask of each other.
  private static let file = """
      "description": "What a gesture does to an animation. Comments, // and /* */, may stand anywhere.",
      "type": "object",
      "additionalProperties": false,
      "required": ["version", "animation"],
      "properties": {
        "$schema": {
          "description": "Where this schema is, for editors.",
          "type": "string"
        },
        "version": {
          "description": "The version of the file's keys.",
          "const": 1
        },
        "surface": {
          "description": "How long a point is, for what is given in points.",
          "$ref": "#/$defs/surface"
        },
        "gesture": {
          "description": "What the fingers do that drives the animation.",
          "$ref": "#/$defs/gesture",
          "default": { "pan": {} }
        },
        "progress": {
          "description": "How what the fingers do becomes progress, from 0 at the start to 1 at the end.",
          "$ref": "#/$defs/progress"
        },
        "rule": {
          "description": "How a release is judged; else a pan finishes above half, a press if it reached its peak.",
          "$ref": "#/$defs/rule"
        },
        "judge": {
          "description": "When it is judged: at the release, or already as soon as a clause holds.",
          "enum": \(list(Interaction.JudgingTime.self)),
          "default": "release"
        },
        "animation": {
          "description": "What moves, and how when nobody holds it.",
          "$ref": "#/$defs/animation"
        },
        "settle": {
          "description": "How it runs on after the release; else on its own timing.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "finish": {
              "description": "How it runs on to its end.",
              "$ref": "#/$defs/settle"
            },
            "cancel": {
              "description": "How it runs back to its start.",
              "$ref": "#/$defs/settle"
            }
          }
        },
        "catch": {
          "description": "Who takes hold of it while it runs: a gesture, fingers that land, or nobody.",
          "enum": \(list(Interaction.Catching.self)),
          "default": "moving"
        },
        "start": {
          "description": "What sets it going besides the gesture: nothing, a tap, or time.",
          "anyOf": [
            { "enum": ["held", "tap"] },
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
          "default": "held"
        },
        "then": {
          "description": "A second animation, which runs when the first has finished.",
          "$ref": "#/$defs/secondAnimation"
        },
        "dismiss": {
          "description": "What takes everything back after a tap on what has finished.",
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
          "$comment": "A pan goes somewhere; a press or a preview does not.",
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
                  "toward": false, "distance": false, "either": false, "offset": false,
                  "limits": { "type": "array" }
                }
              },
              "catch": { "enum": ["moving", "never"] },
              "settle": { "$ref": "#/$defs/settleWithoutPoints" }
            }
          }
        },
        {
          "$comment": "By itself, a pan's progress has a way and a length.",
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
          "$comment": "A pan that begins across its way makes no progress.",
          "if": { "$ref": "#/$defs/leadsSideways" },
          "then": { "$ref": "#/$defs/beginsSideways" }
        },
        {
          "if": { "$ref": "#/$defs/leadsUpOrDown" },
          "then": { "$ref": "#/$defs/beginsUpOrDown" }
        },
        \(ProgressMapping.Direction.allCases.map(away(from:)).joined(separator: ",\n    ")),
        {
          "$comment": "A tap can't both start it and dismiss it, nor lead back what comes then.",
          "if": { "anyOf": [{ "required": ["dismiss"] }, { "required": ["then"] }] },
          "then": { "properties": { "start": { "not": { "const": "tap" } } } }
        },
        {
          "$comment": "There is no time beyond the ends to scrub through.",
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
          "$comment": "A spring of a damping ratio alone takes the animation's time.",
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
