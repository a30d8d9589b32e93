import Glibc
import PantographAnimation
import PantographBase
import PantographMotion
import Testing

@Suite struct `A caught animation` {
  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  /// Goes below its start before it sets off.
  private static let backward = CubicCurve(0.3, -0.5, 0.7, 1)

  @Test func `has its parts on their own scale again when it is scrubbed back within its ends`()
    throws
  {
    var animator = AnimatorMachine(duration: 1, timing: .curve(Self.backward))
    let twin = animator.addPart(delayFactor: 0, at: at(0))
    let late = animator.addPart(delayFactor: 0.6, at: at(0))
    try animator.start(at: at(0))
    try animator.pause(at: at(0.1))
    #expect(animator.progress(at: at(1)).value < 0)
    animator.scrub(to: 0.5)
    #expect(animator.progress(of: twin, at: at(1)).value == 0.5)
    #expect(animator.progress(of: late, at: at(1)).value == 0)
    // The late part begins a tenth of a second later, and takes the other four.
    try animator.continueAnimation(with: .curve(.linear), at: at(1))
    #expect(animator.endTime == at(1.5))
    for (seconds, value) in [(0.1, 0.0), (0.2, 0.25), (0.3, 0.5), (0.4, 0.75)] {
      #expect(near(animator.progress(of: late, at: at(1 + seconds)).value, value))
    }
  }

  @Test func `starts late parts on time after it was beyond its end`() throws {
    var animator = AnimatorMachine(
      duration: 1, timing: .spring(SpringTimingParameters(dampingRatio: 0.2)))
    let late = animator.addPart(delayFactor: 0.6, at: at(0))
    try animator.start(at: at(0))
    try animator.pause(at: at(0.09))
    #expect(animator.progress(at: at(1)).value > 1)
    animator.scrub(to: 0.5)
    try animator.continueAnimation(with: .curve(.linear), at: at(1))
    for (seconds, value) in [(0.1, 0.0), (0.2, 0.25), (0.3, 0.5), (0.4, 0.75)] {
      #expect(near(animator.progress(of: late, at: at(1 + seconds)).value, value))
    }
  }

  /// Scrubbed beyond an end, it takes the share of its duration that the distance is, and at most all of it.
  @Test(arguments: [(1.5, 1.0), (1.25, 0.5), (-0.5, 2), (3, 2)])
  func `returns from beyond its ends in the time of the distance`(position: Double, seconds: Double)
    throws
  {
    var animator = try scrubbed(to: position)
    try animator.continueAnimation(at: at(1))
    #expect(animator.endTime == at(1 + seconds))
    let half = animator.progress(at: at(1 + seconds / 2)).value
    #expect(near(half, position + (1 - position) * CubicCurve.easeOut.value(at: 0.5)))
  }

  /// A spring entered on the way, a curve with another velocity, and one that starts beyond its end.
  @Test(arguments: [
    (0.4, TimingParameters.spring(SpringTimingParameters(dampingRatio: 1)), EntryVelocity.ofTiming),
    (0.4, .curve(.easeIn), .perSecond(1)), (1.5, .curve(.easeIn), .ofTiming),
  ])
  func `goes back on its own timing where it can't turn on the other one`(
    start: Double, timing: TimingParameters, velocity: EntryVelocity
  ) throws {
    var animator = try scrubbed(to: start, timing: .curve(.linear))
    try animator.continueAnimation(
      with: timing, durationFactor: 0.9, velocity: velocity, at: at(1))
    let distance = animator.progress(at: at(1.5)).value
    animator.reverse(true, at: at(1.5))
    let end = try #require(animator.endTime)
    let seconds = 2 * min(distance, 1)
    #expect(abs(end - at(1.5) - seconds) < 2e-6)
    #expect(abs(animator.progress(at: at(1.5 + seconds / 4)).value - 0.75 * distance) < 1e-6)
  }

