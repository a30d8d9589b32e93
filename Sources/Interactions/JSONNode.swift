import Quantities

/// A piece of a JSON file that knows where in the file it stands.
package struct JSONNode {
  /// The way to it from the top, such as `settle.finish`.
  package let path: String
  private let value: JSONValue

  /// Reads a whole file.
  package init(parsing bytes: [UInt8]) throws(InteractionError) {
    self.init(path: "", value: try JSONParser.parse(bytes))
  }

  private init(path: String, value: JSONValue) {
    self.path = path
    self.value = value
  }

  package func error(_ sentence: String) -> InteractionError {
    InteractionError(at: value.place, path: path, sentence)
  }

  /// The object's members, none of which may be missing from the list of known names.
  package func members(known names: [String]) throws(InteractionError) -> Members {
    guard case .object(let members) = value.content else {
      throw error("expected an object in braces; \(Self.known(names))")
    }
    for member in members where !names.contains(member.name) {
      let advice =
        Spelling.nearest(to: member.name.shown, among: names).map { "did you mean \($0)?" }
        ?? Self.known(names)
      throw InteractionError(
        at: member.place, path: join(member.name.shown), "no such key; \(advice)")
    }
    return Members(
      parent: self,
      nodes: members.map { ($0.name, JSONNode(path: join($0.name), value: $0.value)) })
  }

  /// A member of an object that has been looked through already.
  package subscript(_ name: String) -> JSONNode? {
    guard case .object(let members) = value.content,
      let member = members.first(where: { $0.name == name })
    else { return nil }
    return JSONNode(path: join(name), value: member.value)
  }

  /// The member of this name, which has to be there.
  func member(named name: String) throws(InteractionError) -> JSONNode {
    if let member = self[name] { return member }
    guard case .object(let members) = value.content else {
      throw error("there is no \(name.shown) in it, as it is no object")
    }
    let names = members.map(\.name)
    let advice = Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
    throw error("there is no \(name.shown) in it; \(advice ?? Self.known(names))")
  }

  /// The bytes that it takes up in the file.
  var range: Range<Int> { value.range }

  private static func known(_ names: [String]) -> String {
    names.isEmpty ? "leave it out" : "known here: \(names.joined(separator: ", "))"
  }

  private func join(_ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  package func number(
    in range: ClosedRange<Double>, _ what: String
  ) throws(InteractionError) -> Double {
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

  package func text(_ what: String) throws(InteractionError) -> String {
    guard case .text(let text) = value.content else { throw error("expected \(what) in quotes") }
    return text
  }

  package func flag(_ what: String) throws(InteractionError) -> Bool {
    guard case .flag(let flag) = value.content else {
      throw error("expected \(what), true or false")
    }
    return flag
  }

  /// One of a set of names.
  ///
  /// - Parameters:
  ///   - choices: the names, and what each stands for.
  ///   - what: what has such a name, without an article.
  ///   - alternative: how else it may be written, for whoever wrote it in neither way.
  package func name<Value>(
    among choices: [(name: String, value: Value)], _ what: String, or alternative: String? = nil
  ) throws(InteractionError) -> Value {
    let names = choices.map(\.name)
    guard case .text(let text) = value.content else {
      let article = what.first.map("aeio".contains) ?? false ? "an" : "a"
      // A list that nobody would read to its end is only begun.
      let list = names.count > 8 ? "such as \(names[0])" : names.inWords
      let other = alternative.map { "; or \($0)" } ?? ""
      throw error("expected \(article) \(what) in quotes, \(list)\(other)")
    }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    let advice =
      Spelling.nearest(to: text.shown, among: names).map { "did you mean \($0)?" }
      ?? "there are \(names.joined(separator: ", "))"
    throw error("no \(what) is called \(text.shown); \(advice)")
  }

  package func elements() throws(InteractionError) -> [JSONNode] {
    guard case .list(let values) = value.content else {
      throw error("expected a list in brackets")
    }
    return values.enumerated().map { JSONNode(path: "\(path)[\($0.offset)]", value: $0.element) }
  }

  /// All numbers in it, itself included, in their order.
  var numbers: [JSONNode] {
    switch value.content {
    case .number: [self]
    case .object(let members):
      members.flatMap { JSONNode(path: join($0.name), value: $0.value).numbers }
    case .list(let values):
      values.enumerated().flatMap {
        JSONNode(path: "\(path)[\($0.offset)]", value: $0.element).numbers
      }
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

/// The members of an object in an interaction file.
package struct Members {
  let parent: JSONNode
  /// In the file's order, each name once.
  let nodes: [(name: String, node: JSONNode)]

  package subscript(_ name: String) -> JSONNode? { nodes.first { $0.name == name }?.node }

  package func required(_ name: String, _ what: String) throws(InteractionError) -> JSONNode {
    guard let node = self[name] else { throw parent.error("the key \(name) is missing: \(what)") }
    return node
  }

  /// The one that is given of several that exclude each other.
  package func exactlyOne(
    of names: [String], _ what: String
  ) throws(InteractionError) -> (name: String, node: JSONNode) {
    let given = nodes.filter { names.contains($0.name) }
    let choice = names.inWords
    guard let first = given.first else { throw parent.error("give \(choice): \(what)") }
    // The file was right until the second of them.
    guard given.count == 1 else {
      throw given[1].node.error(
        "give \(choice), " + (names.count == 2 ? "not both" : "one of them only"))
    }
    return first
  }
}

extension [String] {
  /// The names as a sentence has them: `mm, points or share`.
  var inWords: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension String {
  /// A name or a number of a file as it is put in a sentence, for which it may be too long.
  var shown: String {
    let longest = 60
    return unicodeScalars.count > longest ? String(unicodeScalars.prefix(longest)) + "…" : self
  }
}
