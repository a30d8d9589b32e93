import PantographBase
import PantographInteractions
import PantographLaws
import PantographTouches
import PantographTrajectories

/// Checks the laws of the trajectory that any frames drive.
///
/// - Samples lie on the grid, each later than the one before, and all of their numbers are finite.
/// - Events are in order, and a gesture begins and ends once.
/// - It comes to rest.
/// - Advancing the time between frames has no effect, and a copy goes on as the driver does.
func checkTrajectory(_ interaction: Interaction, _ frames: [TouchFrame]) throws(BrokenLaw) {
  let frames = bounded(frames)
  let whole = try driven(interaction, frames, inSteps: false)
  let stepped = try driven(interaction, frames, inSteps: true)
  try hold(
    whole.samples == stepped.samples, "steps between frames, or copies, change samples")
  try hold(whole.events == stepped.events, "steps between frames, or copies, change events")
}

/// Returns the frames with pauses of at most 0.3 s except for two of ten years, and with positions within 1
/// m.
///
/// Each second of a pause or of a long return has a hundred samples to check.
private func bounded(_ frames: [TouchFrame]) -> [TouchFrame] {
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
      let position = frame.contacts[index].position
      frame.contacts[index].position = Point(
        x: min(max(position.x, -1000), 1000), y: min(max(position.y, -1000), 1000))
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
  var aside = Trajectory()
  for frame in frames {
    if inSteps {
      // A copy goes on as the driver would have, whatever becomes of the driver.
      var former = driver
      driver = former.copy()
      former.cutOff(into: &aside)
      // At the time of a frame nothing is final before all frames of that time have been fed.
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

/// Records a trajectory, and checks each part as it comes.
private struct Watcher: TrajectorySink {
  private(set) var trajectory = Trajectory()
  private let columns: Int
  private let grid: SampleGrid
  private var isActive = false

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
      "a sample off the grid: \(sample)")
    try hold(
      sample.fraction.isFinite && sample.velocity.isFinite && sample.values.count == columns
        && sample.values.allSatisfy(\.isFinite), "an invalid sample: \(sample)")
    trajectory.receive(sample)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(BrokenLaw) {
    try hold(
      trajectory.events.last.map { $0.time <= event.time } ?? true,
      "an event is earlier than the one before: \(event)")
    try hold(event.fraction.isFinite && event.velocity.isFinite, "an invalid event: \(event)")
    switch event.kind {
    case .began:
      try hold(!isActive, "a gesture begins during another")
      isActive = true
    case .changed: try hold(isActive, "a gesture changes that is not active")
    case .ended, .cancelled:
      try hold(isActive, "a gesture ends that was not active")
      isActive = false
    case .decided, .handoff, .completed, .held, .started: break
    }
    trajectory.receive(event)
  }
}
