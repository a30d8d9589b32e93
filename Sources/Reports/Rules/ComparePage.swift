import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// A page that compares rules on the same gesture: tables, the touches, and the resulting trajectories.
package struct ComparePage: TrajectorySink {
  /// Rules with the same outcome.
  package struct Outcome: Sendable {
    /// The outcome.
    package var word: String
    /// The names of the rules.
    package var names: [String]
    /// One of the rules.
    package var rule: ReleaseRule

    /// The label of its curve: its rules, and their outcome if they are several.
    var label: String {
      guard names != [word], let first = names.first else { return word }
      return "\(word): \(first)" + (names.count > 1 ? " and \(names.count - 1) more" : "")
    }
  }

  /// The page of the interaction's own trajectory.
  package var own: TrajectoryPage
  private var others: [(outcome: Outcome, run: PlottedRun)] = []

  /// The largest number of gestures with tables.
  ///
  /// 200: a page of that many has a megabyte of tables.
  private static let mostReleases = 200

  /// Makes a page on a trajectory of an interaction; the name is that of the recording.
  package init(_ interaction: Interaction, named name: String) {
    own = TrajectoryPage(interaction, named: name)
  }

  /// Keeps a sample.
  package mutating func receive(_ sample: Sample) throws(Never) { own.receive(sample) }
  /// Keeps an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) { own.receive(event) }
  /// Keeps the positions of the fingers.
  package mutating func receive(_ frame: TouchFrame) throws(Never) { own.receive(frame) }

  /// Adds the trajectory of another outcome.
  package mutating func add(_ trajectory: Trajectory, of outcome: Outcome) {
    var run = PlottedRun("", own.interaction.columns, trajectory.samples)
    for event in trajectory.events { run.knots.receive(event) }
    others.append((outcome, run))
  }

  /// Returns the trajectories to show beside the interaction's own, which is the first: a few rules have one each.
  ///
  /// Of many rules those with the same outcome share one, as far as a plot can show them. With several gestures there
  /// are none then, because a later gesture starts where an earlier one ended.
  package static func outcomes(_ report: CompareReport) -> [Outcome] {
    if report.rules.count <= PlottedRun.most {
      return report.rules.map { Outcome(word: $0.name, names: [$0.name], rule: $0.rule) }
    }
    guard report.log.entries.count == 1, case .release(let context) = report.log.entries[0] else {
      return []
    }
    var targets: [Double] = []
    var outcomes: [Outcome] = []
    for (name, rule) in report.rules {
      let decision = rule.decide(context.release(for: rule))
      if let index = targets.firstIndex(of: decision.target) {
        outcomes[index].names.append(name)
      } else if targets.count < PlottedRun.most {
        targets.append(decision.target)
        outcomes.append(Outcome(word: Wording.outcome(of: decision), names: [name], rule: rule))
      }
    }
    return outcomes
  }

  /// Returns the whole file.
  package func text(_ report: CompareReport) -> String {
    let outcomes = Self.outcomes(report)
    let matrix = RuleMatrix(report)
    var replay = replay(outcomes)
    replay.matrices = [matrix.rules, matrix.estimators]
    replay.chosen = report.log.chosen
    replay.hasWorkbench = own.workbench.workbench != nil
    return HTMLPage(
      "Rules on \(own.name)",
      [
        .init("gestures", "Gestures") { own.gestures.markup(own.contacts.contacts) },
        .init("played", played(outcomes)) {
          outcomeList(outcomes)
          startOfEach(report)
          replay.markup
        },
        .init("agreement", "Agreement") { agreement(matrix) },
        .init("workbench", "Workbench of the interaction's own rule") { own.workbench.markup },
        .init("rules", "Decision of each rule") { tables(report) },
      ], replay: replay, workbench: own.workbench.workbench
    ) {
      own.source.map(Markup.faint)
    }.text
  }

  private func played(_ outcomes: [Outcome]) -> String {
    guard let other = others.first?.outcome else { return "Playback" }
    return "Playback of each " + (other.names == [other.word] ? "rule" : "outcome")
  }

  /// Returns the plots of the page that can be files of their own.
  package func figures(_ report: CompareReport) -> Figures {
    replay(Self.outcomes(report)).figures
  }

  private func replay(_ outcomes: [Outcome]) -> ReplaySection {
    var runs = ([own.run] + others.map(\.run)).map { $0.knotted(own.interaction) }
    let labels = [outcomes.first?.label ?? ""] + others.map(\.outcome.label)
    if runs.count > 1 { for index in runs.indices { runs[index].label = labels[index] } }
    // After the handoff the outcomes differ.
    let events = own.story.marks.filter { event in
      if runs.count == 1 { return true }
      if case .completed = event.kind { return false }
      return true
    }
    let axis = TimeAxis(
      runs, own.contacts.contacts,
      TimeAxis.marks(of: events.compactMap { event in Milestone(event).map { ($0.time, $0.kind) } })
    )
    return ReplaySection(
      runs, axis, contacts: ContactPlots(own.contacts, on: own.surface, axis),
      on: Stage(own.interaction))
  }

  private func outcomeList(_ outcomes: [Outcome]) -> Markup {
    guard outcomes.contains(where: { $0.names != [$0.word] }) else { return .nothing }
    return Markup("div", ["class": "story"]) {
      PageTable(
        "Outcomes of the rules", [.word("outcome"), .word("rules")],
        outcomes.map { [$0.word, $0.names.listed] }
      ).markup
    }
  }

  /// What the trajectories of several gestures are, as the tables of agreement start each gesture elsewhere.
  private func startOfEach(_ report: CompareReport) -> Markup {
    guard !others.isEmpty, report.log.entries.count > 1 else { return .nothing }
    return Markup("p") {
      "Each trajectory is that of one rule from the first gesture to the last: a gesture starts where"
        + " that rule left the animation, so that the outcome may differ from the one in the table of"
        + " agreement, where every gesture starts where the interaction's own rule left it."
    }
  }

  @MarkupBuilder private func agreement(_ matrix: RuleMatrix) -> Markup {
    matrix.rules.markup
    matrix.estimators.markup
    if matrix.leftOut > 0 {
      Markup.faint(
        "\(matrix.shown) of \(matrix.shown + matrix.leftOut) gestures; --json lists all.")
    }
  }

  @MarkupBuilder private func tables(_ report: CompareReport) -> Markup {
    let entries = report.log.entries
    if entries.isEmpty {
      Markup("p") { Wording.noGesture.asSentence }
    }
    for (index, entry) in entries.prefix(Self.mostReleases).enumerated() {
      switch entry {
      case .cutOff(let time, let fraction):
        Markup("p") {
          "\(Wording.clock(time)): cut off at fraction \(NumberText.fixed(fraction, 2));"
            + " every rule cancels."
        }
      case .release(let context):
        entries.count == 1
          ? tables(report, context, gesture: nil)
          : Markup("details", ["class": "decision", "id": "decision-\(index + 1)"]) {
            Markup("summary") { Wording.released(at: context.time, gesture: index + 1) }
            tables(report, context, gesture: index + 1)
          }
      }
    }
    if entries.count > Self.mostReleases {
      Markup.faint("\(Self.mostReleases) of \(entries.count) gestures; --json lists all.")
    }
  }

  private func tables(
    _ report: CompareReport, _ context: ReleaseContext, gesture: Int?
  ) -> Markup {
    Markup("section") {
      if gesture == nil { Markup("h3") { Wording.released(at: context.time, gesture: nil) } }
      Markup("p") {
        let release = context.release(for: ReleaseRule(fractionAbove: 0.5))
        "Released \(Wording.position(of: release, in: report.unit))."
      }
      report.tables(of: context).map(\.markup)
    }
  }
}
