import PantographBase
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

/// Reads lines of events in the format that evemu itself writes: `E: 0.000001 0003 0035 812`, with fields of known
/// widths.
///
/// Any other line, and damage, is left to ``EvemuReader``.
struct UsualLines {
  /// The length of the shortest line, with one digit of seconds and one of the value, and its line end.
  private static let shortest = 24
  /// The length of the longest line: eight digits of seconds, a sign and seven digits of the value, and its line end.
  private static let longest = 38

  private var time = UsualTime()

  /// Appends the events of the usual lines at the start of a text.
  ///
  /// - Returns: The number of lines, and of their bytes. The last bytes of a text are never read, because a line could
  ///   continue after them.
  mutating func read(
    _ text: Span<UInt8>, into events: inout [InputEvent]
  ) -> (count: Int, size: Int) {
    let countBefore = events.count
    var start = 0
    unsafe text.withUnsafeBytes { bytes in
      // Reserves the memory once instead of for each event.
      events.append(addingCapacity: bytes.count / Self.shortest) { events in
        while let (event, end) = unsafe event(in: bytes, from: start) {
          events.append(event)
          start = end
        }
      }
    }
    return (events.count - countBefore, start)
  }

  /// Returns the event of the line at `start`, and the start of the next one.
  @inline(__always)
  private mutating func event(
    in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (event: InputEvent, end: Int)? {
    guard bytes.count &- start >= Self.longest,
      unsafe time.isRepeated(in: bytes, from: start) || time.read(bytes, from: start)
    else { return nil }
    // `.000001 0003 0035 812`: all fields but the value have fixed positions.
    let point = start &+ time.point
    let type = unsafe EightBytes(bytes, from: point &+ 8)
    let code = unsafe EightBytes(bytes, from: point &+ 10)
    guard code.has(" ", at: 2), code.has(" ", at: 7) else { return nil }
    let isNegative = unsafe bytes[point &+ 18] == UInt8(ascii: "-")
    let value = point &+ (isNegative ? 19 : 18)
    let digits = unsafe EightBytes(bytes, from: value)
    guard let count = digits.countBeforeLineFeed, count > 0,
      let magnitude = digits.keeping(first: count).decimal,
      let (type, code) = EightBytes(four: type, from: 0, andFour: code, from: 3).twoHexadecimals
    else { return nil }
    let number = Int32(truncatingIfNeeded: magnitude)
    return (
      InputEvent(
        time: time.value, type: EventType(rawValue: type), code: EventCode(rawValue: code),
        value: isNegative ? 0 &- number : number),
      value &+ count &+ 1
    )
  }
}

/// The beginning of a usual line, up to its time, such as `E: 0.000001 `.
///
/// It is kept for the next line, because all events of a frame have the same time.
private struct UsualTime {
  /// The time; at first 0.
  private(set) var value = Timestamp(microseconds: 0)
  /// The position of the point in the line.
  private(set) var point = 4
  /// The first eight characters, those from the first digit on, and those from the point on.
  private var head = EightBytes("E: 0.000")
  private var digits = EightBytes("0.000000")
  private var decimals = EightBytes(".000000 ")

  /// Returns whether the line at `start` begins the same.
  @inline(__always)
  func isRepeated(in bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    unsafe EightBytes(bytes, from: start) == head && EightBytes(bytes, from: start &+ 3) == digits
      && EightBytes(bytes, from: start &+ point) == decimals
  }

  /// Reads the beginning of the line at `start`, and returns whether it has the usual format.
  @inline(never)
  mutating func read(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    let head = unsafe EightBytes(bytes, from: start)
    guard head.has("E", at: 0), head.has(":", at: 1), head.has(" ", at: 2) else { return false }
    var point = 3
    var seconds: Int64 = 0
    // Seconds have at most eight digits, all of which are compared.
    while point < 11, unsafe bytes[start &+ point] != UInt8(ascii: ".") {
      let digit = unsafe Int64(bytes[start &+ point] &- UInt8(ascii: "0"))
      if digit > 9 { return false }
      seconds = seconds &* 10 &+ digit
      point &+= 1
    }
    guard point > 3, unsafe bytes[start &+ point] == UInt8(ascii: ".") else { return false }
    let decimals = unsafe EightBytes(bytes, from: start &+ point)
    guard decimals.has(" ", at: 7),
      let microseconds = decimals.shifted.keeping(last: 6).decimal
    else { return false }
    self.point = point
    value = Timestamp(microseconds: seconds &* 1_000_000 &+ Int64(microseconds))
    self.head = head
    digits = unsafe EightBytes(bytes, from: start &+ 3)
    self.decimals = decimals
    return true
  }
}
