package import PantographTouches

/// The type of a device, derived from its capabilities.
package enum DeviceKind: String, Sendable {
  case touchpad
  case touchscreen
  case pen
  case keyboard
  case mouse
  case joystick
  case other

  /// Derives the type from the keys and axes that udev's `input_id` uses.
  ///
  /// A pen or a touchpad may have the buttons and axes of a mouse. Many mice report keyboard keys for their
  /// extra buttons; as in udev's node names, such a device counts as a mouse. So does a mouse with a touch surface.
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
      // The absolute pointer of a virtual machine.
      self = .mouse
    } else if keys.contains(where: { EventCode.btnJoystick..<EventCode.btnDigi ~= $0 }),
      !keys.contains(EventCode(rawValue: EventCode.btnJoystick.rawValue - 1))
    {
      // A device with the last mouse button has a range of buttons that extends into those of joysticks.
      self = .joystick
    } else {
      self = .other
    }
  }

  /// Returns the surface of a touch device.
  package func surface(of device: DeviceDescription) -> Surface? {
    switch self {
    case .touchpad, .touchscreen, .pen: try? Surface(device)
    case .keyboard, .mouse, .joystick, .other: nil
    }
  }

  /// Returns the displayed name, such as `semi-mt touchpad`.
  package func name(on surface: Surface?) -> String {
    guard let surface else { return rawValue }
    if surface.isSemiMultitouch { return "semi-mt \(rawValue)" }
    return surface.reporting == .anonymous ? "type-A \(rawValue)" : rawValue
  }
}
