import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographTestSupport
import PantographTrajectories
import PantographTuning

/// Gestures of ten people who flick, drag and turn back.
struct TunedGestures {
  /// A rule for fast flicks or long drags.
  static let rule = ReleaseRule(
    clauses: [
      .init([.init(.velocity, .above, 900)], then: .finish),
      .init([.init(.fraction, .above, 0.75)], then: .finish),
    ], otherwise: .cancel)

  private static let people = [
    "ada", "ben", "cleo", "dan", "eve", "fay", "gil", "hal", "ida", "jon",
  ]

  var rows: [GestureFeatures] = []

  /// Makes gestures, with one in ten labels wrong.
  init(
    count: Int,
    named name: (Int) -> String = {
      "Gestures/\(["ada", "ben", "cleo", "dan", "eve"][$0 % 5])-\($0).yml"
    }
  ) {
    var random = TestRandom(seed: 11)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for index in 0..<count {
      let isMeant = Bool.random(using: &random)
      let isFlick = isMeant && number(0...1) < 0.5
      let fraction =
        isMeant ? isFlick ? number(0.1...0.6) : number(0.45...1.05) : number(0.02...0.55)
      let velocity =
        isFlick ? number(350...1100) : isMeant ? number(-60...300) : number(-350...420)
      let isWrong = number(0...1) < 0.1
      let release = Release(
        fraction: (fraction * 1000).rounded() / 1000, distance: 60,
        duration: (number(0.12...0.6) * 1000).rounded() / 1000,
        velocity: (velocity * 10).rounded() / 10, crossVelocity: (number(-80...80)).rounded())
      rows.append(
        GestureFeatures(
          recording: name(index), number: 1, time: Timestamp(microseconds: 500_000), end: .release,
          release: release,
          velocities: VelocityEstimator.allCases.map { _ in
            .init(along: release.velocity, across: release.crossVelocity)
          }, peakPressure: nil, device: index % 3 == 0 ? "pad" : "screen",
          label: Label(
            isMeant != isWrong ? .finish : .cancel,
            person: Self.people[index % Self.people.count])))
    }
  }

  /// Returns the result of tuning.
  func tuned(
    _ rule: ReleaseRule = Self.rule, costs: TuningScore.Costs = .init(), draws: Int = 0,
    folds: Int = 0, finishing words: [String] = ["finish"]
  ) throws -> TuningResult {
    var plan = TuningPlan(rule)
    plan.resamples = draws
    plan.folds = folds
    plan.costs = costs
    plan.rivals = ReleasePreset.all.prefix(6).map { ($0.name, $0.rule) }
    let gestures = try LabelledGesture.all(in: rows, finishing: words)
    return try TuningResult(plan, gestures, of: rows, by: OneWorker())
  }

  /// Returns a plausible trajectory: smooth tracking up to the release, then settling.
  static func trajectory(of gesture: HardGesture) -> HardTrajectory {
    guard let release = gesture.gesture.features.release else {
      return HardTrajectory(of: gesture.index, .missing("no gesture was recognised"))
    }
    let target = gesture.outcome == .finish ? 1.0 : 0
    var samples: [Sample] = []
    let step = 1.0 / 120
    let releaseTime = 0.1 + release.duration
    for count in 0..<110 {
      let time = Double(count) * step
      let isBefore = time < releaseTime
      let share = min(max((time - 0.1) / release.duration, 0), 1)
      let rest = max(1 - (time - releaseTime) / 0.3, 0)
      let fraction =
        isBefore
        ? release.fraction * share * share * (3 - 2 * share)
        : target + (release.fraction - target) * rest * rest * rest
      samples.append(
        Sample(
          time: Timestamp(microseconds: Int64(time * 1_000_000)),
          phase: isBefore ? .tracking : rest > 0 ? .settling : .rest, fraction: fraction,
          velocity: 0, values: []))
    }
    return HardTrajectory(
      of: gesture.index,
      .replayed(samples, release: Timestamp(microseconds: Int64(releaseTime * 1_000_000))))
  }
}

/// Runs one piece of work after the other.
struct OneWorker: Workers {
  func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome] {
    (0..<count).map(piece)
  }
}

extension LabelledGesture {
  /// Returns the labelled ones among gestures.
  static func all(
    in rows: [GestureFeatures], finishing words: [String]
  ) throws(Complaint) -> LabelledGestures {
    try all(in: rows.reduce(into: GestureTable()) { $0.append($1) }, finishing: words)
  }
}
