import Evdev
import Quantities

/// Follows the contacts of a device that has a slot for each (protocol type B).
///
/// The device reports only what changes: a slot keeps its values over frames and even from one
/// contact to the next, and a new tracking id begins a new contact.
struct SlotTracker {
  /// What is known of one slot; what is no coordinate is 0 until a value is sent.
  private struct Slot {
    /// The number of the contact in the slot, if there is one.
    var contact: Int?
    /// Whether the contact was there before its landing was told.
    var isUnseen = false
    /// Whether the device has ever said whose slot it is.
    var isNamed = false
    var x: Int32?
    var y: Int32?
    var signs = ContactSigns()

    /// Takes what is said of the contact, and tells whether that is the first sign of one.
    ///
    /// What moves in a slot of which nothing was ever said was there before the recording began.
    mutating func take(_ event: InputEvent) -> Bool {
      switch event.code {
      case .absMTPositionX: x = event.value
      case .absMTPositionY: y = event.value
      default:
        signs.take(event)
        return false
      }
      return contact == nil && !isNamed && x != nil && y != nil
    }
  }

  private var slots: [Slot]
  /// The slot that values are about; without a word from the device it is the first.
  private var current = 0
  private var nextContact = 0
  /// The pressure of all contacts, where they have none of their own.
  private var sharedPressure: Int32?
  /// The value of a coordinate that was not sent yet; nothing if it is not known.
  private let origin: Int32?
  /// Whether `BTN_TOUCH` is pressed; nothing if the device has not sent it.
  ///
  /// Some devices keep a contact in its slot while the finger hovers or presses lightly: the kernel's
  /// driver for Synaptics pads keeps it above a pressure of 0, but presses the key above 30 and releases
  /// it below 25 (`synaptics_process_packet` of `synaptics.c`).
  private var isKeyDown: Bool?
  /// Whether the contacts hovered in the last frame.
  private var isHovering = false

  init(count: Int, sharesPressure: Bool, origin: Int32?) {
    slots = Array(repeating: Slot(), count: count)
    self.origin = origin
    sharedPressure = sharesPressure ? 0 : nil
  }

  @inline(__always)
  mutating func take(_ event: InputEvent) {
    guard event.type == .absolute else {
      if event.type == .key, event.code == .btnTouch { isKeyDown = event.value != 0 }
      return
    }
    switch event.code {
    case .absMTSlot:
      current = Int(event.value)
      return
    case .absPressure:
      if sharedPressure != nil { sharedPressure = event.value }
      return
    default: break
    }
    // A slot beyond those the device has announced is no place of ours: its values are dropped.
    guard slots.indices.contains(current) else { return }
    if event.code == .absMTTrackingID {
      name(event.value)
    } else if slots[current].take(event) {
      begin(isUnseen: true)
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

  private mutating func begin(isUnseen: Bool) {
    slots[current].contact = makeNumber()
    slots[current].isUnseen = isUnseen
    slots[current].signs.tool = 0
  }

  mutating func makeNumber() -> Int {
    defer { nextContact += 1 }
    return nextContact
  }

  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    let touches = isKeyDown ?? true
    if touches == isHovering { hover(!touches) }
    for slot in slots {
      guard let id = slot.contact else { continue }
      guard let x = slot.x ?? origin, let y = slot.y ?? origin else {
        if touches { frame.unplaced.append(surface.unplaced(id, x: slot.x, y: slot.y)) }
        continue
      }
      var own = slot.signs
      if let sharedPressure { own.pressure = sharedPressure }
      var contact = Contact(id: id, position: surface.point(x: x, y: y))
      surface.press(&contact, own.pressure)
      if slot.isUnseen { contact.remarks.insert(.unseenLanding) }
      guard touches else {
        frame.hovering.append(contact)
        continue
      }
      frame.contacts.append(contact)
      signs.append(own)
    }
  }

  /// Notes that the contacts hover from this frame on, or touch.
  private mutating func hover(_ isHovering: Bool) {
    self.isHovering = isHovering
    for index in slots.indices where slots[index].contact != nil {
      // What touches again later is another contact, and its landing is seen.
      if isHovering { slots[index].contact = makeNumber() }
      slots[index].isUnseen = false
    }
  }
}
