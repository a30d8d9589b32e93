import PantographBase
public import PantographMotion

/// Drives a transition by its fraction, for instance from a gesture.
///
/// It is `UIPercentDrivenInteractiveTransition`. While it is interactive, the transition follows
/// linearly, whatever its curve. After the release it runs to the end in the time that is left, or back
/// in the time that has been used, divided by ``completionSpeed``. UIKit documents the former; the
/// latter is our choice.
///
/// Without an animator the driver freezes the container's time and moves its ``Layer/timeOffset``. A
/// subclass can set the container's time itself, as for `CALayer`. When it sets ``Layer/speed`` on
/// release, before or after `super`, the layer's time runs as set, and ``completionCurve``,
/// ``timingCurve`` and ``completionSpeed`` are ignored.
///
///     class Reveal: PercentDrivenTransition, AnimatedTransitioning { … }
///     reveal.update(0.4)
///     reveal.finish()
@MainActor open class PercentDrivenTransition: InteractiveTransitioning {
  /// The transition that it drives.
  public private(set) var transitionContext: TransitionContext?
  /// The fraction at the last interactive update.
  public private(set) var percentComplete = 0.0
  /// The speed after the release, relative to the transition's own.
  public var completionSpeed = 1.0
  /// The curve after the release.
  public var completionCurve = CubicCurve.easeInOut
  /// The timing after the release; it replaces the curve.
  public var timingCurve: (any TimingCurveProvider)?
  /// Whether the transition starts interactively; otherwise it runs until ``pause()``.
  public var wantsInteractiveStart = true

  /// Creates a driver without a transition.
  public init() {}

  /// The duration of the transition, in seconds.
  public var duration: Double { transitionContext?.duration ?? 0 }

  /// Takes over a transition that starts interactively.
  open func startInteractiveTransition(_ context: TransitionContext) {
    transitionContext = context
    percentComplete = 0
  }

  /// Takes note of a transition that starts by itself.
  open func transitionDidStart(_ context: TransitionContext) {
    transitionContext = context
    percentComplete = 0
  }

  /// Forgets a transition that is over.
  open func transitionDidEnd(_ context: TransitionContext) {
    transitionContext = nil
  }

  /// Moves the transition to a fraction, limited to 0…1.
  open func update(_ percentComplete: Double) {
    transitionContext?.updateInteractiveTransition(percentComplete)
    if let transitionContext { self.percentComplete = transitionContext.percentComplete }
  }

  /// Makes a running transition interactive.
  open func pause() {
    transitionContext?.pauseInteractiveTransition()
    if let transitionContext { percentComplete = transitionContext.percentComplete }
  }

  /// Releases the transition, back to its start.
  open func cancel() {
    release(toEnd: false)
  }

  /// Releases the transition, to its end.
  open func finish() {
    release(toEnd: true)
  }

  private func release(toEnd: Bool) {
    let timing = timingCurve ?? CubicTimingParameters(animationCurve: completionCurve)
    transitionContext?.release(toEnd: toEnd, timing: timing, speed: completionSpeed)
  }
}

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
