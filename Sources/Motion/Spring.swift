import PantographCMathematics

/// A damped spring that pulls a value to rest at zero.
///
/// It is a value without a clock: ask for the state at any time, in any order. The state solves m·x″ +
/// c·x′ + k·x = 0 in closed form, for any damping.
public struct Spring: Hashable, Sendable {
  /// The offset and velocity of a value on a spring.
  public struct State: Hashable, Sendable {
    /// The distance from rest.
    public var offset: Double
    /// The change of the offset per second.
    public var velocity: Double

    /// Creates a state from an offset and its change per second.
    public init(offset: Double, velocity: Double) {
      self.offset = offset
      self.velocity = velocity
    }
  }

  /// The undamped angular frequency √(k/m), in radians per second.
  public let frequency: Double
  /// The damping relative to critical: below 1 the spring oscillates, above 1 it is overdamped.
  public let dampingRatio: Double

  /// The range of frequencies, in rad/s, whose square is finite and above 0.
  static let frequencies = 1e-150...1e150
  /// The range of damping ratios whose product with a frequency is finite.
  static let dampingRatios = 0...1e150

  /// Creates a spring from its angular frequency, in radians per second, and its damping ratio.
  ///
  /// A frequency is limited to 1e−150…1e150 rad/s and a ratio to 0…1e150. Not a number counts as Core
  /// Animation's default, 10 rad/s and 0.5.
  package init(frequency: Double, dampingRatio: Double) {
    self.frequency = frequency.bounded(to: Self.frequencies, else: 10)
    self.dampingRatio = dampingRatio.bounded(to: Self.dampingRatios, else: 0.5)
  }

  /// Creates a spring from a mass, a stiffness and a damping coefficient, as `CASpringAnimation` does.
  ///
  /// An invalid value is replaced by the default, as there: a mass (1) or a stiffness (100) that is not
  /// above 0, a damping (10) below 0, and anything infinite or not a number.
  public init(mass: Double, stiffness: Double, damping: Double) {
    let mass = mass > 0 && mass.isFinite ? mass : 1
    let stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 100
    let damping = damping >= 0 && damping.isFinite ? damping : 10
    let frequency = (stiffness / mass).squareRoot().bounded(to: Self.frequencies, else: 10)
    self.init(frequency: frequency, dampingRatio: damping / (2 * mass * frequency))
  }

  /// The force per distance for a mass of 1.
  public var stiffness: Double { frequency * frequency }

  /// The force per velocity for a mass of 1.
  public var damping: Double { 2 * dampingRatio * frequency }

  /// The seconds of one undamped oscillation.
  public var response: Double { 2 * .pi / frequency }

  /// The spring that UIKit runs for this one, with the damping limited to critical.
  package var clampedToCritical: Spring {
    Spring(frequency: frequency, dampingRatio: min(dampingRatio, 1))
  }

  /// Returns the state after a number of seconds; overflows are limited to the nearest finite number.
  public func state(after seconds: Double, from start: State) -> State {
    // x(t) = x₀ (C + ζS) + (v₀/ω) S and x′(t) = v₀ (C − ζS) − ω x₀ S, where a = ωt and
    //   below critical  C = e^(−ζa) cos wa,   S = e^(−ζa) sin(wa) / w,   w = √(1 − ζ²)
    //   at critical     C = e^(−a),           S = e^(−a) a
    //   above critical  C = e^(−ζa) cosh ra,  S = e^(−ζa) sinh(ra) / r,  r = √(ζ² − 1)
    // Nothing is squared, so the result is finite whenever offset and velocity are.
    let z = dampingRatio
    let a = (frequency * seconds).finite
    let c: Double
    let s: Double
    if z < 1 {
      let w = ((1 - z) * (1 + z)).squareRoot()
      let decay = exp(-z * a)
      c = decay * cos(w * a)
      s = decay * sin(w * a) / w
    } else if z == 1 {
      c = exp(-a)
      s = c * a
    } else {
      let r = (z - 1).squareRoot() * (z + 1).squareRoot()
      // e^((r − ζ) a), written so that the growing and the decaying factor are never computed alone.
      let slow = exp(-a / (z + r))
      c = slow * (1 + exp(-2 * (r * a))) / 2
      s = slow * -expm1(-2 * (r * a)) / 2 / r
    }
    let state = State(
      offset: start.offset * (c + z * s) + start.velocity / frequency * s,
      velocity: start.velocity * (c - z * s) - frequency * start.offset * s)
    // A finite result has only finite parts. Other results are rare, and are computed again within
    // bounds.
    if state.offset.isFinite && state.velocity.isFinite { return state }
    let x = start.offset.finite
    let v = start.velocity.finite
    return State(
      offset: (x * (c + z * s) + (v / frequency).finite * s).finite,
      velocity: (v * (c - z * s) - (frequency * x).finite * s).finite)
  }

