import Motion
import Testing

/// What makes no curve, spring, band or decay, each just beyond a bound.
private let refused: [@Sendable () -> Void] = [
  { _ = CubicCurve(0, .infinity, 1, 1) },
  { _ = CubicCurve(0, 0, 1, -.infinity) },
  { _ = Spring(frequency: 0, dampingRatio: 1) },
  { _ = Spring(frequency: .infinity, dampingRatio: 1) },
  { _ = Spring(frequency: 1, dampingRatio: -0.001) },
  { _ = Spring(frequency: 1, dampingRatio: .infinity) },
  // The quotient of these two is a frequency.
  { _ = Spring(mass: -1, stiffness: -1, damping: 0) },
  { _ = Spring(mass: 1, stiffness: 0, damping: 0) },
  { _ = Spring(duration: 1, bounce: -1) },
  { _ = Spring(duration: 1, bounce: 1.001) },
  { _ = Spring(settlingIn: 0, dampingRatio: 1) },
  { _ = Spring(settlingIn: .infinity, dampingRatio: 1) },
  { _ = RubberBand(limit: 0) },
  { _ = RubberBand(limit: 1, coefficient: 0) },
  { _ = Decay(rate: 0) },
  { _ = Decay(rate: 1) },
  { _ = Decay.normal.duration(until: 0, from: 1) },
  {
    _ = Spring(frequency: 1, dampingRatio: 1).timeToStay(
      within: 0, from: .init(offset: 1, velocity: 0))
  },
]

@Suite struct `What has no meaning in Motion` {
  @Test(arguments: refused.indices)
  func `is refused`(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in refused[index]() }
  }

  @Test func `begins beyond the bounds`() {
    #expect(Spring(frequency: 1, dampingRatio: 0).dampingRatio == 0)
    #expect(Spring(duration: 1, bounce: 1).dampingRatio == 0)
    #expect(Spring(duration: 1, bounce: -0.5).dampingRatio == 2)
    // Any number above zero is small enough, and any below 1 near enough.
    #expect(Spring(frequency: 1e-300, dampingRatio: 1).frequency == 1e-300)
    #expect(Spring(mass: 0.25, stiffness: 0.25, damping: 0).frequency == 1)
    #expect(Spring(settlingIn: 1e-3, dampingRatio: 1).dampingRatio == 1)
    #expect(RubberBand(limit: 1e-3, coefficient: 1e-3).limit == 1e-3)
    #expect(Decay(rate: 1e-3).rate == 1e-3 && Decay(rate: 0.9999).rate == 0.9999)
    #expect(Decay.normal.duration(until: 1e-3, from: 1e-3) == 0)
  }

  /// No pull leaves as much as the limit, or more.
  @Test func `is endless where a rubber band is pulled to its limit`() {
    let band = RubberBand(limit: 0.5)
    for beyond in [0.5, 0.6, 3] {
      #expect(band.pull(ofOffset: beyond) == .infinity)
      #expect(band.pull(ofOffset: -beyond) == -.infinity)
    }
  }
}
