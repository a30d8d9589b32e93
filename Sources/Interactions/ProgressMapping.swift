public import PantographQuantities

/// How translation on the surface becomes progress of the animation; lengths are in millimetres.
public struct ProgressMapping: Hashable, Sendable {
  /// The direction in which the fingers make progress.
  public enum Direction: String, CaseIterable, Sendable {
    /// Toward larger x.
    case right
    /// Toward smaller x.
    case left
    /// Toward smaller y.
    case up
    /// Toward larger y.
    case down

    /// Whether the direction is horizontal.
    public var isHorizontal: Bool { self == .right || self == .left }

    /// The opposite direction.
    public var opposite: Direction {
      switch self {
      case .right: .left
      case .left: .right
      case .up: .down
      case .down: .up
      }
    }
  }

  /// The direction in which the fingers make progress.
  public var direction: Direction
  /// The distance for full progress, in millimetres.
  public var distance: Double

  /// Creates a mapping; the distance is in millimetres.
  public init(toward direction: Direction, distance: Double) {
    precondition(distance > 0 && distance.isFinite, "a distance is more than zero millimetres")
    self.direction = direction
    self.distance = distance
  }

  /// Returns the progress of a translation, or the progress per second of a velocity.
  public func progress(of vector: Vector) -> Double {
    along(vector) / distance
  }

  /// Returns the component of a vector toward progress, in its own unit.
  public func along(_ vector: Vector) -> Double {
    switch direction {
    case .right: vector.x
    case .left: -vector.x
    case .up: -vector.y
    case .down: vector.y
    }
  }

  /// Returns the component of a vector across the direction of progress, in its own unit.
  public func across(_ vector: Vector) -> Double {
    direction.isHorizontal ? vector.y : vector.x
  }
}
