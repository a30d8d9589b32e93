import PantographCMathematics

/// A decelerating movement, such as that of a scroll view after release.
///
/// Each millisecond multiplies the velocity by the rate. It is a value without a clock: ask for the
/// distance at any time.
public struct Decay: Hashable, Sendable {
  /// The factor on the velocity per millisecond.
  public let rate: Double

  /// The rates that differ from an immediate stop and from endless movement.
  private static let rates = Double.leastNormalMagnitude...1.0.nextDown

  /// Creates a decay with a factor on the velocity per millisecond.
  ///
  /// A rate is limited to the range between 0 and 1; NaN counts as ``normal``.
  public init(rate: Double) {
    self.rate = rate.bounded(to: Self.rates, else: 0.998)
  }

  /// `UIScrollView.DecelerationRate.normal`.
  public static let normal = Decay(rate: 0.998)
  /// `UIScrollView.DecelerationRate.fast`.
  public static let fast = Decay(rate: 0.99)

  /// The time in seconds in which the velocity falls to 1/e: −1 / (1000 ln r).
  private var constant: Double { -1 / (1000 * log(rate)) }

  /// Returns the velocity after a number of seconds, from an initial velocity.
  public func velocity(after seconds: Double, from velocity: Double) -> Double {
    velocity * exp(-seconds / constant)
  }

  /// Returns the distance covered after a number of seconds, from an initial velocity.
  public func distance(after seconds: Double, from velocity: Double) -> Double {
    velocity * constant * -expm1(-seconds / constant)
  }

  /// Returns the total distance covered from an initial velocity.
  public func projection(of velocity: Double) -> Double { velocity * constant }

  /// Returns the total distance as "Designing Fluid Interfaces" (WWDC 2018) computes it: v / 1000 · r /
  /// (1 − r).
  ///
  /// It counts in steps of 1 ms, and is shorter by 0.0005 s times the velocity. A scroll view comes to
  /// rest there, but announces the position of ``projection(of:)``.
  package func steppedProjection(of velocity: Double) -> Double {
    velocity / 1000 * rate / (1 - rate)
  }

  /// Returns the seconds until a velocity has fallen to a smaller one, in either direction.
  ///
  /// - Parameters:
  ///   - threshold: the velocity that counts as rest; for a scroll view 10 points per second.
  ///   - velocity: the initial velocity.
  /// - Returns: infinity for a threshold that is not above 0, as a decay never reaches it.
  public func duration(until threshold: Double, from velocity: Double) -> Double {
    guard threshold > 0 else { return .infinity }
    return max(0, log(abs(velocity)) - log(threshold)) * constant
  }
}
