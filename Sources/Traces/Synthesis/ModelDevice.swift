package import PantographTouches

/// Virtual devices with the properties of real ones.
package enum ModelDevice: String, CaseIterable, Sendable {
  /// A clickpad of 100 mm × 65 mm with five slots.
  case touchpad
  /// A screen of 294 mm × 166 mm, 13.3 inches across, with ten slots.
  case touchscreen
  /// The same screen with an old driver, which lists all contacts in every frame (type A).
  case listingTouchscreen = "touchscreen-a"
  /// A tablet of 152 mm × 95 mm with a pen that reports pressure and proximity.
  case pen

  /// The description that the device would have.
  package var description: DeviceDescription {
    var device = DeviceDescription()
    // Bus 0x06 is the kernel's BUS_VIRTUAL.
    device.identity.bus = 0x06
    device.add(.key, .btnTouch)
    switch self {
    case .touchpad:
      device.name = "Pantograph Touchpad"
      device.properties = [DeviceDescription.pointer, Self.buttonPad]
      device.add(.key, .btnLeft)
      device.add(.key, .btnToolFinger)
      device.add(.key, .btnToolDoubleTap)
      addSurface(width: 2000, height: 1300, unitsPerMillimetre: 20, pressure: 255, to: &device)
      addContacts(slots: 5, to: &device)
    case .touchscreen, .listingTouchscreen:
      device.name = "Pantograph Touchscreen"
      device.properties = [DeviceDescription.directTouch]
      addSurface(width: 4116, height: 2324, unitsPerMillimetre: 14, pressure: 255, to: &device)
      addContacts(slots: self == .touchscreen ? 10 : nil, to: &device)
    case .pen:
      device.name = "Pantograph Tablet"
      device.add(.key, .btnToolPen)
      addSurface(width: 15200, height: 9500, unitsPerMillimetre: 100, pressure: 4095, to: &device)
      device.add(axis: Self.distance, AxisRange(minimum: 0, maximum: 63))
    }
    return device
  }

  /// Adds the axes of every touch device: position and pressure.
  private func addSurface(
    width: Int32, height: Int32, unitsPerMillimetre: Int32, pressure: Int32,
    to device: inout DeviceDescription
  ) {
    let resolution = unitsPerMillimetre
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: width, resolution: resolution))
    device.add(axis: .absY, AxisRange(minimum: 0, maximum: height, resolution: resolution))
    device.add(axis: .absPressure, AxisRange(minimum: 0, maximum: pressure))
  }

  /// Adds multi-touch axes, with slots or as a list, with the same ranges.
  private func addContacts(slots: Int32?, to device: inout DeviceDescription) {
    let axes: [(EventCode, EventCode)] = [
      (.absMTPositionX, .absX), (.absMTPositionY, .absY), (.absMTPressure, .absPressure),
    ]
    for (axis, single) in axes {
      if let range = device.range(of: single) { device.add(axis: axis, range) }
    }
    guard let slots else { return }
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: slots - 1))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
  }

  /// The distance of a pen from the surface; the kernel's `ABS_DISTANCE`.
  private static let distance = EventCode(rawValue: 0x19)
  /// A pad that is one button; the kernel's `INPUT_PROP_BUTTONPAD`.
  private static let buttonPad: UInt16 = 0x02
}
