import Glibc

/// A movement that slows down by itself, as a scroll view does when it is let go.
///
/// The velocity keeps the same share of itself every millisecond. It is a value without a clock: ask
/// it for the way at any time.
public struct Decay: Hashable, Sendable {
  /// The share of the velocity that is left after a millisecond.
  public let rate: Double

  /// The rates that differ from an immediate stop and from a movement without an end.
  private static let rates = Double.leastNormalMagnitude...1.0.nextDown

  /// Makes a decay that keeps this share of the velocity every millisecond.
  ///
  /// A rate beyond 0 or 1 counts as the nearest one between them, and NaN as ``normal``.
  public init(rate: Double) {
    self.rate = rate.bounded(to: Self.rates, else: 0.998)
  }

  /// `UIScrollView.DecelerationRate.normal`.
  public static let normal = Decay(rate: 0.998)
  /// `UIScrollView.DecelerationRate.fast`.
  public static let fast = Decay(rate: 0.99)

  /// The seconds in which the velocity falls to 1/e: −1 / (1000 ln r).
  private var constant: Double { -1 / (1000 * log(rate)) }

  /// The velocity this many seconds after it was the given one.
  public func velocity(after seconds: Double, from velocity: Double) -> Double {
    velocity * exp(-seconds / constant)
  }

  /// The way made this many seconds after the velocity was the given one.
  public func way(after seconds: Double, from velocity: Double) -> Double {
    velocity * constant * -expm1(-seconds / constant)
  }

  /// The whole way that a velocity leads, until it is used up.
  public func projection(of velocity: Double) -> Double { velocity * constant }

  /// The whole way as "Designing Fluid Interfaces" (WWDC 2018) computes it: v / 1000 · r / (1 − r).
  ///
  /// It counts in steps of a millisecond and is shorter by half a thousandth of the velocity. A
  /// scroll view comes to rest there, but announces the place of ``projection(of:)``.
  public func steppedProjection(of velocity: Double) -> Double {
    velocity / 1000 * rate / (1 - rate)
  }

  /// The seconds until a velocity has fallen to a smaller one, in either direction.
  ///
  /// - Parameters:
  ///   - threshold: the velocity that counts as rest; a scroll view's is 10 points per second.
  ///   - velocity: the velocity at the beginning.
  /// - Returns: infinity where the threshold isn't above zero, because a decay never reaches it.
  public func duration(until threshold: Double, from velocity: Double) -> Double {
    guard threshold > 0 else { return .infinity }
    return max(0, log(abs(velocity)) - log(threshold)) * constant
  }
}
