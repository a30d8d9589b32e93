import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

@Suite struct `A trajectory to a snap point` {
  private static let rule = ReleaseRule(
    estimator: .lastDifference, snapPoints: [0, 0.4, 1], clauses: [], otherwise: .nearest)

  private func decision(in trajectory: Trajectory) throws -> Decision {
    try #require(
      trajectory.events.lazy.compactMap { event in
        if case .decided(let decision) = event.kind { decision } else { nil }
      }.first)
  }

  /// The gesture has driven to 12 mm of 40, 0.3: above the point on a spring, and from there at its
  /// pace.
  @Test(arguments: [(14.0, 0.3), (22.0, 0.5)])
  func `comes to rest there, from the position and the velocity of the release`(
    distance: Double, fraction: Double
  ) throws {
    let interaction = try interaction { $0.rule = Self.rule }
    let pace = 125.0
    let result = trajectory(
      interaction, stroke(millimetresPerSecond: pace, seconds: distance / pace))
    let decision = try decision(in: result)
    #expect(decision.outcome == .snap && decision.target == 0.4)
    let end = try result.firstEnd()
    #expect(abs(end.fraction - fraction) < 1e-9)
    let handoff = try result.first(.handoff)
    #expect(abs(handoff.fraction - fraction) < 1e-9)
    #expect(abs(handoff.velocity - pace / 40) < 1e-6)
    // The closed form of the spring, forward or back.
    let spring = Spring(response: 0.4, dampingRatio: fraction < 0.4 ? 0.7 : 1)
    let distance = 0.4 - fraction
    for sample in result.samples where sample.phase == .settling {
      let time = sample.time - end.time
      let state = spring.state(
        after: time, from: .init(offset: -distance, velocity: pace / 40))
      #expect(abs(sample.fraction - (0.4 + state.offset)) < 1e-9)
    }
    let rest = try #require(result.samples.last)
    #expect(rest.phase == .rest && abs(rest.fraction - 0.4) < 1e-12 && rest.velocity == 0)
    #expect(try result.first(.completed(.current)).fraction == rest.fraction)
  }

  @Test func `settles on a forward curve, in either direction`() throws {
    let interaction = try interaction {
      $0.rule = Self.rule
      $0.cancel = .curve(.easeIn, durationFactor: 0.5)
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: 125, seconds: 0.176))
    let end = try result.firstEnd()
    for sample in result.samples where sample.phase == .settling {
      let share = CubicCurve.easeIn.value(at: (sample.time - end.time) / 0.5)
      #expect(abs(sample.fraction - (0.5 - 0.1 * share)) < 1e-6)
    }
    #expect(result.samples.last?.phase == .rest)
  }

  @Test func `can be caught in flight, and driven on from where it rests`() throws {
    let interaction = try interaction { $0.rule = Self.rule }
    let first = stroke(millimetresPerSecond: 125, seconds: 0.176)
    let second = stroke(millimetresPerSecond: 125, seconds: 0.064, at: 3, id: 2)
    let third = stroke(millimetresPerSecond: 125, seconds: 0.2, at: 3.15, id: 3)
    let result = trajectory(interaction, first + second + third)
    let began = result.events.filter { $0.kind == .began }
    #expect(began.count == 3)
    // From the snap point at rest, and then from wherever the spring was, without a jump.
    #expect(abs(began[1].fraction - 0.4) < 0.03)
    let steps = zip(result.samples, result.samples.dropFirst()).filter { $1.time - $0.time < 0.011 }
    #expect(steps.allSatisfy { abs($1.fraction - $0.fraction) < 0.06 })
    let decisions = result.events.compactMap { event in
      if case .decided(let decision) = event.kind { decision.target } else { nil }
    }
    #expect(decisions == [0.4, 0.4, 1])
    #expect(result.samples.last?.fraction == 1)
  }

  @Test func `rests at the rule's own ends, where they are not those of the animation`() throws {
    for (points, distance, target) in [
      ([0, 0.5], 16.0, 0.5), ([0.2, 1], 4, 0.2), ([0.2, 1], 28, 1),
    ] {
      let interaction = try interaction {
        $0.rule = ReleaseRule(snapPoints: points, clauses: [], otherwise: .nearest)
      }
      let frames = stroke(millimetresPerSecond: 125, seconds: distance / 125)
      let result = trajectory(interaction, frames)
      #expect(try decision(in: result).target == target)
      #expect(abs(try #require(result.samples.last).fraction - target) < 1e-12)
    }
  }

  @Test func `goes back to the point where it was grabbed when the gesture is cancelled`() throws {
    let interaction = try interaction { $0.rule = Self.rule }
    let first = stroke(millimetresPerSecond: 125, seconds: 0.176)
    let second = stroke(millimetresPerSecond: 125, seconds: 0.16, at: 3, id: 2).dropLast()
    let result = trajectory(interaction, first + second)
    #expect(result.events.last { $0.kind == .cancelled } != nil)
    #expect(abs(try #require(result.samples.last).fraction - 0.4) < 1e-12)
  }

  @Test func `gives rules the whole gesture since the grab`() throws {
    let interaction = try interaction { $0.rule = Self.rule }
    // From 0.4 on by 16 mm, back by 4 of them, all without the slop.
    let back = (0...4).map { "\(3128 + $0 * 8) 2:\(26 - $0),20" }.joined(separator: "\n")
    let gesture =
      stroke(millimetresPerSecond: 125, seconds: 0.176)
      + stroke(millimetresPerSecond: 125, seconds: 0.128, at: 3, id: 2).dropLast(2)
      + frames(back + "\n3168")
    let result = trajectory(interaction, gesture)
    let released = try #require(
      result.events.compactMap { event in
        if case .ended(let release) = event.kind { release } else { nil }
      }.last)
    #expect(abs(released.startFraction - 0.4) < 1e-9)
    #expect(abs(released.peak - (0.4 + 14 / 40.0)) < 1e-9)
    #expect(abs(released.fraction - (0.4 + 10 / 40.0)) < 1e-9)
    #expect(abs(released.translation.x - 10) < 1e-9)
    let release = released.release(for: Self.rule)
    // It began at 3.016 s, after 2 mm, moved last at 3.160 s and lifted at 3.168 s.
    #expect(abs(release.duration - 0.152) < 1e-9 && abs(release.restTime - 0.008) < 1e-9)
    #expect(abs(release.lastMovement + 1) < 1e-9 && abs(release.velocity + 125) < 1e-6)
  }
}
