import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import Testing

/// What users report as "I pulled back and it still switched".
///
/// 120 pixels forward in 120 ms, and 48 back in 48 ms. With a full distance of 120 pixels, that is 0.6
/// of it, moving back at 8 distances per second.
@Suite struct `A gesture that reverses` {
  private static func release(judgedBy rule: ReleaseRule) throws -> Release {
    let traces = Repository.measurements("release_velocity_rules.json")["traces"]
    let name = try #require(traces.names.first { $0.hasPrefix("E") })
    let samples = traces[name]["samples"].list.map(\.numbers)
    var history = MotionHistory()
    for sample in samples {
      history.add(Vector(x: sample[1] * px, y: 0), at: instant(sample[0]))
    }
    let end = try #require(traces[name]["release_ms"].number)
    let velocity = rule.estimator.velocity(of: history, at: instant(end)) ?? .zero
    let last = samples[samples.count - 1]
    return Release(
      fraction: last[1] / 120, peak: 1, distance: 120 * px,
      lastMovement: (last[1] - samples[samples.count - 2][1]) * px, duration: end / 1000,
      restTime: (end - last[0]) / 1000, velocity: velocity.x)
  }

  private static func instant(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
  }

  @Test(arguments: ReleasePreset.all)
  func `cancels if the rule and the estimator know the direction`(
    preset: ReleasePreset
  ) throws {
    let decision = preset.rule.decide(try Self.release(judgedBy: preset.rule))
    let isDeaf = Conformance.all.contains { $0.preset == preset.name && $0.isDeafToReversals }
    #expect((decision.outcome == .finish) == isDeaf)
  }
}
