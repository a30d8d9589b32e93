/// Texts of JSON over several lines.
package enum SchemaText {
  /// An object of members, one a line.
  package static func object(_ members: [String]) -> String { "{\n\(lines(members))\n}" }

  package static func list(_ values: [String]) -> String { "[\n\(lines(values))\n]" }

  /// Lists names as JSON.
  package static func names(_ names: [String]) -> String {
    "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// Values of an object or a list, one a line.
  package static func lines(_ texts: [String]) -> String {
    texts.map { "  " + $0.replacingEach("\n", with: "\n  ") }.joined(separator: ",\n")
  }
}

/// Definitions in the schema, to which keys refer.
package typealias Definitions = KeyValuePairs<String, Field.Kind>

extension FieldTable {
  /// The members of the object's schema.
  package var schema: [String] {
    let required = fields.filter { $0.isRequired }.map { $0.name }
    var members = [#""type": "object""#, #""additionalProperties": false"#]
    if !required.isEmpty { members.append("\"required\": \(SchemaText.names(required))") }
    switch count {
    case .any: break
    case .some: members.append(#""minProperties": 1"#)
    case .one: members.append(#""minProperties": 1, "maxProperties": 1"#)
    }
    let properties = SchemaText.object(fields.map { "\"\($0.name)\": \($0.schema)" })
    return members + conditions.before + ["\"properties\": \(properties)"] + conditions.after
  }
}

extension Field {
  fileprivate var schema: String {
    var members = ["\"description\": \"\(description)\""] + kind.members
    if let usual { members.append("\"default\": \(usual)") }
    return kind.text(of: members)
  }
}

extension Field.Kind {
  package var schema: String { text(of: members) }

  /// The definition of a range that several keys share.
  package static func range(_ range: NumberRange) -> Self { .inline(.schema(range.schema)) }

  fileprivate func text(of members: [String]) -> String {
    guard case .inline = self else { return SchemaText.object(members) }
    return "{ \(members.joined(separator: ", ")) }"
  }

  fileprivate var members: [String] {
    switch self {
    case .number(let kind):
      kind.definition.map { Self.definition($0).members } ?? [kind.schema]
    case .flag: [#""type": "boolean""#]
    case .text: [#""type": "string""#]
    case .name(let names, _):
      [names.count == 1 ? "\"const\": \"\(names[0])\"" : "\"enum\": \(SchemaText.names(names))"]
    case .list(let kind, let least):
      [#""type": "array""#] + (least > 0 ? ["\"minItems\": \(least)"] : [])
        + ["\"items\": \(kind.schema)"]
    case .object(let table): table.schema
    case .members(let kind, let least):
      [#""type": "object""#] + (least > 0 ? ["\"minProperties\": \(least)"] : [])
        + ["\"additionalProperties\": \(kind.schema)"]
    case .definition(let name): ["\"$ref\": \"#/$defs/\(name)\""]
    case .anyOf(let kinds): ["\"anyOf\": \(SchemaText.list(kinds.map { $0.schema }))"]
    case .schema(let text): [text]
    case .inline(let kind): kind.members
    }
  }
}

extension NumberRange {
  /// The members of the range's schema.
  package var schema: String {
    let (low, high) = (Self.text(range.lowerBound), Self.text(range.upperBound))
    if low == high { return "\"const\": \(low)" }
    let end = excludesEnd ? "exclusiveMaximum" : "maximum"
    let type = isWhole ? "integer" : "number"
    return "\"type\": \"\(type)\", \"minimum\": \(low), \"\(end)\": \(high)"
  }

  private static func text(_ number: Double) -> String {
    number == 1e-6 ? "0.000001" : number.asWritten
  }
}
