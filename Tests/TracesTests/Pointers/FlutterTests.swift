import PantographTouches
import PantographTraces
import Testing

@Suite struct `A Flutter recording` {
  private static let gesture = """
    [ { "ts": 0, "events": [
        { "type": "PointerAddedEvent", "timeStamp": 0, "pointer": 0, "position": [9, 9] },
        { "type": "PointerDownEvent", "timeStamp": 1000, "pointer": 1, "position": [195.5, 698], "pressure": 0.25 } ] },
      { "ts": 17000, "events": [
        { "type": "PointerMoveEvent", "timeStamp": 9000, "pointer": 1, "position": [195.5, 690.25], "pressure": 0.5 },
        { "type": "PointerMoveEvent", "pointer": 1, "position": [195.5, 680], "pressure": 0.5,
          "radiusMajor": 8, "radiusMinor": 6 },
        { "type": "PointerUpEvent", "timeStamp": 20000, "pointer": 1, "position": [195.5, 680], "pressure": 0 } ] } ]
    """

  @Test(arguments: [1, 1 << 16]) func `becomes touches`(pieces: Int) throws {
    let recording = try Pointers(Self.gesture, pieces: pieces)
    #expect(recording.format == "flutter" && recording.device.name == "Flutter touchscreen")
    // An event without a time has that of its batch.
    #expect(recording.times == [1000, 9000, 17000, 20000])
    #expect(
      recording.texts.filter { $0.contains(" 3 0x36 ") || $0.contains(" 3 0x3a ") } == [
        "1000 3 0x36 698000", "1000 3 0x3a 250000", "9000 3 0x36 690250", "9000 3 0x3a 500000",
        "17000 3 0x36 680000", "17000 3 0x3a 500000",
      ])
    #expect(recording.texts.contains("17000 3 0x30 16000"))
    #expect(recording.texts.contains("17000 3 0x31 12000"))
    #expect(recording.remarks.count == 1 && recording.remarks[0].contains("millimetre is unknown"))
  }

  /// Of a stylus whose largest pressure is 2, and of a finger that presses harder than its device knows.
  @Test(arguments: [
    ("\"pressure\": 0.5, \"pressureMax\": 2", "250000"), ("\"pressure\": 1.5", "1000000"),
    ("\"pressure\": 1, \"pressureMax\": 0", "1000000"),
  ])
  func `has a share of the largest pressure`(keys: String, force: String) throws {
    let text = Self.gesture.replacing("\"pressure\": 0.5 }", with: "\(keys) }")
    #expect(try Pointers(text).texts.contains("9000 3 0x3a \(force)"))
  }

  @Test func `has a stylus as a pen`() throws {
    let text = Self.gesture.replacingOccurrences(
      "\"pointer\": 1", "\"pointer\": 1, \"kind\": \"PointerDeviceKind.stylus\"")
    #expect(try Pointers(text).devices.map(\.node) == ["pen"])
  }

  @Test(arguments: [
    ("[195.5, 690.25]", "[195.5]", 5, "expected a list of two numbers"),
    ("9000,", "-1,", 5, "events[0].timeStamp"), ("\"PointerUpEvent\"", "7", 8, "in quotes"),
    ("\"pointer\": 1, \"position\": [195.5, 698]", "\"position\": [1, 1]", 3, "key 'pointer'"),
  ])
  func `reports the line of an error`(
    old: String, new: String, line: Int, part: String
  ) throws {
    let thrown = #expect(throws: TraceError.self) {
      try Pointers(Self.gesture.replacingOccurrences(old, new))
    }
    #expect(
      thrown?.line == line && thrown?.sentence.contains(part) == true,
      "\(String(describing: thrown))")
  }
}

extension String {
  /// Returns the text with another part, which must be in it.
  func replacingOccurrences(_ old: String, _ new: String) -> String {
    precondition(contains(old), "no \(old)")
    return split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
