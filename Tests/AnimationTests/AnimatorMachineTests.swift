import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

func at(_ seconds: Double) -> Timestamp {
  Timestamp(microseconds: Int64((seconds * 1_000_000).rounded()))
}

/// An animator that is paused at 1 s and scrubbed to a progress.
func scrubbed(
  to progress: Double, duration: Double = 2, timing: TimingParameters = .curve(.easeOut)
) throws -> AnimatorMachine {
  var animator = AnimatorMachine(duration: duration, timing: timing)
  try animator.pause(at: at(1))
  animator.scrub(to: progress)
  return animator
}

@Suite struct `An animator` {
  @Test func `is inactive at its start before it begins`() {
    // As measured on a new UIViewPropertyAnimator.
    let animator = AnimatorMachine(duration: 1, timing: .curve(.easeInOut))
    #expect(animator.state == .inactive)
    #expect(!animator.isRunning && !animator.isReversed && animator.isInterruptible)
    #expect(animator.scrubsLinearly && !animator.pausesOnCompletion)
    #expect(animator.delay == 0 && animator.fractionComplete(at: at(0)) == 0)
    #expect(animator.progress(at: at(0)) == .init(value: 0, velocity: 0))
  }

  @Test func `runs as UIKit was measured to run`() throws {
    // 1 s from 50 to 150: 62.14 at about 0.243 s, and 166.15 at about 0.297 s on a spring of 0.5;
    // the instants were read to a millisecond.
    var curved = AnimatorMachine(duration: 1, timing: .curve(.easeInOut))
    try curved.start(at: at(0))
    #expect(abs(curved.fractionComplete(at: at(0.243)) - 0.243) < 1e-9)
    #expect(abs(50 + 100 * curved.progress(at: at(0.243)).value - 62.14) < 0.15)
    var springy = AnimatorMachine(
      duration: 1, timing: .spring(SpringTimingParameters(dampingRatio: 0.5)))
    try springy.start(at: at(0))
    #expect(abs(springy.fractionComplete(at: at(0.297)) - 0.297) < 1e-9)
    #expect(abs(50 + 100 * springy.progress(at: at(0.297)).value - 166.15) < 0.15)
  }

  @Test func `takes the duration that a spring needs, whatever it was given`() {
    let spring = SpringTimingParameters(mass: 1, stiffness: 100, damping: 10)
    let animator = AnimatorMachine(duration: 4, timing: .spring(spring))
    #expect(abs(animator.duration - 1.4727003346780927) < 1e-12)
    let given = AnimatorMachine(
      duration: 4, timing: .spring(SpringTimingParameters(dampingRatio: 0.5)))
    #expect(given.duration == 4)
  }

  @Test func `starts as paused, and follows scrubbing`() throws {
    var animator = AnimatorMachine(duration: 2, timing: .curve(.easeIn))
    try animator.pause(at: at(1))
    #expect(animator.state == .active && !animator.isRunning)
    animator.setFractionComplete(0.7)
    #expect(animator.progress(at: at(9)) == .init(value: 0.7, velocity: 0))
    #expect(animator.fractionComplete(at: at(9)) == 0.7)
    // All of it while paused does not end it.
    animator.setFractionComplete(1)
    #expect(animator.completeIfDue(at: at(99)) == nil && animator.state == .active)
  }

  @Test func `begins with a fraction that is set before it begins`() {
    // Radar 30856746: it was not shown until later on iOS 10.
    var animator = AnimatorMachine(duration: 2, timing: .curve(.easeIn))
    animator.setFractionComplete(0.4)
    #expect(animator.state == .active && !animator.isRunning)
    #expect(animator.progress(at: at(0)).value == 0.4)
  }

  @Test func `waits for its delay`() throws {
    var animator = AnimatorMachine(duration: 0.5, timing: .curve(.easeOut))
    try animator.start(afterDelay: 0.1, at: at(1))
    #expect(animator.delay == 0.1 && animator.state == .active)
    #expect(animator.progress(at: at(1.099)) == .init(value: 0, velocity: 0))
    #expect(animator.progress(at: at(1.15)).value == CubicCurve.easeOut.value(at: 0.1))
    #expect(animator.endTime == at(1.6))
  }

