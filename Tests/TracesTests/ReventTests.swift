import PantographBase
import PantographTouches
import PantographTraces
import Testing

@Suite struct `A recording of revent` {
  private static func little(_ number: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
  }

  /// A key of the first device, and a touch of the second one.
  private static let events = [
    event(5_000_100, 1, 116, 1), event(5_000_100, 0, 0, 0), event(5_000_200, 3, 57, 7),
    event(5_000_200, 3, 53, 94), event(5_000_200, 0, 0, 0), event(5_008_200, 3, 57, -1),
    event(5_008_200, 0, 0, 0),
  ]

  /// Returns the bytes of a recording with two devices.
  private static func recording(version: Int64 = 3, mode: Int64 = 0) -> [UInt8] {
    var bytes = Array("REVENT".utf8) + little(version, 2) + little(mode, 2)
    bytes += little(-1, 6) + little(2, 4)
    for node in ["/dev/input/event0", "/dev/input/event12"] {
      bytes += little(Int64(node.utf8.count), 4) + Array(node.utf8)
    }
    bytes += little(Int64(events.count), 8)
    if version == 3 { for time: Int64 in [5, 100, 5, 8200] { bytes += little(time, 8) } }
    for (index, event) in events.enumerated() {
      let time = event.time.microseconds
      bytes += little(index < 2 ? 0 : 1, 2) + little(time / 1_000_000, 8)
      bytes += little(time % 1_000_000, 8) + little(Int64(event.type.rawValue), 2)
      bytes += little(Int64(event.code.rawValue), 2) + little(Int64(event.value), 4)
    }
    return bytes
  }

  @Test(arguments: [2, 3], [1 << 16, 1, 7])
  func `has the events of the device that is touched`(version: Int64, pieces: Int) throws {
    let (reader, events) = try read(Self.recording(version: version), pieces: pieces)
    #expect(reader.format == .revent && reader.node == "/dev/input/event12")
    #expect(reader.devices.map(\.node) == ["/dev/input/event0", "/dev/input/event12"])
    #expect(events == Array(Self.events.dropFirst(2)) && reader.eventsOfOtherDevices == 2)
  }

  @Test func `has the events of a chosen device, or of all`() throws {
    let bytes = Self.recording()
    #expect(try read(bytes, choosing: .number(1)).1 == Array(Self.events.prefix(2)))
    #expect(try read(bytes, choosing: .node("/dev/input/event0")).1.count == 2)
    #expect(try read(bytes, choosing: .every).1 == Self.events)
    #expect(try read(bytes, choosing: .number(3)).1.isEmpty)
  }

  /// Returns the bytes of an old recording, whose events have four bytes of the device's index, `padding` bytes that are
  /// not used, and times of `size` bytes.
  private static func old(
    word: [UInt8] = [], padding: Int = 0, size: Int = 4, seconds: Int64 = 1_400_000_000
  ) -> [UInt8] {
    var bytes = word + little(2, 4)
    for node in ["/dev/input/event0", "/dev/input/event12"] {
      bytes += little(Int64(node.utf8.count), 4) + Array(node.utf8)
    }
    for (index, event) in events.enumerated() {
      let time = event.time.microseconds
      bytes += little(index < 2 ? 0 : 1, 4) + [UInt8](repeating: 0xa5, count: padding)
      bytes += little(seconds + time / 1_000_000, size) + little(time % 1_000_000, size)
      bytes += little(Int64(event.type.rawValue), 2) + little(Int64(event.code.rawValue), 2)
      bytes += little(Int64(event.value), 4)
    }
    return bytes
  }

  private static func later(_ events: some Sequence<InputEvent>, _ seconds: Int64) -> [InputEvent] {
    events.map { event in
      var event = event
      event.time = event.time.advanced(byMicroseconds: seconds * 1_000_000)
      return event
    }
  }

