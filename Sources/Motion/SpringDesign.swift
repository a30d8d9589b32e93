import Glibc

// The ways in which people describe a spring without naming its forces.
extension Spring {
  /// Makes a spring from the seconds of one undamped swing and a damping ratio.
  ///
  /// These are the two numbers that "Designing Fluid Interfaces" (WWDC 2018) gives to designers. A response that
  /// is not above 0 counts as the shortest.
  public init(response: Double, dampingRatio: Double) {
    let frequency = response <= 0 ? .infinity : 2 * .pi / response
    self.init(frequency: frequency, dampingRatio: dampingRatio)
  }

  /// Makes a spring from the duration that it seems to have and its bounce, as SwiftUI does.
  ///
  /// The duration is that of one undamped swing. A bounce of 0 is critical, toward 1 it swings more
  /// and more, and below 0, down to −1, it creeps. A bounce beyond −1 or 1 counts as that, and what is not
  /// a number as 0.
  public init(duration: Double, bounce: Double) {
    let bounce = bounce.bounded(to: -1...1, else: 0)
    self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// Makes the spring that UIKit makes of a duration and a damping ratio.
  ///
  /// It is so stiff that the sine of its swing, at the end of the duration, has shrunk to a
  /// thousandth: |(ζω − v) / (ω √(1 − ζ²))| e^(−ζωD) = 0.001, and (1 + (ω − v) D) e^(−ωD) = 0.001 at
  /// the critical damping. Of several such frequencies it is the highest, past which the swing only
  /// shrinks; UIKit's own search ends there, too, but for velocities so high that it does not end.
  ///
  /// A ratio above 1 counts as 1, as in UIKit, and one below 1/500 as that. A duration that is not above 0
  /// counts as the shortest, 1e−100 s, and what is not a number as 1 s or a ratio of 0.5.
  ///
  /// - Parameters:
  ///   - duration: the seconds from start to rest.
  ///   - dampingRatio: how much it swings: below 1 more, at 1 not at all.
  ///   - velocity: the initial velocity toward rest, in whole distances per second. Where no
  ///     frequency fits it, the spring is the one for a velocity of 0.
  public init(settlingIn duration: Double, dampingRatio: Double, velocity: Double = 0) {
    let duration = duration.bounded(to: 1e-100...1e100, else: 1)
    let ratio = dampingRatio.bounded(to: 0.002...1, else: 0.5)
    let residue = ratio < 1 ? Self.swing(ratio, duration) : Self.creep(duration)
    // From its peak on, the residue only shrinks with the frequency.
    let peak = Self.peak(ratio, duration, velocity)
    let fits = velocity.isFinite && residue(peak, velocity) > 0.001
    let frequency =
      fits
      ? Self.lastFrequency(from: peak, duration) { residue($0, velocity) }
      : Self.lastFrequency(from: 0, duration) { residue($0, 0) }
    self.init(frequency: frequency, dampingRatio: ratio)
  }

  /// What is left of the sine of a swing at the end of the duration.
  private static func swing(
    _ ratio: Double, _ duration: Double
  ) -> (_ frequency: Double, _ velocity: Double) -> Double {
    let share = (1 - ratio * ratio).squareRoot()
    return { frequency, velocity in
      (ratio - velocity / frequency) / share * exp(-ratio * frequency * duration)
    }
  }

  /// What is left of the way at the end of the duration, at the critical damping.
  private static func creep(
    _ duration: Double
  ) -> (_ frequency: Double, _ velocity: Double) -> Double {
    { frequency, velocity in
      (1 + (frequency - velocity) * duration) * exp(-frequency * duration)
    }
  }

  /// The frequency at which the most is left at the end of the duration.
  private static func peak(_ ratio: Double, _ duration: Double, _ velocity: Double) -> Double {
    guard velocity > 0 else { return .leastNormalMagnitude }
    if ratio == 1 { return velocity }
    // ζ² D ω² − ζ D v ω − v = 0, where the derivative of the swing's residue vanishes.
    let half = velocity / (2 * ratio)
    return half + (half * half + velocity / (ratio * ratio * duration)).squareRoot()
  }

  /// The frequency at which the residue, which shrinks from here on, has come down to a thousandth.
  private static func lastFrequency(
    from start: Double, _ duration: Double, _ residue: (Double) -> Double
  ) -> Double {
    var low = start
    var high = max(start, 1 / duration)
    while residue(high) > 0.001 { high *= 2 }
    // Halving ends at neighbouring numbers: there is nothing nearer.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if residue(middle) > 0.001 { low = middle } else { high = middle }
    }
  }
}
