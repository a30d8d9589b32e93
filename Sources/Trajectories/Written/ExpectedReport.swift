import PantographBase
package import PantographInteractions

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
