/// Changes one value in the text of a JSON file, and leaves the rest as it is.
package struct JSONReplacement {
  private let bytes: [UInt8]
  private let root: JSONValue

  /// Parses a whole file.
  package init(of bytes: [UInt8]) throws(JSONError) {
    self.bytes = bytes
    root = try JSONParser.parse(bytes)
  }

  /// Returns the file with another value at a path of keys and indices, or `nil` if there is no such path.
  ///
  /// A last key that does not exist yet is added to its object.
  package func replacing(_ path: [String], with value: [UInt8]) -> [UInt8]? {
    var place = root
    for (depth, key) in path.enumerated() {
      switch place.content {
      case .object(let members):
        if let member = members.first(where: { $0.name == key }) {
          place = member.value
        } else if depth == path.count - 1 {
          return adding(key, value, to: place, isEmpty: members.isEmpty)
        } else {
          return nil
        }
      case .list(let elements):
        guard let index = Int(key), elements.indices.contains(index) else { return nil }
        place = elements[index]
      case .text, .number, .flag, .null: return nil
      }
    }
    return bytes[..<place.range.lowerBound] + value + bytes[place.range.upperBound...]
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
