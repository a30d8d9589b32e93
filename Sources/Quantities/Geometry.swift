/// A place on a surface, in millimetres from its top left corner, y downwards.
public struct Point: Hashable, Sendable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// Makes a place from its two coordinates, in millimetres.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The way from the right place to the left one.
  public static func - (end: Point, start: Point) -> Vector {
    Vector(x: end.x - start.x, y: end.y - start.y)
  }

  /// The place reached from here by this way.
  public static func + (start: Point, way: Vector) -> Point {
    Point(x: start.x + way.x, y: start.y + way.y)
  }
}

/// A way or a velocity in the plane, in millimetres or millimetres per second.
public struct Vector: Hashable, Sendable {
  /// The part to the right.
  public var x: Double
  /// The part downwards.
  public var y: Double

  /// No way at all.
  public static var zero: Vector { Vector(x: 0, y: 0) }

  /// Makes a vector from its two parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// How long the vector is.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }

  /// One way after the other.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x + right.x, y: left.y + right.y)
  }

  /// Adds a way to this one.
  public static func += (left: inout Vector, right: Vector) {
    left = left + right
  }

  /// The vector, this many times as long.
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor)
  }

  /// The vector, shorter by this factor.
  public static func / (vector: Vector, divisor: Double) -> Vector {
    Vector(x: vector.x / divisor, y: vector.y / divisor)
  }
}
