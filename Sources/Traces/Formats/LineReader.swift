package import PantographTouches

/// A reader of one recording format, line by line.
///
/// A format with one device needs the first four members; the others have defaults.
package protocol LineReader: SendableMetatype {
  /// Returns whether a line starts a recording of this format.
  static func recognizes(_ text: Span<UInt8>) -> Bool

  /// Creates a reader.
  init(choosing choice: DeviceChoice)

  /// The description of the device whose events are read.
  var device: DeviceDescription { get }

  /// Reads the next line, including the one that was recognised, and appends its events.
  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError)

  /// Whether a recording can have several devices, with their nodes.
  static var hasNodes: Bool { get }
  /// The devices so far.
  var devices: [RecordedDevice] { get }
  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { get }
  /// The index in ``devices`` of the device of the last event, if all are read.
  var lastDevice: Int { get }
  /// The number of events that were omitted because they belong to other devices.
  var eventsOfOtherDevices: Int { get }
  /// Whether events of any device have begun; the lines before are a description.
  var hasEvents: Bool { get }
  /// Whether the last line did not belong to the format, such as the prompt after a copied transcript.
  var hasIgnoredLine: Bool { get }
  /// Whether the last line ended a frame of any device; `nil` if there is only one device.
  var hasEndedFrame: Bool? { get }
  /// What the recording lacks, each as a sentence; complete at the end.
  var remarks: [String] { get }
  /// Appends the events that were held back, when no more lines will come.
  ///
  /// Those whose line it does not note get the first line.
  mutating func finish(
    into events: inout [InputEvent], noting numbers: inout EventLines
  ) throws(TraceError)
  /// Throws if something that was announced is missing at the end.
  func checkEnd(line: Int) throws(TraceError)

  /// Reads all lines of a piece.
  ///
  /// Each format has its own specialised loop, so that its lines are read without dynamic dispatch.
  mutating func readLines(
    of piece: Span<UInt8>, cutBy lines: inout LineSplitter, into events: inout [InputEvent],
    noting numbers: inout EventLines
  ) throws(TraceError)
}

extension LineReader {
  package static var hasNodes: Bool { false }
  package var devices: [RecordedDevice] { [RecordedDevice(description: device)] }
  package var chosenDevice: RecordedDevice? { RecordedDevice(description: device) }
  package var lastDevice: Int { 0 }
  package var eventsOfOtherDevices: Int { 0 }
  package var hasEvents: Bool { true }
  package var hasIgnoredLine: Bool { false }
  package var hasEndedFrame: Bool? { nil }
  package var remarks: [String] { [] }
  package mutating func finish(
    into events: inout [InputEvent], noting numbers: inout EventLines
  ) throws(TraceError) {}
  package func checkEnd(line: Int) throws(TraceError) {}

  package mutating func readLines(
    of piece: Span<UInt8>, cutBy lines: inout LineSplitter, into events: inout [InputEvent],
    noting numbers: inout EventLines
  ) throws(TraceError) {
    try lines.split(piece) { (text, line) throws(TraceError) in
      try read(text, line: line, into: &events)
      numbers.note(line, lastDevice, of: events)
    }
  }
}

/// The line and the device of each event, if requested.
package struct EventLines {
  /// Whether they are kept.
  var areKept = false
  /// The numbers, from 1.
  var numbers: [Int] = []
  /// The indices of the devices.
  var devices: [Int] = []

  /// Records a line and a device for all events that have none yet.
  @inline(__always)
  mutating func note(_ line: Int, _ device: @autoclosure () -> Int, of events: [InputEvent]) {
    if areKept { keep(line, device(), upTo: events.count) }
  }

  /// Records one line after the other, and a device, for all events that have none yet.
  @inline(__always)
  mutating func note(
    linesFrom line: Int, _ device: @autoclosure () -> Int, of events: [InputEvent]
  ) {
    guard areKept else { return }
    for index in 0..<(events.count - numbers.count) {
      keep(line + index, device(), upTo: numbers.count + 1)
    }
  }

  /// Separate, so that the check whether they are kept can be inlined for every line.
  @inline(never)
  private mutating func keep(_ line: Int, _ device: Int, upTo count: Int) {
    while numbers.count < count {
      numbers.append(line)
      devices.append(device)
    }
  }
}