  @Test func `pauses where it is, and continues without a jump`() throws {
    // WWDC 2017, session 230: an ease-in that is paused half way has little progress, and that is
    // what its fraction is from then on.
    var animator = AnimatorMachine(duration: 2, timing: .curve(.easeIn))
    try animator.start(at: at(0))
    let progress = CubicCurve.easeIn.value(at: 0.5)
    try animator.pause(at: at(1))
    #expect(abs(animator.fractionComplete(at: at(1)) - progress) < 1e-12)
    #expect(progress < 0.4)
    try animator.start(at: at(2))
    #expect(abs(animator.progress(at: at(2)).value - progress) < 1e-12)
    #expect(abs(animator.fractionComplete(at: at(2)) - 0.5) < 1e-9)
    #expect(animator.endTime == at(3))
  }

  @Test func `has more time left on a strong ease-out than its progress suggests`() throws {
    // The session's example: an exaggerated ease-out that is half way after a tenth of its 2 s
    // has 1.8 s left.
    let curve = CubicCurve(0.05, 0.65, 0.1, 0.95)
    let entry = try #require(curve.fraction(ofValue: 0.5))
    #expect(abs(entry - 0.05) < 0.05)
    var animator = try scrubbed(to: 0.5, timing: .curve(curve))
    try animator.continueAnimation(at: at(1))
    #expect(animator.endTime == at(1).advanced(bySeconds: 2 * (1 - entry)))
    #expect(abs(animator.progress(at: at(1)).value - 0.5) < 1e-12)
  }

  @Test func `keeps its pacing when it scrubs in time`() throws {
    var animator = AnimatorMachine(duration: 2, timing: .curve(.easeIn))
    animator.scrubsLinearly = false
    try animator.start(at: at(0))
    try animator.pause(at: at(1))
    #expect(animator.fractionComplete(at: at(1)) == 0.5)
    #expect(animator.progress(at: at(1)).value == CubicCurve.easeIn.value(at: 0.5))
    animator.setFractionComplete(0.25)
    #expect(animator.progress(at: at(1)).value == CubicCurve.easeIn.value(at: 0.25))
    try animator.continueAnimation(at: at(1))
    #expect(animator.endTime == at(2.5))
    #expect(abs(animator.progress(at: at(2)).value - CubicCurve.easeIn.value(at: 0.75)) < 1e-12)
    // Another curve is entered where the animation is, not when.
    try animator.pause(at: at(2))
    let held = animator.progress(at: at(2)).value
    try animator.continueAnimation(with: .curve(.linear), at: at(2))
    #expect(abs(animator.progress(at: at(2)).value - held) < 1e-12)
  }

  @Test func `takes its duration times the factor`() throws {
    var animator = try scrubbed(to: 0.5)
    try animator.continueAnimation(with: .curve(.linear), durationFactor: 0.25, at: at(1))
    #expect(animator.endTime == at(1.5))
    #expect(abs(animator.progress(at: at(1.25)).value - 0.75) < 1e-12)
    #expect(abs(animator.progress(at: at(1.25)).velocity - 1) < 1e-12)
  }

  @Test(arguments: [0, 1, 3.0])
  func `is over at once without a distance to go`(factor: Double) throws {
    // Radar 35743469: UIKit waits for the whole duration when there is no distance left.
    for timing in [TimingParameters.curve(.easeOut), .spring(Spring(response: 1, dampingRatio: 1))]
    {
      var animator = try scrubbed(to: 1)
      try animator.continueAnimation(with: timing, durationFactor: factor, at: at(1))
      #expect(animator.completeIfDue(at: at(1)) == .end)
    }
  }

  @Test func `reverses in mid-flight, at once and at the same speed`() throws {
    for timing in [
      TimingParameters.curve(.easeIn), .spring(SpringTimingParameters(dampingRatio: 0.3)),
    ] {
      var animator = AnimatorMachine(duration: 2, timing: timing)
      try animator.start(at: at(0))
      let before = animator.progress(at: at(0.5))
      animator.reverse(true, at: at(0.5))
      let after = animator.progress(at: at(0.5))
      #expect(abs(after.value - before.value) < 1e-12)
      #expect(abs(after.velocity + before.velocity) < 1e-9)
      #expect(abs(animator.fractionComplete(at: at(0.5)) - 0.75) < 1e-9)
      #expect(animator.endTime == at(1))
      // Turned about twice it is where it was, the time between the turns later.
      animator.reverse(false, at: at(0.6))
      #expect(abs(animator.progress(at: at(0.7)).value - before.value) < 1e-9)
      #expect(animator.completeIfDue(at: at(2.2)) == .end)
    }
  }

