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

/// Two trajectories that were written down, read side by side, so that their length costs no memory.
public struct TrajectoryFilePair {
  private var expected: ExpectedReader
  private var actual: ExpectedReader

  /// Opens both files, and reads them up to their columns.
  public init(_ expected: String, _ actual: String) throws(UnusableFile) {
    self.expected = try ExpectedReader(expected, isWhole: false)
    self.actual = try ExpectedReader(actual, isWhole: false)
  }

  /// The names of the properties.
  public var names: (expected: [String], actual: [String]) { (expected.names, actual.names) }
  /// How far the second may be from the first; nothing where the first doesn't say.
  public var tolerances: Tolerances? { expected.head?.tolerances }
  /// Whether both contain events, which are compared then.
  public var knowsEvents: Bool { expected.head != nil && actual.head != nil }

  /// Compares the rest of both files.
  ///
  /// - Parameters:
  ///   - tolerances: how far they may be from each other.
  ///   - take: takes every sample, in the order of time on each side.
  public mutating func compare(
    within tolerances: Tolerances,
    samples take: (_ sample: Sample, _ side: TrajectoryComparison.Side) -> Void
  ) throws(UnusableFile) -> TrajectoryComparison.Result {
    var comparison = TrajectoryComparison(
      of: actual.names, expecting: expected.names, within: tolerances)
    if let head = expected.head, let other = actual.head {
      for milestone in head.milestones { comparison.receive(milestone, on: .expected) }
      for milestone in other.milestones { comparison.receive(milestone, on: .actual) }
    }
    var (first, second) = (try expected.next(), try actual.next())
    // The earlier sample is received first, so that neither side runs ahead.
    while true {
      if let sample = first, second.map({ sample.time <= $0.time }) ?? true {
        comparison.receive(sample, on: .expected)
        take(sample, .expected)
        first = try expected.next()
        if first == nil { comparison.end(.expected) }
      } else if let sample = second {
        comparison.receive(sample, on: .actual)
        take(sample, .actual)
        second = try actual.next()
        if second == nil { comparison.end(.actual) }
      } else {
        return comparison.finish()
      }
    }
  }
}
