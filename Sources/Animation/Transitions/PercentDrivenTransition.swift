public import Motion

/// Drives a transition by the share of it that a hand has made.
///
/// It is `UIPercentDrivenInteractiveTransition`. Under the hand the transition follows in a straight
/// line, whatever its curve. Let go, it runs on to the end, or back, in the time that is left or has
/// been used of it, by ``completionSpeed``. UIKit documents the former; that the way back is counted
/// likewise is our choice.
///
/// Where the transition has no animator, the driver freezes the time of the container and moves its
/// ``Layer/timeOffset``. A subclass that sets the container's time itself, as for `CALayer`, takes it from
/// the driver: after ``Layer/speed`` is set on release, before or after `super`, the layer's time
/// runs as set, and ``completionCurve``, ``timingCurve`` and ``completionSpeed`` do not count.
///
///     class Reveal: PercentDrivenTransition, AnimatedTransitioning { … }
///     reveal.update(0.4)
///     reveal.finish()
@MainActor open class PercentDrivenTransition: InteractiveTransitioning {
  /// The transition that it drives.
  public private(set) var transitionContext: TransitionContext?
  /// The share of the transition that was made when it was last moved by hand.
  public private(set) var percentComplete = 0.0
  /// How fast it runs on when it is let go; 1 as it would by itself.
  public var completionSpeed = 1.0
  /// The curve on which it runs on when it is let go.
  public var completionCurve = CubicCurve.easeInOut
  /// The timing on which it runs on when it is let go, in the place of the curve.
  public var timingCurve: (any TimingCurveProvider)?
  /// Whether a transition begins in the hand, or runs until ``pause()``.
  public var wantsInteractiveStart = true

  /// Makes a driver that has nothing to drive yet.
  public init() {}

  /// The seconds that the transition takes.
  public var duration: Double { transitionContext?.duration ?? 0 }

  /// Takes a transition into the hand that begins there.
  open func startInteractiveTransition(_ context: TransitionContext) {
    transitionContext = context
    percentComplete = 0
  }

  /// Takes note of a transition that has begun by itself.
  open func transitionDidStart(_ context: TransitionContext) {
    transitionContext = context
    percentComplete = 0
  }

  /// Lets go of a transition that is over.
  open func transitionDidEnd(_ context: TransitionContext) {
    transitionContext = nil
  }

  /// Moves the transition to a share of its way; less than 0 counts as 0 and more than 1 as 1.
  open func update(_ percentComplete: Double) {
    transitionContext?.updateInteractiveTransition(percentComplete)
    if let transitionContext { self.percentComplete = transitionContext.percentComplete }
  }

  /// Takes a transition that runs by itself into the hand.
  open func pause() {
    transitionContext?.pauseInteractiveTransition()
    if let transitionContext { percentComplete = transitionContext.percentComplete }
  }

  /// Lets the transition go, back to where it came from.
  open func cancel() {
    release(toEnd: false)
  }

  /// Lets the transition go, to its end.
  open func finish() {
    release(toEnd: true)
  }

  private func release(toEnd: Bool) {
    let timing = timingCurve ?? CubicTimingParameters(animationCurve: completionCurve)
    transitionContext?.release(toEnd: toEnd, timing: timing, speed: completionSpeed)
  }
}
