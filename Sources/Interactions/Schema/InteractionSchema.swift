import PantographBase

/// The JSON Schema of the interaction file, with which editors complete keys and mark mistakes.
///
/// `Recordings/interaction.schema.json` is this text. It is made from the tables of keys, as the reader
/// is. Only the reader finds what a schema can't express, such as that forces must increase.
package enum InteractionSchema {
  /// The schema, in draft 2020-12.
  package static let text: String = {
    let definitions = [gesture, progress, rule, timing, animation].joined()
      .map { "\"\($0.key)\": \($0.value.schema)" }
    let members =
      [
        #""$schema": "https://json-schema.org/draft/2020-12/schema""#,
        #""title": "Interaction file of Pantograph""#,
        #""description": "What a gesture does to an animation. Comments, // and /* */, are allowed anywhere.""#,
      ] + Interaction.keys.schema + ["\"$defs\": \(SchemaText.object(definitions))"]
    return SchemaText.object(members) + "\n"
  }()

  /// All keys with their defaults and descriptions: those of the file by their paths, those that several objects share
  /// below the name of their definition.
  package static let keys: [(path: String, usual: String, words: String)] = {
    guard let schema = try? JSONNode(parsing: Array(text.utf8)) else { return [] }
    let definitions = (try? schema["$defs"]?.allMembers()) ?? []
    return keys(of: schema, below: "")
      + definitions.flatMap { keys(of: $0.node, below: "\($0.name).") }
  }()

  private static func keys(
    of object: JSONNode, below path: String
  ) -> [(path: String, usual: String, words: String)] {
    let members = (try? object["properties"]?.allMembers()) ?? []
    let choices = (try? object["anyOf"]?.elements()) ?? []
    let own = members.flatMap { name, key -> [(path: String, usual: String, words: String)] in
      guard let words = try? key["description"]?.text("a sentence") else { return [] }
      let usual = key["default"].map { Array(text.utf8)[$0.range] } ?? []
      return [(path + name, String(decoding: usual, as: UTF8.self), words)]
        + keys(of: key, below: "\(path)\(name).")
    }
    return own + choices.flatMap { keys(of: $0, below: path) }
      + (object["items"].map { keys(of: $0, below: path) } ?? [])
      + (object["additionalProperties"].map { keys(of: $0, below: "\(path)NAME.") } ?? [])
  }

  /// The dependencies between the keys of the file.
  static let dependencies = """
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
                "toward": false, "distance": false, "bothDirections": false, "offset": false, "beyondLimits": false,
                "limits": { "type": "array" }
              }
            },
            "catch": { "enum": ["moving", "never"] },
            "rule": {
              "properties": { "projection": { "properties": { "momentum": false } } }
            },
            "settle": {
              "allOf": [
                { "$ref": "#/$defs/settleWithoutPoints" }, { "$ref": "#/$defs/settleWithoutVelocity" }
              ]
            }
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
        "$comment": "Some estimators measure per event, so that nothing goes on at a velocity per time.",
        "if": { "required": ["rule"], "properties": { "rule": { "$ref": "#/$defs/measuresPerEvent" } } },
        "then": { "properties": { "settle": { "$ref": "#/$defs/settleWithoutVelocity" } } }
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
    \(SchemaText.lines(ProgressPlan.Direction.allCases.map(away(from:)))),
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

  /// Returns the condition that a pan which can only move forward does not begin in the opposite
  /// direction.
  private static func away(from direction: ProgressPlan.Direction) -> String {
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
}
