import PantographGestures
import PantographInteractions
import PantographTrajectories
import Testing

/// The example on the page about comparing.
@Suite struct `The comparison example` {
  @Test func `finds no difference between equal trajectories`() throws {
    let frames = stroke(millimetresPerSecond: 125, seconds: 0.2)
    let before = trajectory(try interaction(), frames)
    let after = trajectory(try interaction(), frames)

    var comparison = Differ(of: ["offset"], within: Tolerances())
    for event in before.events { comparison.receive(event, on: .expected) }
    for sample in before.samples { comparison.receive(sample, on: .expected) }
    for event in after.events { comparison.receive(event, on: .actual) }
    for sample in after.samples { comparison.receive(sample, on: .actual) }
    let result = comparison.finish()
    #expect(result.isWithinTolerances)
  }
}
