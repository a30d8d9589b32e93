import Interactions
import Motion
import Testing
import Trajectories

@Suite struct `A parting of two trajectories` {
  /// How a stroke over so many millimetres parts a rule from a stricter one.
  private func parting(
    millimetres: Double, from expected: Double, to actual: Double
  ) throws -> Parting? {
    let frames = stroke(millimetresPerSecond: millimetres / 0.2, seconds: 0.2)
    let sides = try [expected, actual].map { fraction in
      trajectory(try interaction { $0.rule = ReleaseRule(fractionAbove: fraction) }, frames)
    }
    return TrajectoryComparison.compare(sides[1], to: sides[0], of: ["offset"]).parting
  }

  @Test func `is the same for the same mistake, whenever and by how much`() throws {
    // 2 mm are the slop: 24 and 28 mm of 40 are between the two thresholds.
    let one = try #require(try parting(millimetres: 24, from: 0.5, to: 0.8))
    #expect(one.cause == "rule" && one.outcomes == [.finish, .cancel])
    #expect(try parting(millimetres: 28, from: 0.5, to: 0.9) == one)
    #expect(try parting(millimetres: 24, from: 0.5, to: 0.5) == nil)
  }

  @Test func `is another one the other way, and for another cause`() throws {
    let one = try #require(try parting(millimetres: 24, from: 0.5, to: 0.8))
    let other = try #require(try parting(millimetres: 24, from: 0.8, to: 0.5))
    #expect(other.cause == "rule" && other != one)
    let frames = stroke(millimetresPerSecond: 120, seconds: 0.2)
    let springy = try interaction {
      $0.finish = .spring(Spring(response: 0.4, dampingRatio: 0.5))
    }
    let timing = TrajectoryComparison.compare(
      trajectory(springy, frames), to: trajectory(try interaction(), frames), of: ["offset"])
    #expect(timing.parting == Parting(cause: "timing"))
  }
}
