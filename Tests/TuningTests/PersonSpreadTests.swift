import PantographTuning
import Testing

@Suite struct `The spread between people` {
  private func spread(_ groups: [[Double]], shift: Double = 0) -> PersonSpread? {
    let people = groups.enumerated().flatMap { index, values in values.map { _ in "p\(index)" } }
    let values = groups.joined().enumerated().map { $1 + ($0 % 2 == 0 ? shift : 0) }
    return PersonSpread(
      values, of: people, classes: values.indices.map { shift != 0 && $0 % 2 == 0 })
  }

  /// By NumPy, from the mean squares.
  @Test(arguments: [
    ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 2.943_920_288_8, 1.0),
    ([[1, 3], [5, 6, 7], [2]], 2.412_090_8, 1.154_700_5),
    ([[1, 5], [2, 4], [3, 3]], 0, 1.825_741_9),
  ])
  func `is that of a one-way random-effects model`(
    groups: [[Double]], between: Double, within: Double
  ) throws {
    let found = try #require(spread(groups))
    #expect(abs(found.between - between) < 1e-6 && abs(found.within - within) < 1e-6)
  }

  /// Gestures of both classes alternate, so that each person has as many of each.
  @Test func `leaves out what was meant`() throws {
    let groups = [[1.0, 2, 2, 3], [4, 5, 5, 6], [7, 9, 8, 8]]
    let found = try #require(spread(groups, shift: 500))
    #expect(found.between > 2 && found.between < 4 && found.within < 2)
  }

  @Test func `needs two people, and one with two gestures`() {
    #expect(
      spread([[1, 2, 3]]) == nil && spread([[1], [2]]) == nil && spread([[1], [2, 3]]) != nil)
    #expect(PersonSpread([1, 2, 3], of: ["a", nil, nil], classes: [true, true, true]) == nil)
    #expect(
      PersonSpread([1, .infinity, 3], of: ["a", "b", "a"], classes: [true, true, true]) == nil)
  }

  @Test func `weighs one's own deviation more with more gestures`() throws {
    let found = try #require(spread([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
    // 26/3 between and 1 within.
    #expect(abs(found.weight(count: 1) - 26.0 / 29) < 1e-9)
    #expect(abs(found.weight(count: 10) - 260.0 / 263) < 1e-9)
    #expect(spread([[1, 5], [2, 4], [3, 3]])?.weight(count: 100) == 0)
  }
}