  /// From 0.4 on UIKit's ease-out over 4 s, whose time there is 0.26608, to 0.51926 half a second later.
  @Test func `goes back on the curve and with the factor that it follows`() throws {
    var animator = try scrubbed(to: 0.4, timing: .curve(.linear))
    let late = animator.addPart(delayFactor: 0.5, at: at(1))
    try animator.continueAnimation(with: .curve(.easeOut), durationFactor: 2, at: at(1))
    let before = animator.progress(at: at(1.5))
    #expect(abs(before.value - 0.519259) < 1e-6)
    animator.reverse(true, at: at(1.5))
    let after = animator.progress(at: at(1.5))
    #expect(near(after.value, before.value) && near(after.velocity, -before.velocity))
    let end = try #require(animator.endTime)
    #expect(abs(end - at(1.5) - 1.950189) < 2e-6)
    #expect(abs(animator.progress(at: at(1.5 + 1.950189 / 2)).value - 0.278122) < 1e-6)
    // Turned once more, it is where it was, and the part that had not begun moves on the same curve.
    animator.reverse(false, at: at(1.75))
    #expect(near(animator.progress(at: at(2)).value, before.value))
    #expect(animator.progress(of: late, at: at(2)).value == 0)
    let last = try #require(animator.endTime)
    #expect(abs(last - at(5.5)) < 4e-6)
    #expect(animator.completeIfDue(at: last) == .end)
  }

  @Test func `goes back on its own curve, as slow as it came, without another one`() throws {
    var animator = try scrubbed(to: 0.4, timing: .curve(.linear))
    try animator.continueAnimation(durationFactor: 2, at: at(1))
    animator.reverse(true, at: at(1.5))
    let end = try #require(animator.endTime)
    #expect(abs(end - at(1.5) - 3.166667) < 2e-6)
  }

