import PantographBase
import PantographInteractions
import PantographMotion
import PantographTrajectories
import Testing

@Suite struct `A divergence signature` {
  /// Returns how a rule and a stricter one diverge for a stroke of this many millimetres.
  private func parting(
    millimetres: Double, from expected: Double, to actual: Double
  ) throws -> [String] {
    let frames = stroke(millimetresPerSecond: millimetres / 0.2, seconds: 0.2)
    let sides = try [expected, actual].map { fraction in
      trajectory(try interaction { $0.rule = ReleaseRule(fractionAbove: fraction) }, frames)
    }
    return Differ.compare(sides[1], to: sides[0], of: ["offset"]).signature
  }

  @Test func `is the same for the same mistake, whenever and by how much`() throws {
    // 2 mm are the slop: 24 and 28 mm of 40 are between the two thresholds.
    let one = try parting(millimetres: 24, from: 0.5, to: 0.8)
    #expect(one.first == "rule" && one.suffix(2) == ["finish", "cancel"])
    #expect(try parting(millimetres: 28, from: 0.5, to: 0.9) == one)
    #expect(try parting(millimetres: 24, from: 0.5, to: 0.5) == [])
  }

  @Test func `differs for reversed sides, and for another cause`() throws {
    let one = try parting(millimetres: 24, from: 0.5, to: 0.8)
    let other = try parting(millimetres: 24, from: 0.8, to: 0.5)
    #expect(other.first == "rule" && other != one)
    let frames = stroke(millimetresPerSecond: 120, seconds: 0.2)
    let springy = try interaction {
      $0.finish = .spring(Spring(response: 0.4, dampingRatio: 0.5))
    }
    let timing = Differ.compare(
      trajectory(springy, frames), to: trajectory(try interaction(), frames), of: ["offset"])
    #expect(timing.signature == ["timing"])
  }

  /// Returns how a change makes a stroke of 38 mm, less the slop of 2, diverge.
  private func result(_ change: (inout Interaction) -> Void) throws -> Differ.Result {
    let frames = stroke(millimetresPerSecond: 100, seconds: 0.38)
    return Differ.compare(
      trajectory(try interaction(change), frames), to: trajectory(try interaction(), frames),
      of: ["offset"])
  }

  @Test func `is the same first divergence only at the same time in the same channel`() throws {
    let limited = try result { $0.progress.limits = .clamped(0...0.5) }
    func isAs(_ other: Differ.Result, _ milliseconds: Int64 = 0) -> Bool {
      other.hasSameDivergence(
        as: limited,
        within: Tolerances(every: Tolerance(value: 1e-6, microseconds: milliseconds * 1000)))
    }
    #expect(isAs(limited))
    // At every 8 ms it has passed a half by 0.224 s, and 0.525 by 0.232; samples come every 10 ms.
    let later = try result { $0.progress.limits = .clamped(0...0.525) }
    #expect(later.signature == limited.signature)
    let gap = try #require(later.first).time - (try #require(limited.first).time)
    #expect(gap > 0.005 && !isAs(later))
    #expect(isAs(later, 30))
    #expect(!isAs(try result { $0.animation.properties[0].delayFactor = 0.5 }))
    #expect(!isAs(try result { $0.rule = ReleaseRule(fractionAbove: 0.95) }))
    #expect(!isAs(try result { _ in }))
  }

  @Test func `is the same first divergence at the same event, at any time`() throws {
    let one = try result { $0.rule = ReleaseRule(fractionAbove: 0.95) }
    #expect(
      try result { $0.rule = ReleaseRule(fractionAbove: 0.92) }
        .hasSameDivergence(as: one, within: Tolerances()))
    #expect(
      try !result { $0.rule = ReleaseRule(fractionAbove: 0.6) }
        .hasSameDivergence(as: one, within: Tolerances()))
    let slow = try result { $0.progress.distance = .millimetres(41) }
    #expect(!slow.hasSameDivergence(as: one, within: Tolerances()))
  }
}
