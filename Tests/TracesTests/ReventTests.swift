import PantographEvdev
import PantographQuantities
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

  /// The version is at byte 6, the mode at 8, the devices from 16 to 62, the number of events at 63, and the
  /// first event at 103.
  @Test(
    arguments: [
      (6, 4, .invalid("version 4 of revent: only 2 and 3 are supported"), 7),
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
