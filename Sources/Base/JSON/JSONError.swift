/// A mistake in a JSON file, with its line and column.
package struct JSONError: Error, Hashable, Sendable {
  /// A position in a file.
  package struct Location: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The byte within the line, from 1.
    package var column: Int
  }

  /// The position of the wrong value or the unknown key; for a missing key, that of the object it
  /// belongs to.
  package var location: Location
  /// The path to the key from the top of the file, such as `settle.finish`; empty for the whole file
  /// and for invalid JSON.
  package var path: String
  /// What is wrong, and what would be right.
  package var sentence: String

  init(at location: Location, path: String, _ sentence: String) {
    self.location = location
    self.path = path
    self.sentence = sentence
  }
}

extension JSONError: CustomStringConvertible {
  /// The position, the key and the message, ready to follow a file's name and a colon.
  package var description: String { "\(location): \(message)" }

  /// The key and the message.
  package var message: String { (path.isEmpty ? "" : "\(path): ") + sentence }
}

extension JSONError.Location: CustomStringConvertible {
  /// The line and the column, separated by a colon.
  package var description: String { "\(line):\(column)" }
}