  @Test func `reverses at the speed that a factor has given it`() throws {
    var animator = try scrubbed(to: 0, timing: .curve(.linear))
    try animator.continueAnimation(durationFactor: 3, at: at(1))
    #expect(animator.endTime == at(7))
    animator.reverse(true, at: at(4))
    #expect(animator.endTime == at(7))
    #expect(abs(animator.progress(at: at(5.5)).value - 0.25) < 1e-12)
  }

  @Test func `has the system's spring of UIKit's documentation`() throws {
    // "Damping ratio 4.56", and a release that was measured to swing at 18.251 to 18.258 per second.
    guard case .spring(let spring) = SpringTimingParameters().kind else { return }
    #expect(abs(spring.dampingRatio - 4.56) < 0.005)
    #expect((18.251...18.258).contains(spring.frequency))
  }

  @Test func `goes back when it is reversed while paused`() throws {
    var animator = try scrubbed(to: 0.5)
    animator.reverse(true, at: at(1))
    #expect(animator.fractionComplete(at: at(1)) == 0.5)
    animator.setFractionComplete(0.25)
    #expect(animator.progress(at: at(1)).value == 0.75)
    try animator.continueAnimation(with: .curve(.linear), at: at(1))
    #expect(abs(animator.progress(at: at(1.5)).value - 0.5) < 1e-12)
    #expect(animator.progress(at: at(1.5)).velocity < 0)
    #expect(animator.completeIfDue(at: at(2.4)) == nil)
    #expect(animator.completeIfDue(at: at(2.5)) == .start)
    #expect(animator.progress(at: at(3)) == .init(value: 0, velocity: 0))
  }

