import Evdev
import Quantities

/// Tells what a device does from frame to frame: only what changes, as the kernel does.
struct EventDeltaEncoder {
  /// The value that is told in place of another one; nothing where none is to be told.
  typealias Shape = (_ type: EventType, _ code: EventCode, _ value: Int32) -> Int32?

  private(set) var events: [InputEvent] = []
  private var told = DeviceState()
  private var current: Int32 = 0

  mutating func tell(
    _ state: DeviceState, _ passing: [InputEvent], at time: Timestamp, shape: Shape
  ) {
    func event(_ type: EventType, _ code: EventCode, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: type, code: code, value: value)
    }
    for mark in passing {
      guard let value = shape(mark.type, mark.code, mark.value) else { continue }
      events.append(event(mark.type, mark.code, value))
    }
    for (number, slot) in state.slots.sorted(by: { $0.key < $1.key }) {
      let changes = self.changes(of: slot, in: number, shape)
      guard !changes.isEmpty else { continue }
      if current != number { events.append(event(.absolute, .absMTSlot, number)) }
      current = number
      events += changes.map { event(.absolute, $0.code, $0.value) }
    }
    for (code, value) in state.keys.sorted(by: { $0.key < $1.key })
    where told.keys[code, default: 0] != value {
      told.keys[code] = value
      events.append(event(.key, code, value))
    }
    for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) {
      guard let value = shape(.absolute, code, value), told.axes[code] != value else { continue }
      told.axes[code] = value
      events.append(event(.absolute, code, value))
    }
    events.append(event(.synchronization, .synReport, 0))
  }

  private mutating func changes(
    of slot: DeviceState.Slot, in number: Int32, _ shape: Shape
  ) -> [(code: EventCode, value: Int32)] {
    var known = told.slots[number] ?? DeviceState.Slot()
    defer { told.slots[number] = known }
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
      guard let value = shape(.absolute, code, value), known.values[code] != value else { continue }
      known.values[code] = value
      changes.append((code, value))
    }
    if let id, slot.isUnseen { changes.append((.absMTTrackingID, id)) }
    return changes
  }
}

extension DeviceState {
  /// The buttons that say how many fingers there are, from one on.
  private static let countButtons: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]

  /// The state without all other contacts, and with buttons and a pointer that know nothing of them.
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
      // One too few for the buttons' place in the list: the first stands for one.
      if count - dropped >= 0 { state.keys[Self.countButtons[count - dropped]] = 1 }
    }
    if kept.isEmpty, keys[.btnTouch] != nil { state.keys[.btnTouch] = 0 }
    if let first = kept.first {
      for (axis, place) in [(EventCode.absX, EventCode.absMTPositionX), (.absY, .absMTPositionY)]
      where axes[axis] != nil {
        state.axes[axis] = first.values[place] ?? axes[axis]
      }
    }
    return state
  }
}
