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
