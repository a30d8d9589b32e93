public import Traces

/// What is wrong with a file, and where.
public struct UnusableFile: Error, Hashable, Sendable {
  /// What kind of mistake it is, for those who know a remedy.
  public enum Reason: Hashable, Sendable {
    /// It can't be opened or read.
    case unreadable
    /// It is a recording up to the place.
    case damaged
    /// It is a recording that is whole, and the device that is meant is not in it, but these are.
    case withoutDevice(among: [RecordedDevice])
    /// It is a recording that does not say what its device is.
    case withoutDescription
    /// It is not what it should be.
    case malformed
  }

  /// The path by which people know the file.
  public var path: String
  /// The line, from 1, where there is one.
  public var line: Int?
  /// The byte within the line, from 1.
  public var column: Int?
  /// What is wrong there.
  public var sentence: String
  /// What kind of mistake it is.
  public var reason: Reason

  /// Makes a mistake from its place and a sentence about it.
  public init(
    _ path: String, line: Int? = nil, column: Int? = nil, _ sentence: String,
    because reason: Reason = .malformed
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.sentence = sentence
    self.reason = reason
  }
}

extension UnusableFile: CustomStringConvertible {
  /// The place and the sentence, such as `hand.yml:12:1: expected an event`.
  public var description: String {
    ([path] + [line, column].compactMap { $0.map { "\($0)" } }).joined(separator: ":")
      + ": \(sentence)"
  }
}
