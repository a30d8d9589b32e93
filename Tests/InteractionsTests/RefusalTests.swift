import PantographInteractions
import Testing

/// Invalid rules, releases and mappings, each just beyond a bound.
private let refused: [@Sendable () -> Void] = [
  { _ = Release(fraction: 0.5, distance: 0) },
  { _ = Release(fraction: 0.5, distance: .infinity) },
  { _ = ProgressMapping(toward: .right, distance: 0) },
  { _ = ProgressMapping(toward: .right, distance: .infinity) },
  { _ = ReleaseRule(snapPoints: [0], clauses: [], otherwise: .cancel) },
  { _ = ReleaseRule(snapPoints: [0, 0], clauses: [], otherwise: .cancel) },
  { _ = ReleaseRule(snapPoints: [0, 1, 0.5], clauses: [], otherwise: .cancel) },
  { _ = ReleaseRule.Condition(.fraction, .above, .infinity) },
  { _ = ReleaseRule.Condition(.fraction, .above, 1, .init(.second)) },
]

@Suite struct `An invalid rule` {
  @Test(arguments: refused.indices)
  func `is rejected`(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in refused[index]() }
  }

  @Test func `begins beyond the bounds`() {
    #expect(Release(fraction: 0.5, distance: 0.001).travel == 0.0005)
    #expect(ProgressMapping(toward: .right, distance: 0.001).distance == 0.001)
    #expect(
      ReleaseRule(snapPoints: [0, 0.001], clauses: [], otherwise: .cancel).snapPoints.count == 2)
  }
}
