import PantographCMathematics

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
