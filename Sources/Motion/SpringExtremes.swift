import Glibc

// How far, how fast and how long: what can be said of the whole motion of a spring, without looking at it
// instant by instant.
extension Spring {
  /// The seconds after which a motion turns for the first time after its start; nothing where it never does.
  ///
  /// x′ vanishes where tan wt = w v₀ / (ζω v₀ + ω² x₀), with w = ω√(1 − ζ²); above the critical damping
  /// it is the hyperbolic tangent of rt, with r = ω√(ζ² − 1), and at it what both tend to. A spring that
  /// swings turns again every π / w seconds.
  public func firstTurn(from start: State) -> Double? {
    let v = start.velocity.finite
    let pull = ((damping / 2 * v).finite + (stiffness * start.offset).finite).finite
    guard v != 0 || pull != 0 else { return nil }
    if dampingRatio < 1 {
      let w = swing
      // A start at rest is a turn itself; half a swing later comes the next one.
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

  /// The greatest speed of a motion, at its start or after it.
  ///
  /// The velocity moves on the same spring as the offset does, so that it turns where that would.
  public func greatestSpeed(from start: State) -> Double {
    let velocity = State(offset: start.velocity, velocity: acceleration(in: start))
    let first = abs(start.velocity.finite)
    guard let turn = firstTurn(from: velocity) else { return first }
    // Each turn is nearer to rest than the one before.
    return max(first, abs(state(after: turn, from: start).velocity))
  }

  /// How far a motion goes beyond rest, seen from its start; either way, where it starts there.
  public func overshoot(from start: State) -> Double {
    guard let turn = firstTurn(from: start) else { return 0 }
    let first = state(after: turn, from: start).offset
    guard start.offset != 0 else { return abs(first) }
    let side: Double = start.offset > 0 ? -1 : 1
    guard side * first <= 0 else { return side * first }
    // The first turn was one away from rest; the next is beyond it.
    guard dampingRatio < 1 else { return 0 }
    return max(side * state(after: turn + .pi / swing, from: start).offset, 0)
  }

  /// The seconds after which a motion stays within a band about rest; infinite where it never does, as in a
  /// band that is not above 0.
  ///
  /// The turns are known in closed form, and between two of them it only comes nearer: there halving finds
  /// the instant.
  public func timeToStay(within band: Double, from start: State) -> Double {
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
    // From one turn to the next the distance shrinks by e^(−ζωπ / w).
    let step = .pi / swing
    let shrinking = dampingRatio * frequency * step
    var number = (log(distance(turn) / band) / shrinking).rounded(.down)
    // After a billion turns there is no digit left by which one could be told from the next.
    guard number < 1e9 else { return turn + number * step }
    // A logarithm may land a turn off where one of them is on the band.
    while number > 0, distance(turn + number * step) <= band { number -= 1 }
    while distance(turn + (number + 1) * step) > band { number += 1 }
    return crossing(
      of: band, after: turn + number * step, before: turn + (number + 1) * step, from: start)
  }

  /// The angular frequency at which it really swings, below the critical damping.
  private var swing: Double {
    frequency * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
  }

  /// Where a motion that only comes nearer enters a band.
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
    // Fifty halvings leave nothing of a second that a double could tell.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isOutside(middle) { low = middle } else { high = middle }
    }
    return high
  }
}
