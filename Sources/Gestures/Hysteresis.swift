import PantographBase

/// Positions that lag behind the fingers, as libinput's do once a finger has trembled on a touchpad.
struct Hysteresis: Sendable {
  /// The rounding error of a length, in millimetres or in units.
  private static let rounding = 1e-9

  /// How far a position lags behind its finger, in millimetres; 0 for not at all.
  let distance: Double
  /// The device's units per millimetre, to which positions are rounded; `nil` for no rounding.
  private let units: Vector?

  /// Creates a hysteresis; it rounds nothing to units that are larger than it.
  init(distance: Double, unitsPerMillimetre units: Vector? = nil) {
    self.distance = distance
    self.units = units.flatMap { distance * min($0.x, $0.y) >= 1 ? $0 : nil }
  }

  /// Returns the position after a report.
  ///
  /// The kernel only reports an axis along which the finger has moved. Along the other one, libinput compares the
  /// position with itself, as if the finger were there.
  ///
  /// - Parameters:
  ///   - position: The position before.
  ///   - finger: Where the finger is.
  ///   - last: Where it was in the report before.
  func position(_ position: Point, after finger: Point, last: Point) -> Point {
    guard distance > 0 else { return finger }
    let target = Point(
      x: finger.x == last.x ? position.x : finger.x, y: finger.y == last.y ? position.y : finger.y)
    let step = target - position
    guard step.length > 0, step.length >= distance - Self.rounding else { return position }
    let result = target + step * (-distance / step.length)
    guard let units else { return result }
    return Point(x: Self.whole(result.x, units.x), y: Self.whole(result.y, units.y))
  }

  /// Returns the largest whole number of units up to a length.
  private static func whole(_ length: Double, _ units: Double) -> Double {
    (length * units + rounding).rounded(.down) / units
  }
}
