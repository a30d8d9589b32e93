import Motion
import Quantities

/// Moves all that is animated in a layer by moving the layer's time.
///
/// It is what a percent-driven transition does where it has no animator: time stands still under the
/// hand and then runs, on a curve of its own, to the end or back to the start.
@MainActor final class LayerScrubber: TimelineParticipant {
  private let layer: Layer
  private let duration: Double
  private let timeline: Timeline
  /// The layer's own time at the start of what is moved.
  private let start: Double
  private var machine: AnimatorMachine
  private var isAttached = false

  init(_ layer: Layer, duration: Double) {
    self.layer = layer
    self.duration = duration
    timeline = layer.timeline
    start = layer.currentTime
    machine = AnimatorMachine(duration: duration, timing: .curve(.linear))
  }

  /// How far it has come, from 0 to 1.
  var progress: Double {
    guard !isAttached else { return machine.progress(at: timeline.now).value }
    guard duration > 0 else { return 1 }
    return min(max((layer.currentTime - start) / duration, 0), 1)
  }

  /// The layer's own time at an instant.
  func localTime(at time: Timestamp) -> Double {
    start + duration * machine.progress(at: time).value
  }

  /// Its layer has it as long as it holds that, and it has the layer.
  func abandon() {
    isAttached = false
    layer.scrubber = nil
  }

  func hold() {
    let place = progress
    if isAttached {
      try? machine.pause(at: timeline.now)
      machine.reverse(false, at: timeline.now)
    }
    machine.scrub(to: place)
    isAttached = true
    layer.scrubber = self
    timeline.join(self)
  }

  func scrub(to progress: Double) {
    guard isAttached else { return }
    machine.scrub(to: progress)
  }

  func letGo(toEnd: Bool, timing: TimingParameters, durationFactor: Double) {
    machine.reverse(!toEnd, at: timeline.now)
    try? machine.continueAnimation(
      with: timing, durationFactor: durationFactor, at: timeline.now)
    timeline.noteChange(of: self)
  }

  var dueTime: Timestamp? { machine.endTime }

  func becomeDue(at time: Timestamp) {
    let position = machine.completeIfDue(at: time)
    release()
    guard let position else { return }
    // What ends with the transition ends now, wherever the layer's time goes from here.
    for block in timeline.blocks where block.moves(within: layer) {
      if position == .start || block.isOver { block.end(at: position) }
    }
  }

  /// Lets the layer's time run on from where it is.
  func release() {
    guard isAttached else { return }
    let local = localTime(at: timeline.now)
    isAttached = false
    layer.scrubber = nil
    timeline.leave(self)
    layer.speed = 1
    layer.timeOffset = local
    layer.beginTime = layer.superlayer?.currentTime ?? timeline.seconds
  }
}
