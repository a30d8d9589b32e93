import PantographCMathematics

// Springs described by duration, bounce or damping ratio instead of forces.
extension Spring {
  /// Creates a spring from the seconds of one undamped oscillation and a damping ratio.
  ///
  /// These are the two parameters that "Designing Fluid Interfaces" (WWDC 2018) gives to designers. A
  /// response that is not above 0 counts as the shortest possible.
  public init(response: Double, dampingRatio: Double) {
    let frequency = response <= 0 ? .infinity : 2 * .pi / response
    self.init(frequency: frequency, dampingRatio: dampingRatio)
  }

  /// Creates a spring from a perceived duration and a bounce, as SwiftUI does.
  ///
  /// The duration is that of one undamped oscillation. A bounce of 0 is critical damping. Toward 1 the
  /// spring oscillates more, and toward −1 it is overdamped. The bounce is limited to −1…1; not a
  /// number counts as 0.
  package init(duration: Double, bounce: Double) {
    let bounce = bounce.bounded(to: -1...1, else: 0)
    self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// Creates the spring that UIKit derives from a duration and a damping ratio.
  ///
  /// At the end of the duration the oscillation's amplitude is a thousandth: |(ζω − v) / (ω √(1 − ζ²))|
  /// e^(−ζωD) = 0.001, and (1 + (ω − v) D) e^(−ωD) = 0.001 at critical damping. Of several such
  /// frequencies it is the highest, beyond which the amplitude only decreases. UIKit's search ends
  /// there too, except for velocities so high that it does not end.
  ///
  /// The ratio is limited to 1/500…1, as in UIKit above 1. A duration that is not above 0 counts as
  /// 1e−100 s. Not a number counts as 1 s or a ratio of 0.5.
  ///
  /// - Parameters:
  ///   - duration: the seconds from start to rest.
  ///   - dampingRatio: the damping ratio; below 1 the spring oscillates.
  ///   - velocity: the initial velocity toward rest, in distances per second. If no frequency fits it,
  ///     the spring is the one for a velocity of 0.
  package init(settlingIn duration: Double, dampingRatio: Double, velocity: Double = 0) {
    let duration = duration.bounded(to: 1e-100...1e100, else: 1)
    let ratio = dampingRatio.bounded(to: 0.002...1, else: 0.5)
    let residue =
      ratio < 1 ? Self.underdampedResidue(ratio, duration) : Self.criticalResidue(duration)
    // From its peak on, the residue decreases with the frequency.
    let peak = Self.peak(ratio, duration, velocity)
    let fits = velocity.isFinite && residue(peak, velocity) > 0.001
    let frequency =
      fits
      ? Self.lastFrequency(from: peak, duration) { residue($0, velocity) }
      : Self.lastFrequency(from: 0, duration) { residue($0, 0) }
    self.init(frequency: frequency, dampingRatio: ratio)
  }

  /// Returns the amplitude of an oscillation at the end of the duration.
  private static func underdampedResidue(
    _ ratio: Double, _ duration: Double
  ) -> (_ frequency: Double, _ velocity: Double) -> Double {
    let share = (1 - ratio * ratio).squareRoot()
    return { frequency, velocity in
      (ratio - velocity / frequency) / share * exp(-ratio * frequency * duration)
    }
  }

  /// Returns the fraction of the distance left at the end of the duration, at critical damping.
  private static func criticalResidue(
    _ duration: Double
  ) -> (_ frequency: Double, _ velocity: Double) -> Double {
    { frequency, velocity in
      (1 + (frequency - velocity) * duration) * exp(-frequency * duration)
    }
  }

  /// Returns the frequency with the largest residue at the end of the duration.
  private static func peak(_ ratio: Double, _ duration: Double, _ velocity: Double) -> Double {
    guard velocity > 0 else { return .leastNormalMagnitude }
    if ratio == 1 { return velocity }
    // ζ² D ω² − ζ D v ω − v = 0, where the derivative of the oscillation's residue is 0.
    let half = velocity / (2 * ratio)
    return half + (half * half + velocity / (ratio * ratio * duration)).squareRoot()
  }

  /// Returns the frequency above the peak at which the residue is a thousandth.
  private static func lastFrequency(
    from start: Double, _ duration: Double, _ residue: (Double) -> Double
  ) -> Double {
    var low = start
    var high = max(start, 1 / duration)
    while residue(high) > 0.001 { high *= 2 }
    // Bisection ends at neighbouring numbers.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if residue(middle) > 0.001 { low = middle } else { high = middle }
    }
  }
}
