import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import PantographTuning
import Testing

/// Gestures as they come from recordings, with given values.
enum SampleGestures {
  /// A gesture of which the rule's own estimator finds this velocity, and all others, too.
  static func gesture(
    _ release: Release?, meant word: String, by person: String? = nil, on device: String = "pad",
    named name: String = "gesture", end: GestureFeatures.End = .release
  ) -> GestureFeatures {
    GestureFeatures(
      recording: name, number: end == .none ? 0 : 1, time: Timestamp(microseconds: 500_000),
      end: end, release: release,
      velocities: release.map { release in
        VelocityEstimator.allCases.map { _ in
          .init(along: release.velocity, across: release.crossVelocity)
        }
      } ?? [],
      peakPressure: nil, device: device, label: Label(.init(word: word), person: person))
  }

  static func labelled(_ rows: [GestureFeatures]) throws -> [LabelledGesture] {
    try LabelledGesture.all(in: rows, finishing: ["finish"])
  }

  /// Any release.
  static func random(_ random: inout some RandomNumberGenerator) -> Release {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let start = number(0...0.3)
    return Release(
      fraction: number(-0.2...1.2), startFraction: start, distance: number(30...90),
      travel: number(-60...90), crossTravel: number(-40...40), lastMovement: number(-3...3),
      duration: number(0...1.5), restTime: number(0...0.3), velocity: number(-1500...1500),
      crossVelocity: number(-800...800), earlierTravel: number(-10...10))
  }
}

@Suite struct `Tuning a rule` {
  private func solve(_ plan: TuningPlan, _ rows: [GestureFeatures]) throws -> TuningResult {
    try TuningResult(plan, SampleGestures.labelled(rows), of: rows, by: OneWorker())
  }

  private func rows(_ gestures: [(Double, Double, String)]) -> [GestureFeatures] {
    gestures.enumerated().map { index, gesture in
      SampleGestures.gesture(
        Release(fraction: gesture.0, distance: 50, velocity: gesture.1), meant: gesture.2,
        by: "p\(index % 3)", named: "\(index)")
    }
  }

  @Test func `finds the fraction between gestures that should finish and those that should not`()
    throws
  {
    let rows = rows([
      (0.1, 0, "cancel"), (0.3, 0, "nothing"), (0.38, 0, "cancel"), (0.42, 0, "finish"),
      (0.6, 0, "finish"), (0.9, 0, "finish"),
    ])
    let result = try solve(TuningPlan(ReleaseRule(fractionAbove: 0.5)), rows)
    // Half way between 0.38 and 0.42.
    #expect(result.after == ReleaseRule(fractionAbove: 0.4))
    #expect(result.thresholds[0].range == 0.38...0.42)
    #expect(result.scoreBefore.errors == 1 && result.scoreBefore.falseCancels == 1)
    #expect(result.scoreAfter.errors == 0 && result.solution.method == .exact)
    #expect(result.thresholds[0].deciders == [2, 3])
    #expect(result.near.map(\.gesture.features.recording) == ["2", "3"])
  }

  @Test func `finds two thresholds that are right only together`() throws {
    let rule = ReleaseRule(
      clauses: [
        .init([.init(.velocity, .above, 900)], then: .finish),
        .init([.init(.fraction, .above, 0.9)], then: .finish),
      ], otherwise: .cancel)
    let rows = rows([
      (0.1, 300, "finish"), (0.1, 200, "cancel"), (0.7, 0, "finish"), (0.5, 0, "cancel"),
      (0.8, 250, "finish"), (0.3, 100, "cancel"),
    ])
    let result = try solve(TuningPlan(rule), rows)
    #expect(result.scoreAfter.errors == 0)
    // Between 200 and 300 mm/s: the one with 250 is beyond the fraction, and does not matter.
    #expect(result.thresholds.map(\.range) == [200...300, 0.5...0.7])
    #expect(result.thresholds.map(\.after) == [250, 0.6])
  }

