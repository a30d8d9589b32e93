import PantographTouches

enum KernelClock {
  /// `KTIME_SEC_MAX` of Linux's ktime.h: the kernel counts 2⁶³ nanoseconds, which is 292 years.
  static let mostSeconds: UInt64 = 9_223_372_036
}

/// The description of a device in a recording, limited to the kernel's ranges.
///
/// Numbers beyond them are ignored: they come from damage, no event can have them, and keeping them in order
/// would take ever longer.
extension DeviceDescription {
  /// `EV_MAX` of Linux's input-event-codes.h.
  static let lastType: UInt16 = 0x1f
  /// `KEY_MAX`, the largest code of all types except axes, which have ``lastAxis``.
  static let lastCode: UInt16 = 0x2ff
  /// `ABS_MAX`.
  private static let lastAxis: UInt16 = 0x3f
  /// `INPUT_PROP_MAX`.
  private static let lastProperty: UInt16 = 0x1f

  /// Adds a code that the device can send.
  mutating func note(_ code: EventCode, of type: EventType) {
    let last = type == .absolute ? Self.lastAxis : Self.lastCode
    guard type.rawValue <= Self.lastType, code.rawValue <= last else { return }
    add(type, code)
  }

  /// Adds an absolute axis, or sets its range.
  mutating func note(axis code: EventCode, _ range: AxisRange) {
    guard code.rawValue <= Self.lastAxis else { return }
    add(axis: code, range)
  }

  /// Adds an input property in order; adding it twice has no effect.
  mutating func note(property: UInt16) {
    guard property <= Self.lastProperty, !properties.contains(property) else { return }
    properties.insert(property, at: properties.firstIndex { $0 > property } ?? properties.count)
  }
}
