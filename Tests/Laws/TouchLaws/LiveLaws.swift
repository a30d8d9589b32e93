import Pantograph
import PantographBase
import PantographCommands
import PantographInteractions
package import PantographLaws
import PantographTouches
import PantographTraces
import PantographTrajectories

/// Checks the laws of any bytes that `live` plays as a recording, on a clock that jumps to or past each
/// deadline.
///
/// - It ends.
/// - It drives the same samples and events as a replay of the same bytes.
///
/// The last bytes select the interaction.
package func checkLive(_ bytes: [UInt8]) throws(BrokenLaw) {
  var choice = ByteChance(bytes.suffix(16).reversed())
  var interaction = AnyInteraction.chosen(by: &choice)
  // A low rate, because a gap has 10 s of samples.
  interaction.rate = 10
  guard
    let replayed = try? Trajectory(replaying: RecordingStream(bytes: bytes), driving: interaction)
  else { return }
  var lived = Trajectory()
  do {
    let source = try PlayedSource(
      RecordedFrames(
        RecordingStream(bytes: bytes), describedBy: nil, interaction.touchSettings), speed: 1)
    var now = Timestamp(microseconds: 0)
    var run = LiveRun(source, driving: interaction, at: now)
    while !run.isOver {
      guard let due = run.nextDue else { throw BrokenLaw("it has no deadline") }
      // Programs sometimes wake up late, by up to 0.3 s here.
      now = max(now, due).advanced(byMicroseconds: choice.byte() & 3 == 0 ? 300_000 : 0)
      try run.takeFrames(at: now, into: &lived)
      run.advance(at: now, into: &lived)
    }
    run.finish(into: &lived)
  } catch let law as BrokenLaw {
    throw law
  } catch {
    throw BrokenLaw("it can be replayed, but not played live: \(error)")
  }
  try hold(lived.samples == replayed.samples, "live samples differ from the replay")
  try hold(lived.events == replayed.events, "live events differ from the replay")
}