  @Test func `begins at its end when it is reversed before it begins`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.easeIn))
    animator.reverse(true, at: at(0))
    try animator.start(at: at(0))
    #expect(animator.progress(at: at(0)).value == 1)
    #expect(animator.progress(at: at(0.25)).value == CubicCurve.easeIn.value(at: 0.75))
    #expect(animator.completeIfDue(at: at(1)) == .start)
  }

  @Test func `is not slow for ever after a reverse with a factor`() throws {
    // Radar 34675414: the animator that is used again kept the factor's duration.
    var animator = try scrubbed(to: 0.5, timing: .curve(.linear))
    animator.reverse(true, at: at(1))
    try animator.continueAnimation(durationFactor: 3, at: at(1))
    #expect(animator.completeIfDue(at: at(7)) == .start)
    #expect(animator.duration == 2)
    animator.reverse(false, at: at(8))
    try animator.start(at: at(8))
    #expect(animator.endTime == at(10))
  }

  @Test func `does not race or jump when it goes back on a curve`() throws {
    // Radar 34674968: with curves that are not linear it jumped to its end.
    for curve in [CubicCurve.easeIn, .easeOut, .easeInOut, CubicCurve(0.57, -0.4, 0.96, 0.87)] {
      var animator = try scrubbed(to: 0.6, timing: .curve(curve))
      animator.reverse(true, at: at(1))
      try animator.continueAnimation(durationFactor: 0.5, at: at(1))
      #expect(abs(animator.progress(at: at(1)).value - 0.6) < 1e-12)
      #expect(animator.endTime == at(2))
      var before = 0.6
      for step in 1...100 {
        let value = animator.progress(at: at(1 + Double(step) / 100)).value
        #expect(abs(value - before) < 0.06)
        before = value
      }
    }
  }

  @Test(arguments: [0.3, 0.7, 1], [-6.0, 0, 0.5, 4, 30])
  func `passes position and velocity to a spring`(ratio: Double, velocity: Double) throws {
    let spring = Spring(response: 0.4, dampingRatio: ratio)
    for (isReversed, target) in [(false, 1.0), (true, 0.0)] {
      var animator = try scrubbed(to: 0.6)
      animator.reverse(isReversed, at: at(1))
      let share = velocity / (target - 0.6)
      try animator.continueAnimation(with: .spring(spring, initialVelocity: share), at: at(1))
      let start = animator.progress(at: at(1))
      #expect(abs(start.value - 0.6) < 1e-12)
      #expect(abs(start.velocity - velocity) < 1e-9)
      // x″ = −2ζω x′ − ω² x gives where it is a little later, to third order in the time.
      let h = 1e-3
      let w = spring.frequency
      let acceleration = -2 * ratio * w * velocity - w * w * (0.6 - target)
      let expected = 0.6 + velocity * h + acceleration * h * h / 2
      #expect(abs(animator.progress(at: at(1 + h)).value - expected) < 5e-6)
    }
  }

  @Test func `ends exactly at its target`() throws {
    var animator = try scrubbed(to: 0.6)
    let spring = Spring(response: 0.4, dampingRatio: 0.7)
    try animator.continueAnimation(with: .spring(spring, initialVelocity: 12), at: at(1))
    let end = try #require(animator.endTime)
    let before = animator.progress(at: end.advanced(byMicroseconds: -1)).value
    #expect(before != 1 && abs(before - 1) < 0.001)
    #expect(animator.progress(at: end) == .init(value: 1, velocity: 0))
    #expect(animator.completeIfDue(at: end) == .end)
    #expect(animator.completeIfDue(at: end) == nil)
  }

  @Test func `is caught in mid-flight without a jump`() throws {
    var animator = try scrubbed(to: 0.6)
    let spring = Spring(response: 0.4, dampingRatio: 0.5)
    try animator.continueAnimation(with: .spring(spring, initialVelocity: 20), at: at(1))
    let flying = animator.progress(at: at(1.1)).value
    #expect(flying > 1)
    try animator.pause(at: at(1.1))
    #expect(animator.progress(at: at(5)).value == flying)
    #expect(animator.fractionComplete(at: at(5)) == 1)
    // From beyond its end a curve returns to it without a jump, too.
    try animator.continueAnimation(with: .curve(.easeInOut), durationFactor: 0.1, at: at(2))
    #expect(abs(animator.progress(at: at(2)).value - flying) < 1e-12)
    #expect(animator.endTime == at(2.2))
    #expect(abs(animator.progress(at: at(2.1)).value - (1 + flying) / 2) < 1e-6)
    #expect(animator.progress(at: at(2.2)).value == 1)
  }

  @Test func `stays active at its end when it pauses on completion`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    animator.pausesOnCompletion = true
    try animator.start(at: at(0))
    #expect(animator.completeIfDue(at: at(1)) == nil)
    #expect(animator.state == .active && !animator.isRunning)
    #expect(animator.fractionComplete(at: at(2)) == 1)
    animator.reverse(true, at: at(2))
    try animator.start(at: at(2))
    #expect(abs(animator.progress(at: at(2.25)).value - 0.75) < 1e-12)
    #expect(animator.completeIfDue(at: at(3)) == nil)
    #expect(animator.progress(at: at(4)).value == 0)
    try animator.stop(withoutFinishing: false, at: at(4))
    try animator.finish(at: .current)
    #expect(animator.state == .inactive && animator.progress(at: at(5)).value == 0)
  }

  @Test func `freezes where it is stopped`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.start(at: at(0))
    try animator.stop(withoutFinishing: true, at: at(0.25))
    #expect(animator.state == .inactive)
    #expect(animator.progress(at: at(9)).value == 0.25)
  }

  @Test(arguments: [(AnimatingPosition.start, 0.0), (.current, 0.25), (.end, 1)])
  func `finishes at the given position`(position: AnimatingPosition, value: Double) throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.start(at: at(0))
    try animator.stop(withoutFinishing: false, at: at(0.25))
    #expect(animator.state == .stopped && animator.progress(at: at(0.9)).value == 0.25)
    try animator.finish(at: position)
    #expect(animator.state == .inactive && animator.progress(at: at(1)).value == value)
  }

  @Test func `runs to its end when it is not interruptible`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.setInterruptible(false)
    try animator.start(at: at(0))
    #expect(throws: AnimatorError(.pauseAnimation, .uninterruptible)) {
      try animator.pause(at: at(0.5))
    }
    #expect(throws: AnimatorError(.stopAnimation, .uninterruptible)) {
      try animator.stop(withoutFinishing: true, at: at(0.5))
    }
    #expect(throws: AnimatorError(.setInterruptible, .running)) {
      try animator.setInterruptible(true)
    }
    #expect(animator.completeIfDue(at: at(1)) == .end)
  }

  @Test func `can't be paused or scrubbed before it starts if it is not interruptible`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.setInterruptible(false)
    #expect(throws: AnimatorError(.pauseAnimation, .uninterruptible)) {
      try animator.pause(at: at(0))
    }
    animator.scrub(to: 0.5)
    animator.setFractionComplete(0.5)
    #expect(animator.state == .inactive && animator.progress(at: at(0)).value == 0)
    // A pause of one that its end has paused already does nothing, as of any other.
    animator.pausesOnCompletion = true
    try animator.start(at: at(0))
    #expect(animator.completeIfDue(at: at(1)) == nil)
    try animator.pause(at: at(1))
    #expect(animator.state == .active && animator.progress(at: at(1)).value == 1)
  }
}
