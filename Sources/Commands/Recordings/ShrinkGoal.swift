import Pantograph
import PantographBase
import PantographInteractions
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTrajectories

/// The property that a recording must keep while it is shrunk.
enum ShrinkGoal {
  /// A gesture meets all conditions.
  case gesture([GestureCondition])
  /// The trajectory diverges from that of another interaction, with this signature.
  case divergence(from: Interaction, DivergenceSignature)
  /// The trajectory differs from the expected one.
  case unexpected(UnexpectedResult)

  /// Returns whether events have the property.
  func isReached(by events: [InputEvent], _ source: ShrinkCommand.Source) throws -> Bool {
    switch self {
    case .gesture(let conditions):
      var meter = TrajectoryMeter(source.interaction)
      try source.replay(events, into: &meter)
      return meter.finished.contains { gesture in
        conditions.allSatisfy { $0.holds(for: gesture) }
      }
    case .divergence(let other, let signature):
      return try Self.divergence(source, other, of: events) == signature
    case .unexpected(let unexpected): return try unexpected.isReproduced(by: events, source)
    }
  }

  /// Returns how the trajectories of two interactions diverge on the same events.
  static func divergence(
    _ source: ShrinkCommand.Source, _ other: Interaction, of events: [InputEvent]
  ) throws -> DivergenceSignature? {
    var (before, after) = (Trajectory(), Trajectory())
    // Both are sampled at the same times.
    var other = other
    other.rate = source.interaction.rate
    try source.replay(events, driving: other, into: &before)
    try source.replay(events, into: &after)
    var comparison = Differ(
      of: source.interaction.columns,
      expecting: other.columns, within: Tolerances())
    for (side, trajectory) in [(Differ.Side.expected, before), (.actual, after)] {
      for event in trajectory.events { comparison.receive(event, on: side) }
      for sample in trajectory.samples { comparison.receive(sample, on: side) }
    }
    return comparison.finish().signature
  }
}

/// A trajectory that differs from the expected one.
struct UnexpectedResult {
  private let expected: TrajectoryFile
  private let actual: TrajectoryFile
  private let tolerances: Tolerances
  private let result: Differ.Result
  private let first: Divergence

  /// Compares the trajectory of events with the expected one, as `check` does; `nil` if they are equal.
  init?(of events: [InputEvent], _ source: ShrinkCommand.Source, expected: TrajectoryFile) throws {
    self.expected = expected
    tolerances = expected.tolerances ?? Tolerances()
    actual = try source.trajectory(of: events)
    result = expected.compare(actual, within: tolerances)
    guard let first = result.first else { return nil }
    self.first = first
  }

  /// Returns whether other events have the same first difference from the expected trajectory.
  ///
  /// Up to it, the trajectory must be unchanged, so that another defect is not mistaken for this one.
  func isReproduced(by events: [InputEvent], _ source: ShrinkCommand.Source) throws -> Bool {
    let trajectory = try source.trajectory(of: events)
    guard
      expected.compare(trajectory, within: tolerances).hasSameDivergence(
        as: result, within: tolerances)
    else { return false }
    let change = actual.compare(trajectory, within: tolerances).first
    return change.map { $0.time > first.visibleTime } ?? true
  }
}

/// What another program or a page must still do while its recording is shrunk.
struct SubjectShrinkGoal {
  let recording: String
  let events: [InputEvent]
  let device: DeviceDescription
  let remarks: [String]
  private let example: SubjectCase
  private let condition: Condition

  private enum Condition {
    /// It has an event with these words.
    case event(String)
    /// It differs as in this check.
    case difference(SubjectCheck)
  }

  /// The goal for a case with a subject; `nil` if the operand is none.
  init?(_ arguments: Arguments) throws {
    guard !arguments.has("--interaction"),
      case .observed(let found)? = try? CaseSearch.content(of: arguments.operands[0])
    else { return nil }
    if arguments.has("--against") {
      throw CommandError(
        "pantograph shrink: --against requires an interaction; list other subjects in the key agrees"
      )
    }
    do {
      example = try SubjectCase(found)
      recording = found.recording
      let described = try CommonOptions.described(arguments)
      var options = ReplayOptions()
      options.choice = CommonOptions.deviceChoice(arguments)
      options.isLenient = arguments.has("--lenient")
      (events, device, remarks) = try ShrinkCommand.events(
        of: recording, options, describedBy: described)
      let check = try Self.check(example, events, device)
      if let list = arguments.value("--while") {
        guard list.hasPrefix("event="), list.count > 6 else {
          throw CommandError(
            "pantograph shrink: --while \(list): a subject has events; expected event=WORDS")
        }
        let words = String(list.dropFirst(6))
        guard check.actual.events.contains(where: { $0.words == words }) else {
          throw CommandError("\(found.path): no event '\(words)'; it \(check.actual.story)")
        }
        condition = .event(words)
      } else {
        guard check.isCompared, !check.isSame else {
          throw CommandError(
            "\(found.path): \(check.isCompared ? "as expected" : "no expected.csv"); set the goal with"
              + " --while event=WORDS")
        }
        condition = .difference(check)
      }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
  }

  private static func check(
    _ example: SubjectCase, _ events: [InputEvent], _ device: DeviceDescription
  ) throws(UnusableFile) -> SubjectCheck {
    var example = example
    example.given = .init(events, of: device)
    return try example.check()
  }

  /// Returns whether the subject still does it with other events.
  func isReached(by events: [InputEvent]) throws(UnusableFile) -> Bool {
    let check = try Self.check(example, events, device)
    switch condition {
    case .event(let words): return check.actual.events.contains { $0.words == words }
    case .difference(let before): return check.differs(as: before)
    }
  }
}
