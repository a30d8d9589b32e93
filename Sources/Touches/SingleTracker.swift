import PantographBase

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
  private var contact = 0
  private var nextContact = 0
  private var isDown = false

  init(hasPen: Bool, origin: Int32?) {
    self.hasPen = hasPen
    (x, y) = (origin, origin)
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
    if isTouching, !isDown { contact = makeID() }
    isDown = isTouching
    guard let x, let y else {
      if isTouching { frame.unplaced.append(surface.unplaced(self.contact, x: x, y: y)) }
      return
    }
    var contact = Contact(id: self.contact, position: surface.point(x: x, y: y))
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
