import PantographBase
import PantographTouches

/// Encodes device states as events: only what changes from frame to frame, as the kernel does.
struct EventDeltaEncoder {
  /// Returns the value to encode in place of another; `nil` drops the event.
  typealias ValueFilter = (_ type: EventType, _ code: EventCode, _ value: Int32) -> Int32?

  private(set) var events: [InputEvent] = []
  private var sent = DeviceState()
  private var current: Int32 = 0

  mutating func encode(
    _ state: DeviceState, _ passing: [InputEvent], at time: Timestamp, filter: ValueFilter
  ) {
    func event(_ type: EventType, _ code: EventCode, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: type, code: code, value: value)
    }
    for mark in passing {
      guard let value = filter(mark.type, mark.code, mark.value) else { continue }
      events.append(event(mark.type, mark.code, value))
    }
    for (number, slot) in state.slots.sorted(by: { $0.key < $1.key }) {
      let changes = self.changes(of: slot, in: number, filter)
      guard !changes.isEmpty else { continue }
      if current != number { events.append(event(.absolute, .absMTSlot, number)) }
      current = number
      events += changes.map { event(.absolute, $0.code, $0.value) }
    }
    for (code, value) in state.keys.sorted(by: { $0.key < $1.key })
    where sent.keys[code, default: 0] != value {
      sent.keys[code] = value
      events.append(event(.key, code, value))
    }
    for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) {
      guard let value = filter(.absolute, code, value), sent.axes[code] != value else { continue }
      sent.axes[code] = value
      events.append(event(.absolute, code, value))
    }
    events.append(event(.synchronization, .synReport, 0))
  }

  private mutating func changes(
    of slot: DeviceState.Slot, in number: Int32, _ filter: ValueFilter
  ) -> [(code: EventCode, value: Int32)] {
    var known = sent.slots[number] ?? DeviceState.Slot()
    defer { sent.slots[number] = known }
    var changes: [(EventCode, Int32)] = []
    guard let contact = slot.contact else {
      if known.contact != nil { changes.append((.absMTTrackingID, -1)) }
      known.contact = nil
      known.trackingID = -1
      return changes
    }
    let isNew = contact != known.contact || slot.trackingID != known.trackingID
    let id = isNew ? slot.trackingID : nil
    if let id, !slot.isUnseen { changes.append((.absMTTrackingID, id)) }
    known.contact = contact
    known.trackingID = slot.trackingID
    for (code, value) in slot.values.sorted(by: { $0.key < $1.key }) {
      guard let value = filter(.absolute, code, value), known.values[code] != value else {
        continue
      }
      known.values[code] = value
      changes.append((code, value))
    }
    if let id, slot.isUnseen { changes.append((.absMTTrackingID, id)) }
    return changes
  }
}

extension DeviceState {
  /// The buttons that report the number of fingers, from one up.
  private static let countButtons: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]

  /// Returns the state with these contacts only, and with buttons and a pointer that match them.
  func keeping(_ contacts: Set<Int>) -> DeviceState {
    var state = self
    var dropped = 0
    var kept: [Slot] = []
    for (number, slot) in slots.sorted(by: { $0.key < $1.key }) {
      guard let contact = slot.contact else { continue }
      if contacts.contains(contact) {
        kept.append(slot)
      } else {
        state.slots[number]?.contact = nil
        state.slots[number]?.trackingID = -1
        dropped += 1
      }
    }
    guard dropped > 0 else { return state }
    if let count = Self.countButtons.lastIndex(where: { keys[$0, default: 0] != 0 }) {
      state.keys[Self.countButtons[count]] = 0
      // One less than the number of fingers: the first button reports one finger.
      if count - dropped >= 0 { state.keys[Self.countButtons[count - dropped]] = 1 }
    }
    if kept.isEmpty, keys[.btnTouch] != nil { state.keys[.btnTouch] = 0 }
    if let first = kept.first {
      for (axis, contactAxis) in [
        (EventCode.absX, EventCode.absMTPositionX), (.absY, .absMTPositionY),
      ]
      where axes[axis] != nil {
        state.axes[axis] = first.values[contactAxis] ?? axes[axis]
      }
    }
    return state
  }
}
