import PantographBase
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
  private var reader: (any PointerReader.Type)?

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
    let recording: PointerRecording
    do {
      recording = try reader.read(JSONNode(parsing: bytes))
    } catch {
      throw TraceError(
        .invalid(error.message), line: error.location.line, column: error.location.column)
    }
    bytes = []
    let devices = try PointerDevices(of: recording, choosing: choice)
    self.devices = devices
    devices.forEachEvent(receive)
  }
}