  /// Returns the change of the velocity per second in a state: −2ζω v − ω² x.
  package func acceleration(in state: State) -> Double {
    ((-damping * state.velocity).finite - (stiffness * state.offset).finite).finite
  }

  /// Returns the duration of an animation on this spring in seconds, as measured on Core Animation.
  ///
  /// - Parameter velocity: the initial velocity toward rest, in distances per second.
  ///
  /// Below critical damping the envelope decides: (ln 1000 + ln(1 + |v − ζω| / w)) / ζω. At and above
  /// it the animation ends at the first multiple of 0.1 s with less than a thousandth of the distance
  /// left. Unlike on Core Animation, it does not end while the value is only passing the target.
  /// Without damping it never ends: the result is then the largest 32-bit float, as on Core Animation,
  /// and never exceeds that.
  public func settlingTime(velocity: Double = 0) -> Double {
    let velocity = velocity.finite
    let b = dampingRatio * frequency
    let endless = Double(Float.greatestFiniteMagnitude)
    guard b > 0 else { return endless }
    if dampingRatio < 1 {
      let w = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
      return min((log(1000) + log(1 + abs(velocity - b) / w)) / b, endless)
    }
    // x = (1 + (ω − v) t) e^(−ωt) crosses zero when v > ω and turns at v / (ω (v − ω)), beyond the
    // thousandth or within it; after that it only approaches rest.
    let start = State(offset: 1, velocity: -velocity)
    var turning = 0.0
    if velocity > frequency {
      let turn = velocity / (frequency * (velocity - frequency))
      if abs(state(after: turn, from: start).offset) >= 0.001 { turning = turn }
    }
    // For very long durations the steps of 0.1 s no longer matter.
    if turning > 10_000 || abs(state(after: 10_000, from: start).offset) >= 0.001 {
      var low = max(turning, 10_000)
      var high = 2 * low
      while high < endless, abs(state(after: high, from: start).offset) >= 0.001 { high *= 2 }
      while high - low > max(0.1, high * 1e-12) {
        let middle = low + (high - low) / 2
        if abs(state(after: middle, from: start).offset) >= 0.001 {
          low = middle
        } else {
          high = middle
        }
      }
      return min(high, endless)
    }
    var seconds = 0.0
    // Adding up tenths, with their rounding errors, reproduces the measured times.
    while seconds < turning || abs(state(after: seconds, from: start).offset) >= 0.001 {
      seconds += 0.1
      if seconds + 0.1 == seconds { break }
    }
    return seconds
  }
}

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

// Extremes of a spring's motion in closed form: overshoot, peak velocity and settling time.
extension Spring {
  /// Returns the seconds until a motion first reverses after its start, or `nil` if it never does.
  ///
  /// x′ vanishes where tan wt = w v₀ / (ζω v₀ + ω² x₀), with w = ω√(1 − ζ²). Above critical damping it
  /// is the hyperbolic tangent of rt, with r = ω√(ζ² − 1), and at critical damping their common limit.
  /// An underdamped spring reverses again every π / w seconds.
  package func firstTurn(from start: State) -> Double? {
    let v = start.velocity.finite
    let pull = ((damping / 2 * v).finite + (stiffness * start.offset).finite).finite
    guard v != 0 || pull != 0 else { return nil }
    if dampingRatio < 1 {
      let w = dampedFrequency
      // A start at rest is itself a reversal; the next one follows half a period later.
      guard v != 0 else { return .pi / w }
      let angle = atan2(w * v, pull)
      return (angle > 0 ? angle : angle + .pi) / w
    }
    guard v != 0, pull != 0, (v > 0) == (pull > 0) else { return nil }
    let r = frequency * (dampingRatio - 1).squareRoot() * (dampingRatio + 1).squareRoot()
    guard r > 0 else { return v / pull }
    let share = r * v / pull
    return share < 1 ? atanh(share) / r : nil
  }

