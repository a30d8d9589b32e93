import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographTestSupport
import PantographTuning
import Testing

@Suite struct `A report of tuning` {
  /// Gestures at fractions, with a label and a person each.
  private func rows(_ gestures: [(fraction: Double, word: String, person: String?)])
    -> [GestureFeatures]
  {
    gestures.enumerated().map { index, gesture in
      GestureFeatures(
        recording: "\(index)", number: 1, time: Timestamp(microseconds: 500_000), end: .release,
        release: Release(fraction: gesture.fraction, distance: 50),
        velocities: VelocityEstimator.allCases.map { _ in .init(along: 0, across: 0) },
        peakPressure: nil, device: "pad",
        label: Label(.init(word: gesture.word), person: gesture.person))
    }
  }

  private func result(
    _ rows: [GestureFeatures], _ change: (inout TuningPlan) -> Void = { _ in }
  ) throws -> TuningResult {
    var plan = TuningPlan(ReleaseRule(fractionAbove: 0.5))
    change(&plan)
    return try TuningResult(
      plan, LabelledGesture.all(in: rows, finishing: ["finish"]), of: rows, by: OneWorker())
  }

  private func report(_ result: TuningResult) -> TuneReport {
    TuneReport(result, of: .pan(.init()))
  }

  // MARK: Bounds

  /// Two gestures that should finish are at −0.2 and −0.1, and two that should not are below them.
  private var beyond: [GestureFeatures] {
    rows(
      [(-0.4, "cancel"), (-0.3, "cancel"), (-0.2, "finish"), (-0.1, "finish"), (0.3, "finish")]
        .map { ($0.0, $0.1, nil) })
  }

