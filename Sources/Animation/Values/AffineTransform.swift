public import PantographBase
import PantographCMathematics

/// An affine transform of the plane: it scales, rotates, shears and translates.
///
/// Points are rows, as with `CGAffineTransform`: x′ = a x + c y + tx and y′ = b x + d y + ty. With y
/// pointing down, a positive angle rotates clockwise.
public struct AffineTransform: Hashable, Sendable {
  /// The factor from x to x; m11.
  public var a: Double
  /// The factor from x to y; m12.
  public var b: Double
  /// The factor from y to x; m21.
  public var c: Double
  /// The factor from y to y; m22.
  public var d: Double
  /// The translation to the right; m41.
  public var tx: Double
  /// The translation downwards; m42.
  public var ty: Double

  /// The transform that changes nothing.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a transform from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Creates a scaling from the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin, by an angle in radians.
  public init(rotationAngle angle: Double) {
    self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// Creates a translation.
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Whether the transform changes nothing.
  public var isIdentity: Bool { self == .identity }

  /// Returns this transform followed by another one.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Returns a rotation, by an angle in radians, followed by this transform.
  public func rotated(by angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns a scaling followed by this transform.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Returns a translation followed by this transform.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  private var determinant: Double { a * d - b * c }

  /// Whether the transform has an inverse.
  var isInvertible: Bool { determinant != 0 && determinant.isFinite }

  /// Returns the inverse; a transform without one is returned unchanged.
  public func inverted() -> AffineTransform {
    guard isInvertible else { return self }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}

extension Size {
  /// Returns the size of the smallest upright rectangle around a transformed rectangle of this size.
  func extent(under transform: AffineTransform) -> Size {
    if transform.isIdentity { return self }
    let (width, height) = (abs(width), abs(height))
    return Size(
      width: abs(transform.a) * width + abs(transform.c) * height,
      height: abs(transform.b) * width + abs(transform.d) * height)
  }
}

extension Point {
  /// Returns the transformed point.
  public func applying(_ transform: AffineTransform) -> Point {
    Point(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension AffineTransform {
  /// A transform as scaling, then shearing, then rotation, then translation.
  ///
  ///     a  b     scaleX  0        1     0       cos angle  sin angle
  ///     c  d  =  0       scaleY · m21   m22  · −sin angle  cos angle
  ///
  /// (m21, m22) has length 1, and is (0, 1) without shear.
  private struct Parts {
    var translation: SIMD2<Double>
    var scale: SIMD2<Double>
    var angle: Double
    var remainder: SIMD2<Double>

    /// Decomposes a transform much as CSS Transforms does in two dimensions.
    ///
    /// CSS shears after the rotation, which takes four numbers. Here the shear comes first, which takes
    /// two. No measured transform is both sheared and rotated, so measurements do not decide between
    /// the two.
    init(_ transform: AffineTransform) {
      let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
      translation = [transform.tx, transform.ty]
      scale = [hypot(a, b), hypot(c, d)]
      if a * d - b * c < 0 {
        // One axis is flipped: the one with the smaller component along its own direction.
        if a < d { scale.x = -scale.x } else { scale.y = -scale.y }
      }
      // An axis scaled to 0 has no direction: it counts as neither rotated nor sheared.
      let x: SIMD2<Double> = scale.x == 0 ? [1, 0] : [a / scale.x, b / scale.x]
      angle = atan2(x.y, x.x)
      remainder =
        scale.y == 0
        ? [0, 1] : [(c * x.x + d * x.y) / scale.y, (d * x.x - c * x.y) / scale.y]
    }

    /// Decomposes a transform and adds a change.
    init(_ transform: AffineTransform, advancedBy change: SIMD8<Double>) {
      self.init(transform)
      translation += change.lowHalf.lowHalf
      scale += change.lowHalf.highHalf
      angle += change[4]
      remainder += [change[5], change[6]]
    }

    /// The transform composed of the parts.
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

extension AffineTransform: AdditiveAnimatable {
  /// The identity; translations, angles and the excess of scales over 1 add up.
  public static var neutral: AffineTransform { .identity }

  /// Returns the change to another transform by part: tx, ty, both scales, the angle, and two of the
  /// shear.
  ///
  /// A rotation takes the shorter direction, and half a turn from the identity goes to negative angles,
  /// as measured on Core Animation. A transform with x flipped reaches one with y flipped by a
  /// rotation.
  public func change(to target: AffineTransform) -> SIMD8<Double> {
    let start = Parts(self)
    let end = Parts(target)
    var endScale = end.scale
    var (startAngle, endAngle) = (start.angle, end.angle)
    let isXAgainstY = start.scale.x < 0 && end.scale.y < 0
    if isXAgainstY || (start.scale.y < 0 && end.scale.x < 0) {
      // One flip and half a turn is the other flip. CSS rewrites the start in this way. With angles
      // counted as in CSS the end can be rewritten instead, and the change still adds to the start's
      // own parts.
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

  /// The largest deviation from π at which an angle still counts as half a turn, in radians.
  ///
  /// A product of rotations has one rounding error per factor; this allows for thousands of them.
  private static let halfTurnTolerance = 1e-12

  /// Returns the change to an older transform, with half a turn always clockwise when it is undone.
  ///
  /// UIKit animates the difference between the old and the new transform to the identity, whose angle
  /// counts as 360°, as measured on Core Animation. From 180° and from −180° the angle then rises,
  /// which is clockwise, as WWDC 2017, session 230, shows it.
  public func additiveChange(backTo old: AffineTransform) -> SIMD8<Double> {
    var change = change(to: old)
    if abs(change[4]) > .pi - Self.halfTurnTolerance { change[4] = -abs(change[4]) }
    return change
  }

  /// Returns the transform whose parts are this one's plus a change.
  public func advanced(by change: SIMD8<Double>) -> AffineTransform {
    // Decomposing and composing has rounding errors; without a change there must be none.
    change == .zero ? self : Parts(self, advancedBy: change).transform
  }
}
