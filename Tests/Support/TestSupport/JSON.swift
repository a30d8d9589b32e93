package import Foundation

/// A value of a JSON file; a missing value is ``nothing``.
package enum JSON: Sendable {
  /// No value.
  case nothing
  /// True or false.
  case flag(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// Values one after the other.
  case list([JSON])
  /// Values by name.
  case object([String: JSON])

  /// Reads a file; the value is ``nothing`` if the file does not exist.
  package init(_ file: URL) {
    let data = (try? Data(contentsOf: file)) ?? Data()
    self = (try? JSONDecoder().decode(JSON.self, from: data)) ?? .nothing
  }

  /// Returns the value of a name.
  package subscript(name: String) -> JSON {
    guard case .object(let values) = self else { return .nothing }
    return values[name] ?? .nothing
  }

  /// The names of an object, sorted.
  package var names: [String] {
    guard case .object(let values) = self else { return [] }
    return values.keys.sorted()
  }

  /// The values of a list.
  package var list: [JSON] {
    guard case .list(let values) = self else { return [] }
    return values
  }

  /// The numbers of a list.
  package var numbers: [Double] { list.compactMap(\.number) }

  /// The number.
  package var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The text; empty if it is not a text.
  package var text: String {
    guard case .text(let text) = self else { return "" }
    return text
  }
}

extension JSON: Decodable {
  /// Reads the next value.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .nothing
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }
}
