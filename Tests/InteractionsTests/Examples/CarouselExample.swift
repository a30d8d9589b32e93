import PantographInteractions
import Testing

extension ReleasePreset {
  static let carousel = ReleasePreset(
    name: "bootstrap-carousel", title: "Bootstrap: carousel",
    source: "Bootstrap, js/src/util/swipe.js, SWIPE_THRESHOLD 40", version: "5.3",
    evidence: .source,
    summary:
      "More than 40 px turn the page, however slow; half of the page and a flick do not count.",
    rule: """
      { "clauses": [{ "when": { "travel": { "above": 40, "unit": "px" } }, "then": "finish" }],
        "otherwise": "cancel" }
      """)
}

@Suite struct `A new preset` {
  /// Bootstrap's targets, from its source: back at 40 px and less, on above.
  static let rows = Conformance.rows(
    "bootstrap-carousel",
    [
      (0, at(0.2, travel: 40 * px)), (1, at(0.2, travel: 40.1 * px)),
      (0, at(0.9, travel: 39.9 * px)), (0, at(0.1, moving: 999)), (0, at(0.9, travel: -50 * px)),
    ])

  @Test(arguments: rows) func `decides as its toolkit does`(row: Conformance) {
    #expect(row.judge(by: ReleasePreset.carousel.rule) == row.target)
  }

  @Test func `is held to every number that it has`() {
    for (change, mutant) in ReleasePreset.carousel.rule.mutants {
      #expect(Self.rows.contains { $0.judge(by: mutant) != $0.target }, "\(change)")
    }
  }

  /// The example of the page about rules; 1000 pt/s are 155.8 mm/s.
  @Test func `is explained as others are`() throws {
    let rule = ReleasePreset.named("uikit-sheet")?.rule
    let explanation = rule?.explain(Release(fraction: 0.3, distance: 100, velocity: 100))
    let changes = explanation?.flips.map(\.change) ?? []
    #expect(changes.count == 2 && abs(changes[0] - 20) < 1e-9 && abs(changes[1] - 55.8) < 0.05)
  }
}
