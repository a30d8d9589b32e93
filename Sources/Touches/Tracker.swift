import Evdev

/// Follows the contacts of a device in the way in which it reports them.
struct Tracker {
  // One of these is there. Each has a place of its own, where it changes without being copied.
  private var slots: SlotTracker?
  private var anonymous: AnonymousTracker?
  private var single: SingleTracker?

  /// Begins with nothing on the surface.
  ///
  /// - Parameter origin: The value of a coordinate that was not sent yet; nothing if it is not known.
  init(_ surface: Surface, origin: Int32?) {
    switch surface.reporting {
    case .slots:
      slots = SlotTracker(
        count: surface.slotCount, sharesPressure: surface.sharesPressure, origin: origin)
    case .anonymous: anonymous = AnonymousTracker()
    case .single: single = SingleTracker(hasPen: surface.kind == .pen, origin: origin)
    }
  }

  mutating func take(_ event: InputEvent) {
    if slots?.take(event) != nil { return }
    anonymous?.take(event)
    single?.take(event)
  }

  /// Ends a frame: gives the contacts that there are now, and the signs of each.
  mutating func complete(
    on surface: Surface, into frame: inout TouchFrame, signs: inout [ContactSigns]
  ) {
    slots?.complete(on: surface, into: &frame, signs: &signs)
    anonymous?.complete(on: surface, into: &frame, signs: &signs)
    single?.complete(on: surface, into: &frame, signs: &signs)
  }

  /// A number for a contact that no other one has.
  mutating func makeNumber() -> Int {
    slots?.makeNumber() ?? anonymous?.makeNumber() ?? single?.makeNumber() ?? 0
  }
}

/// What a device says of a contact besides its place, in its own values.
struct ContactSigns {
  var pressure: Int32 = 0
  var tool: Int32 = 0
  /// Length and width of the touch and of what touches, as far as they are told.
  private var extents = (Int32(0), Int32(0), Int32(0), Int32(0))

  init(pressure: Int32 = 0) {
    self.pressure = pressure
  }

  /// The longest of its extents.
  var size: Int32 { max(extents.0, extents.1, extents.2, extents.3) }

  /// `MT_TOOL_PALM` of the kernel's `input.h`.
  var isPalmTool: Bool { tool == 2 }

  /// Takes what an event says, if it is a sign.
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
