import PantographBase

/// A JSON Schema, of the keywords that Pantograph's schemas have.
package struct Schema: Sendable {
  let root: Draft
  private let definitions: [String: Draft]

  /// Reads a schema, and refuses one with a keyword that would be ignored here.
  package init(_ text: String) throws(BrokenLaw) {
    do {
      root = try Draft(JSONNode(parsing: Array(text.utf8)))
    } catch {
      throw BrokenLaw("a schema is no JSON: \(error)")
    }
    definitions = Dictionary(
      (root["$defs"]?.members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    try checkKeywords(root)
  }

  private static let silent: Set = [
    "$schema", "$defs", "$comment", "title", "description", "default", "examples", "then", "else",
  ]
  private static let plain: Set = [
    "type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "required", "minProperties", "maxProperties", "minItems", "maxItems", "uniqueItems", "pattern",
    "$ref",
  ]

  private func checkKeywords(_ schema: Draft) throws(BrokenLaw) {
    for member in schema.members {
      switch member.name {
      case "properties", "$defs":
        for property in member.value.members { try checkKeywords(property.value) }
      case "prefixItems", "anyOf", "allOf", "oneOf":
        for element in member.value.elements { try checkKeywords(element) }
      case "additionalProperties", "propertyNames", "items", "contains", "not", "if", "then",
        "else":
        try checkKeywords(member.value)
      default:
        try hold(
          Self.silent.contains(member.name) || Self.plain.contains(member.name),
          "the keyword \(member.name) has no meaning here")
      }
    }
  }

  /// Returns what a reference refers to, and any other schema as it is.
  func resolved(_ schema: Draft) -> Draft {
    guard case .text(let place)? = schema["$ref"],
      let definition = definitions[String(place.dropFirst("#/$defs/".count))]
    else { return schema }
    return definition
  }

  // MARK: Verdicts

  /// Whether the schema takes a value.
  package func takes(_ value: Draft) -> Bool { takes(value, root) }

  func takes(_ value: Draft, _ schema: Draft) -> Bool {
    if case .flag(let flag) = schema { return flag }
    if case .nonsense = value { return false }
    return schema.members.allSatisfy { takes(value, schema, $0.name, $0.value) }
  }

  private func takes(
    _ value: Draft, _ schema: Draft, _ keyword: String, _ rule: Draft
  ) -> Bool {
    switch keyword {
    case "$ref": return takes(value, resolved(schema))
    case "anyOf": return rule.elements.contains { takes(value, $0) }
    case "allOf": return rule.elements.allSatisfy { takes(value, $0) }
    case "oneOf": return rule.elements.count { takes(value, $0) } == 1
    case "not": return !takes(value, rule)
    case "if":
      let isSo = takes(value, rule)
      return schema[isSo ? "then" : "else"].map { takes(value, $0) } ?? true
    case "const": return rule.equals(value)
    case "enum": return rule.elements.contains { $0.equals(value) }
    case "type":
      let names = rule.elements.isEmpty ? [rule] : rule.elements
      return names.contains { Self.is(value, $0) }
    default: break
    }
    let limit = rule.value ?? 0
    switch (value, keyword) {
    case (.number, "minimum"): return value.value.map { $0 >= limit } ?? false
    case (.number, "maximum"): return value.value.map { $0 <= limit } ?? false
    case (.number, "exclusiveMinimum"): return value.value.map { $0 > limit } ?? false
    case (.number, "exclusiveMaximum"): return value.value.map { $0 < limit } ?? false
    case (.text(let text), "pattern"): return Self.matches(text, rule)
    case (.list(let elements), _): return takes(elements, schema, keyword, rule, limit)
    case (.object(let members), _): return takes(members, schema, keyword, rule, limit)
    default: return true
    }
  }

  private func takes(
    _ elements: [Draft], _ schema: Draft, _ keyword: String, _ rule: Draft, _ limit: Double
  ) -> Bool {
    let first = schema["prefixItems"]?.elements ?? []
    return switch keyword {
    case "minItems": Double(elements.count) >= limit
    case "maxItems": Double(elements.count) <= limit
    case "prefixItems": zip(elements, first).allSatisfy { takes($0, $1) }
    case "items": elements.dropFirst(first.count).allSatisfy { takes($0, rule) }
    case "contains": elements.contains { takes($0, rule) }
    case "uniqueItems": Set(elements).count == elements.count
    default: true
    }
  }

  private func takes(
    _ members: [Draft.Member], _ schema: Draft, _ keyword: String, _ rule: Draft, _ limit: Double
  ) -> Bool {
    let known = schema["properties"]
    return switch keyword {
    case "minProperties": Double(members.count) >= limit
    case "maxProperties": Double(members.count) <= limit
    case "required":
      rule.elements.allSatisfy { name in members.contains { .text($0.name) == name } }
    case "properties":
      members.allSatisfy { member in rule[member.name].map { takes(member.value, $0) } ?? true }
    case "additionalProperties":
      members.allSatisfy { known?[$0.name] != nil || takes($0.value, rule) }
    case "propertyNames": members.allSatisfy { takes(.text($0.name), rule) }
    default: true
    }
  }

  private static func `is`(_ value: Draft, _ type: Draft) -> Bool {
    switch (value, type) {
    case (.null, .text("null")), (.flag, .text("boolean")), (.text, .text("string")),
      (.list, .text("array")), (.object, .text("object")):
      true
    case (.number, .text("number")): value.value != nil
    case (.number, .text("integer")): value.value.map { $0 == $0.rounded() } ?? false
    default: false
    }
  }

  /// Returns whether a text has one of the patterns of Pantograph's schemas.
  private static func matches(_ text: String, _ pattern: Draft) -> Bool {
    switch pattern {
    case .text("^--"): return text.hasPrefix("--")
    case .text("^-?[0-9]+$"):
      let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
      return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    case .text(#"^[^\u0000-\u0020",]+$"#):
      return !text.isEmpty
        && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "," }
    default: preconditionFailure("the pattern \(pattern) has no meaning here")
    }
  }
}
