import Foundation
import Pantograph
import PantographBase
import PantographMotion
import PantographTestSupport
import PantographTraces
import PantographTuning
import Testing

@Suite struct `A fitted timing` {
  static let flick = TimedRelease(fraction: 0.7, velocity: 6, target: 1)
  static let slow = TimedRelease(fraction: 0.6, velocity: 0.4, target: 1)
  static let back = TimedRelease(fraction: 0.35, velocity: 1.2, target: 0)

  private static func goals(
    for figures: TimingFigures, _ measures: [TimingFigures.Measure] = TimingFigures.Measure.allCases
  ) throws -> [TimingGoal] {
    try measures.map { try TimingGoal($0, figures[$0], .near) }
  }

  static let springs = [(0.4, 0.7), (0.25, 0.55), (0.8, 0.85), (0.12, 0.4), (1.5, 0.95)].map {
    Spring(response: $0.0, dampingRatio: $0.1)
  }

  @Test(arguments: springs, [flick, slow, back])
  func `restores the spring that its goals came from`(spring: Spring, release: TimedRelease)
    throws
  {
    let goals = try Self.goals(for: TimingFigures(of: spring, after: release))
    let found = try TimingSearch(goals: goals, releases: [release]).solve().overall.spring
    // The least overshoot that counts is a hundredth; where there is less, and no peak after the start,
    // several springs have the same figures, and any of them will do.
    let cost = try TimingSearch(goals: goals, releases: [release]).cost(of: found)
    #expect(cost < 1e-10)
    let figures = TimingFigures(of: spring, after: release)
    if figures.overshoot > 0.01 {
      #expect(abs(found.response - spring.response) < 1e-3 * spring.response)
      #expect(abs(found.dampingRatio - spring.dampingRatio) < 1e-3)
    }
  }

