/// A key of an object in a file: what the reader checks, and what the schema states.
package struct Field: Sendable {
  package var name: String
  package var kind: Kind
  /// The default as JSON, if it has one.
  package var usual: String?
  /// One sentence for the schema.
  package var description: String
  /// What the message about a missing key says of it, if it can be missing.
  package var missing: String?
  /// Whether every object needs the key.
  package var isRequired: Bool

  /// What a value may be.
  package indirect enum Kind: Sendable {
    case number(NumberRange)
    case flag
    /// A text, with the noun that messages use.
    case text(String)
    /// One of several names, with the noun that messages use.
    case name([String], String)
    case list(of: Kind, atLeast: Int)
    case object(FieldTable)
    /// An object whose keys are free names.
    case members(Field.Kind, atLeast: Int)
    /// What a definition of the schema describes.
    case definition(String)
    case anyOf([Kind])
    /// Anything else, as members of the schema.
    case schema(String)
    /// The same, on one line of the schema.
    case inline(Kind)

    package static func name<Value: CaseIterable & RawRepresentable<String>>(
      of type: Value.Type, _ noun: String
    ) -> Self {
      .name(type.allCases.map { $0.rawValue }, noun)
    }
  }
}

/// A range of numbers, with the noun that messages use.
package struct NumberRange: Sendable {
  package var range: ClosedRange<Double>
  package var noun: String
  /// The name of the range in the schema, if several keys share it.
  package var definition: String?
  package var isWhole = false
  package var excludesEnd = false

  package init(
    range: ClosedRange<Double>, noun: String, definition: String? = nil, isWhole: Bool = false,
    excludesEnd: Bool = false
  ) {
    self.range = range
    self.noun = noun
    self.definition = definition
    self.isWhole = isWhole
    self.excludesEnd = excludesEnd
  }
}

/// The keys of an object in a file.
package struct FieldTable: Sendable {
  /// How many of the keys an object may have.
  package enum Count: Sendable {
    case any
    /// At least one.
    case some
    /// Exactly one; what it gives, for messages.
    case one(String)
  }

  package var fields: [Field]
  package var count: Count
  /// The names in the order in which messages list them.
  package var names: [String]
  /// What the schema states besides the keys: members before and after them.
  package var conditions: (before: [String], after: [String])

  /// Creates a table from rows, one field each, with these columns between bars; `-` is none.
  ///
  /// - The name.
  /// - The values: a range with its noun, the `@definition` of the schema, or `flag`; in parentheses if
  ///   they are on one line of the schema. `kinds` has the values of the other fields.
  /// - The default.
  /// - The description.
  /// - What a message says if it is missing, with `!` before it if it is always required.
  ///
  /// `ranges` are those that several tables share, and that rows name by their definition.
  package init(
    _ rows: String, _ kinds: [String: Field.Kind] = [:], ranges: [NumberRange],
    count: Count = .any, listedAs names: [String]? = nil, before: [String] = [],
    after: [String] = []
  ) {
    fields = rows.split(separator: "\n").map { row in
      let cells = row.parts(between: " | ")
      let missing = cells.count > 4 ? cells[4] : nil
      return Field(
        name: cells[0], kind: kinds[cells[0]] ?? Field.Kind(cells[1], ranges),
        usual: cells[2] == "-" ? nil : cells[2], description: cells[3],
        missing: missing.map { String($0.drop { $0 == "!" }) },
        isRequired: missing?.first == "!")
    }
    self.count = count
    self.names = names ?? fields.map { $0.name }
    conditions = (before, after)
  }
}

extension Field.Kind {
  /// Reads the values of a row.
  fileprivate init(_ text: String, _ ranges: [NumberRange]) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let ends = words[0].split(separator: "…").compactMap { Double($0) }
    let name = String(words[0].dropFirst())
    if text.first == "(" {
      self = .inline(Self(String(text.dropFirst().dropLast()), ranges))
    } else if text == "flag" {
      self = .flag
    } else if ends.count == 2 {
      self = .number(NumberRange(range: ends[0]...ends[1], noun: words[1]))
    } else if let range = ranges.first(where: { $0.definition == name }) {
      self = .number(range)
    } else {
      precondition(text.first == "@", "no values: \(text)")
      self = .definition(name)
    }
  }

  /// The kind, however it is laid out.
  fileprivate var plain: Self {
    if case .inline(let kind) = self { kind } else { self }
  }
}

