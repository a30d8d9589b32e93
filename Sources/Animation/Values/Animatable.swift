public import PantographBase

/// A value that can be animated: the difference between two values is a change, and changes add up.
///
/// A change is a SIMD vector, so that it can be scaled and added. A type of your own needs two
/// functions:
///
///     struct Dial: Animatable {
///       var angle: Double
///       var glow: Double
///
///       func change(to target: Dial) -> SIMD2<Double> {
///         [target.angle - angle, target.glow - glow]
///       }
///       func advanced(by change: SIMD2<Double>) -> Dial {
///         Dial(angle: angle + change.x, glow: glow + change.y)
///       }
///     }
public protocol Animatable: Sendable {
  /// The difference between two values.
  associatedtype Change: SIMD & Sendable where Change.Scalar == Double

  /// Returns the change from this value to another.
  func change(to target: Self) -> Change

  /// Returns this value plus a change.
  func advanced(by change: Change) -> Self

  /// Returns the change from this value back to an older one, which an additive animation reduces to
  /// zero.
  ///
  /// It is ``change(to:)`` unless there are several such changes and another one is preferred.
  func additiveChange(backTo old: Self) -> Change

  /// The axes of a change, for springs with two velocities; see ``Axes``.
  static var axes: Axes { get }
}

/// How the scalars of a change follow a spring's velocities.
public enum Axes: Hashable, Sendable {
  /// All scalars follow the x of a spring's velocity.
  case one
  /// The scalars alternate between x and y, and each follows its own velocity.
  case two
}

extension Animatable {
  /// All scalars of a change move together.
  public static var axes: Axes { .one }

  /// Returns the change to the older value.
  public func additiveChange(backTo old: Self) -> Change { change(to: old) }

  /// Returns the value at a fraction of the change to another.
  package func interpolated(to target: Self, at share: Double) -> Self {
    advanced(by: change(to: target) * share)
  }
}

/// A value that can be added to another, because its type has a neutral value.
///
/// What is added is the change from ``neutral`` to the value.
public protocol AdditiveAnimatable: Animatable {
  /// The value that adds nothing.
  static var neutral: Self { get }
}

extension AdditiveAnimatable {
  /// Returns the sum with a multiple of another value.
  func adding(_ other: Self, times count: Double = 1) -> Self {
    advanced(by: Self.neutral.change(to: other) * count)
  }
}

extension Double: AdditiveAnimatable {
  /// Zero.
  public static var neutral: Double { 0 }

  /// Returns the difference to another number.
  public func change(to target: Double) -> SIMD2<Double> { [target - self, 0] }

  /// Returns the sum with a difference.
  public func advanced(by change: SIMD2<Double>) -> Double { self + change.x }
}

/// A colour with components from 0 to 1, not premultiplied.
///
/// Components outside of 0…1 are kept: a spring may overshoot.
public struct Color: Hashable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity, from 0 for transparent to 1.
  public var alpha: Double

  /// Creates a colour from its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Pure red.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// Pure green.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// Pure blue.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// Red and green.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// Red and half of green.
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
  /// Half of each component.
  public static let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
}

extension Color: AdditiveAnimatable {
  /// Transparent black, with all components 0.
  public static var neutral: Color { .clear }

  /// Returns the difference of each component including opacity, as measured on Core Animation.
  public func change(to target: Color) -> SIMD4<Double> {
    [target.red - red, target.green - green, target.blue - blue, target.alpha - alpha]
  }

  /// Returns the sum of each component with its difference.
  public func advanced(by change: SIMD4<Double>) -> Color {
    Color(
      red: red + change.x, green: green + change.y, blue: blue + change.z,
      alpha: alpha + change.w)
  }
}

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
