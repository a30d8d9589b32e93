import Cases
import Evdev
import Interactions
import Quantities
import Touches
import Trajectories

/// What a recording is kept for while it is made smaller.
enum ShrinkGoal {
  /// One gesture of it for which all of this is so.
  case gesture([GestureCondition])
  /// That it leads to another trajectory under another interaction, in this way.
  case parting(from: Interaction, DivergenceSignature)
  /// That something else comes than is expected.
  case surprise(Surprise)

  /// Whether events have what is asked for.
  func isReached(by events: [InputEvent], _ replay: MemoryReplay) -> Bool {
    switch self {
    case .gesture(let conditions):
      var meter = TrajectoryMeter(replay.interaction)
      replay.run(events, into: &meter)
      return meter.finished.contains { gesture in
        conditions.allSatisfy { $0.holds(for: gesture) }
      }
    case .parting(let other, let parting):
      return Self.parting(replay, other, of: events) == parting
    case .surprise(let surprise): return surprise.isMade(by: events, replay)
    }
  }

  /// In what way two interactions part on the same events.
  static func parting(
    _ replay: MemoryReplay, _ other: Interaction, of events: [InputEvent]
  ) -> DivergenceSignature? {
    var (before, after) = (Trajectory(), Trajectory())
    var others = replay
    others.interaction = other
    // Both are looked at in the same instants.
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

/// What came of a recording where something else was expected.
struct Surprise {
  private let expected: TrajectoryFile
  private let came: TrajectoryFile
  private let tolerances: Tolerances
  private let result: TrajectoryComparison.Result
  private let first: Divergence

  /// Makes one of what comes of events, held against what is expected as a check does it; nothing where
  /// that is the same.
  init?(of events: [InputEvent], _ replay: MemoryReplay, expected: TrajectoryFile) {
    self.expected = expected
    tolerances = expected.tolerances ?? Tolerances()
    came = replay.trajectory(of: events)
    result = expected.compare(came, within: tolerances)
    guard let first = result.first else { return nil }
    self.first = first
  }

  /// Whether other events part first from what is expected as these did.
  ///
  /// Up to there the same comes of them, so that it is no other mistake that happens to show there.
  func isMade(by events: [InputEvent], _ replay: MemoryReplay) -> Bool {
    let trajectory = replay.trajectory(of: events)
    guard
      expected.compare(trajectory, within: tolerances).hasSameDivergence(
        as: result, within: tolerances)
    else { return false }
    let away = came.compare(trajectory, within: tolerances).first
    return away.map { $0.time > first.visibleTime } ?? true
  }
}

/// Replays events that are in memory, as often as one likes.
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
