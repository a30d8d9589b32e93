import PantographBase

/// Reads the touches in a recording of rrweb: the list of its events, or an object with the list as `events`.
///
///     [ { "type": 4, "timestamp": 900, "data": { "href": "…", "width": 412, "height": 915 } },
///       { "type": 3, "timestamp": 984, "data": { "source": 2, "type": 7, "id": 5, "x": 200, "y": 700 } },
///       { "type": 3, "timestamp": 1050, "data": { "source": 6, "positions": [
///         { "x": 200, "y": 692, "id": 5, "timeOffset": -16 } ] } },
///       { "type": 3, "timestamp": 1060, "data": { "source": 2, "type": 9, "id": 5, "x": 200, "y": 692 } } ]
///
/// Times are in milliseconds. An `id` is a node of the page and not a finger, so that there is one finger.
enum RRWebReader: PointerReader {
  /// The numbers that rrweb's `EventType`, `IncrementalSource` and `MouseInteractions` give.
  private static let (incremental, meta) = (3.0, 4.0)
  private static let (interaction, touchMove) = (2.0, 6.0)
  private static let phases: [Double: PointerRecording.Phase] = [
    7: .began, 9: .ended, 10: .cancelled,
  ]

  static func recognizes(_ file: JSONNode) -> Bool {
    guard let first = (try? (file["events"] ?? file).elements())?.first else { return false }
    return first["type"]?.isNumber == true && first["timestamp"]?.isNumber == true
  }

  static func read(_ file: JSONNode) throws(Complaint) -> PointerRecording {
    var recording = PointerRecording(source: "rrweb")
    recording.clockStep = 1
    recording.isThinned = true
    var samples: [PointerRecording.Sample] = []
    for event in try (file["events"] ?? file).elements() {
      let type = try event.member("type", "the number of a type").anyNumber("a type")
      guard type == incremental || type == meta, let data = event["data"] else { continue }
      if type == incremental {
        let time = try event.member("timestamp", "a time in milliseconds")
          .number(in: PointerLimits.milliseconds, "a time in milliseconds")
        samples += try Self.samples(data, at: time)
      } else if let width = data["width"], let height = data["height"] {
        let range = 1...PointerLimits.pixels
        recording.size = (
          try width.number(in: range, "a width in CSS pixels"),
          try height.number(in: range, "a height in CSS pixels")
        )
      }
    }
    recording.samples = touching(samples, &recording.remarks)
    return recording
  }

  private static func samples(
    _ data: JSONNode, at time: Double
  ) throws(Complaint) -> [PointerRecording.Sample] {
    let source = try data.member("source", "the number of a source").anyNumber("a source")
    if source == interaction, let phase = phases[try data["type"]?.anyNumber("a type") ?? -1] {
      return [try sample(data, phase, at: time)]
    }
    guard source == touchMove else { return [] }
    var samples: [PointerRecording.Sample] = []
    for position in try data.member("positions", "a list of positions").elements() {
      let offset = try position.member("timeOffset", "a time in milliseconds")
        .number(in: -1e9...1e9, "a time in milliseconds")
      samples.append(try sample(position, .moved, at: max(time + offset, 0)))
    }
    return samples
  }

  private static func sample(
    _ node: JSONNode, _ phase: PointerRecording.Phase, at time: Double
  ) throws(Complaint) -> PointerRecording.Sample {
    func coordinate(_ name: String) throws(Complaint) -> Double {
      let what = "a position in CSS pixels"
      return try node.member(name, what).number(in: PointerLimits.positions, what)
    }
    return PointerRecording.Sample(
      milliseconds: time, pointer: 0, phase: phase,
      position: (try coordinate("x"), try coordinate("y")), line: node.line)
  }

  /// Returns the samples, in order of time, without the moves before a finger lands or after it lifts.
  ///
  /// Moves are reported in batches, after the end of the touch to which they belong.
  private static func touching(
    _ samples: [PointerRecording.Sample], _ remarks: inout [String]
  ) -> [PointerRecording.Sample] {
    // A recording that does not contain starts began while a finger was down.
    var isDown = !samples.contains { $0.phase == .began }
    var (left, doubled) = (0, 0)
    let touching = PointerRecording.sorted(samples).filter { sample in
      switch sample.phase {
      case .began:
        if isDown { doubled += 1 }
        isDown = true
      case .moved:
        if !isDown { left += 1 }
        return isDown
      case .ended, .cancelled:
        defer { isDown = false }
        return isDown
      }
      return true
    }
    if left > 0 {
      remarks.append(
        "\(PointerRecording.count(left, "position")) left out: no finger was down then")
    }
    if doubled > 0 {
      remarks.append("fingers land while another is down: rrweb does not tell them apart")
    }
    return touching
  }
}

extension JSONNode {
  /// Returns a number of any size.
  fileprivate func anyNumber(_ what: String) throws(Complaint) -> Double {
    try number(in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, what)
  }
}
