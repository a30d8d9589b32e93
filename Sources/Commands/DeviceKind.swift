package import Evdev
package import Touches

/// What sort of device it is, told from what it can send.
package enum DeviceKind: String, Sendable {
  case touchpad
  case touchscreen
  case pen
  case keyboard
  case mouse
  case joystick
  case other

  /// Tells it by the keys and axes that udev's `input_id` goes by.
  ///
  /// A pen and a touchpad may have the buttons and axes of a mouse. Many a mouse is a keyboard, too, for
  /// its extra buttons; as in udev's names of nodes, the mouse comes first then, and before the back of a
  /// mouse that feels fingers.
  package init(_ device: DeviceDescription) {
    let keys = device.codes(of: .key)
    let moves = device.codes(of: .relative)
    let hasLeft = keys.contains(.btnLeft)
    let surface = try? Surface(device)
    if device.isTabletPad {
      self = .other
    } else if surface?.kind == .pen {
      self = .pen
    } else if surface?.kind == .touchpad, keys.contains(.btnToolFinger) {
      self = .touchpad
    } else if hasLeft, moves.contains(.relX), moves.contains(.relY) {
      self = .mouse
    } else if keys.count(where: { EventCode.keyEscape...EventCode.keyS ~= $0 })
      == Int(EventCode.keyS.rawValue)
    {
      self = .keyboard
    } else if let surface {
      self =
        switch surface.kind {
        case .touchpad: .touchpad
        case .touchscreen: .touchscreen
        case .pen: .pen
        }
    } else if hasLeft, device.range(of: .absX) != nil, device.range(of: .absY) != nil {
      // The pointer of a virtual machine, which knows where it is.
      self = .mouse
    } else if keys.contains(where: { EventCode.btnJoystick..<EventCode.btnDigi ~= $0 }),
      !keys.contains(EventCode(rawValue: EventCode.btnJoystick.rawValue - 1))
    {
      // What has the last button of mice runs on into those of joysticks.
      self = .joystick
    } else {
      self = .other
    }
  }

  /// The surface of a device that is touched.
  package func surface(of device: DeviceDescription) -> Surface? {
    switch self {
    case .touchpad, .touchscreen, .pen: try? Surface(device)
    case .keyboard, .mouse, .joystick, .other: nil
    }
  }

  /// What people call it, such as `semi-mt touchpad`.
  package func name(on surface: Surface?) -> String {
    guard let surface else { return rawValue }
    if surface.isSemiMultitouch { return "semi-mt \(rawValue)" }
    return surface.reporting == .anonymous ? "type-A \(rawValue)" : rawValue
  }
}
