import PantographBase
package import PantographInteractions
package import PantographTrajectories

/// Reports a trajectory as text: its events, the decisions with their reasons, the measures and a plot.
///
/// Of very many gestures it shows the first and the last, so that hours take no more room than a minute.
package struct TextReport: TrajectorySink {
  /// The heading: where the trajectory comes from, a line each.
  package var source: [String] = []
  /// The reason why nothing moves, if it is not that no gesture was recognised.
  package var reasonForNothing: String?

  private let interaction: Interaction
  private let style: TextStyle
  private var events: TrajectoryStory
  private var samples: [Sample] = []
  private var measures: MeasuresTable
  /// 8192: a minute at 120 samples per second is kept unthinned.
  private static let mostSamples = 8192

  /// Makes a report on a trajectory of this interaction.
  package init(_ interaction: Interaction, in style: TextStyle = .plain) {
    self.interaction = interaction
    self.style = style
    events = TrajectoryStory(interaction, in: style)
    measures = MeasuresTable(interaction)
  }

  /// Keeps a sample for the plot.
  package mutating func receive(_ sample: Sample) throws(Never) {
    measures.receive(sample)
    samples.append(sample)
    samples[samples.count - 1].values = []
    if samples.count > Self.mostSamples { samples = TrajectoryPlot.outline(of: samples) }
  }

  /// Keeps an event for the story; `changed` events are ignored.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    measures.receive(event)
    events.receive(event)
  }

  /// The lines of the report.
  package var lines: [String] {
    var lines = style.heading(source)
    lines.append("")
    lines += story
    lines.append("")
    let table = measures.lines(in: style)
    if !table.isEmpty { lines += table + [""] }
    let marks = events.marks
    let releases = marks.filter { $0.kind == .handoff }.map(\.time)
    let word = marks.contains { $0.kind == .cancelled } ? "cut off" : "released"
    lines +=
      TrajectoryPlot(
        samples, marking: releases, word, threshold: interaction.rule.fractionAbove, in: style
      ).lines
    return lines
  }

  // MARK: The story

  private var story: [String] {
    let lines = events.lines
    guard lines.isEmpty else {
      return lines.map { line in
        let clock = line.time.map(Wording.clock) ?? ""
        return "  " + clock.padded(to: 9) + "  " + line.word.padded(to: 9, left: true) + line.text
      }
    }
    return samples.contains { $0.phase == .tracking || $0.phase == .settling }
      ? ["  no gesture begins or ends here"]
      : ["  " + (reasonForNothing ?? Wording.noGesture)]
  }
}
