import PantographBase

/// Reads the actions of W3C WebDriver, as `performActions` takes them.
///
///     { "actions": [
///       { "type": "pointer", "id": "f1", "parameters": { "pointerType": "touch" }, "actions": [
///         { "type": "pointerMove", "x": 200, "y": 700, "duration": 0 },
///         { "type": "pointerDown", "button": 0, "pressure": 0.4 },
///         { "type": "pointerMove", "x": 200, "y": 692, "duration": 8 },
///         { "type": "pointerUp", "button": 0 }
///       ] }
///     ] }
///
/// The actions at one index in all lists are a tick, which takes as long as the longest of them. A move ends
/// after its own duration; a button changes at the beginning of the tick.
enum ActionsReader: PointerReader {
  private static let types = ["pointer", "key", "wheel", "none"]

  static func recognizes(_ file: JSONNode) -> Bool {
    guard let first = (try? file["actions"]?.elements())?.first else { return false }
    if let type = try? first["type"]?.text("a type") { return types.contains(type) }
    // Some programs write the keys in alphabetical order, so that the type comes after the actions.
    let action = (try? first["actions"]?.elements())?.first
    let type = try? action?["type"]?.text("a type")
    return type.map { $0.hasPrefix("pointer") || $0 == "pause" } ?? false
  }

  static func read(_ file: JSONNode) throws(Complaint) -> PointerRecording {
    var recording = PointerRecording(source: "WebDriver")
    // Durations are whole milliseconds.
    recording.clockStep = 1
    var sources: [Source] = []
    for node in try file.member("actions", "a list of input sources").elements() {
      sources.append(try Source(node))
    }
    for (index, source) in sources.enumerated() { recording.kinds[index] = source.kind }
    var time = 0.0
    for tick in 0..<(sources.map { $0.actions.count }.max() ?? 0) {
      var duration = 0.0
      for source in sources { duration = max(duration, try source.duration(tick) ?? 0) }
      for index in sources.indices {
        let sample = try sources[index].sample(tick, at: time, lasting: duration, pointer: index)
        if let sample { recording.samples.append(sample) }
      }
      time += duration
      guard PointerLimits.milliseconds.contains(time) else {
        throw file.error("takes more than 9000000000000 ms: expected shorter durations")
      }
    }
    let others = sources.count { !$0.isPointer }
    if others > 0 {
      let words = PointerRecording.count(others, "source")
      recording.remarks.append("\(words) left out: only pointers have contacts")
    }
    return recording
  }

  /// The actions of one pointer, and its state.
  private struct Source {
    let isPointer: Bool
    let kind: PointerRecording.Kind
    let actions: [JSONNode]
    private var position = (x: 0.0, y: 0.0)
    private var isDown = false

    init(_ node: JSONNode) throws(Complaint) {
      let type = try node.member("type", "pointer, key, wheel or none")
        .name(among: ActionsReader.types.map { ($0, $0) }, "type of source")
      isPointer = type == "pointer"
      let kinds = PointerRecording.Kind.allCases.map { (name: $0.rawValue, value: $0) }
      kind =
        try node["parameters"]?["pointerType"]?.name(among: kinds, "pointer type") ?? .mouse
      actions = try node.member("actions", "a list of actions").elements()
    }

    private func action(_ tick: Int) -> JSONNode? {
      actions.indices.contains(tick) ? actions[tick] : nil
    }

    /// Returns the duration of an action in milliseconds, if it has one.
    func duration(_ tick: Int) throws(Complaint) -> Double? {
      guard let node = action(tick)?["duration"], !node.isNull else { return nil }
      return try node.number(in: 0...1e9, "a duration in milliseconds")
    }

    /// Performs an action, and returns the resulting state if it touches.
    mutating func sample(
      _ tick: Int, at start: Double, lasting whole: Double, pointer: Int
    ) throws(Complaint) -> PointerRecording.Sample? {
      guard isPointer, let action = action(tick) else { return nil }
      let names = ["pause", "pointerMove", "pointerDown", "pointerUp", "pointerCancel"]
      let phase: PointerRecording.Phase
      let wasDown = isDown
      switch try action.member("type", "what the pointer does")
        .name(among: names.map { ($0, $0) }, "action")
      {
      case "pointerMove":
        try move(action)
        phase = .moved
      case "pointerDown":
        isDown = true
        phase = wasDown ? .moved : .began
      case "pointerUp":
        isDown = false
        phase = .ended
      case "pointerCancel":
        isDown = false
        phase = .cancelled
      default: return nil
      }
      guard isDown || wasDown else { return nil }
      let time = start + (phase == .moved ? try duration(tick) ?? whole : 0)
      let width = try number("width", of: action, 0...PointerLimits.pixels)
      let height = try number("height", of: action, 0...PointerLimits.pixels)
      let tiltX = try number("tiltX", of: action, -90...90)
      let tiltY = try number("tiltY", of: action, -90...90)
      return PointerRecording.Sample(
        milliseconds: time, pointer: pointer, phase: phase, position: position,
        force: try number("pressure", of: action, 0...1),
        radii: width == nil && height == nil
          ? nil : ((width ?? height ?? 0) / 2, (height ?? width ?? 0) / 2),
        tilt: tiltX == nil && tiltY == nil ? nil : (tiltX ?? 0, tiltY ?? 0), line: action.line)
    }

    private mutating func move(_ action: JSONNode) throws(Complaint) {
      let x = try action.member("x", "a position in CSS pixels")
        .number(in: PointerLimits.positions, "a position in CSS pixels")
      let y = try action.member("y", "a position in CSS pixels")
        .number(in: PointerLimits.positions, "a position in CSS pixels")
      guard let origin = action["origin"] else { return position = (x, y) }
      guard !origin.isObject else {
        throw origin.error(
          "the position of an element is unknown: expected \"viewport\" or \"pointer\"")
      }
      let isRelative = try origin.name(
        among: [("viewport", false), ("pointer", true)], "origin")
      position = isRelative ? (position.x + x, position.y + y) : (x, y)
      guard PointerLimits.positions.contains(position.x),
        PointerLimits.positions.contains(position.y)
      else { throw action.error("moves too far: expected at most 1000000 CSS pixels") }
    }

    private func number(
      _ name: String, of action: JSONNode, _ range: ClosedRange<Double>
    ) throws(Complaint) -> Double? {
      guard let node = action[name], !node.isNull else { return nil }
      return try node.number(in: range, "the \(name)")
    }
  }
}
