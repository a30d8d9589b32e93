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

/// Reports the measures of every gesture of a trajectory.
package struct MeasuresReport: TrajectorySink {
  private let frameRate: Double
  private var meter: TrajectoryMeter

  /// Makes a report on a trajectory of this interaction; its rate is taken as the display's frame rate.
  package init(_ interaction: Interaction) {
    frameRate = interaction.rate
    meter = TrajectoryMeter(interaction, judgesJank: true)
  }

  /// Measures a sample.
  package mutating func receive(_ sample: Sample) throws(Never) { meter.receive(sample) }

  /// Measures an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) { meter.receive(event) }

  /// The measures as a JSON object, in pieces: `{"frameRate":120,"gestures":[{"began":0.060000,…}]}`.
  package var json: some Sequence<String> {
    JSONText.pieces(
      ["frameRate": .number(frameRate)], "gestures",
      meter.all.lazy.map(JSONText.measures))
  }
}

/// A table of the measures of every gesture, of which it keeps the first and the last.
struct MeasuresTable {
  private var meter: TrajectoryMeter
  private var finished: FirstAndLast<Measures>

  init(_ interaction: Interaction, most: Int = 12, judgesJank: Bool = false) {
    meter = TrajectoryMeter(interaction, judgesJank: judgesJank)
    finished = FirstAndLast(most: most)
  }

  mutating func receive(_ sample: Sample) { meter.receive(sample) }

  mutating func receive(_ event: TrajectoryEvent) {
    meter.receive(event)
    for measures in meter.takeFinished() { finished.append(measures) }
  }

  /// The measures of the newest of the first gestures.
  var newest: Measures? { finished.first.last ?? meter.unfinished }

  private static let heads = [
    "gesture", "settled in", "rest in", "overshoot", "top speed: finger, animation", "jerk",
    "handoff error", "lag", "stale",
  ]

  /// Returns the table as text; empty without gestures.
  func lines(in style: TextStyle) -> [String] {
    rows.isEmpty
      ? [] : TextTable.lines([Self.heads] + rows, in: style, indent: 2, hasHeads: true)
  }

  /// 24: a longer table of a page is collapsed.
  private static let mostOpen = 24

  /// The table for a page, in which gestures have the numbers of the list of gestures.
  var markup: Markup {
    let unfinished = meter.unfinished.map { [(finished.count + 1, $0)] } ?? []
    let gestures = finished.numbered + unfinished
    let rows = gestures.map { ["\($0)"] + Self.cells($1) }
    let all = finished.count + unfinished.count
    let table = PageTable(
      "Measures of each gesture",
      (["gesture", "began"] + Self.heads.dropFirst()).map { .init($0) }, rows)
    let jank = JankTables(
      gestures.flatMap { number, measures in measures.jank.map { ("\(number)", $0) } })
    return Markup {
      if rows.count <= Self.mostOpen {
        table.markup
      } else {
        table.folded(
          rows.count == all ? "\(all) gestures" : "\(rows.count) of \(all) gestures")
      }
      jank.markup
    }
  }

  private var rows: [[String]] {
    finished.lines {
      [Self.cells($1)]
    } gap: {
      ["… \($0) more"]
    }
      + (meter.unfinished.map { [Self.cells($0)] } ?? [])
  }

  private static func cells(_ measures: Measures) -> [String] {
    [
      Wording.clock(measures.began),
      seconds(measures.settleTime),
      seconds(measures.timeToRest),
      number(measures.overshoot, 2),
      "\(number(measures.fastestTracking, 2)), \(number(measures.fastestSettling, 2)) /s",
      number(measures.greatestJerk, 0) + (measures.greatestJerk == nil ? "" : " /s³"),
      percent(measures.handoffError),
      number(measures.greatestLag, 2),
      "\(measures.staleFrameCount) of \(measures.frameCount)",
    ]
  }

  private static let unknown = "–"

  private static func seconds(_ value: Double?) -> String {
    value.map { NumberText.seconds($0) } ?? unknown
  }

  private static func number(_ value: Double?, _ decimals: Int) -> String {
    value.map { NumberText.fixed($0, decimals) } ?? unknown
  }

  private static func percent(_ share: Double?) -> String {
    guard let share else { return unknown }
    let text = NumberText.percent(share)
    return share >= 0.0005 ? "+" + text : text
  }
}
