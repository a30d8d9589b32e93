import Evdev
import Quantities

/// What a device has told of itself up to an instant, as the kernel keeps it.
struct DeviceState: Hashable {
  /// One place for a contact, with what was told of it last; the kernel's 0 where nothing was.
  struct Slot: Hashable {
    /// Which contact it is, counted over all slots from the first; nothing while there is none.
    var contact: Int?
    /// The device's own number of it; nothing where none was told.
    var trackingID: Int32?
    /// Whether something else was told of the contact before its number: nobody has seen it landing.
    var isUnseen = false
    var values: [EventCode: Int32] = [:]
  }

  var slots: [Int32: Slot] = [:]
  var keys: [EventCode: Int32] = [:]
  var axes: [EventCode: Int32] = [:]
}

/// A recording taken apart: for every frame what was so then, whatever had been told before.
///
/// Of frames that know all themselves any can be left out, and what is told anew is what has changed between
/// those that stay.
struct DeviceHistory {
  struct Frame {
    var time: Timestamp
    var state: DeviceState
    /// What is no state, and is told as it was: movements of a mouse, marks, contacts without slots.
    var passing: [InputEvent]
  }

  private(set) var frames: [Frame] = []
  /// How many contacts there were in slots.
  private(set) var contactCount = 0
  /// Everything that it could do without.
  private(set) var spares: [Channel] = []

  /// Takes events apart; those after the last end of a frame are left out.
  init(_ events: [InputEvent], of device: DeviceDescription) {
    let hasSlots = device.range(of: .absMTSlot) != nil
    var state = DeviceState()
    var passing: [InputEvent] = []
    var current: Int32 = 0
    var told: Set<Channel> = []
    for event in events {
      told.insert(Channel(event.type, event.code))
      switch event.type {
      case .synchronization where event.endsFrame:
        frames.append(Frame(time: event.time, state: state, passing: passing))
        passing.removeAll()
      case .key: state.keys[event.code] = event.value
      case .absolute where event.code < .absMTSlot: state.axes[event.code] = event.value
      case .absolute where !hasSlots: passing.append(event)
      case .absolute where event.code == .absMTSlot: current = event.value
      case .absolute: take(event, into: &state.slots[current, default: DeviceState.Slot()])
      default: passing.append(event)
      }
    }
    spares = told.filter(\.isSpare).sorted { ($0.type, $0.code) < ($1.type, $1.code) }
  }

  private mutating func take(_ event: InputEvent, into slot: inout DeviceState.Slot) {
    guard event.code == .absMTTrackingID else {
      // A contact that nobody has seen landing tells of itself all the same.
      if slot.contact == nil, slot.trackingID == nil {
        name(&slot)
        slot.isUnseen = true
      }
      slot.values[event.code] = event.value
      return
    }
    if event.value < 0 {
      slot.contact = nil
    } else if slot.contact == nil || slot.trackingID != nil {
      name(&slot)
    }
    slot.trackingID = event.value
  }

  private mutating func name(_ slot: inout DeviceState.Slot) {
    slot.contact = contactCount
    slot.isUnseen = false
    contactCount += 1
  }
}
