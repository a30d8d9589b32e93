import PantographBase
import PantographTouches

/// The state that a device has reported up to an instant, as the kernel keeps it.
struct DeviceState: Hashable {
  /// A contact slot with the last reported values; the kernel's 0 where nothing was reported.
  struct Slot: Hashable {
    /// The contact's number, counted over all slots from the first; `nil` while the slot is empty.
    var contact: Int?
    /// The device's own tracking ID; `nil` if it sent none.
    var trackingID: Int32?
    /// Whether other values came before the tracking ID, so that the landing was not seen.
    var isUnseen = false
    var values: [EventCode: Int32] = [:]
  }

  var slots: [Int32: Slot] = [:]
  var keys: [EventCode: Int32] = [:]
  var axes: [EventCode: Int32] = [:]
}

/// A recording split into frames, each with the device's complete state.
///
/// Because each frame is complete, any of them can be removed. Only the changes between the frames that stay are
/// encoded again.
struct DeviceHistory {
  struct Frame {
    var time: Timestamp
    var state: DeviceState
    /// Events without state, which are passed through: mouse movements, marks, contacts without slots.
    var passing: [InputEvent]
  }

  private(set) var frames: [Frame] = []
  /// The number of contacts in slots.
  private(set) var contactCount = 0
  /// The channels that can be removed.
  private(set) var spares: [Channel] = []

  /// Splits events into frames; events after the last end of a frame are dropped.
  init(_ events: [InputEvent], of device: DeviceDescription) {
    let hasSlots = device.range(of: .absMTSlot) != nil
    var state = DeviceState()
    var passing: [InputEvent] = []
    var current: Int32 = 0
    var channels: Set<Channel> = []
    for event in events {
      channels.insert(Channel(event.type, event.code))
      switch event.type {
      case .synchronization where event.endsFrame:
        frames.append(Frame(time: event.time, state: state, passing: passing))
        passing.removeAll()
      case .key: state.keys[event.code] = event.value
      // The axes of single touches come before those of slots.
      case .absolute where event.code < .absMTSlot: state.axes[event.code] = event.value
      case .absolute where !hasSlots: passing.append(event)
      case .absolute where event.code == .absMTSlot: current = event.value
      case .absolute: take(event, into: &state.slots[current, default: DeviceState.Slot()])
      default: passing.append(event)
      }
    }
    spares = channels.filter { $0.isSpare }.sorted { ($0.type, $0.code) < ($1.type, $1.code) }
  }

  private mutating func take(_ event: InputEvent, into slot: inout DeviceState.Slot) {
    guard event.code == .absMTTrackingID else {
      // A contact whose landing was not recorded still sends values.
      if slot.contact == nil, slot.trackingID == nil {
        beginContact(in: &slot)
        slot.isUnseen = true
      }
      slot.values[event.code] = event.value
      return
    }
    if event.value < 0 {
      slot.contact = nil
    } else if slot.contact == nil || slot.trackingID != nil {
      // The first ID after a landing that was not recorded is that of the same contact.
      beginContact(in: &slot)
    }
    slot.trackingID = event.value
  }

  private mutating func beginContact(in slot: inout DeviceState.Slot) {
    slot.contact = contactCount
    slot.isUnseen = false
    contactCount += 1
  }
}

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
    var changes: [(code: EventCode, value: Int32)] = []
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
