import Foundation
import PantographTestSupport
import PantographTuning
import Testing

/// The answers of scikit-learn, from Tests/Oracles/rank_curves.py.
enum Sklearn {
  static let script = Repository.script("rank_curves.py")
    .path
  static let isThere = OtherProgram.pythonRuns(script)
  static let absence = OtherProgram.absence("scikit-learn")

  /// The numbers it answers, a row for each line.
  static func answer(_ questions: String) throws -> [[Double]] {
    let folder = try TemporaryFolder()
    let file = try folder.file("questions", questions)
    let answer = try Program(try #require(OtherProgram.python), [script, file.path])
    #expect(answer.status == 0, "\(answer.complaints)")
    return answer.output.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
  }

  static func line(_ numbers: [Double]) -> String {
    numbers.map { "\($0)" }.joined(separator: " ") + "\n"
  }
}

@Suite struct `A rank curve` {
  /// Scores with many ties, and classes that they separate more or less well.
  struct Rows {
    var scores: [Double] = []
    var areMeant: [Bool] = []

    init(seed: UInt64) {
      var random = TestRandom(seed: seed)
      let count = Int.random(in: 2...60, using: &random)
      let kinds = Int.random(in: 1...20, using: &random)
      while Set(areMeant).count < 2 {
        scores = (0..<count).map { _ in Double(Int.random(in: -kinds...kinds, using: &random)) / 4 }
        areMeant = scores.map { $0 > Double.random(in: -4...4, using: &random) }
      }
    }
  }

  private func expectEqual(
    _ ours: [Double], _ theirs: [Double], _ comment: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let areEqual =
      ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { $0 == $1 || abs($0 - $1) <= 1e-12 }
    #expect(areEqual, "\(comment): \(ours) \(theirs)", sourceLocation: location)
  }

  @Test(.enabled(if: Sklearn.isThere, Sklearn.absence), arguments: [false, true])
  func `is that of scikit-learn`(lowIsPositive: Bool) throws {
    let all = (0..<60).map { Rows(seed: $0) }
    let sign = lowIsPositive ? -1.0 : 1
    let questions = all.map { rows in
      Sklearn.line(rows.scores.map { sign * $0 }) + Sklearn.line(rows.areMeant.map { $0 ? 1 : 0 })
        + Sklearn.line(rows.scores.map { _ in 1 })
    }
    let answer = try Sklearn.answer(questions.joined(separator: "\n"))
    try #require(answer.count == 7 * all.count)
    for (index, rows) in all.enumerated() {
      let theirs = answer[7 * index..<7 * index + 7].map(\.self)
      let curve = try #require(
        RankCurve(
          scores: rows.scores, areMeant: rows.areMeant, lowIsPositive: lowIsPositive))
      let points = curve.points
      expectEqual(points.map { sign * $0.threshold }, theirs[0], "\(index) thresholds")
      expectEqual(points.map(\.falsePositiveRate), theirs[1], "\(index) false positives")
      expectEqual(points.map(\.truePositiveRate), theirs[2], "\(index) true positives")
      // Theirs go in the other direction, the last without a threshold.
      let reversed = points.reversed()
      expectEqual(reversed.dropLast().map { sign * $0.threshold }, theirs[3], "\(index) levels")
      expectEqual(reversed.map(\.precision), theirs[4], "\(index) precision")
      expectEqual(reversed.map(\.truePositiveRate), theirs[5], "\(index) recall")
      expectEqual(
        [curve.areaUnderROC, curve.averagePrecision], Array(theirs[6].prefix(2)),
        "\(index) areas")
    }
  }

  @Test func `has the area of all pairs, ties counted half`() throws {
    for seed in 0..<50 {
      let rows = Rows(seed: UInt64(3 * seed))
      let curve = try #require(RankCurve(scores: rows.scores, areMeant: rows.areMeant))
      let things = zip(rows.scores, rows.areMeant)
      let (positive, negative) = (things.filter(\.1), things.filter { !$0.1 })
      let won = positive.reduce(0.0) { sum, thing in
        negative.reduce(sum) { $0 + ($1.0 < thing.0 ? 1 : $1.0 == thing.0 ? 0.5 : 0) }
      }
      #expect(abs(curve.areaUnderROC - won / Double(positive.count * negative.count)) < 1e-12)
    }
  }

  @Test func `does not depend on the order of scores`() {
    var random = TestRandom(seed: 4)
    for seed in 0..<50 {
      let rows = Rows(seed: UInt64(seed))
      let order = rows.scores.indices.shuffled(using: &random)
      #expect(
        RankCurve(scores: rows.scores, areMeant: rows.areMeant)
          == RankCurve(
            scores: order.map { rows.scores[$0] }, areMeant: order.map { rows.areMeant[$0] }))
    }
  }

  @Test func `has thresholds, low ones too`() throws {
    let high = try #require(RankCurve(scores: [1, 2], areMeant: [false, true]))
    #expect(high.points.map(\.threshold) == [.infinity, 2, 1])
    #expect(high.points.map(\.precision) == [1, 1, 0.5])
    #expect(high.areaUnderROC == 1)
    let low = try #require(
      RankCurve(scores: [1, 2], areMeant: [false, true], lowIsPositive: true))
    #expect(low.points.map(\.threshold) == [-.infinity, 1, 2])
    #expect(low.areaUnderROC == 0)
  }

  @Test func `does not exist for one class`() {
    #expect(RankCurve(scores: [1, 2], areMeant: [true, true]) == nil)
    #expect(RankCurve(scores: [1, 2], areMeant: [false, false]) == nil)
    #expect(RankCurve(scores: [], areMeant: []) == nil)
  }
}
