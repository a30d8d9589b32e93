import PantographBase

/// Reads the activity log of ChromeOS's libgestures: the states of a touchpad.
///
///     { "entries": [
///         { "type": "hardwareState", "timestamp": 1.5, "buttonsDown": 0, "touchCount": 1, "fingers": [
///           { "positionX": 400, "positionY": 300, "pressure": 51, "trackingId": 7, "touchMajor": 20 } ] },
///         { "type": "gesture", "gestureType": "scroll", "dx": 0, "dy": -3 } ],
///       "hardwareProperties": { "left": 0, "top": 0, "right": 1000, "bottom": 600,
///         "xResolution": 10, "yResolution": 10 } }
///
/// Times are in seconds, lengths in units of the device, of which the resolutions count those in a millimetre.
/// The recognised gestures are not read.
enum LibgesturesReader: PointerReader {
  private static let types = [
    "hardwareState", "gesture", "timerCallback", "callbackRequest", "propChange",
    "propertyChange",
  ]

  static func recognizes(_ file: JSONNode) -> Bool {
    // The entries come first, because the keys are in alphabetical order.
    let type = try? (try? file["entries"]?.elements())?.first?["type"]?.text("a type")
    return type.map(types.contains) ?? false
  }

  static func read(_ file: JSONNode) throws(Complaint) -> PointerRecording {
    let pad = try Pad(file.member("hardwareProperties", "the size of the touchpad"))
    var recording = PointerRecording(source: "libgestures")
    recording.isTouchpad = true
    recording.clockStep = 0.001
    recording.size = pad.size
    recording.pixelsPerMillimetre = pad.hasResolution ? 1 : nil
    var down: [Int: PointerRecording.Sample] = [:]
    var (gestures, clicks) = (0, 0)
    var isPressed = false
    for entry in try file.member("entries", "a list of states").elements() {
      let type = try entry.member("type", "the type of an entry").text("a type")
      if type == "gesture" { gestures += 1 }
      guard type == "hardwareState" else { continue }
      let buttons = try entry["buttonsDown"]?.number(in: 0...1e9, "a number of buttons") ?? 0
      if buttons > 0, !isPressed { clicks += 1 }
      isPressed = buttons > 0
      let state = try pad.fingers(of: entry, after: down)
      for sample in down.values.sorted(by: { $0.pointer < $1.pointer })
      where !state.contains(where: { $0.pointer == sample.pointer }) {
        var end = sample
        end.phase = .ended
        end.milliseconds = try pad.milliseconds(of: entry)
        end.line = entry.line
        recording.samples.append(end)
      }
      recording.samples += state
      down = [:]
      for sample in state { down[sample.pointer] = sample }
    }
    if gestures > 0 {
      recording.remarks.append(
        "\(PointerRecording.count(gestures, "recognised gesture")) left out: only contacts are read"
      )
    }
    if clicks > 0 {
      recording.remarks.append(
        "\(PointerRecording.count(clicks, "click")) left out: only contacts are read")
    }
    if recording.samples.contains(where: { $0.force != nil }) {
      recording.remarks.append("the range of the pressure is not in the log: 0 to 255 is assumed")
    }
    return recording
  }

  /// The touchpad: what its units are.
  private struct Pad {
    private let corner: (x: Double, y: Double)
    private let resolution: (x: Double, y: Double)
    let size: (width: Double, height: Double)
    /// Whether lengths are in millimetres.
    let hasResolution: Bool

    init(_ node: JSONNode) throws(Complaint) {
      func number(_ name: String) throws(Complaint) -> Double {
        let range = -PointerLimits.pixels...PointerLimits.pixels
        return try node.member(name, "a number").number(in: range, "a number")
      }
      func resolution(_ name: String) throws(Complaint) -> Double {
        try node[name]?.number(in: 0...1e6, "units per mm") ?? 0
      }
      corner = (try number("left"), try number("top"))
      let units = (try resolution("xResolution"), try resolution("yResolution"))
      hasResolution = units.0 >= 0.1 && units.1 >= 0.1
      self.resolution = hasResolution ? units : (1, 1)
      let width = (try number("right") - corner.x) / self.resolution.x
      let height = (try number("bottom") - corner.y) / self.resolution.y
      guard width > 0, height > 0, max(width, height) <= PointerLimits.pixels else {
        throw node.error("expected a right and bottom edge beyond the left and upper ones")
      }
      size = (width, height)
    }

    func milliseconds(of entry: JSONNode) throws(Complaint) -> Double {
      let range = 0...PointerLimits.milliseconds.upperBound / 1000
      return try entry.member("timestamp", "a time in seconds")
        .number(in: range, "a time in seconds") * 1000
    }

    /// Returns the fingers of a state.
    func fingers(
      of entry: JSONNode, after down: [Int: PointerRecording.Sample]
    ) throws(Complaint) -> [PointerRecording.Sample] {
      let time = try milliseconds(of: entry)
      var samples: [PointerRecording.Sample] = []
      for finger in try entry["fingers"]?.elements() ?? [] {
        func number(
          _ name: String, _ range: ClosedRange<Double>, _ what: String
        ) throws(Complaint) -> Double {
          try finger.member(name, what).number(in: range, what)
        }
        let id = try finger.member("trackingId", "the number of a finger")
          .identifier("the number of a finger")
        guard !samples.contains(where: { $0.pointer == id }),
          samples.count < PointerLimits.pointers
        else { throw finger.error("duplicate trackingId \(id) in a state") }
        let range = -PointerLimits.pixels...PointerLimits.pixels
        let x = try number("positionX", range, "a position")
        let y = try number("positionY", range, "a position")
        let major = try finger["touchMajor"]?.number(in: 0...PointerLimits.pixels, "a length")
        let minor = try finger["touchMinor"]?.number(in: 0...PointerLimits.pixels, "a length")
        samples.append(
          PointerRecording.Sample(
            milliseconds: time, pointer: id, phase: down[id] == nil ? .began : .moved,
            position: ((x - corner.x) / resolution.x, (y - corner.y) / resolution.y),
            force: try finger["pressure"]?.number(in: 0...1e9, "a pressure")
              .clamped(to: PointerRecording.padPressure),
            radii: major.map { ($0 / 2 / resolution.x, (minor ?? $0) / 2 / resolution.y) },
            line: finger.line))
      }
      return samples
    }
  }
}

extension Double {
  /// Returns the number as a share of a limit that it may exceed.
  fileprivate func clamped(to limit: Double) -> Double { Swift.min(self / limit, 1) }
}
