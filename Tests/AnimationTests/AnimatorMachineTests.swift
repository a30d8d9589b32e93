import Animation
import Motion
import Quantities
import Testing

@Suite struct `An animator` {
  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1_000_000).rounded()))
  }

  /// An animator that is paused and scrubbed to a progress at 1 s.
  private func scrubbed(
    to progress: Double, duration: Double = 2, curve: CubicCurve = .easeOut
  ) -> AnimatorMachine {
    var animator = AnimatorMachine(duration: duration, timing: .curve(curve))
    animator.pause(at: at(1))
    animator.scrub(to: progress)
    return animator
  }

  @Test func `starts as paused, and follows the hand`() {
    var animator = AnimatorMachine(duration: 2, timing: .curve(.easeIn))
    #expect(animator.state == .inactive)
    animator.scrub(to: 0.7)
    #expect(animator.progress(at: at(0)).value == 0)
    animator.pause(at: at(1))
    #expect(animator.state == .active && !animator.isRunning)
    animator.scrub(to: 0.7)
    #expect(animator.progress(at: at(9)) == .init(value: 0.7, velocity: 0))
  }

  @Test func `goes on from where it is, in the time that its curve has left`() {
    for progress in [0.0, 0.1, 0.5, 0.9] {
      var animator = scrubbed(to: progress)
      animator.continueAnimation(at: at(1))
      #expect(abs(animator.progress(at: at(1)).value - progress) < 1e-12)
      // τ′ = C⁻¹(p), and (1 − τ′) of the duration is left: spec of WWDC 2017, session 230.
      let left = 2 * (1 - (CubicCurve.easeOut.fraction(ofValue: progress) ?? .nan))
      #expect(animator.endTime == at(1).advanced(bySeconds: left))
      let half = animator.progress(at: at(1 + left / 2)).value
      let expected = CubicCurve.easeOut.value(at: 1 - left / 4)
      #expect(abs(half - expected) < 1e-6)
    }
  }

  @Test func `takes as much time as a factor of its duration says`() {
    var animator = scrubbed(to: 0.5)
    animator.continueAnimation(with: .curve(.linear), durationFactor: 0.25, at: at(1))
    #expect(animator.endTime == at(1.5))
    #expect(abs(animator.progress(at: at(1.25)).value - 0.75) < 1e-12)
    #expect(abs(animator.progress(at: at(1.25)).velocity - 1) < 1e-12)
  }

  @Test func `goes back when it is reversed`() {
    var animator = scrubbed(to: 0.5)
    animator.reverse(true)
    animator.continueAnimation(with: .curve(.linear), at: at(1))
    #expect(abs(animator.progress(at: at(1.25)).value - 0.375) < 1e-12)
    #expect(animator.progress(at: at(1.25)).velocity < 0)
    #expect(animator.completeIfDue(at: at(1.9)) == nil)
    #expect(animator.completeIfDue(at: at(2)) == .start)
    #expect(animator.state == .inactive)
    #expect(animator.progress(at: at(2)) == .init(value: 0, velocity: 0))
  }

  @Test(arguments: [0.3, 0.7, 1], [-6.0, 0, 0.5, 4, 30])
  func `hands position and velocity to a spring`(ratio: Double, velocity: Double) {
    let spring = Spring(response: 0.4, dampingRatio: ratio)
    for (isReversed, target) in [(false, 1.0), (true, 0.0)] {
      var animator = scrubbed(to: 0.6)
      animator.reverse(isReversed)
      animator.continueAnimation(with: .spring(spring), velocity: velocity, at: at(1))
      let start = animator.progress(at: at(1))
      #expect(abs(start.value - 0.6) < 1e-12)
      #expect(abs(start.velocity - velocity) < 1e-12)
      // x″ = −2ζω x′ − ω² x gives where it is a little later, to third order in the time.
      let h = 1e-3
      let w = spring.frequency
      let acceleration = -2 * ratio * w * velocity - w * w * (0.6 - target)
      let expected = 0.6 + velocity * h + acceleration * h * h / 2
      #expect(abs(animator.progress(at: at(1 + h)).value - expected) < 5e-6)
    }
  }

  @Test func `ends exactly at its target`() throws {
    var animator = scrubbed(to: 0.6)
    animator.continueAnimation(
      with: .spring(Spring(response: 0.4, dampingRatio: 0.7)), velocity: 5, at: at(1))
    let end = try #require(animator.endTime)
    let before = animator.progress(at: end.advanced(byMicroseconds: -1)).value
    #expect(before != 1 && abs(before - 1) < 0.001)
    #expect(animator.progress(at: end) == .init(value: 1, velocity: 0))
    #expect(animator.completeIfDue(at: end) == .end)
    #expect(animator.completeIfDue(at: end) == nil)
  }

  @Test func `is caught in mid-flight without a jump`() {
    var animator = scrubbed(to: 0.6)
    animator.continueAnimation(
      with: .spring(Spring(response: 0.4, dampingRatio: 0.5)), velocity: 8, at: at(1))
    let flying = animator.progress(at: at(1.1)).value
    #expect(flying > 1)
    animator.pause(at: at(1.1))
    #expect(animator.progress(at: at(5)).value == flying)
    // From beyond its end a curve leads back to it, too, without a jump.
    animator.continueAnimation(with: .curve(.easeInOut), durationFactor: 0.1, at: at(2))
    #expect(abs(animator.progress(at: at(2)).value - flying) < 1e-12)
    #expect(animator.endTime == at(2.2))
    #expect(abs(animator.progress(at: at(2.1)).value - (1 + flying) / 2) < 1e-6)
    #expect(animator.progress(at: at(2.2)).value == 1)
  }

  @Test func `is over at once where there is no way to go`() {
    var animator = scrubbed(to: 1)
    animator.continueAnimation(
      with: .spring(Spring(response: 0.4, dampingRatio: 0.5)), velocity: 8, at: at(1))
    #expect(animator.completeIfDue(at: at(1)) == .end)
  }

  @Test func `has the velocity of its progress`() {
    for timing in [
      TimingParameters.curve(.easeInOut), .curve(.linear),
      .spring(Spring(response: 0.5, dampingRatio: 0.6)),
    ] {
      for isReversed in [false, true] {
        var animator = scrubbed(to: 0.4)
        animator.reverse(isReversed)
        animator.continueAnimation(with: timing, velocity: 2, at: at(1))
        for seconds in [1.01, 1.1, 1.3] {
          let rise =
            animator.progress(at: at(seconds + 1e-4)).value
            - animator.progress(at: at(seconds - 1e-4)).value
          #expect(abs(animator.progress(at: at(seconds)).velocity - rise / 2e-4) < 1e-3)
        }
      }
    }
  }
}
