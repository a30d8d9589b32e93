import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// A page of two trajectories over each other, with where they diverge and why.
package struct DiffPage {
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

    /// The samples.
    package var samples: [Sample] { run.samples }
  }

  /// The contacts of both trajectories, if they are the same and known.
  package var contacts: (log: ContactLog, surface: Surface)?
  /// The title; by default the names of both.
  package var title: String?
  /// The interaction of the first trajectory, if it is known.
  package var interaction: Interaction?
  /// The address of the page that lists this one, if there is one.
  package var list: String?

  private let result: Differ.Result
  private let expected: Side
  private let actual: Side
  private let knowsEvents: Bool

  /// Makes a page on a comparison.
  package init(
    _ result: Differ.Result, expected: Side, actual: Side, knowsEvents: Bool
  ) {
    self.result = result
    self.expected = expected
    self.actual = actual
    self.knowsEvents = knowsEvents
  }

  /// The whole file.
  package var text: String {
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
    let report = DifferenceReport(result, knowsEvents: knowsEvents)
    if let sentence = report.sentence {
      Markup("p", ["class": "lead"]) { sentence.asSentence }
      for line in report.lines { Markup("p") { line.asSentence } }
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
