/// The kind of a timing; the raw values are those of `UITimingCurveType`.
///
/// UIKit's 3, `composed`, is a cubic curve that a spring modifies when an animation continues on it.
/// How it does so is not documented, and it does not occur here.
public enum TimingCurveType: Int, Hashable, Sendable, CaseIterable {
  /// A named curve, such as `easeIn`.
  case builtin = 0
  /// A cubic curve with its own control points.
  case cubic = 1
  /// A spring.
  case spring = 2
  /// A ``TimingCurve`` of your own, which UIKit does not have.
  case custom = 4
}

extension TimingCurveProvider {
  /// The kind of the timing, `UITimingCurveProvider.timingCurveType`.
  ///
  /// A curve with the control points of a named curve counts as built in.
  public var timingCurveType: TimingCurveType {
    switch timingParameters {
    case .curve(let curve): curve.name == nil ? .cubic : .builtin
    case .spring: .spring
    case .custom: .custom
    }
  }

  /// The cubic curve, if it is one, `UITimingCurveProvider.cubicTimingParameters`.
  public var cubicTimingParameters: CubicTimingParameters? {
    guard case .curve(let curve) = timingParameters else { return nil }
    return CubicTimingParameters(animationCurve: curve)
  }

  /// The spring, if it is one, `UITimingCurveProvider.springTimingParameters`.
  public var springTimingParameters: SpringTimingParameters? {
    guard case .spring(let spring) = timingParameters else { return nil }
    return spring
  }
}
