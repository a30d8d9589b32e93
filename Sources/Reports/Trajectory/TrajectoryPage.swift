import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// A page of a trajectory: the touches, the layers that move, the curves, and the decision.
///
/// The page can play the trajectory back. It contains all samples.
package struct TrajectoryPage: TrajectorySink {
  /// The heading: where the trajectory comes from, a line each.
  package var source: [String] = []
  /// The surface that the fingers moved on.
  package var surface: Surface?
  /// The user's picture for the layer.
  package var picture: StagePicture?
  /// The address of the page that lists this one, if there is one.
  package var list: String?
  /// The command that compares toolkits on the same recording, if there is one.
  package var comparison: String?
  /// The reason why nothing moves, if it is not that no gesture was recognised.
  package var reasonForNothing: String?

  private let interaction: Interaction
  private let name: String
  private var run: PlottedRun
  private var story: TrajectoryStory
  private var decisions: DecisionSection
  private var gestures: GestureList
  private var curves = GestureCurves()
  private var milestones: [(time: Timestamp, kind: Milestone.Kind)] = []
  private var contacts = ContactLog()
  private var measures: MeasuresTable

  /// 250: of the first gestures, and of the last ones, as many have their events and measures in a page; their tables
  /// take half a megabyte.
  private static let mostGestures = 250

  /// Makes a page on a trajectory of this interaction; the name is that of its recording.
  package init(_ interaction: Interaction, named name: String) {
    self.interaction = interaction
    self.name = name
    run = PlottedRun("", interaction.columns)
    story = TrajectoryStory(interaction, most: Self.mostGestures)
    decisions = DecisionSection(interaction)
    measures = MeasuresTable(interaction, most: Self.mostGestures)
    gestures = GestureList(interaction.rule)
  }

  /// Keeps a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {
    measures.receive(sample)
    run.append(sample)
    curves.receive(sample)
  }

  /// Keeps an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    measures.receive(event)
    story.receive(event)
    decisions.receive(event)
    gestures.receive(event)
    curves.receive(event)
    run.knots.receive(event)
    if let milestone = Milestone(event) { milestones.append((milestone.time, milestone.kind)) }
  }

  /// Keeps the positions of the fingers.
  package mutating func receive(_ frame: TouchFrame) throws(Never) { contacts.receive(frame) }

  // MARK: The page

  /// The whole file.
  package var text: String {
    let replay = replay
    return HTMLPage(
      "Trajectory of \(name)",
      [
        .init("outcome", "Outcome") { tiles },
        .init("thresholds", "Thresholds") {
          thresholds.markup
          if !decisions.counts.isEmpty, let comparison {
            Markup("p", ["class": "command"]) {
              "This command compares the recorded rule with those of toolkits, on all gestures or the chosen one, "
              "and writes rules.html: "
              Markup("code") {
                for word in comparison.split(separator: " ", omittingEmptySubsequences: false) {
                  // Lines do not end inside options, but inside long paths.
                  let text = Markup(verbatim: String(word))
                  if word.hasPrefix("-") { Markup("span") { text } } else { text }
                  " "
                }
                // The script names the chosen gesture.
                Markup("span", ["class": "of-gesture"])
              }
              Markup("button", ["type": "button", "class": "copying"]) { "Copy command" }
            }
          }
        },
        .init("gestures", "Gestures") { gestures.markup(contacts.contacts) },
        .init("played", "Playback") { replay.markup },
        .init("story", "Events") { happened },
        .init(
          "decisions", decisions.only == nil ? "Decisions" : "Decision"
        ) { decisions.markup },
        .init("over", "Gestures over each other") { GestureCurvesPlot.both(curves.curves) },
        .init("measures", "Measures") { measures.markup },
        .init("samples", "Samples") { PageTable.samples(run).folded("As a table") },
      ], replay: replay, list: list
    ) {
      source.map(Markup.faint)
    }.text
  }

  /// The plots of the page that can be files of their own.
  package var figures: Figures {
    Figures(replay.figures.entries + GestureCurvesPlot.figures(curves.curves))
  }

  private var thresholds: ThresholdSection {
    ThresholdSection(interaction, decisions.all, contacts.contacts)
  }

  private var replay: ReplaySection {
    let run = run.knotted(interaction)
    let axis = TimeAxis([run], contacts.contacts, TimeAxis.marks(of: milestones))
    var stage = Stage(interaction)
    stage.picture = picture
    var replay = ReplaySection(
      [run], axis, contacts: ContactPlots(contacts, on: surface, axis), on: stage)
    replay.thresholds = thresholds.json
    replay.levels = decisions.levels
    replay.spots = (spots { $0.fraction }, spots { $0.velocity } + decisions.seenVelocities)
    return replay
  }

  private func spots(_ value: (TrajectoryEvent) -> Double) -> [ChannelPlot.Spot] {
    story.marks.filter { $0.kind == .handoff }.map { event in
      ChannelPlot.Spot(
        time: event.time, value: value(event),
        hint: "handoff at \(Wording.clock(event.time)): \(NumberText.fixed(value(event), 2))"
      )
    }
  }

  // MARK: Events

  /// 24: longer lists of events are collapsed.
  private static let mostLines = 24

  @MarkupBuilder private var happened: Markup {
    let lines = story.lines
    if lines.isEmpty {
      Markup("p") { (reasonForNothing ?? Wording.noGesture).asSentence }
    }
    // A line without a time is about the instant of the line before.
    var time = Markup.nothing
    let table = PageTable(
      "Events in the order of time", [.word("time"), .word("event"), .word("details")],
      lines.map { line in
        time =
          line.time.map { time in
            Markup("a", ["href": "#t=\(String(fixed: time.seconds, decimals: 6))"]) {
              Wording.clock(time)
            }
          } ?? time
        return [time, Markup(text: line.word), Markup(text: line.text)]
      })
    Markup("div", ["class": "story"]) {
      lines.count > Self.mostLines
        ? table.folded(storyTitle(lines.count)) : table.markup
    }
  }

  private func storyTitle(_ lines: Int) -> String {
    story.leftOut == 0
      ? "\(lines) lines, from the first gesture to the last"
      : "\(lines - 1) lines, of the first \(Self.mostGestures) gestures and the last \(Self.mostGestures)"
        + ", without \(story.leftOut) in between"
  }

  private var tiles: Markup {
    guard let only = decisions.only else { return counts }
    func seconds(_ value: Double?) -> String {
      value.map { NumberText.seconds($0) } ?? "–"
    }
    return .tiles {
      tile(
        "decided", Wording.outcome(of: only.decision),
        only.decision.judgement.map { Wording.reason(of: $0) } ?? "")
      tile(
        "released at fraction", NumberText.fixed(only.release.fraction, 2),
        "at \(Wording.clock(only.time))")
      let nearest = interaction.rule.nearestCondition(to: only.decision, of: only.release)
      if only.decision.margin == nil, let finding = nearest?.finding {
        tile(
          "margin", Wording.Numbers(finding).margin + Wording.unit(of: finding.condition),
          "from the threshold of \(Wording.name(of: finding.condition.quantity))")
      }
      if let margin = only.decision.margin, let finding = only.decision.judgement?.findings[0][0] {
        let unit = Wording.unit(of: finding.condition)
        tile(
          "margin", Wording.Numbers(finding).margin + unit,
          margin == 0 ? "on the threshold" : "from the threshold")
      }
      tile("nearest flip", decisions.change(of: only) ?? "none", "")
      if let measured = measures.newest {
        tile(
          "settled in", seconds(measured.settleTime),
          "overshoot \(measured.overshoot.map { NumberText.fixed($0, 2) } ?? "–")")
      }
    }
  }

  /// The number of releases with each outcome.
  private var counts: Markup {
    guard !decisions.counts.isEmpty else { return .nothing }
    return .tiles {
      tile("releases", "\(decisions.counts.reduce(0) { $0 + $1.count })", "")
      for (outcome, count) in decisions.counts { tile(outcome, "\(count)", "") }
    }
  }

  private func tile(_ name: String, _ number: String, _ note: String) -> Markup {
    .tile(name, number, note, kind: number.count > 12 ? "long" : nil)
  }
}

extension PageTable {
  /// Makes a table of samples, short enough for a screen reader.
  static func samples(_ run: PlottedRun) -> PageTable {
    let shown = run.samples.spaced(mostSamples)
    return PageTable(
      shown.count < run.samples.count
        ? "\(shown.count) of \(run.samples.count) samples" : "All samples",
      ["seconds", .word("phase"), "fraction", "velocity"]
        + run.names.map { .init(markup: .name($0)) },
      shown.map { sample in
        [NumberText.fixed(sample.time.seconds, 3), sample.phase.rawValue]
          + ([sample.fraction, sample.velocity] + sample.values).map { NumberText.fixed($0, 3) }
      })
  }
}
