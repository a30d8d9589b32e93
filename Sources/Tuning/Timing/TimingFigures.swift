public import Motion
import Trajectories

/// What is seen of an animation after its release, in three numbers.
public struct TimingFigures: Hashable, Sendable {
  /// What is looked at.
  public enum Measure: String, CaseIterable, Sendable {
    /// How soon it stays at its target.
    case settleTime
    /// How far it goes beyond it.
    case overshoot
    /// How fast it is at most.
    case peakVelocity
  }

  /// The seconds until the fraction stays within a hundredth of the whole way, `Measures.band`, of its
  /// target.
  public var settleTime: Double
  /// How far it goes beyond its target, in parts of the whole way.
  public var overshoot: Double
  /// The greatest speed, in progress per second.
  public var peakVelocity: Double

  /// Makes figures.
  public init(settleTime: Double, overshoot: Double, peakVelocity: Double) {
    self.settleTime = settleTime
    self.overshoot = overshoot
    self.peakVelocity = peakVelocity
  }

  /// The figures of a spring that takes over from a hand: those of `Measures`, worked out instead of seen.
  public init(of spring: Spring, after release: TimedRelease) {
    let start = Spring.State(
      offset: release.fraction - release.target, velocity: release.velocity)
    self.init(
      settleTime: spring.timeToStay(within: Measures.band, from: start),
      overshoot: spring.overshoot(from: start), peakVelocity: spring.greatestSpeed(from: start))
  }

  /// One of them.
  public subscript(measure: Measure) -> Double {
    switch measure {
    case .settleTime: settleTime
    case .overshoot: overshoot
    case .peakVelocity: peakVelocity
    }
  }
}

/// A release as far as the timing of what follows is concerned.
public struct TimedRelease: Hashable, Sendable {
  /// The progress at which the fingers let go.
  public var fraction: Double
  /// How fast the spring begins, in progress per second.
  public var velocity: Double
  /// The progress to which it goes.
  public var target: Double
  /// What is seen of it with the timing that it has now; nothing where that was not seen to its end.
  public var current: TimingFigures?

  /// Makes a release.
  ///
  /// - Parameters:
  ///   - fraction: the progress at which the fingers let go.
  ///   - velocity: how fast the spring begins, in progress per second.
  ///   - target: the progress to which it goes.
  ///   - current: what is seen of it with the timing that it has now.
  public init(
    fraction: Double, velocity: Double, target: Double, current: TimingFigures? = nil
  ) {
    self.fraction = fraction
    self.velocity = velocity
    self.target = target
    self.current = current
  }
}
