import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `The nearest condition` {
  /// Above 300 mm/s, or beyond half of the distance.
  private let either = ReleaseRule(
    clauses: [
      .init([.init(.velocity, .above, 300, .init(.millimetre, per: .second))], then: .finish),
      .init([.init(.fraction, .above, 0.5, .init(.progress))], then: .finish),
    ], otherwise: .cancel)

  /// Above 300 mm/s, and beyond half of the distance.
  private let both = ReleaseRule(
    clauses: [
      .init(
        [
          .init(.velocity, .above, 300, .init(.millimetre, per: .second)),
          .init(.fraction, .above, 0.5, .init(.progress)),
        ], then: .finish)
    ], otherwise: .cancel)

  private func nearest(_ rule: ReleaseRule, _ fraction: Double, _ velocity: Double)
    -> NearestCondition?
  {
    let release = Release(fraction: fraction, distance: 80, velocity: velocity)
    return rule.nearestCondition(to: rule.decide(release), of: release)
  }

  @Test func `is the one with the least share to go`() throws {
    // 0.01 of the distance, against 200 of 300 mm/s; and 6 of 300 mm/s, against 0.1 of the distance.
    let slow = try #require(nearest(either, 0.49, 100))
    #expect(slow.finding.condition.quantity == .fraction && abs(slow.relative - 0.01) < 1e-12)
    let fast = try #require(nearest(either, 0.4, 294))
    #expect(fast.finding.condition.quantity == .velocity && abs(fast.relative - 0.02) < 1e-12)
    // A finish by one condition ends with it, and one by both with neither alone.
    #expect(nearest(either, 0.6, 100)?.finding.condition.quantity == .fraction)
    #expect(nearest(either, 0.4, 400)?.finding.condition.quantity == .velocity)
    #expect(nearest(either, 0.6, 400) == nil)
    // Both at once are needed.
    #expect(nearest(both, 0.6, 100)?.finding.condition.quantity == .velocity)
    #expect(nearest(both, 0.4, 100) == nil)
    let finish = try #require(nearest(both, 0.6, 400))
    #expect(finish.finding.condition.quantity == .fraction && abs(finish.relative - 0.1) < 1e-12)
  }

  @Test func `is that of the nearest flip`() throws {
    var count = 0
    for rule in [either, both] {
      for fraction in stride(from: 0.03, to: 1, by: 0.07) {
        for velocity in stride(from: -380.0, to: 700, by: 45) {
          let release = Release(fraction: fraction, distance: 80, velocity: velocity)
          let (flip, nearest) = (rule.explain(release).nearest, nearest(rule, fraction, velocity))
          #expect(flip?.condition == nearest?.finding.condition, "\(fraction), \(velocity)")
          guard let flip, let nearest else { continue }
          #expect(abs(abs(try #require(flip.changeInRuleUnit)) - nearest.finding.distance) < 1e-6)
          #expect(abs(flip.relative - nearest.relative) < 1e-6)
          count += 1
        }
      }
    }
    #expect(count > 400)
  }
}