  @Test func `names the bounds, and the option that widens one that is reached`() throws {
    let result = try result(beyond) { $0.resamples = 0 }
    #expect(result.scoreAfter.errors == 2)
    #expect(result.thresholds[0].range == 0...0.3)
    let report = report(result)
    let text = report.lines.joined(separator: "\n")
    #expect(
      text.contains(
        "these thresholds are optimal for these gestures with fraction from 0 to 1: all were tried")
    )
    let sentence =
      "fraction is at its bound of 0, but gestures reach −0.400; --bounds fraction=-0.4..1 searches"
      + " there, too"
    #expect(report.warnings.last == sentence && text.contains(sentence))
    let json = Array(report.json).joined()
    #expect(json.contains(#""bounds":[0.000000000,1.000000000],"atBound":0.000000,"#), "\(json)")
  }

  @Test func `does not flag a threshold within its bounds`() throws {
    let result = try result(beyond) {
      $0.resamples = 0
      $0.bounds = [.init(clause: 0, condition: 0): -0.4...1]
    }
    #expect(result.scoreAfter.errors == 0)
    let report = report(result)
    #expect(!report.warnings.contains { $0.contains("bound") })
    #expect(report.lines.joined().contains("with fraction from −0.4 to 1: all were tried"))
    #expect(Array(report.json).joined().contains(#""atBound":null"#))
  }

  /// A bound is flagged only if a gesture is beyond it, and wider bounds have round ends that include all.
  @Test(arguments: [
    (0.0...1.0, [0.1, 0.9], nil, nil), (0.0...1.0, [-0.13, 0.9], 0.0, -0.2...1.0),
    (0.0...0.5, [0.2, 0.73], 0.5, 0.0...0.8), (0.0...0.5, [-0.13, 0.73], 0.0, -0.2...0.8),
    (0.4...0.4, [0.1, 0.9], nil, nil),
    (0.0...Double.greatestFiniteMagnitude, [-3, 12], 0.0, -3.0...20.0),
  ])
  func `flags a bound before a gesture`(
    bounds: ClosedRange<Double>, values: [Double], bound: Double?, wider: ClosedRange<Double>?
  ) {
    let reached = TuningResult.ReachedBound(bounds, within: bounds, among: values)
    #expect(reached?.bound == bound && reached?.wider == wider)
    // Away from the bounds there is nothing to flag.
    #expect(TuningResult.ReachedBound(0.2...0.3, within: bounds, among: values) == nil)
  }

  /// Ten flicks of 310 to 400 mm/s finish; the rule asks for 300, from where all slower ones cancel.
  @Test func `gives thresholds before and after their unit`() throws {
    let rows = (0..<20).map { index in
      GestureFeatures(
        recording: "\(index)", number: 1, time: Timestamp(microseconds: 500_000), end: .release,
        release: Release(fraction: 0.5, distance: 50, velocity: 210 + 10 * Double(index)),
        velocities: VelocityEstimator.allCases.map { _ in
          .init(along: 210 + 10 * Double(index), across: 0)
        },
        peakPressure: nil, device: "pad", label: Label(index < 10 ? .cancel : .finish))
    }
    var plan = TuningPlan(
      ReleaseRule(
        clauses: [.init([.init(.velocity, .above, 300)], then: .finish)], otherwise: .cancel))
    plan.resamples = 0
    let result = try TuningResult(
      plan, LabelledGesture.all(in: rows, finishing: ["finish"]), of: rows, by: OneWorker())
    let lines = report(result).lines
    let row = try #require(lines.first { $0.contains("velocity") && $0.contains("300") })
    #expect(row.matches(of: #/mm\/s/#).count == 2, "\(row)")
  }

  // MARK: People

  /// Twelve gestures of each of some people, of which the fraction separates all but one.
  private func gestures(of people: [String?]) -> [GestureFeatures] {
    rows(
      people.flatMap { person in
        (0..<12).map { (Double($0) / 12, $0 == 2 || $0 > 6 ? "finish" : "cancel", person) }
      })
  }

  private static let names = ["ann", "bob", "eve", "fay", "gil", "hal", "ida", "jon"]

  @Test func `gives no interval over fewer than eight people, but states how many there are`()
    throws
  {
    for count in [2, 3, 7] {
      let result = try result(gestures(of: Array(Self.names.prefix(count))))
      #expect(result.thresholds[0].interval == nil && result.resamples == 0)
      #expect(result.scoreAfter.interval == nil)
      let text = report(result).lines.joined(separator: "\n")
      #expect(text.contains("  \(count) people: too few for an interval over people"))
      #expect(!text.contains("95 % CI"))
    }
  }

  @Test func `gives intervals over eight people, and of their error rates`() throws {
    let result = try result(gestures(of: Self.names))
    #expect(result.thresholds[0].interval != nil && result.resamples == 200)
    let text = report(result).lines.joined(separator: "\n")
    #expect(text.contains("  95 % CI: over 8 people\n"))
    #expect(text.contains("5-fold cross-validation over 8 people: 8.3 % (95 % CI "))
    let scores = try #require(text.split(separator: "\n").first { $0.hasPrefix("  tuned ") })
    #expect(scores.contains("8 of 96  8.3 %  ") && scores.contains(" … "))
    let json = Array(report(result).json).joined()
    #expect(json.contains(#""certainty":"95 % CI: over 8 people""#))
    let page = TunePage(result, of: .pan(.init()), named: "x").text
    #expect(page.contains("CI: over 8 people."))
  }

  @Test func `gives intervals for one person, and says that they are`() throws {
    let result = try result(gestures(of: ["ann"]))
    #expect(result.thresholds[0].interval != nil && result.scoreAfter.interval == nil)
    let text = report(result).lines.joined(separator: "\n")
    #expect(text.contains("  95 % CI: over the gestures of ann, for this person only\n"))
    let unnamed = try self.result(gestures(of: [nil]))
    #expect(unnamed.thresholds[0].interval != nil)
    #expect(report(unnamed).lines.joined().contains("none of which names a person; too narrow"))
  }

  /// Of each person, 0.7 gets two gestures wrong that the tuned fraction gets right; 0.1 four, and the early one right.
  @Test(arguments: [(0.7, 16, 0), (0.1, 32, 8)])
  func `compares cross-validation with the rule before tuning`(
    before: Double, better: Int, worse: Int
  ) throws {
    let result = try result(gestures(of: Self.names)) {
      $0.rule = ReleaseRule(fractionAbove: before)
    }
    let test = try #require(result.validations.first?.againstOriginal)
    #expect(test == PairedTest(better: better, worse: worse))
    let text = report(result).lines.joined(separator: "\n")
    #expect(
      text.contains(
        "held out, \(better) gestures better and \(worse) worse than before: exact paired test, p = 0.000"
      ))
  }

  // MARK: One person

  /// Ann goes 0.2 farther than the others, whose best threshold is 0.5.
  private var farther: [GestureFeatures] {
    rows(
      ["ann", "bob", "eve", "fay"].flatMap { person in
        [0.2, 0.3, 0.4, 0.46, 0.54, 0.6, 0.7, 0.8].map {
          ($0 + (person == "ann" ? 0.2 : 0), $0 > 0.5 ? "finish" : "cancel", person)
        }
      })
  }

  @Test func `draws the thresholds of one person toward those of all others`() throws {
    let result = try result(farther) { $0.person = "ann" }
    let personal = try #require(result.personal)
    let threshold = try #require(personal.thresholds.first)
    #expect(threshold.others == 0.5 && threshold.alone == 0.7)
    let spread = try #require(result.thresholds[0].spread)
    // Three people at 0 and one at 0.2: 0.1 between them.
    #expect(abs(spread.between - 0.1) < 0.02)
    #expect(threshold.weight == spread.weight(count: 8))
    #expect(threshold.weight > 0.5 && threshold.weight < 1)
    let middle = 0.5 + 0.2 * threshold.weight
    #expect(abs(threshold.value - middle) <= 0.001)
    let text = report(result).lines.joined(separator: "\n")
    #expect(text.contains("threshold  all others  alone  weight  for ann"))
    #expect(
      text.contains(
        "for ann, drawn toward all others' by the spread (empirical Bayes) of 8 gestures"))
    #expect(text.contains("one-way random effects"))
    #expect(
      Array(report(result).json).joined().contains(#""personal":{"person":"ann","gestures":8,"#))
    let page = TunePage(result, of: .pan(.init()), named: "x").text
    #expect(page.contains("For ann, drawn toward all others&#39; by the spread"))
  }

  @Test func `refuses a person without gestures, or without others`() throws {
    #expect(throws: Complaint.self) { try result(farther) { $0.person = "anne" } }
    #expect(throws: Complaint.self) { try result(gestures(of: ["ann"])) { $0.person = "ann" } }
  }
}
