import PantographEvdev
import PantographJSON

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
  private var reader: (any PointerReader.Type)?

  /// The format, once it is known.
  private(set) var format: RecordingFormat?
  /// The devices, each with its events, once the file is complete.
  private var parts: [PointerDevice] = []
  /// What the recording lacks.
  private(set) var remarks: [String] = []
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

  /// The devices so far: a touchscreen, a pen, or both.
  var devices: [RecordedDevice] { parts.map(\.device) }

  /// The index of the device whose events are read, if there is one.
  private var chosen: Int? {
    switch choice {
    case .automatic, .every: parts.isEmpty ? nil : 0
    case .number, .node: parts.indices.first { choice.selects(parts[$0].device, at: $0) }
    }
  }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { chosen.map { parts[$0].device } }

  /// The number of events that are left out because they belong to other devices.
  var eventsOfOtherDevices: Int {
    guard choice != .every else { return 0 }
    return parts.indices.reduce(0) { $0 + ($1 == chosen ? 0 : parts[$1].events.count) }
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
      guard let beginning, case .json(let reader) = format.reader, reader.recognizes(beginning)
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
    var recording: PointerRecording
    do {
      recording = try reader.read(JSONNode(parsing: bytes))
    } catch {
      throw TraceError(
        .invalid(error.message), line: error.location.line, column: error.location.column)
    }
    bytes = []
    recording.clean()
    let most = recording.mostAtOnce
    guard 1...PointerLimits.pointers ~= most else {
      let sentence =
        most == 0
        ? "no pointer touches in it: nothing to replay"
        : "\(most) pointers are down at once: their ends are missing"
      throw TraceError(.invalid(sentence), line: 1, column: 1)
    }
    remarks = recording.remarks
    parts = [false, true].compactMap { PointerDevice(pens: $0, of: recording) }
    for (index, part) in parts.enumerated() where choice == .every || index == chosen {
      for (event, line) in part.events { receive(event, line, index) }
    }
  }
}
