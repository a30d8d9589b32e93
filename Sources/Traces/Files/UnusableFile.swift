package import PantographBase

/// Why a file or a device can't be used, with the position in the file.
public struct UnusableFile: Error, Hashable, Sendable {
  /// The reason, for callers that know a remedy.
  package enum Reason: Hashable, Sendable {
    /// It can't be opened or read.
    case unreadable
    /// It is a valid recording up to the position.
    case damaged
    /// It is a whole recording without the requested device; these are its devices.
    case withoutDevice(among: [RecordedDevice])
    /// It is a recording without a description of its device.
    case withoutDescription
    /// It is a device that the system doesn't let this process use, with the error number.
    case refused(errno: Int32)
    /// It is not what it should be.
    case malformed
  }

  /// The path as the user gave it.
  public var path: String
  /// The line, from 1, if there is one.
  public var line: Int?
  /// The byte within the line, from 1.
  public var column: Int?
  /// What is wrong.
  public var sentence: String
  /// The reason.
  package var reason: Reason

  /// Creates an error from its position and message.
  package init(
    _ path: String, line: Int? = nil, column: Int? = nil, _ sentence: String,
    because reason: Reason = .malformed
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.sentence = sentence
    self.reason = reason
  }

  /// Creates an error from what is wrong in a file.
  package init(_ path: String, _ complaint: Complaint) {
    self.init(path, line: complaint.line, column: complaint.column, complaint.sentence)
  }
}

extension UnusableFile: CustomStringConvertible {
  /// The position and the message, such as `flick.yml:12:1: expected an event`.
  public var description: String {
    ([path] + [line, column].compactMap { $0.map { "\($0)" } }).joined(separator: ":")
      + ": \(sentence)"
  }
}
