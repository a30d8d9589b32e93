package import PantographMotion
import PantographTrajectories

/// Three figures of an animation after its release.
package struct TimingFigures: Hashable, Sendable {
  /// The kinds of figures.
  package enum Measure: String, CaseIterable, Sendable {
    /// The time until it stays at its target.
    case settleTime
    /// The distance beyond its target.
    case overshoot
    /// The greatest speed.
    case peakVelocity
  }

  /// The seconds until the fraction stays within 0.01 of its target, which is `Measures.band`.
  package var settleTime: Double
  /// The distance beyond the target, as a fraction of the whole distance.
  package var overshoot: Double
  /// The greatest speed, in progress per second.
  package var peakVelocity: Double

  /// Creates figures.
  package init(settleTime: Double, overshoot: Double, peakVelocity: Double) {
    self.settleTime = settleTime
    self.overshoot = overshoot
    self.peakVelocity = peakVelocity
  }

  /// Computes the figures of a spring after a release: those of `Measures`, in closed form.
  package init(of spring: Spring, after release: TimedRelease) {
    let start = Spring.State(
      offset: release.fraction - release.target, velocity: release.velocity)
    self.init(
      settleTime: spring.timeToStay(within: Measures.band, from: start),
      overshoot: spring.overshoot(from: start), peakVelocity: spring.greatestSpeed(from: start))
  }

  /// Returns one of the figures.
  package subscript(measure: Measure) -> Double {
    switch measure {
    case .settleTime: settleTime
    case .overshoot: overshoot
    case .peakVelocity: peakVelocity
    }
  }
}

/// A release, as input of a timing search.
package struct TimedRelease: Hashable, Sendable {
  /// The progress at the release.
  package var fraction: Double
  /// The spring's initial velocity, in progress per second.
  package var velocity: Double
  /// The progress at which the spring rests.
  package var target: Double
  /// The figures with the current timing; `nil` if the animation did not come to rest.
  package var current: TimingFigures?

  /// Creates a release.
  ///
  /// - Parameters:
  ///   - fraction: the progress at the release.
  ///   - velocity: the spring's initial velocity, in progress per second.
  ///   - target: the progress at which the spring rests.
  ///   - current: the figures with the current timing.
  package init(
    fraction: Double, velocity: Double, target: Double, current: TimingFigures? = nil
  ) {
    self.fraction = fraction
    self.velocity = velocity
    self.target = target
    self.current = current
  }
}
