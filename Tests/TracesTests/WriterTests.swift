import PantographBase
import PantographTouches
import PantographTraces
import Testing

@Suite struct `A written recording` {
  private static let device: DeviceDescription = {
    var device = DeviceDescription()
    device.name = "A \"pad\" \\ of\nmine"
    device.identity = .init(bus: 3, vendor: 0x46d, product: 0xc52b, version: 0x111)
    device.properties = [0, 2]
    device.add(.key, EventCode(rawValue: 330))
    device.add(.key, EventCode(rawValue: 30))
    device.add(.relative, EventCode(rawValue: 8))
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: 5))
    device.add(
      axis: .absMTPositionX,
      AxisRange(minimum: -7, maximum: 1940, fuzz: 1, flat: 2, resolution: 20))
    return device
  }()

  private static let frames: [[InputEvent]] = [
    [event(5_000_007, 3, 53, -1), event(5_000_007, 3, 0, .min), event(5_000_007, 0, 0, 0)],
    [event(5_000_008, 1, 330, 1), event(5_000_008, 0, 0, 0)],
    [event(65_123_456, 3, 53, .max), event(65_123_456, 0, 0, 0)],
  ]

  @Test(arguments: RecordingFormat.writable)
  func `keeps in comments what the original lacks`(format: RecordingFormat) throws {
    let remarks = ["the samples are 20.0 ms apart", "a second one\nin two lines"]
    var writer = RecordingWriter(format, remarks: remarks)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(description: Self.device), to: &bytes)
    writer.write(Self.frames[0], to: &bytes)
    // Comments among events are none of it.
    bytes += Array("# note: later\n".utf8)
    let (reader, events) = try read(String(decoding: bytes, as: UTF8.self))
    #expect(reader.remarks == [remarks[0], "a second one in two lines"])
    #expect(events.count == Self.frames[0].count)
  }

  @Test(arguments: RecordingFormat.writable)
  func `is read like the original`(format: RecordingFormat) throws {
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.begin(
      RecordedDevice(node: "/dev/input/event3", description: Self.device), to: &bytes)
    for frame in Self.frames { writer.write(frame, to: &bytes) }
    let (reader, events) = try read(String(decoding: bytes, as: UTF8.self))
    #expect(reader.format == format)
    var device = Self.device
    device.name = "A \"pad\" \\ of mine"
    #expect(reader.device == device)
    // Times are relative to the first event; evemu's player needs that to be after 0.
    let shift = 5_000_007 - (format == .evemu ? 1 : 0) as Int64
    let expected = Self.frames.flatMap { $0 }.map { event in
      var event = event
      event.time.microseconds -= shift
      return event
    }
    #expect(events == expected)
  }

  @Test(arguments: RecordingFormat.writable)
  func `may contain only a description`(format: RecordingFormat) throws {
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(description: Self.device), to: &bytes)
    let (reader, events) = try read(String(decoding: bytes, as: UTF8.self))
    #expect(reader.device.axes.count == 2)
    #expect(events.isEmpty)
  }
}
