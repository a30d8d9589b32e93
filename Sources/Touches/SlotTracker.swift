import PantographBase

/// Tracks the contacts of a device that has a slot for each (protocol type B).
///
/// The device reports only changes: a slot keeps its values across frames and even from one contact to the
/// next. A new tracking ID begins a new contact.
struct SlotTracker {
  /// The values of one slot; all but the coordinates are 0 until a value is sent.
  private struct Slot {
    /// The ID of the contact in the slot, if there is one.
    var contact: Int?
    /// Whether the contact was there before its landing was reported.
    var isUnseen = false
    /// Whether the device has ever sent a tracking ID for the slot.
    var hasID = false
    var x: Int32?
    var y: Int32?
    var signs = ContactSigns()

    /// Reads a value, and returns whether it is the first sign of a contact.
    ///
    /// A contact that moves in a slot without a tracking ID was there before the recording began.
    @inline(__always)
    mutating func take(_ event: InputEvent) -> Bool {
      switch event.code {
      case .absMTPositionX: x = event.value
      case .absMTPositionY: y = event.value
      default:
        signs.take(event)
        return false
      }
      return contact == nil && !hasID && x != nil && y != nil
    }
  }

  private var slots: [Slot]
  /// The slot of the following values; the first one until the device selects another.
  private var current = 0
  private var nextContact = 0
  /// The pressure of all contacts, if they have none of their own.
  private var sharedPressure: Int32?
  /// The value of a coordinate that was not sent yet; `nil` if it is unknown.
  private let origin: Int32?
  /// Whether `BTN_TOUCH` is pressed; `nil` if the device has not sent it.
  ///
  /// Some devices keep a contact in its slot while the finger hovers or presses lightly. The kernel's driver
  /// for Synaptics pads keeps it above a pressure of 0, but presses the key above 30 and releases it below 25
  /// (`synaptics_process_packet` of `synaptics.c`).
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
    // The first finger again, for programs that follow only one.
    case .absX, .absY: return
    default: break
    }
    // Values of a slot beyond those that the device has announced are dropped.
    guard slots.indices.contains(current) else { return }
    if event.code == .absMTTrackingID {
      identify(event.value)
    } else if slots[current].take(event) {
      begin(isUnseen: true)
    }
  }

  /// Handles a tracking ID.
  private mutating func identify(_ id: Int32) {
    let isFirst = !slots[current].hasID
    slots[current].hasID = true
    if id < 0 {
      slots[current].contact = nil
      slots[current].isUnseen = false
    } else if !(isFirst && slots[current].contact != nil) {
      begin(isUnseen: false)
    }
    // Otherwise it is the late tracking ID of a contact that has already begun.
  }

  private mutating func begin(isUnseen: Bool) {
    slots[current].contact = makeID()
    slots[current].isUnseen = isUnseen
    slots[current].signs.tool = 0
  }

  mutating func makeID() -> Int {
    defer { nextContact += 1 }
    return nextContact
  }

  /// Appends the contacts and their signs.
  ///
  /// Inlined, because a call would copy the surface.
  @inline(__always)
  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    let touches = isKeyDown ?? true
    if touches == isHovering { hover(!touches) }
    for index in slots.indices {
      guard let id = slots[index].contact else { continue }
      let slot = slots[index]
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

  /// Records that the contacts hover from this frame on, or touch.
  private mutating func hover(_ isHovering: Bool) {
    self.isHovering = isHovering
    for index in slots.indices where slots[index].contact != nil {
      // A finger that touches again later is a new contact whose landing is seen.
      if isHovering { slots[index].contact = makeID() }
      slots[index].isUnseen = false
    }
  }
}
