import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `An explanation` {
  @Test func `counts how far the fingers are beyond the end`() throws {
    // 60 mm of 40: the animation is at its end, and half of it is 40 mm back.
    let release = Release(fraction: 1, distance: 40, travel: 60)
    let flip = try #require(ReleaseRule(fractionAbove: 0.5).explain(release).nearest)
    #expect(flip.input == .position && abs(flip.change + 40) < 1e-6)
    // Fingers beyond the start must make up for that as well.
    let other = Release(fraction: 0, distance: 40, travel: -10)
    let back = try #require(ReleaseRule(fractionAbove: 0.5).explain(other).nearest)
    #expect(abs(back.change - 30) < 1e-6)
    // No fingers can drive an animation beyond its end.
    #expect(ReleaseRule(fractionAbove: 1).explain(release).flips.isEmpty)
  }

  @Test func `reports how much more distance or velocity would have finished`() throws {
    // UIKit's sheet over 100 mm, released at 0.3 and 100 mm/s: it takes 20 mm more, or 1000 pt/s.
    let rule = try #require(ReleasePreset.named("uikit-sheet")).rule
    let explanation = rule.explain(Release(fraction: 0.3, distance: 100, velocity: 100))
    #expect(explanation.decision.outcome == .cancel)
    #expect(explanation.flips.map(\.input) == [.position, .velocity])
    let position = explanation.flips[0]
    #expect(abs(position.change - 20) < 1e-9)
    #expect(position.from == 30)
    #expect(position.condition?.quantity == .fraction)
    #expect(abs(try #require(position.changeInRuleUnit) - 0.2) < 1e-9)
    #expect(abs(position.relative - 0.2) < 1e-9)
    let velocity = explanation.flips[1]
    let toolkit = 1000 * 25.4 / 163
    #expect(abs(velocity.to - toolkit) < 1e-9)
    #expect(velocity.outcome == .finish)
    #expect(abs(try #require(velocity.changeInRuleUnit) - (toolkit - 100) / 25.4 * 163) < 1e-9)
    #expect(abs(velocity.relative - (toolkit - 100) / toolkit) < 1e-9)
    #expect(explanation.nearest == position)
  }

  @Test func `of a projection reports the velocity it would have taken`() throws {
    // From 0.3 of 100 mm, 20 mm are missing to the middle: 200 mm/s for a tenth of a second.
    for verdict in [ReleaseRule.Verdict.projected, .nearest] {
      let rule = ReleaseRule(
        projection: .seconds(0.1), clauses: [], otherwise: verdict)
      let flips = rule.explain(Release(fraction: 0.3, distance: 100)).flips
      #expect(flips.map(\.input) == (verdict == .projected ? [.position, .velocity] : [.position]))
      #expect(abs(flips[0].change - 20) < 1e-6)
      if verdict == .projected { #expect(abs(flips[1].to - 200) < 1e-6) }
    }
  }

  @Test func `finds thresholds close to rest on both sides`() throws {
    for (threshold, start) in [(0.5, 0.0), (0.5, 0.25), (0.5, -0.25)] {
      let rule = ReleaseRule(
        clauses: [
          .init([.init(.speed, .above, threshold, .init(.millimetre, per: .second))], then: .finish)
        ],
        otherwise: .cancel)
      let flip = try #require(
        rule.explain(Release(fraction: 0.3, distance: 100, velocity: start)).nearest)
      #expect(flip.input == .velocity && abs(abs(flip.change) - (threshold - abs(start))) < 1e-9)
    }
  }

  /// 10 m, 100 m/s, an hour: the end of the searched range, and just beyond.
  static let borders: [(ReleaseRule.Quantity, MeasureUnit, Double)] = [
    (.travel, .init(.millimetre), 10_000), (.travel, .init(.millimetre), -10_000),
    (.velocity, .init(.millimetre, per: .second), 100_000),
    (.velocity, .init(.millimetre, per: .second), -100_000),
    (.duration, .init(.second), 3600), (.restTime, .init(.second), 3600),
  ]

  @Test(arguments: borders)
  func `searches as far as fingers can move`(
    quantity: ReleaseRule.Quantity, unit: MeasureUnit, end: Double
  ) throws {
    for (beyond, isFound) in [(-0.5, true), (0.5, false)] {
      let threshold = end + (end > 0 ? beyond : -beyond)
      let rule = ReleaseRule(
        clauses: [
          .init([.init(quantity, end > 0 ? .above : .below, threshold, unit)], then: .finish)
        ],
        otherwise: .cancel)
      let flips = rule.explain(Release(fraction: 0, distance: 100)).flips
      #expect(flips.map(\.outcome) == (isFound ? [.finish] : []), "\(threshold)")
      if isFound {
        #expect(abs(flips[0].to - threshold) < 1e-6)
        let change = try #require(flips[0].changeInRuleUnit)
        #expect(abs(change - threshold) < 1e-6)
      }
    }
  }

  /// It finishes only between 60 and 70 mm/s: a narrow range, with rest on neither side.
  @Test(arguments: [(60.0, 70.0, 0.0), (0.6, 0.7, 0), (0.6, 0.7, -0.1), (0.6, 0.7, 0.1)])
  func `finds speeds between two thresholds`(low: Double, high: Double, start: Double) throws {
    let unit = MeasureUnit(.millimetre, per: .second)
    let rule = ReleaseRule(
      clauses: [
        .init([.init(.speed, .atLeast, high, unit)], then: .cancel),
        .init([.init(.speed, .atLeast, low, unit)], then: .finish),
      ],
      otherwise: .cancel)
    let flip = try #require(
      rule.explain(Release(fraction: 0, distance: 100, velocity: start)).nearest)
    #expect(flip.input == .velocity && flip.outcome == .finish)
    // From rest, both directions are equally far.
    #expect(abs((start == 0 ? abs(flip.to) : flip.to) - (start < 0 ? -low : low)) < 1e-9)
  }

  /// From 0.3 of 100 mm, at 200 mm/s and more for a tenth of a second, it finishes, but not at 210.
  @Test func `finds a projection just before a threshold`() throws {
    let unit = MeasureUnit(.millimetre, per: .second)
    let rule = ReleaseRule(
      projection: .seconds(0.1),
      clauses: [.init([.init(.velocity, .atLeast, 210, unit)], then: .cancel)],
      otherwise: .projected)
    let flips = rule.explain(Release(fraction: 0.3, distance: 100)).flips
    let velocity = try #require(flips.first { $0.input == .velocity })
    #expect(velocity.outcome == .finish && abs(velocity.to - 200) < 1e-6)
  }

  @Test func `never suggests a negative duration`() {
    let rule = ReleaseRule(
      clauses: [.init([.init(.duration, .above, -0.5, .init(.second))], then: .finish)],
      otherwise: .cancel)
    #expect(rule.explain(Release(fraction: 0, distance: 100)).flips.isEmpty)
  }

  @Test func `has no relative change without a scale`() throws {
    let rule = ReleaseRule(fractionAbove: 0.5)
    var flip = try #require(rule.explain(Release(fraction: 0, distance: 100)).nearest)
    #expect(abs(flip.relative - 0.5) < 1e-9)
    flip.scale = 0
    #expect(flip.relative == 0)
    flip.scale = 0.5
    #expect(flip.relative == abs(flip.change) / 0.5)
  }

  @Test func `of a swipe names the one input that was missing`() throws {
    // use-gesture needs 50 px, 0.5 px/ms and less than 250 ms. This swipe took 300 ms.
    let rule = try #require(ReleasePreset.named("use-gesture")).rule
    let slow = at(0.4, travel: 60 * px, heading: 1, lasting: 0.3, moving: 0.6 * pxPerMs)
    let explanation = rule.explain(slow)
    #expect(explanation.flips.map(\.input) == [.duration])
    #expect(abs(explanation.flips[0].change + 0.05) < 1e-9)
    #expect(abs(try #require(explanation.flips[0].changeInRuleUnit) + 50) < 1e-6)
    // With two inputs missing, neither alone is enough.
    var short = slow
    short.travel = 40 * px
    #expect(rule.explain(short).flips.isEmpty)
    #expect(rule.explain(short).nearest == nil)
  }

  @Test func `finds flips across the axis and in the rest time`() throws {
    let hammer = try #require(ReleasePreset.named("hammer")).rule
    let skew = at(0.4, travel: 20 * px, across: 25 * px, moving: 0.4 * pxPerMs)
    let straighter = hammer.explain(skew).flips
    #expect(straighter.map(\.input) == [.position, .crossTravel])
    #expect(abs(straighter[1].change + 5 * px) < 1e-9)

    let own = try #require(ReleasePreset.named("pantograph")).rule
    let rested = own.explain(at(0.3, still: 0.15, moving: 100))
    #expect(rested.decision.outcome == .cancel)
    let earlier = try #require(rested.flips.first { $0.input == .restTime })
    #expect(abs(earlier.change + 0.05) < 1e-9)

    let dismissible = try #require(ReleasePreset.named("flutter-dismissible")).rule
    let sideways = dismissible.explain(at(0.1, moving: 1000 * dp, acrossAt: 700 * dp))
    let less = try #require(sideways.flips.first { $0.input == .crossVelocity })
    #expect(abs(less.change + 100 * dp) < 1e-9)
  }

  @Test func `names the snap point on the other side`() throws {
    let rule = ReleaseRule(
      projection: .seconds(0.2), snapPoints: [0, 0.4, 1], clauses: [], otherwise: .projected)
    // The middles are 0.2 and 0.7; the projection ends at 0.5.
    let explanation = rule.explain(Release(fraction: 0.3, distance: 50, velocity: 50))
    #expect(explanation.decision.outcome == .snap)
    #expect(explanation.decision.target == 0.4)
    let position = explanation.flips[0]
    #expect(abs(position.change - 10) < 1e-9)
    #expect(position.outcome == .finish)
    #expect(position.condition == nil)
    #expect(abs(explanation.flips[1].change - 50) < 1e-9)
  }

  @Test func `finds both sides of a range between two thresholds`() throws {
    // From half to 0.6 it finishes; above that it does not.
    let window = ReleaseRule(
      clauses: [.init([.init(.fraction, .atLeast, 0.6)], then: .cancel)], otherwise: .nearest)
    #expect(abs(try #require(window.explain(at(0.3)).flips.first).change - 10) < 1e-9)
    #expect(abs(try #require(window.explain(at(0.9)).flips.first).change + 15) < 1e-9)
    // The fraction restarts at each snap point: 0.625 is nearer to the end of the last interval than to
    // 0.8.
    let parts = ReleaseRule(
      snapPoints: [0, 0.5, 1],
      clauses: [.init([.init(.snapIntervalFraction, .above, 0.6)], then: .finish)],
      otherwise: .cancel)
    #expect(abs(try #require(parts.explain(at(0.625)).flips.first).change + 6.25) < 1e-9)
    #expect(abs(try #require(parts.explain(at(0.675)).flips.first).change - 6.25) < 1e-9)
  }

  /// The fraction jumps at a snap point, whose position in millimetres depends on rounding.
  @Test func `finds flips at a snap point over any distance`() throws {
    let rule = ReleaseRule(
      snapPoints: [0, 0.4, 1],
      clauses: [.init([.init(.snapIntervalFraction, .above, 0.8)], then: .finish)],
      otherwise: .cancel)
    var chance = TestRandom(seed: 5)
    for _ in 0..<100 {
      let distance = Double.random(in: 10...200, using: &chance)
      let travel = Double.random(in: -60...60, using: &chance)
      let release = at(0.35, distance: distance, travel: travel)
      // 0.35 of 0.4 is 0.875; from 0.4 to 0.88 the fraction is below 0.8 again.
      let flips = rule.explain(release).flips
      #expect(flips.map(\.input) == [.position])
      #expect(abs(try #require(flips.first).change + 0.03 * distance) < 1e-6)
      let over = try #require(
        rule.explain(at(0.39, distance: distance, travel: travel)).flips.first)
      #expect(abs(over.change - 0.01 * distance) < 1e-6)
    }
  }

  @Test func `of a preset is the smallest change that a search finds`() {
    var chance = TestRandom(seed: 3)
    for preset in ReleasePreset.all {
      for _ in 0..<8 { check(preset.rule, Release.random(using: &chance), preset.name) }
    }
  }

  @Test func `of any rule is the smallest change that a search finds`() {
    var chance = TestRandom(seed: 4)
    for number in 0..<150 {
      let rule = ReleaseRule.random(using: &chance)
      check(rule, Release.random(using: &chance), "rule \(number)")
    }
  }

  /// Tries values of each input without any knowledge of thresholds.
  private func check(_ rule: ReleaseRule, _ release: Release, _ name: String) {
    let explanation = rule.explain(release)
    #expect(explanation.decision == rule.decide(release))
    for input in Flip.Input.allCases {
      let same = explanation.decision.target
      // Where it coasts to is one outcome, anywhere between the ends.
      let coasts =
        explanation.decision.outcome == .snap && explanation.decision.judgement?.verdict == .coast
      let target = { (value: Double) in
        let decision = rule.decide(release.trying(input, value))
        return coasts && decision.outcome == .snap ? same : decision.target
      }
      let start = release.reading(input)
      let flip = explanation.flips.first { $0.input == input }
      if let flip {
        #expect(target(flip.to) == flip.target, "\(name), \(input): \(flip)")
        #expect(flip.target != same, "\(name), \(input): \(flip)")
        let hair = min(abs(flip.change) / 2, 1e-9 * max(1, abs(flip.to)))
        let less = flip.to - (flip.change < 0 ? -hair : hair)
        #expect(target(less) == same, "\(name), \(input): \(flip) could be smaller by a hair")
      }
      // Nothing nearer than the flip changes the outcome; without a flip, nothing does.
      let reach = flip.map { abs($0.change) * 0.999_999 } ?? input.largest
      for step in 1...60 {
        let share = Double(step) / 60
        // Even steps for near values, and cubic ones for far values.
        for step in [share * reach, share * share * share * reach] {
          for value in [start - step, start + step]
          where value >= 0 || input != .duration && input != .restTime {
            #expect(
              target(value) == same,
              "\(name), \(input): \(value) flips before \(flip as Any)")
          }
        }
      }
    }
  }
}

