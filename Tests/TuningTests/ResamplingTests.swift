import PantographTestSupport
import PantographTuning
import Testing

@Suite struct `Folds of rows` {
  /// Rows of people with different counts, and some rows without a person.
  static func people(_ seed: UInt64) -> (groups: [String?], classes: [Int]) {
    var random = TestRandom(seed: seed)
    var rows: [(String?, Int)] = []
    for person in 0..<Int.random(in: 8...25, using: &random) {
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        rows.append(("person \(person)", Int.random(in: 0...1, using: &random)))
      }
    }
    rows += (0..<5).map { _ in (nil, Int.random(in: 0...1, using: &random)) }
    rows.shuffle(using: &random)
    return (rows.map(\.0), rows.map(\.1))
  }

  @Test func `never split a group`() {
    for seed in 0..<50 {
      let (groups, classes) = Self.people(UInt64(seed))
      let folds = Folds(groups: groups, classes: classes, count: 5, seed: UInt64(seed))
      var parts: [String: Set<Int>] = [:]
      for (group, part) in zip(groups, folds.parts) {
        if let group { parts[group, default: []].insert(part) }
      }
      #expect(parts.values.allSatisfy { $0.count == 1 })
      #expect(folds.count == 5)
      #expect(Set(folds.parts) == Set(0..<5))
    }
  }

  @Test func `have similar sizes, and similar counts of each class`() {
    for seed in 0..<50 {
      let (groups, classes) = Self.people(UInt64(seed))
      let folds = Folds(groups: groups, classes: classes, count: 3, seed: UInt64(seed))
      let sizes = (0..<3).map { part in folds.parts.count { $0 == part } }
      // No more apart than the largest group is large, which has 9 rows.
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 9, "\(seed): \(sizes)")
      for kind in 0...1 {
        let counts = (0..<3).map { part in
          zip(folds.parts, classes).count { $0 == part && $1 == kind }
        }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 9, "\(seed): \(counts)")
      }
    }
  }

  @Test func `of single rows are as equal as possible`() {
    for (seed, rows) in [30, 100, 101].enumerated() {
      let classes = (0..<rows).map { $0 % 3 == 0 ? 1 : 0 }
      let folds = Folds(
        groups: Array(repeating: nil, count: rows), classes: classes, count: 5, seed: UInt64(seed))
      for kind in 0...1 {
        let counts = (0..<5).map { part in
          zip(folds.parts, classes).count { $0 == part && $1 == kind }
        }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1, "\(rows): \(counts)")
      }
    }
  }

  @Test func `are one for each group if there are no more groups`() {
    let groups = ["b", nil, "a", "b", nil, "a"]
    let folds = Folds(groups: groups, classes: [0, 0, 0, 1, 1, 1], count: 4)
    #expect(folds.parts == [0, 1, 2, 0, 3, 2])
    #expect(folds.count == 4)
    #expect(Folds(groups: groups, classes: [0, 0, 0, 1, 1, 1], count: 99) == folds)
    #expect(folds.weights(without: 2) == [1, 1, 0, 1, 1, 0])
    #expect(Folds(groups: groups, classes: [0, 0, 0, 1, 1, 1], count: 3).count == 3)
  }

  @Test func `are the same for the same seed, whatever the names of groups`() {
    let (groups, classes) = Self.people(7)
    let folds = Folds(groups: groups, classes: classes, count: 4, seed: 5)
    #expect(Folds(groups: groups, classes: classes, count: 4, seed: 5) == folds)
    let renamed = groups.map { $0.map { String($0.reversed()) + "x" } }
    #expect(Folds(groups: renamed, classes: classes, count: 4, seed: 5) == folds)
    let others = (0..<20).map {
      Folds(groups: groups, classes: classes, count: 4, seed: UInt64($0))
    }
    #expect(Set(others).count > 10)
  }
}

@Suite struct `A bootstrap` {
  static let groups: [String?] = ["a", "b", "a", nil, "c", "b", "a", nil]

