import PantographTestSupport
import PantographTraces
import Testing

@Suite struct `Delta debugging` {
  @Test func `finds the elements that a test needs, wherever they are`() {
    var chance = TestRandom(seed: 11)
    for count in [1, 2, 3, 7, 100] {
      for _ in 0..<20 {
        let all = Array(0..<count)
        let needed = Set(all.filter { _ in Bool.random(using: &chance) }.prefix(5))
        let found = DeltaDebugging.minimum(of: all) { needed.isSubset(of: $0) }
        #expect(found == needed.sorted())
      }
    }
  }

  @Test func `returns no elements if none are needed, with one call of the test`() {
    var calls = 0
    let found = DeltaDebugging.minimum(of: Array(0..<100)) { _ in
      calls += 1
      return true
    }
    #expect(found.isEmpty && calls == 1)
    #expect(DeltaDebugging.minimum(of: [Int]()) { _ in false }.isEmpty)
  }

  /// Tests that are not monotonic: they may hold again once more elements are removed.
  @Test func `leaves no single element that can be removed, whatever the test`() {
    var chance = TestRandom(seed: 5)
    for count in 1...24 {
      let salt = UInt64.random(in: 0...UInt64.max, using: &chance)
      func holds(_ elements: [Int]) -> Bool {
        guard elements.count < count else { return true }
        var number = salt
        for element in elements { number = (number ^ UInt64(element + 1)) &* 0x9E37_79B9_7F4A_7C15 }
        return (number >> 32) % 3 == 0
      }
      let found = DeltaDebugging.minimum(of: Array(0..<count), while: holds)
      #expect(holds(found))
      for index in found.indices {
        var fewer = found
        fewer.remove(at: index)
        #expect(!holds(fewer))
      }
    }
  }

  /// The authors' bound for the worst case is n² + 3n; finding one element takes about twice the logarithm.
  @Test func `calls the test no more often than its authors state`() {
    var calls = 0
    _ = DeltaDebugging.minimum(of: Array(0..<64)) { elements in
      calls += 1
      return elements.count == 64
    }
    #expect(calls <= 64 * 64 + 3 * 64)
    calls = 0
    _ = DeltaDebugging.minimum(of: Array(0..<1024)) { elements in
      calls += 1
      return elements.contains(700)
    }
    #expect(calls <= 2 * 10 + 2)
  }

  @Test func `ends when the test throws`() {
    struct Stop: Error {}
    var best = Array(0..<100)
    #expect(throws: Stop.self) {
      _ = try DeltaDebugging.minimum(of: best) { (elements) throws(Stop) in
        guard elements.count > 20 || elements.isEmpty else { throw Stop() }
        let holds = elements.contains(3)
        if holds { best = elements }
        return holds
      }
    }
    #expect(best.count == 25 && best.contains(3))
  }
}
