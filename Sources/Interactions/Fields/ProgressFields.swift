import PantographBase

extension InteractionSchema {
  static let progress: Definitions = [
    "progress": .object(.progress),
    "leadsSideways": leads(#"["right", "left"]"#),
    "beginsSideways": begins(#"["any", "horizontal", "right", "left"]"#),
    "leadsUpOrDown": leads(#"["up", "down"]"#),
    "beginsUpOrDown": begins(#"["any", "vertical", "up", "down"]"#),
  ]

  /// Returns the schema of progress in one of these directions.
  private static func leads(_ directions: String) -> Field.Kind {
    .schema(
      """
      "properties": {
        "progress": {
          "properties": { "of": { "const": "translation" }, "toward": { "enum": \(directions) } }
        }
      }
      """)
  }

  /// Returns the schema of a pan that begins in one of these directions.
  private static func begins(_ directions: String) -> Field.Kind {
    .schema(
      """
      "properties": {
        "gesture": {
          "properties": {
            "pan": { "properties": { "direction": { "enum": \(directions) } } }
          }
        }
      }
      """)
  }
}

extension NumberRange {
  static let limit = Self(range: -100...100, noun: "a progress")
}

extension FieldTable {
  static let progress = FieldTable(
    """
    of | - | - | What drives the animation; nothing holds it. The default is a pan's translation or a press's pressure.
    toward | - | - | The direction in which the fingers make progress. | right, left, up or down
    bothDirections | flag | false | Whether translation in the opposite direction counts as well.
    offset | @length | { "mm": 0 } | The distance before translation makes progress.
    distance | - | - | The distance for full progress. | the distance for full progress
    limits | - | [0, 1] | The limits of progress: [smallest, largest], none, or a rubber band beyond 0 and 1.
    beyondLimits | - | "\(ProgressPlan.Beyond.counts.rawValue)" | Whether movement beyond the limits counts, so that the fingers must move back by it, or is forgotten.
    """,
    [
      "of": .name(of: ProgressPlan.Source.self, "source of progress"),
      "toward": .name(of: ProgressPlan.Direction.self, "direction"),
      "distance": .schema(
        """
        "$ref": "#/$defs/length",
        "properties": {
          \(leastDistances)
        }
        """),
      "limits": .anyOf([
        .inline(.name(["none"], "limit")),
        .schema(
          """
          "type": "array",
          "minItems": 2, "maxItems": 2,
          "prefixItems": [
            { "type": "number", "minimum": \(NumberRange.limit.range.lowerBound.asWritten), "exclusiveMaximum": 1 },
            { "type": "number", "exclusiveMinimum": 0, "maximum": \(NumberRange.limit.range.upperBound.asWritten) }
          ]
          """),
        .object(rubberBand),
      ]),
      "beyondLimits": .name(of: ProgressPlan.Beyond.self, "value"),
    ],
    after: """
      "allOf": [
        {
          "if": { "required": ["of"], "properties": { "of": { "const": "location" } } },
          "then": { "properties": { "bothDirections": false, "beyondLimits": false } }
        },
        {
          "if": { "required": ["of"], "properties": { "of": { "enum": ["time", "nothing"] } } },
          "then": {
            "properties": {
              "bothDirections": false, "offset": false, "limits": false, "beyondLimits": false
            }
          }
        },
        {
          "if": { "required": ["beyondLimits"], "properties": { "beyondLimits": { "const": "forgotten" } } },
          "then": { "properties": { "limits": { "type": "array" } } }
        }
      ]
      """)

  /// The least distance for full progress.
  static func leastDistance(in unit: String) -> Double { unit == "share" ? 0.001 : 0.1 }

  private static let leastDistances = length.names
    .map { "\"\($0)\": { \"minimum\": \(leastDistance(in: $0).asWritten) }" }
    .joined(separator: ", ")

  static let rubberBand = FieldTable(
    "rubberBand | 0.001…10 a coefficient | - | The band's coefficient; UIKit's is 0.55. | !its coefficient, such as 0.55"
  )
}
