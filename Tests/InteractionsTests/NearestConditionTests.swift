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

  // MARK: Flips

  private func flip(_ rule: ReleaseRule, _ fraction: Double, at index: Int = 0) -> Double? {
    let release = Release(fraction: fraction, distance: 80, velocity: 100)
    let findings = rule.decide(release).judgement?.findings.flatMap(\.self) ?? []
    return rule.flip(
      of: NearestCondition(finding: findings[index], index: index, relative: 0), for: release)
  }

  @Test func `flips at a number with few digits beyond the value`() {
    // Within a tenth of the margin, which are 0.04, 0.0129, 0.001 and 0.1.
    #expect(flip(ReleaseRule(fractionAbove: 0.5), 0.9) == 0.91)
    #expect(flip(ReleaseRule(fractionAbove: 0.5), 0.371) == 0.37)
    #expect(flip(ReleaseRule(fractionAbove: 0.5), 0.51) == 0.511)
    #expect(flip(ReleaseRule(fractionAbove: -0.9), 0.1) == 0.2)
    // At the threshold, within a thousandth; below zero; and where nine decimals don't suffice.
    #expect(flip(ReleaseRule(fractionAbove: 0.5), 0.5) == 0.4999)
    #expect(flip(ReleaseRule(fractionAbove: -0.5), -0.75) == -0.76)
    let close = 0.5 + 1e-12
    let far = flip(ReleaseRule(fractionAbove: 0.5), close) ?? 0
    #expect(close < far && far < close + 2e-13)
    // A single one that fails flips a cancel; of two that must hold, the only one that fails.
    #expect(flip(either, 0.49, at: 1) == 0.489 && flip(either, 0.49, at: 0) == 99)
    #expect(both.clauses[0].conditions.map(\.quantity) == [.fraction, .velocity])
    #expect(flip(both, 0.4, at: 0) == nil && flip(both, 0.4, at: 1) == nil)
    #expect(flip(both, 0.6, at: 0) == nil && flip(both, 0.6, at: 1) == 99)
  }

  /// The index of the condition, and a rule with other thresholds.
  @Test func `has an index among the thresholds`() throws {
    for (rule, fraction, velocity) in [
      (either, 0.49, 100), (either, 0.4, 294), (both, 0.6, 100),
    ] as [(ReleaseRule, Double, Double)] {
      let nearest = try #require(self.nearest(rule, fraction, velocity))
      #expect(rule.thresholds[nearest.index] == nearest.finding.condition.threshold)
    }
    var other = either
    #expect(other.thresholds == [300, 0.5])
    other.thresholds = [200, 0.25]
    #expect(other.thresholds == [200, 0.25] && other.clauses[1].verdict == .finish)
  }
}
