import PantographJSON

/// A mistake in an interaction file, with its line and column.
public struct InteractionError: Error, Hashable, Sendable {
  /// A position in a file.
  public struct Location: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The byte within the line, from 1.
    public var column: Int
  }

  /// The position of the wrong value or the unknown key; for a missing key, that of the object it
  /// belongs to.
  public var location: Location
  /// The path to the key from the top of the file, such as `settle.finish`; empty for the whole file
  /// and for invalid JSON.
  public var path: String
  /// What is wrong, and what would be right.
  public var sentence: String

  init(_ error: JSONError) {
    location = Location(line: error.location.line, column: error.location.column)
    path = error.path
    sentence = error.sentence
  }
}

extension InteractionError: CustomStringConvertible {
  /// The position, the key and the message, ready to follow a file's name and a colon.
  public var description: String {
    "\(location): " + (path.isEmpty ? "" : "\(path): ") + sentence
  }
}

extension InteractionError.Location: CustomStringConvertible {
  /// The line and the column, separated by a colon.
  public var description: String { "\(line):\(column)" }
}
