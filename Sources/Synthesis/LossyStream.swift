public import Evdev
import Quantities

/// Events of which some are lost, as a reader of a real device gets them.
///
/// The kernel drops what does not fit into a reader's buffer and says so with `SYN_DROPPED`. libevdev
/// then asks the kernel for the device's state, and tells of the differences as if they were events.
public enum LossyStream {
  /// What a device has told so far, as the kernel keeps it.
  private struct State {
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

  /// The events of a recording with those from one time up to another lost, in seconds.
  ///
  /// Whole frames are lost, and at least one where there is one at or after the first time.
  public static func losing(
    from start: Double, to end: Double, of events: [InputEvent]
  ) -> [InputEvent] {
    let zero = Timestamp(microseconds: 0)
    guard let first = events.firstIndex(where: { $0.time - zero >= start }) else { return events }
    let instant = events[first].time
    let last =
      events.lastIndex { $0.time == instant || $0.time > instant && $0.time - zero < end } ?? first
    return losing(first..<last + 1, of: events)
  }

  /// The events of a recording with those from one index up to another lost.
  public static func losing(
    _ lost: Range<Int>, of events: [InputEvent]
  ) -> [InputEvent] {
    var known = State()
    for event in events[..<lost.lowerBound] { known.take(event) }
    var real = known
    for event in events[lost] { real.take(event) }
    let time = events[max(lost.upperBound - 1, 0)].time
    var stream = Array(events[..<lost.lowerBound])
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      stream.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    add(.synchronization, .synDropped, 0)
    // Whose slot is another's now has to be told as a lift first, in a frame of its own.
    var current = known.current
    func turn(to slot: Int32) {
      if current != slot { add(.absolute, .absMTSlot, slot) }
      current = slot
    }
    // Of contacts without slots the kernel keeps nothing that could be asked for.
    let hasSlots = !events.contains { $0.type == .synchronization && $0.code == .synMTReport }
    var lifts = false
    for slot in real.slots.keys.sorted() where hasSlots {
      let old = known.slots[slot]?[.absMTTrackingID] ?? -1
      let new = real.slots[slot]?[.absMTTrackingID] ?? -1
      guard old >= 0, old != new else { continue }
      turn(to: slot)
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
        turn(to: slot)
        add(.absolute, code, value)
      }
    }
    turn(to: real.current)
    add(.synchronization, .synReport, 0)
    return stream + events[lost.upperBound...]
  }
}
