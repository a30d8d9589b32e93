import PantographBase
import PantographMotion

/// Moves all animations in a layer by moving the layer's time.
///
/// A percent-driven transition without an animator uses it, as in UIKit. It freezes the layer's time
/// and sets its offset to follow the finger. On release it drives the time on its own curve, to the end
/// or back to the start. A program that sets the layer's time on release takes over.
@MainActor final class LayerScrubber: TimelineParticipant {
  private let layer: Layer
  private let duration: Double
  private let timeline: Timeline
  /// The layer's own time at the start of the transition.
  private var start: Double
  /// The driver of the layer's time after a release.
  private var machine: AnimatorMachine?
  /// Whether the layer's time has been frozen and not yet restored.
  private var hasFrozen = false

  init(_ layer: Layer, duration: Double) {
    self.layer = layer
    self.duration = duration
    timeline = layer.timeline
    start = layer.currentTime
    timeline.noteStart(of: self) { [weak self] in self?.postpone(byMicroseconds: $0) }
  }

  /// The progress from 0 to 1.
  var progress: Double {
    guard duration > 0 else { return machine?.progress(at: timeline.now).value ?? 1 }
    return min(max((layer.currentTime - start) / duration, 0), 1)
  }

  /// Returns the layer's own time at an instant, while this object drives it.
  func localTime(at time: Timestamp) -> Double {
    start + duration * (machine?.progress(at: time).value ?? 0)
  }

  /// Breaks the reference cycle with the layer.
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

  /// Drives the layer's time from here, unless the program has set it.
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

  /// Stops driving the layer's time.
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
    // Animations that end with the transition end now, whatever the layer's time does next.
    for block in timeline.blocks where block.moves(within: layer) {
      if position == .start || block.isOver { block.end(at: position) }
    }
  }

  /// Restores the layer's time, which continues from where it is.
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