  /// The first recordings of Android machines with 32 bits, and what `revent.py` reads of versions 0 and 1.
  @Test(
    arguments: [
      ([], 0, 4), ([], 4, 8), ([], 4, 4), ([], 0, 8), (Array("REVENT\0\0".utf8), 4, 8),
      (Array("REVENT\u{1}\0".utf8), 4, 8),
    ] as [([UInt8], Int, Int)], [0, 1_400_000_000] as [Int64])
  func `is read without a number of events, and without a word before it`(
    layout: (word: [UInt8], padding: Int, size: Int), seconds: Int64
  ) throws {
    let bytes = Self.old(
      word: layout.word, padding: layout.padding, size: layout.size, seconds: seconds)
    for pieces in [1 << 16, 1, 7] {
      let (reader, events) = try read(bytes, pieces: pieces)
      #expect(reader.format == .revent && reader.node == "/dev/input/event12")
      #expect(reader.devices.map(\.node) == ["/dev/input/event0", "/dev/input/event12"])
      #expect(events == Self.later(Self.events.dropFirst(2), seconds))
      #expect(reader.eventsOfOtherDevices == 2 && reader.remarks.isEmpty)
    }
  }

  /// The last two of its events, of 20 bytes each, are a lifted finger and the end of its frame.
  @Test func `is left without an incomplete event after a frame`() throws {
    let bytes = Array(Self.old().dropLast(27))
    let (reader, events) = try read(bytes)
    #expect(events == Self.later(Self.events[2..<5], 1_400_000_000))
    #expect(reader.remarks == ["the last event is incomplete and left out"])
    let cut = Array(Self.old().dropLast(7))
    #expect(
      throws: TraceError(
        .expected("another event: the recording was cut off"), line: 1, column: cut.count - 12)
    ) { try read(cut) }
  }

  /// The first event is at byte 47: two numbers, a node of 17 bytes, another number and a node of 18.
  @Test(
    arguments: [
      (47 + 40, 2, .outOfRange("the index of a device"), 48 + 40),
      (47 + 40 + 10, 0xff, .outOfRange("microseconds"), 48 + 48),
    ] as [(Int, UInt8, TraceError.Reason, Int)])
  func `of the first layout reports the byte of an error`(
    index: Int, byte: UInt8, reason: TraceError.Reason, column: Int
  ) {
    var bytes = Self.old()
    bytes[index] = byte
    #expect(throws: TraceError(reason, line: 1, column: column)) { try read(bytes) }
  }

  /// Two small numbers and a node begin it; no text does.
  @Test(arguments: [0, 1, 4, 5, 8, 18])
  func `is not what begins otherwise`(index: Int) throws {
    var bytes = Self.old()
    bytes[index] = index == 0 || index == 4 ? 0 : 0x41
    #expect(throws: TraceError.self) { try read(bytes) }
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try? reader.read(bytes.span, into: &events)
    try? reader.finish(into: &events)
    #expect(reader.format == nil && events.isEmpty)
  }

  /// The version is at byte 6, the mode at 8, the devices from 16 to 62, the number of events at 63, and the
  /// first event at 103.
  @Test(
    arguments: [
      (6, 4, .invalid("version 4 of revent: only 0 to 3 are supported"), 7),
      (8, 1, .invalid("a revent recording of a gamepad, which has no touches"), 9),
      (17, 9, .outOfRange("the number of devices"), 17),
      (21, 90, .outOfRange("the length of a device node"), 21),
      (103, 2, .outOfRange("the index of a device"), 104),
      (112, 1, .outOfRange("a time in seconds"), 106),
      (120, 1, .outOfRange("microseconds"), 114),
      (63, 6, .expected("the end of the file"), 260),
      (63, 8, .expected("another event: the recording was cut off"), 286),
    ] as [(Int, UInt8, TraceError.Reason, Int)])
  func `reports the byte of an error`(
    index: Int, byte: UInt8, reason: TraceError.Reason, column: Int
  ) {
    var bytes = Self.recording()
    bytes[index] = byte
    #expect(throws: TraceError(reason, line: 1, column: column)) { try read(bytes) }
  }

  @Test func `has the events before damage`() throws {
    let bytes = Array(Self.recording().dropLast(30))
    var reader = RecordingReader()
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    #expect(throws: TraceError.self) { try reader.finish(into: &events) }
    #expect(events == Array(Self.events[2..<5]))
    #expect(throws: TraceError.self) { try read(Array(Self.recording().prefix(10))) }
    #expect(throws: TraceError.self) { try read("REVEN") }
  }
}
