import Foundation
import PantographReports
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `Touches for Flutter` {
  /// Returns the events as JSON reads them, in order.
  private func events(
    _ script: String, on kind: Surface.Kind, density: Double = 4
  ) throws -> [[String: Any]] {
    var records = FlutterRecords(on: kind, pixelsPerMillimetre: density)
    let frames = frames(script)
    for frame in frames { records.take(frame) }
    frames.last.map { records.finish(after: $0) }
    let text = records.pieces.joined()
    let batches = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    return try batches.flatMap { batch in
      let events = try #require(batch["events"] as? [[String: Any]])
      // As Flutter plays them: a batch at its time.
      #expect(events.allSatisfy { $0["timeStamp"] as? Int == batch["ts"] as? Int })
      return events
    }
  }

  private func words(_ event: [String: Any], _ keys: String...) -> String {
    ([event["type"]] + keys.map { event[$0] }).map { value in
      (value as? [Double])?.map { "\($0)" }.joined(separator: ",")
        ?? value.map { "\($0)" } ?? "none"
    }.joined(separator: " ")
  }

  @Test func `are pointers with new numbers, and say by how much each moves`() throws {
    // Nothing touches at first; the third finger lands as the first lifts.
    let script = "500\n 510 1:1,1\n 520 1:2,1 2:5,5\n 530 1:2,1 2:5,5\n 540 3:9,9 2:5,6\n 550"
    let events = try events(script, on: .touchscreen)
    #expect(
      events.map { words($0, "timeStamp", "pointer", "position", "delta") } == [
        "PointerDownEvent 0 1 4.0,4.0 none",
        "PointerMoveEvent 10000 1 8.0,4.0 4.0,0.0",
        "PointerDownEvent 10000 2 20.0,20.0 none",
        "PointerMoveEvent 30000 2 20.0,24.0 0.0,4.0",
        "PointerUpEvent 30000 1 8.0,4.0 none",
        "PointerDownEvent 30000 3 36.0,36.0 none",
        "PointerUpEvent 40000 2 20.0,24.0 none",
        "PointerUpEvent 40000 3 36.0,36.0 none",
      ])
    #expect(events.allSatisfy { $0["kind"] as? String == "touch" })
    let pen = try self.events("0 1:1,1\n 8", on: .pen)
    #expect(pen.map { $0["kind"] as? String } == ["stylus", "stylus"])
  }

  @Test func `are cancelled at the end if they are down`() throws {
    let script = "0 1:1,1\n 8 1:1,1 2:5,5\n 16 2:5,6"
    let touches = try events(script, on: .touchscreen)
    #expect(
      touches.suffix(3).map { words($0, "timeStamp", "pointer", "position") } == [
        "PointerMoveEvent 16000 2 20.0,24.0", "PointerUpEvent 16000 1 4.0,4.0",
        "PointerCancelEvent 16000 2 20.0,24.0",
      ])
    let pad = try events("0 1:1,1 2:5,5\n 8 1:1,2 2:5,6", on: .touchpad)
    #expect(pad.last?["type"] as? String == "PointerPanZoomEndEvent")
  }

  @Test func `of one finger on a touchpad are none`() throws {
    #expect(try events("0 1:1,1\n 8 1:2,2\n 16", on: .touchpad).isEmpty)
  }

  /// By hand: the centre moves by 1.5 mm, the distance goes from 4 mm to 6 mm; then a quarter of a turn.
  @Test func `of two fingers on a touchpad pan, zoom and turn`() throws {
    let script =
      "0 1:10,10\n 8 1:10,10 2:14,10\n 16 1:10,10 2:14,10\n 24 1:10.5,10 2:16.5,10"
      + "\n 32 1:13.5,7 2:13.5,13\n 40 1:13.5,7"
    let events = try events(script, on: .touchpad)
    #expect(
      events.map { words($0, "timeStamp", "position", "pan", "panDelta", "scale") } == [
        "PointerPanZoomStartEvent 0 48.0,40.0 none none none",
        "PointerPanZoomUpdateEvent 16000 48.0,40.0 6.0,0.0 6.0,0.0 1.5",
        "PointerPanZoomUpdateEvent 24000 48.0,40.0 6.0,0.0 0.0,0.0 1.5",
        "PointerPanZoomEndEvent 32000 48.0,40.0 none none none",
      ])
    // Clockwise, as y points down.
    let rotations = events.compactMap { $0["rotation"] as? Double }
    #expect(rotations.count == 2 && rotations[0] == 0 && abs(rotations[1] - .pi / 2) < 1e-6)
  }

  @Test func `of a third finger on a touchpad change nothing when it joins or leaves`() throws {
    let script =
      "0 1:10,10 2:14,10\n 8 1:11,10 2:15,10\n 16 1:11,10 2:15,10 3:40,40"
      + "\n 24 1:12,10 2:16,10 3:41,40\n 32 1:12,10 2:16,10\n 40 1:13,10 2:17,10\n 48"
    let pans = try events(script, on: .touchpad).map { words($0, "pointer", "pan", "scale") }
    #expect(
      pans == [
        "PointerPanZoomStartEvent 1 none none",
        "PointerPanZoomUpdateEvent 1 4.0,0.0 1.0", "PointerPanZoomUpdateEvent 1 8.0,0.0 1.0",
        "PointerPanZoomUpdateEvent 1 12.0,0.0 1.0",
        "PointerPanZoomEndEvent 1 none none",
      ])
  }

  /// All fingers of a hand, on a circle that grows to twice its size.
  @Test func `of five fingers zoom together`() throws {
    let directions = (0..<5).map { 2 * Double.pi * Double($0) / 5 }
    let lines = [10.0, 15, 20].enumerated().map { step, radius in
      let fingers = directions.enumerated().map { number, angle in
        "\(number + 1):\(40 + radius * cos(angle)),\(40 + radius * sin(angle))"
      }
      return "\(8 * step) " + fingers.joined(separator: " ")
    }
    let events = try events(lines.joined(separator: "\n") + "\n 24", on: .touchpad)
    let scales = events.compactMap { $0["scale"] as? Double }
    #expect(scales.count == 2 && abs(scales[0] - 1.5) < 1e-6 && abs(scales[1] - 2) < 1e-6)
  }

  /// The reader of Flutter's recordings is another one's work on the same format.
  @Test func `are read again with the same fingers, times and pressures`() throws {
    let folder = try TemporaryFolder()
    let recording = Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml")
      .path
    let file = folder.file("events.json").path
    let written = try Program.pantograph(
      "convert", recording, "--to", "flutter", "--density", "6.3", "--output", file)
    #expect(written.status == 0 && written.complaints == "", "\(written.complaints)")
    func facts(_ path: String) throws -> [String] {
      try Program.pantograph("info", path).output.split(separator: "\n").map(String.init)
        .filter { line in
          ["1 contact", "per second", "pressure", "defects"].contains { line.contains($0) }
        }
    }
    let (before, after) = try (facts(recording), facts(file))
    #expect(before.count == 4 && before == after, "\(before) \(after)")
  }
}
