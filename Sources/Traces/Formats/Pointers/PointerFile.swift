package import PantographBase
import PantographTouches

/// Collects a recording that is one JSON value, until it can be read whole.
struct PointerFile {
  /// The number of bytes in which the format is detected.
  private static let head = 1 << 16
  /// The number of bytes in which the value begins.
  private static let mostBlanks = 4096
  /// 64 MiB, hours of touches; each byte needs several more while the file is read.
  private static let most = 64 << 20

  private let choice: DeviceChoice
  private let formats: [RecordingFormat]
  private var bytes: [UInt8] = []
  private var reader: JSONReading?

  /// The format, once it is known.
  private(set) var format: RecordingFormat?
  /// The devices, once the file is complete.
  private(set) var devices: PointerDevices?
  /// The number of lines so far.
  private(set) var lineCount = 0

  init(choosing choice: DeviceChoice, among formats: [RecordingFormat]) {
    self.choice = choice
    self.formats = formats
  }

  /// Returns whether a file that begins like this is one JSON value: an object, or a list of objects.
  ///
  /// - Returns: `nil` if this is not known yet.
  static func begins(_ bytes: Span<UInt8>) -> Bool? {
    var isInList = false
    // The same bytes decide, whatever the size of the pieces.
    for index in 0..<min(bytes.count, mostBlanks) {
      switch bytes[index] {
      case 0x20, 0x09, 0x0a, 0x0d: break
      case 0xef where index == 0, 0xbb where index == 1, 0xbf where index == 2: break
      // Times of getevent are in brackets, too.
      case UInt8(ascii: "[") where !isInList: isInList = true
      case let byte: return byte == UInt8(ascii: "{")
      }
    }
    return bytes.count < mostBlanks ? nil : false
  }

  /// Takes the next bytes.
  mutating func append(_ piece: Span<UInt8>) throws(TraceError) {
    unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    if reader == nil, bytes.count >= Self.head { try detect() }
    guard bytes.count <= Self.most else {
      throw TraceError(
        .invalid(
          "a JSON recording of more than \(Self.most >> 20) MiB:"
            + " record fewer gestures in one file"),
        line: 1, column: 1)
    }
  }

  private mutating func detect() throws(TraceError) {
    let beginning = try? JSONNode(parsingBeginning: Array(bytes.prefix(Self.head)))
    for format in formats {
      guard let beginning, case .json(let reader) = format.reading, reader.recognizes(beginning)
      else { continue }
      self.format = format
      self.reader = reader
      return
    }
    throw TraceError(.unsupported(RecordingFormat.unknown(among: formats)), line: 1, column: 1)
  }

  /// Reads the complete file, and passes on each event with its line and the index of its device.
  mutating func finish(_ receive: (InputEvent, _ line: Int, _ device: Int) -> Void)
    throws(TraceError)
  {
    if reader == nil { try detect() }
    guard let reader else { return }
    lineCount = bytes.count { $0 == 0x0a } + (bytes.last == 0x0a ? 0 : 1)
    let recording: PointerRecording
    do {
      recording = try reader.read(JSONNode(parsing: bytes))
    } catch {
      throw TraceError(
        .invalid(error.sentence), line: error.line ?? 1, column: error.column ?? 1)
    }
    bytes = []
    let devices = try PointerDevices(of: recording, choosing: choice)
    self.devices = devices
    devices.forEachEvent(receive)
  }
}

/// A reader of a format that is one JSON value, with the pointers of a browser or a toolkit.
package protocol PointerReader: SendableMetatype {
  /// Returns whether a file that begins like this is of this format.
  ///
  /// The members and elements beyond the first 64 KiB are missing.
  static func recognizes(_ file: JSONNode) -> Bool

  /// Reads a whole file.
  static func read(_ file: JSONNode) throws(Complaint) -> PointerRecording
}

/// A reader of one JSON value, without its type.
struct JSONReading: Sendable {
  let recognizes: @Sendable (JSONNode) -> Bool
  let read: @Sendable (JSONNode) throws(Complaint) -> PointerRecording
}

