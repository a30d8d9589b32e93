public import PantographBase

/// A length on a surface, in one of three units.
public enum SurfaceLength: Hashable, Sendable {
  /// In millimetres.
  case millimetres(Double)
  /// In points, whose size a ``PointScale`` defines.
  case points(Double)
  /// As a share of the surface in the direction of progress.
  case share(Double)
}

/// The size of a point.
public enum PointScale: Hashable, Sendable {
  /// The given number of points per millimetre.
  case perMillimetre(Double)
  /// The surface is stretched onto a view of the given size in points.
  case fit(Vector)
  /// A point is one unit of the device's axes.
  case deviceValues
}

/// The properties of a surface that an interaction depends on.
public struct Plane: Hashable, Sendable {
  /// Width and height, in millimetres.
  public var size: Vector
  /// The device's axis units per millimetre, in each direction.
  public var unitsPerMillimetre: Vector

  /// Creates a plane.
  public init(size: Vector, unitsPerMillimetre: Vector = Vector(x: 1, y: 1)) {
    self.size = size
    self.unitsPerMillimetre = unitsPerMillimetre
  }
}

/// How the fingers' input becomes progress of an animation.
public struct ProgressPlan: Hashable, Sendable {
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
    package var isHorizontal: Bool { self == .right || self == .left }

    /// The opposite direction.
    package var opposite: Direction {
      switch self {
      case .right: .left
      case .left: .right
      case .up: .down
      case .down: .up
      }
    }
  }

  /// The input that drives the animation.
  public enum Source: String, CaseIterable, Sendable {
    /// The fingers' translation, added to the progress at which they grabbed the animation.
    case translation
    /// The fingers' location; after a catch in flight, remapped from there to both ends.
    case location
    /// The pressure; after a catch in flight, remapped from there to both ends.
    case pressure
    /// Time alone: the animation runs as long as the gesture is active.
    case time
    /// Nothing: the animation is held as long as the gesture is active.
    case nothing
  }

  /// What happens to progress beyond the animation's range.
  public enum Limits: Hashable, Sendable {
    /// It is clamped to the range.
    case clamped(ClosedRange<Double>)
    /// It is used as it is.
    case none
    /// Beyond 0 and 1 it follows like a rubber band whose limit is the full progress.
    case rubberBand(coefficient: Double)
  }

  /// Whether movement that leads beyond the limits counts.
  public enum Beyond: String, CaseIterable, Sendable {
    /// It counts: the fingers first have to move back by it.
    case counts
    /// It is forgotten: the progress returns as soon as the fingers do. So do all widgets that are moved by the deltas of
    /// a scroll.
    case forgotten
  }

  /// The input that drives the animation.
  public var source: Source
  /// The direction in which the fingers make progress.
  public var direction: Direction
  /// Whether translation in the opposite direction counts as well.
  public var countsBothDirections = false
  /// The distance before translation makes progress.
  public var offset = SurfaceLength.millimetres(0)
  /// The distance for full progress.
  public var distance: SurfaceLength
  /// What happens to progress beyond the animation's range.
  public var limits = Limits.clamped(0...1)
  /// Whether movement that leads beyond a range to which the progress is clamped counts.
  public var beyondLimits = Beyond.counts

  /// Creates a plan.
  public init(
    _ source: Source = .translation, toward direction: Direction,
    distance: SurfaceLength
  ) {
    self.source = source
    self.direction = direction
    self.distance = distance
  }

  /// Returns whether any of its lengths depends on the surface.
  package func needsPlane(_ scale: PointScale?) -> Bool {
    if source == .location, direction == .left || direction == .up { return true }
    return [offset, distance].contains { length in
      switch (length, scale) {
      case (.millimetres, _), (.points, .perMillimetre): false
      case (.share, _), (.points, _): true
      }
    }
  }

  /// Returns the points per millimetre on each axis; `nil` if that is unknown.
  package static func pointsPerMillimetre(_ scale: PointScale?, on plane: Plane?) -> Vector? {
    switch (scale, plane) {
    case (.perMillimetre(let points), _): Vector(x: points, y: points)
    case (.fit(let view), let plane?):
      Vector(x: view.x / plane.size.x, y: view.y / plane.size.y)
    case (.deviceValues, let plane?): plane.unitsPerMillimetre
    case (nil, _), (_, nil): nil
    }
  }

  /// Returns a length of the plan in millimetres, in the direction of progress.
  package func millimetres(
    _ length: SurfaceLength, _ scale: PointScale?, on plane: Plane?
  ) -> Double {
    func part(_ vector: Vector) -> Double { direction.isHorizontal ? vector.x : vector.y }
    switch length {
    case .millimetres(let millimetres): return millimetres
    case .points(let points):
      guard let perMillimetre = Self.pointsPerMillimetre(scale, on: plane) else {
        preconditionFailure("how long a point is depends on the surface")
      }
      return points / part(perMillimetre)
    case .share(let share):
      guard let plane else { preconditionFailure("a share of the surface depends on its size") }
      return share * part(plane.size)
    }
  }
}

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
