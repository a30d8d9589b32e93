import Glibc
import PantographMotion
import Testing

@Suite struct `The settling time of a critical spring` {
  /// How far (1 + (ω − v) t) e^(−ωt) is from rest.
  private func distance(_ frequency: Double, _ velocity: Double, after time: Double) -> Double {
    abs((1 + (frequency - velocity) * time) * exp(-frequency * time))
  }

  /// A velocity with which the spring goes as far beyond rest before it turns.
  ///
  /// With v = (1 + ε) ω it turns at −ε e^(−1 − 1/ε), which only grows with ε.
  private func velocity(_ frequency: Double, overshooting wanted: Double) -> Double {
    var (low, high) = (1e-3, 10.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if middle * exp(-1 - 1 / middle) < wanted { low = middle } else { high = middle }
    }
    return (1 + low) * frequency
  }

  /// With a threshold of a thousandth, a slightly larger overshoot must return first, and a slightly
  /// smaller one need not.
  @Test(arguments: [0.95e-3, 1.05e-3, 2e-3])
  func `is the first tenth from which on it stays within a thousandth`(overshoot: Double) {
    let frequency = 0.1
    let velocity = velocity(frequency, overshooting: overshoot)
    let spring = Spring(frequency: frequency, dampingRatio: 1)
    let tenths = (0...5000).map { Double($0) / 10 }
    let last = tenths.last { distance(frequency, velocity, after: $0) >= 0.001 } ?? 0
    #expect(abs(spring.settlingTime(velocity: velocity) - last - 0.1) < 1e-6)
  }

  /// (1 + a) e^(−a) is a thousandth at a = 9.233413.
  @Test(arguments: [9000, 9999.5, 10_000.5, 12_345, 1e6, 1e9])
  func `is right to a tenth, or to twelve digits, however long it is`(seconds: Double) {
    var (low, high) = (9.0, 10.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if (1 + middle) * exp(-middle) > 0.001 { low = middle } else { high = middle }
    }
    #expect(abs(low - 9.233_413) < 1e-6)
    let settling = Spring(frequency: low / seconds, dampingRatio: 1).settlingTime()
    #expect(settling > seconds - 1e-6 * seconds.squareRoot() && settling < seconds + 0.11)
  }

  @Test func `follows from mass, stiffness and damping`() {
    // √(8 / 2) = 2 radians per second, once in π seconds, and 4 / (2 · 2 · 2) of the critical damping.
    let spring = Spring(mass: 2, stiffness: 8, damping: 4)
    #expect(spring.frequency == 2 && spring.dampingRatio == 0.5)
    #expect(spring.response == .pi && spring.stiffness == 4 && spring.damping == 2)
  }

  @Test func `is limited to ratios from 1/500 to 1`() {
    for (asked, ratio) in [(-1.0, 0.002), (0.001, 0.002), (0.5, 0.5), (1.5, 1), (3, 1)] {
      #expect(Spring(settlingIn: 2, dampingRatio: asked).dampingRatio == ratio)
    }
  }

  /// The most that can be left after a second is e^(−v), at ω = v: a thousandth where v is ln 1000, 6.908.
  @Test func `is that of rest where a velocity leaves less than a thousandth`() {
    let fast = Spring(settlingIn: 1, dampingRatio: 1, velocity: 6.85).frequency
    #expect(fast > 6.85 && abs((1 + fast - 6.85) * exp(-fast) - 0.001) < 1e-12)
    let still = Spring(settlingIn: 1, dampingRatio: 1)
    #expect(Spring(settlingIn: 1, dampingRatio: 1, velocity: 6.95) == still)
    // (1 + ω) e^(−ω) is a thousandth at 9.233413.
    #expect(abs(still.frequency - 9.233_413) < 1e-6)
  }

  /// (1 + (ω − v) D) e^(−ωD), and the sine's (ζω − v) / (ω √(1 − ζ²)) e^(−ζωD), are a thousandth.
  @Test(arguments: [0.1, 0.5, 0.9, 1], [-20.0, -1, 0, 0.5, 2])
  func `leaves a thousandth of the distance`(ratio: Double, velocity: Double) {
    let duration = 0.8
    let spring = Spring(settlingIn: duration, dampingRatio: ratio, velocity: velocity)
    let frequency = spring.frequency
    let left =
      ratio == 1
      ? (1 + (frequency - velocity) * duration) * exp(-frequency * duration)
      : (ratio - velocity / frequency) / (1 - ratio * ratio).squareRoot()
        * exp(-ratio * frequency * duration)
    #expect(abs(left - 0.001) < 1e-12)
    // Past it the swing only shrinks.
    for factor in [1.01, 1.1, 2, 10] {
      let further = frequency * factor
      let less =
        ratio == 1
        ? (1 + (further - velocity) * duration) * exp(-further * duration)
        : (ratio - velocity / further) / (1 - ratio * ratio).squareRoot()
          * exp(-ratio * further * duration)
      #expect(less < 0.001)
    }
  }

  /// A velocity may be so high that every frequency leaves less than a thousandth.
  ///
  /// The critical spring leaves the most, e^(−vD), at ω = v; of a swing the most is looked for.
  @Test(arguments: [0.5, 0.8, 1], [0.5, 2.0])
  func `ignores a velocity with which no frequency leaves a thousandth`(
    ratio: Double, duration: Double
  ) {
    func most(_ velocity: Double) -> Double {
      if ratio == 1 { return exp(-velocity * duration) }
      let steps = (1...20_000).lazy.map { 0.01 * Double($0) }
      return steps.map {
        (ratio - velocity / $0) / (1 - ratio * ratio).squareRoot() * exp(-ratio * $0 * duration)
      }.max() ?? 0
    }
    func velocity(leaving share: Double) -> Double {
      var (low, high) = (0.01, 30.0)
      for _ in 0..<30 {
        let middle = (low + high) / 2
        if most(middle) > share { low = middle } else { high = middle }
      }
      return low
    }
    let unmoved = Spring(settlingIn: duration, dampingRatio: ratio)
    let taken = velocity(leaving: 0.001_01)
    #expect(
      Spring(settlingIn: duration, dampingRatio: ratio, velocity: taken).frequency
        != unmoved.frequency)
    let ignored = velocity(leaving: 0.000_99)
    #expect(
      Spring(settlingIn: duration, dampingRatio: ratio, velocity: ignored).frequency
        == unmoved.frequency)
  }
}
