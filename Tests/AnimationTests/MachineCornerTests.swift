import PantographAnimation
import PantographBase
import PantographMotion
import Testing

/// Without a distance to go, before the beginning, or scrubbed beyond an end.
@MainActor @Suite(.ownTimeline) struct `An animator in a corner case` {
  let timeline = Timeline.current
  let layer = Layer()

  private nonisolated static let linear = TimingParameters.curve(.linear)
  private var linear: TimingParameters { Self.linear }

  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  // MARK: Parts

  @Test func `adds a part while it runs, which begins in the time that is left`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    try animator.start(at: at(0))
    let part = animator.addPart(delayFactor: 0.5, at: at(0.5))
    #expect(animator.progress(of: part, at: at(0.75)).value == 0)
    #expect(near(animator.progress(of: part, at: at(0.875)).value, 0.5))
  }

  /// Half a second of one: the second half, and all that would outlast it is cut off.
  @Test(arguments: [(0.5, 0.25, 0.5), (0.5, 2, 0.25), (0, 0.5, 1)])
  func `has nested blocks that take less than a second`(
    delay: Double, duration: Double, seen: Double
  ) throws {
    layer.alpha = 0
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      Layer.animate(
        withDuration: duration, delay: delay, options: .overrideInheritedDuration
      ) { layer.alpha = 1 }
    }
    try animator.startAnimation()
    timeline.advance(to: 0.625)
    #expect(near(layer.presentation.alpha, seen))
  }

  @Test(arguments: [0, 0.5, 2])
  func `has nested blocks though it takes no time`(delay: Double) throws {
    let animator = PropertyAnimator(duration: 0, curve: .linear) {
      Layer.animate(withDuration: 1, delay: delay, options: .overrideInheritedDuration) {
        layer.alpha = 0
      }
    }
    try animator.startAnimation()
    timeline.advance(to: 0)
    #expect(layer.presentation.alpha == 0)
  }

  @Test func `shows the end of a part that would have begun after it`() throws {
    layer.alpha = 0
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      Layer.animate(withDuration: 1, delay: 2, options: .overrideInheritedDuration) {
        layer.alpha = 1
      }
    }
    animator.fractionComplete = 0.5
    #expect(layer.presentation.alpha == 0)
    animator.fractionComplete = 1
    #expect(layer.presentation.alpha == 1)
  }

  @Test func `gives a later part its initial velocity in the time that is left`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    let part = animator.addPart(delayFactor: 0.5, at: at(0))
    try animator.pause(at: at(0))
    let timing = TimingParameters.spring(
      SpringTimingParameters(dampingRatio: 0.5, initialVelocity: Vector(x: 4, y: 0)))
    try animator.continueAnimation(with: timing, durationFactor: 1, at: at(0))
    let spring = Spring(settlingIn: 0.5, dampingRatio: 0.5, velocity: 4)
    for seconds in [0.05, 0.1, 0.25, 0.4] {
      let left = spring.state(after: seconds, from: .init(offset: -1, velocity: 4)).offset
      #expect(near(animator.progress(of: part, at: at(0.5 + seconds)).value, 1 + left))
    }
  }

  /// Over the first half; at a quarter it has made a half, and goes on to its end on a line.
  @Test func `pauses a part that ends early where it is`() throws {
    layer.alpha = 0
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      Layer.animate(withDuration: 0.5, options: .overrideInheritedDuration) { layer.alpha = 1 }
    }
    animator.scrubsLinearly = false
    try animator.startAnimation()
    timeline.advance(to: 0.25)
    try animator.pauseAnimation()
    #expect(near(layer.presentation.alpha, 0.5))
    animator.fractionComplete = 0.375
    #expect(near(layer.presentation.alpha, 0.75))
  }

  // MARK: Beyond an end

  /// A spring that is caught where it is beyond 1 for the first time, with a part that began a bit later.
  private func caughtBeyondItsEnd() throws -> (
    AnimatorMachine, AnimatorMachine.Part, progress: Double, share: Double
  ) {
    var animator = AnimatorMachine(
      duration: 1, timing: .spring(SpringTimingParameters(dampingRatio: 0.2)))
    let part = animator.addPart(delayFactor: 0.02, at: at(0))
    try animator.start(at: at(0))
    try animator.pause(at: at(0.1))
    return (animator, part, animator.heldProgress, 0.1)
  }

  /// From the catch the part goes to its end as the whole does, and in the other direction to its start,
  /// where it stays.
  @Test func `returns a part to its start when it is scrubbed further beyond its end`() throws {
    var (animator, part, progress, share) = try caughtBeyondItsEnd()
    let caught = animator.progress(of: part, at: at(1)).value
    #expect(progress > 1 && caught > 0)
    let perProgress = (share - 1) / (progress - 1)
    for beyond in [0.01, 0.05, 0.2, 1, 5] {
      animator.scrub(to: progress + beyond)
      let position = min(max(share + perProgress * beyond, 0), 1)
      let expected = position <= 0.02 ? 0 : caught * (position - 0.02) / (share - 0.02)
      #expect(near(animator.progress(of: part, at: at(1)).value, expected), "\(beyond)")
    }
    // It does not move there, however the whole does.
    try animator.continueAnimation(toFraction: progress + 8, at: at(1))
    #expect(animator.progress(of: part, at: at(1.5)).velocity == 0)
    #expect(animator.progress(of: part, at: at(1.5)).value == 0)
  }

  @Test func `takes a part to its end when it is scrubbed further beyond its start`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    let part = animator.addPart(delayFactor: 0.02, at: at(0))
    animator.scrub(to: 1)
    animator.reverse(true, at: at(0))
    let spring = TimingParameters.spring(SpringTimingParameters(dampingRatio: 0.2))
    try animator.continueAnimation(with: spring, durationFactor: 1, at: at(0))
    try animator.pause(at: at(0.1))
    let (progress, share) = (animator.heldProgress, 0.9)
    let caught = animator.progress(of: part, at: at(1)).value
    #expect(progress < 0 && caught < 1)
    for beyond in [0.01, 0.05, 0.2, 1] {
      animator.scrub(to: progress - beyond)
      let position = min(share + share / progress * -beyond, 1)
      let expected = caught + (1 - caught) * (position - share) / (1 - share)
      #expect(near(animator.progress(of: part, at: at(1)).value, expected), "\(beyond)")
    }
    animator.scrub(to: progress / 2)
    let back = animator.progress(of: part, at: at(1)).value
    #expect(near(back, caught * (share / 2 - 0.02) / (share - 0.02)))
  }

  /// One bit beyond that, no position would be at its end.
  @Test func `keeps the end of a caught part at exactly 1`() throws {
    for step in 1..<1000 {
      var animator = AnimatorMachine(duration: 1, timing: .curve(.easeIn))
      try animator.start(at: at(0))
      let part = animator.addPart(delayFactor: 1, at: at(0))
      try animator.pause(at: at(Double(step) / 1000))
      animator.scrub(to: 1)
      #expect(animator.progress(of: part, at: at(1)).value == 1)
    }
  }

  @Test(arguments: [linear, .curve(.easeIn)])
  func `limits its time to the range between its ends`(timing: TimingParameters) throws {
    var animator = AnimatorMachine(duration: 1, timing: timing)
    animator.scrubsLinearly = false
    for (fraction, position) in [(2.0, 1.0), (-1, 0), (0.25, 0.25)] {
      animator.setFractionComplete(fraction)
      #expect(animator.heldProgress == position)
      // At its ends, too, scrubbing has the curve's own slope, which rises here from 0.
      let slope = timing == Self.linear ? 1 : CubicCurve.easeIn.slope(at: position)
      #expect(near(animator.progressPerFraction, slope))
    }
    let spring = TimingParameters.spring(SpringTimingParameters(dampingRatio: 0.2))
    for end in [1.0, 0] {
      animator.setFractionComplete(0.5)
      try animator.continueAnimation(
        toFraction: end, with: spring, durationFactor: 1, at: at(0))
      var isAtRest = 0
      for step in 0..<100 {
        let seen = animator.progress(at: at(Double(step) / 100))
        #expect((0...1).contains(seen.value))
        if seen.value == end {
          isAtRest += 1
          #expect(seen.velocity == 0)
        }
      }
      #expect(isAtRest > 20)
      #expect(animator.completeIfDue(at: at(1)) == nil)
    }
  }

  @Test func `starts parts on time after it was scrubbed before its start`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    let part = animator.addPart(delayFactor: 0.5, at: at(0))
    animator.scrub(to: -0.5)
    try animator.continueAnimation(durationFactor: 1, at: at(0))
    #expect(animator.progress(of: part, at: at(0.5)).value == 0)
    #expect(near(animator.progress(of: part, at: at(0.75)).value, 0.5))
  }

  @Test func `returns parts on time after it was scrubbed beyond its end`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    let part = animator.addPart(delayFactor: 0.5, at: at(0))
    animator.scrub(to: 1.5)
    animator.reverse(true, at: at(0))
    try animator.continueAnimation(durationFactor: 1, at: at(0))
    #expect(near(animator.progress(of: part, at: at(0.25)).value, 0.5))
    #expect(animator.progress(of: part, at: at(0.5)).value == 0)
  }

  // MARK: Nowhere to go

  @Test(arguments: [true, false])
  func `is at a fraction at once if it is already there`(isSpring: Bool) throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    animator.scrub(to: 0.5)
    let spring = TimingParameters.spring(
      SpringTimingParameters(Spring(response: 0.5, dampingRatio: 1)))
    try animator.continueAnimation(
      toFraction: 0.5, with: isSpring ? spring : nil, at: at(3))
    #expect(animator.endTime == at(3))
    #expect(animator.progress(at: at(3)) == .init(value: 0.5, velocity: 0))
  }

  @Test func `is at its end at once if it continues from there`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    animator.scrub(to: 1)
    try animator.start(at: at(3))
    #expect(animator.endTime == at(3) && animator.completeIfDue(at: at(3)) == .end)
  }

  @Test func `carries no velocity before it has had one`() throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    try animator.pause(at: at(0))
    let spring = TimingParameters.spring(
      SpringTimingParameters(Spring(response: 0.5, dampingRatio: 1)))
    try animator.continueAnimation(with: spring, velocity: .carried, at: at(0))
    #expect(animator.progress(at: at(0)).velocity == 0)
  }

  @Test(arguments: [true, false])
  func `stops at the fraction at which it would have been paused`(isLinear: Bool) throws {
    var stopped = AnimatorMachine(duration: 1, timing: .curve(.easeIn))
    stopped.scrubsLinearly = isLinear
    try stopped.start(at: at(0))
    var paused = stopped
    try stopped.stop(withoutFinishing: false, at: at(0.5))
    try paused.pause(at: at(0.5))
    #expect(stopped.fractionComplete(at: at(1)) == paused.fractionComplete(at: at(1)))
    let expected = isLinear ? CubicCurve.easeIn.value(at: 0.5) : 0.5
    #expect(near(stopped.fractionComplete(at: at(1)), expected))
  }

  // MARK: In time

  @Test(arguments: [true, false])
  func `starts a late part on time though a velocity is carried`(
    isLinear: Bool
  ) throws {
    var animator = AnimatorMachine(duration: 1, timing: linear)
    animator.scrubsLinearly = isLinear
    let part = animator.addPart(delayFactor: 0.5, at: at(0))
    try animator.start(at: at(0))
    try animator.pause(at: at(0.25))
    try animator.continueAnimation(velocity: .carried, at: at(0.25))
    for seconds in [0.25, 0.5, 0.6, 0.75, 0.9] {
      let expected = max(seconds - 0.5, 0) * 2
      #expect(near(animator.progress(of: part, at: at(seconds)).value, expected), "\(seconds)")
    }
  }

  /// The curve runs beyond its end and back; the whole is scrubbed that far, and released before that point.
  @Test(arguments: [0.0, 0.01, 0.5])
  func `keeps a part at its end where the whole turns back before it`(wait: Double) throws {
    for step in 1...100 {
      var animator = AnimatorMachine(duration: 2, timing: .curve(CubicCurve(0.2, 1.5, 0.5, 1.5)))
      animator.reverse(true, at: at(0))
      try animator.pause(at: at(0))
      let part = animator.addPart(delayFactor: 0, at: at(0))
      animator.scrub(to: 1 + Double(step) / 5000)
      try animator.start(at: at(1))
      animator.scrubsLinearly = false
      let now = at(1 + wait)
      let (whole, seen) = (
        animator.progress(at: now).value, animator.progress(of: part, at: now).value
      )
      if wait == 0 { #expect(seen == 1) }
      // However often: a part that is caught at its release is where it was.
      for _ in 0..<3 {
        try animator.pause(at: now)
        #expect(near(animator.progress(at: now).value, whole))
        #expect(animator.progress(of: part, at: now).value == seen)
        try animator.start(at: now)
        #expect(animator.progress(of: part, at: now).value == seen)
      }
    }
  }
}
