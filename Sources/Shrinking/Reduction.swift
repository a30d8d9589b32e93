import Evdev
import Quantities

/// What is kept of a recording.
struct Reduction: Hashable {
  /// The numbers of contacts and frames.
  var contacts: [Int]
  var frames: [Int]
  /// What could be done without, such as pressure.
  var spares: [Channel]
  /// What values are whole multiples of, by axis; those that are not here are as they were.
  var steps: [EventCode: Int32] = [:]
  /// What times are whole multiples of, in microseconds from the first frame that is kept.
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

  /// Without these nobody knows where contacts are.
  static let places: [EventCode] = [.absX, .absY, .absMTPositionX, .absMTPositionY]

  /// Whether a recording may do without it; without ends, and without who is where, it may not.
  var isSpare: Bool {
    switch type {
    case .absolute:
      code != .absMTSlot && code != .absMTTrackingID && !Self.places.contains(code)
    case .miscellaneous: true
    default: false
    }
  }
}

extension DeviceHistory {
  /// The events of what is kept, as a device would have sent them; nothing where frames would coincide.
  func events(of reduction: Reduction, on device: DeviceDescription) -> [InputEvent]? {
    let contacts = Set(reduction.contacts)
    let missing = Set(spares).subtracting(reduction.spares)
    let start = reduction.frames.first.map { frames[$0].time } ?? Timestamp(microseconds: 0)
    var teller = EventDeltaEncoder()
    for number in reduction.frames {
      let frame = frames[number]
      let time = frame.time.rounded(to: reduction.timeStep, from: start)
      if reduction.timeStep > 1, let last = teller.events.last, last.time >= time { return nil }
      teller.tell(frame.state.keeping(contacts), frame.passing, at: time) { type, code, value in
        guard !missing.contains(Channel(type, code)) else { return nil }
        guard type == .absolute, let step = reduction.steps[code] else { return value }
        return value.rounded(to: step, in: device.range(of: code))
      }
    }
    return teller.events
  }
}

extension Timestamp {
  /// The nearest instant that is so many whole steps away from a start, in microseconds.
  fileprivate func rounded(to step: Int64, from start: Timestamp) -> Timestamp {
    let elapsed = microseconds &- start.microseconds
    return start.advanced(byMicroseconds: (elapsed &+ step / 2) / step * step)
  }
}

extension Int32 {
  /// The nearest multiple of a step that an axis can have.
  fileprivate func rounded(to step: Int32, in range: AxisRange?) -> Int32 {
    let multiple = (Double(self) / Double(step)).rounded() * Double(step)
    let (low, high) = (range?.minimum ?? .min, range?.maximum ?? .max)
    guard low <= high else { return self }
    return Int32(Swift.min(Swift.max(multiple, Double(low)), Double(high)))
  }
}
