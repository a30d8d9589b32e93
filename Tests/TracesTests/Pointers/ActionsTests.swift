import PantographBase
import PantographTouches
import PantographTraces
import Testing

/// The actions of sources, one on each line from line 2 on.
private func actions(_ sources: [String]) -> String {
  "{ \"actions\": [\n" + sources.joined(separator: ",\n") + "\n] }"
}

private func source(_ actions: String, _ pointerType: String = "touch") -> String {
  #"{ "type": "pointer", "id": "f", "parameters": { "pointerType": "\#(pointerType)" }, "actions": [\#(actions)] }"#
}

private func move(_ x: Double, _ y: Double, _ more: String = #", "duration": 0"#) -> String {
  #"{ "type": "pointerMove", "x": \#(x), "y": \#(y)\#(more) }"#
}

private let down = #"{ "type": "pointerDown", "button": 0 }"#
private let lift = #"{ "type": "pointerUp", "button": 0 }"#
private func pause(_ duration: Int) -> String { #"{ "type": "pause", "duration": \#(duration) }"# }

@Suite struct `A recording of WebDriver actions` {
  /// The positions in thousandths of a pixel at their times in microseconds; `up` where a finger lifts.
  private func path(_ recording: Pointers) -> [String] {
    var path: [String] = []
    var x: Int32 = 0
    for event in recording.events where event.type == .absolute {
      switch event.code {
      case .absMTPositionX: x = event.value
      case .absMTPositionY: path.append("\(event.time.microseconds) \(x) \(event.value)")
      case .absMTTrackingID where event.value < 0: path.append("\(event.time.microseconds) up")
      default: break
      }
    }
    return path
  }

  @Test(arguments: [1, 1 << 16]) func `has a finger where it is pressed`(pieces: Int) throws {
    let pressed =
      #"{ "type": "pointerDown", "button": 0, "pressure": 0.4, "width": 12, "height": 18 }"#
    let text = actions([
      source(
        [
          move(200, 700), pressed, move(200, 692.5, #", "duration": 8, "pressure": 0.5"#), pause(4),
          lift,
          move(0, 0),
        ].joined(separator: ","))
    ])
    let recording = try Pointers(text, pieces: pieces)
    #expect(recording.format == "w3c" && recording.device.name == "WebDriver touchscreen")
    #expect(path(recording) == ["0 200000 700000", "8000 200000 692500", "12000 up"])
    #expect(
      recording.events.filter { $0.type == .absolute && $0.code == .absMTPressure }.map(\.value)
        == [400_000, 500_000])
    #expect(
      recording.texts.contains("0 3 0x30 18000") && recording.texts.contains("0 3 0x31 12000"))
    // 160 pixels per inch are assumed.
    #expect(recording.device.range(of: .absMTPositionX)?.resolution == 6299)
    #expect(Set(recording.lines) == [2])
    #expect(
      recording.remarks == [
        "the number of pixels per millimetre is unknown: 6.3 is assumed, as on Android; all lengths"
          + " and velocities in mm are estimates"
      ])
  }

  @Test func `has ticks that take as long as their longest action`() throws {
    let text = actions([
      source(
        [move(10, 10), down, move(20, 10, #", "duration": 5"#), move(30, 10, ""), lift]
          .joined(separator: ",")),
      source([move(50, 10), pause(0), down, pause(7), lift].joined(separator: ",")),
      source([pause(0), pause(3), pause(0), pause(0), pause(0), down].joined(separator: ",")),
    ])
    let recording = try Pointers(text)
    // The second tick takes 3 ms, the third 5 and the fourth 7, also for the move without a duration.
    // The first finger lifts half a millisecond after its last move, which ends at the same instant.
    #expect(
      path(recording) == [
        "0 10000 10000", "3000 50000 10000", "8000 20000 10000", "15000 up", "15000 30000 10000",
        "15000 0 0", "15500 up",
      ])
  }

  @Test func `moves relative to the pointer`() throws {
    let text = actions([
      source(
        [
          move(10, 10), down, move(5, -5, #", "duration": 8, "origin": "pointer""#),
          move(5, -5, #", "duration": 8, "origin": "viewport""#),
        ].joined(separator: ","))
    ])
    #expect(
      path(try Pointers(text)) == ["0 10000 10000", "8000 15000 5000", "16000 5000 -5000"])
  }

  @Test func `has a pen, a mouse by default, and nothing of a keyboard`() throws {
    let drag = [move(1, 1), down, move(2, 2, #", "duration": 8"#), lift].joined(separator: ",")
    let text = actions([
      source(drag, "pen"), #"{ "type": "pointer", "id": "m", "actions": [\#(drag)] }"#,
      #"{ "type": "key", "id": "k", "actions": [{ "type": "keyDown", "value": "a" }] }"#,
    ])
    let recording = try Pointers(text)
    #expect(recording.devices.map(\.node) == ["touch", "pen"])
    #expect(recording.remarks.contains("1 mouse pointer is read as a finger"))
    #expect(recording.remarks.contains("1 source is left out: only pointers have contacts"))
  }

  /// A file, and the error about it.
  static let mistakes: [(String, String)] = [
    (
      actions([source(#"{ "type": "pointerDwn" }"#)]),
      "actions[0].actions[0].type: unknown action 'pointerDwn'; did you mean 'pointerDown'?"
    ),
    (
      actions([source(move(1, 1, #", "origin": { "element-6066": "e" }"#))]),
      "actions[0].actions[0].origin: the position of an element is unknown: expected \"viewport\""
        + " or \"pointer\""
    ),
    (
      actions([source(#"{ "type": "pointerMove", "x": 1 }"#)]),
      "actions[0].actions[0]: missing key 'y': a position in CSS pixels"
    ),
    (
      actions([source(pause(-1))]),
      "actions[0].actions[0].duration: expected a duration in milliseconds from 0 to 1000000000"
    ),
    (actions([source(move(1, 1))]), "no pointer touches in it: nothing to replay"),
  ]

  @Test(arguments: mistakes)
  func `reports the location of an error`(text: String, sentence: String) throws {
    let thrown = #expect(throws: TraceError.self) { try Pointers(text) }
    #expect(thrown?.sentence == sentence)
    #expect(thrown?.line == (sentence.hasPrefix("no") ? 1 : 2))
  }

  @Test func `is recognised by its actions if its type comes late`() throws {
    let drag = [move(1, 1), down, lift].joined(separator: ",")
    let text = #"{ "actions": [{ "actions": [\#(drag)], "id": "f", "type": "pointer" }] }"#
    #expect(try Pointers(text).format == "w3c")
    for other in [#"{ "actions": [] }"#, #"{ "actions": [{ "type": "click" }] }"#] {
      let thrown = #expect(throws: TraceError.self) { try Pointers(other) }
      #expect(thrown?.sentence.hasPrefix("unrecognised") == true)
    }
  }
}