  /// A part that begins later had not entered the curve: it follows the other timing, too.
  @Test func `takes its parts back on the curve that it follows`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    let twin = animator.addPart(delayFactor: 0, at: at(0))
    try animator.pause(at: at(0))
    animator.scrub(to: 0.5)
    try animator.continueAnimation(with: .curve(.easeInOut), durationFactor: 3, at: at(0))
    for time in [1.2, 1.7] {
      animator.reverse(!animator.isReversed, at: at(time))
      for later in stride(from: time, through: time + 2, by: 0.25) {
        let (whole, part) = (
          animator.progress(at: at(later)), animator.progress(of: twin, at: at(later))
        )
        #expect(near(whole.value, part.value) && near(whole.velocity, part.velocity))
      }
    }
  }

  /// A part beyond its end has not entered the curve, and can't turn on it as the whole does: it goes back on another one of
  /// that form, and not on its own spring, which would swing beyond the start.
  @Test func `takes a part that can't turn back on the curve that the whole follows`() throws {
    var animator = AnimatorMachine(
      duration: 1, timing: .spring(SpringTimingParameters(dampingRatio: 0.2)))
    let late = animator.addPart(delayFactor: 0.1, at: at(0))
    try animator.start(at: at(0))
    let pause = try #require(
      stride(from: 0.1, through: 0.5, by: 0.01).first {
        animator.progress(at: at($0)).value < 0.9
          && animator.progress(of: late, at: at($0)).value > 1.1
      })
    try animator.pause(at: at(pause))
    try animator.continueAnimation(with: .curve(.easeOut), durationFactor: 2, at: at(1))
    animator.reverse(true, at: at(1.5))
    let end = try #require(animator.endTime) - at(0)
    var last = animator.progress(of: late, at: at(1.5)).value
    #expect(last > 1)
    for time in stride(from: 1.51, to: end, by: 0.01) {
      let next = animator.progress(of: late, at: at(time)).value
      #expect(next <= last && next >= 0, "\(time)")
      last = next
    }
    #expect(animator.progress(of: late, at: at(end)).value == 0)
  }

  @Test func `goes back at its speed from where it was entered, and its parts with it`() throws {
    var animator = AnimatorMachine(duration: 2, timing: .curve(.linear))
    let late = animator.addPart(delayFactor: 0.5, at: at(0))
    try animator.pause(at: at(0))
    animator.scrub(to: 0.4)
    try animator.continueAnimation(at: at(0))
    // From 0.4 to 0.8, and back to the start.
    animator.reverse(true, at: at(0.8))
    #expect(animator.endTime == at(2.4))
    for (seconds, value) in [(0.8, 0.6), (1, 0.4), (1.2, 0.2), (1.4, 0), (2, 0)] {
      #expect(near(animator.progress(of: late, at: at(seconds)).value, value), "at \(seconds)")
    }
  }

  @Test(arguments: [(0.5, 0.5), (0.2, 0.8)])
  func `adds a part while it runs, over the time that is left`(position: Double, left: Double)
    throws
  {
    var animator = try scrubbed(to: position, timing: .curve(.linear))
    try animator.continueAnimation(at: at(1))
    let part = animator.addPart(delayFactor: 0, at: at(1 + left))
    for (seconds, value) in [(left, 0.0), (1.5 * left, 0.5), (2 * left, 1)] {
      #expect(near(animator.progress(of: part, at: at(1 + seconds)).value, value))
    }
  }

  @Test func `begins at its beginning, though its curve passes there again`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    try animator.pause(at: at(0))
    try animator.continueAnimation(with: .curve(Self.backward), at: at(0))
    #expect(animator.endTime == at(1))
    #expect(animator.progress(at: at(0.1)).value == Self.backward.value(at: 0.1))
  }

  @Test func `gives equal parts equal progress wherever it is scrubbed, also beyond its end`()
    throws
  {
    var animator = AnimatorMachine(
      duration: 1, timing: .spring(SpringTimingParameters(dampingRatio: 0.2)))
    let twin = animator.addPart(delayFactor: 0, at: at(0))
    func expectTwins(_ time: Timestamp) {
      let (whole, part) = (animator.progress(at: time), animator.progress(of: twin, at: time))
      #expect(near(whole.value, part.value))
    }
    try animator.start(at: at(0))
    try animator.pause(at: at(0.09))
    #expect(animator.progress(at: at(1)).value > 1.3)
    expectTwins(at(1))
    // On a curve back to the end, and caught once more before it gets there.
    try animator.continueAnimation(with: .curve(.linear), durationFactor: 1, at: at(1))
    #expect(animator.fractionComplete(at: at(1)) == 1)
    expectTwins(at(1.5))
    try animator.pause(at: at(1.5))
    for position in [1.15, 1.05, 1, 0.7, 0.2] {
      animator.scrub(to: position)
      expectTwins(at(2))
    }
  }

  @Test func `starts a late part on time after it was paused in time`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    animator.scrubsLinearly = false
    let late = animator.addPart(delayFactor: 0.5, at: at(0))
    try animator.start(at: at(0))
    try animator.pause(at: at(0.25))
    for (position, value) in [(0.4, 0.0), (0.5, 0), (0.75, 0.5), (1, 1)] {
      animator.scrub(to: position)
      #expect(near(animator.progress(of: late, at: at(1)).value, value))
    }
  }

  @Test func `has no velocity to carry after it was scrubbed`() throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    let part = animator.addPart(delayFactor: 0, at: at(0))
    let spring = TimingParameters.spring(Spring(response: 0.5, dampingRatio: 1), initialVelocity: 9)
    try animator.start(at: at(0))
    try animator.pause(at: at(0.5))
    animator.scrub(to: 0.25)
    try animator.continueAnimation(with: spring, velocity: .carried, at: at(1))
    #expect(animator.progress(at: at(1)).velocity == 0)
    #expect(animator.progress(of: part, at: at(1)).velocity == 0)
  }

  /// A spring may have carried it many distances beyond its end; the duration is still limited.
  @Test(arguments: [true, false])
  func `rests at a fraction within its ends`(scrubsLinearly: Bool) throws {
    var animator = AnimatorMachine(duration: 1, timing: .curve(.linear))
    animator.scrubsLinearly = scrubsLinearly
    try animator.pause(at: at(0))
    let range = scrubsLinearly ? -9...9 : 0...1.0
    for (from, fraction) in [(0, 0.5), (0.5, 1.5), (1.5, -0.5)] {
      let position = min(max(fraction, range.lowerBound), range.upperBound)
      let distance = abs(position - min(max(from, range.lowerBound), range.upperBound))
      try animator.continueAnimation(toFraction: fraction, at: at(0))
      let end = try #require(animator.endTime)
      #expect(end == at(min(distance, 1)))
      for wait: Int64 in [0, 1, 1_000_000] {
        let rest = animator.progress(at: end.advanced(byMicroseconds: wait))
        #expect(rest == .init(value: position, velocity: 0))
      }
      #expect(animator.completeIfDue(at: end) == nil && animator.heldProgress == position)
    }
  }

  // MARK: Curves of the caller's own

  struct Quadratic: TimingCurve {
    func progress(at fraction: Double) -> Double { fraction * fraction }
  }

  /// The whole begins with its 256th part, which is searched, too; and a half is one of the points.
  @Test(arguments: [0.001, 0.003, 0.25, 0.5, 0.625, 0.9, 0.9999])
  func `enters a custom curve at its progress`(time: Double) throws {
    var animator = AnimatorMachine(duration: 2, timing: Quadratic().timingParameters)
    try animator.pause(at: at(0))
    animator.scrub(to: time * time)
    try animator.continueAnimation(at: at(0))
    let end = try #require(animator.endTime)
    #expect(abs(end - at(0) - 2 * (1 - time)) < 2e-6)
    let now = animator.progress(at: at(0))
    #expect(near(now.value, time * time) && abs(now.velocity - time) < 1e-4)
  }

  /// Jumps when it begins, and when it ends.
  struct Inner: TimingCurve {
    func progress(at fraction: Double) -> Double { 0.25 + fraction / 2 }
  }

  @Test func `begins at its start and ends at its end, whatever its curve returns`() throws {
    var animator = AnimatorMachine(duration: 2, timing: Inner().timingParameters)
    try animator.start(at: at(0))
    for (seconds, value) in [(0, 0), (0.4, 0.35), (1, 0.5), (1.6, 0.65), (2, 1)] {
      #expect(near(animator.progress(at: at(seconds)).value, value))
    }
  }

  struct Even: TimingCurve {
    func progress(at fraction: Double) -> Double { fraction }
  }

  @Test func `has the velocity of a custom curve from its first instant to its last`()
    throws
  {
    var animator = AnimatorMachine(duration: 2, timing: Even().timingParameters)
    try animator.start(at: at(0))
    for seconds in [0, 0.000_001, 1, 1.999_999] {
      #expect(abs(animator.progress(at: at(seconds)).velocity - 0.5) < 1e-6)
    }
  }

  /// Rises, falls and rises, twice.
  struct Swinging: TimingCurve {
    func progress(at fraction: Double) -> Double { fraction + 0.2 * sin(4 * .pi * fraction) }
  }

  @Test(arguments: [0.08, 0.45, 0.56, 0.9])
  func `continues at the time at which it was paused, however often its curve passes there`(
    time: Double
  ) throws {
    var animator = AnimatorMachine(duration: 1, timing: Swinging().timingParameters)
    try animator.start(at: at(0))
    try animator.pause(at: at(time))
    try animator.continueAnimation(at: at(3))
    let end = try #require(animator.endTime)
    #expect(abs(end - at(4) + time) < 2e-6)
  }

  // MARK: Springs with a given duration

  @Test func `takes no time on a spring with a duration of 0`() {
    let timing = TimingParameters.spring(SpringTimingParameters(dampingRatio: 0.5))
    #expect(AnimatorMachine(duration: 0, timing: timing).duration == 0)
  }

  @MainActor
  @Test(
    .ownTimeline,
    arguments: [Vector(x: 0, y: 20), Vector(x: 20, y: 0), Vector(x: 0, y: -1), Vector(x: 2, y: 1)])
  func `moves on the stiffer spring for its two velocities`(velocities: Vector)
    throws
  {
    let timeline = Timeline.current
    let layer = Layer()
    let timing = SpringTimingParameters(dampingRatio: 0.5, initialVelocity: velocities)
    let animator = PropertyAnimator(duration: 1, timingParameters: timing)
    try animator.addAnimations { layer.center = Point(x: 100, y: 100) }
    try animator.startAnimation()
    let springs = [velocities.x, velocities.y].map {
      Spring(settlingIn: 1, dampingRatio: 0.5, velocity: $0)
    }
    let spring = springs[0].frequency > springs[1].frequency ? springs[0] : springs[1]
    for seconds in [0.05, 0.1, 0.2, 0.4] {
      timeline.advance(to: seconds)
      for (seen, velocity) in [
        (layer.presentation.center.x, velocities.x), (layer.presentation.center.y, velocities.y),
      ] {
        let rest = spring.state(after: seconds, from: .init(offset: -1, velocity: velocity))
        #expect(abs(seen / 100 - 1 - rest.offset) < 1e-9)
      }
    }
  }
}
