public import PantographBase

/// A width and a height, in the unit of the points it is used with.
public struct Size: Hashable, Sendable {
  /// The width, to the right.
  public var width: Double
  /// The height, downwards.
  public var height: Double

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An upright rectangle, with y pointing down.
///
/// A negative width or height is kept, and extends to the other side of the origin.
public struct Rect: Hashable, Sendable {
  /// The corner from which the size is measured.
  public var origin: Point
  /// The size from the origin.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// Creates a rectangle from a corner and a size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from the coordinates of a corner and its dimensions.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The width, never negative.
  public var width: Double { abs(size.width) }
  /// The height, never negative.
  public var height: Double { abs(size.height) }

  /// The left edge.
  public var minX: Double { min(origin.x, origin.x + size.width) }
  /// The middle between left and right.
  public var midX: Double { origin.x + size.width / 2 }
  /// The right edge.
  public var maxX: Double { max(origin.x, origin.x + size.width) }
  /// The top edge.
  public var minY: Double { min(origin.y, origin.y + size.height) }
  /// The middle between top and bottom.
  public var midY: Double { origin.y + size.height / 2 }
  /// The bottom edge.
  public var maxY: Double { max(origin.y, origin.y + size.height) }

  /// Returns the rectangle moved by an offset.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(origin: origin + Vector(x: dx, y: dy), size: size)
  }
}

extension Point {
  /// The top left corner of the surface.
  public static let zero = Point(x: 0, y: 0)
}

extension Point: AdditiveAnimatable {
  /// The origin.
  public static var neutral: Point { .zero }

  /// Returns the displacement to another point.
  public func change(to target: Point) -> SIMD2<Double> { [target.x - x, target.y - y] }

  /// Returns the point moved by a displacement.
  public func advanced(by change: SIMD2<Double>) -> Point {
    Point(x: x + change.x, y: y + change.y)
  }

  /// The scalars are x and y.
  public static var axes: Axes { .two }
}

extension Vector: AdditiveAnimatable {
  /// The zero vector.
  public static var neutral: Vector { .zero }

  /// Returns the difference to another vector.
  public func change(to target: Vector) -> SIMD2<Double> { [target.x - x, target.y - y] }

  /// Returns the sum with a difference.
  public func advanced(by change: SIMD2<Double>) -> Vector {
    Vector(x: x + change.x, y: y + change.y)
  }

  /// The scalars are x and y.
  public static var axes: Axes { .two }
}

extension Size: AdditiveAnimatable {
  /// The empty size.
  public static var neutral: Size { .zero }

  /// Returns the difference to another size.
  public func change(to target: Size) -> SIMD2<Double> {
    [target.width - width, target.height - height]
  }

  /// Returns the sum with a difference.
  public func advanced(by change: SIMD2<Double>) -> Size {
    Size(width: width + change.x, height: height + change.y)
  }

  /// The scalars are width and height.
  public static var axes: Axes { .two }
}

extension Rect: AdditiveAnimatable {
  /// The empty rectangle at the origin.
  public static var neutral: Rect { .zero }

  /// Returns the displacement of the origin and the difference of the sizes.
  public func change(to target: Rect) -> SIMD4<Double> {
    SIMD4(
      lowHalf: origin.change(to: target.origin), highHalf: size.change(to: target.size))
  }

  /// Returns the rectangle with its origin moved and its size changed.
  public func advanced(by change: SIMD4<Double>) -> Rect {
    Rect(
      origin: origin.advanced(by: change.lowHalf), size: size.advanced(by: change.highHalf))
  }

  /// The scalars are x, y, width and height.
  public static var axes: Axes { .two }
}
