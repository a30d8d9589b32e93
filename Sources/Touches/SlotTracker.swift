import Evdev
import Quantities

/// Follows the contacts of a device that has a slot for each (protocol type B).
///
/// The device reports only what changes: a slot keeps its values over frames and even from one
/// contact to the next, and a new tracking id begins a new contact.
struct SlotTracker {
  /// What is known of one slot: like the kernel, that every value is 0 until another one is sent.
  private struct Slot {
    /// The number of the contact in the slot, if there is one.
    var contact: Int?
    /// Whether the contact was there before its landing was told.
    var isUnseen = false
    /// Whether the device has ever said whose slot it is.
    var isNamed = false
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
    var tool: Int32 = 0
  }

  private var slots: [Slot]
  /// The slot that values are about; without a word from the device it is the first.
  private var current = 0
  private var nextContact = 0

  init(count: Int) {
    slots = Array(repeating: Slot(), count: count)
  }

  mutating func take(_ event: InputEvent) {
    guard event.type == .absolute else { return }
    if event.code == .absMTSlot {
      current = Int(event.value)
      return
    }
    // A slot beyond those the device has announced is no place of ours: its values are dropped.
    guard slots.indices.contains(current) else { return }
    switch event.code {
    case .absMTTrackingID: name(event.value)
    case .absMTPositionX:
      slots[current].x = event.value
      notice()
    case .absMTPositionY:
      slots[current].y = event.value
      notice()
    case .absMTPressure: slots[current].pressure = event.value
    case .absMTToolType: slots[current].tool = event.value
    default: break
    }
  }

  /// The device says whose slot it is.
  private mutating func name(_ id: Int32) {
    let isFirst = !slots[current].isNamed
    slots[current].isNamed = true
    if id < 0 {
      slots[current].contact = nil
      slots[current].isUnseen = false
    } else if !(isFirst && slots[current].contact != nil) {
      begin(isUnseen: false)
    }
    // Else it is the name, come late, of the contact that was noticed without one.
  }

  /// What moves in a slot of which nothing was ever said was there before the recording began.
  private mutating func notice() {
    guard slots[current].contact == nil, !slots[current].isNamed else { return }
    begin(isUnseen: true)
  }

  private mutating func begin(isUnseen: Bool) {
    slots[current].contact = nextContact
    slots[current].isUnseen = isUnseen
    slots[current].tool = 0
    nextContact += 1
  }

  mutating func complete(on surface: Surface, into frame: inout TouchFrame) {
    for slot in slots {
      guard let id = slot.contact else { continue }
      var contact = Contact(
        id: id, position: surface.point(x: slot.x, y: slot.y),
        pressure: surface.pressure(slot.pressure))
      if slot.isUnseen { contact.remarks.insert(.unseenLanding) }
      // MT_TOOL_PALM
      if slot.tool == 2 { contact.remarks.insert(.palm) }
      frame.contacts.append(contact)
    }
  }
}
