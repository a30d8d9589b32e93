public import Motion
public import Quantities

/// The kind of a timing; the numbers are `UITimingCurveType`'s.
///
/// UIKit's 3, `composed`, is a cubic curve that a spring modifies when an animation continues on it.
/// How it does that is not known, and it does not occur here.
public enum TimingCurveType: Int, Hashable, Sendable, CaseIterable {
  /// A curve with a name, such as `easeIn`.
  case builtin = 0
  /// A cubic curve of your own.
  case cubic = 1
  /// A spring.
  case spring = 2
  /// A ``TimingCurve`` of your own, which UIKit does not have.
  case custom = 4
}

extension TimingCurveProvider {
  /// The kind of the timing, `UITimingCurveProvider.timingCurveType`.
  ///
  /// A curve is a value without a history: one with the control points of a named curve is built in.
  public var timingCurveType: TimingCurveType {
    switch timingParameters {
    case .curve(let curve): curve.name == nil ? .cubic : .builtin
    case .spring: .spring
    case .custom: .custom
    }
  }

  /// The cubic curve where it is one, `UITimingCurveProvider.cubicTimingParameters`.
  public var cubicTimingParameters: CubicTimingParameters? {
    guard case .curve(let curve) = timingParameters else { return nil }
    return CubicTimingParameters(animationCurve: curve)
  }

  /// The spring where it is one, `UITimingCurveProvider.springTimingParameters`.
  public var springTimingParameters: SpringTimingParameters? {
    guard case .spring(let spring) = timingParameters else { return nil }
    return spring
  }
}

extension CubicTimingParameters {
  /// The curve, `UICubicTimingParameters.animationCurve`.
  public var animationCurve: CubicCurve { curve }
  /// The first control point: a share of the time and the progress there.
  public var controlPoint1: Point { Point(x: curve.x1, y: curve.y1) }
  /// The second control point: a share of the time and the progress there.
  public var controlPoint2: Point { Point(x: curve.x2, y: curve.y2) }
}
