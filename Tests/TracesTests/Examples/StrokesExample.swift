import Foundation
import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// Reads strokes: the positions of one finger, in tenths of a millimetre, at times in milliseconds.
///
///     strokes 1000 650
///     0 100 300
///     8 125 300
///     16 -
struct StrokeReader: LineReader {
  private(set) var device = DeviceDescription()
  private var isDown = false

  init(choosing choice: DeviceChoice) {}

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    return cursor.skip("strokes ", text)
  }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    var cursor = LineCursor(line: line)
    if LineCursor.isComment(text) { return }
    if cursor.skip("strokes ", text) { return try begin(text, &cursor) }

    let milliseconds = try cursor.unsigned(text, upTo: 1 << 40, "a time in milliseconds")
    let time = Timestamp(microseconds: Int64(milliseconds) * 1000)
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    cursor.skipBlanks(text)
    if cursor.skip("-", text) {
      add(.absolute, .absMTTrackingID, -1)
      isDown = false
    } else {
      let x = try cursor.signed(text, "a position in tenths of a millimetre")
      cursor.skipBlanks(text)
      let y = try cursor.signed(text, "a position in tenths of a millimetre")
      if !isDown { add(.absolute, .absMTTrackingID, Int32(line)) }
      isDown = true
      add(.absolute, .absMTPositionX, x)
      add(.absolute, .absMTPositionY, y)
    }
    add(.synchronization, .synReport, 0)
    try cursor.checkEnd(text)
  }

  /// `strokes 1000 650`: the size of the pad.
  private mutating func begin(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    device.name = "strokes"
    device.properties = [DeviceDescription.pointer]
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 0))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    for axis in [EventCode.absMTPositionX, .absMTPositionY] {
      let size = try cursor.signed(text, "a size in tenths of a millimetre")
      cursor.skipBlanks(text)
      device.add(axis: axis, AxisRange(minimum: 0, maximum: size, resolution: 10))
    }
    try cursor.checkEnd(text)
  }
}

extension RecordingFormat {
  /// One finger's positions as text; it is only read.
  static let strokes = RecordingFormat("strokes", readBy: StrokeReader.self)
}

@Suite struct `A custom format` {
  private func read(_ text: String, piece: Int = 1 << 16) throws -> (
    DeviceDescription, [InputEvent]
  ) {
    var reader = RecordingReader(among: RecordingFormat.allCases + [.strokes])
    var events: [InputEvent] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try reader.read(Array(bytes[start..<min(start + piece, bytes.count)]).span, into: &events)
    }
    try reader.finish(into: &events)
    #expect(reader.format == .strokes && reader.devices.count == 1)
    return (reader.device, events)
  }

  private let stroke = "# a stroke\nstrokes 1000 650\n0 100 300\n8 125 300\n16 -\n"

  @Test(arguments: [1, 7, 1000]) func `is read in pieces of any size`(piece: Int) throws {
    let (device, events) = try read(stroke, piece: piece)
    #expect(device.range(of: .absMTPositionX)?.maximum == 1000)
    #expect(device.range(of: .absMTPositionY)?.resolution == 10 && device.isTouched)
    let positions = events.filter { $0.code == .absMTPositionX }.map(\.value)
    #expect(positions == [100, 125])
    #expect(events.filter(\.endsFrame).map(\.time.microseconds) == [0, 8000, 16000])
    #expect(events.filter { $0.code == .absMTTrackingID }.map(\.value) == [3, -1])
  }

  @Test func `can be converted to another`() throws {
    let (device, events) = try read(stroke)
    var bytes: [UInt8] = []
    var writer = RecordingWriter(.libinput)
    writer.begin(RecordedDevice(description: device), to: &bytes)
    writer.write(events, to: &bytes)

    var reader = RecordingReader()
    var again: [InputEvent] = []
    try reader.read(bytes.span, into: &again)
    try reader.finish(into: &again)
    #expect(again == events && reader.device == device && reader.format == .libinput)
  }

  @Test(arguments: [
    ("strokes 1000 650\n0 100 x\n", "2:7: expected a position in tenths of a millimetre"),
    ("strokes 1000\n", "1:13: expected a size in tenths of a millimetre"),
    ("strokes 1000 650\n0 100 300 7\n", "2:11: expected the end of the line"),
    ("stroke 1000 650\n", "1:1: unrecognised recording format"),
  ])
  func `reports the location of an error`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) { try read(text) }
    #expect(error.map { "\($0)".hasPrefix(sentence) } ?? false, "\(String(describing: error))")
  }

  /// The example of the module's documentation.
  @Test func `is read like built-in formats`() throws {
    let file = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
    let bytes = [UInt8](try Data(contentsOf: file))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    #expect(events.count == 190)
  }
}
