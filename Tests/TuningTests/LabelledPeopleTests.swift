import PantographTuning
import Testing

@Suite struct `Intervals over people` {
  /// By the formula in Python; of those without errors, each person counts once.
  @Test(arguments: [
    ([0, 0, 0, 0, 0, 0, 4, 4], [10, 10, 10, 10, 10, 10, 10, 10], 0.022876, 0.345262),
    ([0, 0, 0, 0, 0, 0, 0, 0], [10, 10, 10, 10, 10, 10, 10, 10], 0, 0.411249),
    ([1, 2, 0, 3, 1, 0, 2, 1, 0, 5], [12, 10, 8, 12, 12, 9, 12, 12, 7, 12], 0.070630, 0.263362),
  ])
  func `count gestures of one person as fewer`(
    errors: [Int], counts: [Int], low: Double, high: Double
  ) throws {
    var byPerson = ErrorsByPerson()
    for (person, (errors, count)) in zip(errors, counts).enumerated() {
      for index in 0..<count { byPerson.add(isWrong: index < errors, of: "p\(person)") }
    }
    let interval = try #require(byPerson.interval)
    #expect(abs(interval.lowerBound - low) < 2e-4 && abs(interval.upperBound - high) < 2e-4)
  }

  @Test func `need eight people`() {
    var byPerson = ErrorsByPerson()
    for person in 0..<7 { byPerson.add(isWrong: person == 0, of: "p\(person)") }
    // Gestures without a person are not people.
    for _ in 0..<20 { byPerson.add(isWrong: false, of: nil) }
    #expect(byPerson.interval == nil)
    byPerson.add(isWrong: false, of: "another")
    #expect(byPerson.interval != nil)
  }

  /// From a table of Student's t.
  @Test(arguments: [(7, 2.3646), (10, 2.2281), (30, 2.0423), (100, 1.9840)])
  func `use Student's t`(freedom: Int, quantile: Double) {
    #expect(abs(ErrorsByPerson.student(freedom) - quantile) < 1e-3)
  }

  /// By SciPy's `binomtest(worse, better + worse)`.
  @Test(arguments: [
    (6, 1, 0.125), (8, 3, 0.2265625), (0, 5, 0.0625), (0, 0, 1), (10, 2, 0.03857421875), (3, 3, 1),
    (400, 340, 0.03002278740787739),
  ])
  func `of two rules come from an exact paired test`(better: Int, worse: Int, probability: Double) {
    let found = PairedTest(better: better, worse: worse).probability
    #expect(abs(found - probability) < 1e-12)
  }
}