/// A reader of a text with the pointers of a program, line by line.
package protocol PointerLineReader: SendableMetatype {
  /// Returns whether a line starts a recording of this format.
  static func recognizes(_ text: Span<UInt8>) -> Bool

  /// Creates a reader.
  init()

  /// Reads the next line, including the one that was recognised.
  mutating func read(_ text: Span<UInt8>, line: Int) throws(TraceError)

  /// Returns the recording when no more lines will come.
  mutating func finish() throws(TraceError) -> PointerRecording
}

/// Turns the pointers of a text into the events of a device, once all of its lines are read.
struct PointerLines<Reader: PointerLineReader>: LineReader {
  private let choice: DeviceChoice
  private var reader = Reader()
  /// The devices, once the recording is complete.
  private var found: PointerDevices?

  init(choosing choice: DeviceChoice) { self.choice = choice }

  static func recognizes(_ text: Span<UInt8>) -> Bool { Reader.recognizes(text) }

  static var hasNodes: Bool { true }
  var devices: [RecordedDevice] { found?.all ?? [] }
  var chosenDevice: RecordedDevice? { found?.chosen }
  var device: DeviceDescription { found?.chosen?.description ?? DeviceDescription() }
  var eventsOfOtherDevices: Int { found?.eventsOfOthers ?? 0 }
  var remarks: [String] { found?.remarks ?? [] }
  /// Events come only at the end, so that no line can be one that is cut off.
  var hasEvents: Bool { false }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    try Self.whole { () throws(TraceError) in try reader.read(text, line: line) }
  }

  mutating func finish(
    into events: inout [InputEvent], noting numbers: inout EventLines
  ) throws(TraceError) {
    let recording = try Self.whole { () throws(TraceError) in try reader.finish() }
    let found = try PointerDevices(of: recording, choosing: choice)
    self.found = found
    found.forEachEvent { event, line, device in
      events.append(event)
      numbers.note(line, device, of: events)
    }
  }

  /// Does something whose failure makes the whole file unusable: there are no events before it.
  private static func whole<Result>(
    _ work: () throws(TraceError) -> Result
  ) throws(TraceError) -> Result {
    do {
      return try work()
    } catch {
      throw TraceError(.invalid(error.sentence), line: error.line, column: error.column)
    }
  }
}

/// The ranges of numbers in recordings of pointers; nothing real exceeds them, and all fit the kernel's integers.
enum PointerLimits {
  /// Sizes, in pixels; ten times the width of the largest screens.
  static let pixels = 100_000.0
  /// Positions, in pixels; a captured pointer may leave the surface.
  static let positions = -1_000_000.0...1_000_000.0
  /// Pixels per millimetre; 0.1 is that of a wall of lamps, and no display has 200.
  static let density = 0.1...200.0
  /// Pointers at once; the kernel allows a device 1024 slots.
  static let pointers = 1024
  /// Stamps, in milliseconds: less than 292 years, all that the kernel counts.
  static let milliseconds = 0.0...9_000_000_000_000.0
  /// The numbers of pointers.
  static let ids = -9_007_199_254_740_991.0...9_007_199_254_740_991.0
}

extension JSONNode {
  /// Returns the member with this name, or an error that says what is missing.
  func member(_ name: String, _ what: String) throws(Complaint) -> JSONNode {
    if let member = self[name] { return member }
    throw error("missing key '\(name)': \(what)")
  }

  /// Returns the number of a pointer; a fraction would become another pointer.
  func identifier(_ what: String) throws(Complaint) -> Int {
    let number = try number(in: PointerLimits.ids, what)
    guard let whole = Int(exactly: number) else {
      throw error("expected \(what), a whole number")
    }
    return whole
  }

  /// Returns two numbers in a list.
  func pair(
    in range: ClosedRange<Double>, _ what: String
  ) throws(Complaint) -> (Double, Double) {
    let nodes = try elements()
    guard nodes.count == 2 else { throw error("expected a list of two numbers, each \(what)") }
    return (try nodes[0].number(in: range, what), try nodes[1].number(in: range, what))
  }
}
