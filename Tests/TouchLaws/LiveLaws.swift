import Cases
import Commands
import Interactions
public import Laws
import Quantities
import Touches
import Trajectories

/// What holds of any bytes that `live` plays as a recording, on a clock that jumps from one instant at which
/// something is due to the next, or past it.
///
/// * It ends.
/// * It drives what a replay of the same bytes drives: the same samples, and the same events.
///
/// The last bytes choose the interaction.
public func checkLive(_ bytes: [UInt8]) throws(BrokenLaw) {
  var choice = ByteChance(bytes.suffix(16).reversed())
  var interaction = AnyInteraction.chosen(by: &choice)
  // Few samples: a gap has 10 s of them.
  interaction.rate = 10
  guard
    let replayed = try? Trajectory(replaying: RecordingStream(bytes: bytes), driving: interaction)
  else { return }
  var lived = Trajectory()
  do {
    let source = try PlayedSource(
      RecordingStream(bytes: bytes), describedBy: nil, interaction.touchSettings, speed: 1)
    var now = Timestamp(microseconds: 0)
    var run = LiveRun(source, driving: interaction, at: now)
    while !run.isOver {
      guard let due = run.nextDue else { throw BrokenLaw("it waits for nothing") }
      // Programs wake up late at times, by up to 0.3 s here.
      now = max(now, due).advanced(byMicroseconds: choice.byte() & 3 == 0 ? 300_000 : 0)
      try run.takeFrames(at: now, into: &lived)
      run.advance(at: now, into: &lived)
    }
    run.finish(into: &lived)
  } catch let law as BrokenLaw {
    throw law
  } catch {
    throw BrokenLaw("it can be replayed, and not played: \(error)")
  }
  try hold(lived.samples == replayed.samples, "other samples where it is played live")
  try hold(lived.events == replayed.events, "other events where it is played live")
}