extension Flip.Input {
  /// The largest values that are searched.
  fileprivate var largest: Double {
    switch self {
    case .position, .crossTravel: 2000
    case .velocity, .crossVelocity: 20_000
    case .duration, .restTime: 100
    }
  }
}

extension Release {
  fileprivate func reading(_ input: Flip.Input) -> Double {
    switch input {
    case .position: travel
    case .velocity: velocity
    case .duration: duration
    case .restTime: restTime
    case .crossTravel: crossTravel
    case .crossVelocity: crossVelocity
    }
  }

  fileprivate func trying(_ input: Flip.Input, _ value: Double) -> Release {
    var release = self
    switch input {
    case .position:
      // Fingers beyond an end must come back to it before anything moves.
      let ends = min(0, startFraction, fraction)...max(1, startFraction, fraction)
      func shown(_ driven: Double) -> Double { min(max(driven, ends.lowerBound), ends.upperBound) }
      let driven = startFraction + travel / distance
      let current = abs(shown(driven) - fraction) < 1e-9 ? driven : fraction
      release.travel = value
      release.fraction = shown(current + (value - travel) / distance)
      release.peak = max(peak, release.fraction)
    case .velocity: release.velocity = value
    case .duration: release.duration = value
    case .restTime: release.restTime = value
    case .crossTravel: release.crossTravel = value
    case .crossVelocity: release.crossVelocity = value
    }
    return release
  }
}
