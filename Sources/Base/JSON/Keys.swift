/// A key of an object in a file, as one row: its name, the form of its value, the words about it, and what it sets.
///
/// Reader, schema, writer and explanation follow from the rows of a ``KeyTable``.
package struct Key<Owner>: Sendable {
  package let name: String
  /// What the message about a missing key says of it, if it can be missing.
  fileprivate let missing: String?
  /// Whether every object needs the key.
  fileprivate let isRequired: Bool
  fileprivate let read: @Sendable (JSONNode, inout Owner) throws(Complaint) -> Void
  fileprivate let description: OnlyDescribed<KeyDescription<Owner>>

  /// Creates a key that sets something of its owner.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - form: the form of its value.
  ///   - words: one sentence for the schema.
  ///   - usual: the default, unless it is that of the table's usual owner.
  ///   - required: what the message about the missing key says of it, if every object needs it.
  ///   - missing: the same, if some objects need it.
  ///   - get: returns the value, or `nil` if the key is left out.
  ///   - set: sets the value.
  ///   - say: explains a value that is not the default, in a few words.
  package init<Value: Sendable>(
    _ name: String, _ form: Form<Value>, _ words: String,
    usual: @autoclosure () -> Value? = nil, required: String? = nil, missing: String? = nil,
    _ get: @escaping @Sendable (Owner) -> Value?,
    _ set: @escaping @Sendable (inout Owner, Value) -> Void,
    say: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    self.name = name
    self.missing = required ?? missing
    isRequired = required != nil
    let read = form.read
    self.read = { (node, owner) throws(Complaint) in set(&owner, try read(node)) }
    description = OnlyDescribed(
      KeyDescription(
        kind: form.kind, words: words, text: { get($0).map(form.write) },
        usual: usual().map(form.write), say: { get($0).flatMap(say) }))
  }

  /// Creates a key that is only read.
  package init<Value: Sendable>(
    _ name: String, _ form: Form<Value>, _ words: String,
    usual: @autoclosure () -> Value? = nil, required: String? = nil, missing: String? = nil,
    _ set: @escaping @Sendable (inout Owner, Value) -> Void
  ) {
    self.init(
      name, form, words, usual: usual(), required: required, missing: missing, { _ in nil }, set)
  }

  /// Creates a key whose value depends on what was read before it.
  package init(
    _ name: String, _ kind: @autoclosure () -> ValueKind, _ words: String,
    usual: @autoclosure () -> String? = nil, required: String? = nil, missing: String? = nil,
    reading read: @escaping @Sendable (JSONNode, inout Owner) throws(Complaint) -> Void
  ) {
    self.name = name
    self.missing = required ?? missing
    isRequired = required != nil
    self.read = read
    description = OnlyDescribed(
      KeyDescription(
        kind: kind(), words: words, text: { _ in nil }, usual: usual(), say: { _ in nil }))
  }

  fileprivate func text(_ owner: Owner) -> String? { description.content.text(owner) }

  fileprivate func schema(usual owner: Owner?) -> String {
    let description = description.content
    var members = ["\"description\": \"\(description.words)\""] + description.kind.members
    if let usual = description.usual ?? owner.flatMap(description.text) {
      members.append("\"default\": \(usual)")
    }
    return "\"\(name)\": \(description.kind.text(of: members))"
  }
}

/// What schema, writer and explanation need to know of a key.
private struct KeyDescription<Owner>: Sendable {
  let kind: ValueKind
  /// One sentence for the schema.
  let words: String
  /// The owner's value as JSON; `nil` where the key is left out, and for a key that is only read.
  let text: @Sendable (Owner) -> String?
  /// The default as JSON, if the table's usual owner does not have it.
  let usual: String?
  let say: @Sendable (Owner) -> String?
}

/// What describes files and writes them.
///
/// Embedded Swift's engine only reads files: it has none of this.
package struct OnlyDescribed<Content: Sendable>: Sendable {
  #if hasFeature(Embedded)
    package init(_ content: @autoclosure () -> Content) {}
    package var content: Content { fatalError("only reads files") }
  #else
    package let content: Content
    package init(_ content: @autoclosure () -> Content) { self.content = content() }
  #endif
}

