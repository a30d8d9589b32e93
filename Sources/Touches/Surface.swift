package import PantographBase

/// The plane on which fingers move, and its conversion from device units.
package struct Surface: Hashable, Sendable {
  /// Why a device's events can't be interpreted as touches.
  package static let noPositions = Complaint(
    "the device has no touch positions: it is not a touchpad, touchscreen or pen")

  /// The protocol by which a device reports its contacts.
  package enum Reporting: Hashable, Sendable {
    /// Each in a slot that keeps its values until they change (protocol type B).
    case slots
    /// All of them in every frame, without identity (protocol type A).
    case anonymous
    /// One at a time.
    case single
  }

  /// What kind of device it is.
  package typealias Kind = TouchKind

  /// Width and height, in millimetres.
  package let size: Vector
  /// Whether the size is assumed, because the driver reports no resolution.
  package let isSizeAssumed: Bool
  /// The protocol by which the device reports its contacts.
  package let reporting: Reporting
  /// What kind of device it is.
  package let kind: Kind
  /// Whether the kind is assumed, because the description contains only axes.
  package let isKindAssumed: Bool
  /// Whether its two contacts are the corners of a bounding box around all fingers.
  package let isSemiMultitouch: Bool
  /// The number of contacts that the device can distinguish.
  package let slotCount: Int

  private let horizontal: Axis
  private let vertical: Axis
  /// The range of the contacts' pressure, if they have any.
  let pressure: AxisRange?
  /// Whether all contacts share one pressure, that of the first finger.
  let sharesPressure: Bool
  /// Whether each contact has a pressure of its own.
  let hasContactPressure: Bool
  /// Whether the upper edge has buttons; the kernel's name is `INPUT_PROP_TOPBUTTONPAD`.
  let hasTopButtons: Bool
  private let tiltX: AxisRange?
  private let tiltY: AxisRange?

  /// One axis: its range, and the size of a device unit in millimetres.
  private struct Axis: Hashable {
    let minimum: Int32
    let maximum: Int32
    let millimetres: Double

    func value(at distance: Double) -> Int32 {
      let value = (Double(minimum) + distance / millimetres).rounded()
      return Int32(min(max(value, Double(minimum)), Double(max(minimum, maximum))))
    }
  }

  /// 69 mm × 50 mm: the size that libinput assumes for a touchpad of unknown size.
  private static let assumedSize = Vector(x: 69, y: 50)

  /// Creates a surface from a device's description.
  package init(_ device: DeviceDescription) throws(Complaint) {
    let slots = device.range(of: .absMTSlot)
    isSemiMultitouch = device.properties.contains(DeviceDescription.semiMultitouch)
    hasTopButtons = device.properties.contains(0x04)
    hasContactPressure = device.range(of: .absMTPressure) != nil
    let x: AxisRange
    let y: AxisRange
    if device.hasContacts, let mtX = device.range(of: .absMTPositionX),
      let mtY = device.range(of: .absMTPositionY)
    {
      x = mtX
      y = mtY
      // The kernel allows up to 1024 slots; a description with more is damaged.
      slotCount = min(Int(slots?.maximum ?? 9) + 1, 1024)
      reporting = slotCount > 0 && slots != nil ? .slots : .anonymous
      // The two corners of a bounding box have no pressure; the driver reports that of the fingers.
      let fingers = isSemiMultitouch ? Self.span(device.range(of: .absPressure)) : nil
      sharesPressure = fingers != nil
      pressure = fingers ?? Self.span(device.range(of: .absMTPressure))
    } else if let onlyX = device.range(of: .absX), let onlyY = device.range(of: .absY),
      device.isTouched
    {
      x = onlyX
      y = onlyY
      slotCount = 1
      reporting = .single
      sharesPressure = false
      pressure = Self.span(device.range(of: .absPressure))
    } else {
      throw Self.noPositions
    }
    tiltX = Self.span(device.range(of: .absTiltX))
    tiltY = Self.span(device.range(of: .absTiltY))
    isKindAssumed = device.listsOnlyAxes
    let keys = device.codes(of: .key)
    if device.isPen {
      kind = .pen
    } else if device.properties.contains(DeviceDescription.directTouch) {
      kind = .touchscreen
    } else if keys.contains(.btnToolFinger) {
      kind = .touchpad
    } else {
      // Without further properties, a device that has no finger buttons is a touchscreen.
      kind = device.properties.contains(DeviceDescription.pointer) ? .touchpad : .touchscreen
    }

    let isSizeAssumed = x.resolution <= 0 || y.resolution <= 0
    let width = Self.extent(x)
    let height = Self.extent(y)
    let size =
      isSizeAssumed
      ? Self.assumedSize
      : Vector(x: width / Double(x.resolution), y: height / Double(y.resolution))
    self.size = size
    self.isSizeAssumed = isSizeAssumed
    horizontal = Axis(
      minimum: x.minimum, maximum: x.maximum, millimetres: size.x / width)
    vertical = Axis(minimum: y.minimum, maximum: y.maximum, millimetres: size.y / height)
  }

  private static func extent(_ range: AxisRange) -> Double {
    max(Double(range.maximum) - Double(range.minimum), 1)
  }

  private static func span(_ range: AxisRange?) -> AxisRange? {
    range.flatMap { $0.maximum > $0.minimum ? $0 : nil }
  }

  /// The number of device units per millimetre, along each axis.
  package var unitsPerMillimetre: Vector {
    Vector(x: 1 / horizontal.millimetres, y: 1 / vertical.millimetres)
  }

  /// Returns a contact with the coordinates that are known, which are fewer than two.
  func unplaced(_ id: Int, x: Int32?, y: Int32?) -> UnplacedContact {
    let point = point(x: x ?? 0, y: y ?? 0)
    return UnplacedContact(id: id, x: x.map { _ in point.x }, y: y.map { _ in point.y })
  }

  /// Returns the point at a pair of device coordinates.
  func point(x: Int32, y: Int32) -> Point {
    Point(
      x: (Double(x) - Double(horizontal.minimum)) * horizontal.millimetres,
      y: (Double(y) - Double(vertical.minimum)) * vertical.millimetres)
  }

  /// Returns the device coordinates that are nearest to a point, within the device's range.
  package func values(at point: Point) -> (x: Int32, y: Int32) {
    (horizontal.value(at: point.x), vertical.value(at: point.y))
  }

  /// Sets the pressure of a contact from a device value.
  ///
  /// If the range has a resolution, it is in units per gram (`hidinput_calc_abs_res` of the kernel's
  /// `hid-input.c`).
  func press(_ contact: inout Contact, _ value: Int32) {
    guard let pressure else { return }
    let above = Double(value) - Double(pressure.minimum)
    let share = above / (Double(pressure.maximum) - Double(pressure.minimum))
    contact.pressure = min(max(share, 0), 1)
    if pressure.resolution > 0 { contact.grams = max(above, 0) / Double(pressure.resolution) }
  }

  /// Returns a pen's tilt in degrees, or `nil` if the device does not report it.
  ///
  /// The kernel's resolution of tilt is in units per radian; if a driver gives none, the units are degrees.
  func tilt(x: Int32, y: Int32) -> Vector? {
    guard let tiltX, let tiltY else { return nil }
    func degrees(_ value: Int32, _ range: AxisRange) -> Double {
      range.resolution > 0 ? Double(value) / Double(range.resolution) * 180 / .pi : Double(value)
    }
    return Vector(x: degrees(x, tiltX), y: degrees(y, tiltY))
  }
}
