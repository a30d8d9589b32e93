/// What is wrong with a recording, and where.
public struct TraceError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Something else should stand here.
    case expected(String)
    /// A number does not fit its meaning.
    case outOfRange(String)
    /// The whole is of a kind that can't be read, or not yet.
    case unsupported(String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The line, from 1.
  public var line: Int
  /// The byte within the line, from 1.
  public var column: Int

  /// Makes an error from what is wrong and where.
  public init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }
}

extension TraceError: CustomStringConvertible {
  /// The place and the reason, ready to follow a path and a colon.
  public var description: String { "\(line):\(column): \(sentence)" }

  /// The reason, without the place.
  public var sentence: String {
    switch reason {
    case .expected(let what): "expected \(what)"
    case .outOfRange(let what): "\(what) is out of range"
    case .unsupported(let what): what
    }
  }
}
