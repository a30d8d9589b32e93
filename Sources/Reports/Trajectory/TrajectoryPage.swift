public import Interactions
import Quantities
public import Touches
public import Trajectories

/// A trajectory as a page of its own: the hand, the layers that it moves, the curves, and the decision.
///
/// The page plays it back. Of a very long one it holds a part of the samples, and says so.
public struct TrajectoryPage: TrajectorySink {
  /// What stands above it about where it comes from, a line each.
  public var source: [String] = []
  /// What the fingers moved on.
  public var surface: Surface?
  /// What there is to say where nothing moves, if it is not that no fingers did what they should.
  public var reasonForNothing: String?

  private let interaction: Interaction
  private let name: String
  private var run: PlottedRun
  private var story: TrajectoryStory
  private var decisions: DecisionSection
  private var hand = ContactLog()
  private var meter: TrajectoryMeter
  private var measures = FirstAndLast<Measures>()

  /// Makes a page on a trajectory of this interaction; the name is that of its recording.
  public init(_ interaction: Interaction, named name: String) {
    self.interaction = interaction
    self.name = name
    run = PlottedRun("", interaction.columns)
    story = TrajectoryStory(interaction)
    decisions = DecisionSection(interaction)
    meter = TrajectoryMeter(interaction)
  }

  /// Keeps a sample.
  public mutating func receive(_ sample: Sample) throws(Never) {
    meter.receive(sample)
    run.append(sample)
  }

  /// Keeps what happens.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    meter.receive(event)
    for finished in meter.takeFinished() { measures.append(finished) }
    story.receive(event)
    decisions.receive(event)
  }

  /// Keeps where the fingers are.
  public mutating func receive(_ frame: TouchFrame) throws(Never) { hand.receive(frame) }

  // MARK: The page

  /// The whole file.
  public var text: String {
    var run = run
    run.close()
    let marks = TimeAxis.marks(
      of: story.marks.compactMap { event in Milestone(event).map { ($0.time, $0.kind) } })
    let axis = TimeAxis([run], hand.whole, marks)
    var part = ReplaySection(
      [run], axis, hand: ContactPlots(hand, on: surface, axis),
      toward: interaction.progress.direction)
    part.levels = decisions.levels
    part.spots = (spots { $0.fraction }, spots { $0.velocity } + decisions.seenVelocities)
    part.remarks = remarks(run)
    let isPlayed = !axis.isEmpty && !run.samples.isEmpty
    var page = HTMLPage(
      "Trajectory of \(name)",
      [
        .init("outcome", "What became of it") { tiles },
        .init("played", "Played back") { isPlayed ? part.markup : .nothing },
        .init("story", "What happened") { happened },
        .init(
          "decisions", decisions.only == nil ? "How the releases were judged" : "How it was judged"
        ) { decisions.markup },
        .init("measures", "Measures") { MeasuresReport.table(of: measures, meter.unfinished) },
        .init("samples", "Samples") { PageTable.samples(run).folded("As a table") },
      ]
    ) {
      for line in source { Markup("p", ["class": "faint"]) { line } }
    }
    if isPlayed { page.played = part.json }
    return page.text
  }

  private func remarks(_ run: PlottedRun) -> [String] {
    var remarks: [String] = []
    if run.isThinned {
      remarks.append(
        "Of \(run.sampleCount) samples \(run.samples.count) stand in this page: first and last, lowest and"
          + " highest of every short while. At these instants everything is where the trajectory has it."
      )
    }
    if hand.leftOut > 0 {
      remarks.append("\(hand.leftOut) more contacts are not drawn.")
    }
    return remarks
  }

  private func spots(_ value: (TrajectoryEvent) -> Double) -> [ChannelPlot.Spot] {
    story.marks.filter { $0.kind == .handoff }.map { event in
      ChannelPlot.Spot(
        time: event.time, value: value(event),
        hint: "handoff at \(Wording.clock(event.time)): \(String(fixed: value(event), decimals: 2))"
      )
    }
  }

  // MARK: What happened

  /// 24: what happens in longer stories is folded away.
  private static let mostLines = 24

  @MarkupBuilder private var happened: Markup {
    let lines = story.lines
    if lines.isEmpty {
      Markup("p") {
        (reasonForNothing ?? "no gesture: no fingers did what the interaction asks for")
          .capitalizedFirst + "."
      }
    }
    let table = PageTable(
      "What happened, in the order of time", [.word("time"), .word("what"), .word("")],
      lines.map { line in
        [
          .word(line.time.map(Wording.clock) ?? ""), .word(line.word), .word(line.text),
        ]
      })
    Markup("div", ["class": "story"]) {
      lines.count > Self.mostLines
        ? table.folded("\(lines.count) lines, from the first gesture to the last") : table.markup
    }
  }

  private var tiles: Markup {
    guard let only = decisions.only else { return counts }
    let measured = measures.first.last ?? meter.unfinished
    func seconds(_ value: Double?) -> String {
      value.map { String(fixed: $0, decimals: 3) + " s" } ?? "–"
    }
    return Markup("dl", ["class": "tiles"]) {
      tile(
        "decided", Wording.outcome(of: only.decision),
        only.decision.judgement.map { Wording.reason(of: $0) } ?? "")
      tile(
        "let go at fraction", String(fixed: only.release.fraction, decimals: 2),
        "at \(Wording.clock(only.time))")
      if let margin = only.decision.margin, let finding = only.decision.judgement?.findings[0][0] {
        let unit = Wording.unit(of: finding.condition)
        tile(
          "margin", Wording.Numbers(finding).margin + unit,
          margin == 0 ? "on the threshold" : "from the threshold")
      }
      tile("least change to another end", decisions.change(of: only) ?? "none", "")
      if let measured {
        tile(
          "settled in", seconds(measured.settleTime),
          "overshoot \(measured.overshoot.map { String(fixed: $0, decimals: 2) } ?? "–")")
      }
    }
  }

  /// Of several releases, how many led where.
  private var counts: Markup {
    guard !decisions.counts.isEmpty else { return .nothing }
    return Markup("dl", ["class": "tiles"]) {
      tile("let go", "\(decisions.counts.reduce(0) { $0 + $1.count })", "times")
      for (outcome, count) in decisions.counts { tile(outcome, "\(count)", "") }
    }
  }

  private func tile(_ name: String, _ number: String, _ note: String) -> Markup {
    Markup("div", ["class": "tile"]) {
      Markup("dt") { name }
      Markup("dd", ["class": number.count > 12 ? "long" : nil]) { number }
      if !note.isEmpty { Markup("dd", ["class": "note"]) { note } }
    }
  }
}

extension PageTable {
  /// Samples of a trajectory: as many rows as a person listens to.
  static func samples(_ run: PlottedRun) -> PageTable {
    let samples = run.samples
    let count = min(samples.count, 24)
    let shown = (0..<count).map { samples[$0 * (samples.count - 1) / max(count - 1, 1)] }
    let names = run.names.map { Cell(measure: Markup.name($0)) }
    return PageTable(
      count < run.sampleCount ? "\(count) of \(run.sampleCount) samples" : "All samples",
      ["seconds", .word("phase"), "fraction", "velocity"] + names,
      shown.map { sample in
        let numbers = [sample.fraction, sample.velocity] + sample.values
        return [
          .init(number: String(fixed: sample.time.seconds, decimals: 3)),
          .word(sample.phase.rawValue),
        ] + numbers.map { .init(number: SVGPlot.number($0, 3)) }
      })
  }
}
