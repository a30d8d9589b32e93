/// What is wrong with an interaction file, and where.
public struct InteractionError: Error, Hashable, Sendable {
  /// A place in a file.
  public struct Place: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The byte within the line, from 1.
    public var column: Int
  }

  /// Where the value stands that is wrong, or the key where no such key is known; for a key that is
  /// missing, the object that it is missing from.
  public var place: Place
  /// The way to the key from the top of the file, such as `settle.finish`; empty for the whole, and
  /// where the file is no JSON.
  public var path: String
  /// What is wrong there and what would be right.
  public var sentence: String

  init(at place: Place, path: String, _ sentence: String) {
    self.place = place
    self.path = path
    self.sentence = sentence
  }
}

extension InteractionError: CustomStringConvertible {
  /// The place, the key and the sentence, ready to follow a file's name and a colon.
  public var description: String {
    "\(place): " + (path.isEmpty ? "" : "\(path): ") + sentence
  }
}

extension InteractionError.Place: CustomStringConvertible {
  /// The line and the column with a colon between.
  public var description: String { "\(line):\(column)" }
}
