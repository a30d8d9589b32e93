import PantographTuning
import Testing

/// The example of the page about timing.
@Suite struct `The documentation of timings` {
  @Test func `fits a spring to its goals`() throws {
    let search = try TimingSearch(
      goals: [TimingGoal(.settleTime, 0.4, .atMost), TimingGoal(.overshoot, 0.05, .near)],
      releases: [TimedRelease(fraction: 0.7, velocity: 6, target: 1)])
    let solution = search.solve()
    let figures = try #require(solution.gestures.first).figures
    #expect(figures.settleTime <= 0.41 && abs(figures.overshoot - 0.05) < 0.01)
  }
}
