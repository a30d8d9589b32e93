import PantographBase
package import PantographInteractions
import PantographMotion

/// Writes a trajectory as an expected one: a head, and then the columns of a `CSVReport`.
///
/// The events are in the head, so they must be known before the first sample.
package struct ExpectedReport: StreamReport {
  private var columns: CSVReport

  /// Creates a report, and writes its head.
  ///
  /// - Parameters:
  ///   - interaction: the interaction that was replayed.
  ///   - tolerances: how far other trajectories may differ from this one.
  ///   - milestones: the milestones of the trajectory.
  package init(_ interaction: Interaction, within tolerances: Tolerances, _ milestones: [Milestone])
  {
    columns = CSVReport(interaction)
    let head = ExpectedHead(tolerances: tolerances, milestones: milestones)
    var bytes: [UInt8] = []
    for line in head.lines(interaction.columns) { bytes.append("\(line)\n") }
    columns.bytes = bytes + columns.bytes
  }

  /// The output that has not been taken yet.
  package var bytes: [UInt8] {
    get { columns.bytes }
    set { columns.bytes = newValue }
  }

  /// Writes a sample as a line.
  package mutating func receive(_ sample: Sample) throws(Never) { columns.receive(sample) }
  /// Ignores an event, which is in the head already.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {}
}

/// The head above the columns of an expected trajectory: tolerances and milestones.
package struct ExpectedHead {
  /// The first line of an expected trajectory.
  package static let title = "# pantograph expected trajectory, version 1"

  /// How far other trajectories may differ from the expected one.
  package var tolerances: Tolerances
  /// The events.
  package var milestones: [Milestone]

  /// Creates a head.
  package init(tolerances: Tolerances = Tolerances(), milestones: [Milestone] = []) {
    self.tolerances = tolerances
    self.milestones = milestones
  }

  // MARK: Writing

  /// Returns the head as lines, for a table with columns of these names.
  func lines(_ names: [String]) -> [String] {
    var lines = [Self.title]
    lines.append("# tolerance phase seconds \(String(seconds: tolerances.events))")
    for name in Sample.columns(with: names) {
      let tolerance = tolerances[name]
      lines.append(
        "# tolerance \(name) value \(Self.allowed(tolerance.value))"
          + " seconds \(String(seconds: tolerance.microseconds))")
    }
    for milestone in milestones {
      var words = "# event \(String(seconds: milestone.time.microseconds)) \(milestone.name)"
      switch milestone.kind {
      case .began, .ended, .cancelled, .handoff, .held, .words: break
      case .started(let run): words += " \(run.name)"
      case .completed(let position): words += " \(position.name)"
      case .decided(let decision): words += " \(Self.words(for: decision))"
      }
      words += " fraction \(Self.six(milestone.fraction)) velocity \(Self.six(milestone.velocity))"
      lines.append(words)
      for (index, clause) in (milestone.decision?.judgement?.findings ?? []).enumerated() {
        lines += clause.map { "# found clause \(index + 1) \(Self.words(for: $0))" }
      }
    }
    return lines
  }

  private static func words(for decision: Decision) -> String {
    var words = "\(decision.outcome.rawValue) target \(six(decision.target))"
    guard let judgement = decision.judgement else { return words }
    words += " verdict \(judgement.verdict.rawValue)"
    if let clause = judgement.clause { words += " clause \(clause + 1)" }
    if let progress = judgement.progress { words += " progress \(six(progress))" }
    return words
  }

  private static func words(for finding: Finding) -> String {
    let condition = finding.condition
    return "\(finding.holds ? "holds" : "fails") \(condition.quantity.rawValue) "
      + "\(six(finding.value)) \(condition.comparison.rawValue) \(six(condition.threshold)) "
      + "\(condition.unit)"
  }

  private static func six(_ number: Double) -> String { String(fixed: number, decimals: 6) }

  /// A tolerance may be finer than the printed values, or too large for as many decimals.
  private static func allowed(_ value: Double) -> String {
    let texts = [6, 12, 0].map { String(fixed: value, decimals: $0) }
    return texts.first { WrittenNumber($0)?.value == value }
      ?? texts.first { WrittenNumber($0) != nil } ?? texts[0]
  }
}
