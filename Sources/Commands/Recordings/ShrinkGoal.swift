import PantographCases
import PantographEvdev
import PantographInteractions
import PantographQuantities
import PantographTouches
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
  func isReached(by events: [InputEvent], _ replay: MemoryReplay) -> Bool {
    switch self {
    case .gesture(let conditions):
      var meter = TrajectoryMeter(replay.interaction)
      replay.run(events, into: &meter)
      return meter.finished.contains { gesture in
        conditions.allSatisfy { $0.holds(for: gesture) }
      }
    case .divergence(let other, let signature):
      return Self.divergence(replay, other, of: events) == signature
    case .unexpected(let unexpected): return unexpected.isReproduced(by: events, replay)
    }
  }

  /// Returns how the trajectories of two interactions diverge on the same events.
  static func divergence(
    _ replay: MemoryReplay, _ other: Interaction, of events: [InputEvent]
  ) -> DivergenceSignature? {
    var (before, after) = (Trajectory(), Trajectory())
    var others = replay
    others.interaction = other
    // Both are sampled at the same times.
    others.interaction.rate = replay.interaction.rate
    others.run(events, into: &before)
    replay.run(events, into: &after)
    var comparison = TrajectoryComparison(
      of: replay.interaction.columns,
      expecting: other.columns, within: Tolerances())
    for (side, trajectory) in [(TrajectoryComparison.Side.expected, before), (.actual, after)] {
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
  private let result: TrajectoryComparison.Result
  private let first: Divergence

  /// Compares the trajectory of events with the expected one, as `check` does; `nil` if they are equal.
  init?(of events: [InputEvent], _ replay: MemoryReplay, expected: TrajectoryFile) {
    self.expected = expected
    tolerances = expected.tolerances ?? Tolerances()
    actual = replay.trajectory(of: events)
    result = expected.compare(actual, within: tolerances)
    guard let first = result.first else { return nil }
    self.first = first
  }

  /// Returns whether other events have the same first difference from the expected trajectory.
  ///
  /// Up to it, the trajectory must be unchanged, so that another defect is not mistaken for this one.
  func isReproduced(by events: [InputEvent], _ replay: MemoryReplay) -> Bool {
    let trajectory = replay.trajectory(of: events)
    guard
      expected.compare(trajectory, within: tolerances).hasSameDivergence(
        as: result, within: tolerances)
    else { return false }
    let change = actual.compare(trajectory, within: tolerances).first
    return change.map { $0.time > first.visibleTime } ?? true
  }
}

/// Replays events from memory.
struct MemoryReplay {
  var interaction: Interaction
  let surface: Surface
  let settings: TouchSettings

  func run(_ events: [InputEvent], into sink: inout some TrajectorySink<Never>) {
    guard let start = events.first?.time else { return }
    var assembler = FrameAssembler(surface, settings)
    var driver = TrajectoryDriver(interaction, start: start, on: Plane(surface))
    for event in events where assembler.feed(event) {
      driver.feed(assembler.frame, into: &sink)
    }
    driver.finish(into: &sink)
  }

  func trajectory(of events: [InputEvent]) -> TrajectoryFile {
    var trajectory = Trajectory()
    run(events, into: &trajectory)
    return TrajectoryFile(trajectory, of: interaction.columns)
  }
}
