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
