/// What is wrong and what would be right, in words: the error of everything that fails in one way for its callers.
///
/// A caller adds the name of the file or the argument. Only what a caller tells apart has an error type of its own.
package struct Complaint: Error, Hashable, Sendable {
  /// The message, after the path of the key in a JSON file, such as `settle.finish: `.
  package var sentence: String
  /// The line in the text, from 1, if there is one.
  package var line: Int?
  /// The byte within the line, from 1.
  package var column: Int?

  /// Creates a complaint, about a position in a text or a whole.
  package init(_ sentence: String, line: Int? = nil, column: Int? = nil) {
    self.sentence = sentence
    self.line = line
    self.column = column
  }
}

extension Complaint: CustomStringConvertible {
  /// The position and the message, ready to follow a file's name and a colon.
  package var description: String {
    guard let line else { return sentence }
    return "\(line):" + (column.map { "\($0):" } ?? "") + " \(sentence)"
  }
}

/// The end of work of which no more is wanted, such as writing to a closed pipe; nothing is wrong.
package struct EarlyEnd: Error {
  /// Creates one, to be thrown.
  package init() {}
}
