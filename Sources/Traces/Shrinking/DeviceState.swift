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
      case .absolute where event.code < .absMTSlot: state.axes[event.code] = event.value
      case .absolute where !hasSlots: passing.append(event)
      case .absolute where event.code == .absMTSlot: current = event.value
      case .absolute: take(event, into: &state.slots[current, default: DeviceState.Slot()])
      default: passing.append(event)
      }
    }
    spares = channels.filter(\.isSpare).sorted { ($0.type, $0.code) < ($1.type, $1.code) }
  }

  private mutating func take(_ event: InputEvent, into slot: inout DeviceState.Slot) {
    guard event.code == .absMTTrackingID else {
      // A contact whose landing was not recorded still sends values.
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
