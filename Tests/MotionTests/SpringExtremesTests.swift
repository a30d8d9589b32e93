import Foundation
import PantographMotion
import Testing

/// The motion of a spring step by step: x″ = −2ζω x′ − ω² x by the classical Runge–Kutta method, with nothing
/// of a closed form in it.
private struct Integrated {
  /// The seconds between two of its samples.
  let step: Double
  private(set) var offsets: [Double]
  private(set) var speeds: [Double]

  init(_ spring: Spring, from start: Spring.State, for seconds: Double) {
    step = spring.response / 1000
    var (x, v) = (start.offset, start.velocity)
    offsets = [x]
    speeds = [v]
    func pull(_ x: Double, _ v: Double) -> Double { -spring.damping * v - spring.stiffness * x }
    for _ in 0..<Int(seconds / step) {
      let h = step
      let (a, b) = (v, pull(x, v))
      let (c, d) = (v + h / 2 * b, pull(x + h / 2 * a, v + h / 2 * b))
      let (e, f) = (v + h / 2 * d, pull(x + h / 2 * c, v + h / 2 * d))
      let (g, k) = (v + h * f, pull(x + h * e, v + h * f))
      x += h / 6 * (a + 2 * c + 2 * e + g)
      v += h / 6 * (b + 2 * d + 2 * f + k)
      offsets.append(x)
      speeds.append(v)
    }
  }
}

@Suite struct `The extremes of a spring` {
  /// Releases of all kinds: at rest, moving on, moving back, from the target, and from beyond.
  static let starts: [Spring.State] = [(-1, 0), (-0.3, 6), (-0.3, -6), (0, 4), (0.2, 1), (-1, 0.5)]
    .map { Spring.State(offset: $0.0, velocity: $0.1) }
  static let springs: [Spring] = [0.2, 0.5, 0.7, 0.9, 0.999, 1, 1.001, 1.3, 2].map {
    Spring(response: 0.4, dampingRatio: $0)
  }

  @Test(arguments: springs, starts)
  func `are those of its motion, step by step`(spring: Spring, start: Spring.State) {
    // Twelve swings leave nothing of the slowest of them, which creeps.
    let motion = Integrated(spring, from: start, for: 12 * spring.response)
    // A position between two steps is off by (ωh)²/8 of the greatest one: 5e-6.
    let fastest = motion.speeds.reduce(0) { max($0, abs($1)) }
    #expect(abs(spring.greatestSpeed(from: start) - fastest) <= 6e-6 * max(1, fastest))
    let beyond = motion.offsets.reduce(0.0) { most, offset in
      start.offset == 0 ? max(most, abs(offset)) : max(most, start.offset > 0 ? -offset : offset)
    }
    #expect(abs(spring.overshoot(from: start) - beyond) <= 6e-6)
    for band in [0.01, 0.05] {
      let last = motion.offsets.lastIndex { abs($0) > band }
      let seconds = last.map { Double($0 + 1) * motion.step } ?? 0
      #expect(abs(spring.timeToStay(within: band, from: start) - seconds) <= 1.5 * motion.step)
    }
  }

