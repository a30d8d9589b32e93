/// A format in which recordings are kept.
///
/// It is known by its name. To add one takes a reader of its lines, and a place among ``allCases``.
public struct RecordingFormat: RawRepresentable, CaseIterable, Sendable {
  /// What it is called.
  public let rawValue: String
  /// What reads it.
  package let reader: any LineReader.Type

  /// Makes a format from its name and what reads it.
  package init(_ name: String, readBy reader: any LineReader.Type) {
    rawValue = name
    self.reader = reader
  }

  /// The known format of this name.
  public init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }

  /// evemu's text, versions 1.0 to 1.3.
  public static let evemu = RecordingFormat("evemu", readBy: EvemuReader.self)
  /// The YAML of `libinput record`, version 1.
  public static let libinput = RecordingFormat("libinput", readBy: LibinputReader.self)
  /// What evtest prints; it is only read.
  public static let evtest = RecordingFormat("evtest", readBy: EvtestReader.self)
  /// What Android's getevent prints; it is only read.
  public static let getevent = RecordingFormat("getevent", readBy: GeteventReader.self)

  /// All that are known, in the order in which they are asked whether a recording is theirs.
  public static let allCases: [RecordingFormat] = [.evemu, .libinput, .evtest, .getevent]

  /// The formats that can be written as well as read.
  public static let writable: [RecordingFormat] = [.evemu, .libinput]

  /// The format that a file of this name should be written in, if its ending tells.
  public init?(path: String) {
    if path.hasSuffix(".yml") || path.hasSuffix(".yaml") {
      self = .libinput
    } else if path.hasSuffix(".evemu") || path.hasSuffix(".events") {
      self = .evemu
    } else {
      return nil
    }
  }
}

extension RecordingFormat: Hashable, CustomStringConvertible {
  /// Whether both have the same name.
  public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The name.
  public var description: String { rawValue }
}
