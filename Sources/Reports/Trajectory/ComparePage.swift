import Gestures
public import Interactions
import Quantities
public import Touches
public import Trajectories

/// What many rules make of the same hand, as a page of its own: tables, the hand, and the trajectories that
/// come of it.
public struct ComparePage: TrajectorySink {
  /// Rules that lead a hand to the same end.
  public struct Outcome: Sendable {
    /// Where they lead.
    public var word: String
    /// Which rules those are.
    public var names: [String]
    /// One of them.
    public var rule: ReleaseRule
  }

  /// What stands above it about where it comes from, a line each.
  public var source: [String] = []
  /// What the fingers moved on.
  public var surface: Surface?

  private let interaction: Interaction
  private let name: String
  private var hand = ContactLog()
  private var story: TrajectoryStory
  private var own: PlottedRun
  private var others: [(outcome: Outcome, run: PlottedRun)] = []

  /// So many gestures have tables in a page.
  private static let mostReleases = 24

  /// Makes a page on what an interaction makes of a hand; the name is that of the recording.
  public init(_ interaction: Interaction, named name: String) {
    self.interaction = interaction
    self.name = name
    story = TrajectoryStory(interaction)
    own = PlottedRun("", interaction.columns)
  }

  /// Keeps a sample.
  public mutating func receive(_ sample: Sample) throws(Never) { own.append(sample) }
  /// Keeps what happens.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) { story.receive(event) }
  /// Keeps where the fingers are.
  public mutating func receive(_ frame: TouchFrame) throws(Never) { hand.receive(frame) }

  /// Takes what comes of the hand under other rules.
  public mutating func add(_ trajectory: Trajectory, of outcome: Outcome) {
    others.append((outcome, PlottedRun("", interaction.columns, trajectory.samples)))
  }

  /// The ends to which the rules lead a hand, that of the interaction's own first, and as many as are told
  /// apart over each other.
  ///
  /// Of several gestures there is none: a later one begins where an earlier one has led.
  public static func outcomes(_ report: CompareReport) -> [Outcome] {
    guard report.log.entries.count == 1, case .release(let hand) = report.log.entries[0] else {
      return []
    }
    var targets: [Double] = []
    var outcomes: [Outcome] = []
    for (name, rule) in report.rules {
      let decision = rule.decide(hand.release(for: rule))
      if let place = targets.firstIndex(of: decision.target) {
        outcomes[place].names.append(name)
      } else if targets.count < PlottedRun.most {
        targets.append(decision.target)
        outcomes.append(
          Outcome(word: Wording.outcome(of: decision), names: [name], rule: rule))
      }
    }
    return outcomes
  }

  /// The whole file.
  ///
  /// - Parameter report: what the rules made of it.
  public func text(_ report: CompareReport) -> String {
    var own = own
    own.close()
    let outcomes = Self.outcomes(report)
    var runs = [own] + others.map(\.run)
    let labels = [outcomes.first?.word ?? ""] + others.map(\.outcome.word)
    if runs.count > 1 { for index in runs.indices { runs[index].label = labels[index] } }
    // What comes after the handoff is another thing under each rule.
    let events = story.marks.filter { event in
      if runs.count == 1 { return true }
      if case .completed = event.kind { return false }
      return true
    }
    let axis = TimeAxis(
      runs, hand.whole,
      TimeAxis.marks(of: events.compactMap { event in Milestone(event).map { ($0.time, $0.kind) } })
    )
    let part = ReplaySection(
      runs, axis, hand: ContactPlots(hand, on: surface, axis),
      toward: interaction.progress.direction)
    let isPlayed = !axis.isEmpty && runs.allSatisfy { !$0.samples.isEmpty }
    var page = HTMLPage(
      "Rules on \(name)",
      [
        .init("played", runs.count > 1 ? "What comes of it" : "What the own rule makes of it") {
          outcomeList(outcomes)
          isPlayed ? part.markup : .nothing
        },
        .init("rules", "What each rule makes of it") { tables(report) },
      ]
    ) {
      for line in source { Markup("p", ["class": "faint"]) { line } }
    }
    if isPlayed { page.played = part.json }
    return page.text
  }

  private func outcomeList(_ outcomes: [Outcome]) -> Markup {
    guard !outcomes.isEmpty else { return .nothing }
    return Markup("div", ["class": "story"]) {
      PageTable(
        "Where the rules lead", [.word("outcome"), .word("rules")],
        outcomes.map { [.word($0.word), .word($0.names.listed)] }
      ).markup
    }
  }

  @MarkupBuilder private func tables(_ report: CompareReport) -> Markup {
    let entries = report.log.entries
    if entries.isEmpty {
      Markup("p") { "No gesture: no fingers did what the interaction asks for." }
    }
    for entry in entries.prefix(Self.mostReleases) {
      switch entry {
      case .cutOff(let time, let fraction):
        Markup("p") {
          "\(Wording.clock(time)): cut off at fraction \(String(fixed: fraction, decimals: 2));"
            + " every rule goes back."
        }
      case .release(let hand): tables(report, hand)
      }
    }
    if entries.count > Self.mostReleases {
      Markup("p", ["class": "faint"]) {
        "\(entries.count - Self.mostReleases) more gestures are left out here; --json tells of all."
      }
    }
  }

  private func tables(_ report: CompareReport, _ hand: ReleaseContext) -> Markup {
    let clock = Wording.clock(hand.time)
    let outcomes = report.ruleRows(of: hand)
    return Markup("section") {
      Markup("h3") { "Let go at \(clock)" }
      Markup("p") {
        let release = hand.release(for: ReleaseRule(fractionAbove: 0.5))
        "Let go \(Wording.place(of: release, in: report.way))."
      }
      PageTable(
        "Rules on the release at \(clock)", CompareReport.ruleHeads.map { .word($0) },
        marking: outcomes.enumerated().map { ($0.element.map { .word($0) }, $0.offset == 0) }
      ).markup
      PageTable(
        "Estimators of the velocity at \(clock)",
        [.word("estimator"), "along", "across"],
        report.estimatorRows(of: hand).map { row in
          [.word(row[0])] + row.dropFirst().map { .init(number: $0) }
        }
      ).markup
    }
  }
}