  /// The motion is linear: a larger start is larger throughout, at the same instants.
  @Test(arguments: springs, starts)
  func `come at the same instants on any scale, and to either side`(
    spring: Spring, start: Spring.State
  ) {
    for scale in [1.0 / 1024, -1.0 / 1024, -1, 1024] {
      let scaled = Spring.State(offset: scale * start.offset, velocity: scale * start.velocity)
      let size = abs(scale)
      let (turn, scaledTurn) = (spring.firstTurn(from: start), spring.firstTurn(from: scaled))
      #expect((turn == nil) == (scaledTurn == nil))
      #expect(abs((turn ?? 0) - (scaledTurn ?? 0)) < 1e-12)
      let speed = spring.greatestSpeed(from: start)
      #expect(abs(spring.greatestSpeed(from: scaled) - size * speed) < 1e-12 * size * speed)
      #expect(
        abs(spring.overshoot(from: scaled) - size * spring.overshoot(from: start)) < 1e-12 * size)
      for band in [0.001, 0.01, 0.05, 0.25] {
        let seconds = spring.timeToStay(within: band, from: start)
        #expect(abs(spring.timeToStay(within: size * band, from: scaled) - seconds) < 1e-9)
      }
    }
  }

  @Test func `are those of a textbook step response`() {
    // e^(−πζ/√(1 − ζ²)) beyond the end, at π / (ω√(1 − ζ²)) (Ogata, Modern Control Engineering, 5-3).
    let spring = Spring(frequency: 10, dampingRatio: 0.6)
    let start = Spring.State(offset: -1, velocity: 0)
    // √(1 − 0.36) = 0.8: e^(−0.75 π) = 0.094780225, and π / 8 s.
    #expect(abs(spring.overshoot(from: start) - 0.094_780_225) < 1e-9)
    #expect(abs((spring.firstTurn(from: start) ?? 0) - .pi / 8) < 1e-12)
    // A critical spring is fastest at 1 / ω, with ω / e: 10 / 2.718281828.
    let critical = Spring(frequency: 10, dampingRatio: 1)
    #expect(abs(critical.greatestSpeed(from: start) - 3.678_794_412) < 1e-9)
    #expect(critical.overshoot(from: start) == 0)
    #expect(critical.firstTurn(from: start) == nil)
  }

  /// (1 + t) e^(−t) and related: a critical spring of frequency 1 in closed form.
  @Test func `are those of a critical spring in closed form`() {
    let spring = Spring(frequency: 1, dampingRatio: 1)
    // e^(−t), which never turns: ln 1000.
    let straight = Spring.State(offset: 1, velocity: -1)
    #expect(spring.firstTurn(from: straight) == nil)
    #expect(abs(spring.timeToStay(within: 0.001, from: straight) - 6.907_755_279) < 1e-8)
    // ± t e^(−t), farthest at 1.
    for side in [1.0, -1] {
      let pushed = Spring.State(offset: 0, velocity: side)
      #expect(spring.firstTurn(from: pushed) == 1)
      #expect(abs(spring.overshoot(from: pushed) - exp(-1)) < 1e-12)
    }
    // (1 + 2t) e^(−t) turns on its own side, and never goes beyond rest.
    #expect(spring.overshoot(from: .init(offset: 1, velocity: 1)) == 0)
    // Only the state at the start counts, whatever the motion would have been before.
    for velocity in [-0.0009, 0.000_01] {
      #expect(
        spring.timeToStay(within: 0.001, from: .init(offset: 0.0009, velocity: velocity)) == 0)
    }
  }

  @Test func `have no end without damping`() {
    let spring = Spring(frequency: 10, dampingRatio: 0)
    #expect(spring.timeToStay(within: 0.5, from: .init(offset: 1, velocity: 0)) == .infinity)
    #expect(spring.timeToStay(within: 2, from: .init(offset: 1, velocity: 0)) == 0)
    #expect(spring.overshoot(from: .init(offset: 1, velocity: 0)) == 1)
  }

  @Test func `are 0 without motion`() {
    for ratio in [0.5, 1, 2] {
      let spring = Spring(frequency: 10, dampingRatio: ratio)
      let rest = Spring.State(offset: 0, velocity: 0)
      #expect(spring.firstTurn(from: rest) == nil)
      #expect(spring.greatestSpeed(from: rest) == 0)
      #expect(spring.overshoot(from: rest) == 0)
      #expect(spring.timeToStay(within: 0.01, from: rest) == 0)
    }
  }

  @Test(arguments: [0.3, 0.9, 1, 2.0])
  func `begin within a band that contains the start at rest`(ratio: Double) {
    let spring = Spring(frequency: 5, dampingRatio: ratio)
    #expect(spring.timeToStay(within: 0.001, from: .init(offset: 0.0005, velocity: 0)) == 0)
    #expect(spring.timeToStay(within: 0.001, from: .init(offset: -0.0005, velocity: 0)) == 0)
  }

  @Test(arguments: [1, 1.5, 3.0])
  func `return from a release velocity without going beyond rest`(ratio: Double) {
    let spring = Spring(frequency: 5, dampingRatio: ratio)
    for start in [Spring.State(offset: 1, velocity: 5), .init(offset: -1, velocity: -5)] {
      #expect(spring.overshoot(from: start) == 0)
    }
  }

  /// x = (x₀ + (v₀ + x₀) t) e⁻ᵗ turns at v₀ / (v₀ + x₀), if that is in the future.
  @Test func `turn once at critical damping, or never`() {
    let spring = Spring(frequency: 1, dampingRatio: 1)
    for (offset, velocity) in [(0.5, 0.5), (-0.5, -0.5), (-2, 1.0), (2, -1.0), (1, -1), (-1, 1)] {
      let turn = velocity / (velocity + offset)
      let expected: Double? = turn.isFinite && turn > 0 ? turn : nil
      #expect(spring.firstTurn(from: .init(offset: offset, velocity: velocity)) == expected)
    }
  }
}
