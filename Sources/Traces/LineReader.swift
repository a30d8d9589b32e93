package import Evdev

/// What reads one format, line by line.
///
/// A format with one device needs the first four; what is below has a default for it.
package protocol LineReader: SendableMetatype {
  /// Whether a line shows that a recording of this format has begun.
  static func recognizes(_ text: Span<UInt8>) -> Bool

  /// Makes a reader that has read nothing.
  init(choosing choice: DeviceChoice)

  /// What the device whose events are read says of itself.
  var device: DeviceDescription { get }

  /// Reads the next line, the one that was recognised included, and appends the events in it.
  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError)

  /// Whether a recording can have several devices, and tells their nodes.
  static var hasNodes: Bool { get }
  /// The devices so far.
  var devices: [RecordedDevice] { get }
  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { get }
  /// The index in ``devices`` of the device of the last event, where all are read.
  var lastDevice: Int { get }
  /// The number of events that were left out because they are of other devices.
  var eventsOfOtherDevices: Int { get }
  /// Whether events have begun, of whichever device: what comes before them is a description.
  var hasEvents: Bool { get }
  /// Whether the last line was none of the format's, as the prompt after a copied transcript.
  var hasPassedOver: Bool { get }
  /// Whether the last line ended a frame, where the frame may be another device's.
  var hasEndedFrame: Bool? { get }
  /// Appends what was held back, when no more lines will come.
  mutating func finish(into events: inout [InputEvent])
  /// Refuses an end at which something announced has not come.
  func checkEnd(line: Int) throws(TraceError)

  /// Reads all lines of a piece.
  ///
  /// Each format has this for itself, so that its lines are read without asking each time whose they are.
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
  package var hasPassedOver: Bool { false }
  package var hasEndedFrame: Bool? { nil }
  package mutating func finish(into events: inout [InputEvent]) {}
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

/// The line and the device of each event, if they are asked for.
package struct EventLines {
  /// Whether they are kept.
  var areKept = false
  /// The numbers, from 1.
  var numbers: [Int] = []
  /// The indices of the devices.
  var devices: [Int] = []

  /// Takes a line and a device for those of all events that have none yet.
  @inline(__always)
  mutating func note(_ line: Int, _ device: @autoclosure () -> Int, of events: [InputEvent]) {
    if areKept { keep(line, device(), upTo: events.count) }
  }

  /// Apart from the question whether they are kept, which is small enough to be asked in place for every line.
  @inline(never)
  private mutating func keep(_ line: Int, _ device: Int, upTo count: Int) {
    while numbers.count < count {
      numbers.append(line)
      devices.append(device)
    }
  }
}
