/// A value in a JSON file, together with its path and position.
package struct JSONNode {
  /// The path from the top of the file, such as `settle.finish`.
  package let path: String
  private let value: JSONValue
  /// The current names of keys and values that had other names before.
  private let renamed: [String: String]

  /// Parses a whole file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - renamed: the current names of keys and values that had other names before, for the errors
  ///     about them.
  package init(parsing bytes: [UInt8], renamed: [String: String] = [:]) throws(Complaint) {
    self.init(path: "", value: try JSONParser.parse(bytes), renamed: renamed)
  }

  /// Parses the first bytes of a file up to the first mistake, which may be that they end.
  package init(parsingBeginning bytes: [UInt8]) throws(Complaint) {
    self.init(path: "", value: try JSONParser.parse(beginning: bytes), renamed: [:])
  }

  private init(path: String, value: JSONValue, renamed: [String: String]) {
    self.path = path
    self.value = value
    self.renamed = renamed
  }

  /// Returns a value within this one.
  private func node(at path: String, _ value: JSONValue) -> JSONNode {
    JSONNode(path: path, value: value, renamed: renamed)
  }

  /// The line on which the value begins, from 1.
  package var line: Int { value.location.line }

  package func error(_ sentence: String) -> Complaint {
    Complaint(at: value.location, path: path, sentence)
  }

  /// Returns the object's members; a name that is not among the known ones is an error.
  package func members(known names: [String]) throws(Complaint) -> JSONMembers {
    guard case .object(let members) = value.content else {
      throw error("expected an object in braces; \(Self.known(names))")
    }
    for member in members where !names.contains(member.name) {
      throw Complaint(
        at: member.location, path: path, unknownKey(member.name, among: names))
    }
    return JSONMembers(
      parent: self, nodes: members.map { ($0.name, node(at: join($0.name), $0.value)) })
  }

  /// Returns all members of an object, in the order of the file.
  package func allMembers() throws(Complaint) -> [(name: String, node: JSONNode)] {
    guard case .object(let members) = value.content else {
      throw error("expected an object in braces")
    }
    return members.map { ($0.name, node(at: join($0.name), $0.value)) }
  }

  /// Returns a member of an object whose names have been checked already.
  package subscript(_ name: String) -> JSONNode? {
    guard case .object(let members) = value.content,
      let member = members.first(where: { $0.name == name })
    else { return nil }
    return node(at: join(name), member.value)
  }

  /// Returns the member with this name; a missing one is an error.
  package func member(named name: String) throws(Complaint) -> JSONNode {
    if let member = self[name] { return member }
    guard case .object(let members) = value.content else {
      throw error("no key '\(name.shortened)': the value is not an object")
    }
    throw error(unknownKey(name, among: members.map { $0.name }))
  }

  /// The bytes of the value in the file.
  package var range: Range<Int> { value.range }

  private func unknownKey(_ name: String, among names: [String]) -> String {
    "unknown key '\(name.shortened)'; \(suggestion(for: name, among: names) ?? Self.known(names))"
  }

  private func suggestion(for name: String, among names: [String]) -> String? {
    if let renamed = renamed[name], names.contains(renamed) { return "it is now '\(renamed)'" }
    return Spelling.nearest(to: name.shortened, among: names).map { "did you mean '\($0)'?" }
  }

  private static func known(_ names: [String]) -> String {
    names.isEmpty ? "leave it out" : "known keys: \(names.joined(separator: ", "))"
  }

  private func join(_ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  package func number(
    in range: ClosedRange<Double>, _ what: String
  ) throws(Complaint) -> Double {
    guard case .number(let number) = value.content else {
      throw error("expected \(what), a number\(Self.ends(of: range))")
    }
    guard range.contains(number) else { throw error("expected \(what)\(Self.ends(of: range))") }
    return number
  }

  private static func ends(of range: ClosedRange<Double>) -> String {
    let (low, high) = (range.lowerBound.asWritten, range.upperBound.asWritten)
    return low == high ? "" : " from \(low) to \(high)"
  }

  package func text(_ what: String) throws(Complaint) -> String {
    guard case .text(let text) = value.content else { throw error("expected \(what) in quotes") }
    return text
  }

  package func flag() throws(Complaint) -> Bool {
    guard case .flag(let flag) = value.content else { throw error("expected true or false") }
    return flag
  }

  /// Returns the value that a name in quotes represents.
  ///
  /// - Parameters:
  ///   - choices: the names and their values.
  ///   - what: what the name denotes, without an article.
  ///   - alternative: another accepted form, for the error message.
  package func name<Value>(
    among choices: [(name: String, value: Value)], _ what: String, or alternative: String? = nil
  ) throws(Complaint) -> Value {
    choices[try index(among: choices.map { $0.name }, what, or: alternative)].value
  }

  /// Returns the place of a name in quotes among those that are known.
  package func index(
    among names: [String], _ what: String, or alternative: String? = nil
  ) throws(Complaint) -> Int {
    guard case .text(let text) = value.content else {
      let article = what.utf8.first.map("aeio".utf8.contains) ?? false ? "an" : "a"
      // A long list is replaced by an example.
      let list = names.count > 8 ? "such as \(names[0])" : names.inWords
      let other = alternative.map { "; or \($0)" } ?? ""
      throw error("expected \(article) \(what) in quotes, \(list)\(other)")
    }
    if let index = names.firstIndex(of: text) { return index }
    let advice =
      suggestion(for: text, among: names)
      ?? "expected one of \(names.joined(separator: ", "))"
    throw error("unknown \(what) '\(text.shortened)'; \(advice)")
  }

  package func elements() throws(Complaint) -> [JSONNode] {
    guard case .list(let values) = value.content else {
      throw error("expected a list in brackets")
    }
    return values.enumerated().map { node(at: "\(path)[\($0.offset)]", $0.element) }
  }

  /// All numbers in the value, itself included, in order.
  package var numbers: [JSONNode] {
    switch value.content {
    case .number: [self]
    case .object(let members):
      members.flatMap { node(at: join($0.name), $0.value).numbers }
    case .list(let values):
      values.enumerated().flatMap { node(at: "\(path)[\($0.offset)]", $0.element).numbers }
    case .text, .flag, .null: []
    }
  }

  package var isArray: Bool {
    if case .list = value.content { true } else { false }
  }

  package var isObject: Bool {
    if case .object = value.content { true } else { false }
  }

  package var isText: Bool {
    if case .text = value.content { true } else { false }
  }

  package var isNull: Bool {
    if case .null = value.content { true } else { false }
  }

  package var isNumber: Bool {
    if case .number = value.content { true } else { false }
  }
}

/// The members of an object whose names have been checked.
package struct JSONMembers {
  /// The object.
  package let parent: JSONNode
  /// In the file's order, each name once.
  let nodes: [(name: String, node: JSONNode)]

  /// The number of members.
  package var count: Int { nodes.count }

  package subscript(_ name: String) -> JSONNode? { nodes.first { $0.name == name }?.node }

  /// Returns the one member given of several that exclude each other.
  package func exactlyOne(
    of names: [String], _ what: String
  ) throws(Complaint) -> (name: String, node: JSONNode) {
    let given = nodes.filter { names.contains($0.name) }
    let choice = names.inWords
    guard let first = given.first else { throw parent.error("expected \(choice): \(what)") }
    // The first of them is valid by itself; the second is the mistake.
    guard given.count == 1 else {
      throw given[1].node.error(
        "expected \(choice), " + (names.count == 2 ? "not both" : "one of them only"))
    }
    return first
  }
}

extension [String] {
  /// The names as a list in a sentence: `mm, points or share`.
  package var inWords: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension String {
  /// The text for a message, shortened to 60 characters.
  package var shortened: String {
    let longest = 60
    return unicodeScalars.count > longest ? String(unicodeScalars.prefix(longest)) + "…" : self
  }
}

extension Complaint {
  /// Creates a complaint about a value or a key, with the path from the top of the file to the key, such as
  /// `settle.finish`; empty for the whole file and for invalid JSON.
  ///
  /// A missing key is at the position of the object it belongs to.
  init(at location: JSONValue.Location, path: String, _ sentence: String) {
    self.init(
      path.isEmpty ? sentence : "\(path): \(sentence)", line: location.line,
      column: location.column)
  }
}

/// Changes one value in the text of a JSON file, and leaves the rest as it is.
package struct JSONReplacement {
  private let bytes: [UInt8]
  private let root: JSONValue

  /// Parses a whole file.
  package init(of bytes: [UInt8]) throws(Complaint) {
    self.bytes = bytes
    root = try JSONParser.parse(bytes)
  }

  /// Returns the file with another value at a path of keys and indices, or `nil` if there is no such path.
  ///
  /// A last key that does not exist yet is added to its object.
  package func replacing(_ path: [String], with value: [UInt8]) -> [UInt8]? {
    let (place, known) = reached(by: path)
    if known == path.count {
      return bytes[..<place.range.lowerBound] + value + bytes[place.range.upperBound...]
    }
    guard known == path.count - 1, case .object(let members) = place.content else { return nil }
    return adding(path[known], value, to: place, isEmpty: members.isEmpty)
  }

  /// Returns how many keys and indices of a path lead to a value, from the first one on.
  package func known(of path: [String]) -> Int { reached(by: path).known }

  private func reached(by path: [String]) -> (value: JSONValue, known: Int) {
    var place = root
    for (depth, key) in path.enumerated() {
      switch place.content {
      case .object(let members):
        guard let member = members.first(where: { $0.name == key }) else { return (place, depth) }
        place = member.value
      case .list(let elements):
        guard let index = Int(key), elements.indices.contains(index) else { return (place, depth) }
        place = elements[index]
      case .text, .number, .flag, .null: return (place, depth)
      }
    }
    return (place, path.count)
  }

  /// Adds a member at the beginning of an object, where no comment can hide it.
  private func adding(
    _ key: String, _ value: [UInt8], to object: JSONValue, isEmpty: Bool
  ) -> [UInt8]? {
    guard !key.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) else { return nil }
    let start = object.range.lowerBound + 1
    let member = Array("\"\(key)\": ".utf8) + value + (isEmpty ? [] : [0x2c, 0x20])
    return bytes[..<start] + member + bytes[start...]
  }
}

/// A value of a JSON file, with its position.
struct JSONValue: Sendable {
  /// A position in a file.
  struct Location: Sendable {
    /// The line, from 1.
    var line: Int
    /// The byte within the line, from 1.
    var column: Int
  }

  enum Content: Sendable {
    case object([Member])
    case list([JSONValue])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
  }

  /// A member of an object; names are unique within an object.
  struct Member: Sendable {
    var name: String
    /// The position of the key.
    var location: Location
    var value: JSONValue
  }

  var location: Location
  /// The bytes of the value in the file.
  var range: Range<Int>
  var content: Content
}