  @Test func `weights a false finish as its cost says`() throws {
    // One of three at 0.5 was meant to go back, two were meant to finish.
    let rows = rows([
      (0.2, 0, "cancel"), (0.5, 0, "finish"), (0.5, 0, "finish"), (0.5, 0, "cancel"),
      (0.8, 0, "finish"),
    ])
    var plan = TuningPlan(ReleaseRule(fractionAbove: 0.1))
    #expect(try solve(plan, rows).scoreAfter.falseFinishes == 1)
    plan.costs = .init(falseFinish: 2100, falseCancel: 1000)
    let result = try solve(plan, rows)
    #expect(result.scoreAfter.falseFinishes == 0 && result.scoreAfter.falseCancels == 2)
    #expect(result.scoreAfter.cost == 2000)
    // At twice the cost both outcomes are equally good.
    plan.costs = .init(falseFinish: 2000, falseCancel: 1000)
    #expect(try solve(plan, rows).scoreAfter.cost == 2000)
  }

  @Test func `keeps bounds and fixed thresholds`() throws {
    let rows = rows([
      (0.1, 0, "cancel"), (0.3, 0, "cancel"), (0.7, 0, "finish"), (0.9, 0, "finish"),
    ])
    var plan = TuningPlan(ReleaseRule(fractionAbove: 0.95))
    plan.bounds = [plan.freeThresholds[0]: 0.75...0.8]
    let result = try solve(plan, rows)
    #expect((0.75...0.8).contains(result.thresholds[0].after))
    #expect(result.scoreAfter.falseCancels == 1)
  }

  @Test func `keeps a threshold that no gesture decides`() throws {
    let rule = ReleaseRule(
      clauses: [
        .init([.init(.fraction, .above, 0.5)], then: .finish),
        .init([.init(.velocity, .below, -300)], then: .cancel),
      ], otherwise: .cancel)
    let rows = rows([(0.2, 50, "cancel"), (0.9, 50, "finish")])
    let result = try solve(TuningPlan(rule), rows)
    #expect(result.after.clauses[1].conditions[0].threshold == -300)
    #expect(result.thresholds[1].deciders.isEmpty)
  }

