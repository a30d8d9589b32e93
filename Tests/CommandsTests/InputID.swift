import PantographTouches

/// The properties that udev gives a device, as computed by systemd's `udev-builtin-input_id.c`.
///
/// Written from that source, independently of Pantograph's rules; the numbers are those of the kernel's
/// `input-event-codes.h`.
struct InputID {
  /// The properties without `ID_INPUT_`.
  private(set) var properties: Set<String> = []

  init(_ device: DeviceDescription) {
    let keys = Set(device.codes(of: .key).map(\.rawValue))
    let axes = Set(device.codes(of: .absolute).map(\.rawValue))
    let moves = Set(device.codes(of: .relative).map(\.rawValue))
    // EV_KEY, INPUT_PROP_ACCELEROMETER; ABS_X, ABS_Y, ABS_Z.
    let hasCoordinates = axes.isSuperset(of: [0x00, 0x01])
    if device.properties.contains(0x06) || keys.isEmpty && hasCoordinates && axes.contains(0x02) {
      properties = ["ACCELEROMETER"]
      return
    }
    // BTN_STYLUS, BTN_TOOL_PEN, BTN_TOOL_FINGER, BTN_TOUCH, BTN_0.
    let hasStylus = keys.contains(0x14b)
    let hasPen = keys.contains(0x140)
    let hasFingerButNoPen = keys.contains(0x145) && !hasPen
    let hasTouch = keys.contains(0x14a)
    let hasPadButtons = keys.contains(0x100) && hasStylus && !hasPen
    // BTN_MOUSE ..< BTN_JOYSTICK.
    let hasMouseButton = !keys.isDisjoint(with: 0x110...0x11f)
    // REL_X and REL_Y, REL_HWHEEL or REL_WHEEL.
    let hasMoves = moves.isSuperset(of: [0x00, 0x01])
    let hasWheel = !moves.isDisjoint(with: [0x06, 0x08])
    // INPUT_PROP_DIRECT; ABS_MT_POSITION_X and Y, ABS_MT_SLOT - 1, ABS_MT_SLOT.
    let isDirect = device.properties.contains(0x01)
    let hasContacts = axes.isSuperset(of: [0x35, 0x36]) && !axes.isSuperset(of: [0x2e, 0x2f])

    // BTN_JOYSTICK ..< BTN_DIGI, BTN_TRIGGER_HAPPY1 ... 40, BTN_DPAD_UP ... RIGHT; none after BTN_JOYSTICK - 1.
    var joystick = 0
    if !keys.contains(0x11f) {
      joystick = [0x120...0x13f, 0x2c0...0x2e7, 0x220...0x223]
        .reduce(0) { $0 + keys.intersection($1).count }
    }
    // ABS_RX ..< ABS_PRESSURE.
    joystick += axes.intersection(0x03...0x17).count

    var found: Set<String> = []
    if hasCoordinates || hasContacts, hasStylus || hasPen {
      found.insert("TABLET")
    } else if hasCoordinates || hasContacts, hasFingerButNoPen, !isDirect {
      found.insert("TOUCHPAD")
    } else {
      if hasCoordinates, hasMouseButton { found.insert("MOUSE") }
      let isScreen = hasContacts || hasCoordinates && !hasMouseButton
      if isScreen, hasTouch || isDirect { found.insert("TOUCHSCREEN") }
      let isOther = hasCoordinates && (hasMouseButton || hasTouch || isDirect)
      if !isOther, joystick > 0 { found.insert("JOYSTICK") }
    }
    if hasPadButtons, found.contains("TABLET") || hasWheel && !hasMoves {
      found.formUnion(["TABLET", "TABLET_PAD"])
    }
    let isNoMouse = !found.isDisjoint(with: ["TABLET", "TOUCHPAD", "JOYSTICK"])
    if !isNoMouse, hasMouseButton, hasMoves || !hasCoordinates { found.insert("MOUSE") }
    // INPUT_PROP_POINTING_STICK, or a mouse on BUS_I2C.
    let isMouse = found.contains("MOUSE")
    if device.properties.contains(0x05) || isMouse && device.identity.bus == 0x18 {
      found.insert("POINTINGSTICK")
    }
    // KEY_LEFTCTRL, CAPSLOCK, NUMLOCK, INSERT, MUTE, CALC, FILE, MAIL, PLAYPAUSE, BRIGHTNESSDOWN.
    let keyboard = keys.intersection([29, 58, 69, 110, 113, 140, 144, 155, 164, 224])
    if keyboard.count >= 4 || joystick < 2 || hasWheel && hasPadButtons { found.remove("JOYSTICK") }
    // KEY_ESC ... KEY_S.
    if keys.isSuperset(of: 1...31) { found.insert("KEYBOARD") }
    properties = found
  }
}
