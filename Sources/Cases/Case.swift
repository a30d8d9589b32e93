import Reports

/// A folder with a recording, the interaction that it drives, and the trajectory that is expected of it.
///
///     #expect(try Case("Gestures/flick").check().isSame)
///
/// In the folder are exactly one `recording.` of any format, packed or not, `interaction.json`, and
/// `expected.csv` once a trajectory has been accepted. Whatever else is there is left alone.
public struct Case: Hashable, Sendable {
  /// The folder.
  public let path: String
  /// The file of the recording.
  public let recording: String
  /// Whether a trajectory has been accepted.
  public let hasExpected: Bool

  init(path: String, recording: String, hasExpected: Bool) {
    self.path = path
    self.recording = recording
    self.hasExpected = hasExpected
  }

  /// Finds the parts of a case in a folder.
  public init(_ folder: String) throws(UnusableFile) {
    switch try CaseSearch.content(of: folder) {
    case .complete(let found): self = found
    case .incomplete(let found): throw UnusableFile(found.path, found.sentence)
    case .unusable(let mistake): throw mistake
    case nil: throw UnusableFile(folder, "there is neither a recording nor an interaction in it")
    }
  }

  /// The file of the interaction.
  public var interaction: String { Self.join(path, "interaction.json") }
  /// The file of the trajectory that is expected.
  public var expected: String { Self.join(path, "expected.csv") }

  static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The whole trajectory of the recording.
  public func trajectory() throws -> Trajectory {
    try Trajectory(replaying: recording, driving: Interaction(file: interaction))
  }

  /// Replays the recording, and holds what comes of it against what is expected.
  ///
  /// Both are read as they are needed: hours take no more memory than a second, but for the events of
  /// each gesture.
  public func check() throws(UnusableFile) -> CaseCheck {
    let interaction = try Interaction(file: interaction)
    var sink: HeldAgainstExpected
    if hasExpected {
      sink = HeldAgainstExpected(interaction, try ExpectedReader(expected))
    } else {
      sink = HeldAgainstExpected(interaction)
    }
    try replay(interaction, into: &sink)
    try sink.finish()
    return sink.check
  }

  private func replay(
    _ interaction: Interaction, into sink: inout HeldAgainstExpected
  ) throws(UnusableFile) {
    var replay = try Replay(RecordingStream(recording), driving: interaction)
    do {
      try replay.run(into: &sink)
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(path, "\(error)")
    }
  }
}

/// What came of a case.
public struct CaseCheck: Sendable {
  /// What came of holding both trajectories against each other; nothing where none is expected yet.
  public var comparison: TrajectoryComparison.Result?
  /// How far they may be from each other.
  public var tolerances = Tolerances()
  /// What happened.
  public var milestones: [Milestone] = []
  /// What was expected to happen; nothing where the expected file tells of no events.
  public var expectedMilestones: [Milestone]?

  /// Whether it is the trajectory that is expected.
  public var isSame: Bool { comparison?.isWithinTolerances ?? false }
}

/// Takes a trajectory in, and reads the one that is expected in step with it.
private struct HeldAgainstExpected: TrajectorySink {
  private(set) var check = CaseCheck()
  private var comparison: TrajectoryComparison?
  private var reader: ExpectedReader?
  private var isReading = true

  /// Where nothing is expected, only what happens is kept.
  init(_ interaction: Interaction) {}

  init(_ interaction: Interaction, _ reader: ExpectedReader) {
    check.tolerances = reader.head?.tolerances ?? Tolerances()
    check.expectedMilestones = reader.head?.milestones
    var comparison = TrajectoryComparison(
      of: interaction.columns, expecting: reader.names, within: check.tolerances)
    for milestone in reader.head?.milestones ?? [] {
      comparison.receive(milestone, on: .expected)
    }
    self.comparison = comparison
    self.reader = reader
  }

  mutating func receive(_ sample: Sample) throws(UnusableFile) {
    guard comparison != nil else { return }
    comparison?.receive(sample, on: .actual)
    while isReading, comparison?.waits(for: .expected) ?? false { try readExpected() }
  }

  mutating func receive(_ event: TrajectoryEvent) throws(UnusableFile) {
    guard let milestone = Milestone(event) else { return }
    check.milestones.append(milestone)
    // Where the file tells of no events, none of ours are too many.
    if check.expectedMilestones != nil { comparison?.receive(milestone, on: .actual) }
  }

  private mutating func readExpected() throws(UnusableFile) {
    if let sample = try reader?.next() {
      comparison?.receive(sample, on: .expected)
    } else {
      isReading = false
      comparison?.end(.expected)
    }
  }

  /// Reads what is left of the expected trajectory: what is wrong there is wrong, too.
  mutating func finish() throws(UnusableFile) {
    comparison?.end(.actual)
    while isReading, comparison != nil { try readExpected() }
    check.comparison = comparison?.finish()
  }
}

extension CaseCheck: CustomStringConvertible {
  /// Where it parts from what is expected, and why, as `pantograph check` tells it.
  public var description: String {
    guard let comparison else { return "nothing is expected yet" }
    let report = DifferenceReport(comparison)
    return ([report.sentence ?? "as expected"] + report.lines).joined(separator: "\n")
  }
}
