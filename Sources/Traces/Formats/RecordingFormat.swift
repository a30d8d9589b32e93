package import PantographTouches

/// A recording format.
///
/// It is identified by its name. To add a format, write a reader and add it to ``allCases``.
package struct RecordingFormat: RawRepresentable, CaseIterable, Sendable {
  /// The name.
  package let rawValue: String
  /// How it is read.
  let reading: Reading

  /// How lines, or a whole JSON file, are recognised and read.
  enum Reading: Sendable {
    case lines(LineReading)
    case json(JSONReading)
  }

  /// Creates a format from its name and a reader of its lines.
  package init<Reader: LineReader>(_ name: String, readBy reader: Reader.Type) {
    rawValue = name
    reading = .lines(LineReading(by: reader))
  }

  /// Creates a format of JSON files from its name and reader.
  package init<Reader: PointerReader>(_ name: String, readBy reader: Reader.Type) {
    rawValue = name
    reading = .json(JSONReading(recognizes: Reader.recognizes, read: Reader.read))
  }

  /// Creates a format from its name and a reader of the pointers in its lines.
  package init<Reader: PointerLineReader>(_ name: String, readBy reader: Reader.Type) {
    rawValue = name
    reading = .lines(LineReading(by: PointerLines<Reader>.self))
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
    let names = formats.map { $0.rawValue }
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

/// Recognition of other programs' files that resemble evemu's.
enum ForeignFormat {
  /// Returns a message for a file that contains this line; `nil` if the line indicates no other format.
  static func complaint(_ text: Span<UInt8>) -> String? {
    if isUmockdev(text) {
      return "a umockdev device without events;"
        + " record them with `umockdev-record --evemu-events` or `pantograph record`"
    }
    if isHID(text) {
      return "a recording of HID reports (hid-recorder), not of input events;"
        + " record those from the device node with `pantograph record`"
    }
    return nil
  }

  /// `P: /devices/…`, the path in sysfs with which each device begins; or `@DEV /dev/…` of its ioctls.
  private static func isUmockdev(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    return cursor.skip("P: /devices/", text) || cursor.skip("@DEV /dev/", text)
  }

  /// `R: 83 05 0d`, a report descriptor: the number of its bytes, and these in hex.
  private static func isHID(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    guard cursor.skip("R: ", text), (try? cursor.unsigned(text, upTo: 1 << 16, "")) != nil,
      cursor.skip(" ", text)
    else { return false }
    let start = cursor.offset
    return (try? cursor.unsigned(text, base: 16, upTo: 0xff, "")) != nil
      && cursor.offset == start + 2
  }
}

/// A device in a recording.
package struct RecordedDevice: Hashable, Sendable {
  /// Its node when it was recorded, such as `/dev/input/event4`; empty if unknown.
  package var node: String
  /// Its description, as far as the recording contains it.
  package var description: DeviceDescription

  /// Creates a device from its node and its description.
  package init(node: String = "", description: DeviceDescription = DeviceDescription()) {
    self.node = node
    self.description = description
  }
}

/// The device of a recording that is read; most recordings have only one.
public enum DeviceChoice: Hashable, Sendable {
  /// The first touch device.
  ///
  /// Without a touch device, it is the only device, or none is read.
  case automatic
  /// All devices; `RecordingReader.eventDevices` contains the device of each event.
  case every
  /// The device with this number in the recording, from 1.
  case number(Int)
  /// The device with this node.
  case node(String)

  /// Returns whether this choice selects a device by number or node; an automatic choice does not.
  func selects(_ device: RecordedDevice, at index: Int) -> Bool {
    switch self {
    case .automatic, .every: false
    case .number(let number): index + 1 == number
    case .node(let node): device.node == node
    }
  }
}

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

    /// Gzip data that are truncated or invalid.
    static let damagedGzip = expected("more gzip data: it is damaged or truncated")
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

/// What a recording lacks, as comments in formats that have no other place for it.
package enum Remarks {
  /// What a comment with a remark begins with.
  static let comment: StaticString = "# note: "
  /// More than any reader has.
  private static let most = 100

  /// What remarks begin with that say how exact lengths and velocities are.
  static let unknownDensity = "the number of pixels per millimetre is unknown"
  static let interval = "the samples are"
  static let thinned = "only some of the positions are recorded"

  /// Returns those that say how exact lengths and velocities are, and so the results of a replay.
  package static func aboutExactness(_ remarks: [String]) -> [String] {
    remarks.filter { remark in
      [unknownDensity, interval, thinned].contains { remark.hasPrefix($0) }
    }
  }

  /// Adds the remark of a line, if it has one.
  static func read(_ text: Span<UInt8>, _ cursor: LineCursor, into remarks: inout [String]) {
    var cursor = cursor
    guard remarks.count < most, cursor.skip(comment, text) else { return }
    remarks.append(String(text, cursor.offset..<text.count))
  }
}

enum KernelClock {
  /// `KTIME_SEC_MAX` of Linux's ktime.h: the kernel counts 2⁶³ nanoseconds, which is 292 years.
  static let mostSeconds: UInt64 = 9_223_372_036
}

/// The description of a device in a recording, limited to the kernel's ranges.
///
/// Numbers beyond them are ignored: they come from damage, no event can have them, and keeping them in order
/// would take ever longer.
extension DeviceDescription {
  /// `EV_MAX` of Linux's input-event-codes.h.
  static let lastType: UInt16 = 0x1f
  /// `KEY_MAX`, the largest code of all types except axes, which have ``lastAxis``.
  static let lastCode: UInt16 = 0x2ff
  /// `ABS_MAX`.
  private static let lastAxis: UInt16 = 0x3f
  /// `INPUT_PROP_MAX`.
  private static let lastProperty: UInt16 = 0x1f

  /// Adds a code that the device can send.
  mutating func note(_ code: EventCode, of type: EventType) {
    let last = type == .absolute ? Self.lastAxis : Self.lastCode
    guard type.rawValue <= Self.lastType, code.rawValue <= last else { return }
    add(type, code)
  }

  /// Adds an absolute axis, or sets its range.
  mutating func note(axis code: EventCode, _ range: AxisRange) {
    guard code.rawValue <= Self.lastAxis else { return }
    add(axis: code, range)
  }

  /// Adds an input property in order; adding it twice has no effect.
  mutating func note(property: UInt16) {
    guard property <= Self.lastProperty, !properties.contains(property) else { return }
    properties.insert(property, at: properties.firstIndex { $0 > property } ?? properties.count)
  }
}
