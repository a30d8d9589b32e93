package import PantographBase
import PantographInteractions
package import PantographMotion
import PantographTrajectories
package import PantographTuning

/// Reports the spring that fits the goals best, and how each release settles on it.
package struct TimingReport: Sendable {
  /// The current timing.
  package enum Current: Hashable, Sendable {
    /// The same spring in all recordings.
    case spring(Spring)
    /// A timing without a response: a curve, or a spring with a given duration.
    case other
    /// Recordings differ in their timing.
    case several
  }

  /// The result for the releases of one outcome.
  package struct Part: Sendable {
    /// The outcome of the releases.
    package var outcome: TimedReleaseLog.Direction
    /// The current timing.
    package var current: Current
    /// The releases, each with the path of its recording.
    package var releases: [(recording: String, entry: TimedReleaseLog.Entry)]
    /// The best spring, and how each release settles on it.
    package var solution: TimingSolution

    /// Makes a part.
    package init(
      _ outcome: TimedReleaseLog.Direction, current: Current,
      _ releases: [(recording: String, entry: TimedReleaseLog.Entry)], _ solution: TimingSolution
    ) {
      self.outcome = outcome
      self.current = current
      self.releases = releases
      self.solution = solution
    }
  }

  let wishes: [TimingGoal]
  let parts: [Part]
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report on the results for one outcome or for both.
  package init(_ wishes: [TimingGoal], _ parts: [Part]) {
    self.wishes = wishes
    self.parts = parts
  }

  // MARK: Text

  /// The lines of the report.
  package var lines: [String] {
    var lines = ["  goals: " + wishes.map(Self.words).listed]
    for part in parts { lines += [""] + self.lines(of: part) }
    return lines
  }

  static func words(of wish: TimingGoal) -> String {
    let sense = wish.sense == .atMost ? "at most " : ""
    let weight = wish.weight == 1 ? "" : ", weight \(wish.weight.asWritten)"
    return "\(wish.measure.words) \(sense)\(wish.value.asWritten)\(unit(of: wish.measure))\(weight)"
  }

  private static func unit(of measure: TimingFigures.Measure) -> String {
    switch measure {
    case .settleTime: " s"
    case .overshoot: ""
    case .peakVelocity: " /s"
    }
  }

  /// Returns a table of the releases.
  private func table(of part: Part) -> PageTable {
    PageTable(
      "Each release on the fitted spring",
      [
        .word("release"), .init("at", inText: ""), "fraction", "velocity", "settled in",
        "overshoot", "fastest", "cost", .word("best alone"), "cost",
      ],
      zip(part.releases, part.solution.gestures).map { named, gesture in
        let release = gesture.release
        let figures = gesture.figures
        return [
          named.recording, Wording.clock(named.entry.time), NumberText.fixed(release.fraction, 2),
          NumberText.fixed(release.velocity, 2, "/s"), NumberText.seconds(figures.settleTime),
          NumberText.fixed(figures.overshoot, 3), NumberText.fixed(figures.peakVelocity, 2, "/s"),
          Self.shown(cost: gesture.cost), Self.name(of: gesture.best.spring),
          Self.shown(cost: gesture.best.cost),
        ]
      })
  }

  /// Returns the current timing in words.
  static func currentName(_ part: Part) -> String {
    switch part.current {
    case .spring(let spring): name(of: spring)
    case .other: "no spring with a response"
    case .several: "differs between recordings"
    }
  }

  private func lines(of part: Part) -> [String] {
    let solution = part.solution
    let found = style.paint(Self.name(of: solution.overall.spring), .strong)
    var lines = [
      "  \(part.outcome.rawValue), \(solution.gestures.count.counted("release")): \(found),"
        + " cost \(Self.shown(cost: solution.overall.cost))"
        + (solution.isAtEdge ? ", at the edge of the search range" : "")
    ]
    let cost =
      solution.currentCost.map { "cost \(Self.shown(cost: $0))" }
      ?? "some recordings end before it settles"
    lines.append("    now: \(Self.currentName(part)), \(cost)")
    return lines + [""] + table(of: part).lines(in: style, indent: 4)
  }

  /// Returns a sum of squares as text; less than four decimals can show is 0.
  static func shown(cost: Double) -> String {
    cost < 0.000_05 ? "0" : Wording.number(cost)
  }

  static func name(of spring: Spring) -> String {
    let response = NumberText.fixed(spring.response, 3)
    return
      "response \(response) s, damping ratio \(NumberText.fixed(spring.dampingRatio, 3))"
  }

  // MARK: JSON

  /// The report as JSON: `goals` and `parts`, each with its `releases`.
  package var json: JSONText {
    [
      "goals": .list(
        wishes.map { wish in
          [
            "measure": .string(wish.measure.rawValue), "value": .number(wish.value),
            "sense": .string(wish.sense == .near ? "near" : "atMost"),
            "weight": .number(wish.weight),
          ]
        }), "parts": .list(parts.map(Self.json)),
    ]
  }

  private static func json(_ part: Part) -> JSONText {
    let current: JSONText =
      if case .spring(let spring) = part.current { json(spring) } else { .null }
    return [
      "outcome": .string(part.outcome.rawValue), "current": current,
      "currentCost": .number(part.solution.currentCost, decimals: 9),
      "spring": json(part.solution.overall.spring),
      "cost": .number(part.solution.overall.cost, decimals: 9),
      "atEdge": .flag(part.solution.isAtEdge),
      "releases": .list(
        zip(part.releases, part.solution.gestures).map { named, gesture in
          [
            "recording": .string(named.recording), "gesture": .integer(named.entry.number),
            "time": .seconds(named.entry.time), "fraction": .number(gesture.release.fraction),
            "velocity": .number(gesture.release.velocity),
            "target": .number(gesture.release.target), "figures": json(gesture.figures),
            "cost": .number(gesture.cost, decimals: 9),
            "current": gesture.release.current.map(json) ?? .null,
            "currentCost": .number(gesture.currentCost, decimals: 9),
            "best": json(gesture.best.spring), "bestFigures": json(gesture.bestFigures),
            "bestCost": .number(gesture.best.cost, decimals: 9),
          ]
        }),
    ]
  }

  private static func json(_ spring: Spring) -> JSONText {
    ["response": .number(spring.response), "dampingRatio": .number(spring.dampingRatio)]
  }

  private static func json(_ figures: TimingFigures) -> JSONText {
    .object(TimingFigures.Measure.allCases.map { ($0.rawValue, .number(figures[$0])) })
  }
}

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
    table(of: part).folded("The \(part.releases.count.counted("release")) as a table")
  }
}
