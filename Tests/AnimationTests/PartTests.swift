import PantographAnimation
import PantographBase
import PantographMotion
import Testing

/// Even, but for a stretch of time that it spends at one value.
private struct Still: TimingCurve {
  var value: Double
  var plateau: ClosedRange<Double>

  func progress(at fraction: Double) -> Double { plateau.contains(fraction) ? value : fraction }
}

@MainActor @Suite(.ownTimeline) struct `A part of an animation` {
  let timeline = Timeline.current
  let layer = Layer()

  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  // MARK: Paused off its own range

  /// An animation of 2 s, paused where the whole is at 5/16 and a part that begins later still at 0.
  private func carriedBeforeItsStart() throws -> (AnimatorMachine, AnimatorMachine.Part) {
    let timing = Still(value: 0, plateau: 0.4...0.5).timingParameters
    var animator = AnimatorMachine(duration: 2, timing: timing)
    let part = animator.addPart(delayFactor: 0.2, at: at(0))
    try animator.start(at: at(0))
    try animator.pause(at: at(0.9))
    return (animator, part)
  }

  @Test func `is scrubbed linearly to its start, and has its own progress from there`() throws {
    var (animator, part) = try carriedBeforeItsStart()
    #expect(animator.progress(at: at(1)).value == 0)
    for (position, value) in [(0, 0.3125), (0.05, 0.234375), (0.1, 0.15625), (0.2, 0), (0.6, 0.5)] {
      animator.scrub(to: position)
      #expect(near(animator.progress(of: part, at: at(1)).value, value), "at \(position)")
    }
  }

  @Test func `moves at once when it was paused off its start before it begins`() throws {
    var (animator, part) = try carriedBeforeItsStart()
    animator.scrub(to: 0.1)
    try animator.continueAnimation(with: .curve(.linear), at: at(1))
    #expect(animator.endTime == at(2.8))
    for share in [0, 0.25, 0.5, 0.75] {
      let value = animator.progress(of: part, at: at(1 + 1.8 * share)).value
      #expect(near(value, 0.15625 + 0.84375 * share))
    }
    // Caught again before its start: on one line to that, and on another one from the animation's.
    try animator.pause(at: at(1.1))
    let caught = 0.15625 + 0.84375 * 0.1 / 1.8
    for (position, value) in [
      (0.15, caught), (0.05, caught / 3), (0.175, caught / 2), (0.2, 0), (0.6, 0.5), (0, 0),
    ] {
      animator.scrub(to: position)
      #expect(near(animator.progress(of: part, at: at(2)).value, value), "at \(position)")
    }
  }

  @Test func `goes back with the whole when it was paused off its start before it begins`() throws {
    var (animator, part) = try carriedBeforeItsStart()
    animator.scrub(to: 0.1)
    animator.reverse(true, at: at(1))
    try animator.continueAnimation(with: .curve(.linear), at: at(1))
    #expect(animator.endTime == at(1.2))
    for share in [0, 0.25, 0.5, 0.75] {
      let value = animator.progress(of: part, at: at(1 + 0.2 * share)).value
      #expect(near(value, 0.15625 * (1 - share)))
    }
  }

  /// A reversed animation of 2 s, paused where the part of its first half is half way and the whole at 1.
  private func carriedBehindItsEnd() throws -> PropertyAnimator {
    let animator = PropertyAnimator(
      duration: 2, timingParameters: Still(value: 1, plateau: 0.2...0.3))
    try animator.addAnimations {
      Layer.animate(withDuration: 1, options: .overrideInheritedDuration) { layer.center.x = 100 }
    }
    animator.isReversed = true
    try animator.startAnimation()
    timeline.advance(by: 1.5)
    try animator.pauseAnimation()
    return animator
  }

  private var share: Double { layer.presentation.center.x / 100 }

  @Test func `is scrubbed linearly to its end, and moves at once from beyond it`() throws {
    let animator = try carriedBehindItsEnd()
    #expect(animator.fractionComplete == 0 && near(share, 0.5))
    // The fraction counts backwards.
    for (fraction, value) in [(0, 0.5), (0.1, 0.6), (0.25, 0.75), (0.5, 1), (0.75, 0.5)] {
      animator.fractionComplete = fraction
      #expect(near(share, value), "at \(fraction)")
    }
    animator.fractionComplete = 0.1
    try animator.continueAnimation(withTimingParameters: CubicCurve.linear)
    timeline.advance(by: 0.2)
    let caught = 0.6 * 8 / 9
    #expect(near(share, caught))
    // Caught again behind its end: on one line to that, and on another one from the animation's.
    try animator.pauseAnimation()
    for (fraction, value) in [(0.2, caught), (0.1, (caught + 1) / 2), (0.35, (caught + 1) / 2)] {
      animator.fractionComplete = fraction
      #expect(near(share, value), "at \(fraction)")
    }
  }

  // MARK: In the midst of the animation

  /// An even animation of 4 s, of which a block moves the layer by 100 in seconds of its own.
  private func inner(delay: Double, duration: Double) throws -> PropertyAnimator {
    let animator = PropertyAnimator(duration: 4, curve: .linear) {
      Layer.animate(
        withDuration: duration, delay: delay, options: .overrideInheritedDuration
      ) { layer.center.x = 100 }
    }
    try animator.startAnimation()
    return animator
  }

