import PantographBase

/// A mistake in an interaction file, with its line and column.
package struct InteractionError: Error, Hashable, Sendable {
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

  init(_ error: JSONError) {
    location = Location(line: error.location.line, column: error.location.column)
    path = error.path
    sentence = error.sentence
  }
}

extension InteractionError: CustomStringConvertible {
  /// The position, the key and the message, ready to follow a file's name and a colon.
  package var description: String {
    "\(location): " + (path.isEmpty ? "" : "\(path): ") + sentence
  }
}

extension InteractionError.Location: CustomStringConvertible {
  /// The line and the column, separated by a colon.
  package var description: String { "\(line):\(column)" }
}
