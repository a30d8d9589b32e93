import Evdev

enum KernelClock {
  /// `KTIME_SEC_MAX` of Linux's ktime.h: the kernel counts 2⁶³ nanoseconds, which are 292 years.
  static let mostSeconds: UInt64 = 9_223_372_036
}

/// What a recording says of a device, as far as the kernel can know it.
///
/// Numbers beyond the kernel's are passed over: they come from damage, no event can have them, and
/// keeping each in its place would take longer and longer.
extension DeviceDescription {
  /// `EV_MAX` of Linux's input-event-codes.h.
  private static let lastType: UInt16 = 0x1f
  /// `KEY_MAX`, the greatest code of all types; of axes, ``lastAxis`` is.
  private static let lastCode: UInt16 = 0x2ff
  /// `ABS_MAX`.
  private static let lastAxis: UInt16 = 0x3f
  /// `INPUT_PROP_MAX`.
  private static let lastProperty: UInt16 = 0x1f

  /// Notes a code that the device can send.
  mutating func note(_ code: EventCode, of type: EventType) {
    let last = type == .absolute ? Self.lastAxis : Self.lastCode
    guard type.rawValue <= Self.lastType, code.rawValue <= last else { return }
    add(type, code)
  }

  /// Notes the range of an absolute axis, and that the device has it.
  mutating func note(axis code: EventCode, _ range: AxisRange) {
    guard code.rawValue <= Self.lastAxis else { return }
    add(axis: code, range)
  }

  /// Notes an input property in its place; noting it twice does nothing.
  mutating func note(property: UInt16) {
    guard property <= Self.lastProperty, !properties.contains(property) else { return }
    properties.insert(property, at: properties.firstIndex { $0 > property } ?? properties.count)
  }
}
