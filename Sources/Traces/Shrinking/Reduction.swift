import PantographBase
import PantographTouches

/// The parts of a recording that are kept.
struct Reduction: Hashable {
  /// The numbers of the contacts and frames that are kept.
  var contacts: [Int]
  var frames: [Int]
  /// The optional channels that are kept, such as pressure.
  var spares: [Channel]
  /// The step that values are rounded to, by axis; other axes keep their values.
  var steps: [EventCode: Int32] = [:]
  /// The step that times are rounded to, in microseconds from the first frame that is kept.
  var timeStep: Int64 = 1
}

/// An axis or a mark.
struct Channel: Hashable {
  var type: EventType
  var code: EventCode

  init(_ type: EventType, _ code: EventCode) {
    self.type = type
    self.code = code
  }

  /// The axes of positions.
  static let positions: [EventCode] = [.absX, .absY, .absMTPositionX, .absMTPositionY]

  /// Whether it can be removed, unlike ends of frames, slots, tracking IDs and positions.
  var isSpare: Bool {
    switch type {
    case .absolute:
      code != .absMTSlot && code != .absMTTrackingID && !Self.positions.contains(code)
    case .miscellaneous: true
    default: false
    }
  }
}

extension DeviceHistory {
  /// Returns the events of a reduction as a device would send them; `nil` if two frames would coincide.
  func events(of reduction: Reduction, on device: DeviceDescription) -> [InputEvent]? {
    let contacts = Set(reduction.contacts)
    let missing = Set(spares).subtracting(reduction.spares)
    let start = reduction.frames.first.map { frames[$0].time } ?? Timestamp(microseconds: 0)
    var encoder = EventDeltaEncoder()
    for number in reduction.frames {
      let frame = frames[number]
      let time = frame.time.rounded(to: reduction.timeStep, from: start)
      if reduction.timeStep > 1, let last = encoder.events.last, last.time >= time { return nil }
      encoder.encode(frame.state.keeping(contacts), frame.passing, at: time) { type, code, value in
        guard !missing.contains(Channel(type, code)) else { return nil }
        guard type == .absolute, let step = reduction.steps[code] else { return value }
        return value.rounded(to: step, in: device.range(of: code))
      }
    }
    return encoder.events
  }
}

extension Timestamp {
  /// Returns the nearest instant that is a whole number of steps from a start; `step` is in microseconds.
  fileprivate func rounded(to step: Int64, from start: Timestamp) -> Timestamp {
    let elapsed = microseconds &- start.microseconds
    return start.advanced(byMicroseconds: (elapsed &+ step / 2) / step * step)
  }
}

extension Int32 {
  /// Returns the nearest multiple of a step within an axis's range.
  fileprivate func rounded(to step: Int32, in range: AxisRange?) -> Int32 {
    let multiple = (Double(self) / Double(step)).rounded() * Double(step)
    let (low, high) = (range?.minimum ?? .min, range?.maximum ?? .max)
    guard low <= high else { return self }
    return Int32(Swift.min(Swift.max(multiple, Double(low)), Double(high)))
  }
}
