import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

@Suite struct `A trajectory that coasts` {
  /// 40 mm are the full progress of these interactions.
  private static func pixels(_ progress: Double) -> Double { progress * 40 / 25.4 * 96 }

  private func coasting(
    _ momentum: Momentum, _ limits: ProgressPlan.Limits = .rubberBand(coefficient: 0.55)
  ) throws -> Interaction {
    try interaction {
      $0.progress.limits = limits
      $0.rule = ReleaseRule(
        estimator: .lastDifference, projection: .momentum(momentum), clauses: [],
        otherwise: .coast)
    }
  }

  private func decision(in trajectory: Trajectory) throws -> Decision {
    try #require(
      trajectory.events.lazy.compactMap { event in
        if case .decided(let decision) = event.kind { decision } else { nil }
      }.first)
  }

  /// A stroke at 25 mm/s is 94.5 px/s, and ends 2 mm after it began: GTK goes on by v/4 (1 − e^(−4t)).
  @Test func `goes where GTK would scroll, from the position and at the velocity of the release`()
    throws
  {
    let result = trajectory(
      try coasting(.gtk), stroke(millimetresPerSecond: 25, seconds: 0.4))
    let velocity = 25 / 25.4 * 96
    let glide = Momentum.gtk.glide(from: velocity)
    let (end, handoff) = (try result.firstEnd(), try result.first(.handoff))
    #expect(handoff.fraction == end.fraction)
    #expect(abs(Self.pixels(handoff.velocity) - velocity) < 1e-3)
    for sample in result.samples where sample.phase == .settling {
      let time = sample.time - end.time
      let moved = velocity / 4 * (1 - Spring.decay(4 * time))
      #expect(abs(Self.pixels(sample.fraction - end.fraction) - moved) < 1e-6, "\(sample)")
    }
    let decision = try decision(in: result)
    #expect(decision.outcome == .snap)
    #expect(abs(Self.pixels(decision.target - end.fraction) - glide.distance) < 1e-9)
    let rest = try #require(result.samples.last)
    #expect(rest.phase == .rest && rest.fraction == decision.target && rest.velocity == 0)
  }

  @Test(arguments: [Momentum.uiKit, .flutterIOS, .flutterMacOS])
  func `rebounds from its end without a jump`(momentum: Momentum) throws {
    let result = trajectory(
      try coasting(momentum), stroke(millimetresPerSecond: 200, seconds: 0.15))
    #expect(try decision(in: result).outcome == .finish)
    #expect(result.samples.contains { $0.fraction > 1.001 })
    let steps = zip(result.samples, result.samples.dropFirst())
    for (one, next) in steps where one.phase == .settling && next.phase == .settling {
      let seconds = next.time - one.time
      let mean = (next.fraction - one.fraction) / seconds
      #expect(abs(mean - (one.velocity + next.velocity) / 2) < 0.3, "\(one)")
    }
    #expect(result.samples.last?.fraction == 1)
  }

  @Test func `stops at its end where nothing may move beyond`() throws {
    let result = trajectory(
      try coasting(.uiKit, .clamped(0...1)), stroke(millimetresPerSecond: 200, seconds: 0.15))
    #expect(result.samples.allSatisfy { $0.fraction <= 1 })
    #expect(result.samples.last?.fraction == 1)
  }

  @Test func `comes back from beyond an end as the rubber band lets go`() throws {
    // Driven beyond the end, where only a part of the fingers' velocity shows.
    let result = trajectory(
      try coasting(.uiKit), stroke(millimetresPerSecond: 200, seconds: 0.3))
    let (end, handoff) = (try result.firstEnd(), try result.first(.handoff))
    #expect(end.fraction > 1.1)
    #expect(abs(handoff.velocity - end.velocity) < 1e-3 * abs(end.velocity))
    #expect(try decision(in: result).outcome == .finish)
    #expect(result.samples.last?.fraction == 1)
  }

  @Test func `begins to rebound where it ends`() throws {
    // The release is exactly at the end: the way back has no length.
    let frames = stroke(millimetresPerSecond: 125, seconds: 0.336)
    let result = trajectory(try coasting(.uiKit), frames)
    let end = try result.firstEnd()
    #expect(abs(end.fraction - 1) < 1e-9)
    #expect((result.samples.map(\.fraction).max() ?? 0) > 1.01)
    #expect(result.samples.last?.fraction == 1)
  }

  @Test func `stops at once where its toolkit does not scroll so slowly`() throws {
    // 10 mm/s are 64 points per second; UIKit scrolls from 260 on, and a spring would take the velocity along.
    let interaction = try coasting(.uiKit)
    let result = trajectory(interaction, stroke(millimetresPerSecond: 10, seconds: 1))
    let end = try result.firstEnd()
    #expect(try decision(in: result).target == end.fraction)
    #expect(try result.first(.completed(.current)).time == end.time)
    #expect(result.samples.last?.fraction == end.fraction)
  }

  @Test(arguments: Momentum.all)
  func `takes the velocity over without a jump`(momentum: Momentum) throws {
    let result = trajectory(
      try coasting(momentum), stroke(millimetresPerSecond: 150, seconds: 0.12))
    let (end, handoff) = (try result.firstEnd(), try result.first(.handoff))
    // Firefox and UIKit count in steps; Android's table has lines of a hundredth of the time.
    #expect(abs(handoff.velocity / end.velocity - 1) < 0.02)
    #expect(handoff.fraction == end.fraction)
  }

  @Test func `stays where a limit holds it`() throws {
    // The fingers drive no farther than half of the way, from where nothing moves on.
    let result = trajectory(
      try coasting(.qt, .clamped(0...0.5)), stroke(millimetresPerSecond: 150, seconds: 0.25))
    #expect(try result.firstEnd().fraction == 0.5)
    #expect(result.samples.allSatisfy { $0.fraction <= 0.5 })
    #expect(try decision(in: result).target == 0.5)
  }

  @Test func `can be caught on its way`() throws {
    let first = stroke(millimetresPerSecond: 100, seconds: 0.2)
    let second = stroke(millimetresPerSecond: 50, seconds: 0.2, at: 0.4, id: 2)
    let result = trajectory(try coasting(.qt), first + second)
    #expect(result.events.count { $0.kind == .began } == 2)
    let steps = zip(result.samples, result.samples.dropFirst())
    #expect(steps.allSatisfy { abs($1.fraction - $0.fraction) < 0.05 })
  }
}

extension Spring {
  /// e^(−x), from a critically damped spring that starts at rest at 1: (1 + x) e^(−x).
  fileprivate static func decay(_ x: Double) -> Double {
    Spring(frequency: 1, dampingRatio: 1).state(
      after: x, from: State(offset: 1, velocity: 0)
    ).offset / (1 + x)
  }
}
