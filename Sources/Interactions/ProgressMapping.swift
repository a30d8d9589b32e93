package import PantographBase

/// How translation on the surface becomes progress of the animation; lengths are in millimetres.
package struct ProgressMapping: Hashable, Sendable {
  /// The direction in which the fingers make progress.
  package var direction: ProgressPlan.Direction
  /// The distance for full progress, in millimetres.
  package var distance: Double

  /// Creates a mapping; the distance is in millimetres.
  package init(toward direction: ProgressPlan.Direction, distance: Double) {
    precondition(distance > 0 && distance.isFinite, "a distance is more than zero millimetres")
    self.direction = direction
    self.distance = distance
  }

  /// Returns the progress of a translation, or the progress per second of a velocity.
  package func progress(of vector: Vector) -> Double {
    along(vector) / distance
  }

  /// Returns the component of a vector toward progress, in its own unit.
  package func along(_ vector: Vector) -> Double {
    switch direction {
    case .right: vector.x
    case .left: -vector.x
    case .up: -vector.y
    case .down: vector.y
    }
  }

  /// Returns the component of a vector across the direction of progress, in its own unit.
  package func across(_ vector: Vector) -> Double {
    direction.isHorizontal ? vector.y : vector.x
  }
}
