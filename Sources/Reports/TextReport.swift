public import Interactions
import Quantities
public import Trajectories

/// Tells a trajectory to a person: what was recognised, what was decided and why, and a picture.
///
/// Of very many gestures it tells the first and the last ones, so that it is as large after hours as after
/// a minute.
public struct TextReport: TrajectorySink {
  /// What stands above the report about where it comes from, a line each.
  public var source: [String] = []
  /// What there is to say where nothing moves, if it is not that no fingers did what they should.
  public var reasonForNothing: String?

  private let interaction: Interaction
  private let style: TextStyle
  private var told: TrajectoryStory
  private var samples: [Sample] = []
  private var meter: TrajectoryMeter
  private var measures = FirstAndLast<Measures>()
  /// 8192: more than a minute at 120 samples per second is kept as it is.
  private static let mostSamples = 8192

  /// Makes a report on a trajectory of this interaction.
  public init(_ interaction: Interaction, in style: TextStyle = .plain) {
    self.interaction = interaction
    self.style = style
    told = TrajectoryStory(interaction, in: style)
    meter = TrajectoryMeter(interaction)
  }

  /// Keeps a sample for the picture.
  public mutating func receive(_ sample: Sample) throws(Never) {
    meter.receive(sample)
    samples.append(sample)
    samples[samples.count - 1].values = []
    if samples.count > Self.mostSamples { samples = TrajectoryPlot.outline(of: samples) }
  }

  /// Keeps an event for the story; of every movement it tells nothing.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    meter.receive(event)
    if case .changed = event.kind { return }
    for measures in meter.takeFinished() { self.measures.append(measures) }
    told.receive(event)
  }

  /// The whole report, as lines.
  public var lines: [String] {
    var lines = style.heading(source)
    lines.append("")
    lines += story
    lines.append("")
    let table = MeasuresReport.lines(of: measures, meter.unfinished, in: style)
    if !table.isEmpty { lines += table + [""] }
    let releases = told.marks.filter { $0.kind == .handoff }.map(\.time)
    lines +=
      TrajectoryPlot(
        samples, releases: releases, threshold: interaction.rule.fractionAbove, in: style
      ).lines
    return lines
  }

  // MARK: The story

  private var story: [String] {
    let lines = self.told.lines
    guard lines.isEmpty else {
      return lines.map { line in
        let clock = line.time.map(Wording.clock) ?? ""
        return "  " + clock.padded(to: 9) + "  " + line.word.padded(to: 8, left: true) + line.text
      }
    }
    return samples.contains { $0.phase == .tracking || $0.phase == .settling }
      ? ["  nothing begins or ends here"]
      : ["  " + (reasonForNothing ?? "no gesture: no fingers did what the interaction asks for")]
  }
}
