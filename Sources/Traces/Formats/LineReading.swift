import PantographTouches

/// How the lines of a format are recognised, and its reader made.
struct LineReading: Sendable {
  let recognizes: @Sendable (Span<UInt8>) -> Bool
  let hasNodes: Bool
  let makeReader: @Sendable (DeviceChoice) -> any SharedLineReader

  init<Reader: LineReader>(by reader: Reader.Type) {
    recognizes = Reader.recognizes
    hasNodes = Reader.hasNodes
    makeReader = { LineReaderBox(Reader(choosing: $0)) }
  }
}

/// A ``LineReader`` of any format, behind a reference.
///
/// Embedded Swift has no other values whose type is unknown, and not if the protocol inherits from one for values.
protocol SharedLineReader: AnyObject {
  var device: DeviceDescription { get }
  var devices: [RecordedDevice] { get }
  var chosenDevice: RecordedDevice? { get }
  var lastDevice: Int { get }
  var eventsOfOtherDevices: Int { get }
  var hasEvents: Bool { get }
  var hasIgnoredLine: Bool { get }
  var hasEndedFrame: Bool? { get }
  var remarks: [String] { get }

  func readLines(
    of piece: Span<UInt8>, cutBy lines: inout LineSplitter, into events: inout [InputEvent],
    noting numbers: inout EventLines
  ) throws(TraceError)
  func finish(
    into events: inout [InputEvent], noting numbers: inout EventLines
  ) throws(TraceError)
  func checkEnd(line: Int) throws(TraceError)
}

/// A reader of the lines of one format, behind a reference.
final class LineReaderBox<Reader: LineReader>: SharedLineReader {
  private var reader: Reader

  init(_ reader: Reader) { self.reader = reader }

  var device: DeviceDescription { reader.device }
  var devices: [RecordedDevice] { reader.devices }
  var chosenDevice: RecordedDevice? { reader.chosenDevice }
  var lastDevice: Int { reader.lastDevice }
  var eventsOfOtherDevices: Int { reader.eventsOfOtherDevices }
  var hasEvents: Bool { reader.hasEvents }
  var hasIgnoredLine: Bool { reader.hasIgnoredLine }
  var hasEndedFrame: Bool? { reader.hasEndedFrame }
  var remarks: [String] { reader.remarks }

  func readLines(
    of piece: Span<UInt8>, cutBy lines: inout LineSplitter, into events: inout [InputEvent],
    noting numbers: inout EventLines
  ) throws(TraceError) {
    try reader.readLines(of: piece, cutBy: &lines, into: &events, noting: &numbers)
  }

  func finish(
    into events: inout [InputEvent], noting numbers: inout EventLines
  ) throws(TraceError) {
    try reader.finish(into: &events, noting: &numbers)
  }

  func checkEnd(line: Int) throws(TraceError) { try reader.checkEnd(line: line) }
}