  @Test func `counts unreleased gestures, whatever the thresholds`() throws {
    var rows = rows([(0.2, 0, "cancel"), (0.9, 0, "finish")])
    rows.append(SampleGestures.gesture(nil, meant: "finish", named: "lost", end: .none))
    rows.append(SampleGestures.gesture(nil, meant: "cancel", named: "cut", end: .cutOff))
    rows.append(SampleGestures.gesture(nil, meant: "nothing", named: "still", end: .none))
    let result = try solve(TuningPlan(ReleaseRule(fractionAbove: 0.5)), rows)
    #expect(result.scoreAfter.count == 5 && result.scoreAfter.falseCancels == 1)
    #expect(result.fixedCost == 1000)
    #expect(result.wrong.map(\.gesture.features.recording) == ["lost"])
    #expect(
      result.confusion.rows == [
        .init(word: "finish", finished: 1, unseen: 1), .init(word: "cancel", cancelled: 2),
        .init(word: "nothing", unseen: 1),
      ])
  }

  @Test func `lists hard gestures by their distance to another outcome`() throws {
    let rule = ReleaseRule(fractionAbove: 0.5)
    let rows = rows([
      (0.1, 0, "cancel"), (0.48, 0, "cancel"), (0.9, 0, "finish"), (0.45, 0, "finish"),
      (0.53, 0, "finish"), (0.62, 0, "cancel"), (0.52, 0, "finish"),
    ])
    let gestures = LabelledGestures(try SampleGestures.labelled(rows))
    let (wrong, near) = HardGestures.all(among: gestures, under: rule, within: 0.1)
    // 0.12 and 0.05 from the threshold, the farthest first; then 0.02, 0.02 and 0.03.
    #expect(Array(wrong.numbers) == [5, 3] && wrong.map(\.index) == [5, 3])
    #expect(Set(near.numbers.prefix(2)) == [1, 6] && Array(near.numbers).last == 4)
    for hard in Array(wrong) + near {
      #expect(hard.gesture == gestures[hard.index])
      #expect(hard.isRight == hard.gesture.isRight(by: rule))
      let distance = abs(try #require(hard.gesture.features.release).fraction - 0.5)
      #expect(abs(try #require(hard.nearness) - distance) < 1e-9)
    }
  }

  @Test func `ranks each quantity as its curve does, and returns the curve when asked`() throws {
    // Of the four pairs of a finish and a cancel the fraction has three in order, the velocity one.
    let rows = rows([
      (0.2, 400, "cancel"), (0.6, 100, "cancel"), (0.5, 50, "finish"), (0.9, 300, "finish"),
    ])
    let rule = ReleaseRule(
      clauses: [
        .init([.init(.velocity, .above, 900)], then: .finish),
        .init([.init(.fraction, .above, 0.55)], then: .finish),
      ], otherwise: .cancel)
    let result = try solve(TuningPlan(rule), rows)
    #expect(result.rankings.map(\.areaUnderROC) == [0.25, 0.75])
    let curves = try result.rankings.map { try #require(result.curve(of: $0)) }
    #expect(curves[1].points.map(\.threshold) == [.infinity, 0.9, 0.6, 0.5, 0.2])
    #expect(result.rankings.map(\.averagePrecision) == curves.map(\.averagePrecision))
  }

  /// Of twenty values from 0.00 to 0.95, two lie outside on each side: 0.10 to 0.90 are between.
  @Test func `measures slack by the spread of gestures from the 10th to the 90th percentile`()
    throws
  {
    var gestures: [(Double, Double, String)] = []
    for index in 0..<20 {
      gestures.append((Double(index) / 20, Double(index * index), index < 9 ? "cancel" : "finish"))
    }
    let rows = rows(gestures)
    let rule = ReleaseRule(
      clauses: [
        .init([.init(.fraction, .above, 0.5), .init(.velocity, .above, 9)], then: .finish)
      ],
      otherwise: .cancel)
    let tuning = try RuleTuning(
      rule, rule.thresholdPositions, gestures: SampleGestures.labelled(rows))
    let scales: [Double] = tuning.problem.axes.map(\.scale)
    #expect(abs(scales[0] - 0.8) < 1e-12)
    #expect(scales[1] == 18 * 18 - 2 * 2)
  }

  @Test func `tunes eight thresholds at most`() throws {
    func tuning(_ count: Int) throws -> RuleTuning {
      let clauses = (0..<count).map { index in
        ReleaseRule.Clause([.init(.velocity, .above, Double(900 - index))], then: .finish)
      }
      let rule = ReleaseRule(clauses: clauses, otherwise: .cancel)
      return try RuleTuning(
        rule, rule.thresholdPositions,
        gestures: SampleGestures.labelled(rows([(0.2, 0, "cancel"), (0.9, 0, "finish")])))
    }
    #expect(try tuning(8).freeThresholds.count == 8)
    #expect(throws: Complaint.self) { try tuning(9) }
  }

  /// The costs of the search are the results of the rule: for every preset, for gestures of
  /// all kinds, with thresholds of all kinds.
  @Test(arguments: ReleasePreset.all.filter { !$0.rule.thresholdPositions.isEmpty })
  func `has the costs of every rule at any thresholds`(preset: ReleasePreset) throws {
    var random = TestRandom(seed: 5)
    var gestures: [LabelledGesture] = []
    for _ in 0..<60 {
      let row = SampleGestures.gesture(SampleGestures.random(&random), meant: "finish")
      gestures.append(
        LabelledGesture(row, Label(.finish), isMeantToFinish: Bool.random(using: &random)))
    }
    let rule = preset.rule
    let positions = Array(rule.thresholdPositions.prefix(RuleTuning.maximumCount))
    let costs = TuningScore.Costs(falseFinish: 3000, falseCancel: 1000)
    let tuning = try RuleTuning(rule, positions, gestures: gestures, costs: costs)
    var seen: Set<Int> = []
    for _ in 0..<40 {
      let thresholds = positions.indices.map { index in
        let values = tuning.problem.items.map { $0.values[index] }
        let value = values.randomElement(using: &random) ?? 0
        return value + .random(in: -0.1...0.1, using: &random) * max(abs(value), 0.01)
      }
      let cost = tuning.problem.cost(of: thresholds)
      seen.insert(cost)
      #expect(TuningScore(tuning.rule(with: thresholds), gestures, costs).cost == cost)
    }
    #expect(seen.count > 1)
  }
}

@Suite struct `Labelled gestures` {
  private func mistake(_ words: [String], finishing: [String] = ["finish"]) -> String? {
    let rows = words.map { word in
      var row = SampleGestures.gesture(Release(fraction: 0.5, distance: 50), meant: word)
      if word.isEmpty { row.label = nil }
      return row
    }
    do {
      _ = try LabelledGesture.all(in: rows, finishing: finishing)
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test func `are of two classes`() {
    #expect(mistake(["finish", "cancel", ""]) == nil)
    #expect(mistake(["scroll", "tap", "nothing"], finishing: ["scroll"]) == nil)
    #expect(
      mistake(["finish", "finish"])?.contains("all labelled gestures should finish") == true)
    #expect(
      mistake(["cancel"])?.contains("the only labelled gesture should not finish") == true)
    #expect(mistake(["", ""])?.contains("none of 2 gestures has a label") == true)
    #expect(mistake(["scroll", "tap"])?.contains("--finish scroll") == true)
    #expect(
      mistake(["scroll", "tap"], finishing: ["scrol"])?.contains("no gesture has this label")
        == true)
  }
}

