/// An error in a recording, with its line and column.
package struct TraceError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// Something else was expected.
    case expected(String)
    /// A number is out of range for its meaning.
    case outOfRange(String)
    /// The recording is of an unsupported kind.
    case unsupported(String)
    /// The file is invalid as a whole, so that nothing before the position can be used.
    case invalid(String)
  }

  /// What is wrong.
  package var reason: Reason
  /// The line, from 1.
  package var line: Int
  /// The byte within the line, from 1.
  package var column: Int

  /// Creates an error from a reason and its line and column.
  package init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }
}

extension TraceError: CustomStringConvertible {
  /// The line, the column and the reason, to follow a path and a colon.
  package var description: String { "\(line):\(column): \(sentence)" }

  /// The reason, without line and column.
  package var sentence: String {
    switch reason {
    case .expected(let what): "expected \(what)"
    case .outOfRange(let what): "\(what) is out of range"
    case .unsupported(let what), .invalid(let what): what
    }
  }
}
