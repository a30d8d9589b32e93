public import Reports

/// Writes a trajectory as the one that is expected: a head, and then the columns of a `CSVReport`.
///
/// The events stand in the head, so that they have to be known before the first sample.
public struct ExpectedReport: StreamReport {
  private var columns: CSVReport

  /// Makes a report that begins with its head.
  ///
  /// - Parameters:
  ///   - interaction: what was replayed.
  ///   - tolerances: how far other trajectories may be from this one.
  ///   - milestones: what happens in it.
  public init(_ interaction: Interaction, within tolerances: Tolerances, _ milestones: [Milestone])
  {
    columns = CSVReport(interaction)
    let head = ExpectedHead(tolerances: tolerances, milestones: milestones)
    var bytes: [UInt8] = []
    for line in head.lines(interaction.columns) { bytes.append("\(line)\n") }
    columns.bytes = bytes + columns.bytes
  }

  /// What has been written and not yet been taken away.
  public var bytes: [UInt8] {
    get { columns.bytes }
    set { columns.bytes = newValue }
  }

  /// Writes a sample as a line.
  public mutating func receive(_ sample: Sample) throws(Never) { columns.receive(sample) }
  /// Passes over an event, which the head has already.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {}
}
