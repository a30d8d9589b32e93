import Shrinking
import TestSupport
import Testing

@Suite struct `Delta debugging` {
  @Test func `finds what a test needs, wherever that is`() {
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

  @Test func `leaves nothing where nothing is needed, and asks once`() {
    var asked = 0
    let found = DeltaDebugging.minimum(of: Array(0..<100)) { _ in
      asked += 1
      return true
    }
    #expect(found.isEmpty && asked == 1)
    #expect(DeltaDebugging.minimum(of: [Int]()) { _ in false }.isEmpty)
  }

  /// Tests that hold again once more is left out, such as for an odd number of elements.
  @Test func `leaves no single element that could go, whatever the test`() {
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

  /// The authors' bound for the worst case is n² + 3n; one element in so many takes about twice the logarithm.
  @Test func `asks no more often than its authors say`() {
    var asked = 0
    _ = DeltaDebugging.minimum(of: Array(0..<64)) { elements in
      asked += 1
      return elements.count == 64
    }
    #expect(asked <= 64 * 64 + 3 * 64)
    asked = 0
    _ = DeltaDebugging.minimum(of: Array(0..<1024)) { elements in
      asked += 1
      return elements.contains(700)
    }
    #expect(asked <= 2 * 10 + 2)
  }

  @Test func `ends when the test has had enough`() {
    struct Enough: Error {}
    var best = Array(0..<100)
    #expect(throws: Enough.self) {
      _ = try DeltaDebugging.minimum(of: best) { (elements) throws(Enough) in
        guard elements.count > 20 || elements.isEmpty else { throw Enough() }
        let holds = elements.contains(3)
        if holds { best = elements }
        return holds
      }
    }
    #expect(best.count == 25 && best.contains(3))
  }
}