  @Test func `is one for all releases, and one for each`() throws {
    let spring = Spring(response: 0.4, dampingRatio: 0.6)
    let goals = try Self.goals(for: TimingFigures(of: spring, after: Self.slow))
    let solution = try TimingSearch(goals: goals, releases: [Self.slow, Self.flick]).solve()
    let alone = solution.gestures[0].best
    #expect(abs(alone.spring.response - 0.4) < 1e-3)
    #expect(abs(alone.spring.dampingRatio - 0.6) < 1e-3)
    #expect(alone.cost < 1e-10)
    // The best spring for one alone is not the best for both.
    #expect(solution.overall.cost > 0.01)
    #expect(abs(solution.gestures.reduce(0) { $0 + $1.cost } - solution.overall.cost) < 1e-12)
    for gesture in solution.gestures { #expect(gesture.best.cost <= gesture.cost) }
  }

  @Test func `is a compromise between contradictory goals`() throws {
    // Settled in no time, and never fast.
    let goals = [
      try TimingGoal(.settleTime, 0.1, .near), try TimingGoal(.peakVelocity, 1, .near, weight: 0.2),
      try TimingGoal(.overshoot, 0.03, .atMost),
    ]
    let releases = [Self.slow, Self.back]
    let search = try TimingSearch(goals: goals, releases: releases)
    let found = search.solve().overall
    #expect(found.cost > 0.1)
    #expect(abs(search.cost(of: found.spring) - found.cost) < 1e-12)
    // All springs, a hundredth of a response and of the critical damping apart.
    var best = (cost: Double.infinity, spring: found.spring)
    var response = 0.05
    while response <= 2 {
      for hundredths in 20...100 {
        let spring = Spring(response: response, dampingRatio: Double(hundredths) / 100)
        // The sum, worked out here once more.
        let cost = releases.reduce(0.0) { sum, release in
          let figures = TimingFigures(of: spring, after: release)
          let late = (figures.settleTime - 0.1) / 0.1
          let fast = (figures.peakVelocity - 1) / 1
          let far = max(figures.overshoot - 0.03, 0) / 0.03
          return sum + late * late + 0.2 * fast * fast + far * far
        }
        if cost < best.cost { best = (cost, spring) }
      }
      response *= 1.01
    }
    #expect(abs(found.cost - best.cost) < 0.02 * best.cost)
    #expect(abs(found.spring.response - best.spring.response) <= 0.02 * best.spring.response)
    #expect(abs(found.spring.dampingRatio - best.spring.dampingRatio) <= 0.02)
  }

  @Test func `stays the same where all goals are met`() throws {
    let now = Spring(response: 0.37, dampingRatio: 0.83)
    let goals = [
      try TimingGoal(.settleTime, 1, .atMost), try TimingGoal(.overshoot, 0.5, .atMost),
      try TimingGoal(.peakVelocity, 50, .atMost),
    ]
    let solution = try TimingSearch(goals: goals, releases: [Self.flick], reference: now).solve()
    #expect(solution.overall.cost == 0)
    #expect(abs(solution.overall.spring.response - 0.37) < 1e-9)
    #expect(abs(solution.overall.spring.dampingRatio - 0.83) < 1e-9)
    #expect(!solution.isAtEdge)
  }

  @Test func `has at most three decimals`() throws {
    // The settle time of the goal lies where an oscillation just leaves the band, at any response.
    let goals = [
      try TimingGoal(.settleTime, 0.3, .atMost), try TimingGoal(.overshoot, 0.02, .near),
      try TimingGoal(.peakVelocity, 5, .near),
    ]
    let releases = [Self.flick, Self.slow]
    let solution = try TimingSearch(goals: goals, releases: releases).solve()
    for spring in [solution.overall.spring] + solution.gestures.map(\.best.spring) {
      for number in [spring.response, spring.dampingRatio] {
        #expect(abs(number * 1000 - (number * 1000).rounded()) < 1e-6)
      }
    }
    for gesture in solution.gestures {
      let written = Spring(
        response: (solution.overall.spring.response * 1000).rounded() / 1000,
        dampingRatio: (solution.overall.spring.dampingRatio * 1000).rounded() / 1000)
      let figures = TimingFigures(of: written, after: gesture.release)
      #expect(abs(figures.settleTime - gesture.figures.settleTime) < 1e-9)
    }
  }

  @Test func `has a miss relative to its goal, and none below an upper limit`() throws {
    let figures = TimingFigures(settleTime: 0.5, overshoot: 0.04, peakVelocity: 3)
    func miss(
      _ measure: TimingFigures.Measure, _ value: Double, _ sense: TimingGoal.Sense
    ) throws -> Double { try TimingGoal(measure, value, sense).miss(of: figures) }
    #expect(try miss(.settleTime, 0.4, .near) == (0.5 - 0.4) / 0.4)
    #expect(try miss(.settleTime, 0.4, .atMost) == (0.5 - 0.4) / 0.4)
    #expect(try miss(.peakVelocity, 4, .near) == -0.25)
    #expect(try miss(.peakVelocity, 4, .atMost) == 0)
    // For no overshoot the miss is relative to a hundredth of the distance, which is not visible.
    #expect(try miss(.overshoot, 0, .near) == 4)
    #expect(try miss(.overshoot, 0.01, .near) == 3)
    #expect(abs(try miss(.overshoot, 0.02, .near) - 1) < 1e-12)
  }

  @Test func `reports a result at the edge of its range`() throws {
    // At once is sooner than any spring that is tried.
    let goals = [try TimingGoal(.settleTime, 0.001, .near)]
    let solution = try TimingSearch(goals: goals, releases: [Self.slow]).solve()
    #expect(solution.isAtEdge)
    #expect(abs(solution.overall.spring.response - 0.05) < 1e-9)
    // One that creeps is not tried.
    let creeping = Spring(response: 0.4, dampingRatio: 1.6)
    let own = try Self.goals(for: TimingFigures(of: creeping, after: Self.slow))
    let usual = try TimingSearch(goals: own, releases: [Self.slow]).solve().overall
    #expect(usual.spring.dampingRatio <= 1)
  }

  @Test(arguments: [Double.nan, .infinity, -0.1, -.infinity])
  func `refuses invalid goals`(value: Double) {
    for measure in TimingFigures.Measure.allCases {
      #expect(throws: Complaint.self) { try TimingGoal(measure, value, .near) }
      #expect(throws: Complaint.self) { try TimingGoal(measure, 1, .near, weight: value) }
    }
  }

  @Test func `refuses them with a message`() throws {
    func sentence(_ make: () throws -> Void) -> String {
      do {
        try make()
        return ""
      } catch {
        return (error as? Complaint)?.sentence ?? "\(error)"
      }
    }
    #expect(
      sentence { _ = try TimingGoal(.settleTime, 0, .near) }
        == "settle time: expected a number above 0, not 0.0")
    #expect(
      sentence { _ = try TimingGoal(.overshoot, -1, .near) }
        == "overshoot: expected a number of 0 or more, not -1.0")
    #expect(sentence { _ = try TimingGoal(.overshoot, 0, .near) } == "")
    #expect(
      sentence { _ = try TimingGoal(.peakVelocity, 1, .near, weight: 0) }
        == "peak velocity: expected a weight above 0, not 0.0")
    #expect(
      sentence { _ = try TimingSearch(goals: [], releases: [Self.slow]) }
        == "no goal: expected a settle time, an overshoot or a peak velocity")
    let goal = try TimingGoal(.overshoot, 0, .near)
    #expect(
      sentence { _ = try TimingSearch(goals: [goal], releases: []) }
        == "no release to fit a spring to")
    let nowhere = TimedRelease(fraction: .nan, velocity: 0, target: 1)
    #expect(
      sentence { _ = try TimingSearch(goals: [goal], releases: [nowhere]) }
        == "a release needs a finite fraction, target and velocity")
  }
}

@Suite struct `Figures of a timing` {
  /// Recordings whose releases are taken over by a spring of a response of its own.
  static let recordings = [
    "touchpad-flick", "touchpad-pan-finish", "b7-spring-to-centre", "b4-preview-commit",
  ]

  @Test(arguments: recordings)
  func `are what is measured of the animation itself`(name: String) throws {
    let found = try Pantograph.Case(Repository.recordings.appendingPathComponent(name).path)
    var interaction = try Interaction(file: found.interaction)
    // Measurements are as close to the truth as samples are to each other.
    interaction.rate = 2000
    var log = TimedReleaseLog(interaction)
    var replay = try Replay(RecordingStream(found.recording), driving: interaction)
    try replay.run(into: &log)
    #expect(!log.entries.isEmpty)
    for entry in log.entries {
      let settle = entry.direction == .finish ? interaction.finish : interaction.cancel
      guard let spring = settle.knownSpring, let seen = entry.release.current else { continue }
      let figures = TimingFigures(of: spring, after: entry.release)
      #expect(abs(figures.settleTime - seen.settleTime) < 1e-4)
      #expect(abs(figures.overshoot - seen.overshoot) < 1e-5)
      #expect(abs(figures.peakVelocity - seen.peakVelocity) < 1e-3)
    }
  }
}
