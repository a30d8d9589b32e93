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
  case parting(from: Interaction, Parting)
  /// That other events happen than are expected, in this way.
  case surprise(expected: [Milestone], Parting)

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
    case .surprise(let expected, let parting):
      return Self.parting(replay, expected, of: events) == parting
    }
  }

  /// In what way two interactions part on the same events.
  static func parting(
    _ replay: MemoryReplay, _ other: Interaction, of events: [InputEvent]
  ) -> Parting? {
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
    return comparison.finish().parting
  }

  /// In what way what happens is not what is expected, whenever and wherever it happens.
  static func parting(
    _ replay: MemoryReplay, _ expected: [Milestone], of events: [InputEvent]
  ) -> Parting? {
    var trajectory = EventsOnly()
    replay.run(events, into: &trajectory)
    let anywhere = Tolerance(value: .greatestFiniteMagnitude, microseconds: .max / 4)
    var comparison = TrajectoryComparison(of: [], within: Tolerances(every: anywhere))
    for milestone in expected { comparison.receive(milestone, on: .expected) }
    for event in trajectory.events { comparison.receive(event, on: .actual) }
    return comparison.finish().parting
  }
}

/// The events of a trajectory, without its samples.
private struct EventsOnly: TrajectorySink {
  private(set) var events: [TrajectoryEvent] = []
  mutating func receive(_ sample: Sample) throws(Never) {}
  mutating func receive(_ event: TrajectoryEvent) throws(Never) { events.append(event) }
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
}
