public import Quantities

/// How a finger's way over the surface becomes progress of the animation, in millimetres.
public struct ProgressMapping: Hashable, Sendable {
  /// Where the fingers move to make progress.
  public enum Direction: String, CaseIterable, Sendable {
    /// To larger x.
    case right
    /// To smaller x.
    case left
    /// To smaller y.
    case up
    /// To larger y.
    case down

    /// Whether it leads to a side.
    public var isHorizontal: Bool { self == .right || self == .left }

    /// The other way on the same axis.
    public var opposite: Direction {
      switch self {
      case .right: .left
      case .left: .right
      case .up: .down
      case .down: .up
      }
    }
  }

  /// Where the fingers move to make progress.
  public var direction: Direction
  /// The millimetres that make the whole progress.
  public var distance: Double

  /// Makes a mapping; the distance is in millimetres.
  public init(toward direction: Direction, distance: Double) {
    precondition(distance > 0 && distance.isFinite, "a distance is more than zero millimetres")
    self.direction = direction
    self.distance = distance
  }

  /// The progress that a way makes, or per second that a velocity makes.
  public func progress(of vector: Vector) -> Double {
    along(vector) / distance
  }

  /// The part of a vector that leads where progress is, in its own unit.
  public func along(_ vector: Vector) -> Double {
    switch direction {
    case .right: vector.x
    case .left: -vector.x
    case .up: -vector.y
    case .down: vector.y
    }
  }

  /// The part of a vector that leads across the way of progress, in its own unit.
  public func across(_ vector: Vector) -> Double {
    direction.isHorizontal ? vector.y : vector.x
  }
}
