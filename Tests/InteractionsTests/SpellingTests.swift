import PantographBase
import PantographInteractions
import Testing

@Suite struct `A misspelt name` {
  /// Two names, how many letters differ, and whether that is near enough.
  @Test(
    arguments: [
      // Two letters of any name, and a third of long ones.
      ("abcdefgh", "abcdefgh", true), ("abcdefgh", "abcdefXY", true),
      ("abcdefgh", "abcdeXYZ", false), ("abcdefghi", "abcdefXYZ", true),
      ("abcdefghi", "abcdeWXYZ", false), ("abcdefghijkl", "abcdefghWXYZ", true),
      ("abcdefghijkl", "abcdefgVWXYZ", false),
      // Removed at the end, at the beginning and within, and added there.
      ("abc", "abcde", true), ("abc", "abcdef", false), ("abc", "xyabc", true),
      ("abc", "xyzabc", false), ("abc", "axbyc", true), ("abc", "axbyzc", false),
      ("abcde", "abc", true), ("xyabc", "abc", true), ("axbyc", "abc", true),
      ("abcdef", "abc", false), ("xyzabc", "abc", false), ("axbyzc", "abc", false),
      // Two swapped letters count as two.
      ("abcd", "bacd", true), ("abcd", "badc", false), ("ABCD", "abcd", true), ("ab", "cd", true),
      ("ab", "cde", false),
    ])
  func `suggests a name that is near`(name: String, known: String, isNear: Bool) {
    #expect(Spelling.nearest(to: name, among: [known]) == (isNear ? known : nil))
  }

  @Test func `suggests the nearest name, or the first of several`() {
    #expect(Spelling.nearest(to: "abcd", among: ["abXY", "abcX", "aXcd", "XYcd"]) == "abcX")
    #expect(Spelling.nearest(to: "abcd", among: []) == nil)
  }
}

@Suite struct `The input of a rule` {
  @Test func `includes a velocity if something depends on it`() {
    #expect(!ReleaseRule(fractionAbove: 0.5).asksForVelocity)
    let fast = ReleaseRule.Clause([.init(.velocity, .above, 300)], then: .finish)
    let far = ReleaseRule.Clause([.init(.fraction, .above, 0.5)], then: .finish)
    #expect(ReleaseRule(clauses: [far, fast], otherwise: .cancel).asksForVelocity)
    let thrown = ReleaseRule(projection: .seconds(0.2), clauses: [far], otherwise: .cancel)
    #expect(thrown.asksForVelocity)
    #expect(ReleaseRule(clauses: [far], otherwise: .carried).asksForVelocity)
    let carried = ReleaseRule.Clause([.init(.fraction, .above, 0.5)], then: .carried)
    #expect(ReleaseRule(clauses: [carried], otherwise: .cancel).asksForVelocity)
    #expect(!ReleaseRule(clauses: [far], otherwise: .nearest).asksForVelocity)
  }

  @Test func `is only the progress by default`() {
    let release = Release(fraction: 0.75, startFraction: 0.25, distance: 10)
    #expect(release.travel == 5 && release.peak == 0.75)
    let rest = [
      release.crossTravel, release.lastMovement, release.duration, release.restTime,
      release.velocity, release.crossVelocity, release.earlierTravel,
    ]
    #expect(rest == [0, 0, 0, 0, 0, 0, 0])
    #expect(Release(fraction: 0.75, distance: 10).startFraction == 0)
    #expect(Release(fraction: 0.25, startFraction: 0.75, distance: 10).peak == 0.75)
    #expect(Release(fraction: 0.25, startFraction: 0.75, distance: 10).travel == -5)
    #expect(Release(fraction: 0.5, distance: 10, velocity: 7).lastMovement == 7)
  }
}
