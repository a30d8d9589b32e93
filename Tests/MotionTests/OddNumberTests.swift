import PantographMotion
import PantographTestSupport
import Testing

/// Numbers that no spring or curve is made of on purpose, and any others.
private struct OddNumbers {
  static let all: [Double] = [
    0, -0.0, 1, -1, 0x1p-1063, -0x1p-1063, .leastNormalMagnitude, 1e-160, 1e-100, 1e-17, 1e-3, 0.5,
    2,
    1e3, 1e17, 1e100,
    1e160, 1e308, -1e308, .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 1.0.nextUp,
    1.0.nextDown,
  ]
  var chance = TestRandom(seed: 19)

  mutating func next() -> Double {
    Bool.random(using: &chance)
      ? Self.all.randomElement(using: &chance) ?? 0
        // Any bits at all.
      : Double(bitPattern: .random(in: 0 ... .max, using: &chance))
  }

  mutating func spring() -> Spring {
    switch Int.random(in: 0..<5, using: &chance) {
    case 0: Spring(frequency: next(), dampingRatio: next())
    case 1: Spring(mass: next(), stiffness: next(), damping: next())
    case 2: Spring(response: next(), dampingRatio: next())
    case 3: Spring(duration: next(), bounce: next())
    default: Spring(settlingIn: next(), dampingRatio: next(), velocity: next())
    }
  }
}

@Suite struct `Any numbers` {
  @Test func `make a spring with a finite motion`() {
    var numbers = OddNumbers()
    for _ in 0..<20_000 {
      let spring = numbers.spring()
      #expect(spring.frequency > 0 && spring.frequency.isFinite, "\(spring)")
      #expect(spring.dampingRatio >= 0 && spring.dampingRatio.isFinite, "\(spring)")
      #expect(spring.stiffness > 0 && spring.stiffness.isFinite && spring.damping.isFinite)
      #expect(spring.response.isFinite && spring.clampedToCritical.dampingRatio <= 1)
      let start = Spring.State(offset: numbers.next(), velocity: numbers.next())
      let state = spring.state(after: numbers.next(), from: start)
      #expect(state.offset.isFinite && state.velocity.isFinite, "\(spring) \(start) \(state)")
      #expect(spring.acceleration(in: start).isFinite)
      #expect(spring.overshoot(from: start).isFinite, "\(spring) \(start)")
      #expect(spring.greatestSpeed(from: start).isFinite, "\(spring) \(start)")
    }
  }

  @Test func `give a spring's duration, or that it never ends`() {
    var numbers = OddNumbers()
    for _ in 0..<2000 {
      let spring = numbers.spring()
      let settling = spring.settlingTime(velocity: numbers.next())
      #expect(settling >= 0 && settling.isFinite, "\(spring) \(settling)")
      let start = Spring.State(offset: numbers.next(), velocity: numbers.next())
      let band = numbers.next()
      let time = spring.timeToStay(within: band, from: start)
      #expect(time >= 0, "\(spring) \(start) \(band) \(time)")
    }
  }

  @Test func `make a curve with finite values`() {
    var numbers = OddNumbers()
    for _ in 0..<20_000 {
      let curve = CubicCurve(numbers.next(), numbers.next(), numbers.next(), numbers.next())
      let fraction = numbers.next()
      let (value, slope) = curve.valueAndSlope(at: fraction)
      #expect(value.isFinite && slope.isFinite, "\(curve) \(fraction)")
      #expect(curve.value(at: fraction) == value && curve.slope(at: fraction) == slope)
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
      if let time = curve.fraction(ofValue: numbers.next(), nearest: numbers.next()) {
        #expect((0...1).contains(time))
      }
      let mirrored = curve.mirrored.value(at: fraction)
      #expect(mirrored.isFinite)
    }
  }

  /// As `CASpringAnimation`, which does not set what is invalid: mass 1, stiffness 100, damping 10.
  @Test(arguments: [0, -1, Double.nan, .infinity, -.infinity])
  func `are replaced by Core Animation's default where they make no spring`(number: Double) {
    let usual = Spring(mass: 1, stiffness: 100, damping: 10)
    #expect(Spring(mass: number, stiffness: 100, damping: 10) == usual)
    #expect(Spring(mass: 1, stiffness: number, damping: 10) == usual)
    let damped = Spring(mass: 1, stiffness: 100, damping: number == 0 ? -0.001 : number)
    #expect(damped == usual)
  }

  @Test func `are limited to the valid range`() {
    #expect(Spring(frequency: 0, dampingRatio: -1) == Spring(frequency: 1e-150, dampingRatio: 0))
    #expect(Spring(response: 0, dampingRatio: 1).frequency == 1e150)
    #expect(Spring(response: -1, dampingRatio: 1).frequency == 1e150)
    #expect(Spring(duration: 1, bounce: -1).dampingRatio == 1e150)
    #expect(Spring(duration: 1, bounce: 2).dampingRatio == 0)
    #expect(CubicCurve(.nan, .nan, .nan, .nan) == .linear)
    #expect(CubicCurve.easeIn.value(at: .nan) == 0)
    let spring = Spring(frequency: 1, dampingRatio: 1)
    #expect(spring.timeToStay(within: 0, from: .init(offset: 1, velocity: 0)) == .infinity)
  }

  /// At 10 000 s it just passes the target, and turns 300 years later.
  @Test(.timeLimit(.minutes(10))) func `do not delay the computation of a settling time`() {
    let spring = Spring(frequency: 1e-10, dampingRatio: 1)
    #expect(spring.settlingTime(velocity: 1e-10 + 1e-4) > 1e10)
    // A swing that shrinks by nothing that a number could hold.
    let endless = Spring(frequency: 1, dampingRatio: 0x1p-1063)
    #expect(endless.timeToStay(within: 0.01, from: .init(offset: 1, velocity: 0)) > 1e300)
  }
}