@Suite struct `Gestures under another interaction` {
  private func gesture(_ number: Int, at time: Int64, meant word: String) -> GestureFeatures {
    var row = SampleGestures.gesture(
      Release(fraction: 0.5, distance: 50), meant: word, named: "a.yml")
    (row.number, row.time) = (number, Timestamp(microseconds: time))
    return row
  }

  /// The second of three gestures is no longer recognised, so that the third has its number.
  @Test func `are identified by their release times, and not by their numbers`() throws {
    let known = try SampleGestures.labelled([
      gesture(1, at: 500_000, meant: "cancel"), gesture(2, at: 900_000, meant: "cancel"),
      gesture(3, at: 1_400_000, meant: "finish"),
    ])
    var rows = [
      gesture(1, at: 500_000, meant: "nothing"), gesture(2, at: 1_449_999, meant: "nothing"),
      gesture(3, at: 2_000_000, meant: "nothing"),
    ]
    let found = LabelledGesture.matching(known, in: rows)
    #expect(found.map(\.features.number) == [1, 0, 2])
    #expect(found.map(\.features.end) == [.release, .none, .release])
    #expect(found.map(\.label.meaning) == [.cancel, .cancel, .finish])
    #expect(found.map(\.isMeantToFinish) == [false, false, true])
    // More than 50 ms later it is another gesture.
    rows[1].time = Timestamp(microseconds: 1_450_001)
    #expect(LabelledGesture.matching(known, in: rows)[2].features.end == .none)
  }

  @Test func `of one person alone give intervals, too`() throws {
    let rows = (0..<40).map { index in
      SampleGestures.gesture(
        Release(fraction: Double(index) / 40, distance: 50),
        meant: (index * 7) % 40 > 20 ? "finish" : "cancel", by: "ann", named: "\(index)")
    }
    let result = try TuningResult(
      TuningPlan(ReleaseRule(fractionAbove: 0.5)), SampleGestures.labelled(rows), of: rows,
      by: OneWorker())
    let interval = try #require(result.thresholds[0].interval)
    #expect(interval.lowerBound < interval.upperBound)
  }

  /// 12 gestures at 10…21 mm/s must not finish and 12 at 121…132 must: every threshold from 21 to 121 is
  /// as good, and every resample has a range that contains this one.
  @Test func `have an interval that contains the printed range`() throws {
    let rows = (0..<24).map { index in
      let velocity = Double(index < 12 ? 10 + index : 109 + index)
      return SampleGestures.gesture(
        Release(fraction: 0.5, distance: 50, velocity: velocity),
        meant: index < 12 ? "cancel" : "finish", named: "\(index)")
    }
    let rule = ReleaseRule(
      clauses: [.init([.init(.velocity, .above, 100)], then: .finish)], otherwise: .cancel)
    let result = try TuningResult(
      TuningPlan(rule), SampleGestures.labelled(rows), of: rows, by: OneWorker())
    let threshold = result.thresholds[0]
    #expect(threshold.range == 21...121)
    let interval = try #require(threshold.interval)
    #expect(interval.lowerBound <= 21 && interval.upperBound >= 121)
    #expect(interval.contains(threshold.after))
    #expect(result.finishing.released == 12 && result.others.released == 12)
  }
}
