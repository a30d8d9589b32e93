import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

@Suite struct `A trajectory that settles as a toolkit does` {
  private func settling(as name: String, _ edit: (inout Interaction) -> Void = { _ in }) throws
    -> Interaction
  {
    let settling = try #require(ReleasePreset.named(name)?.settling)
    return try interaction {
      ($0.finish, $0.cancel) = (settling.finish, settling.cancel)
      edit(&$0)
    }
  }

  /// A stroke at 100 mm/s is 0.378 px/ms, which libadwaita takes as 0.378 pages per second: measured on its
  /// running carousel, exact to five digits.
  @Test func `takes libadwaita's px/ms as pages per second`() throws {
    let interaction = try settling(as: "libadwaita-touch") {
      $0.rule = ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .finish)
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: 100, seconds: 0.2))
    let end = try result.firstEnd()
    let frequency = (500 / 0.5).squareRoot()
    let (offset, velocity) = (end.fraction - 1, 100 / 25.4 * 96 / 1000)
    let spring = Spring(frequency: frequency, dampingRatio: 1)
    for sample in result.samples where sample.phase == .settling {
      let expected = spring.state(
        after: sample.time - end.time, from: .init(offset: offset, velocity: velocity))
      #expect(abs(sample.fraction - 1 - expected.offset) < 1e-9)
    }
    #expect(abs(try result.first(.handoff).velocity - velocity) < 1e-9)
  }

  @Test func `moves at libadwaita's velocity where no distance is left`() throws {
    let interaction = try settling(as: "libadwaita-touch") {
      $0.rule = ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .finish)
    }
    // 42 mm at 125 mm/s, of which 2 are the slop, end exactly at 1.
    let result = trajectory(interaction, stroke(millimetresPerSecond: 125, seconds: 0.336))
    let velocity = 125 / 25.4 * 96 / 1000
    #expect(abs(try result.first(.handoff).velocity - velocity) < 1e-6)
    // v / (e ω) beyond the end, less what 120 samples a second miss.
    let highest = result.samples.map(\.fraction).max() ?? 0
    #expect(abs(highest - 1 - velocity / 2.718281828 / 1000.0.squareRoot()) < 1e-4)
  }

  /// What reverses it is no finger, whose velocity in px/ms the spring would take.
  @Test func `keeps its velocity if a program reverses it`() throws {
    let interaction = try settling(as: "libadwaita-touch") {
      $0.rule = ReleaseRule(estimator: .lastDifference, clauses: [], otherwise: .finish)
    }
    let frames = stroke(millimetresPerSecond: 125, seconds: 0.2)
    var driver = TrajectoryDriver(interaction, start: frames[0].time)
    var trajectory = Trajectory()
    for frame in frames { driver.feed(frame, into: &trajectory) }
    let time = Timestamp(microseconds: 250_000)
    driver.advance(to: time, into: &trajectory)
    let before = driver.sample(at: time)
    let isReversed = driver.reverse(at: time, into: &trajectory)
    let after = driver.sample(at: time)
    #expect(isReversed)
    let velocity = try #require(before).velocity
    #expect(velocity > 1)
    #expect(abs(try #require(after).velocity - velocity) < 1e-6)
  }

  @Test func `has niri's spring for workspaces`() throws {
    // Damping ratio 1 and stiffness 1000, of a mass of 1.
    let settling = try #require(ReleasePreset.named("niri")?.settling)
    for settle in [settling.finish, settling.cancel] {
      let spring = try #require(settle.knownSpring)
      #expect(abs(spring.stiffness - 1000) < 1e-9 && abs(spring.dampingRatio - 1) < 1e-12)
      #expect(settle.velocity == .carried)
    }
  }

  @Test func `has Flutter's overdamped spring`() throws {
    let settle = try #require(ReleasePreset.named("flutter-pageview")?.settling?.finish)
    let spring = try #require(settle.knownSpring)
    for row in Repository.oracle("rebounds.csv").rows where row.text("law") == "flutter-ios" {
      let state = spring.state(
        after: row.number("time"), from: .init(offset: row.number("from"), velocity: 0))
      #expect(abs(state.offset - row.number("position")) < 1e-4)
    }
    let interaction = try settling(as: "flutter-pageview")
    let result = trajectory(interaction, stroke(millimetresPerSecond: 125, seconds: 0.25))
    let (end, handoff) = (try result.firstEnd(), try result.first(.handoff))
    let target = try #require(result.samples.last?.fraction)
    for sample in result.samples where sample.phase == .settling {
      let expected = spring.state(
        after: sample.time - end.time,
        from: .init(offset: end.fraction - target, velocity: handoff.velocity))
      #expect(abs(sample.fraction - target - expected.offset) < 1e-9)
    }
  }
}
