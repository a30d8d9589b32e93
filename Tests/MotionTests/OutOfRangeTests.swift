import PantographMotion
import Testing

@Suite struct `Numbers out of range in Motion` {
  @Test(arguments: [0, -1, -Double.infinity])
  func `make a decay that stops at once`(rate: Double) {
    let decay = Decay(rate: rate)
    #expect(abs(decay.projection(of: 1000)) < 0.01)
    #expect(decay.velocity(after: 0, from: 1000) == 1000)
    #expect(decay.velocity(after: 0.001, from: 1000) < 1e-300)
  }

  @Test(arguments: [1, 2, Double.infinity])
  func `make a decay that hardly slows down`(rate: Double) {
    let decay = Decay(rate: rate)
    #expect(decay.velocity(after: 3600, from: 1000) > 999.999)
    #expect(decay.projection(of: 1000).isFinite)
  }

  @Test func `make the normal decay where they are NaN`() {
    #expect(Decay(rate: .nan) == .normal)
  }

  @Test(arguments: [0, -1, Double.nan])
  func `are a threshold that no decay reaches`(threshold: Double) {
    #expect(Decay.normal.duration(until: threshold, from: 1) == .infinity)
  }

  @Test(arguments: [(0, 0.55), (-1, 0.55), (.nan, 0.55), (300, 0), (300, -1), (300, .nan)])
  func `make a rubber band that does not stretch`(limit: Double, coefficient: Double) {
    let band = RubberBand(limit: limit, coefficient: coefficient)
    for pull in [0, 100, -100, .infinity] { #expect(band.offset(ofPull: pull) == 0) }
    #expect(band.pull(ofOffset: 0) == 0 && band.pull(ofOffset: -1) == -.infinity)
  }

  @Test func `begin beyond the bounds`() {
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
  @Test func `make the pull endless where a rubber band is at its limit`() {
    let band = RubberBand(limit: 0.5)
    for beyond in [0.5, 0.6, 3] {
      #expect(band.pull(ofOffset: beyond) == .infinity)
      #expect(band.pull(ofOffset: -beyond) == -.infinity)
    }
  }
}
