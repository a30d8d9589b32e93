import PantographTouches

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
