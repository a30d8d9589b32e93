/// A type that provides the timing of an animation, as `UITimingCurveProvider` does.
///
/// The timings of this module are providers. A type of your own can return one of them, or conform to
/// ``TimingCurve`` and calculate the progress itself.
public protocol TimingCurveProvider: Sendable {
  /// The timing of the animation.
  var timingParameters: TimingParameters { get }
}

/// A custom timing: the progress at a fraction of the time.
///
///     struct Steps: TimingCurve {
///       var count: Double
///
///       func progress(at fraction: Double) -> Double { (fraction * count).rounded(.down) / count }
///     }
///
/// An animation always starts at 0 and ends at 1. A progress that is not a number counts as the
/// fraction.
public protocol TimingCurve: TimingCurveProvider, Hashable {
  /// Returns the progress at a fraction of the time between 0 and 1.
  func progress(at fraction: Double) -> Double
}

extension TimingCurve {
  /// The curve itself.
  public var timingParameters: TimingParameters { .custom(CustomTiming(self)) }
}

/// A custom timing curve of any type.
public struct CustomTiming: Hashable, Sendable {
  /// The progress at a fraction of the time between 0 and 1.
  package let progress: @Sendable (_ fraction: Double) -> Double
  #if !hasFeature(Embedded)
    private let curve: any TimingCurve
  #endif

  /// Wraps a curve.
  package init(_ curve: some TimingCurve) {
    progress = { curve.progress(at: $0) }
    #if !hasFeature(Embedded)
      self.curve = curve
    #endif
  }

  /// Returns whether both have the same type and are equal.
  ///
  /// Without a runtime, types can't be told apart, and no curve is known to equal another one.
  public static func == (left: CustomTiming, right: CustomTiming) -> Bool {
    #if hasFeature(Embedded)
      false
    #else
      AnyHashable(left.curve) == AnyHashable(right.curve)
    #endif
  }

  /// Hashes the curve.
  public func hash(into hasher: inout Hasher) {
    #if !hasFeature(Embedded)
      hasher.combine(AnyHashable(curve))
    #endif
  }
}
