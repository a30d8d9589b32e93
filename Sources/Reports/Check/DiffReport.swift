package import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// Two trajectories over each other, and where they diverge and why: as text, as JSON and as a page.
package struct DiffReport {
  /// One of the two.
  package struct Side: Sendable {
    /// The name of the trajectory.
    package var name: String
    fileprivate var run: PlottedRun

    /// Makes a side.
    package init(_ name: String, _ columns: [String], _ samples: [Sample] = []) {
      self.name = name
      run = PlottedRun("", columns)
      for sample in samples { append(sample) }
    }

    /// Appends a sample.
    package mutating func append(_ sample: Sample) { run.append(sample) }
  }

  /// The contacts of both trajectories, if they are the same and known.
  package var contacts: (log: ContactLog, surface: Surface)?
  /// The title of the page; by default the names of both.
  package var title: String?
  /// The interaction of the first trajectory, if it is known.
  package var interaction: Interaction?
  /// The address of the page that lists this one, if there is one.
  package var list: String?

  /// The comparison.
  package let result: Differ.Result
  private let expected: Side
  private let actual: Side
  private let knowsEvents: Bool

  /// Makes a report on a comparison.
  package init(
    _ result: Differ.Result, expected: Side, actual: Side, knowsEvents: Bool
  ) {
    self.result = result
    self.expected = expected
    self.actual = actual
    self.knowsEvents = knowsEvents
  }

  private var difference: DifferenceReport { DifferenceReport(result, knowsEvents: knowsEvents) }

  // MARK: Text

  /// Returns the lines of the report, with both trajectories over each other.
  package func lines(in style: TextStyle) -> [String] {
    var lines = [
      "  \(style.paint("──── ", Self.ink(isSecond: false)))\(expected.name)",
      "  \(style.paint("─ ─  ", Self.ink(isSecond: true)))\(actual.name)", "",
    ]
    guard let first = result.first, let sentence = difference.sentence else {
      return lines + ["  " + style.paint("the same, within the tolerances", .good)]
    }
    lines.append("  " + style.paint(sentence, .wrong))
    lines += difference.lines.map { "    \($0)" }
    guard result.cause != .columns else { return lines }
    let plot = TrajectoryPlot(
      expected.run.samples, over: actual.run.samples, marking: [first.time], "diverge", in: style)
    return lines + [""] + plot.lines
  }

  /// Returns the colour of the first or second line.
  static func ink(isSecond: Bool) -> TextStyle.Ink { isSecond ? .cancel : .finish }

  /// The report as JSON: `{"same":false,"difference":{…}}`.
  package var json: JSONText {
    ["same": .flag(result.isWithinTolerances), "difference": DifferenceReport(result).json]
  }

  // MARK: The page

  /// The page.
  package var page: String {
    let replay = replay
    return HTMLPage(
      title ?? "\(expected.name) and \(actual.name)",
      [
        .init("divergence", "Divergence") { divergence },
        .init("played", "Playback over each other") { replay.markup },
        .init("gaps", "Greatest gaps") { gaps },
      ], replay: replay, list: list
    ) {
      Markup("p") {
        Markup.name(expected.name)
        isNamed ? " is compared with " : " (A) is compared with "
        Markup.name(actual.name)
        isNamed ? "." : " (B)."
        " Differences are those of the second from the first."
      }
    }.text
  }

  private var isNamed: Bool { labels[0] != "A" }

  /// The names without the folders that they share; A and B if nothing is left.
  private var labels: [String] {
    let steps = [expected.name, actual.name].map { $0.split(separator: "/") }
    let shared = zip(steps[0].dropLast(), steps[1].dropLast()).prefix { $0 == $1 }.count
    let names = steps.map { $0.dropFirst(shared).joined(separator: "/") }
    return names[0] == names[1] ? ["A", "B"] : names
  }

  /// The plots of the page that can be files of their own.
  package var figures: Figures { replay.figures }

  private var replay: ReplaySection {
    var runs = [expected.run, actual.run]
    for (index, label) in labels.enumerated() { runs[index].label = label }
    let divergences = result.cause == .columns ? [] : result.first.map { [$0.time] } ?? []
    let axis = TimeAxis(
      runs, contacts?.log.contacts ?? [],
      divergences.map { .init(time: $0, word: "diverge", isDivergence: true) })
    return ReplaySection(
      runs, axis, contacts: contacts.map { ContactPlots($0.log, on: $0.surface, axis) },
      on: stage)
  }

  /// The stage: where the animation can rest is known only of the interaction's own columns.
  private var stage: Stage {
    guard let interaction,
      [expected, actual].allSatisfy({ $0.run.names == interaction.columns })
    else { return Stage(toward: interaction?.progress.direction) }
    return Stage(interaction)
  }

  @MarkupBuilder private var divergence: Markup {
    if let sentence = difference.sentence {
      Markup("p", ["class": "lead"]) { sentence.asSentence }
      for line in difference.lines { Markup("p") { line.asSentence } }
    } else {
      Markup("p", ["class": "lead"]) { "They are the same, within the tolerances." }
    }
  }

  private var gaps: Markup {
    PageTable(
      "The greatest difference of each channel at the same time",
      [.word("channel"), "second − first", "at"],
      result.gaps.map { gap in
        [
          .name(gap.column), Markup(text: NumberText.fixed(gap.difference, 6)),
          Markup(text: Wording.clock(gap.time)),
        ]
      }
    ).markup
  }
}