/// The keys of an object in a file, in the order in which they are read.
package struct KeyTable<Owner: Sendable>: Sendable {
  private let keys: [Key<Owner>]
  private let core: KeyNames
  private let description: OnlyDescribed<TableDescription<Owner>>

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - count: how many of the keys an object may have.
  ///   - usual: an object without keys, whose values are the defaults.
  ///   - names: the names in the order in which messages list them, if it is not that of the keys.
  ///   - before: what the schema states before the keys.
  ///   - after: what the schema states after them.
  ///   - keys: the keys.
  package init(
    count: KeyCount = .any, usual: @autoclosure () -> Owner? = nil,
    listedAs names: [String]? = nil,
    before: @autoclosure @escaping @Sendable () -> [String] = [],
    after: @autoclosure @escaping @Sendable () -> [String] = [], _ keys: [Key<Owner>]
  ) {
    self.keys = keys
    core = KeyNames(
      count: count, keys: keys.map { ($0.name, $0.isRequired, $0.missing) }, listed: names)
    description = OnlyDescribed(TableDescription(usual: usual(), before: before, after: after))
  }

  /// The names in the order in which messages list them.
  package var names: [String] { core.listed }

  /// Reads the keys of an object, and returns its members; a name that is not in the table, or not among the known
  /// ones, is an error.
  @discardableResult
  package func read(
    _ node: JSONNode, into owner: inout Owner, known: [String]? = nil
  ) throws(Complaint) -> JSONMembers {
    let found = try core.find(in: node, known: known)
    for (index, value) in found.values { try keys[index].read(value, &owner) }
    if let missing = found.missing { throw missing }
    return found.members
  }

  /// Returns the error about a key that an object needs.
  package func missing(_ name: String, of node: JSONNode) -> Complaint {
    core.missing(name, of: node)
  }

  /// Returns the keys of an object with their values, each as a member in JSON.
  package func members(of owner: Owner) -> [String] {
    keys.compactMap { key in key.text(owner).map { "\"\(key.name)\": \($0)" } }
  }

  /// Returns what there is to say about an object's keys that do not have their default.
  package func sentences(about owner: Owner) -> [String] {
    let usual = description.content.usual
    return keys.compactMap { key in
      key.text(owner) == usual.flatMap(key.text) ? nil : key.description.content.say(owner)
    }
  }

  /// The members of the object's schema.
  package var schema: [String] {
    let description = description.content
    let properties = SchemaText.object(keys.map { $0.schema(usual: description.usual) })
    return core.schema + description.before() + ["\"properties\": \(properties)"]
      + description.after()
  }
}

/// What the schema needs to know of a table.
private struct TableDescription<Owner: Sendable>: Sendable {
  /// An object without keys, whose values are the defaults.
  let usual: Owner?
  let before: @Sendable () -> [String]
  let after: @Sendable () -> [String]
}

/// The names of a table's keys, and which of them an object needs: what is the same for all types of owners.
private struct KeyNames: Sendable {
  let count: KeyCount
  /// The keys in the order in which they are read, with what the message about a missing one says of it.
  let keys: [(name: String, isRequired: Bool, missing: String?)]
  /// The names in the order in which messages list them.
  let listed: [String]

  init(
    count: KeyCount, keys: [(name: String, isRequired: Bool, missing: String?)], listed: [String]?
  ) {
    self.count = count
    self.keys = keys
    self.listed = listed ?? keys.map { $0.name }
  }

  /// The values of an object's keys, up to the first key that it lacks.
  struct Found {
    let members: JSONMembers
    var values: [(index: Int, node: JSONNode)] = []
    /// The error about the key that it lacks.
    var missing: Complaint?
  }

  /// Finds the keys in an object; a name that is not in the table, or not among the known ones, is an error.
  func find(in node: JSONNode, known: [String]?) throws(Complaint) -> Found {
    var found = Found(members: try node.members(known: known ?? listed))
    if case .one(let what) = count { _ = try found.members.exactlyOne(of: listed, what) }
    for (index, key) in keys.enumerated() {
      if let value = found.members[key.name] {
        found.values.append((index, value))
      } else if key.isRequired {
        found.missing = missing(key.name, of: node)
        break
      }
    }
    return found
  }

