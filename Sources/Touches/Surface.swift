public import Evdev
public import Quantities

/// The plane that fingers move on, and how a device counts on it.
public struct Surface: Hashable, Sendable {
  /// Why a device's events can't be understood as touches.
  public enum Problem: Error, Hashable, Sendable {
    /// The device has no touch positions at all.
    case noPositions
    /// The device reports touches in another way than by slots (protocol type B).
    case noSlots
  }

  /// Width and height, in millimetres.
  public let size: Vector
  /// Whether the size is a guess, because the driver doesn't say how many values make a millimetre.
  public let isSizeAssumed: Bool
  /// How many contacts the device can tell apart.
  public let slotCount: Int

  private let horizontal: Axis
  private let vertical: Axis
  private let pressure: AxisRange?

  /// One direction: where it begins, and the millimetres of one value.
  private struct Axis: Hashable {
    let minimum: Int32
    let maximum: Int32
    let millimetres: Double

    func value(at distance: Double) -> Int32 {
      let value = (Double(minimum) + distance / millimetres).rounded()
      return Int32(min(max(value, Double(minimum)), Double(max(minimum, maximum))))
    }
  }

  /// 69 mm × 50 mm, what libinput takes a touchpad of unknown size for.
  private static let assumedSize = Vector(x: 69, y: 50)

  /// Reads the surface from what a device says of itself.
  public init(_ device: DeviceDescription) throws(Problem) {
    guard let x = device.range(of: .absMTPositionX), let y = device.range(of: .absMTPositionY)
    else { throw device.range(of: .absX) == nil ? .noPositions : .noSlots }
    guard let slots = device.range(of: .absMTSlot), slots.maximum >= 0 else { throw .noSlots }

    let isSizeAssumed = x.resolution <= 0 || y.resolution <= 0
    let width = Self.extent(x)
    let height = Self.extent(y)
    let size =
      isSizeAssumed
      ? Self.assumedSize
      : Vector(x: width / Double(x.resolution), y: height / Double(y.resolution))
    self.size = size
    self.isSizeAssumed = isSizeAssumed
    // The kernel allows up to 1024 slots; a description that says more is damaged.
    slotCount = min(Int(slots.maximum) + 1, 1024)
    horizontal = Axis(
      minimum: x.minimum, maximum: x.maximum, millimetres: size.x / width)
    vertical = Axis(minimum: y.minimum, maximum: y.maximum, millimetres: size.y / height)
    pressure = device.range(of: .absMTPressure).flatMap { $0.maximum > $0.minimum ? $0 : nil }
  }

  private static func extent(_ range: AxisRange) -> Double {
    max(Double(range.maximum) - Double(range.minimum), 1)
  }

  /// The place that a pair of the device's values means.
  func point(x: Int32, y: Int32) -> Point {
    Point(
      x: (Double(x) - Double(horizontal.minimum)) * horizontal.millimetres,
      y: (Double(y) - Double(vertical.minimum)) * vertical.millimetres)
  }

  /// The pair of the device's values that is nearest to a place, within what it can send.
  public func values(at point: Point) -> (x: Int32, y: Int32) {
    (horizontal.value(at: point.x), vertical.value(at: point.y))
  }

  /// A pressure as a share of the device's range, or nothing where it has none.
  func pressure(_ value: Int32) -> Double? {
    guard let pressure else { return nil }
    let share =
      (Double(value) - Double(pressure.minimum))
      / (Double(pressure.maximum) - Double(pressure.minimum))
    return min(max(share, 0), 1)
  }
}

extension Surface.Problem: CustomStringConvertible {
  /// One sentence that says what the device lacks.
  public var description: String {
    switch self {
    case .noPositions: "the device has no touch positions: it is no touchpad, touchscreen or pen"
    case .noSlots:
      "the device doesn't report touches in slots (type B), which is all that is read yet"
    }
  }
}
