import PantographBase
import PantographMotion
import PantographTuning

extension TimingReport {
  /// The whole page.
  package var page: String {
    HTMLPage(
      "Timing of settling",
      parts.map { part in
        .init(part.outcome.rawValue, part.outcome.rawValue.capitalizedFirst) { section(part) }
      }
    ) {
      Markup("p") { "Goals: \(wishes.map(Self.words).listed)." }
    }.text
  }

  /// The plots of the page that can be files of their own: one for each outcome.
  package var figures: Figures {
    Figures(
      parts.map { part in
        .init(name: "settling-\(part.outcome.rawValue)") { SettlingPlot(part).drawing }
      })
  }

  @MarkupBuilder private func section(_ part: Part) -> Markup {
    let solution = part.solution
    let spring = solution.overall.spring
    let isBetter = solution.currentCost.map { solution.overall.cost < $0 } ?? false
    Markup.tiles {
      Markup.tile(
        "response", NumberText.fixed(spring.response, 3, "s"),
        solution.isAtEdge ? "at the edge of the search range" : "")
      Markup.tile("damping ratio", NumberText.fixed(spring.dampingRatio, 3))
      Markup.tile(
        "cost", Self.shown(cost: solution.overall.cost),
        solution.currentCost.map { "now \(Self.shown(cost: $0))" } ?? "",
        kind: isBetter ? "better" : nil)
      Markup.tile("now", Self.currentName(part), kind: "long")
    }
    Markup("div", ["class": "figures wide"]) { SettlingPlot(part).markup }
    let rows = self.rows(of: part)
    PageTable(
      "Each release on the fitted spring",
      rows[0].enumerated().map { index, head in
        [0, 8].contains(index) ? .word(head) : .init(index == 1 ? "at" : head)
      }, Array(rows.dropFirst())
    ).folded("The \((rows.count - 1).counted("release")) as a table")
  }
}
