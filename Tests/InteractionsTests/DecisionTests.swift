import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `A decision` {
  private let rule = ReleaseRule(
    clauses: [
      .init(
        [
          .init(.fraction, .above, 0.25),
          .init(.velocity, .atLeast, 3, .init(.pixel, per: .millisecond)),
        ],
        then: .finish),
      .init([.init(.restTime, .atLeast, 100, .init(.millisecond))], then: .nearest),
    ], otherwise: .cancel)

  @Test func `has the value, the side and the margin of every condition`() throws {
    // 2 px/ms are 529.2 mm/s.
    let decision = rule.decide(at(0.75, still: 0.125, moving: 2 * pxPerMs))
    #expect(decision.outcome == .finish)
    #expect(decision.target == 1)
    let judgement = try #require(decision.judgement)
    #expect(judgement.clause == 1)
    #expect(judgement.verdict == .nearest)
    #expect(judgement.progress == 0.75)
    #expect(judgement.findings.map(\.count) == [2, 1])
    #expect(judgement.findings[0].map(\.holds) == [true, false])
    #expect(judgement.findings[0][0].margin == 0.5)
    #expect(abs(judgement.findings[0][1].value - 2) < 1e-12)
    #expect(abs(judgement.findings[0][1].margin + 1) < 1e-12)
    #expect(judgement.deciding == judgement.findings[1])
    #expect(abs(judgement.deciding[0].value - 125) < 1e-9)
    #expect(decision.margin == nil)
  }

  @Test func `has no deciding clause if none held`() throws {
    let judgement = try #require(rule.decide(at(0.75)).judgement)
    #expect(judgement.clause == nil)
    #expect(judgement.verdict == .cancel)
    #expect(judgement.progress == nil)
    #expect(judgement.deciding.isEmpty)
  }

  @Test func `is made by the first clause that holds`() throws {
    let fast = rule.decide(at(0.3, still: 0.125, moving: 3 * pxPerMs))
    #expect(fast.judgement?.clause == 0)
    #expect(fast.outcome == .finish)
  }

  @Test func `on a cancelled gesture has no judgement`() {
    let cutOff = ReleaseRule(fractionAbove: 0.5).decideCutOff(startFraction: 0.9)
    #expect(cutOff.outcome == .cancel && cutOff.target == 0)
    #expect(cutOff.judgement == nil && cutOff.margin == nil)
    // A sheet that was half open stays half open.
    var rule = ReleaseRule(fractionAbove: 0.5)
    rule.snapPoints = [0, 0.4, 1]
    #expect(rule.decideCutOff(startFraction: 0.42).target == 0.4)
    #expect(rule.decideCutOff(startFraction: 0.42).outcome == .snap)
    #expect(rule.decideCutOff(startFraction: 0.1).outcome == .cancel)
  }

  /// A quantity, a threshold in a unit of the other kind, and a release on each side of it, for 50 mm.
  @Test func `measures lengths in progress and progress in lengths`() {
    let inMillimetres = ReleaseRule(
      clauses: [.init([.init(.fraction, .above, 20, .init(.millimetre))], then: .finish)],
      otherwise: .cancel)
    #expect(inMillimetres.decide(at(0.4)).outcome == .cancel)
    #expect(inMillimetres.decide(at(0.401)).outcome == .finish)
    #expect(abs((inMillimetres.decide(at(0.401)).margin ?? 0) - 0.05) < 1e-9)
    let inProgress = ReleaseRule(
      clauses: [.init([.init(.travel, .above, 0.4, .init(.progress))], then: .finish)],
      otherwise: .cancel)
    #expect(inProgress.decide(at(0, travel: 20)).outcome == .cancel)
    #expect(inProgress.decide(at(0, travel: 20.1)).outcome == .finish)
  }

  /// The verdict, the progress, and its target among 0, 0.4 and 1.
  static let targets: [(ReleaseRule.Verdict, Double, Double)] = [
    (.finish, 0.1, 1), (.cancel, 0.9, 0), (.nearest, 0.19, 0), (.nearest, 0.21, 0.4),
    (.nearest, 0.69, 0.4), (.nearest, 0.71, 1), (.nearest, -3, 0), (.nearest, 3, 1),
    (.next, 0.39, 0.4), (.next, 0.4, 1), (.next, -1, 0), (.next, 1.5, 1),
    (.previous, 0.39, 0), (.previous, 0.4, 0.4), (.previous, -1, 0), (.previous, 1.5, 1),
  ]

  @Test(arguments: targets)
  func `leads to a snap point`(verdict: ReleaseRule.Verdict, progress: Double, target: Double) {
    let decision = ReleaseRule(snapPoints: [0, 0.4, 1], clauses: [], otherwise: verdict)
      .decide(at(progress))
    #expect(decision.target == target)
    #expect(decision.outcome == (target == 0 ? .cancel : target == 1 ? .finish : .snap))
  }

  /// 0.75 and 12.5 mm/s for a second make exactly 1: there is no snap point beyond.
  @Test func `by GNOME's rule leaves only the snap point where the gesture started`() {
    let rule = ReleaseRule(
      projection: .seconds(1), snapPoints: [0, 1, 2], clauses: [], otherwise: .carried)
    #expect(rule.decide(at(0.75, from: 1, moving: 12.5)).target == 1)
    #expect(rule.decide(at(0.75, from: 1, moving: 12.5)).judgement?.progress == 1)
    #expect(rule.decide(at(0.75, from: 1, moving: 12.6)).target == 2)
    #expect(rule.decide(at(0.75, from: 0, moving: 12.6)).target == 1)
    #expect(rule.decide(at(1.25, from: 1, moving: -12.5)).target == 1)
    #expect(rule.decide(at(1.25, from: 1, moving: -12.6)).target == 0)
  }

  /// In GNOME's trackers, anything that does not move forward counts as moving back.
  @Test func `by GNOME's rule takes rest for a movement back`() {
    let rule = ReleaseRule(
      projection: .seconds(1), snapPoints: [0, 1, 2], clauses: [], otherwise: .carried)
    #expect(rule.decide(at(1.25, from: 1, moving: 0)).target == 1)
    #expect(rule.decide(at(1.25, from: 1, moving: 0.01)).target == 2)
    #expect(rule.decide(at(0.75, from: 1, moving: 0)).target == 0)
    #expect(rule.decide(at(0.75, from: 1, moving: 0.01)).target == 1)
  }

  @Test func `treats NaN as zero`() {
    let release = Release(
      fraction: 0.5, distance: 50, velocity: .infinity, crossVelocity: .infinity)
    for (comparison, threshold) in [
      (ReleaseRule.Comparison.above, 0.5), (.below, -0.5), (.above, 0), (.below, 0),
    ] {
      let rule = ReleaseRule(
        clauses: [
          .init(
            [.init(.speedAxisExcess, comparison, threshold, .init(.millimetre, per: .second))],
            then: .finish)
        ],
        otherwise: .cancel)
      #expect(rule.decide(release).outcome == .cancel)
    }
  }

  @Test(arguments: [1, -1, 0, 2.0])
  func `measures the straight distance`(across: Double) {
    for (threshold, isFarther) in [(0.999, true), (1.001, false)] {
      let distance = (9 + across * across).squareRoot()
      let rule = ReleaseRule(
        clauses: [.init([.init(.straightDistance, .above, threshold * distance)], then: .finish)],
        otherwise: .cancel)
      let release = Release(fraction: 0.5, distance: 50, travel: 3, crossTravel: across)
      #expect(rule.decide(release).outcome == (isFarther ? .finish : .cancel))
    }
  }

  @Test func `has no interval fraction without a snap point on both sides`() {
    for fraction in [1, 1.5, -0.5] {
      for comparison in [ReleaseRule.Comparison.above, .below] {
        let rule = ReleaseRule(
          clauses: [.init([.init(.snapIntervalFraction, comparison, 0)], then: .finish)],
          otherwise: .cancel)
        #expect(rule.decide(Release(fraction: fraction, distance: 50)).outcome == .cancel)
      }
    }
  }

  @Test func `uses the animation's snap points, unless the rule has its own`() {
    var rule = ReleaseRule(fractionAbove: 0.5)
    let other = ReleaseRule(snapPoints: [0, 0.25, 1], clauses: [], otherwise: .nearest)
    #expect(rule.resting(as: other).snapPoints == [0, 0.25, 1])
    rule.snapPoints = [0, 0.75, 1]
    #expect(rule.resting(as: other).snapPoints == [0, 0.75, 1])
  }

  @Test func `is a flick if a clause asks for a velocity`() {
    func isFlick(_ quantity: ReleaseRule.Quantity, _ side: ReleaseRule.Comparison, _ value: Double)
      -> Bool?
    {
      let rule = ReleaseRule(
        clauses: [.init([.init(quantity, side, value)], then: .finish)], otherwise: .cancel)
      return rule.decide(at(0.5, moving: value < 0 ? -90 : 90)).judgement?.isFlick
    }
    #expect(isFlick(.velocity, .above, 80) == true && isFlick(.speed, .atLeast, 80) == true)
    #expect(isFlick(.velocity, .below, -80) == true && isFlick(.velocity, .below, 100) == false)
    #expect(isFlick(.speed, .atMost, 100) == false && isFlick(.fraction, .above, 0.4) == false)
    #expect(isFlick(.velocity, .above, 100) == false)
  }

  @Test func `never has a value that is NaN`() {
    var chance = TestRandom(seed: 12)
    let extremes: [Double] = [
      0, -0.0, .infinity, -.infinity, .nan, 1e300, -1e300, .leastNonzeroMagnitude,
    ]
    for _ in 0..<400 {
      let rule = ReleaseRule.random(using: &chance)
      func extreme() -> Double { extremes.randomElement(using: &chance) ?? 0 }
      let release = Release(
        fraction: extreme(), startFraction: extreme(), distance: 50, travel: extreme(),
        crossTravel: extreme(), lastMovement: extreme(), duration: extreme(),
        restTime: extreme(), velocity: extreme(), crossVelocity: extreme(),
        earlierTravel: extreme())
      let decision = rule.decide(release)
      let ends = rule.snapPoints[0]...(rule.snapPoints.last ?? 1)
      let coasts = decision.judgement?.verdict == .coast && ends.contains(decision.target)
      #expect(coasts || rule.snapPoints.contains(decision.target))
      for finding in (decision.judgement?.findings ?? []).joined() {
        #expect(!finding.value.isNaN)
        #expect(!finding.margin.isNaN)
      }
      for flip in rule.explain(release).flips { #expect(flip.target != decision.target) }
    }
  }
}
