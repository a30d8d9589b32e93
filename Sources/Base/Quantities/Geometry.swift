/// A point in the plane, with y pointing down.
///
/// On a touch surface, its coordinates are millimetres from the top left corner.
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the displacement from `start` to `end`.
  public static func - (end: Point, start: Point) -> Vector {
    Vector(x: end.x - start.x, y: end.y - start.y)
  }

  /// Returns the point at a displacement from another.
  public static func + (start: Point, displacement: Vector) -> Point {
    Point(x: start.x + displacement.x, y: start.y + displacement.y)
  }
}

/// A displacement or velocity in the plane, with y pointing down.
///
/// On a touch surface, it is in millimetres or millimetres per second.
public struct Vector: Hashable, Sendable {
  /// The component to the right.
  public var x: Double
  /// The component downwards.
  public var y: Double

  /// The zero vector.
  public static var zero: Vector { Vector(x: 0, y: 0) }

  /// Creates a vector from its components.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The length of the vector.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Returns the sum of two vectors.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x + right.x, y: left.y + right.y)
  }

  /// Adds a vector to another.
  public static func += (left: inout Vector, right: Vector) {
    left = left + right
  }

  /// Returns a vector multiplied by a number.
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor)
  }

  /// Returns a vector divided by a number.
  public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(x: vector.x / divisor, y: vector.y / divisor)
  }
}
