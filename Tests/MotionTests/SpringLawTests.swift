import Glibc
import PantographMotion
import PantographTestSupport
import Testing

/// Properties of all motions without a driver, for any parameters.
///
/// Failures are collected, because an expectation for each case would dominate the time.
@Suite struct `Every motion` {
  static let seeds: [UInt64] = [1, 2, 3, 4]
  private static let cases = 750

  /// A number whose logarithm is as likely here as there.
  private static func spread(
    _ range: ClosedRange<Double>, _ chance: inout TestRandom
  ) -> Double {
    exp(.random(in: log(range.lowerBound)...log(range.upperBound), using: &chance))
  }

  /// A spring of any mass and stiffness, and of a damping from none to extreme.
  private static func forces(
    _ chance: inout TestRandom
  ) -> (mass: Double, stiffness: Double, damping: Double) {
    let mass = spread(1e-3...1e3, &chance)
    let stiffness = spread(1e-2...1e5, &chance)
    let critical = 2 * (mass * stiffness).squareRoot()
    let ratio =
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: 0.0
      case 1: 1.0
      case 2: 1 - spread(1e-15...1e-3, &chance)
      case 3: 1 + spread(1e-15...1e-3, &chance)
      case 4: spread(1e-6...1, &chance)
      case 5: spread(1...1e3, &chance)
      default: Double.random(in: 0...2, using: &chance)
      }
    return (mass, stiffness, critical * ratio)
  }

  private static func start(_ chance: inout TestRandom, _ spring: Spring) -> Spring.State {
    let offset = Double.random(in: -2...2, using: &chance)
    let share =
      Int.random(in: 0..<3, using: &chance) == 0 ? 0 : Double.random(in: -4...4, using: &chance)
    return Spring.State(offset: offset, velocity: share * spring.frequency)
  }

  /// The size of a state: how far a spring without damping would swing from it.
  private static func size(_ state: Spring.State, _ spring: Spring) -> Double {
    max(abs(state.offset), abs(state.velocity) / spring.frequency)
  }

  /// The derivative of a function by central differences of the order 8.
  private static func derivative(_ h: Double, _ function: (Double) -> Double) -> Double {
    let weights = [4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280]
    return weights.enumerated().reduce(0) { sum, weight in
      let offset = Double(weight.offset + 1) * h
      return sum + weight.element * (function(offset) - function(-offset))
    } / h
  }

  @Test(arguments: seeds)
  func `of a spring solves its equation, and has the velocity of its offsets`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      let (mass, stiffness, damping) = Self.forces(&chance)
      let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
      var start = Self.start(&chance, spring)
      // The fastest part of the motion: its oscillation, or the quicker of its two decays.
      let z = spring.dampingRatio
      let fastest = spring.frequency * (z <= 1 ? 1 : z + (z * z - 1).squareRoot())
      var pace = fastest
      var time = Self.spread(1e-2...10, &chance) / fastest
      if z > 100, .random(using: &chance) {
        // Where the quick decay has died away, only steps as long as the slow one resolve it.
        pace = spring.frequency * spring.frequency / fastest
        time = .random(in: 0.2...5, using: &chance) / pace
      } else if z > 100 {
        // Steps as short as the quick decay resolve it until it is lost in the other's digits.
        start.velocity = .random(in: -4...4, using: &chance) * fastest * start.offset
      } else if .random(using: &chance) {
        time = Self.spread(1e-2...10, &chance) / spring.frequency
      }
      let h = 0.03 / pace
      func state(_ offset: Double) -> Spring.State {
        spring.state(after: time + offset, from: start)
      }
      let here = state(0)
      let velocity = Self.derivative(h) { state($0).offset }
      let acceleration = Self.derivative(h) { state($0).velocity }
      let terms = [mass * acceleration, damping * here.velocity, stiffness * here.offset]
      let bySize = [mass * acceleration, damping * velocity, stiffness * here.offset]
      for terms in [terms, bySize] {
        let residual = abs(terms.reduce(0, +)) / (terms.map(abs).max() ?? 0)
        if residual >= 1e-9 { failures.append("\(residual) \(spring) from \(start) at \(time)") }
      }
      let scale = max(abs(here.velocity), spring.frequency * abs(here.offset))
      if abs(velocity - here.velocity) >= 1e-9 * scale {
        failures.append("\(velocity) for \(here.velocity) \(spring) from \(start) at \(time)")
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  @Test(arguments: seeds)
  func `of a spring is the same in one step as in many`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      let (mass, stiffness, damping) = Self.forces(&chance)
      let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
      let start = Self.start(&chance, spring)
      let steps = (0..<Int.random(in: 2...6, using: &chance)).map { _ in
        Self.spread(1e-3...2, &chance) / spring.frequency
      }
      let stepped = steps.reduce(start) { spring.state(after: $1, from: $0) }
      let leapt = spring.state(after: steps.reduce(0, +), from: start)
      let error = Spring.State(
        offset: stepped.offset - leapt.offset, velocity: stepped.velocity - leapt.velocity)
      if Self.size(error, spring) > 1e-12 * Self.size(start, spring) {
        failures.append("\(error) \(spring) from \(start) in \(steps)")
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  @Test(arguments: seeds)
  func `is mirrored with its start, and scales with time`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      let (mass, stiffness, damping) = Self.forces(&chance)
      let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
      let start = Self.start(&chance, spring)
      let time = Self.spread(1e-2...20, &chance) / spring.frequency
      let state = spring.state(after: time, from: start)
      let mirrored = spring.state(
        after: time, from: .init(offset: -start.offset, velocity: -start.velocity))
      if mirrored != .init(offset: -state.offset, velocity: -state.velocity) {
        failures.append("\(spring) from \(start) is not mirrored")
      }
      // A spring twice as quick, with twice the velocity, is there in half of the time.
      let scale = Self.spread(1e-2...1e2, &chance)
      let quick = Spring(
        frequency: spring.frequency * scale, dampingRatio: spring.dampingRatio
      ).state(
        after: time / scale, from: .init(offset: start.offset, velocity: start.velocity * scale))
      let error = Spring.State(
        offset: quick.offset - state.offset, velocity: quick.velocity / scale - state.velocity)
      if Self.size(error, spring) > 1e-12 * Self.size(start, spring) {
        failures.append("\(spring) from \(start) is not scaled by \(scale)")
      }
      let decay = Decay(rate: .random(in: 0.001...0.9999, using: &chance))
      let velocity = Double.random(in: -5e3...5e3, using: &chance)
      if decay.distance(after: time, from: -velocity) != -decay.distance(
        after: time, from: velocity)
        || decay.velocity(after: time, from: -velocity) != -decay.velocity(
          after: time, from: velocity)
        || decay.duration(until: 3, from: -velocity) != decay.duration(until: 3, from: velocity)
      {
        failures.append("\(decay) is not mirrored")
      }
      let band = RubberBand(
        limit: Self.spread(1...1e4, &chance), coefficient: Self.spread(0.01...2, &chance))
      if band.offset(ofPull: -velocity) != -band.offset(ofPull: velocity) {
        failures.append("\(band) is not mirrored")
      }
      let times = band.limit * scale
      let large = RubberBand(limit: times, coefficient: band.coefficient)
      let scaled = large.offset(ofPull: velocity * scale) / scale
      if abs(scaled - band.offset(ofPull: velocity)) > 1e-12 * band.limit {
        failures.append("\(band) is not scaled")
      }
      let left = abs(band.offset(ofPull: velocity))
      if left < 0.99 * band.limit,
        abs(band.pull(ofOffset: left) - abs(velocity)) > 1e-12 * 1e2 * abs(velocity)
      {
        failures.append("\(band) is not told back from \(left)")
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  @Test(arguments: seeds)
  func `of a decay is the same in one step as in many`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      let decay = Decay(rate: 1 - Self.spread(1e-6...0.9, &chance))
      let velocity = Double.random(in: -5e3...5e3, using: &chance)
      // Times as long as it lasts: at most a thousandth of the distance it makes in a second.
      let unit = abs(decay.projection(of: 1))
      let (first, second) = (
        Self.spread(1e-3...5, &chance) * unit, Self.spread(1e-3...5, &chance) * unit
      )
      let between = decay.velocity(after: first, from: velocity)
      let distance =
        decay.distance(after: first, from: velocity) + decay.distance(after: second, from: between)
        - decay.distance(after: first + second, from: velocity)
      let left =
        decay.velocity(after: second, from: between)
        - decay.velocity(after: first + second, from: velocity)
      if abs(distance) > 1e-12 * abs(velocity) * unit || abs(left) > 1e-12 * abs(velocity) {
        failures.append("\(decay) from \(velocity) after \(first) and \(second)")
      }
      let slope = Self.derivative(0.03 * unit) {
        decay.distance(after: first + 0.2 * unit + $0, from: velocity)
      }
      let there = decay.velocity(after: first + 0.2 * unit, from: velocity)
      if abs(slope - there) > 1e-9 * abs(velocity) {
        failures.append("\(decay) says \(there) of \(slope)")
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  /// Any finite number, of any magnitude.
  private static func any(_ chance: inout TestRandom) -> Double {
    if Int.random(in: 0..<8, using: &chance) == 0 {
      return [0, -0.0, 1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .ulpOfOne]
        .randomElement(using: &chance) ?? 0
    }
    while true {
      let number = Double(bitPattern: chance.next())
      if number.isFinite { return number }
    }
  }

  /// Any finite number above zero.
  private static func anySize(_ chance: inout TestRandom) -> Double {
    while true {
      let number = abs(any(&chance))
      if number > 0 { return number }
    }
  }

  @Test(arguments: seeds)
  func `of a spring is finite for any parameters`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    var count = 0
    while count < Self.cases {
      let frequency = Self.anySize(&chance)
      let ratio =
        Bool.random(using: &chance) ? abs(Self.any(&chance)) : .random(in: 0...2, using: &chance)
      let spring = Spring(frequency: frequency, dampingRatio: ratio)
      let start = Spring.State(offset: Self.any(&chance), velocity: Self.any(&chance))
      // Its greatest offset and speed must be finite.
      let size = Self.size(start, spring)
      guard size < 1e300, size * spring.frequency < 1e300 else { continue }
      count += 1
      let time = abs(Self.any(&chance))
      let state = spring.state(after: time, from: start)
      if !state.offset.isFinite || !state.velocity.isFinite {
        failures.append("\(state) \(spring) from \(start) after \(time)")
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  @Test(arguments: seeds)
  func `of a spring settles for any parameters`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      let ratio =
        Bool.random(using: &chance) ? abs(Self.any(&chance)) : .random(in: 0...2, using: &chance)
      // Above critical damping it counts tenths of a second, so the range is limited.
      let frequency = ratio < 1 ? Self.anySize(&chance) : Self.spread(0.1...1e300, &chance)
      let spring = Spring(frequency: frequency, dampingRatio: ratio < 1 ? ratio : min(ratio, 50))
      let time = spring.settlingTime(velocity: Self.any(&chance))
      if !time.isFinite || time < 0 { failures.append("\(time) \(spring)") }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  @Test(arguments: seeds)
  func `on a curve is finite for any control points`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      // Heights so far apart that no slope connects them are excluded.
      let heights = [Self.any(&chance), Self.any(&chance)].map { min(max($0, -1e290), 1e290) }
      let curve = CubicCurve(Self.any(&chance), heights[0], Self.any(&chance), heights[1])
      let time =
        Bool.random(using: &chance) ? Self.any(&chance) : .random(in: 0...1, using: &chance)
      let value = curve.value(at: time)
      let slope = curve.slope(at: time)
      if !value.isFinite || !slope.isFinite {
        failures.append("\(value) \(slope) \(curve) at \(time)")
      }
      for value in [value, Self.any(&chance)] {
        if let found = curve.fraction(
          ofValue: value, nearest: Bool.random(using: &chance) ? nil : time),
          !(0...1).contains(found)
        {
          failures.append("\(found) for \(value) \(curve)")
        }
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }

  @Test(arguments: seeds)
  func `of a decay and on a rubber band is finite for any parameters`(seed: UInt64) {
    var chance = TestRandom(seed: seed)
    var failures: [String] = []
    for _ in 0..<Self.cases {
      let decay = Decay(rate: Self.any(&chance))
      // The slowest decay goes some 10¹³ times as far as its velocity does in a second.
      let time = abs(Self.any(&chance))
      let velocity = min(max(Self.any(&chance), -1e290), 1e290)
      let distance = decay.distance(after: time, from: velocity)
      let left = decay.velocity(after: time, from: velocity)
      let whole = decay.projection(of: velocity)
      let stepped = decay.steppedProjection(of: velocity)
      let seconds = decay.duration(until: Self.anySize(&chance), from: velocity)
      if ![distance, left, whole, stepped, seconds].allSatisfy(\.isFinite) {
        failures.append("\([distance, left, whole, stepped, seconds]) \(decay) \(velocity) \(time)")
      }
      let band = RubberBand(limit: Self.any(&chance), coefficient: Self.any(&chance))
      let offset = band.offset(ofPull: velocity)
      let pull = band.pull(ofOffset: offset)
      if !offset.isFinite || abs(offset) > band.limit || pull.isNaN {
        failures.append("\(offset) \(pull) \(band) \(velocity)")
      }
    }
    #expect(failures.prefix(5) == [], "\(failures.count)")
  }
}
