import Interactions
import Laws
import Quantities
import Touches
import Trajectories

/// What holds of the trajectory that any frames drive.
///
/// * Samples lie on the grid, each later than the one before, and all of their numbers are finite.
/// * Events are not earlier than the ones before, and a gesture begins and is over once.
/// * It comes to rest.
/// * It is the same when time passes between frames, too.
func checkTrajectory(_ interaction: Interaction, _ frames: [TouchFrame]) throws(BrokenLaw) {
  let hand = withinReach(frames)
  let whole = try driven(interaction, hand, inSteps: false)
  let stepped = try driven(interaction, hand, inSteps: true)
  try hold(
    whole.samples == stepped.samples, "other samples where time passes between frames")
  try hold(whole.events == stepped.events, "other events where time passes between frames")
}

/// The frames with pauses of 0.3 s at most but for two of ten years, and places within 1 m: each second of either
/// a pause or the way back from nowhere is a hundred samples to look at, and a meter may be thousands of ways.
private func withinReach(_ frames: [TouchFrame]) -> [TouchFrame] {
  var time = Timestamp(microseconds: 0)
  var before = frames.first?.time
  var gaps = 0
  return frames.map { frame in
    let step = frame.time.microseconds - (before ?? frame.time).microseconds
    let isGap = step > 315_360_000_000_000 && gaps < 2
    if isGap { gaps += 1 }
    time = time.advanced(byMicroseconds: isGap ? 315_360_000_000_000 : min(step, 300_000))
    before = frame.time
    var frame = frame
    frame.time = time
    for index in frame.contacts.indices {
      let place = frame.contacts[index].position
      frame.contacts[index].position = Point(
        x: min(max(place.x, -1000), 1000), y: min(max(place.y, -1000), 1000))
    }
    return frame
  }
}

private func driven(
  _ interaction: Interaction, _ frames: [TouchFrame], inSteps: Bool
) throws(BrokenLaw) -> Trajectory {
  let plane = Plane(size: surfaceSize, unitsPerMillimetre: Vector(x: 20, y: 20))
  let start = frames.first?.time ?? Timestamp(microseconds: 0)
  var driver = TrajectoryDriver(interaction, start: start, on: plane)
  var sink = Watcher(interaction)
  var last = start
  for frame in frames {
    if inSteps {
      // Nothing is final at the instant of a frame before all frames of that instant are there.
      let half = (frame.time.microseconds - last.microseconds) / 2
      for step in [half, 2 * half - 1] where half > 0 {
        try driver.advance(to: last.advanced(byMicroseconds: step), into: &sink)
      }
    }
    try driver.feed(frame, into: &sink)
    last = frame.time
  }
  try driver.finish(into: &sink)
  let phase = sink.trajectory.samples.last?.phase
  try hold(phase == .idle || phase == .rest, "it ends \(phase as Any)")
  return sink.trajectory
}

/// Keeps a trajectory, and looks at each part as it comes.
private struct Watcher: TrajectorySink {
  private(set) var trajectory = Trajectory()
  private let columns: Int
  private let grid: SampleGrid
  private var isOn = false

  init(_ interaction: Interaction) {
    columns = interaction.columns.count
    grid = SampleGrid(start: Timestamp(microseconds: 0), rate: interaction.rate)
  }

  mutating func receive(_ sample: Sample) throws(BrokenLaw) {
    try hold(
      trajectory.samples.last.map { $0.time < sample.time } ?? true,
      "a sample is not later than the one before: \(sample)")
    try hold(
      grid[grid.number(atOrAfter: sample.time)] == sample.time,
      "a sample beside the grid: \(sample)")
    try hold(
      sample.fraction.isFinite && sample.velocity.isFinite && sample.values.count == columns
        && sample.values.allSatisfy(\.isFinite), "a sample of nothing: \(sample)")
    trajectory.receive(sample)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(BrokenLaw) {
    try hold(
      trajectory.events.last.map { $0.time <= event.time } ?? true,
      "an event is earlier than the one before: \(event)")
    try hold(event.fraction.isFinite && event.velocity.isFinite, "an event of nothing: \(event)")
    switch event.kind {
    case .began:
      try hold(!isOn, "a gesture begins in another one")
      isOn = true
    case .changed: try hold(isOn, "a gesture changes that is not on")
    case .ended, .cancelled:
      try hold(isOn, "a gesture is over that was not on")
      isOn = false
    case .decided, .handoff, .completed, .held, .started: break
    }
    trajectory.receive(event)
  }
}
