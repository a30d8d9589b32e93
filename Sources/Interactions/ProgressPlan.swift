public import Quantities

/// A length on a surface, in whatever it is told.
public enum SurfaceLength: Hashable, Sendable {
  /// In millimetres.
  case millimetres(Double)
  /// In points, of which a ``PointScale`` says how long they are.
  case points(Double)
  /// As a share of the surface along the way.
  case share(Double)
}

/// How long a point is.
public enum PointScale: Hashable, Sendable {
  /// So many make a millimetre.
  case perMillimetre(Double)
  /// The surface is stretched onto a view of so many points.
  case fit(Vector)
  /// A point is one value of the device.
  case deviceValues
}

/// What an interaction has to know of the surface that it meets.
public struct Plane: Hashable, Sendable {
  /// Width and height, in millimetres.
  public var size: Vector
  /// How many of the device's values make a millimetre, in each direction.
  public var unitsPerMillimetre: Vector

  /// Makes a plane.
  public init(size: Vector, unitsPerMillimetre: Vector = Vector(x: 1, y: 1)) {
    self.size = size
    self.unitsPerMillimetre = unitsPerMillimetre
  }
}

/// How what fingers do becomes progress of an animation.
public struct ProgressPlan: Hashable, Sendable {
  /// What of the fingers leads the animation.
  public enum Source: String, CaseIterable, Sendable {
    /// The way they go, from where the animation was when they took hold of it.
    case translation
    /// The place where they are; of what they catch in flight, from where it is to both ends.
    case location
    /// How hard one presses; of what it catches in flight, from where it is to both ends.
    case pressure
    /// Nothing but time: it runs as long as the gesture is on.
    case time
    /// Nothing: it is held as long as the gesture is on.
    case nothing
  }

  /// What becomes of progress that the animation does not have.
  public enum Limits: Hashable, Sendable {
    /// Less than the lower and more than the upper bound count as these.
    case clamped(ClosedRange<Double>)
    /// Everything counts.
    case none
    /// Beyond 0 and 1 it follows as a rubber band, with the whole progress as the limit.
    case rubberBand(coefficient: Double)
  }

  /// What of the fingers leads the animation.
  public var source: Source
  /// Where the fingers move to make progress.
  public var direction: ProgressMapping.Direction
  /// Whether a way to the other side counts as well.
  public var countsBothDirections = false
  /// By how much the fingers go before they make progress.
  public var offset = SurfaceLength.millimetres(0)
  /// The length that makes the whole progress.
  public var distance: SurfaceLength
  /// What becomes of progress that the animation does not have.
  public var limits = Limits.clamped(0...1)

  /// Makes a plan.
  public init(
    _ source: Source = .translation, toward direction: ProgressMapping.Direction,
    distance: SurfaceLength
  ) {
    self.source = source
    self.direction = direction
    self.distance = distance
  }

  /// Whether its lengths depend on the surface.
  public func needsPlane(_ scale: PointScale?) -> Bool {
    if source == .location, direction == .left || direction == .up { return true }
    return [offset, distance].contains { length in
      switch (length, scale) {
      case (.millimetres, _), (.points, .perMillimetre): false
      case (.share, _), (.points, _): true
      }
    }
  }

  /// How many points make a millimetre along each axis; nothing where nobody has said.
  public static func pointsPerMillimetre(_ scale: PointScale?, on plane: Plane?) -> Vector? {
    switch (scale, plane) {
    case (.perMillimetre(let points), _): Vector(x: points, y: points)
    case (.fit(let view), let plane?):
      Vector(x: view.x / plane.size.x, y: view.y / plane.size.y)
    case (.deviceValues, let plane?): plane.unitsPerMillimetre
    case (nil, _), (_, nil): nil
    }
  }

  /// A length of the plan in millimetres, along the way of progress.
  public func millimetres(
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
