import Motion
import Testing

/// What makes no band or decay, each just beyond a bound.
private let refused: [@Sendable () -> Void] = [
  { _ = RubberBand(limit: 0) },
  { _ = RubberBand(limit: 1, coefficient: 0) },
  { _ = Decay(rate: 0) },
  { _ = Decay(rate: 1) },
  { _ = Decay.normal.duration(until: 0, from: 1) },
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
    #expect(Spring(frequency: 1e-150, dampingRatio: 1).frequency == 1e-150)
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
