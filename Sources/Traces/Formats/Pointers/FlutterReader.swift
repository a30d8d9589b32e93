import PantographBase

/// Reads gestures that a Flutter test has recorded: a list of batches of pointer events.
///
///     [ { "ts": 0, "events": [
///         { "type": "PointerDownEvent", "timeStamp": 0, "pointer": 1, "position": [195.3, 698.5], "pressure": 0.3 }
///       ] },
///       { "ts": 8000, "events": [
///         { "type": "PointerMoveEvent", "timeStamp": 7900, "pointer": 1, "position": [195.3, 690.5] }
///       ] } ]
///
/// Times are in microseconds, positions in logical pixels.
enum FlutterReader: PointerReader {
  static func recognizes(_ file: JSONNode) -> Bool {
    guard let first = (try? file.elements())?.first else { return false }
    return first["ts"]?.isNumber == true && first["events"]?.isArray == true
  }

  static func read(_ file: JSONNode) throws(Complaint) -> PointerRecording {
    var recording = PointerRecording(source: "Flutter")
    recording.clockStep = 0.001
    for batch in try file.elements() {
      let time = try microseconds(batch.member("ts", "a time in microseconds"))
      for event in try batch.member("events", "a list of pointer events").elements() {
        guard let phase = try phase(event) else { continue }
        let sample = try sample(event, phase, or: time)
        recording.samples.append(sample)
        if let kind = try event["kind"]?.text("a kind of device") {
          recording.kinds[sample.pointer] = Self.kind(kind)
        }
      }
    }
    return recording
  }

  /// Returns what an event does to its pointer; `nil` if it does not touch.
  private static func phase(_ event: JSONNode) throws(Complaint) -> PointerRecording.Phase? {
    switch try event.member("type", "the name of an event's class").text("the name of a class") {
    case "PointerDownEvent": .began
    case "PointerMoveEvent": .moved
    case "PointerUpEvent": .ended
    case "PointerCancelEvent": .cancelled
    default: nil
    }
  }

  /// Returns the kind of pointer that `PointerDeviceKind` names, with or without its type.
  private static func kind(_ name: String) -> PointerRecording.Kind {
    switch name.split(separator: ".").last {
    case "stylus", "invertedStylus": .pen
    case "mouse": .mouse
    default: .touch
    }
  }

  private static func microseconds(_ node: JSONNode) throws(Complaint) -> Double {
    let range = 0...PointerLimits.milliseconds.upperBound * 1000
    return try node.number(in: range, "a time in microseconds")
  }

  /// Returns the pressure as a share of the largest one, which a device may exceed.
  private static func force(_ event: JSONNode) throws(Complaint) -> Double? {
    let range = 0...1e9
    let most = try event["pressureMax"]?.number(in: range, "the largest pressure") ?? 1
    let pressure = try event["pressure"]?.number(in: range, "a pressure")
    return pressure.map { min($0 / (most > 0 ? most : 1), 1) }
  }

  private static func sample(
    _ event: JSONNode, _ phase: PointerRecording.Phase, or time: Double
  ) throws(Complaint) -> PointerRecording.Sample {
    let position = try event.member("position", "a list of x and y in logical pixels")
      .pair(in: PointerLimits.positions, "a position in logical pixels")
    let radii = try ["radiusMajor", "radiusMinor"].map { name throws(Complaint) in
      try event[name]?.number(in: 0...PointerLimits.pixels, "a radius in logical pixels")
    }
    let major = radii[0] ?? radii[1]
    let minor = radii[1] ?? radii[0]
    return PointerRecording.Sample(
      milliseconds: try (event["timeStamp"].map(microseconds) ?? time) / 1000,
      pointer: try event.member("pointer", "the number of a pointer")
        .identifier("the number of a pointer"),
      phase: phase, position: (position.0, position.1),
      force: try force(event),
      radii: major.flatMap { major in minor.map { (major, $0) } }, line: event.line)
  }
}