  @Test func `resamples whole groups, as many as there are`() {
    let bootstrap = Bootstrap(groups: Self.groups, seed: 1)
    for replicate in 0..<200 {
      let weights = bootstrap.weights(replicate: replicate)
      #expect(weights[0] == weights[2] && weights[0] == weights[6])
      #expect(weights[1] == weights[5])
      // One row of each of the five groups.
      #expect([0, 1, 3, 4, 7].reduce(0) { $0 + weights[$1] } == 5)
    }
  }

  @Test func `resamples each group once on average, with the variance of a multinomial`() {
    let bootstrap = Bootstrap(groups: Array(repeating: nil, count: 10), seed: 3)
    let all = (0..<4000).map { bootstrap.weights(replicate: $0) }
    for row in 0..<10 {
      let counts = all.map { Double($0[row]) }
      let mean = counts.reduce(0, +) / 4000
      let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 4000
      // 10 draws with chance 1/10: mean 1, variance 0.9; five standard errors of each.
      #expect(abs(mean - 1) < 0.075)
      #expect(abs(variance - 0.9) < 0.13)
    }
  }

  @Test func `gives each replicate its own resample, in any order`() {
    let rows = [String?](repeating: nil, count: 40)
    let bootstrap = Bootstrap(groups: rows, seed: 3)
    let all = (0..<500).map { bootstrap.weights(replicate: $0) }
    #expect(Set(all).count == 500)
    #expect((0..<500).reversed().map { bootstrap.weights(replicate: $0) } == all.reversed())
    let other = Bootstrap(groups: rows, seed: 4)
    #expect(Set((0..<500).map { other.weights(replicate: $0) }).isDisjoint(with: all))
  }

  @Test func `has an interval between results`() {
    // From 0 to 40 in steps of 1: 2.5 percent of that is 1.
    #expect(Bootstrap.interval(of: (0...40).map(Double.init).reversed()) == 1.0...39)
    #expect(Bootstrap.interval(of: [7]) == 7...7)
    #expect(Bootstrap.interval(of: [0, 10], from: 0.25, to: 0.5) == 2.5...5)
    #expect(Bootstrap.interval(of: [Double]()) == nil)
    #expect(Bootstrap.interval(of: [0.1, 0.1, 0.1]) == 0.1...0.1)
  }

  @Test func `of ranges goes from their lower ends to their upper ends`() {
    // 41 ranges n…n + 100: the percentiles of 0…40 are 1 and 39, so the ends are 1 and 139.
    let ranges = (0...40).map { Double($0)...Double($0 + 100) }
    #expect(Bootstrap.interval(of: ranges) == 1.0...139)
    // Ranges that are open stay open: no arithmetic between their ends gives another number.
    let far = Double.greatestFiniteMagnitude
    #expect(Bootstrap.interval(of: [-far...far, -far...far]) == -far...far)
    #expect(Bootstrap.interval(of: (0..<40).map { Double($0)...far })?.upperBound == far)
    #expect(Bootstrap.interval(of: [ClosedRange<Double>]()) == nil)
  }

  @Test(.enabled(if: Sklearn.isThere, Sklearn.absence))
  func `has the percentiles of NumPy`() throws {
    var random = TestRandom(seed: 9)
    let lists = (0..<60).map { count in
      (0..<count + 1).map { _ in Double.random(in: -3...9, using: &random) }
    }
    let answer = try Sklearn.answer(lists.map(Sklearn.line).joined(separator: "\n"))
    try #require(answer.count == lists.count)
    for (list, theirs) in zip(lists, answer) {
      let ours = [
        Bootstrap.interval(of: list), Bootstrap.interval(of: list, from: 0.1, to: 0.5),
      ].compactMap(\.self).flatMap { [$0.lowerBound, $0.upperBound] }
      #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) <= 1e-12 })
      #expect(ours.count == theirs.count)
    }
  }
}
