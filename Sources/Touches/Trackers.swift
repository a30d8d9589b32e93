import PantographBase

/// Tracks the contacts of a device by the protocol that it uses.
struct Tracker {
  // Exactly one of these is not `nil`. Each is stored separately, so that it changes in place without a copy.
  private var slots: SlotTracker?
  private var anonymous: AnonymousTracker?
  private var single: SingleTracker?

  /// Creates a tracker with no contacts.
  ///
  /// - Parameter origin: The value of a coordinate that was not sent yet; `nil` if it is unknown.
  init(_ surface: Surface, origin: Int32?) {
    switch surface.reporting {
    case .slots:
      slots = SlotTracker(
        count: surface.slotCount, sharesPressure: surface.sharesPressure, origin: origin)
    case .anonymous: anonymous = AnonymousTracker()
    case .single: single = SingleTracker(hasPen: surface.kind == .pen, origin: origin)
    }
  }

  @inline(__always)
  mutating func take(_ event: InputEvent) {
    // `nil` if there are no slots: then one of the others takes it.
    guard slots?.take(event) == nil else { return }
    anonymous?.take(event)
    single?.take(event)
  }

  /// Completes a frame: appends the current contacts and the signs of each.
  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    slots?.complete(on: surface, into: &frame, signs: &signs)
    anonymous?.complete(on: surface, into: &frame, signs: &signs)
    single?.complete(on: surface, into: &frame, signs: &signs)
  }

  /// Returns an ID that no other contact has.
  mutating func makeID() -> Int {
    slots?.makeID() ?? anonymous?.makeID() ?? single?.makeID() ?? 0
  }
}

extension Surface {
  /// Returns whether frames depend on an event.
  ///
  /// Drivers also send the time by their own clock. Those with slots send the first finger again, for programs that
  /// follow only one.
  package func isRead(_ event: InputEvent) -> Bool {
    switch (reporting, event.type) {
    // With any event at all, a frame says that its contacts are complete.
    case (.anonymous, _), (_, .synchronization), (_, .key), (.single, .absolute): true
    case (.slots, .absolute):
      switch event.code {
      case .absMTSlot, .absMTTrackingID, .absMTPositionX, .absMTPositionY: true
      case .absPressure: sharesPressure
      default: ContactSigns.has(event.code)
      }
    default: false
    }
  }
}

/// What a device reports of a contact besides its position, in device units.
struct ContactSigns {
  var pressure: Int32 = 0
  var tool: Int32 = 0
  /// The length and width of the touch and of the tool, as far as they are reported.
  private var extents = (Int32(0), Int32(0), Int32(0), Int32(0))

  init(pressure: Int32 = 0) {
    self.pressure = pressure
  }

  /// Returns whether events of a code are signs.
  static func has(_ code: EventCode) -> Bool {
    switch code {
    case .absMTPressure, .absMTToolType: true
    default: 0x30...0x33 ~= code.rawValue
    }
  }

  /// The longest of its extents.
  var size: Int32 { max(extents.0, extents.1, extents.2, extents.3) }

  /// `MT_TOOL_PALM` of the kernel's `input.h`.
  var isPalmTool: Bool { tool == 2 }

  /// Reads the value of an event, if it is a sign.
  mutating func take(_ event: InputEvent) {
    switch event.code {
    case .absMTPressure: pressure = event.value
    case .absMTToolType: tool = event.value
    // ABS_MT_TOUCH_MAJOR and MINOR, ABS_MT_WIDTH_MAJOR and MINOR of the kernel's input-event-codes.h.
    case EventCode(rawValue: 0x30): extents.0 = event.value
    case EventCode(rawValue: 0x31): extents.1 = event.value
    case EventCode(rawValue: 0x32): extents.2 = event.value
    case EventCode(rawValue: 0x33): extents.3 = event.value
    default: break
    }
  }
}

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
    let hasChanged = touches == isHovering
    if hasChanged { hover(!touches) }
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

/// Tracks the contacts of a device that lists all of them in every frame (protocol type A).
///
/// The list has no order, and its IDs, if there are any, are often all the same. So each position is matched
/// to the nearest contact of the previous frame, closest pairs first.
struct AnonymousTracker {
  /// The values since the last `SYN_MT_REPORT` or frame.
  private struct Packet {
    var x: Int32?
    var y: Int32?
    var id: Int32?
    var signs = ContactSigns()
  }

  /// A contact, and its ID once that is known.
  private struct Known {
    var id: Int?
    var device: Int32?
    var position: Point
    var signs: ContactSigns
  }

  /// A possible match of a new position and a known contact.
  private struct Match {
    var length: Double
    var position: Int
    var index: Int
  }

  /// The maximum distance that a contact moves between frames, in millimetres.
  ///
  /// It is twice the distance that libinput treats as a jump of the sensor. Beyond it, the contact has lifted
  /// and another one has landed.
  static let longestMove = 40.0

  private var packet = Packet()
  private var packets: [Packet] = []
  private var known: [Known] = []
  /// The contacts of this frame; reused, like the arrays below, to avoid allocations.
  private var next: [Known] = []
  /// Whether each known contact has been matched.
  private var isMatched: [Bool] = []
  /// The possible matches.
  private var matches: [Match] = []
  private var nextContact = 0
  /// Whether the frame has reported contacts, even that there are none.
  private var hasContactData = false
  /// Whether the frame has had no event so far.
  private var isEmpty = true

  mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, .absMTPositionX): packet.x = event.value
    case (.absolute, .absMTPositionY): packet.y = event.value
    case (.absolute, .absMTTrackingID): packet.id = event.value
    case (.synchronization, .synMTReport):
      hasContactData = true
      endPacket()
    case (.absolute, _): packet.signs.take(event)
    case (.key, .btnTouch): if event.value == 0 { hasContactData = true }
    default: break
    }
    isEmpty = false
  }

  private mutating func endPacket() {
    // These lists are complete, so half a position is damage, and is ignored.
    if packet.x != nil, packet.y != nil { packets.append(packet) }
    packet = Packet()
  }

  mutating func makeID() -> Int {
    defer { nextContact += 1 }
    return nextContact
  }

  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    // The last contact of a frame may lack its `SYN_MT_REPORT`.
    if packet.x != nil || packet.y != nil { hasContactData = true }
    endPacket()
    // An empty frame means no contacts; a frame with only a key changes none.
    if hasContactData || isEmpty { follow(on: surface) }
    for known in known {
      guard let id = known.id else { continue }
      var contact = Contact(id: id, position: known.position)
      surface.press(&contact, known.signs.pressure)
      frame.contacts.append(contact)
      signs.append(known.signs)
    }
    packets.removeAll(keepingCapacity: true)
    hasContactData = false
    isEmpty = true
  }

  /// Matches the new positions to the known contacts.
  private mutating func follow(on surface: Surface) {
    next.removeAll(keepingCapacity: true)
    let haveIDs = haveDistinctIDs
    for packet in packets {
      next.append(
        Known(
          id: nil, device: haveIDs ? packet.id : nil,
          position: surface.point(x: packet.x ?? 0, y: packet.y ?? 0), signs: packet.signs))
    }
    if haveIDs {
      for position in next.indices {
        let id = next[position].device
        guard let index = known.firstIndex(where: { $0.device == id }) else { continue }
        next[position].id = known[index].id
      }
    } else {
      takeNearest()
    }
    for position in next.indices where next[position].id == nil { next[position].id = makeID() }
    swap(&known, &next)
  }

  /// Whether all contacts have distinct IDs.
  private var haveDistinctIDs: Bool {
    for (position, packet) in packets.enumerated() {
      guard packet.id != nil, !packets[..<position].contains(where: { $0.id == packet.id }) else {
        return false
      }
    }
    return true
  }

  /// Matches positions to the nearest known contacts, closest pairs first.
  private mutating func takeNearest() {
    isMatched.removeAll(keepingCapacity: true)
    for _ in known { isMatched.append(false) }
    matches.removeAll(keepingCapacity: true)
    for position in next.indices {
      for index in known.indices {
        let length = (next[position].position - known[index].position).length
        if length <= Self.longestMove {
          matches.append(Match(length: length, position: position, index: index))
        }
      }
    }
    matches.sort { ($0.length, $0.position, $0.index) < ($1.length, $1.position, $1.index) }
    for match in matches where next[match.position].id == nil && !isMatched[match.index] {
      next[match.position].id = known[match.index].id
      isMatched[match.index] = true
    }
  }
}

/// Tracks the contact of a device that has only one: a pen, or an old touchscreen or touchpad.
struct SingleTracker {
  /// Whether the pen's proximity is reported apart from its touch, so that it can hover.
  private let hasPen: Bool
  private var x: Int32?
  private var y: Int32?
  private var pressure: Int32 = 0
  private var tiltX: Int32 = 0
  private var tiltY: Int32 = 0
  private var isTouching = false
  private var isNear = false
  /// The ID of the contact that touches, or did so last.
  private var contactID = 0
  private var nextContact = 0
  /// Whether the contact that touches has been given its ID.
  private var isDown = false

  init(hasPen: Bool, origin: Int32?) {
    self.hasPen = hasPen
    x = origin
    y = origin
  }

  mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, .absX): x = event.value
    case (.absolute, .absY): y = event.value
    case (.absolute, .absPressure): pressure = event.value
    case (.absolute, .absTiltX): tiltX = event.value
    case (.absolute, .absTiltY): tiltY = event.value
    case (.key, .btnTouch):
      isTouching = event.value != 0
      // If it lifts and lands within a frame, it is a new contact.
      if !isTouching { isDown = false }
    case (.key, .btnToolPen), (.key, .btnToolRubber): isNear = event.value != 0
    default: break
    }
  }

  mutating func makeID() -> Int {
    defer { nextContact += 1 }
    return nextContact
  }

  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    guard isTouching || (hasPen && isNear) else {
      isDown = false
      return
    }
    if isTouching, !isDown { contactID = makeID() }
    isDown = isTouching
    guard let x, let y else {
      if isTouching { frame.unplaced.append(surface.unplaced(contactID, x: x, y: y)) }
      return
    }
    var contact = Contact(id: contactID, position: surface.point(x: x, y: y))
    surface.press(&contact, pressure)
    contact.tilt = surface.tilt(x: tiltX, y: tiltY)
    if isTouching {
      frame.contacts.append(contact)
      signs.append(ContactSigns(pressure: pressure))
    } else {
      frame.hovering.append(contact)
    }
  }
}
