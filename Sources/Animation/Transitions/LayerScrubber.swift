import Motion
import Quantities

/// Moves all that is animated in a layer by moving the layer's time.
///
/// It is what a percent-driven transition does where it has no animator, as in UIKit: it freezes the
/// layer's time and sets its offset to follow the finger, and on release drives it on a curve of its own, to
/// the end or back to the start. Whoever sets the layer's time on release drives it instead.
@MainActor final class LayerScrubber: TimelineParticipant {
  private let layer: Layer
  private let duration: Double
  private let timeline: Timeline
  /// The layer's own time at the start of what is moved.
  private var start: Double
  /// What drives the layer's time after a release.
  private var machine: AnimatorMachine?
  /// Whether the layer's time has been frozen, and does not run by itself again yet.
  private var hasFrozen = false

  init(_ layer: Layer, duration: Double) {
    self.layer = layer
    self.duration = duration
    timeline = layer.timeline
    start = layer.currentTime
    timeline.noteStart(of: self) { [weak self] in self?.postpone(byMicroseconds: $0) }
  }

  /// How far it has come, from 0 to 1.
  var progress: Double {
    guard duration > 0 else { return machine?.progress(at: timeline.now).value ?? 1 }
    return min(max((layer.currentTime - start) / duration, 0), 1)
  }

  /// The layer's own time at an instant, while this drives it.
  func localTime(at time: Timestamp) -> Double {
    start + duration * (machine?.progress(at: time).value ?? 0)
  }

  /// Its layer has it as long as it drives that, and it has the layer.
  func abandon() {
    machine = nil
    layer.scrubber = nil
  }

  private func postpone(byMicroseconds delay: Int64) {
    if machine == nil { start += Double(delay) / 1e6 * layer.totalSpeed }
    machine?.postpone(byMicroseconds: delay)
    timeline.noteChange(of: self)
  }

  /// Freezes the layer's time where it is.
  func hold() {
    let local = layer.currentTime
    stopDriving()
    hasFrozen = true
    layer.speed = 0
    layer.timeOffset = local
  }

  func scrub(to progress: Double) {
    guard hasFrozen, machine == nil, layer.speed == 0 else { return }
    layer.timeOffset = start + duration * progress
  }

  /// Drives the layer's time from here, unless it has been set going by somebody else.
  func release(toEnd: Bool, timing: TimingParameters, durationFactor: Double) {
    guard hasFrozen, machine == nil, layer.speed == 0 else { return }
    var machine = AnimatorMachine(duration: duration, timing: .curve(.linear))
    machine.scrub(to: progress)
    machine.reverse(!toEnd, at: timeline.now)
    try? machine.continueAnimation(
      with: timing, durationFactor: durationFactor, at: timeline.now)
    self.machine = machine
    layer.scrubber = self
    timeline.join(self)
    timeline.noteStart(of: self) { [weak self] in self?.postpone(byMicroseconds: $0) }
  }

  /// Leaves the layer's time to itself.
  func stopDriving() {
    guard machine != nil else { return }
    machine = nil
    layer.scrubber = nil
    timeline.leave(self)
  }

  var dueTime: Timestamp? { machine?.endTime }

  func becomeDue(at time: Timestamp) {
    let position = machine?.completeIfDue(at: time)
    release()
    guard let position else { return }
    // What ends with the transition ends now, wherever the layer's time goes from here.
    for block in timeline.blocks where block.moves(within: layer) {
      if position == .start || block.isOver { block.end(at: position) }
    }
  }

  /// Lets the layer's time run on from where it is.
  func release() {
    guard hasFrozen else { return }
    let local = layer.currentTime
    stopDriving()
    hasFrozen = false
    layer.speed = 1
    layer.timeOffset = local
    layer.beginTime = layer.superlayer?.currentTime ?? timeline.seconds
  }
}
