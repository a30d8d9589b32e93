import Foundation
import Pantograph
import PantographBase
import PantographReports
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// The events that a page has for its engine.
@Suite struct `The recorded touches of a page` {
  /// Returns the numbers of a text or a list.
  private func numbers(_ value: Any?) throws -> [Int64] {
    if let list = value as? [NSNumber] { return list.map(\.int64Value) }
    return try PageNumbers.numbers(try #require(value as? String))
  }

  /// Returns the events that JSON describes, of a recording that begins at a time.
  private func events(_ json: [String: Any], from start: Timestamp) throws -> [InputEvent] {
    let streams = try #require(json["streams"] as? [[String: Any]])
    var values = try streams.map { stream in try numbers(stream["values"])[...] }
    let patterns = try #require(json["patterns"] as? [[Int]])
    var lags = try json["lags"].map { lags in try numbers(lags)[...] }
    var events: [InputEvent] = []
    for (time, shape) in zip(try numbers(json["times"]), try numbers(json["shapes"])) {
      for index in patterns[Int(shape)] {
        let type = try #require(streams[index]["type"] as? Int)
        let code = try #require(streams[index]["code"] as? Int)
        let value = values[index].removeFirst()
        let lag = lags?.removeFirst() ?? 0
        events.append(
          InputEvent(
            time: start.advanced(byMicroseconds: time - lag),
            type: EventType(rawValue: UInt16(type)), code: EventCode(rawValue: UInt16(code)),
            value: Int32(value)))
      }
    }
    #expect(values.allSatisfy { $0.isEmpty } && lags?.isEmpty ?? true)
    return events
  }

  private func object(_ touches: RecordedTouches) throws -> [String: Any] {
    let found = try JSONSerialization.jsonObject(with: Data(touches.json.text.utf8))
    return try #require(found as? [String: Any])
  }

  /// A device of which every event of an axis or a key is read.
  private let single: DeviceDescription = {
    var device = DeviceDescription()
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: 100))
    device.add(axis: .absY, AxisRange(minimum: 0, maximum: 100))
    device.add(.key, .btnTouch)
    return device
  }()

  /// Checks that what a page has of some frames is all of them.
  private func check(
    _ frames: [[InputEvent]], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let start = frames.first?.first?.time ?? Timestamp(microseconds: 0)
    var touches = try RecordedTouches(single, on: Surface(single), from: start)
    for frame in frames { touches.append(frame) }
    let found = try events(object(touches), from: start)
    #expect(found == frames.flatMap(\.self), sourceLocation: sourceLocation)
  }

  private func event(
    _ time: Int64, _ type: EventType, _ code: EventCode, _ value: Int32
  ) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value)
  }

  /// Returns a frame of two fingers, whose events are some microseconds apart.
  private func frame(_ time: Int64, apart lag: Int64 = 0, _ x: Int32) -> [InputEvent] {
    let values: [(EventType, EventCode, Int32)] = [
      (.absolute, .absMTSlot, 0), (.absolute, .absMTPositionX, x), (.absolute, .absMTSlot, 1),
      (.absolute, .absMTPositionX, 3 * x), (.absolute, .absMTPositionY, -x),
      (.synchronization, .synReport, 0),
    ]
    return values.enumerated().map { place, value in
      event(time - lag * Int64(values.count - 1 - place), value.0, value.1, value.2)
    }
  }

  @Test func `are all events of two fingers, in their order`() throws {
    try check((0..<200).map { frame(1_000_000 + $0 * 8000, Int32($0 * $0 % 77)) })
  }

  @Test func `have each event's own time, if one differs`() throws {
    let steady = (0..<3).map { frame($0 * 8000, Int32($0)) }
    try check(steady)
    let late = (3..<6).map { frame($0 * 8000, apart: $0 - 2, Int32($0)) }
    try check(steady + late + [frame(60_000, 1)])
    // The clock may be set back within a frame.
    try check(steady + [frame(50_000, apart: -7, 4)])
  }

  @Test func `are of frames that differ`() throws {
    let report = event(5, .synchronization, .synReport, 0)
    try check([])
    try check([[report], [event(5, .key, .btnTouch, 1), report], [report]])
    // The same code of another type, the beginning of another pattern, and the same twice.
    try check([
      [event(5, .key, EventCode(rawValue: 1), 7), event(5, .absolute, .absY, 8), report],
      [event(5, .absolute, .absY, 9), report],
      [event(5, .absolute, .absY, .max), event(5, .absolute, .absY, .min), report],
      [event(5, .key, EventCode(rawValue: 1), 7), report],
    ])
    try check([
      [event(.max - 9, .synchronization, .synReport, 0)],
      [event(.max, .synchronization, .synReport, 0)],
    ])
  }

  @Test(arguments: [
    "touchpad-flick/recording.yml", "touchscreen-drag-type-a/recording.evemu",
    "e6-swipes-bob/recording.evemu",
  ])
  func `are those of a recording`(name: String) throws {
    let file = Repository.recordings.appendingPathComponent(name)
    let (folder, path) = (file.deletingLastPathComponent(), file.path)
    var stream = try RecordingStream(path)
    var expected: [InputEvent] = []
    while try stream.readBatch() { expected += stream.events }
    while let last = expected.last, !last.endsFrame { expected.removeLast() }

    let interaction = try Interaction(
      file: folder.appendingPathComponent("interaction.json").path)
    var replay = try Replay(RecordingStream(path), driving: interaction)
    replay.keepTouches()
    var trajectory = Trajectory()
    try replay.run(into: &trajectory)
    let kept = replay.touches
    let touches = try #require(kept)
    let json = try object(touches)
    let found = try events(json, from: touches.start)
    #expect(touches.start == expected[0].time)
    // A driver with slots sends the first finger again, and the time by its own clock.
    let hasSlots = stream.device.range(of: .absMTSlot) != nil
    #expect(
      found
        == expected.filter {
          !hasSlots || $0.type != .miscellaneous && ($0.type != .absolute || $0.code >= .absMTSlot)
        })

    var device = DeviceDescription()
    let written = try #require(json["device"] as? [String: Any])
    device.name = try #require(written["name"] as? String)
    device.properties = try #require(written["properties"] as? [Int]).map(UInt16.init)
    for code in try #require(written["codes"] as? [[Int]]) {
      device.add(EventType(rawValue: UInt16(code[0])), EventCode(rawValue: UInt16(code[1])))
    }
    for axis in try #require(written["axes"] as? [[Int]]) {
      device.add(
        axis: EventCode(rawValue: UInt16(axis[0])),
        AxisRange(
          minimum: Int32(axis[1]), maximum: Int32(axis[2]), resolution: Int32(axis[3])))
    }
    let surface = try stream.surface()
    #expect(try Surface(device) == surface)

    // What the page's engine does with them.
    var options = ReplayOptions()
    options.described = device
    var again = try Replay(RecordingStream(found), driving: interaction, options)
    var other = Trajectory()
    try again.run(into: &other)
    #expect(other.samples == trajectory.samples && !other.samples.isEmpty)
    #expect(other.events == trajectory.events)
  }

  @Test func `are not kept unless asked for`() throws {
    let folder = Repository.recordings.appendingPathComponent("touchpad-flick")
    let interaction = try Interaction(
      file: folder.appendingPathComponent("interaction.json").path)
    var replay = try Replay(
      RecordingStream(folder.appendingPathComponent("recording.yml").path), driving: interaction)
    var trajectory = Trajectory()
    try replay.run(into: &trajectory)
    let kept = replay.touches
    #expect(kept == nil)
  }
}