extension JSONNode {
  /// Returns the object's members; a name that is not in the table, or not among the known ones, is an error.
  package func members(
    of table: FieldTable, known names: [String]? = nil
  ) throws(JSONError) -> Members {
    Members(members: try members(known: names ?? table.names), fields: table.fields)
  }

  /// Returns the one member of an object whose keys exclude each other.
  package func oneMember(of table: FieldTable) throws(JSONError) -> OneMember {
    guard case .one(let what) = table.count else { preconditionFailure("several keys") }
    let members = try members(of: table)
    return try members.exactlyOne(of: table.names, what)
  }

  package func number(_ kind: NumberRange) throws(JSONError) -> Double {
    try number(in: kind.range, kind.noun)
  }
}

/// The one member given of several that exclude each other.
package struct OneMember {
  package var name: String
  package var node: JSONNode
  package var members: Members

  /// Reads its number; from another smallest one on, if that is given.
  package func number(from least: Double? = nil) throws(JSONError) -> Double {
    var kind = members.range(name)
    kind.range = (least ?? kind.range.lowerBound)...kind.range.upperBound
    return try node.number(kind)
  }
}

/// The members of an object that its table describes.
package struct Members {
  fileprivate let members: JSONMembers
  /// What is known of each key.
  fileprivate let fields: [Field]

  /// The object.
  package var parent: JSONNode { members.parent }

  /// The number of members.
  package var count: Int { members.count }

  package subscript(_ name: String) -> JSONNode? { members[name] }

  private func field(_ name: String) -> Field {
    guard let field = fields.first(where: { $0.name == name }) else {
      preconditionFailure("no field \(name)")
    }
    return field
  }

  package func required(_ name: String) throws(JSONError) -> JSONNode {
    guard let node = self[name] else { throw missing(name) }
    return node
  }

  package func missing(_ name: String) -> JSONError {
    parent.error("missing key '\(name)': \(field(name).missing ?? "")")
  }

  fileprivate func range(_ name: String) -> NumberRange {
    guard case .number(let range) = field(name).kind.plain else {
      preconditionFailure("\(name) is no number")
    }
    return range
  }

  /// Reads a number in its range.
  package func number(_ name: String) throws(JSONError) -> Double? {
    try self[name]?.number(range(name))
  }

  package func requiredNumber(_ name: String) throws(JSONError) -> Double {
    try required(name).number(range(name))
  }

  /// Returns the one member that is given of several keys that exclude each other.
  package func exactlyOne(of names: [String], _ what: String) throws(JSONError) -> OneMember {
    let (name, node) = try members.exactlyOne(of: names, what)
    return OneMember(name: name, node: node, members: self)
  }

  package func flag(_ name: String) throws(JSONError) -> Bool? {
    try self[name]?.flag()
  }

  package func text(_ name: String) throws(JSONError) -> String? {
    guard case .text(let noun) = field(name).kind.plain else {
      preconditionFailure("\(name) is no text")
    }
    return try self[name]?.text(noun)
  }

  /// Reads one of the names that the table lists.
  package func name(_ name: String) throws(JSONError) -> String? {
    guard let node = self[name] else { return nil }
    guard case .name(let names, let noun) = field(name).kind.plain else {
      preconditionFailure("\(name) has no names")
    }
    return try node.name(among: names.map { ($0, $0) }, noun)
  }

  /// Reads one of the names of a type's cases.
  package func name<Value: RawRepresentable<String>>(
    _ name: String, as type: Value.Type
  ) throws(JSONError) -> Value? {
    try self.name(name).flatMap(Value.init(rawValue:))
  }
}

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
