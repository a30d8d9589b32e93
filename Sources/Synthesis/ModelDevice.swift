public import Evdev

/// Devices that don't exist, with the numbers of ones that do.
public enum ModelDevice: String, CaseIterable, Sendable {
  /// A clickpad of 100 mm × 65 mm with five slots.
  case touchpad
  /// A screen of 294 mm × 166 mm, 13.3 inches across, with ten slots.
  case touchscreen

  /// What the device would say of itself.
  public var description: DeviceDescription {
    var device = DeviceDescription()
    // Bus 0x06 is the kernel's BUS_VIRTUAL.
    device.identity.bus = 0x06
    device.add(.key, .btnTouch)
    let x: AxisRange
    let y: AxisRange
    switch self {
    case .touchpad:
      device.name = "Pantograph Touchpad"
      device.properties = [DeviceDescription.pointer, Self.buttonPad]
      device.add(.key, .btnLeft)
      device.add(.key, .btnToolFinger)
      device.add(.key, .btnToolDoubleTap)
      x = AxisRange(minimum: 0, maximum: 2000, resolution: 20)
      y = AxisRange(minimum: 0, maximum: 1300, resolution: 20)
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 4))
    case .touchscreen:
      device.name = "Pantograph Touchscreen"
      device.properties = [DeviceDescription.directTouch]
      x = AxisRange(minimum: 0, maximum: 4116, resolution: 14)
      y = AxisRange(minimum: 0, maximum: 2324, resolution: 14)
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 9))
    }
    let pressure = AxisRange(minimum: 0, maximum: 255)
    device.add(axis: .absX, x)
    device.add(axis: .absY, y)
    device.add(axis: .absPressure, pressure)
    device.add(axis: .absMTPositionX, x)
    device.add(axis: .absMTPositionY, y)
    device.add(axis: .absMTPressure, pressure)
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    return device
  }

  /// A pad that is a button as a whole; the kernel's name is `INPUT_PROP_BUTTONPAD`.
  private static let buttonPad: UInt16 = 0x02
}
