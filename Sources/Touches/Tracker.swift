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
    if slots?.take(event) != nil { return }
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

/// What a device reports of a contact besides its position, in device units.
struct ContactSigns {
  var pressure: Int32 = 0
  var tool: Int32 = 0
  /// The length and width of the touch and of the tool, as far as they are reported.
  private var extents = (Int32(0), Int32(0), Int32(0), Int32(0))

  init(pressure: Int32 = 0) {
    self.pressure = pressure
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
