import PantographCLibevdev
package import PantographTouches

extension EventType {
  /// Creates the type with a kernel name, such as `EV_ABS`.
  ///
  /// The corresponding C function is `libevdev_event_type_from_name`.
  package init?(named name: String) {
    let number = unsafe libevdev_event_type_from_name(name)
    guard let number = UInt16(exactly: number) else { return nil }
    self.init(rawValue: number)
  }

  /// The kernel's name, such as `EV_ABS`; `nil` for numbers without a name.
  ///
  /// The corresponding C function is `libevdev_event_type_get_name`.
  package var name: String? {
    unsafe libevdev_event_type_get_name(UInt32(rawValue)).map { unsafe String(cString: $0) }
  }
}

extension EventCode {
  /// Returns the kernel's name of the code for a type, such as `ABS_MT_SLOT`; `nil` for numbers without a
  /// name.
  ///
  /// The corresponding C function is `libevdev_event_code_get_name`.
  package func name(of type: EventType) -> String? {
    unsafe libevdev_event_code_get_name(UInt32(type.rawValue), UInt32(rawValue))
      .map { unsafe String(cString: $0) }
  }

  /// Creates the code of a type with a kernel name, such as `ABS_MT_SLOT`.
  ///
  /// The corresponding C function is `libevdev_event_code_from_name`.
  package init?(named name: String, of type: EventType) {
    let number = unsafe libevdev_event_code_from_name(UInt32(type.rawValue), name)
    if let number = UInt16(exactly: number) {
      self.init(rawValue: number)
    } else if type == .key, let alias = keyAliases.first(where: { $0.name == name }) {
      self.init(rawValue: UInt16(truncatingIfNeeded: alias.code))
    } else {
      return nil
    }
  }

  /// Returns the codes of a type whose names begin with `prefix`, in ascending order.
  ///
  /// The corresponding C function is `libevdev_event_code_get_name`.
  package static func codes(of type: EventType, beginningWith prefix: String) -> [EventCode] {
    let last = libevdev_event_type_get_max(UInt32(type.rawValue))
    guard let last = UInt16(exactly: last) else { return [] }
    return (0...last).compactMap { code in
      let code = EventCode(rawValue: code)
      return code.name(of: type)?.hasPrefix(prefix) ?? false ? code : nil
    }
  }

  /// Returns the value of an axis with a kernel name, such as `MT_TOOL_PALM`.
  ///
  /// The corresponding C function is `libevdev_event_value_from_name`.
  package func value(named name: String, of type: EventType) -> Int32? {
    let value = unsafe libevdev_event_value_from_name(
      UInt32(type.rawValue), UInt32(rawValue), name)
    return value < 0 ? nil : value
  }
}

extension DeviceDescription {
  /// Returns the number of the property with a kernel name, such as `INPUT_PROP_DIRECT`.
  ///
  /// The corresponding C function is `libevdev_property_from_name`.
  package static func property(named name: String) -> UInt16? {
    UInt16(exactly: unsafe libevdev_property_from_name(name))
  }

  /// Returns the kernel's name of a property, such as `INPUT_PROP_DIRECT`; `nil` for numbers without a name.
  ///
  /// The corresponding C function is `libevdev_property_get_name`.
  package static func name(ofProperty number: UInt16) -> String? {
    unsafe libevdev_property_get_name(UInt32(number)).map { unsafe String(cString: $0) }
  }
}

/// Alternative names of keys.
///
/// The kernel's header has two names for each of these numbers. libevdev knows only the other one, while
/// Android's tools print the first one in the header.
private let keyAliases: [(name: String, code: Int32)] = [
  ("BTN_MISC", BTN_MISC), ("BTN_MOUSE", BTN_MOUSE), ("BTN_JOYSTICK", BTN_JOYSTICK),
  ("BTN_GAMEPAD", BTN_GAMEPAD), ("BTN_DIGI", BTN_DIGI), ("BTN_WHEEL", BTN_WHEEL),
  ("BTN_TRIGGER_HAPPY", BTN_TRIGGER_HAPPY), ("KEY_HANGUEL", KEY_HANGUEL),
  ("KEY_SCREENLOCK", KEY_SCREENLOCK), ("KEY_DIRECTION", KEY_DIRECTION),
  ("KEY_DASHBOARD", KEY_DASHBOARD), ("KEY_BRIGHTNESS_ZERO", KEY_BRIGHTNESS_ZERO),
  ("KEY_WIMAX", KEY_WIMAX), ("KEY_ZOOM", KEY_ZOOM), ("KEY_SCREEN", KEY_SCREEN),
  ("KEY_BRIGHTNESS_TOGGLE", KEY_BRIGHTNESS_TOGGLE),
]
