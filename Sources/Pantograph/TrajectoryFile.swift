/// A trajectory in a file: the columns of a CSV report, with or without the head of an expected one.
package struct TrajectoryFile: Sendable {
  /// The names of the properties.
  package var names: [String]
  /// The samples, in order of time.
  package var samples: [Sample]
  /// The milestones; `nil` if the file has no events.
  package var milestones: [Milestone]?
  /// The tolerances for comparisons; `nil` if the file has none.
  package var tolerances: Tolerances?

  /// Reads a file, which may end before the animation rests.
  package init(_ path: String) throws(UnusableFile) {
    var reader = try ExpectedReader(path, isWhole: false)
    names = reader.names
    milestones = reader.head?.milestones
    tolerances = reader.head?.tolerances
    samples = []
    while let sample = try reader.next() { samples.append(sample) }
  }

  /// Creates a file's content from a trajectory.
  package init(_ trajectory: Trajectory, of names: [String]) {
    self.names = names
    samples = trajectory.samples
    milestones = trajectory.events.compactMap(Milestone.init)
  }

  /// Compares another trajectory with this one, which is the expected one.
  ///
  /// Events are compared if both have them.
  package func compare(
    _ actual: TrajectoryFile, within tolerances: Tolerances
  ) -> Differ.Result {
    var comparison = Differ(
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

/// Two trajectories in files, read in step, so that memory use does not depend on their length.
package struct TrajectoryFilePair {
  private var expected: ExpectedReader
  private var actual: ExpectedReader

  /// Opens both files, and reads them up to their columns.
  package init(_ expected: String, _ actual: String) throws(UnusableFile) {
    self.expected = try ExpectedReader(expected, isWhole: false)
    self.actual = try ExpectedReader(actual, isWhole: false)
  }

  /// The names of the properties.
  package var names: (expected: [String], actual: [String]) { (expected.names, actual.names) }
  /// The tolerances for the second file; `nil` if the first file has none.
  package var tolerances: Tolerances? { expected.head?.tolerances }
  /// Whether both have events, which are then compared.
  package var knowsEvents: Bool { expected.head != nil && actual.head != nil }

  /// Returns the result for two files with the same content, of which one is read to see that it is in order.
  package mutating func resultOfEqualFiles() throws(UnusableFile) -> Differ.Result {
    var comparison = Differ(
      of: actual.names, expecting: expected.names, within: Tolerances())
    while try expected.next() != nil {}
    return comparison.finish()
  }

  /// Compares the rest of both files.
  ///
  /// - Parameters:
  ///   - tolerances: how far they may differ.
  ///   - take: takes every sample, in order of time on each side.
  package mutating func compare(
    within tolerances: Tolerances,
    samples take: (_ sample: Sample, _ side: Differ.Side) -> Void
  ) throws(UnusableFile) -> Differ.Result {
    var comparison = Differ(
      of: actual.names, expecting: expected.names, within: tolerances)
    if let head = expected.head, let other = actual.head {
      for milestone in head.milestones { comparison.receive(milestone, on: .expected) }
      for milestone in other.milestones { comparison.receive(milestone, on: .actual) }
    }
    var (first, second) = (try expected.next(), try actual.next())
    // The earlier sample comes first, so that neither side gets ahead.
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