  /// Returns the error about a key that an object needs.
  func missing(_ name: String, of node: JSONNode) -> Complaint {
    let missing = keys.first { $0.name == name }?.missing ?? ""
    return node.error("missing key '\(name)': \(missing)")
  }

  /// What the schema states before the keys.
  var schema: [String] {
    var members = [#""type": "object""#, #""additionalProperties": false"#]
    let required = keys.filter { $0.isRequired }.map { $0.name }
    if !required.isEmpty { members.append("\"required\": \(SchemaText.names(required))") }
    switch count {
    case .any: break
    case .some: members.append(#""minProperties": 1"#)
    case .one: members.append(#""minProperties": 1, "maxProperties": 1"#)
    }
    return members
  }
}

/// How many of its keys an object may have.
package enum KeyCount: Sendable {
  case any
  /// At least one.
  case some
  /// Exactly one; what it gives, for messages.
  case one(String)
}

/// The form of a key's value: what the schema states, and how it is read and written.
package struct Form<Value>: Sendable {
  package let read: @Sendable (JSONNode) throws(Complaint) -> Value
  private let description: OnlyDescribed<FormDescription<Value>>

  package init(
    _ kind: @autoclosure () -> ValueKind,
    _ read: @escaping @Sendable (JSONNode) throws(Complaint) -> Value,
    write: @escaping @Sendable (Value) -> String = { _ in "" }
  ) {
    self.read = read
    description = OnlyDescribed(FormDescription(kind: kind(), write: write))
  }

  package var kind: ValueKind { description.content.kind }
  package var write: @Sendable (Value) -> String { description.content.write }

  /// The same on one line of the schema.
  package var inline: Self { with(.inline(kind)) }

  /// Returns the same as a definition of the schema.
  package func defined(as name: String) -> Self { with(.definition(name)) }

  private func with(_ kind: @autoclosure () -> ValueKind) -> Self {
    Form(kind(), read, write: { write($0) })
  }
}

/// What schema and writer need to know of a form.
private struct FormDescription<Value>: Sendable {
  let kind: ValueKind
  let write: @Sendable (Value) -> String
}

extension Form<Double> {
  package static func number(_ range: NumberRange) -> Self {
    Form(
      .number(range), { (node) throws(Complaint) in try node.number(range) },
      write: { $0.asWritten })
  }

  package static func number(_ range: ClosedRange<Double>, _ noun: String) -> Self {
    number(NumberRange(range: range, noun: noun))
  }
}

extension Form<Int> {
  package static func whole(_ range: NumberRange) -> Self {
    Form(
      .number(range),
      { (node) throws(Complaint) in
        let number = try node.number(range)
        guard number == number.rounded() else { throw node.error("expected \(range.noun)") }
        return Int(number)
      }, write: { "\($0)" })
  }
}

extension Form<Bool> {
  package static let flag = Self(
    .flag, { (node) throws(Complaint) in try node.flag() }, write: { "\($0)" })
}

extension Form<String> {
  package static func text(_ noun: String) -> Self {
    Form(.text, { (node) throws(Complaint) in try node.text(noun) }, write: { "\"\($0)\"" })
  }

  package static func name(_ names: [String], _ noun: String) -> Self {
    Form(
      .names(names),
      { (node) throws(Complaint) in names[try node.index(among: names, noun)] },
      write: { "\"\($0)\"" })
  }
}

extension Form where Value: Sendable {
  /// One of several names; `or` is another accepted form, for messages.
  package static func name(
    among choices: [(name: String, value: Value)], _ noun: String, or other: String? = nil,
    write: @escaping @Sendable (Value) -> String = { _ in "" }
  ) -> Self {
    let names = choices.map { $0.name }
    return Form(
      .names(names),
      { (node) throws(Complaint) in choices[try node.index(among: names, noun, or: other)].value },
      write: write)
  }

  /// An object of a table, read into a copy of its usual value.
  package static func object(
    _ keys: @autoclosure @escaping @Sendable () -> KeyTable<Value>, from usual: Value
  ) -> Self {
    Form(
      .lazy { keys().schema },
      { (node) throws(Complaint) in
        var value = usual
        try keys().read(node, into: &value)
        return value
      }, write: { keys().object($0) })
  }

  /// An object of which one key gives the value.
  package static func one(
    _ keys: @autoclosure @escaping @Sendable () -> KeyTable<Value?>
  ) -> Self {
    Form(
      .lazy { keys().schema },
      { (node) throws(Complaint) in
        var value: Value?
        try keys().read(node, into: &value)
        guard let value else { throw node.error("expected a value") }
        return value
      }, write: { keys().object($0) })
  }
}

extension Form where Value: Equatable & Sendable {
  /// One of several names, or an object of which one key gives the value.
  package static func name(
    among choices: [(name: String, value: Value)], _ noun: String,
    or keys: @autoclosure @escaping @Sendable () -> KeyTable<Value?>
  ) -> Self {
    let names = choices.map { $0.name }
    return Form(
      .anyOf([.inline(.names(names)), .lazy { keys().schema }]),
      { (node) throws(Complaint) in
        guard !node.isObject else { return try one(keys()).read(node) }
        let other = "an object with \(keys().names.inWords)"
        return choices[try node.index(among: names, noun, or: other)].value
      },
      write: { value in
        choices.first { $0.value == value }.map { "\"\($0.name)\"" } ?? keys().object(value)
      })
  }
}

extension KeyTable {
  fileprivate func object(_ owner: Owner) -> String {
    "{ \(members(of: owner).joined(separator: ", ")) }"
  }
}

extension Form where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// The name of a case.
  package static func name(_ noun: String) -> Self { name(among: Array(Value.allCases), noun) }
}

extension Form where Value: RawRepresentable<String> & Sendable {
  /// The name of one of some cases.
  package static func name(among cases: [Value], _ noun: String) -> Self {
    let names = cases.map { $0.rawValue }
    return Form(
      .names(names),
      { (node) throws(Complaint) in cases[try node.index(among: names, noun)] },
      write: { "\"\($0.rawValue)\"" })
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

extension JSONNode {
  package func number(_ kind: NumberRange) throws(Complaint) -> Double {
    try number(in: kind.range, kind.noun)
  }
}

/// What the schema states of a value.
package indirect enum ValueKind: Sendable {
  case number(NumberRange)
  case flag
  case text
  /// One of several names.
  case names([String])
  case list(of: ValueKind, atLeast: Int)
  /// What has these members in the schema, such as an object.
  case lazy(@Sendable () -> [String])
  /// An object whose keys are free names.
  case members(ValueKind, atLeast: Int)
  /// What a definition of the schema describes.
  case definition(String)
  case anyOf([ValueKind])
  /// Anything else, as members of the schema.
  case schema(String)
  /// The same, on one line of the schema.
  case inline(ValueKind)

  package var schema: String { text(of: members) }

  /// The definition of a range that several keys share.
  package static func range(_ range: NumberRange) -> Self { .inline(.schema(range.schema)) }

  fileprivate func text(of members: [String]) -> String {
    guard case .inline = self else { return SchemaText.object(members) }
    return "{ \(members.joined(separator: ", ")) }"
  }

  /// The members of the schema.
  package var members: [String] {
    switch self {
    case .number(let kind):
      kind.definition.map { Self.definition($0).members } ?? [kind.schema]
    case .flag: [#""type": "boolean""#]
    case .text: [#""type": "string""#]
    case .names(let names):
      [names.count == 1 ? "\"const\": \"\(names[0])\"" : "\"enum\": \(SchemaText.names(names))"]
    case .list(let kind, let least):
      [#""type": "array""#] + (least > 0 ? ["\"minItems\": \(least)"] : [])
        + ["\"items\": \(kind.schema)"]
    case .lazy(let members): members()
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

/// Definitions in the schema, to which keys refer.
package typealias Definitions = KeyValuePairs<String, ValueKind>

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
