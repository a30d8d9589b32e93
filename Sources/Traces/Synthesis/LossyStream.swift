import PantographBase
package import PantographTouches

/// Events of a recording with losses, as a reader of a real device gets them.
///
/// The kernel drops events that do not fit into a reader's buffer, and sends `SYN_DROPPED`. libevdev
/// then reads the device's state and sends the differences as events.
package enum LossyStream {
  /// Returns a recording without the events between two times, in seconds.
  ///
  /// Whole frames are lost, and at least one if there is one at or after the first time.
  package static func losing(
    from start: Double, to end: Double, of events: [InputEvent]
  ) -> [InputEvent] {
    let zero = Timestamp(microseconds: 0)
    guard let first = events.firstIndex(where: { $0.time - zero >= start }) else { return events }
    let instant = events[first].time
    let last =
      events.lastIndex { $0.time == instant || $0.time > instant && $0.time - zero < end } ?? first
    return losing(first..<last + 1, of: events)
  }

  /// Returns a recording without the events in a range of indices.
  package static func losing(
    _ lost: Range<Int>, of events: [InputEvent]
  ) -> [InputEvent] {
    let hasSlots = !events.contains { $0.type == .synchronization && $0.code == .synMTReport }
    var reader = LossyReader(hasSlots: hasSlots)
    var stream: [InputEvent] = []
    for (index, event) in events.enumerated() {
      reader.take(event, isLost: lost.contains(index), into: &stream)
    }
    reader.synchronize(into: &stream)
    return stream
  }
}

/// Simulates a reader that loses events, event by event.
package struct LossyReader: Sendable {
  /// Whether contacts have slots; without slots the kernel keeps no state to read.
  private let hasSlots: Bool
  /// The state that the reader knows.
  private var known = KernelState()
  /// The device's state while events are being lost, and the time of the last lost event.
  private var real: (state: KernelState, time: Timestamp)?

  /// Creates a reader of a device in an unknown state.
  ///
  /// - Parameter hasSlots: whether its contacts have slots (protocol type B).
  package init(hasSlots: Bool) {
    self.hasSlots = hasSlots
  }

  /// Takes the next event and appends what the reader gets; whole frames must be lost.
  package mutating func take(
    _ event: InputEvent, isLost: Bool, into stream: inout [InputEvent]
  ) {
    if isLost {
      var state = real?.state ?? known
      // Now the state has one owner, and changes in place.
      real = nil
      state.take(event)
      real = (state, event.time)
    } else {
      synchronize(into: &stream)
      known.take(event)
      stream.append(event)
    }
  }

  /// Appends the events that synchronise the reader after a loss; none if nothing was lost.
  package mutating func synchronize(into stream: inout [InputEvent]) {
    guard let (real, time) = real else { return }
    self.real = nil
    var current = known.current
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      stream.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    func activate(slot: Int32) {
      if current != slot { add(.absolute, .absMTSlot, slot) }
      current = slot
    }
    add(.synchronization, .synDropped, 0)
    // A slot with a new contact must first report the old one's lift, in a frame of its own.
    var lifts = false
    for slot in real.slots.keys.sorted() where hasSlots {
      let old = known.slots[slot]?[.absMTTrackingID] ?? -1
      let new = real.slots[slot]?[.absMTTrackingID] ?? -1
      guard old >= 0, old != new else { continue }
      activate(slot: slot)
      add(.absolute, .absMTTrackingID, -1)
      known.slots[slot]?[.absMTTrackingID] = -1
      lifts = true
    }
    if lifts { add(.synchronization, .synReport, 0) }
    for (key, value) in real.keys.sorted(by: { $0.key < $1.key }) where known.keys[key] != value {
      add(.key, key, value)
    }
    for (code, value) in real.axes.sorted(by: { $0.key < $1.key })
    where known.axes[code] != value {
      add(.absolute, code, value)
    }
    for slot in real.slots.keys.sorted() where hasSlots {
      for (code, value) in (real.slots[slot] ?? [:]).sorted(by: { $0.key < $1.key })
      where known.slots[slot]?[code] != value {
        activate(slot: slot)
        add(.absolute, code, value)
      }
    }
    activate(slot: real.current)
    add(.synchronization, .synReport, 0)
    known = real
  }
}

/// The state of a device, as the kernel keeps it.
private struct KernelState: Sendable {
  var slots: [Int32: [EventCode: Int32]] = [:]
  var current: Int32 = 0
  var keys: [EventCode: Int32] = [:]
  var axes: [EventCode: Int32] = [:]

  mutating func take(_ event: InputEvent) {
    switch event.type {
    case .key: keys[event.code] = event.value
    case .absolute where event.code == .absMTSlot: current = event.value
    case .absolute where event.code > .absMTSlot:
      slots[current, default: [:]][event.code] = event.value
    case .absolute: axes[event.code] = event.value
    default: break
    }
  }
}