  /// Returns the greatest speed of a motion, at its start or later.
  ///
  /// The velocity follows the same spring as the offset, so its extremes are the reversals of that
  /// motion.
  package func greatestSpeed(from start: State) -> Double {
    let velocity = State(offset: start.velocity, velocity: acceleration(in: start))
    let first = abs(start.velocity.finite)
    guard let turn = firstTurn(from: velocity) else { return first }
    // Each reversal is nearer to rest than the one before.
    return max(first, abs(state(after: turn, from: start).velocity))
  }

  /// Returns the distance beyond rest, seen from the start; in either direction if it starts at rest.
  package func overshoot(from start: State) -> Double {
    guard let turn = firstTurn(from: start) else { return 0 }
    let first = state(after: turn, from: start).offset
    guard start.offset != 0 else { return abs(first) }
    let side: Double = start.offset > 0 ? -1 : 1
    guard side * first <= 0 else { return side * first }
    // The first reversal was on the starting side; the next is beyond rest.
    guard dampingRatio < 1 else { return 0 }
    return max(side * state(after: turn + .pi / dampedFrequency, from: start).offset, 0)
  }

  /// Returns the seconds after which a motion stays within a band about rest.
  ///
  /// The result is infinite if it never does, as for a band that is not above 0. The reversals are
  /// known in closed form. Between two of them the motion only approaches rest, and bisection finds the
  /// instant.
  package func timeToStay(within band: Double, from start: State) -> Double {
    guard band > 0 else { return .infinity }
    func distance(_ seconds: Double) -> Double { abs(state(after: seconds, from: start).offset) }
    guard let turn = firstTurn(from: start) else {
      return distance(0) > band ? crossing(of: band, after: 0, before: nil, from: start) : 0
    }
    guard distance(turn) > band else {
      return distance(0) > band ? crossing(of: band, after: 0, before: turn, from: start) : 0
    }
    guard dampingRatio < 1 else {
      return crossing(of: band, after: turn, before: nil, from: start)
    }
    guard dampingRatio > 0 else { return .infinity }
    // From one reversal to the next the distance shrinks by e^(−ζωπ / w).
    let step = .pi / dampedFrequency
    let shrinking = dampingRatio * frequency * step
    var number = (log(distance(turn) / band) / shrinking).rounded(.down)
    // After a billion reversals the digits no longer distinguish one from the next.
    guard number < 1e9 else { return turn + number * step }
    // The logarithm may be off by one where a reversal is on the band.
    while number > 0, distance(turn + number * step) <= band { number -= 1 }
    while distance(turn + (number + 1) * step) > band { number += 1 }
    return crossing(
      of: band, after: turn + number * step, before: turn + (number + 1) * step, from: start)
  }

  /// The damped angular frequency, below critical damping.
  private var dampedFrequency: Double {
    frequency * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
  }

  /// Returns the time at which a motion that only approaches rest enters a band.
  private func crossing(
    of band: Double, after low: Double, before high: Double?, from start: State
  ) -> Double {
    let side: Double = state(after: low, from: start).offset > 0 ? 1 : -1
    func isOutside(_ seconds: Double) -> Bool {
      side * state(after: seconds, from: start).offset > band
    }
    var low = low
    var high = high ?? .infinity
    if high == .infinity {
      high = low + response
      while isOutside(high) { (low, high) = (high, high + 2 * (high - low)) }
    }
    // Fifty bisections reach the precision of a double.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isOutside(middle) { low = middle } else { high = middle }
    }
    return high
  }
}
