import PantographBase
import PantographTouches
import PantographTraces
import Testing

@Suite struct `A log of libgestures` {
  /// Two fingers on a pad of 100 × 60 mm, with 10 units per mm across and 20 along, from (100, 200) on.
  private static let log = """
    { "entries": [
      { "type": "propChange", "name": "x", "value": 1 },
      { "type": "hardwareState", "timestamp": 1.5, "buttonsDown": 0, "touchCount": 1, "fingers": [
        { "positionX": 400, "positionY": 800, "pressure": 51, "trackingId": 7, "touchMajor": 40, "touchMinor": 20 } ] },
      { "type": "hardwareState", "timestamp": 1.5125, "buttonsDown": 0, "fingers": [
        { "positionX": 410, "positionY": 800, "pressure": 102, "trackingId": 7, "touchMajor": 40, "touchMinor": 20 },
        { "positionX": 600, "positionY": 800, "pressure": 300, "trackingId": 8, "touchMajor": 40, "touchMinor": 20 } ] },
      { "type": "gesture", "gestureType": "scroll", "startTime": 1, "endTime": 2, "dx": 1, "dy": 0 },
      { "type": "hardwareState", "timestamp": 1.525, "buttonsDown": 1, "fingers": [
        { "positionX": 600, "positionY": 820, "pressure": 51, "trackingId": 8, "touchMajor": 40, "touchMinor": 20 } ] },
      { "type": "hardwareState", "timestamp": 1.5375, "buttonsDown": 0, "fingers": [] } ],
      "hardwareProperties": { "left": 100, "top": 200, "right": 1100, "bottom": 1400, "xResolution": 10, "yResolution": 20 } }
    """

  @Test func `may begin with a changed property of either name`() throws {
    let text = Self.log.replacing("propChange", with: "propertyChange")
    #expect(try Pointers(text).events == Pointers(Self.log).events)
  }

  @Test(arguments: [1, 1 << 16]) func `becomes the events of a touchpad`(pieces: Int) throws {
    let recording = try Pointers(Self.log, pieces: pieces)
    #expect(recording.format == "libgestures" && recording.device.name == "libgestures touchpad")
    let surface = try recording.surface
    #expect(surface.kind == .touchpad && !surface.isSizeAssumed)
    #expect(surface.size.x == 100 && surface.size.y == 60)
    // Pressures of 51, 102 and 300 of 255.
    #expect(
      try recording.frames == [
        "1500000 0:30.00,30.00 0.20", "1512500 0:31.00,30.00 0.40 1:50.00,30.00 1.00",
        "1525000 1:50.00,31.00 0.20", "1537500",
      ])
    // Half of 40 units is 2 mm across, and of 20 units 0.5 mm along.
    #expect(recording.texts.contains("1500000 3 0x30 4000"))
    #expect(recording.texts.contains("1500000 3 0x31 1000"))
    #expect(
      recording.texts.filter { $0.contains(" 1 0x") } == [
        "1500000 1 0x14a 1", "1500000 1 0x145 1", "1512500 1 0x145 0", "1512500 1 0x14d 1",
        "1525000 1 0x14d 0", "1525000 1 0x145 1", "1537500 1 0x14a 0", "1537500 1 0x145 0",
      ])
    #expect(
      recording.remarks == [
        "1 recognised gesture is left out: only contacts are read",
        "1 click is left out: only contacts are read",
        "the range of the pressure is not in the log: 0 to 255 is assumed",
      ])
  }

  @Test func `without a resolution has an assumed size`() throws {
    let text = Self.log.replacingOccurrences("\"xResolution\": 10", "\"xResolution\": 0")
    let recording = try Pointers(text)
    #expect(try recording.surface.isSizeAssumed)
    #expect(recording.device.range(of: .absMTPositionY)?.maximum == 1_200_000)
    #expect(recording.remarks.contains { $0.contains("millimetre is unknown") })
  }

  @Test(arguments: [
    (
      "\"trackingId\": 8, \"touchMajor\": 40, \"touchMinor\": 20 } ] },\n  { \"type\": \"gesture",
      "\"trackingId\": 7 } ] },\n  { \"type\": \"gesture", 7, "duplicate trackingId 7"
    ),
    ("\"right\": 1100", "\"right\": 100", 12, "beyond the left"),
    ("\"timestamp\": 1.525", "\"time\": 1", 9, "missing key 'timestamp'"),
    ("\"hardwareProperties\"", "\"hardware\"", 1, "missing key 'hardwareProperties'"),
  ])
  func `reports the line of an error`(old: String, new: String, line: Int, part: String) throws {
    let thrown = #expect(throws: TraceError.self) {
      try Pointers(Self.log.replacingOccurrences(old, new))
    }
    #expect(
      thrown?.line == line && thrown?.sentence.contains(part) == true,
      "\(String(describing: thrown))")
  }
}
