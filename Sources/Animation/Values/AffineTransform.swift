import Glibc
public import Quantities

/// A map of the plane that keeps straight lines straight: it scales, turns, shears and moves.
///
/// Points are rows, as with `CGAffineTransform`: x′ = a x + c y + tx and y′ = b x + d y + ty. With y
/// downwards an angle above zero turns clockwise.
public struct AffineTransform: Hashable, Sendable {
  /// What x adds to x; m11.
  public var a: Double
  /// What x adds to y; m12.
  public var b: Double
  /// What y adds to x; m21.
  public var c: Double
  /// What y adds to y; m22.
  public var d: Double
  /// The way to the right; m41.
  public var tx: Double
  /// The way downwards; m42.
  public var ty: Double

  /// The map that leaves all as it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes a map from its numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Makes a map that scales from the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Makes a map that turns about the origin, by an angle in radians.
  public init(rotationAngle angle: Double) {
    self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// Makes a map that moves.
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Whether the map leaves all as it is.
  public var isIdentity: Bool { self == .identity }

  /// This map first, and then another one.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// A turn by an angle in radians first, and then this map.
  public func rotated(by angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// A scaling first, and then this map.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// A move first, and then this map.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  private var determinant: Double { a * d - b * c }

  /// Whether another map undoes this one.
  var isInvertible: Bool { determinant != 0 && determinant.isFinite }

  /// The map that undoes this one; where none can, this one as it is.
  public func inverted() -> AffineTransform {
    guard isInvertible else { return self }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}

extension Size {
  /// The extent of the smallest upright rectangle around what a map makes of one of this size.
  func extent(under transform: AffineTransform) -> Size {
    if transform.isIdentity { return self }
    let (width, height) = (abs(width), abs(height))
    return Size(
      width: abs(transform.a) * width + abs(transform.c) * height,
      height: abs(transform.b) * width + abs(transform.d) * height)
  }
}

extension Point {
  /// Where a map takes the place.
  public func applying(_ transform: AffineTransform) -> Point {
    Point(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension AffineTransform {
  /// A map taken apart: it scales, then shears, then turns, then moves.
  ///
  ///     a  b     scaleX  0        1     0       cos angle  sin angle
  ///     c  d  =  0       scaleY · m21   m22  · −sin angle  cos angle
  ///
  /// (m21, m22) is of length 1, and (0, 1) where nothing is sheared.
  private struct Parts {
    var translation: SIMD2<Double>
    var scale: SIMD2<Double>
    var angle: Double
    var remainder: SIMD2<Double>

    /// Takes a map apart much as CSS Transforms does in two dimensions.
    ///
    /// CSS shears after the turn, which takes four numbers, and here the shear comes before it, which
    /// takes two. No measured map is both sheared and turned, so they do not tell which is right.
    init(_ transform: AffineTransform) {
      let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
      translation = [transform.tx, transform.ty]
      scale = [hypot(a, b), hypot(c, d)]
      if a * d - b * c < 0 {
        // One axis is flipped: the one that leans more against its own direction.
        if a < d { scale.x = -scale.x } else { scale.y = -scale.y }
      }
      // What is scaled to nothing has no direction left: it is taken as neither turned nor sheared.
      let x: SIMD2<Double> = scale.x == 0 ? [1, 0] : [a / scale.x, b / scale.x]
      angle = atan2(x.y, x.x)
      remainder =
        scale.y == 0
        ? [0, 1] : [(c * x.x + d * x.y) / scale.y, (d * x.x - c * x.y) / scale.y]
    }

    /// Takes the parts of a map, changed.
    init(_ transform: AffineTransform, advancedBy change: SIMD8<Double>) {
      self.init(transform)
      translation += change.lowHalf.lowHalf
      scale += change.lowHalf.highHalf
      angle += change[4]
      remainder += [change[5], change[6]]
    }

    /// The map that is made of the parts.
    var transform: AffineTransform {
      let (sine, cosine) = (sin(angle), cos(angle))
      return AffineTransform(
        a: scale.x * cosine, b: scale.x * sine,
        c: scale.y * (remainder.x * cosine - remainder.y * sine),
        d: scale.y * (remainder.x * sine + remainder.y * cosine),
        tx: translation.x, ty: translation.y)
    }
  }
}

extension AffineTransform: Animatable {
  /// What leads to another map, part by part: tx, ty, both scales, the angle, and two of the shear.
  ///
  /// A turn goes the short way round, and half a turn from no turn at all goes to angles below zero,
  /// as measured on Core Animation. A map with x flipped leads to one with y flipped by a turn.
  public func change(to target: AffineTransform) -> SIMD8<Double> {
    let start = Parts(self)
    let end = Parts(target)
    var endScale = end.scale
    var (startAngle, endAngle) = (start.angle, end.angle)
    let isXAgainstY = start.scale.x < 0 && end.scale.y < 0
    if isXAgainstY || (start.scale.y < 0 && end.scale.x < 0) {
      // One flip and half a turn is the other flip. CSS takes the start so; with the angles counted as
      // there, the end may be taken so as well, and the change still adds to the start's own parts.
      endScale = -endScale
      startAngle += startAngle < 0 ? .pi : -.pi
    }
    if startAngle == 0 { startAngle = 2 * .pi }
    if endAngle == 0 { endAngle = 2 * .pi }
    var turn = endAngle - startAngle
    if abs(turn) > .pi { turn += turn < 0 ? 2 * .pi : -2 * .pi }
    let translation = end.translation - start.translation
    let scale = endScale - start.scale
    let remainder = end.remainder - start.remainder
    return [
      translation.x, translation.y, scale.x, scale.y, turn, remainder.x, remainder.y, 0,
    ]
  }

  /// The largest difference between π and an angle that counts as half a turn, in radians.
  ///
  /// A product of rotations is off by a rounding for each factor; this is room for thousands of them.
  private static let halfTurnTolerance = 1e-12

  /// The change to an older map, in which half a turn is always turned clockwise when it is undone.
  ///
  /// UIKit animates the difference between the old and the new map to the identity, whose angle counts
  /// as 360°, as measured on Core Animation. From 180° and from −180° the angle then rises, which is
  /// clockwise, as WWDC 2017, session 230, shows it.
  public func additiveChange(backTo old: AffineTransform) -> SIMD8<Double> {
    var change = change(to: old)
    if abs(change[4]) > .pi - Self.halfTurnTolerance { change[4] = -abs(change[4]) }
    return change
  }

  /// The map whose parts are this one's and a change.
  public func advanced(by change: SIMD8<Double>) -> AffineTransform {
    // Taken apart and put together again a map is off by a rounding; standing still it is not.
    change == .zero ? self : Parts(self, advancedBy: change).transform
  }
}
