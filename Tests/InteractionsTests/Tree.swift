/// A JSON value that knows which other numbers and names are valid instead of it.
enum Tree: Sendable {
  case number(Double, in: ClosedRange<Double>)
  /// One of a set of names.
  case name(String)
  /// Any text.
  case text(String)
  case flag(Bool)
  case null
  case list([Tree])
  case object([(key: String, value: Tree)])

  /// The value as JSON.
  var json: String {
    switch self {
    case .number(let number, _): "\(number)"
    case .name(let text), .text(let text): "\"\(text)\""
    case .flag(let flag): "\(flag)"
    case .null: "null"
    case .list(let values): "[\(values.map(\.json).joined(separator: ", "))]"
    case .object(let members):
      "{ \(members.map { "\"\($0.key)\": \($0.value.json)" }.joined(separator: ", ")) }"
    }
  }

  /// A step from a value to one within it.
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  /// Every value in it with its path, itself included.
  var places: [(path: [Step], value: Tree)] {
    var all: [(path: [Step], value: Tree)] = [([], self)]
    switch self {
    case .list(let values):
      for (index, value) in values.enumerated() {
        all += value.places.map { ([.index(index)] + $0.path, $0.value) }
      }
    case .object(let members):
      for member in members {
        all += member.value.places.map { ([.key(member.key)] + $0.path, $0.value) }
      }
    default: break
    }
    return all
  }

  /// Returns the value with another one at a path.
  func replacing(_ path: ArraySlice<Step>, by change: (Tree) -> Tree) -> Tree {
    guard let step = path.first else { return change(self) }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.list(var values), .index(let index)):
      values[index] = values[index].replacing(rest, by: change)
      return .list(values)
    case (.object(var members), .key(let key)):
      for index in members.indices where members[index].key == key {
        members[index].value = members[index].value.replacing(rest, by: change)
      }
      return .object(members)
    default: return self
    }
  }

  /// The keys of an object.
  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  /// Returns the object without a key.
  func without(_ key: String) -> Tree {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != key })
  }

  /// Returns the object with one more key.
  func with(_ key: String, _ value: Tree) -> Tree {
    guard case .object(let members) = self else { return self }
    return .object(members + [(key, value)])
  }
}
