import PantographBase
package import PantographCInterface
import PantographInteractions
import PantographTouches

/// Other sizes of a surface in millimetres, and other units per millimetre, are a mistake.
private let possibleSizes = 1e-3...1e6

extension Interaction {
  /// Returns the plane of a session on a surface, or why the interaction can't have one there.
  func plane(on surface: pg_surface?) throws(Refusal) -> Plane? {
    var plane: Plane?
    var areUnitsKnown = false
    if let surface {
      let size = Vector(x: surface.width, y: surface.height)
      let units = Vector(x: surface.units_per_mm_x, y: surface.units_per_mm_y)
      guard possibleSizes.contains(size.x), possibleSizes.contains(size.y) else {
        throw .invalid("a surface of \(size.x) × \(size.y) mm: expected 0.001 to 1e6 mm")
      }
      guard units.x == 0 || possibleSizes.contains(units.x),
        units.y == 0 || possibleSizes.contains(units.y)
      else {
        throw .invalid("\(units.x) and \(units.y) units per mm: expected 0.001 to 1e6, or 0")
      }
      plane = Plane(size: size)
      areUnitsKnown = units.x > 0 && units.y > 0
      if areUnitsKnown { plane?.unitsPerMillimetre = units }
    }
    if scale == .deviceValues, !areUnitsKnown {
      throw .invalid("points are units of the device, whose units per millimetre are not known")
    }
    var needsSize = progress.needsPlane(scale)
    if case .fit = scale { needsSize = true }
    guard plane != nil || !needsSize else {
      throw .invalid("lengths depend on the size of the surface, which is not known")
    }
    return plane
  }
}

@c @implementation package func pg_interaction_check_surface(
  _ interaction: OpaquePointer?, _ surface: UnsafePointer<pg_surface>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let handle = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
    _ = unsafe try handle.interaction.plane(on: surface?.pointee)
    return .ok
  }
}
