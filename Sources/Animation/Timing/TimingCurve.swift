/// Something that knows how an animation gets from its start to its end.
///
/// The timings of this module are providers, and a type of your own can be one: either it answers
/// with one of them, or it is a ``TimingCurve`` and says itself how far the animation has come.
/// UIKit's name for it is `UITimingCurveProvider`.
public protocol TimingCurveProvider: Sendable {
  /// How the animation gets from its start to its end.
  var timingParameters: TimingParameters { get }
}

/// A timing of the caller's own: the progress at a fraction of the time.
///
///     struct Steps: TimingCurve {
///       var count: Double
///
///       func progress(at fraction: Double) -> Double { (fraction * count).rounded(.down) / count }
///     }
///
/// Whatever it says, an animation starts at 0 and ends at 1; what is no number counts as the fraction.
public protocol TimingCurve: TimingCurveProvider, Hashable {
  /// How far the animation has come at a fraction of its time, which lies between 0 and 1.
  func progress(at fraction: Double) -> Double
}

extension TimingCurve {
  /// The curve itself.
  public var timingParameters: TimingParameters { .custom(CustomTiming(self)) }
}

/// A timing curve of the caller's own, whatever its type.
public struct CustomTiming: Hashable, Sendable {
  /// The curve.
  public let curve: any TimingCurve

  /// Wraps a curve.
  public init(_ curve: some TimingCurve) {
    self.curve = curve
  }

  /// Whether both are of one type and equal.
  public static func == (left: CustomTiming, right: CustomTiming) -> Bool {
    AnyHashable(left.curve) == AnyHashable(right.curve)
  }

  /// Hashes the curve.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(curve))
  }
}
