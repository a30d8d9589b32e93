/// A trajectory that was written down: the columns of a CSV report, with or without the head of an expected one.
public struct TrajectoryFile: Sendable {
  /// The names of the properties.
  public var names: [String]
  /// The samples, in the order of time.
  public var samples: [Sample]
  /// What happens in it; nothing where the file tells of no events.
  public var milestones: [Milestone]?
  /// How far others may be from it; nothing where the file doesn't say.
  public var tolerances: Tolerances?

  /// Reads a file; it may end before the animation rests, as a part of a trajectory does.
  public init(_ path: String) throws(UnusableFile) {
    var reader = try ExpectedReader(path, isWhole: false)
    names = reader.names
    milestones = reader.head?.milestones
    tolerances = reader.head?.tolerances
    samples = []
    while let sample = try reader.next() { samples.append(sample) }
  }

  /// Makes one of a trajectory.
  public init(_ trajectory: Trajectory, of names: [String]) {
    self.names = names
    samples = trajectory.samples
    milestones = trajectory.events.compactMap(Milestone.init)
  }

  /// Holds another trajectory against this one, which is what is expected.
  ///
  /// Events are held against each other where both tell of them.
  public func compare(
    _ actual: TrajectoryFile, within tolerances: Tolerances
  ) -> TrajectoryComparison.Result {
    var comparison = TrajectoryComparison(
      of: actual.names, expecting: names, within: tolerances)
    if let milestones, let others = actual.milestones {
      for milestone in milestones { comparison.receive(milestone, on: .expected) }
      for milestone in others { comparison.receive(milestone, on: .actual) }
    }
    for sample in samples { comparison.receive(sample, on: .expected) }
    for sample in actual.samples { comparison.receive(sample, on: .actual) }
    return comparison.finish()
  }
}
