import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

/// A sample that replaces one at the same instant leaves no trace of it in any rule's intermediate results.
@Suite struct `A position reported twice at one instant` {
  @Test(arguments: VelocityEstimator.allCases.filter { $0 != .hammer && $0 != .hyprland })
  func `counts as it was reported last`(estimator: VelocityEstimator) throws {
    var chance = TestRandom(seed: 7)
    for _ in 1...300 {
      var (corrected, plain) = (MotionHistory(), MotionHistory())
      var (time, x) = (Timestamp(microseconds: 0), 0.0)
      for _ in 1...Int.random(in: 2...60, using: &chance) {
        // Fingers sometimes rest, and may pause for longer than any movement lasts.
        let isStill = Bool.random(using: &chance)
        let wait: Int64 = Int.random(in: 1...8, using: &chance) == 1 ? 70_000 : 8_000
        time = time.advanced(byMicroseconds: wait)
        let before = x
        if !isStill { x += .random(in: 0...2, using: &chance) }
        if Bool.random(using: &chance) {
          // First the previous position or another one, then the current one.
          let first = Bool.random(using: &chance) ? before : x + 5
          corrected.add(Vector(x: first, y: 1), at: time)
        }
        corrected.add(Vector(x: x, y: 1), at: time)
        plain.add(Vector(x: x, y: 1), at: time)
      }
      #expect(
        estimator.velocity(of: corrected, at: time) == estimator.velocity(of: plain, at: time))
    }
  }
}
