import PantographTouches
import PantographTraces
import Testing

@Suite struct `A recording of rrweb` {
  /// A touch of 76 ms, whose moves are reported in two batches; the second after its end.
  private static let session = """
    [ { "type": 4, "timestamp": 900, "data": { "href": "x", "width": 400, "height": 800 } },
      { "type": 2, "timestamp": 901, "data": { "node": {} } },
      { "type": 3, "timestamp": 984, "data": { "source": 2, "type": 7, "id": 5, "x": 200, "y": 700 } },
      { "type": 3, "timestamp": 1050, "data": { "source": 6, "positions": [
        { "x": 200, "y": 690, "id": 5, "timeOffset": -50 }, { "x": 200, "y": 640, "id": 5, "timeOffset": 0 } ] } },
      { "type": 3, "timestamp": 1060, "data": { "source": 2, "type": 9, "id": 5, "x": 200, "y": 640 } },
      { "type": 3, "timestamp": 1070, "data": { "source": 6, "positions": [
        { "x": 200, "y": 636, "id": 6, "timeOffset": -14 }, { "x": 9, "y": 9, "id": 6, "timeOffset": -5 } ] } },
      { "type": 3, "timestamp": 1080, "data": { "source": 1, "positions": [] } } ]
    """

  @Test(arguments: ["", "{ \"events\": "]) func `becomes one finger`(head: String) throws {
    let recording = try Pointers(head + Self.session + (head.isEmpty ? "" : " }"))
    #expect(recording.format == "rrweb")
    #expect(
      recording.texts.filter { $0.contains(" 3 0x36 ") || $0.contains(" 3 0x39 ") } == [
        "984000 3 0x39 0", "984000 3 0x36 700000", "1000000 3 0x36 690000",
        "1050000 3 0x36 640000", "1056000 3 0x36 636000", "1060000 3 0x39 -1",
      ])
    #expect(recording.lines.first == 3 && recording.lines.last == 6)
    #expect(recording.device.range(of: .absMTPositionX)?.maximum == 400_000)
    #expect(
      recording.remarks == [
        "1 position is left out: no finger was down then",
        "the number of pixels per millimetre is unknown: 6.3 is assumed, as on Android; all lengths"
          + " and velocities in mm are estimates",
        "the pressure of a touch is not recorded",
        "only some of the positions are recorded, too sparse for a velocity: do not rely on the"
          + " result of a flick",
      ])
  }

  @Test func `that begins within a touch has its moves`() throws {
    let text = Self.session.replacingOccurrences("\"type\": 7", "\"type\": 2")
    #expect(try Pointers(text).times == [1_000_000, 1_050_000, 1_056_000, 1_060_000])
  }

  @Test func `reports fingers that land while another is down`() throws {
    let text = Self.session.replacingOccurrences(
      "\"source\": 2, \"type\": 9", "\"source\": 2, \"type\": 7")
    #expect(
      try Pointers(text).remarks.contains(
        "fingers land while another is down: rrweb does not tell them apart"))
  }

  @Test(
    arguments: [
      ("\"timeOffset\": -50", "\"timeOffset\": null", 5, "expected a time in milliseconds"),
      ("\"id\": 5, \"x\": 200, \"y\": 700", "\"id\": 5", 3, "missing key 'x'"),
      (
        "\"source\": 6, \"positions\": [\n    { \"x\": 200, \"y\": 690",
        "\"source\": 6, \"p\": [\n    { \"x\": 200, \"y\": 690", 4, "missing key 'positions'"
      ),
    ])
  func `reports the line of an error`(old: String, new: String, line: Int, part: String) throws {
    let text = Self.session.replacingOccurrences(old, new)
    let thrown = #expect(throws: TraceError.self) { try Pointers(text) }
    #expect(
      thrown?.line == line && thrown?.sentence.contains(part) == true,
      "\(String(describing: thrown))")
  }

  @Test func `without touches has nothing to replay`() throws {
    let thrown = #expect(throws: TraceError.self) {
      try Pointers("[{ \"type\": 4, \"timestamp\": 1, \"data\": {} }]")
    }
    #expect(thrown?.sentence == "no pointer touches in it: nothing to replay")
  }
}
