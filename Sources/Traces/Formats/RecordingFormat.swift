/// A recording format.
///
/// It is identified by its name. To add a format, write a reader and add it to ``allCases``.
package struct RecordingFormat: RawRepresentable, CaseIterable, Sendable {
  /// The name.
  package let rawValue: String
  /// The type of its reader.
  let reader: Reader

  /// A reader of lines, or of a whole JSON file.
  enum Reader: Sendable {
    case lines(any LineReader.Type)
    case json(any PointerReader.Type)
  }

  /// Creates a format from its name and a reader of its lines.
  package init(_ name: String, readBy reader: any LineReader.Type) {
    rawValue = name
    self.reader = .lines(reader)
  }

  /// Creates a format of JSON files from its name and reader.
  package init(_ name: String, readBy reader: any PointerReader.Type) {
    rawValue = name
    self.reader = .json(reader)
  }

  /// Creates a format from its name and a reader of the pointers in its lines.
  package init<Reader: PointerLineReader>(_ name: String, readBy reader: Reader.Type) {
    rawValue = name
    self.reader = .lines(PointerLines<Reader>.self)
  }

  /// Returns the known format with this name.
  package init?(rawValue name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }

  /// evemu's text format, versions 1.0 to 1.3.
  package static let evemu = RecordingFormat("evemu", readBy: EvemuReader.self)
  /// The YAML of `libinput record`, version 1.
  package static let libinput = RecordingFormat("libinput", readBy: LibinputReader.self)
  /// The output of evtest; it is only read.
  package static let evtest = RecordingFormat("evtest", readBy: EvtestReader.self)
  /// The output of Android's getevent; it is only read.
  package static let getevent = RecordingFormat("getevent", readBy: GeteventReader.self)
  /// The bytes of events in a script of umockdev; it is only read.
  package static let umockdev = RecordingFormat("umockdev", readBy: UmockdevReader.self)
  /// The binary recordings of revent; they are only read.
  package static let revent = RecordingFormat("revent", readBy: ReventReader.self)
  /// The pointer events of a web page, as Pantograph's recorder saves them; it is only read.
  package static let pointers = RecordingFormat("pointer-recording", readBy: PageReader.self)
  /// The actions of W3C WebDriver; `pantograph convert --to w3c` writes them.
  package static let actions = RecordingFormat("w3c", readBy: ActionsReader.self)
  /// The pointer events that a Flutter test records; they are only read.
  package static let flutter = RecordingFormat("flutter", readBy: FlutterReader.self)
  /// The touches in a recording of rrweb; it is only read.
  package static let rrweb = RecordingFormat("rrweb", readBy: RRWebReader.self)
  /// The activity log of libgestures; it is only read.
  package static let libgestures = RecordingFormat("libgestures", readBy: LibgesturesReader.self)
  /// The output of `libinput debug-events`; only its touches are read.
  package static let debugEvents = RecordingFormat(
    "libinput-debug-events", readBy: DebugEventsReader.self)
  /// Android's input events in a trace of Perfetto, as a table; they are only read.
  package static let perfetto = RecordingFormat("perfetto", readBy: PerfettoReader.self)

  /// All known formats, in the order in which they are tried.
  package static let allCases: [RecordingFormat] = [
    .evemu, .libinput, .evtest, .getevent, .umockdev, .revent, .pointers, .actions, .flutter,
    .rrweb,
    .libgestures, .debugEvents, .perfetto,
  ]

  /// Returns the message about a file in none of these formats.
  static func unknown(among formats: [RecordingFormat]) -> String {
    let names = formats.map(\.rawValue)
    guard names.count > 1 else { return "not a recording of the format \(names.joined())" }
    return "unrecognised recording format; supported are "
      + names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")"
  }

  /// The formats that can also be written.
  package static let writable: [RecordingFormat] = [.evemu, .libinput]

  /// Returns the format for writing a file of this name, if its extension implies one.
  package init?(path: String) {
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
  /// Returns whether both have the same name.
  package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The name.
  package var description: String { rawValue }
}