  @Test func `still ends in its own second after a pause`() throws {
    let animator = try inner(delay: 0, duration: 2)
    timeline.advance(to: 1)
    try animator.pauseAnimation()
    try animator.continueAnimation(withTimingParameters: CubicCurve.linear)
    for (seconds, value) in [(1.5, 0.75), (2, 1), (3, 1)] {
      timeline.advance(to: seconds)
      #expect(near(share, value), "at \(seconds)")
    }
  }

  @Test func `stays at its end until the return passes it`() throws {
    let animator = try inner(delay: 0, duration: 2)
    timeline.advance(to: 3)
    try animator.pauseAnimation()
    animator.isReversed = true
    try animator.continueAnimation(withTimingParameters: CubicCurve.linear)
    for (seconds, value) in [(3.5, 1), (4, 1), (4.5, 0.75), (5, 0.5), (5.5, 0.25)] {
      timeline.advance(to: seconds)
      #expect(near(share, value), "at \(seconds)")
    }
  }

  @Test(arguments: [true, false])
  func `is at its start in the instant in which it moves without a duration`(
    scrubsLinearly: Bool
  ) throws {
    let animator = try inner(delay: 2, duration: 0)
    animator.scrubsLinearly = scrubsLinearly
    timeline.advance(to: 3)
    #expect(share == 1)
    try animator.pauseAnimation()
    for (fraction, value) in [(0.75, 1.0), (0.5001, 1), (0.5, 0), (0.4999, 0)] {
      animator.fractionComplete = fraction
      #expect(share == value, "at \(fraction)")
    }
  }

  @Test func `is at its end when it is reversed in its last instant`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    let last = animator.addPart(delayFactor: 1, at: at(0))
    try animator.start(at: at(0))
    animator.reverse(true, at: at(1))
    #expect(animator.progress(of: last, at: at(1)).value == 1)
    #expect(animator.progress(of: last, at: at(1.1)).value == 0)
  }

  @Test func `is at rest when it is added to a paused animation`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.pause(at: at(0))
    let part = animator.addPart(delayFactor: 0, at: at(0))
    let spring = TimingParameters.spring(Spring(response: 0.5, dampingRatio: 1), initialVelocity: 3)
    try animator.continueAnimation(with: spring, velocity: .carried, at: at(0))
    #expect(animator.progress(of: part, at: at(0)) == .init(value: 0, velocity: 0))
  }

  // MARK: How it goes on

  @Test(arguments: [(2.0, 1.0), (0, -1), (3, 2)])
  func `decays the excess of a given velocity over its curve's`(
    velocity: Double, surplus: Double
  ) throws {
    // On x + p x (1 − x)², whose velocity is 1 + p at the beginning and 1 at the end.
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.pause(at: at(0))
    try animator.continueAnimation(velocity: .perSecond(velocity), at: at(0))
    for x in [0, 0.25, 0.5, 0.75] {
      let now = animator.progress(at: at(x))
      #expect(near(now.value, x + surplus * x * (1 - x) * (1 - x)))
      #expect(near(now.velocity, 1 + surplus * (1 - x) * (1 - 3 * x)))
    }
  }

  @Test func `begins at rest at the end of a spring that it follows back`() throws {
    var animator = AnimatorMachine(
      duration: 1, timing: .spring(SpringTimingParameters(dampingRatio: 0.5)))
    animator.reverse(true, at: at(0))
    try animator.start(at: at(0))
    #expect(animator.progress(at: at(0)) == .init(value: 1, velocity: 0))
  }

  /// Has a value of a half at three times, of which the second is falling.
  private static let swinging = CubicCurve(0.3, 2.5, 0.7, -1.5)

  /// The times at which the swinging curve rises through a value, by a search everywhere.
  private func entries(at value: Double) -> [Double] {
    stride(from: 0, to: 1, by: 1e-5).filter {
      Self.swinging.value(at: $0) <= value && value < Self.swinging.value(at: $0 + 1e-5)
    }
  }

  private let spring = SpringTimingParameters(dampingRatio: 1)

  @Test(arguments: [0.12, 0.15, 0.2])
  func `enters a swinging curve at the time closest to its own`(share: Double) throws {
    var animator = AnimatorMachine(duration: 1, timing: .spring(spring))
    try animator.start(at: at(0))
    try animator.pause(at: at(share))
    let times = entries(at: animator.progress(at: at(1)).value)
    let nearest = try #require(times.min { abs($0 - share) < abs($1 - share) })
    try animator.continueAnimation(with: .curve(Self.swinging), at: at(1))
    let end = try #require(animator.endTime)
    #expect(times.count > 1 && nearest < 0.5 && abs(end - at(2) + nearest) < 2e-5)
  }

  @Test func `enters a swinging curve at the last time without a time of its own`() throws {
    // On a spring that was entered in flight there is none.
    var animator = AnimatorMachine(duration: 1, timing: .spring(spring))
    try animator.pause(at: at(0))
    animator.scrub(to: 0.25)
    try animator.start(at: at(0))
    try animator.pause(at: at(0.1))
    let times = entries(at: animator.progress(at: at(1)).value)
    try animator.continueAnimation(with: .curve(Self.swinging), at: at(1))
    let (end, last) = (try #require(animator.endTime), try #require(times.last))
    #expect(times.count > 1 && last > 0.5 && abs(end - at(2) + last) < 2e-5)
  }
}
