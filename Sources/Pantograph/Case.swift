/// A folder with a recording, what it drives, and the expected result.
///
///     #expect(try Case("Gestures/flick").check().isSame)
///
/// The folder contains exactly one `recording.` of any format, packed or not, `interaction.json`, and
/// `expected.csv` once a trajectory has been accepted. Other files are ignored. Instead of the interaction, a
/// `subject.json` there or above may describe another program or a page.
public struct Case: Hashable, Sendable {
  /// The folder.
  public let path: String
  /// The file of the recording.
  public let recording: String
  /// The file that describes another program or a page to test; `nil` for an interaction.
  package let subject: String?
  /// Whether a result has been accepted.
  package let hasExpected: Bool

  package init(
    path: String, recording: String, testing subject: String?, hasExpected: Bool = false
  ) {
    self.path = path
    self.recording = recording
    self.subject = subject
    self.hasExpected = hasExpected
  }

  /// Finds the parts of a case in a folder.
  public init(_ folder: String) throws(UnusableFile) {
    switch try CaseSearch.content(of: folder) {
    case .complete(let found) where found.subject == nil: self = found
    case .complete(let found):
      throw UnusableFile(
        found.path,
        "subject.json: another program or a page, which only the commands check, replay, diff, compare,"
          + " features and shrink run")
    case .incomplete(let found): throw UnusableFile(found.path, found.sentence)
    case .unusable(let mistake): throw mistake
    case nil:
      throw UnusableFile(
        folder,
        "no recording and no interaction.json in this folder; pass a case folder inside it, or run"
          + " `pantograph check \(folder)`")
    }
  }

  /// The file of the interaction.
  public var interaction: String { Self.join(path, "interaction.json") }
  /// The file of the expected result.
  package var expected: String { Self.join(path, "expected.csv") }
  /// The files of the case; the last one need not exist.
  package var files: [String] { [recording, subject ?? interaction, expected] }

  package static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the whole trajectory of the recording.
  public func trajectory() throws(UnusableFile) -> Trajectory {
    try Trajectory(replaying: recording, driving: Interaction(file: interaction))
  }

  /// Replays the recording, and compares the result with the expected trajectory.
  ///
  /// Both are read as needed: memory use depends only on the events of each gesture, not on the
  /// duration.
  public func check() throws(UnusableFile) -> CaseCheck { try check(replacesFormer: false) }

  /// Checks it; if `replacesFormer`, a file with the columns of an earlier version is only asked for its tolerances.
  package func check(replacesFormer: Bool) throws(UnusableFile) -> CaseCheck {
    let interaction = try Interaction(file: interaction)
    var sink: HeldAgainstExpected
    if replacesFormer, hasExpected, let head = try ExpectedReader.formerHead(of: expected) {
      sink = HeldAgainstExpected(replacing: head)
    } else if hasExpected {
      sink = HeldAgainstExpected(interaction, try ExpectedReader(expected))
    } else {
      sink = HeldAgainstExpected()
    }
    var replay = try Replay(RecordingStream(recording), driving: interaction)
    try replay.runFiles(into: &sink)
    try sink.finish()
    var check = sink.check
    check.notes = replay.frames.recording.notes
    if !interaction.conditions.isEmpty {
      let releases = check.milestones.compactMap { milestone in
        milestone.kind == .ended ? milestone.time : nil
      }
      let trajectory = try trajectory()
      check.violations = interaction.conditions.violations(
        in: ResultTable(trajectory, properties: interaction.columns), releases: releases,
        within: check.tolerances, driven: DrivenFrames(trajectory, of: interaction))
    }
    return check
  }
}

/// The result of checking a case.
public struct CaseCheck: Sendable {
  /// The comparison of both trajectories; `nil` if there is no expected one yet.
  package var comparison: Differ.Result?
  /// The tolerances.
  package var tolerances = Tolerances()
  /// The actual milestones.
  package var milestones: [Milestone] = []
  /// The expected milestones; `nil` if the expected file has no events.
  package var expectedMilestones: [Milestone]?
  /// Whether the expected file has the columns of an earlier version, so that nothing is compared.
  package var hasFormerColumns = false
  /// What the recording lacks for exact results.
  package var notes: [String] = []
  /// What the trajectory does that the interaction's conditions forbid.
  package var violations: [Conditions.Violation] = []

  /// Whether the trajectory is as expected.
  public var isSame: Bool {
    violations.isEmpty && comparison?.isWithinTolerances ?? false
  }
}

/// A sink that reads the expected trajectory in step with the actual one.
private struct HeldAgainstExpected: TrajectorySink {
  private(set) var check = CaseCheck()
  private var comparison: Differ?
  private var reader: ExpectedReader?
  private var isReading = true

  /// Without an expected trajectory, only the milestones are kept.
  init() {}

  /// Of a file with other columns, only the tolerances are kept.
  init(replacing head: ExpectedHead) {
    check.tolerances = head.tolerances
    check.hasFormerColumns = true
  }

  init(_ interaction: Interaction, _ reader: ExpectedReader) {
    check.tolerances = reader.head?.tolerances ?? Tolerances()
    check.expectedMilestones = reader.head?.milestones
    var comparison = Differ(
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
    // If the file has no events, none of the actual ones are extra.
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

  /// Reads the rest of the expected trajectory, so that mistakes in it are found.
  mutating func finish() throws(UnusableFile) {
    comparison?.end(.actual)
    while isReading, comparison != nil { try readExpected() }
    check.comparison = comparison?.finish()
  }
}

extension CaseCheck: CustomStringConvertible {
  /// Where and why it diverges from the expected trajectory, as `pantograph check` prints it.
  public var description: String {
    guard let comparison else { return "nothing is expected yet" }
    let report = DifferenceReport(comparison)
    return ([report.sentence ?? "as expected"] + report.lines).joined(separator: "\n")
  }
}
