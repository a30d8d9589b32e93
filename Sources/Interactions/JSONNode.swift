import FoundationEssentials
import Quantities

/// A piece of JSON that remembers where in the file it stands.
struct JSONNode {
  /// The way to it from the top, such as `settle.finish`.
  let path: String
  private let value: JSONValue

  /// Reads a whole file.
  init(parsing bytes: [UInt8]) throws(InteractionError) {
    // The decoder lets some things pass that other readers of JSON don't, such as a last comma.
    if let mistake = JSONSyntax.firstMistake(in: bytes) {
      throw InteractionError(
        path: "\(mistake.line):\(mistake.column)", "not valid JSON: expected \(mistake.expected)")
    }
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      throw InteractionError(
        path: "", "not JSON that can be read: a number is too large or a text is not UTF-8")
    }
    path = ""
  }

  private init(path: String, value: JSONValue) {
    self.path = path
    self.value = value
  }

  func error(_ sentence: String) -> InteractionError {
    InteractionError(path: path, sentence)
  }

  /// The object's members, none of which may be missing from the list of known names.
  func members(known names: [String]) throws(InteractionError) -> Members {
    guard case .object(let members) = value else { throw error("expected an object in braces") }
    for name in members.keys.sorted() where !names.contains(name) {
      let advice =
        Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "known here: \(names.joined(separator: ", "))"
      throw InteractionError(path: join(name), "no such key; \(advice)")
    }
    return Members(
      parent: self,
      nodes: members.reduce(into: [:]) { nodes, member in
        nodes[member.key] = JSONNode(path: join(member.key), value: member.value)
      })
  }

  private func join(_ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  func number(in range: ClosedRange<Double>, _ what: String) throws(InteractionError) -> Double {
    guard case .number(let number) = value else { throw error("expected \(what), a number") }
    guard range.contains(number) else {
      let (low, high) = (range.lowerBound.asWritten, range.upperBound.asWritten)
      throw error("expected \(what)" + (low == high ? "" : " from \(low) to \(high)"))
    }
    return number
  }

  func text(_ what: String) throws(InteractionError) -> String {
    guard case .text(let text) = value else { throw error("expected \(what) in quotes") }
    return text
  }

  /// One of a set of names.
  func name<Value>(
    among choices: [(name: String, value: Value)], _ what: String
  ) throws(InteractionError) -> Value {
    let text = try text(what)
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    let names = choices.map(\.name)
    let advice =
      Spelling.nearest(to: text, among: names).map { "did you mean \($0)?" }
      ?? "there are \(names.joined(separator: ", "))"
    throw error("no \(what) is called \(text); \(advice)")
  }

  func elements() throws(InteractionError) -> [JSONNode] {
    guard case .array(let values) = value else { throw error("expected a list in brackets") }
    return values.enumerated().map { JSONNode(path: "\(path)[\($0.offset)]", value: $0.element) }
  }

  var isArray: Bool {
    if case .array = value { true } else { false }
  }
}

/// The members of an object in an interaction file.
struct Members {
  let parent: JSONNode
  let nodes: [String: JSONNode]

  subscript(_ name: String) -> JSONNode? { nodes[name] }

  func required(_ name: String, _ what: String) throws(InteractionError) -> JSONNode {
    guard let node = nodes[name] else { throw parent.error("the key \(name) is missing: \(what)") }
    return node
  }
}

private enum JSONValue: Decodable {
  case object([String: JSONValue])
  case array([JSONValue])
  case text(String)
  case number(Double)
  case flag(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }
}
